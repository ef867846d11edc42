"""What a run may spend and what it has spent.

Knows: the four axes (money, tokens, calls, time).  Does not know: the rules on bands and reserves
(`engine/run/budget.py`).
"""

from __future__ import annotations

from pydantic import Field

from fathoms.domain.value import Value


class Spend(Value, kind="spend"):
    """What was used, on each axis. Adds up."""

    usd: float = Field(default=0.0, ge=0)
    tokens: int = Field(default=0, ge=0)
    calls: int = Field(default=0, ge=0)
    seconds: float = Field(default=0.0, ge=0)

    def __add__(self, other: Spend) -> Spend:
        return Spend(
            usd=self.usd + other.usd,
            tokens=self.tokens + other.tokens,
            calls=self.calls + other.calls,
            seconds=self.seconds + other.seconds,
        )


class Budget(Value, kind="budget"):
    """The limits of a run; `None` leaves an axis without limit."""

    usd: float | None = Field(default=None, gt=0)
    tokens: int | None = Field(default=None, gt=0)
    calls: int | None = Field(default=None, gt=0)
    seconds: float | None = Field(default=None, gt=0)
