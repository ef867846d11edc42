"""What all recorded steps share: they can be stopped, they tell what happened, they survive a full disk.

Knows: how a step is recorded, noticed when cancelled, and told of.  Does not know: what any step does.
"""

from __future__ import annotations

import asyncio
import functools
from collections.abc import Awaitable, Callable, Coroutine, Mapping, Sequence
from typing import Any, ParamSpec, TypeVar

from dbos import DBOS

from fathoms.domain.events import Body, Event, RunSteered, Steering
from fathoms.errors import HomeError
from fathoms.runtime.process import current, workshop

T = TypeVar("T")
P = ParamSpec("P")


def recorded(name: str) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """A step of the journal; what a full disk keeps it from doing is not recorded as its failure."""
    return lambda work: DBOS.step(name=name)(repeatable(work))


async def stoppable(run: str, work: Coroutine[Any, Any, T]) -> T:
    """Await `work`, or raise `Cancelled` within a second of the run's cancellation."""
    return await current().watch.run(run, work)


def repeatable(work: Callable[P, Awaitable[T]]) -> Callable[P, Coroutine[Any, Any, T]]:
    """Work that leaves the same however often it is done; where nothing follows from it, it need not be recorded.

    What it could not write to the home's other files closes the journal, too.
    """

    @functools.wraps(work)
    async def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return await work(*args, **kwargs)
        except (HomeError, OSError) as error:
            current().trouble.notice(error)
            raise

    return guarded


async def steered(run: str, after: int = 0) -> tuple[Event, ...]:
    """What the user wanted of the run since, oldest first."""
    wished = functools.partial(workshop().stores.events, run, after=after, kind=RunSteered.model_fields["type"].default)
    return await asyncio.to_thread(wished)


async def stop_asked(run: str) -> bool:
    wishes = [event.body for event in await steered(run)]
    return any(isinstance(wish, RunSteered) and wish.steering is Steering.STOP for wish in wishes)


async def tell(run: str, task: str, step: str, *bodies: Body) -> None:
    """Append events under a key that a repeated step repeats, so that nothing is told twice."""
    await tell_all(run, task, {step: bodies})


async def tell_all(run: str, task: str, by_step: Mapping[str, Sequence[Body]]) -> None:
    """What happened at several points of a step, in one go."""
    await asyncio.to_thread(workshop().stores.append, events_of(run, task, by_step))


def events_of(run: str, task: str, by_step: Mapping[str, Sequence[Body]]) -> list[Event]:
    """For a step that keeps them in one write with what they tell of."""
    at = workshop().clock.now()
    return [
        Event(run=run, task=task, step=step, n=n, at=at, body=body)
        for step, bodies in by_step.items()
        for n, body in enumerate(bodies)
    ]
