"""A connection whose request does not say in time what it wants is closed: nobody holds one open for nothing.

uvicorn gives up connections that are idle between requests, and `endpoints.py` bodies that stall; the lines before a
body are here.

Knows: one connection and its clock.  Does not know: what is asked for.
"""

from __future__ import annotations

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

HEAD_SECONDS = 10.0
"""From the first byte of a request, or from the connection, to the end of its headers."""
_TOO_SLOW = b"HTTP/1.1 408 Request Timeout\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Impatient(H11Protocol):
    """uvicorn's connection with a deadline for the head of each request."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._begin()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._begin()
        else:
            self._end()

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()
        super().connection_lost(exc)

    def _begin(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEAD_SECONDS, self._too_slow)

    def _end(self) -> None:
        if self._deadline:
            self._deadline.cancel()
            self._deadline = None

    def _too_slow(self) -> None:
        """Nothing has been answered yet on this connection, or the answer before is complete: this is the next one."""
        if not self.transport.is_closing():
            self.transport.write(_TOO_SLOW)
            self.transport.close()
