"""One run, watched through every face at once: are its events the same, in content and order?

Server-sent events while it happens, MCP over streamable HTTP and over stdio, Python, and the command line.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
from typing import Any

from evals.page import slow_run
from evals.serving import FATHOMS, Server, served
from fathoms.app.queries import looking
from fathoms.app.settings import load

PROOF = "the events of one run are identical in content and order over SSE, MCP, Python and the command line"


async def over_sse(server: Server, run: str) -> list[Any]:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=2**24)
    writer.write(f"GET /api/runs/{run}/events HTTP/1.0\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    events = []
    while line := await reader.readline():
        if line.startswith(b'data: {"run"'):
            events.append(json.loads(line[6:]))
        if line.startswith(b"event: stream.closed"):
            break
    writer.close()
    return events


async def over_mcp(client: Any, run: str) -> list[Any]:
    events: list[Any] = []
    last = 0
    while True:
        result = await client.call_tool("events", {"run": run, "after": last})
        fresh = result.structured_content["events"]
        if not fresh:
            return events
        events += fresh
        last = result.structured_content["last"]


async def in_python(server: Server, run: str) -> list[Any]:
    async with looking(load({"home": str(server.home)})) as home:
        return [event.model_dump(mode="json") async for event in home.watch(run)]


def on_the_command_line(server: Server, run: str) -> list[Any]:
    command = [FATHOMS, "show", run, "--events", "--json", "--home", str(server.home)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return list(json.loads(done.stdout))


async def measured(server: Server) -> dict[str, list[Any]]:
    from mcp.client import Client
    from mcp.client.stdio import StdioServerParameters, stdio_client
    from mcp.client.streamable_http import streamable_http_client

    run = await asyncio.to_thread(slow_run, server, 0.2)
    await asyncio.to_thread(server.until, run, "running", "done")
    live, python = await asyncio.gather(over_sse(server, run), in_python(server, run))
    found = {"SSE, live": live, "Python, live": python, "SSE, afterwards": await over_sse(server, run)}
    async with Client(streamable_http_client(f"{server.address}/mcp")) as client:
        found["MCP over HTTP"] = await over_mcp(client, run)
    parameters = StdioServerParameters(
        command=FATHOMS, args=["mcp", "--home", str(server.home)], env={"FATHOMS_SETTINGS": os.devnull}
    )
    async with Client(stdio_client(parameters)) as client:
        found["MCP over stdio"] = await over_mcp(client, run)
    found["command line"] = await asyncio.to_thread(on_the_command_line, server, run)
    return found


def main() -> int:
    with served(more=("--mcp",)) as server:
        found = asyncio.run(measured(server))
    first = found["command line"]
    for name, events in found.items():
        print(f"{name:<18} {len(events):>4} events  {'the same' if events == first else 'DIFFERENT'}")
    same = sum(1 for events in found.values() if events == first)
    print(f"{same} of {len(found)} faces tell the same {len(first)} events in the same order")
    return 0 if same == len(found) and first else 1
