"""Trouble with the home: a full or read-only disk stops this process, never the run.

A step that could not write must not be recorded as failed: on resume the recorded failure would come back, with
the disk long free again. So from the first such error on, this process writes nothing more to the journal, as if
it had died there, and whoever waits for a run gets the error.

Knows: which errors are the home's fault, who is waiting.  Does not know: what a step does.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.engine import ExceptionContext

from fathoms.errors import HomeError
from fathoms.runtime.process import workshop
from fathoms.stores.schema import as_home_error

P = ParamSpec("P")
T = TypeVar("T")

_met: HomeError | None = None
_waiting: set[asyncio.Future[HomeError]] = set()


def forget() -> None:
    """A new process, or a new launch in this one, starts without trouble."""
    global _met
    _met = None


def close_journal_on_trouble(journal: sa.Engine, home: Path) -> None:
    """The journal's own failures count, and after any failure of the home it takes no more writes from us."""

    @event.listens_for(journal, "handle_error")
    def _notice(context: ExceptionContext) -> None:
        meant = as_home_error(context.original_exception, home)
        if meant:
            _sound(meant)

    @event.listens_for(journal, "begin")
    def _refuse(_connection: sa.Connection) -> None:
        if _met is not None:
            raise _met


def told_of_trouble(work: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """For steps: what they could not write to the home's other files closes the journal, too."""

    @functools.wraps(work)
    async def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await work(*args, **kwargs)
        except (HomeError, OSError) as error:
            meant = error if isinstance(error, HomeError) else as_home_error(error, workshop().home.path)
            if meant:
                _sound(meant)
            raise

    return guarded


async def unless_home_fails(work: Coroutine[Any, Any, T]) -> T:
    """Wait for `work`; raises `HomeError` as soon as any step of this process met one."""
    alarm: asyncio.Future[HomeError] = asyncio.get_running_loop().create_future()
    _waiting.add(alarm)
    task = asyncio.ensure_future(work)
    try:
        watched: set[asyncio.Future[Any]] = {task, alarm}
        await asyncio.wait(watched, return_when=asyncio.FIRST_COMPLETED)
        if _met is not None:
            raise _met
        return task.result()
    finally:
        _waiting.discard(alarm)
        alarm.cancel()
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


def _sound(error: HomeError) -> None:
    """From any thread: the journal has threads of its own."""
    global _met
    _met = _met or error
    for alarm in tuple(_waiting):
        alarm.get_loop().call_soon_threadsafe(_set, alarm, error)


def _set(alarm: asyncio.Future[HomeError], error: HomeError) -> None:
    if not alarm.done():
        alarm.set_result(error)
