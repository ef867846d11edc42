"""What every ledger of spend promises (`ports/ledger.py`). A check is handed one with nothing in it.

Knows: the port.  Does not know: any implementation.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from fathoms.domain.budget import Spend
from fathoms.domain.ledger import Payment
from fathoms.ports.ledger import SpendLedger

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
SECOND = timedelta(seconds=1)


def payment(ticket: str, actual: Spend | None = None) -> Payment:
    return Payment(ticket=ticket, call="k", kind="mind.plan", worst=Spend(calls=1, tokens=100), actual=actual)


def what_was_reserved_and_never_settled_is_still_there(ledger: SpendLedger) -> None:
    ledger.reserve("r1", payment("t1"), NOW)
    assert ledger.payments("r1") == (payment("t1"),)
    assert ledger.payments("r2") == ()


def a_settlement_replaces_its_reservation_and_keeps_its_place(ledger: SpendLedger) -> None:
    ledger.reserve("r1", payment("t2"), NOW)
    ledger.reserve("r1", payment("t1"), NOW + SECOND)
    settled = payment("t2", Spend(calls=1, tokens=7))
    for _ in range(2):
        ledger.settle("r1", settled, NOW + 2 * SECOND)
    assert ledger.payments("r1") == (settled, payment("t1"))


def a_settlement_without_reservation_counts(ledger: SpendLedger) -> None:
    ledger.settle("r1", payment("t1", Spend(calls=1)), NOW)
    assert [one.actual for one in ledger.payments("r1")] == [Spend(calls=1)]


def a_fresh_ledger_knows_of_no_call(ledger: SpendLedger) -> None:
    assert ledger.mind_calls("r1") == ()


CHECKS: tuple[Callable[[SpendLedger], None], ...] = (
    what_was_reserved_and_never_settled_is_still_there,
    a_settlement_replaces_its_reservation_and_keeps_its_place,
    a_settlement_without_reservation_counts,
    a_fresh_ledger_knows_of_no_call,
)
