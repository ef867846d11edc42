"""Who may still spend: reserve, bands, reservations, what is given up first."""

from __future__ import annotations

import pytest

from fathoms.domain.budget import Budget, Spend
from fathoms.domain.ledger import Ledger, Purpose
from fathoms.engine.run import budget
from fathoms.engine.run.budget import Band
from tests.plan_making import DONE, PENDING, RUNNING, ids, make_plan, make_task

WORK_OF_1000 = 850


def spent_share(share: float, *, axis: str = "calls") -> Ledger:
    """A ledger that has spent this share of what work may spend of 1,000 (money in dollars)."""
    amount = share * WORK_OF_1000
    if axis == "seconds":
        return Ledger(budget=Budget(seconds=1000), elapsed=amount)
    ledger = Ledger(budget=Budget.model_validate({axis: 1000}))
    spend = Spend.model_validate({axis: amount if axis == "usd" else round(amount)})
    reserved = budget.reserve(ledger, "k", spend)
    assert reserved.granted
    return budget.settle(reserved.ledger, "k", spend)


@pytest.mark.parametrize("axis", ["calls", "tokens", "usd", "seconds"])
@pytest.mark.parametrize(
    ("share", "band"),
    [
        (0.0, Band.OPEN),
        (0.69, Band.OPEN),
        (0.70, Band.NO_DRILL_DOWN),
        (0.89, Band.NO_DRILL_DOWN),
        (0.90, Band.NOTHING_NEW),
        (1.0, Band.NOTHING_NEW),
    ],
)
def test_bands_begin_at_seven_and_nine_tenths_of_what_the_report_leaves(axis: str, share: float, band: Band) -> None:
    ledger = spent_share(share, axis=axis)
    assert budget.band(ledger) is band
    assert budget.may_drill(ledger) is (band is Band.OPEN)
    assert budget.may_add(ledger) is (band is not Band.NOTHING_NEW)


def test_the_most_used_axis_counts() -> None:
    ledger = Ledger(budget=Budget(calls=100, tokens=1000))
    ledger = budget.settle(
        budget.reserve(ledger, "k", Spend(calls=1, tokens=800)).ledger, "k", Spend(calls=1, tokens=800)
    )
    assert budget.used(ledger) == pytest.approx(800 / 850)
    assert budget.left(ledger) == pytest.approx(50 / 850)


def test_without_a_budget_nothing_is_ever_refused() -> None:
    reserved = budget.reserve(Ledger(elapsed=1e9), "k", Spend(usd=1e9, tokens=10**9, calls=10**6, seconds=1e9))
    assert reserved.granted
    assert budget.used(reserved.ledger) == 0.0
    assert budget.left(reserved.ledger) == 1.0


@pytest.mark.parametrize(("wanted", "granted"), [(85, True), (86, False)])
def test_work_may_use_all_but_the_reserve(wanted: int, granted: bool) -> None:
    reserved = budget.reserve(Ledger(budget=Budget(calls=100)), "k", Spend(calls=wanted))
    assert reserved.granted is granted
    if not granted:
        assert "calls" in reserved.refused
        assert "15%" in reserved.refused
        assert reserved.ledger.entries == ()


@pytest.mark.parametrize(("wanted", "granted"), [(15, True), (16, False)])
def test_the_report_may_use_the_reserve_and_no_more(wanted: int, granted: bool) -> None:
    ledger = budget.reserve(Ledger(budget=Budget(calls=100)), "work", Spend(calls=85)).ledger
    assert budget.reserve(ledger, "report", Spend(calls=wanted), purpose=Purpose.REPORT).granted is granted


def test_what_is_set_aside_counts_until_it_is_settled() -> None:
    ledger = budget.reserve(Ledger(budget=Budget(tokens=1000)), "a", Spend(tokens=800)).ledger
    assert not budget.reserve(ledger, "b", Spend(tokens=100)).granted
    ledger = budget.settle(ledger, "a", Spend(tokens=300))
    assert budget.reserve(ledger, "b", Spend(tokens=100)).granted
    assert budget.spent(ledger).tokens == 300


def test_bands_look_at_what_is_spent_not_at_what_is_set_aside() -> None:
    ledger = budget.reserve(Ledger(budget=Budget(tokens=1000)), "a", Spend(tokens=840)).ledger
    assert budget.band(ledger) is Band.OPEN
    assert budget.committed(ledger).tokens == 840


def test_a_call_that_is_repeated_after_a_crash_is_charged_once() -> None:
    ledger = Ledger(budget=Budget(calls=2))
    for _ in range(5):
        reserved = budget.reserve(ledger, "same", Spend(calls=1))
        assert reserved.granted
        ledger = budget.settle(reserved.ledger, "same", Spend(calls=1))
    assert budget.spent(ledger).calls == 1


def test_a_call_that_was_never_made_gives_back_what_it_had_reserved() -> None:
    ledger = budget.reserve(Ledger(budget=Budget(calls=1)), "a", Spend(calls=0)).ledger
    ledger = budget.reserve(ledger, "b", Spend(calls=0, tokens=5)).ledger
    assert [entry.key for entry in budget.release(ledger, "a").entries] == ["b"]
    settled = budget.settle(ledger, "b", Spend(tokens=5))
    assert budget.release(settled, "b") == settled


def test_time_is_read_off_the_clock_and_not_added_up() -> None:
    ledger = Ledger(budget=Budget(seconds=100))
    for key in ("a", "b", "c"):
        ledger = budget.reserve(ledger, key, Spend(seconds=60)).ledger
    assert len(ledger.entries) == 3
    later = budget.at(ledger, 30)
    assert not budget.reserve(later, "d", Spend(seconds=60)).granted
    assert budget.reserve(later, "d", Spend(seconds=55)).granted
    assert budget.at(later, 10).elapsed == 30


def test_spend_is_told_for_each_task() -> None:
    ledger = Ledger()
    for key, task in (("a", "1"), ("b", "2"), ("c", "1")):
        ledger = budget.settle(budget.reserve(ledger, key, Spend(calls=1), task=task).ledger, key, Spend(calls=1))
    assert (budget.spent(ledger, "1").calls, budget.spent(ledger, "2").calls, budget.spent(ledger).calls) == (2, 1, 3)


@pytest.mark.parametrize(("share", "skipped"), [(0.89, []), (0.90, ["3", "2"])])
def test_in_the_last_band_pending_tasks_under_one_half_are_skipped_lowest_first(
    share: float, skipped: list[str]
) -> None:
    plan = make_plan(
        make_task("1", importance=0.1, status=DONE),
        make_task("2", importance=0.49),
        make_task("3", importance=0.2),
        make_task("4", importance=0.5),
        make_task("5", importance=0.1, status=RUNNING),
    )
    pruned, gone = budget.pruned(spent_share(share), plan)
    assert ids(gone) == skipped
    assert all("budget" in task.reason for task in gone)
    assert [task.status for task in pruned.tasks if task.id in ("1", "4", "5")] == [DONE, PENDING, RUNNING]


def test_of_equally_unimportant_tasks_the_later_goes_first() -> None:
    plan = make_plan(make_task("1", importance=0.2), make_task("2", importance=0.2))
    assert ids(budget.prunable(spent_share(0.95), plan)) == ["2", "1"]


def test_a_task_that_an_important_one_cannot_do_without_is_kept() -> None:
    plan = make_plan(
        make_task("1", importance=0.1),
        make_task("2", importance=0.1),
        make_task("3", "1", soft=("2",), importance=0.9),
    )
    assert ids(budget.prunable(spent_share(0.95), plan)) == ["2"]


def test_time_has_no_worst_case_so_a_call_may_last_until_it_is_up():
    ledger = Ledger(budget=Budget(seconds=100.0), elapsed=80.0)
    assert budget.seconds_left(ledger, Purpose.WORK) == 5.0
    assert budget.seconds_left(ledger, Purpose.REPORT) == 20.0
    assert budget.seconds_left(budget.at(ledger, 86.0), Purpose.WORK) == 0.0
    assert budget.seconds_left(Ledger(), Purpose.WORK) is None


def paid(*calls: int, of: int) -> Ledger:
    """A ledger in which task n has made that many of so many calls."""
    ledger = Ledger(budget=Budget(calls=of))
    for number, count in enumerate(calls, start=1):
        spend = Spend(calls=count)
        ledger = budget.reserve(ledger, f"t{number}", spend, task=str(number), purpose=Purpose.REPORT).ledger
        ledger = budget.settle(ledger, f"t{number}", spend)
    return ledger


def test_what_will_not_fit_by_what_tasks_cost_so_far_is_given_up_before_the_last_band() -> None:
    plan = make_plan(
        make_task("1", importance=0.9, status=DONE),
        make_task("2", importance=0.4),
        make_task("3", importance=0.8),
        make_task("4", importance=0.2),
    )
    ledger = paid(3, of=8)
    assert budget.band(ledger) is Band.OPEN
    _, gone = budget.pruned(ledger, plan)
    assert ids(gone) == ["4", "2"]
    assert "not all that wait would fit" in gone[0].reason
    assert ids(budget.pruned(paid(3, of=100), plan)[1]) == []
    assert ids(budget.pruned(Ledger(budget=Budget(calls=2)), plan)[1]) == [], "before a task has ended nothing is known"


def test_the_forecast_gives_up_no_more_than_it_must_and_nothing_that_matters() -> None:
    plan = make_plan(
        make_task("1", status=DONE),
        make_task("2", importance=0.3),
        make_task("3", importance=0.2),
        make_task("4", importance=0.6),
    )
    assert ids(budget.pruned(paid(3, of=12), plan)[1]) == ["3"]
    assert ids(budget.pruned(paid(3, of=5), plan)[1]) == ["3", "2"]
