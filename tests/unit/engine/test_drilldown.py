"""Children of a task: one per area, within the caps, none that repeats a task."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import Limits
from fathoms.domain.plan import Lean
from fathoms.engine.plan import drilling
from fathoms.engine.plan import rules as plan_rules
from tests.plan_making import DEEP, DONE, QUICK, STANDARD, ids, make_plan, make_task

AREAS = ("What ropes hold it?", "Who inspects its brakes?", "Where is its winch?", "How loud is its motor?")


@pytest.mark.parametrize(("areas", "children"), [(0, 0), (1, 1), (3, 3), (4, 3)])
def test_each_area_gets_a_child_and_there_are_three_at_most(areas: int, children: int) -> None:
    task = make_task("1", status=DONE)
    born = drilling.children(make_plan(task), task, AREAS[:areas], STANDARD, reason="shallow")
    assert ids(born) == [f"1.{n}" for n in range(1, children + 1)]


def test_a_child_inherits_importance_priority_subjects_and_lean() -> None:
    task = make_task("1", status=DONE, importance=0.9, priority=4, subjects=("Crane 3",), lean=Lean.EXTERNAL)
    [child] = drilling.children(make_plan(task), task, AREAS[:1], STANDARD, reason="shallow")
    assert (child.importance, child.priority, child.subjects, child.lean) == (0.9, 4, ("Crane 3",), Lean.EXTERNAL)
    assert (child.parent, child.level, child.rationale) == ("1", 2, "shallow")
    assert plan_rules.problems(drilling.grown(make_plan(task), [child]), STANDARD) == ()


def test_a_child_names_its_subject_so_that_it_can_be_searched_alone() -> None:
    task = make_task("1", status=DONE, subjects=("Crane 3",))
    plan = make_plan(task)
    assert drilling.about("What ropes hold it?", task) == "What ropes hold it (Crane 3)?"
    assert drilling.about("What ropes hold crane 3?", task) == "What ropes hold crane 3?"
    japanese = make_task("1", question="起重機について", subjects=("起重機",))
    assert drilling.about("綱の太さは何ですか？", japanese) == "綱の太さは何ですか（起重機）？"
    assert drilling.children(plan, task, ["???"], STANDARD, reason="") == ()


def test_an_area_that_another_task_asks_is_left_out() -> None:
    task, other = make_task("1", status=DONE), make_task("2", question="Who inspects its brakes?")
    born = drilling.children(make_plan(task, other), task, AREAS[:2], STANDARD, reason="")
    assert [t.question for t in born] == ["What ropes hold it?"]


def test_the_task_itself_is_not_asked_again_below_itself() -> None:
    task = make_task("1", status=DONE)
    assert drilling.children(make_plan(task), task, [task.question], STANDARD, reason="") == ()


def test_two_areas_that_ask_the_same_make_one_child() -> None:
    task = make_task("1", status=DONE)
    born = drilling.children(make_plan(task), task, ["What ropes hold it?", "what ROPES hold it"], STANDARD, reason="")
    assert len(born) == 1


def test_a_second_drill_down_takes_the_numbers_and_the_room_that_are_left() -> None:
    task, child = make_task("1", status=DONE), make_task("1.1", status=DONE)
    born = drilling.children(make_plan(task, child), task, AREAS, STANDARD, reason="")
    assert ids(born) == ["1.2", "1.3"]


@pytest.mark.parametrize(
    ("limits", "level", "room"), [(QUICK, 1, 0), (STANDARD, 1, 3), (STANDARD, 2, 0), (DEEP, 2, 3), (DEEP, 3, 0)]
)
def test_room_ends_with_the_levels_of_the_effort(limits: Limits, level: int, room: int) -> None:
    lineage = [make_task(".".join("1" * n), status=DONE) for n in range(1, level + 1)]
    assert drilling.room(make_plan(*lineage), lineage[-1], limits) == room


def test_each_plan_of_a_run_has_its_own_room() -> None:
    crowded = [make_task(f"A/{n}") for n in range(1, 11)]
    free = make_task("B/1", status=DONE)
    plan = make_plan(*crowded, free)
    assert drilling.room(plan, crowded[0], STANDARD) == 0
    assert ids(drilling.children(plan, free, AREAS[:1], STANDARD, reason="")) == ["B/1.1"]


def test_a_plan_grows_at_its_end() -> None:
    task = make_task("1", status=DONE)
    plan = make_plan(task, make_task("2"))
    born = drilling.children(plan, task, AREAS[:1], STANDARD, reason="")
    assert ids(drilling.grown(plan, born).tasks) == ["1", "2", "1.1"]
