"""One limiter per provider, shared by all tasks and runs of a process: so many at once, so many a minute.

A provider that says "slow down" is believed: nobody calls it until the time it named has passed, and from
then on one fewer at once; the number grows again with every few calls that go well.

Knows: slots, minutes, pauses.  Does not know: what is called.
"""

from __future__ import annotations

import asyncio
import time
import weakref
from collections import deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

MINUTE = 60.0
WELL = 4
"""Calls that go well before one more is allowed at once."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """0 is no limit."""

    parallel: int = 4
    per_minute: int = 0
    tokens_per_minute: int = 0


class Limiter:
    """Callers wait in line; the line belongs to one event loop."""

    def __init__(self, allowance: Allowance, clock: Callable[[], float] = time.monotonic) -> None:
        self._allowance, self._clock = allowance, clock
        self._most = max(1, allowance.parallel)
        self._open = self._most
        self._in_flight = 0
        self._line: deque[asyncio.Future[None]] = deque()
        self._turn = asyncio.Lock()
        self._paused_until = 0.0
        self._recent: deque[tuple[float, int]] = deque()
        self._went_well = 0

    @property
    def at_once(self) -> int:
        """How many calls may be under way now."""
        return self._open

    @asynccontextmanager
    async def slot(self, tokens: int) -> AsyncIterator[None]:
        """Wait for a place; `tokens` is what the call may take of the minute's."""
        await self._enter()
        try:
            async with self._turn:
                await self._until_allowed(tokens)
                self._recent.append((self._clock(), tokens))
            yield
        finally:
            self._leave()

    def slow_down(self, seconds: float) -> None:
        """The provider asked for a pause: for everybody, and fewer at once after it."""
        self._paused_until = max(self._paused_until, self._clock() + seconds)
        self._open = max(1, self._open - 1)
        self._went_well = 0

    def went_well(self) -> None:
        self._went_well += 1
        if self._went_well >= WELL and self._open < self._most:
            self._open, self._went_well = self._open + 1, 0
            self._admit()

    async def _until_allowed(self, tokens: int) -> None:
        """A pause may be prolonged while it is waited for."""
        wait = self._wait(tokens)
        if wait > 0:
            await asyncio.sleep(wait)
            await self._until_allowed(tokens)

    async def _enter(self) -> None:
        if self._in_flight < self._open and not self._line:
            self._in_flight += 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._line.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self._leave()  # the place was given just as the caller went away
            else:
                self._line.remove(place)
            raise

    def _leave(self) -> None:
        self._in_flight -= 1
        self._admit()

    def _admit(self) -> None:
        while self._line and self._in_flight < self._open:
            place = self._line.popleft()
            if not place.done():
                self._in_flight += 1
                place.set_result(None)

    def _wait(self, tokens: int) -> float:
        """Seconds until the next call may go; 0 when it may go now."""
        now = self._clock()
        while self._recent and self._recent[0][0] <= now - MINUTE:
            self._recent.popleft()
        waits = [self._paused_until - now]
        per_minute, most_tokens = self._allowance.per_minute, self._allowance.tokens_per_minute
        if per_minute and len(self._recent) >= per_minute:
            waits.append(self._recent[0][0] + MINUTE - now)
        if most_tokens and self._recent and sum(size for _, size in self._recent) + tokens > most_tokens:
            waits.append(self._recent[0][0] + MINUTE - now)
        return max(0.0, max(waits))


_limiters: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, dict[tuple[str, Allowance], Limiter]] = (
    weakref.WeakKeyDictionary()
)


def shared(host: str, allowance: Allowance) -> Limiter:
    """The limiter of a provider in this process."""
    known = _limiters.setdefault(asyncio.get_running_loop(), {})
    return known.setdefault((host, allowance), Limiter(allowance))
