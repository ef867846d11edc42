"""The account of a run: what each call may cost at worst, and what it did cost.

Knows: entries.  Does not know: reserves, bands or who may spend (`engine/run/budget.py`).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from fathoms.domain.budget import Budget, Spend
from fathoms.domain.value import Value


class Purpose(StrEnum):
    WORK = "work"
    REPORT = "report"
    """May use the share of the budget that is kept for it."""


class Entry(Value, kind="ledger_entry"):
    """One call: reserved at its worst before it is made, settled at its true cost after."""

    key: str = Field(min_length=1)
    """The key of the call, so that a repeated step is not charged twice."""
    task: str = ""
    worst: Spend
    actual: Spend | None = None
    purpose: Purpose = Purpose.WORK


class Payment(Value, kind="payment"):
    """One real request of a mind, as it is kept: also one that failed, or was under way when its process died."""

    ticket: str = Field(min_length=1)
    call: str
    """The key of the call that it was made for; a call that is repeated has several requests."""
    kind: str
    task: str = ""
    model: str = ""
    role: str = Field(default="", exclude_if=lambda name: not name)
    """What the model was asked as; empty where older versions kept it."""
    purpose: Purpose = Purpose.WORK
    worst: Spend
    actual: Spend | None = None
    """None: nobody knows what it cost. The budget takes it at its worst."""


class Ledger(Value, kind="ledger"):
    budget: Budget = Budget()
    entries: tuple[Entry, ...] = ()
    elapsed: float = Field(default=0.0, ge=0)
    """Seconds since the run began. Calls overlap, so time is read off the clock and never added up."""

    def entry(self, key: str) -> Entry | None:
        return next((entry for entry in self.entries if entry.key == key), None)


class Reserved(Value, kind="reserved"):
    """The answer to a reservation: the ledger after it, or why it was not granted."""

    ledger: Ledger
    refused: str = ""

    @property
    def granted(self) -> bool:
        return not self.refused
