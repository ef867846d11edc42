"""Engines in a row: the first is asked, the others stand in for it.

Knows: waiting as long as a service asks for, trying again, resting an engine that has had enough.  Does not know:
any engine.  What failed on the way is told even when another engine answered.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from fathoms.domain.evidence import Failure
from fathoms.domain.thread import Phase
from fathoms.errors import AuthFailed, ProviderError, RateLimited, Refused, Unavailable
from fathoms.ports.engine import Engine, WebHit, WebQuery

BACKOFF = (0.5, 1.5)
"""Waits between tries when the service names none."""
LONGEST_WAIT = 10.0
"""A service that asks for more is left alone until then, and the next engine is asked."""
AT_ONCE = 2
_RESTS = 60.0
"""Seconds that an engine rests after it failed for good."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    hits: tuple[WebHit, ...]
    engine: str
    failures: tuple[Failure, ...] = ()


class Line:
    """One engine and the waiting before it: shared by all runs of this process."""

    def __init__(self, engine: Engine, *, pause: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self.engine = engine
        self._pause = pause
        self._slots = asyncio.Semaphore(AT_ONCE)
        self._back_at = 0.0
        self._refusal: ProviderError | None = None

    async def search(self, query: WebQuery) -> tuple[WebHit, ...]:
        """Ask, wait when asked to, try again while that can help. Raises ProviderError."""
        async with self._slots:
            self._check_resting()
            waits = iter(BACKOFF)
            while True:
                try:
                    return await self.engine.search(query)
                except ProviderError as error:
                    wait = _wait(error, next(waits, None))
                    if wait is None:
                        self._rest(error)
                        raise
                await self._pause(wait)

    def _check_resting(self) -> None:
        if self._refusal is not None and asyncio.get_running_loop().time() < self._back_at:
            raise Unavailable(f"{self.engine.name} rests after: {self._refusal}", provider=self.engine.name)
        self._refusal = None

    def _rest(self, error: ProviderError) -> None:
        """A bad answer to one query says nothing about the next; a refused key or an empty purse does."""
        asked = error.retry_after if isinstance(error, RateLimited) else None
        if isinstance(error, AuthFailed) or asked:
            self._refusal = error
            self._back_at = asyncio.get_running_loop().time() + (asked or _RESTS)


def _wait(error: ProviderError, backoff: float | None) -> float | None:
    """Seconds before the next try; None when there is none."""
    if backoff is None or not error.retryable:
        return None
    asked = error.retry_after if isinstance(error, RateLimited) else None
    wait = max(asked or 0.0, backoff)
    return wait if wait <= LONGEST_WAIT else None


class Chain:
    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = tuple(lines)

    @property
    def phases(self) -> frozenset[Phase]:
        return frozenset().union(*(line.engine.phases for line in self._lines))

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(line.engine.name for line in self._lines)

    async def search(self, query: WebQuery) -> Answer:
        """The answer of the first engine that gives one. Raises the last error when none does."""
        failures: list[Failure] = []
        problem: ProviderError = Refused(
            f"none of {', '.join(self.names)} serves {query.phase.value}; add one to `engines` that does",
            provider="web",
        )
        for line in self._lines:
            if query.phase not in line.engine.phases:
                continue
            try:
                hits = await self._asked(line, query)
            except ProviderError as error:
                problem = error
                failures.append(Failure(what="search", target=f"{line.engine.name}: {query.words}", reason=str(error)))
                continue
            return Answer(hits=hits, engine=line.engine.name, failures=tuple(failures))
        raise problem

    async def _asked(self, line: Line, query: WebQuery) -> tuple[WebHit, ...]:
        """Hints are hints: when nothing fits the narrower question, the wider one is asked."""
        hits = await line.search(query)
        return hits if hits or not query.narrowed else await line.search(query.widened())
