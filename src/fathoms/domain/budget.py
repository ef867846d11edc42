"""What a run may spend and what it has spent.

Knows: the four axes (money, tokens, calls, time).  Does not know: the rules on bands and reserves
(`engine/run/budget.py`).
"""

from __future__ import annotations

from collections.abc import Iterable

from pydantic import Field

from fathoms.domain.value import Value


class Spend(Value, kind="spend"):
    """What was used, on each axis. Adds up."""

    usd: float = Field(default=0.0, ge=0)
    tokens: int = Field(default=0, ge=0)
    calls: int = Field(default=0, ge=0)
    seconds: float = Field(default=0.0, ge=0)

    def __add__(self, other: Spend) -> Spend:
        return added((self, other))


def added(spends: Iterable[Spend]) -> Spend:
    """All of them in one: the ledger of a run has hundreds, and every call adds them up."""
    every = tuple(spends)
    return Spend(
        usd=sum(one.usd for one in every),
        tokens=sum(one.tokens for one in every),
        calls=sum(one.calls for one in every),
        seconds=sum(one.seconds for one in every),
    )


class Budget(Value, kind="budget"):
    """The limits of a run; `None` leaves an axis without limit."""

    usd: float | None = Field(default=None, gt=0)
    tokens: int | None = Field(default=None, gt=0)
    calls: int | None = Field(default=None, gt=0)
    seconds: float | None = Field(default=None, gt=0)
