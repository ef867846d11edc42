"""The purse of a run: worst cases set aside, true costs put down, waiting where that helps, limits never passed."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

import pytest

from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.budget import Budget, Spend
from fathoms.domain.ledger import Payment, Purpose
from fathoms.domain.run import RunOrder
from fathoms.errors import BudgetSpent
from fathoms.runtime.spending import Purse
from fathoms.testing.fakes import FixedClock

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
WORK, REPORT = Purpose.WORK, Purpose.REPORT


def dollars(usd: float) -> Spend:
    return Spend(usd=usd, calls=1)


def purse(*paid: Payment, task_budget: Budget | None = None, **limits: float) -> Purse:
    order = RunOrder(
        run="r1",
        ask=Ask(
            question="Why?",
            budget=Budget.model_validate(limits),
            task_budget=task_budget or Budget(),
            cross_check=False,
        ),
        limits=EFFORT_LIMITS[Effort.STANDARD],
        created_at=BEGAN,
    )
    return Purse(order, (), FixedClock(BEGAN), paid)


async def test_what_others_have_set_aside_is_waited_for_as_it_may_cost_less() -> None:
    money = purse(usd=1.0)
    await money.take("a", "1", WORK, dollars(0.6))
    waiting = asyncio.create_task(money.take("b", "2", WORK, dollars(0.6)))
    await asyncio.sleep(0)
    assert not waiting.done()
    money.settle("a", dollars(0.1))
    await waiting
    money.settle("b", dollars(0.2))
    assert money.spent().usd == pytest.approx(0.3)


async def test_when_nothing_is_under_way_any_more_the_budget_is_spent() -> None:
    money = purse(usd=1.0)
    await money.take("a", "1", WORK, dollars(0.6))
    waiting = asyncio.create_task(money.take("b", "2", WORK, dollars(0.6)))
    await asyncio.sleep(0)
    money.settle("a", dollars(0.6))
    with pytest.raises(BudgetSpent):
        await waiting


@pytest.mark.parametrize(
    ("worst", "purpose", "granted"), [(0.85, WORK, True), (0.86, WORK, False), (1.0, REPORT, True)]
)
async def test_the_reserve_is_for_the_report(worst: float, purpose: Purpose, granted: bool) -> None:
    money = purse(usd=1.0)
    if granted:
        await money.take("a", "1", purpose, dollars(worst))
    else:
        with pytest.raises(BudgetSpent):
            await money.take("a", "1", purpose, dollars(worst))


async def test_a_task_has_a_budget_of_its_own() -> None:
    money = purse(task_budget=Budget(calls=2), calls=100)
    await money.take("a", "1", WORK)
    money.settle("a")
    with pytest.raises(BudgetSpent, match="task 1"):
        await money.take("b", "1", WORK)
    await money.take("c", "2", WORK)


async def test_a_call_that_must_follow_is_kept_for_it() -> None:
    money = purse(calls=4)  # three of them for work
    assert money.hold("1")
    assert money.hold("1")
    await money.take("a", "1", WORK)
    money.settle("a")
    assert money.hold("2")
    assert not money.hold("3")
    money.let_go("1")
    await money.take("b", "1", WORK)


async def test_a_request_that_was_in_flight_when_its_process_died_counts_at_its_worst() -> None:
    lost = Payment(ticket="t1", call="k", kind="mind.extract", task="1", worst=dollars(0.5))
    known = Payment(ticket="t2", call="k", kind="mind.extract", task="1", worst=dollars(0.5), actual=dollars(0.1))
    money = purse(lost, known, usd=1.0)
    assert money.spent().usd == pytest.approx(0.1)
    with pytest.raises(BudgetSpent):
        await money.take("a", "2", WORK, dollars(0.3))
    await money.take("b", "2", WORK, dollars(0.2))


async def test_many_at_once_never_pass_the_limit() -> None:
    money, seen = purse(usd=1.0), []

    async def one(number: int) -> None:
        try:
            await money.take(str(number), str(number), WORK, dollars(0.3))
        except BudgetSpent:
            return
        await asyncio.sleep(0)
        money.settle(str(number), dollars(0.05 + 0.01 * (number % 5)))
        seen.append(money.spent().usd)

    await asyncio.gather(*(one(number) for number in range(40)))
    assert 0.5 < max(seen) <= 0.85
