"""Noticing, in the middle of a step, that the run was cancelled from elsewhere.

Knows: one watcher per process, looking four times a second.  Does not know: what the step is doing.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, TypeVar

from fathoms.errors import Cancelled

LOOK_EVERY = 0.25

T = TypeVar("T")


class CancelWatch:
    """Wakes the steps of a cancelled run. Looks only while a step is waiting."""

    def __init__(self, cancelled_among: Callable[[Iterable[str]], frozenset[str]]) -> None:
        self._look = cancelled_among
        self._waiting: dict[str, set[asyncio.Future[None]]] = {}
        self._looker: asyncio.Task[None] | None = None

    async def run(self, run: str, work: Coroutine[Any, Any, T]) -> T:
        """Await `work`, or raise `Cancelled` within a second of the run's cancellation."""
        stop: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.setdefault(run, set()).add(stop)
        if self._looker is None or self._looker.done():
            self._looker = asyncio.create_task(self._keep_looking())
        task = asyncio.ensure_future(work)
        try:
            waited: set[asyncio.Future[Any]] = {task, stop}
            await asyncio.wait(waited, return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
            raise Cancelled(run)
        finally:
            self._waiting[run].discard(stop)
            if not self._waiting[run]:
                del self._waiting[run]
            stop.cancel()
            if not task.done():
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    async def _keep_looking(self) -> None:
        while self._waiting:
            await asyncio.sleep(LOOK_EVERY)
            for run in await asyncio.to_thread(self._look, list(self._waiting)):
                self._wake(run)

    def _wake(self, run: str) -> None:
        for stop in self._waiting.get(run, ()):
            if not stop.done():
                stop.set_result(None)

    async def stop(self, run: str) -> None:
        """Stop the run's steps without waiting for the next look; returns when none is left."""
        while run in self._waiting:
            self._wake(run)
            await asyncio.sleep(0)

    def close(self) -> None:
        if self._looker:
            self._looker.cancel()
