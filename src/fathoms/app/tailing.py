"""Following runs as they happen: one reader of the store for each run, however many watch it.

Knows: events in their order, when a run is over, and that nobody may be left to tell of it.
Does not know: where events are kept or who shows them.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Protocol

from fathoms.domain.events import Event, RunEnded
from fathoms.domain.run import RunRow, RunStatus

LOOK_EVERY = 0.1
WORKER_LOOK_EVERY = 0.5
TOLD_AT_ONCE = 20
PAUSE = 0.004
"""Seconds between telling some watchers and the next: a thousand of them do not keep others waiting."""
GONE_AFTER = 1.0
"""Seconds without anybody at work until a run that has not ended counts as left: its worker may be changing over."""


class Watched(Protocol):
    """What a tailer needs of a home; blocking, but for `carrying`."""

    def events(self, run: str, *, after: int = 0) -> tuple[Event, ...]: ...

    def run(self, run: str) -> RunRow: ...

    def worker(self, run: str) -> int | None: ...

    def carrying(self, run: str) -> bool:
        """Whether this very process is about to work on the run, or does."""
        ...


class Tailers:
    """Of one home in one event loop: a tailer for each run that somebody watches."""

    def __init__(self, home: Watched) -> None:
        self._home = home
        self._tailers: dict[str, _Tailer] = {}

    async def follow(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        """Every event after this one, until the run has ended or nobody works on it any more."""
        async for events in self.follow_together(run, after=after):
            for event in events:
                yield event

    async def follow_together(self, run: str, *, after: int = 0) -> AsyncIterator[tuple[Event, ...]]:
        """The same, with those that are there at one moment in one piece."""
        tailer = self._tailers.get(run)
        if tailer is None or tailer.over:
            tailer = self._tailers[run] = _Tailer(self._home, run)
        tailer.watchers += 1
        try:
            async for events in tailer.follow(after):
                yield events
        finally:
            tailer.watchers -= 1
            if not tailer.watchers:
                tailer.stop()
                if self._tailers.get(run) is tailer:
                    del self._tailers[run]


@dataclass(slots=True)
class _Idle:
    """Since when nobody has been seen at work, and when that was last looked at."""

    since: float | None = None
    looked: float = 0.0


class _Tailer:
    def __init__(self, home: Watched, run: str) -> None:
        self._home, self._run = home, run
        self._events: list[Event] = []
        self._idle = _Idle()
        self._waiting: list[asyncio.Future[None]] = []
        self._reading: asyncio.Task[None] | None = None
        self.watchers = 0
        self.over = False

    async def follow(self, after: int) -> AsyncIterator[tuple[Event, ...]]:
        if self._reading is None:
            self._reading = asyncio.create_task(self._read())
        place = 0
        while True:
            fresh = tuple(event for event in self._events[place:] if event.seq > after)
            place = len(self._events)
            if fresh:
                yield fresh
            last = self._events[-1] if self._events else None
            if last and place == len(self._events) and last.seq > after and isinstance(last.body, RunEnded):
                return
            if self.over:
                self._reading.result()  # a run that is not there, or a home that cannot be read, is told to all
                return
            if place == len(self._events):
                news = asyncio.get_running_loop().create_future()
                self._waiting.append(news)
                await news

    def stop(self) -> None:
        if self._reading is not None:
            self._reading.cancel()

    async def _read(self) -> None:
        try:
            while not await self._nobody_left():
                await self._take()
                await asyncio.sleep(LOOK_EVERY)
            await self._take()  # what was told between the last look and the end
        finally:
            self.over = True
            await self._tell()

    async def _take(self) -> None:
        after = self._events[-1].seq if self._events else 0
        fresh = await asyncio.to_thread(self._home.events, self._run, after=after)
        if fresh:
            self._events += fresh
            await self._tell()

    async def _tell(self) -> None:
        """Wake all who wait by now, some at a time; who is cut off in between leaves the others where they are."""
        left = len(self._waiting)
        while left > 0:
            now, self._waiting = self._waiting[:TOLD_AT_ONCE], self._waiting[TOLD_AT_ONCE:]
            for news in now[:left]:
                if not news.done():  # who went away meanwhile
                    news.set_result(None)
            self._waiting += now[left:]
            left -= len(now)
            if left > 0:
                await asyncio.sleep(PAUSE)

    async def _nobody_left(self) -> bool:
        """Whether no more events can come: the run has ended, or its worker is gone."""
        now = time.monotonic()
        if self._home.carrying(self._run):
            self._idle.since = None
            return False
        if now - self._idle.looked < WORKER_LOOK_EVERY:
            return False
        self._idle.looked = now
        if await asyncio.to_thread(self._home.worker, self._run) is not None:
            self._idle.since = None
            return False
        row = await asyncio.to_thread(self._home.run, self._run)
        if row.status.ended:
            return True
        if row.status is RunStatus.PROPOSED:  # it waits for a person, not for a worker
            self._idle.since = None
            return False
        if self._idle.since is None:
            self._idle.since = now
        return now - self._idle.since >= GONE_AFTER
