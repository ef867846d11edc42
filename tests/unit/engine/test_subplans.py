"""Several plans in one run: letters, caps for each, one synthesis."""

from __future__ import annotations

import pytest

from fathoms.domain.plan import Mode, Plan, Strategy
from fathoms.engine.plan import rules as plan_rules
from fathoms.engine.plan import schedule, subplans
from tests.plan_making import STANDARD, ids, make_plan, make_task


def two() -> Plan:
    first = make_plan(make_task("1"), make_task("2", "1"), make_task("1.1"))
    return subplans.split_plans([first, make_plan(make_task("1", question="Why is it red?"))])


def test_each_plan_gets_a_letter_and_keeps_its_edges() -> None:
    plan = two()
    assert ids(plan.tasks) == ["A/1", "A/2", "A/1.1", "B/1"]
    assert plan.task("A/2").dependency_ids == ("A/1",)
    assert plan.task("A/1.1").parent == "A/1"
    assert plan_rules.problems(plan, STANDARD) == ()
    assert ids(schedule.ready(plan, slots=9)) == ["A/1", "B/1"]


def test_one_plan_stays_as_it_is() -> None:
    plan = make_plan(make_task("1"))
    assert subplans.split_plans([plan]) == plan
    assert subplans.parts(plan) == (plan,)


@pytest.mark.parametrize("count", [0, 27])
def test_no_plan_and_more_plans_than_letters_are_refused(count: int) -> None:
    with pytest.raises(ValueError, match="plan"):
        subplans.split_plans([make_plan(make_task("1"))] * count)


@pytest.mark.parametrize(("top", "refused"), [(6, False), (7, True)])
def test_caps_hold_for_each_plan_not_for_the_run(top: int, refused: bool) -> None:
    large = make_plan(*(make_task(str(n)) for n in range(1, top + 1)))
    assert bool(plan_rules.problems(subplans.split_plans([large, large]), STANDARD)) is refused


def test_a_run_of_simple_plans_is_simple_and_a_mixed_one_is_not() -> None:
    simple = make_plan(make_task("1"), mode=Mode.SIMPLE)
    assert subplans.split_plans([simple, simple]).mode is Mode.SIMPLE
    assert subplans.split_plans([simple, make_plan(make_task("1"))]).mode is Mode.COMPLEX


def test_approach_signals_and_strategy_of_all_plans_are_told() -> None:
    plans = [
        make_plan(make_task("1")).model_copy(update={"strategy": s, "approach": f"by {s.value}", "signals": ("x",)})
        for s in (Strategy.TEMPORAL, Strategy.COMPARATIVE)
    ]
    joined = subplans.split_plans(plans)
    assert joined.approach == "A: by temporal\nB: by comparative"
    assert joined.signals == ("x",)
    assert joined.strategy is Strategy.HIERARCHICAL
    assert subplans.split_plans(plans[:1] * 2).strategy is Strategy.TEMPORAL


def test_the_plans_can_be_taken_apart_again() -> None:
    first, second = subplans.parts(two())
    assert (ids(first.tasks), ids(second.tasks)) == (["A/1", "A/2", "A/1.1"], ["B/1"])
    assert (subplans.letter("B/1.2"), subplans.letter("1.2")) == ("B", "")


def test_the_next_top_number_counts_within_the_plan() -> None:
    assert subplans.next_top_id(two(), "A/1.1") == "A/3"
    assert subplans.next_top_id(two(), "B/1") == "B/2"
    assert subplans.next_top_id(make_plan(make_task("1"), make_task("7")), "1") == "8"
