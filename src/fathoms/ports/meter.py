"""The meter of one call: what it may cost at worst is set aside before, what it did cost is put down after.

A mind whose calls cost something asks for the meter of the call it was made for (`current`) and has every
real request pass through it: first tries, repeats, failures. One that costs nothing never asks. What of a paid answer
is not used is put down as well.

Knows: how a meter reaches a mind.  Does not know: budgets, prices, ledgers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Protocol

from fathoms.domain.budget import Spend


class Charge(Protocol):
    """One request that was granted."""

    @property
    def seconds(self) -> float | None:
        """How long it may take before the time of the run is up; None when there is no such time."""
        ...

    async def settle(self, actual: Spend) -> None:
        """Put down what it cost. A request whose cost is not known is settled at its worst."""
        ...


class Meter(Protocol):
    async def reserve(self, worst: Spend, *, model: str, role: str = "") -> Charge:
        """Set the worst case aside, of a model in one of its roles. Raises `BudgetSpent` when a limit could be
        passed."""
        ...

    def waive(self) -> None:
        """The call needs no request: it costs nothing."""
        ...

    async def leave_out(self, what: Sequence[str], why: str) -> None:
        """Put down what of an answer is not used, and why."""
        ...


class _FreeCharge:
    seconds: float | None = None

    async def settle(self, actual: Spend) -> None:
        return None


class Unmetered:
    """For calls that nobody counts: a check-up, a test."""

    async def reserve(self, worst: Spend, *, model: str, role: str = "") -> Charge:
        return _FreeCharge()

    def waive(self) -> None:
        return None

    async def leave_out(self, what: Sequence[str], why: str) -> None:
        return None


_current: ContextVar[Meter | None] = ContextVar("fathoms_meter", default=None)


def current() -> Meter:
    """The meter of the call that is being made."""
    return _current.get() or Unmetered()


@contextmanager
def counted_by(meter: Meter) -> Iterator[None]:
    """Whatever is called inside is counted by this meter."""
    token = _current.set(meter)
    try:
        yield
    finally:
        _current.reset(token)
