"""Trouble with the home: a full or read-only disk stops this process, never the run.

A step that could not write must not be recorded as failed: on resume the recorded failure would come back, with
the disk long free again. So from the first such error on, this process writes nothing more to the journal, as if
it had died there, and whoever waits for a run gets the error.

Knows: which errors are the home's fault, who is waiting.  Does not know: what a step does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext

from fathoms.errors import HomeError
from fathoms.stores.schema import as_home_error

T = TypeVar("T")


class Trouble:
    """What this process has met of it, and who must be told."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._met: HomeError | None = None
        self._waiting: set[asyncio.Future[HomeError]] = set()

    def close_journal(self, journal: sa.Engine) -> None:
        """The journal's own failures count, and after any failure of the home it takes no more writes from us."""

        @event.listens_for(journal, "handle_error")
        def _notice(context: ExceptionContext) -> None:
            self.notice(context.original_exception)

        @event.listens_for(journal, "begin")
        def _refuse(_connection: sa.Connection) -> None:
            if self._met is not None:
                raise self._met

    def notice(self, error: BaseException) -> None:
        """From any thread: the journal has threads of its own. An error that is not the home's fault is no trouble."""
        meant = error if isinstance(error, HomeError) else as_home_error(error, self._home)
        if meant is None:
            return
        self._met = self._met or meant
        for alarm in tuple(self._waiting):
            alarm.get_loop().call_soon_threadsafe(_set, alarm, meant)

    async def unless_met(self, work: Coroutine[Any, Any, T]) -> T:
        """Wait for `work`; raises `HomeError` as soon as any step of this process met one."""
        alarm: asyncio.Future[HomeError] = asyncio.get_running_loop().create_future()
        self._waiting.add(alarm)
        task = asyncio.ensure_future(work)
        try:
            watched: set[asyncio.Future[Any]] = {task, alarm}
            await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
            if self._met is not None:
                raise self._met
            return task.result()
        finally:
            self._waiting.discard(alarm)
            alarm.cancel()
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)


def _set(alarm: asyncio.Future[HomeError], error: HomeError) -> None:
    if not alarm.done():
        alarm.set_result(error)
