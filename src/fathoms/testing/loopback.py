"""A server on loopback in a thread of its own, so that the one under test may do with its event loop what it likes.

Knows: starting, stopping, the head of an HTTP request.  Does not know: what is answered.
"""

from __future__ import annotations

import asyncio
import ssl
import threading
from dataclasses import dataclass
from types import TracebackType
from typing import Self


@dataclass(frozen=True, slots=True)
class Request:
    line: str
    """`GET /path HTTP/1.1`."""
    headers: dict[str, str]
    body: bytes

    @property
    def target(self) -> str:
        return self.line.split(" ")[1]


class LoopbackServer:
    """Use as `with Server() as server:`. What answers is `answered`, called for each request of a connection."""

    def __init__(self, host: str = "127.0.0.1", *, port: int = 0, tls: ssl.SSLContext | None = None) -> None:
        self.host = host
        self.port = port
        self._tls = tls
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)

    async def answered(self, request: Request, writer: asyncio.StreamWriter) -> bool:
        """Answer one request; False when the connection is of no more use."""
        raise NotImplementedError

    def connected(self) -> None:
        """Somebody has opened a connection."""

    def __enter__(self) -> Self:
        self._thread.start()
        if not self._ready.wait(10):
            raise RuntimeError("the server on loopback did not start")
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        self._loop.set_exception_handler(lambda _loop, _context: None)  # broken connections are the point here
        server = await asyncio.start_server(self._connected, self.host, self.port, ssl=self._tls)
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        await self._stop.wait()
        server.close()
        for task in asyncio.all_tasks() - {asyncio.current_task()}:
            task.cancel()

    async def _connected(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connected()
        try:
            while (request := await _request(reader)) and await self.answered(request, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError, ssl.SSLError, ValueError):
            pass
        finally:
            writer.close()


async def _request(reader: asyncio.StreamReader) -> Request | None:
    line = (await reader.readline()).decode("latin-1").strip()
    if not line:
        return None
    headers: dict[str, str] = {}
    while (raw := await reader.readline()).strip():
        name, _, value = raw.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    return Request(line, headers, await reader.readexactly(int(headers.get("content-length", "0"))))
