"""Calls under way in this process: two tasks that want the same thing at the same moment share one call.

Knows: which calls are being made, and how many want each.  Does not know: what a call is.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class InFlight:
    """One turn per call of a run; the second who wants it finds its answer kept."""

    def __init__(self) -> None:
        self._wanted: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def one_at_a_time(self, run: str, key: str) -> AsyncIterator[None]:
        lock, waiting = self._wanted.get((run, key), (asyncio.Lock(), 0))
        self._wanted[run, key] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._wanted[run, key]
            if waiting == 1:
                del self._wanted[run, key]
            else:
                self._wanted[run, key] = (lock, waiting - 1)
