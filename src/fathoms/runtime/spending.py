"""The purse of a run: every call of a mind is reserved before it is made and settled after it.

Knows: the run's ledger, rebuilt from the kept answers and payments when a process takes the run up.  Does not
know: the rules of reserves and bands (`engine/run/budget.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import datetime

from fathoms.domain.budget import Spend
from fathoms.domain.ledger import Entry, Ledger, Payment, Purpose
from fathoms.domain.run import RunOrder
from fathoms.engine.run import budget
from fathoms.errors import BudgetSpent
from fathoms.ports.clock import Clock

ONE_CALL = Spend(calls=1)


class Purse:
    """Belongs to one run in one process; calls of parallel tasks reserve from it one after another."""

    def __init__(
        self, order: RunOrder, made: Sequence[tuple[str, str]], clock: Clock, paid: Sequence[Payment] = ()
    ) -> None:
        self._began: datetime = order.created_at
        self._clock = clock
        self._task_budget = order.ask.task_budget
        counted = {payment.call for payment in paid}
        entries = (
            *(Entry(key=key, task=task, worst=ONE_CALL, actual=ONE_CALL) for key, task in made if key not in counted),
            *(Entry(key=p.ticket, task=p.task, worst=p.worst, actual=p.actual, purpose=p.purpose) for p in paid),
        )
        self._ledger = Ledger(budget=order.ask.budget, entries=entries)
        self._under_way: set[str] = set()
        """Set aside by this process and not yet settled."""
        self._waiting: list[asyncio.Future[None]] = []

    async def take(self, key: str, task: str, purpose: Purpose, worst: Spend = ONE_CALL) -> None:
        """Set the worst case of a call aside, or raise `BudgetSpent`: no limit is ever passed.

        What others have set aside may turn out to cost less, so as long as some are under way it is waited for.
        """
        while refused := self._refusal(key, task, purpose, worst):
            if not self._under_way - {key}:
                raise BudgetSpent(refused)
            await self._next_settlement()
        self._under_way.add(key)

    def seconds_left(self, purpose: Purpose) -> float | None:
        """Until the run's time is up for such a call; None without a limit."""
        elapsed = max(0.0, (self._clock.now() - self._began).total_seconds())
        return budget.seconds_left(budget.at(self._ledger, elapsed), purpose)

    def hold(self, task: str) -> bool:
        """Keep a call for what must follow: a query is worth nothing if what it finds cannot be read.

        Nobody waits for it to be settled: it will be used.
        """
        return not self._refusal(_held(task), task, Purpose.WORK, ONE_CALL)

    def let_go(self, task: str) -> None:
        self.release(_held(task))

    def _refusal(self, key: str, task: str, purpose: Purpose, worst: Spend) -> str:
        """Why it is not granted; granted when there is no reason."""
        elapsed = max(0.0, (self._clock.now() - self._began).total_seconds())
        reserved = budget.reserve(budget.at(self._ledger, elapsed), key, worst, task=task, purpose=purpose)
        if not reserved.granted:
            return reserved.refused
        if task:
            own = tuple(entry for entry in self._ledger.entries if entry.task == task)
            alone = Ledger(budget=self._task_budget, entries=own)
            refused = budget.reserve(alone, key, worst, task=task, purpose=purpose).refused
            if refused:
                return f"task {task}: {refused}"
        self._ledger = reserved.ledger
        return ""

    async def _next_settlement(self) -> None:
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(waiting)
        await waiting

    def _settled(self, key: str) -> None:
        self._under_way.discard(key)
        waiting, self._waiting = self._waiting, []
        for caller in waiting:
            if not caller.done():
                caller.set_result(None)

    def settle(self, key: str, actual: Spend = ONE_CALL) -> None:
        self._ledger = budget.settle(self._ledger, key, actual)
        self._settled(key)

    def release(self, key: str) -> None:
        self._ledger = budget.release(self._ledger, key)
        self._settled(key)

    def spent(self, task: str | None = None) -> Spend:
        """Without the time: that differs from one execution to the next, and a report must not."""
        return budget.spent(self._ledger, task).model_copy(update={"seconds": 0.0})


def _held(task: str) -> str:
    return f"{task}: the next call"
