"""A thousand watchers of one run: what they cost in memory, and whether others are still served.

`LIMIT=` asks another number of watchers. The status call is timed idle and with all watchers there, in the same run.
"""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import time
import urllib.request
from pathlib import Path

from evals.page import slow_run
from evals.serving import Server, served

PROOF = "1,000 event streams at once: memory under 500 MB, p95 of a status call under 5 times idle, all see all events"

WATCHERS = int(os.environ.get("LIMIT", "1000"))
MOST_MB = 500
MOST_RATIO = 5.0
CALLS = 100
SECONDS = 25.0
"""That the run takes over each reading: long enough for all of them to come and be looked at."""


async def watcher(server: Server, run: str) -> int:
    """Events that one of them sees, to the end of the stream."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=2**22)
    writer.write(f"GET /api/runs/{run}/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    seen = 0
    while line := await reader.readline():
        seen += line.startswith(b"id: ")
        if line.startswith(b"event: stream.closed"):
            break
    writer.close()
    return seen


async def p95(server: Server, run: str) -> float:
    took = []
    for _ in range(CALLS):
        began = time.perf_counter()
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        head = f"GET /api/runs/{run}/approvals HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n\r\n"
        writer.write(head.encode())
        answer = await reader.read()
        writer.close()
        assert b" 200 " in answer[:20], answer[:200]
        took.append(time.perf_counter() - began)
    return statistics.quantiles(took, n=20)[-1]


def memory_mb(server: Server) -> float:
    assert server.process
    lines = Path(f"/proc/{server.process.pid}/status").read_text(encoding="utf-8").splitlines()
    return float(next(line.split()[1] for line in lines if line.startswith("VmHWM"))) / 1_000


async def measured(server: Server) -> tuple[float, float, float, list[int], int]:
    done = await asyncio.to_thread(server.ask)
    idle = await p95(server, done)
    run = await asyncio.to_thread(slow_run, server, SECONDS)
    watching = []
    for _ in range(WATCHERS):
        watching.append(asyncio.create_task(watcher(server, run)))
        await asyncio.sleep(0.002)
    await asyncio.to_thread(_all_there, server)
    busy = await p95(server, done)
    seen = await asyncio.gather(*watching)
    events = (await asyncio.to_thread(server.call, "GET", f"/runs/{run}/events"))[1]
    return idle, busy, memory_mb(server), list(seen), len(events)


def _all_there(server: Server) -> None:
    until = time.monotonic() + 3 * SECONDS
    while _open(server) < WATCHERS:
        if time.monotonic() > until:
            raise RuntimeError(f"only {_open(server)} of {WATCHERS} streams are open")
        time.sleep(0.2)


def _open(server: Server) -> int:
    with urllib.request.urlopen(f"{server.address}/api/metrics") as answer:
        lines = answer.read().decode().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("fathoms_event_streams ")))


def main() -> int:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 4 * WATCHERS), hard), hard))
    with served(settings={"serve_per_minute": "0"}) as server:
        idle, busy, memory, seen, events = asyncio.run(measured(server))
    whole = sum(1 for count in seen if count == events)
    ratio = busy / idle
    print(f"p95 of a status call: {idle * 1000:.1f} ms idle, {busy * 1000:.1f} ms with {WATCHERS} watchers")
    print(
        f"{whole} of {WATCHERS} watchers saw all {events} events, memory {memory:.0f} MB (< {MOST_MB}), "
        f"p95 ratio {ratio:.1f} (< {MOST_RATIO:g})"
    )
    return 0 if whole == WATCHERS and memory < MOST_MB and ratio < MOST_RATIO else 1
