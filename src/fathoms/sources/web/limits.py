"""How much at once: so many pages in all, so many per server, with the pauses that servers ask for.

Knows: slots and times.  Does not know: what is done while a slot is held.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

Endpoint = tuple[str, str, int]


class Slots:
    """Slots in all, to be held for the whole of a page."""

    def __init__(self, at_once: int) -> None:
        self._all = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        async with self._all:
            yield


class HostSlots:
    """Slots per server. A server nobody waits for is forgotten."""

    def __init__(self, per_host: int) -> None:
        self._per_host = per_host
        self._hosts: dict[Endpoint, tuple[asyncio.Semaphore, int]] = {}
        self._free_at: dict[Endpoint, float] = {}

    @asynccontextmanager
    async def one(self, endpoint: Endpoint, *, pause: float = 0.0) -> AsyncIterator[None]:
        """Hold a slot of this server; with `pause`, at least so many seconds after the one before."""
        slots, users = self._hosts.get(endpoint, (asyncio.Semaphore(self._per_host), 0))
        self._hosts[endpoint] = (slots, users + 1)
        try:
            async with slots:
                await self._wait_turn(endpoint, pause)
                yield
        finally:
            slots, users = self._hosts[endpoint]
            if users == 1:
                del self._hosts[endpoint]
            else:
                self._hosts[endpoint] = (slots, users - 1)

    async def _wait_turn(self, endpoint: Endpoint, pause: float) -> None:
        clock = asyncio.get_running_loop().time
        now = clock()
        turn = max(now, self._free_at.get(endpoint, 0.0))
        if pause:
            self._free_at[endpoint] = turn + pause
        if turn > now:
            await asyncio.sleep(turn - now)
