"""What all recorded steps share: they can be stopped, they tell what happened, they survive a full disk.

Knows: how a step is recorded, noticed when cancelled, and told of.  Does not know: what any step does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

from dbos import DBOS

from fathoms.domain.events import Body, Event
from fathoms.runtime.cancel import CancelWatch
from fathoms.runtime.process import workshop
from fathoms.runtime.trouble import told_of_trouble

T = TypeVar("T")
P = ParamSpec("P")
_watch: CancelWatch | None = None


def recorded(name: str) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """A step of the journal; what a full disk keeps it from doing is not recorded as its failure."""
    return lambda work: DBOS.step(name=name)(told_of_trouble(work))


async def stoppable(run: str, work: Coroutine[Any, Any, T]) -> T:
    """Await `work`, or raise `Cancelled` within a second of the run's cancellation."""
    global _watch
    if _watch is None:
        _watch = CancelWatch(lambda runs: workshop().stores.cancelled_among(runs))
    return await _watch.run(run, work)


async def stop_steps(run: str) -> None:
    """Stop what this process still does for a run that was cancelled, so that it can be taken up again at once."""
    if _watch:
        await _watch.stop(run)


def forget_watch() -> None:
    """Drop the cancel watcher with the event loop it belongs to."""
    global _watch
    if _watch:
        _watch.close()
    _watch = None


async def tell(run: str, task: str, step: str, *bodies: Body) -> None:
    """Append events under a key that a repeated step repeats, so that nothing is told twice."""
    shop = workshop()
    at = shop.clock.now()
    events = [Event(run=run, task=task, step=step, n=n, at=at, body=body) for n, body in enumerate(bodies)]
    await asyncio.to_thread(shop.stores.append, events)
