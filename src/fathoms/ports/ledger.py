"""The spend of runs as it is kept: reserved before a request is made, settled when its cost is known.

A process that dies in between leaves the reservation behind, and the budget takes it at its worst. Which spend is
granted is no affair of the ledger (`engine/run/budget.py`). Calls block; on an event loop they belong in a thread.
An implementation is put through `fathoms.testing.contracts.ledger`.
"""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from fathoms.domain.ledger import Payment


class SpendLedger(Protocol):
    def reserve(self, run: str, payment: Payment, at: datetime) -> None:
        """Keep a request, at its worst, before it is made."""
        ...

    def settle(self, run: str, payment: Payment, at: datetime) -> None:
        """Keep what it did cost, under the ticket and the time of its reservation."""
        ...

    def payments(self, run: str) -> tuple[Payment, ...]:
        """Every real request of a mind in this run, also those never settled, in the order they were reserved."""
        ...

    def mind_calls(self, run: str) -> tuple[tuple[str, str], ...]:
        """The key and task of every kept answer of a mind, in the order they were made."""
        ...
