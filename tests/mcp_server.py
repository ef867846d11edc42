"""A small MCP server for tests, started by a command: a search tool that knows one harbour."""

from __future__ import annotations

from mcp.server.mcpserver import MCPServer

from fathoms.testing.contracts.source import TEXTS

server = MCPServer("harbours")


@server.tool()
def search(query: str) -> dict[str, list[dict[str, str]]]:
    """Find harbours."""
    if "fail" in query:
        raise ValueError("told to fail")
    text = "The harbour of Skarrow was dredged in 2019 to a depth of eleven metres."
    return {"results": [{"id": "skarrow", "title": "Skarrow", "text": text}, {"title": "nothing in it"}]}


@server.tool()
def words(query: str) -> str:
    """The same in plain words."""
    return f"Asked for {query}: the harbour of Skarrow is eleven metres deep."


@server.tool()
def harbours(query: str) -> dict[str, list[dict[str, str]]]:
    """The texts of the source contract, whatever is asked."""
    return {"results": [{"id": title, "title": title, "text": text} for title, text in TEXTS.items()]}


if __name__ == "__main__":
    server.run("stdio")
