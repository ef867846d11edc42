"""The search tool of an MCP server as a source: over HTTP, or of a server that is started by a command.

    mcp+http://127.0.0.1:9000/mcp#search          the tool `search` of a server that runs
    mcp+stdio:python%20server.py#search           of one that is started for each question

Knows: the protocol's client, and what search tools usually return.  Does not know: any server.  A result that names a
page of the web is read there, through the gate like any page; one that is only text is taken as it is.  A key goes to
a server that is asked over HTTP, as a bearer token; a command takes its own from where it is started.
"""

from __future__ import annotations

import asyncio
import json
import os
import shlex
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from fathoms.domain.run import SourceSpec
from fathoms.errors import (
    AuthFailed,
    BadAnswer,
    ConfigError,
    InstallExtra,
    ProviderError,
    ProviderTimeout,
    Unavailable,
    UsageError,
)
from fathoms.ports.secret import NO_SECRET, Secret
from fathoms.sources.collections.records import Record, RecordSource, record_of
from fathoms.sources.opening import Surroundings, key_setting

if TYPE_CHECKING:
    import httpx2
    from mcp.client import Client
    from mcp_types import CallToolResult

    from fathoms.sources.web.desk import Web

_SECONDS = 30.0
_QUESTIONS = ("query", "q", "question", "search_query", "search", "text", "keywords")
_LISTS = ("results", "result", "items", "hits", "documents", "data", "pages")


class McpTool:
    """One tool, asked anew for each question: a server may come and go."""

    def __init__(self, name: str, target: str, web: Web, *, key: Secret = NO_SECRET, key_setting: str = "") -> None:
        self._name = name
        self._key = key
        self._key_setting = key_setting
        self._refused = False
        self._server, _, self._tool = target.partition("#")
        if not self._tool or not self._server.startswith(("http://", "https://", "stdio:")):
            raise ConfigError(f"mcp+{target!r} must look like mcp+http://host/mcp#tool or mcp+stdio:command#tool")
        if self._server.startswith("stdio:") and web.options.offline:
            raise ConfigError("offline: a command could reach anything, so mcp+stdio: is not used")
        self._web = web

    async def find(self, text: str, limit: int) -> Sequence[Record]:
        import httpx2
        from mcp import MCPError

        try:
            async with asyncio.timeout(_SECONDS), self._client() as client:
                arguments = {await self._argument(client): text}
                result = await client.call_tool(self._tool, arguments)
        except TimeoutError as error:
            raise ProviderTimeout(f"{self._name}: no answer within {_SECONDS:g} s", provider=self._name) from error
        except (MCPError, OSError, ExceptionGroup, httpx2.HTTPError, RuntimeError) as error:
            inner = _innermost(error)
            if isinstance(inner, ProviderError):  # ours, wrapped on its way out of the client
                raise inner from None
            if self._refused:
                raise AuthFailed(
                    f"{self._name} does not accept the request; check {self._key_setting}", provider=self._name
                ) from None
            said = self._key.hidden_in(str(inner))
            raise Unavailable(f"{self._name} cannot be asked: {said}", provider=self._name) from error
        if result.is_error:
            said = self._key.hidden_in(" ".join(_texts(result)))[:200]
            raise BadAnswer(f"{self._name}: the tool {self._tool!r} failed: {said}", provider=self._name)
        return _records(result)[:limit]

    @asynccontextmanager
    async def _client(self) -> AsyncIterator[Client]:
        from mcp.client import Client
        from mcp.client.stdio import StdioServerParameters, stdio_client
        from mcp.client.streamable_http import streamable_http_client

        if self._server.startswith("stdio:"):
            command, *arguments = shlex.split(unquote(self._server.removeprefix("stdio:")))
            with Path(os.devnull).open("w") as nothing:  # noqa: ASYNC230 - nothing blocks there
                started = stdio_client(StdioServerParameters(command=command, args=arguments), errlog=nothing)
                async with Client(started) as client:
                    yield client
        else:
            headers = {"Authorization": f"Bearer {self._key.reveal()}"} if self._key else None
            async with self._web.client(self._server, headers=headers) as http:
                http.event_hooks = {"response": [self._note_refusal]}
                async with Client(streamable_http_client(self._server, http_client=http)) as client:
                    yield client

    async def _note_refusal(self, response: httpx2.Response) -> None:
        """The protocol's client drops the status on its way out."""
        self._refused = response.status_code in (401, 403)

    async def _argument(self, client: Client) -> str:
        """The name of the argument that takes the question."""
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        if self._tool not in tools:
            known = ", ".join(sorted(tools)) or "none"
            raise BadAnswer(f"{self._name} has no tool {self._tool!r}; it has {known}", provider=self._name)
        properties = tools[self._tool].input_schema.get("properties", {})
        return next((name for name in _QUESTIONS if name in properties), next(iter(properties), "query"))


def _innermost(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _texts(result: CallToolResult) -> list[str]:
    return [block.text for block in result.content if block.type == "text"]


def _records(result: CallToolResult) -> list[Record]:
    """What the tool lists; else each text that it returns."""
    if isinstance(result.structured_content, dict | list) and (found := _listed(result.structured_content)):
        return found
    records: list[Record] = []
    for text in _texts(result):
        try:
            value = json.loads(text)
        except ValueError:
            value = None
        records += (_listed(value) if isinstance(value, dict | list) else []) or [record_of({}, text=text)]
    return records


def _listed(value: dict[str, object] | list[object]) -> list[Record]:
    rows: object = value
    if isinstance(value, dict):
        rows = next((value[name] for name in _LISTS if isinstance(value.get(name), list)), [value])
    if not isinstance(rows, list):
        return []
    found = [_record(row) for row in rows]
    return [record for record in found if record.text.strip() or record.url]


def _record(row: object) -> Record:
    if isinstance(row, Mapping):
        return record_of({str(name): value for name, value in row.items()})
    return record_of({}, text=row if isinstance(row, str) else "")


def open_source(spec: SourceSpec, surroundings: Surroundings) -> RecordSource:
    try:
        import mcp  # noqa: F401 - only to say early that it is missing
    except ImportError as error:
        raise UsageError(
            "an MCP server as a source needs an extra that is not installed", next_step=InstallExtra("mcp")
        ) from error
    web = surroundings.web(False)
    key = surroundings.key(spec.plugin)
    tool = McpTool(spec.name, spec.target, web, key=key, key_setting=key_setting(spec.plugin))
    return RecordSource(spec.name, f"mcp://{spec.name}", tool, page=lambda url: web.page(url, source=spec.name))
