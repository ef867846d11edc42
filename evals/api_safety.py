"""Everything that somebody who should not could try on the server, on a real socket; how much of it got through.

Beyond loopback without the token, other origins and hosts, names that lead elsewhere, bodies too large and too slow,
what an error tells, and whether others are served meanwhile.
"""

from __future__ import annotations

import asyncio
import re
import statistics
import time
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

from evals.serving import Server, connected, served
from fathoms.faces.http.table import ENDPOINTS

PROOF = "nobody gets in without the token, from another origin or host, past a limit or out of a folder"

TOKEN = "a-token-for-the-proof"
SLOW_CLIENTS = 200
PATIENCE = 60.0
"""Seconds after which a connection that is still open is held on to."""
NAMES = (
    "../../store.db", "..%2f..%2fstore.db", "%2e%2e%2f%2e%2e%2fstore.db", "....//store.db", "a/../../../b",
    "..\\..\\b", "%5c..%5cb", "/etc/passwd%00.md", "C:\\x", "~/x", "con", "a%0ab", ".%00./x",
)  # fmt: skip
FOREIGN = (
    {"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
)  # fmt: skip
HOSTS = ("evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "169.254.169.254", "")
LEAKS = re.compile(rb"Traceback|/home/|/tmp/|/work/|site-packages|\.py\b|" + TOKEN.encode())


async def asked(
    server: Server, method: str, path: str, headers: dict[str, str] | None = None, body: bytes = b""
) -> tuple[int, bytes]:
    """One request as written, to its status and body; 0 when the server hung up."""
    head = {"Host": f"127.0.0.1:{server.port}", "Connection": "close", **(headers or {})}
    if body:
        head.setdefault("Content-Length", str(len(body)))
    lines = "".join(f"{name}: {value}\r\n" for name, value in head.items())
    async with connected(server) as (reader, writer):
        try:
            writer.write(f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode() + body)
            await writer.drain()
            answer = await asyncio.wait_for(reader.read(), 60)
        except ConnectionError:  # hung up on in the middle of a body that nobody wants
            answer = b""
    status = int(answer.split(b" ", 2)[1]) if answer else 0
    return status, answer


def _paths() -> Iterator[tuple[str, str]]:
    for endpoint in ENDPOINTS:
        path = re.sub(r"\{\w+(?::path)?\}", "last", endpoint.path)
        if path != "/health":
            yield endpoint.method, f"/api{path}"
    yield from (("GET", path) for path in ("/", "/app.js", "/api/openapi.json", "/mcp", "/sign-in", "/nothing"))
    yield "POST", "/mcp"


async def without_the_token(server: Server) -> AsyncIterator[tuple[str, bool]]:
    for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": TOKEN}, {"Cookie": "fathoms_token=x"}):
        for method, path in _paths():
            status, _ = await asked(server, method, path, headers)
            yield f"{method} {path} {headers}", status not in (401, 404, 405) or (path != "/nothing" and status == 200)
    status, answer = await asked(server, "POST", "/api/session", {"Content-Type": "application/json"}, b'{"token":"x"}')
    yield "sign in with a wrong token", status != 401 or b"set-cookie" in answer.lower()


async def from_elsewhere(server: Server) -> AsyncIterator[tuple[str, bool]]:
    body = b'{"question": "Why?"}'
    for headers in FOREIGN:
        status, answer = await asked(server, "GET", "/api/runs", headers)
        yield f"read with {headers}", status == 200 or b"access-control-allow" in answer.lower()
        status, _ = await asked(server, "POST", "/api/runs", {"Content-Type": "application/json", **headers}, body)
        yield f"start with {headers}", status == 202
        status, _ = await asked(server, "DELETE", "/api/runs/last", headers)
        yield f"delete with {headers}", status == 200
        status, _ = await asked(server, "GET", "/api/runs/last/events", headers)
        yield f"watch with {headers}", status == 200
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        status, _ = await asked(server, "POST", "/api/runs", {"Content-Type": kind}, body)
        yield f"start by a form of {kind!r}", status == 202
    status, answer = await asked(
        server, "OPTIONS", "/api/runs", {"Access-Control-Request-Method": "POST", **FOREIGN[0]}
    )
    yield "a preflight", b"access-control-allow" in answer.lower()
    for host in HOSTS:
        status, _ = await asked(server, "GET", "/api/runs", {"Host": host})
        yield f"as {host!r}", status == 200


async def past_the_limits(server: Server) -> AsyncIterator[tuple[str, bool]]:
    json = {"Content-Type": "application/json"}
    status, _ = await asked(server, "POST", "/api/runs", json, b'{"question": "' + b"x" * 3_000_000 + b'"}')
    yield "3 MB of JSON", status not in (413, 0)
    status, _ = await asked(server, "POST", "/api/runs", {**json, "Content-Length": "99999999999"}, b"{")
    yield "a length that is not kept", status not in (413, 0)
    deep = b'{"question":' + b"[" * 100_000 + b"]" * 100_000 + b"}"
    status, _ = await asked(server, "POST", "/api/runs", json, deep)
    yield "JSON 100,000 deep", status not in (0, 400, 422)
    kind = {"Content-Type": "application/octet-stream", "Content-Length": "80000000"}
    status, _ = await asked(server, "PUT", "/api/collections/x/files/big.md", kind, b"x")
    yield "a file of 80 MB", status not in (413, 0)
    for name in NAMES:
        kind = {"Content-Type": "application/octet-stream"}
        await asked(server, "PUT", f"/api/collections/x/files/{name}", kind, b"escaped words")
    outside = [
        path
        for path in server.home.parent.rglob("*")
        if path.is_file() and "uploads" not in path.parts and path.stat().st_size < 100 and _holds(path)
    ]
    for name in NAMES:
        yield f"a file called {name!r}", bool(outside)
    for name in ("..%2f..%2fsettings.toml", "%2e%2e/store.db", "....//kb.db"):
        for place in (f"/{name}", f"/api/pages/{name}", f"/api/pages/{name}/original", f"/api/runs/{name}/export/html"):
            status, answer = await asked(server, "GET", place)
            yield f"read {place}", status == 200 or b"SQLite format" in answer


def _holds(path: Path) -> bool:
    try:
        return b"escaped words" in path.read_bytes()
    except OSError:
        return False


async def what_errors_tell(server: Server) -> AsyncIterator[tuple[str, bool]]:
    json = {"Content-Type": "application/json"}
    bodies = (
        b"{",
        b'{"question": 5}',
        b'{"question": "x", "docs": ["/no/such/place"]}',
        b'{"question":"x","model":"openai:x"}',
    )
    for body in bodies:
        status, answer = await asked(server, "POST", "/api/runs", json, body)
        yield f"an error of {body[:40]!r}", status >= 500 or bool(LEAKS.search(answer))
    for path in ("/api/runs/none", "/api/pages/none", "/api/collections/none", "/api/settings", "/api/metrics", "/x"):
        _, answer = await asked(server, "GET", path)
        yield f"what {path} tells", bool(LEAKS.search(answer))


async def slow_clients(server: Server) -> AsyncIterator[tuple[str, bool]]:
    """Requests that never end hold nobody up."""
    idle = [await _timed(server) for _ in range(20)]
    held = []
    for n in range(SLOW_CLIENTS):
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        line = "GET /api/runs HTTP/1.1\r\nHost: 127" if n % 2 else (
            f"POST /api/runs HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\n"
            "Content-Length: 1000\r\n\r\n{"
        )  # fmt: skip
        writer.write(line.encode())
        await writer.drain()
        held.append((reader, writer))
    busy = [await _timed(server) for _ in range(20)]
    for number, (reader, writer) in enumerate(held):
        yield f"slow client {number} is held on to", not await _given_up(reader)
        writer.close()
    ratio = statistics.median(busy) / statistics.median(idle)
    print(f"with {SLOW_CLIENTS} slow clients a status call takes {ratio:.1f} times as long")
    yield f"{SLOW_CLIENTS} slow clients", ratio > 5


async def _given_up(reader: asyncio.StreamReader) -> bool:
    """Whether the server closes the connection by itself."""
    try:
        await asyncio.wait_for(reader.read(), PATIENCE)
    except (TimeoutError, ConnectionError) as error:
        return isinstance(error, ConnectionError)
    return True


async def _timed(server: Server) -> float:
    began = time.perf_counter()
    await asked(server, "GET", "/api/health")
    return time.perf_counter() - began


async def measured(home: Path) -> tuple[int, list[str]]:
    tried, through = 0, []
    open_to_all = {"serve_token": TOKEN, "serve_per_minute": "0"}
    beyond = Server(home=home, host="0.0.0.0", token=TOKEN, settings=open_to_all)
    local = Server(home=home, settings={"serve_per_minute": "0"})
    plans = ((beyond, (without_the_token,)), (local, (from_elsewhere, past_the_limits, what_errors_tell, slow_clients)))
    for server, attempts in plans:
        await asyncio.to_thread(server.start)
        try:
            for attempt in attempts:
                async for name, got_through in attempt(server):
                    tried += 1
                    if got_through:
                        through.append(f"{attempt.__name__}: {name}")
        finally:
            await asyncio.to_thread(server.stop)
    return tried, through


def main() -> int:
    with served() as server:
        home = server.home
        server.ask()
        server.stop()
        tried, through = asyncio.run(measured(home))
    for one in through:
        print(one)
    print(f"{tried} attempts, {len(through)} got through (0)")
    return 0 if tried and not through else 1
