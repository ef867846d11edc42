"""The purse of a run: every call of a mind is reserved before it is made and settled after it.

Knows: the run's ledger, rebuilt from the kept answers when a process takes the run up.  Does not know: the
rules of reserves and bands (`engine/budget.py`).
"""

from __future__ import annotations

from datetime import datetime

from fathoms.domain.budget import Spend
from fathoms.domain.ledger import Ledger, Purpose
from fathoms.domain.run import RunOrder
from fathoms.engine import budget
from fathoms.errors import BudgetSpent
from fathoms.ports.clock import Clock

ONE_CALL = Spend(calls=1)


class Purse:
    """Belongs to one run in one process; calls of parallel tasks reserve from it one after another."""

    def __init__(self, order: RunOrder, made: tuple[tuple[str, str], ...], clock: Clock) -> None:
        self._began: datetime = order.created_at
        self._clock = clock
        self._ledger = Ledger(budget=order.budget)
        for key, task in made:
            self._ledger = budget.reserve(Ledger(entries=self._ledger.entries), key, ONE_CALL, task=task).ledger
            self._ledger = budget.settle(self._ledger, key, ONE_CALL)
        self._ledger = self._ledger.model_copy(update={"budget": order.budget})

    def reserve(self, key: str, task: str, purpose: Purpose) -> None:
        """Set one call aside, or raise `BudgetSpent`: the limit itself is never passed."""
        elapsed = max(0.0, (self._clock.now() - self._began).total_seconds())
        reserved = budget.reserve(budget.at(self._ledger, elapsed), key, ONE_CALL, task=task, purpose=purpose)
        if not reserved.granted:
            raise BudgetSpent(reserved.refused)
        self._ledger = reserved.ledger

    def settle(self, key: str, actual: Spend = ONE_CALL) -> None:
        self._ledger = budget.settle(self._ledger, key, actual)

    def release(self, key: str) -> None:
        self._ledger = budget.release(self._ledger, key)

    def spent(self, task: str | None = None) -> Spend:
        """Without the time: that differs from one execution to the next, and a report must not."""
        return budget.spent(self._ledger, task).model_copy(update={"seconds": 0.0})
