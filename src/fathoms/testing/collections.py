"""Other people's collections on loopback: a Qdrant, a Chroma, an MCP server and a web site that hold a few texts.

Knows: as much of each protocol as a read-only source asks for.  Does not know: our sources.  With a `key`, whoever does
not send it gets 401.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from fathoms.testing.loopback import LoopbackServer, Request

_NO_METHOD = -32601


class Collection(LoopbackServer):
    """Texts by title, under one address; what a protocol makes of a question is `reply`."""

    key_header = ""
    key_prefix = ""

    def __init__(self, texts: Mapping[str, str], *, key: str = "") -> None:
        super().__init__()
        self.texts = texts
        self.key = key
        self.asked: list[Request] = []

    @property
    def target(self) -> str:
        """What a run's order calls it, after the plug-in's name."""
        return f"http://{self.host}:{self.port}/harbour"

    def reply(self, request: Request) -> object | None:
        """The answer, or None for a request that wants none."""
        raise NotImplementedError

    async def answered(self, request: Request, writer: asyncio.StreamWriter) -> bool:
        self.asked.append(request)
        status, body = 200, b""
        if self.key and request.headers.get(self.key_header) != self.key_prefix + self.key:
            said = request.headers.get(self.key_header, "nothing")
            status, body = 401, json.dumps({"error": f"not let in with {said}"}).encode()
        elif (answer := self.reply(request)) is None:
            status = 202
        else:
            body = json.dumps(answer).encode()
        head = f"HTTP/1.1 {status} X\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        return True


class QdrantServer(Collection):
    key_header = "api-key"

    def reply(self, request: Request) -> object:
        ids = {title: number for number, title in enumerate(self.texts, 1)}
        words = [row["match"]["text"] for row in json.loads(request.body)["filter"]["should"]]
        points = [{"id": ids[t], "payload": {"title": t, "text": x}} for t, x in self.texts.items() if _has(x, words)]
        return {"result": {"points": points}}


class ChromaServer(Collection):
    key_header = "x-chroma-token"

    def reply(self, request: Request) -> object:
        if not request.body:
            return {"id": "c-1"}
        wanted = json.loads(request.body)["where_document"]
        words = [row["$contains"] for row in wanted.get("$or", [wanted])]
        found = {title: text for title, text in self.texts.items() if _has(text, words)}
        return {
            "ids": [f"id-{title}" for title in found],
            "documents": list(found.values()),
            "metadatas": [{"title": title} for title in found],
        }


class McpServer(Collection):
    """One tool, `search`; asked over HTTP."""

    key_header = "authorization"
    key_prefix = "Bearer "

    @property
    def target(self) -> str:
        return f"{super().target}#search"

    def reply(self, request: Request) -> object | None:
        if not request.body:
            return None
        asked = json.loads(request.body)
        if "id" not in asked:
            return None
        answer = self._result(asked["method"], asked.get("params") or {})
        if answer is None:
            said = f"no method {asked['method']!r}"
            return {"jsonrpc": "2.0", "id": asked["id"], "error": {"code": _NO_METHOD, "message": said}}
        return {"jsonrpc": "2.0", "id": asked["id"], "result": answer}

    def _result(self, method: str, params: dict[str, Any]) -> object | None:
        if method == "initialize":
            about = {"name": "harbour", "version": "1"}
            return {"protocolVersion": params["protocolVersion"], "capabilities": {"tools": {}}, "serverInfo": about}
        if method == "tools/list":
            schema = {"type": "object", "properties": {"query": {"type": "string"}}}
            return {"tools": [{"name": "search", "inputSchema": schema}]}
        if method == "tools/call":
            words = [word for word in params["arguments"]["query"].split() if len(word) > 3]
            found = [{"id": f"id-{t}", "title": t, "text": x} for t, x in self.texts.items() if _has(x, words)]
            return {"content": [{"type": "text", "text": json.dumps({"results": found})}], "isError": False}
        return None


def _has(text: str, words: list[str]) -> bool:
    return any(word.strip("?,.").lower() in text.lower() for word in words)


class PageServer(LoopbackServer):
    """The same texts as pages of the web, each with enough around it to be a page."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        super().__init__()
        self.texts = {f"/{title.lower()}": (title, text) for title, text in texts.items()}

    def url(self, title: str) -> str:
        return f"http://{self.host}:{self.port}/{title.lower()}"

    async def answered(self, request: Request, writer: asyncio.StreamWriter) -> bool:
        status, body = 404, b"nothing here"
        if request.target in self.texts:
            title, text = self.texts[request.target]
            more = f"This page is one of a few about the harbour, and tells of {title.lower()} and of little else."
            body = (
                f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head>'
                f"<body><main><article><h1>{title}</h1><p>{text}</p><p>{more}</p></article></main></body></html>"
            ).encode()
            status = 200
        head = f"HTTP/1.1 {status} X\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n\r\n"
        writer.write(head.encode() + body)
        await writer.drain()
        return True
