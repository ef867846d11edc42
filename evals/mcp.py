"""A real client session with the MCP server as an agent's host starts it: `fathoms mcp` over stdio."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from evals.serving import FATHOMS, QUESTION, WORLD

PROOF = "an MCP client plans, researches with progress, follows a sentence to its words, and is told what goes wrong"


async def session(home: Path) -> list[tuple[str, bool]]:
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client

    heard: list[str] = []
    checks: list[tuple[str, bool]] = []

    async def progress(_done: float, _total: float | None, message: str | None) -> None:
        heard.append(message or "")

    def held(name: str, holds: Callable[[], Any]) -> None:
        checks.append((name, bool(holds())))

    parameters = StdioServerParameters(
        command=FATHOMS, args=["mcp", "--home", str(home)], env={"FATHOMS_SETTINGS": os.devnull}
    )
    async with Client(stdio_client(parameters)) as client:
        tools = {tool.name for tool in (await client.list_tools()).tools}
        held("tools are listed", lambda: {"research", "plan", "status", "approve", "steer", "report", "why"} <= tools)
        added = (await client.call_tool("kb_add", {"places": [str(WORLD)]})).structured_content or {}
        held("documents are taken in", lambda: added["documents"] > 10)
        found = (await client.call_tool("kb_search", {"query": "battery"})).structured_content or {}
        held("passages are found", lambda: found["passages"][0]["text"])
        place = f"@{added['collection']}"
        offer = (await client.call_tool("plan", {"question": QUESTION, "docs": [place]})).structured_content or {}
        held("a plan starts nothing", lambda: offer["status"] == "proposed" and offer["verdict"]["feasible"])
        run = offer["run"]
        begun = (await client.call_tool("research", {"run": run}, progress_callback=progress)).structured_content or {}
        held("the report comes back", lambda: begun["status"] == "done" and "attery" in begun["report"])
        held("progress was told", lambda: any("fact.found" in message for message in heard))
        status = (await client.call_tool("status", {"run": run})).structured_content or {}
        held("the status is done", lambda: status["card"]["status"] == "done")
        facts = (await client.call_tool("facts", {"run": run})).structured_content or {}
        held("facts have quotes", lambda: facts["facts"][0]["evidence"][0]["quote"])
        trails = (await client.call_tool("why", {"run": run, "asked": "[1]"})).structured_content or {}
        evidence = trails["trails"][0]["grounds"][0]["footings"][0]["evidence"]
        page = (await client.read_resource(f"fathoms://source/{evidence['page_id']}")).contents[0]
        words = getattr(page, "text", "")[evidence["start"] : evidence["end"]]
        held("a sentence leads to its stored words", lambda: words == evidence["quote"])
        report = (await client.read_resource(f"fathoms://report/{run}")).contents[0]
        held("the report is a resource", lambda: "attery" in getattr(report, "text", ""))
        wrong = await client.call_tool("status", {"run": "none"})
        held("what goes wrong is told", lambda: wrong.is_error and "runs lists" in str(wrong.content))
        late = await client.call_tool("steer", {"run": run, "steering": "stop"})
        held("what has ended is not steered", lambda: late.is_error)
    return checks


def main() -> int:
    with tempfile.TemporaryDirectory() as folder:
        checks = asyncio.run(session(Path(folder) / "home"))
    for name, held in checks:
        print(f"{'held' if held else 'BROKEN':<7} {name}")
    count = sum(held for _, held in checks)
    print(f"{count} of {len(checks)} steps of a client session held")
    return 0 if count == len(checks) else 1
