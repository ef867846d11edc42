"""A plan that breaks an invariant is refused with the reason, never repaired silently."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.plan import STANDARD_GATE, Dependency, Gates, Mode, Plan, Task
from fathoms.engine.plan import rules as plan_rules
from fathoms.errors import PlanRefused


def task(task_id: str, *depends_on: str, parent: str | None = None, level: int = 1) -> Task:
    return Task(
        id=task_id,
        question=f"What about {task_id}?",
        depends_on=tuple(Dependency(on=other) for other in depends_on),
        parent=parent,
        level=level,
        gates=STANDARD_GATE,
    )


def plan(*tasks: Task) -> Plan:
    return Plan(tasks=tasks)


def test_a_sound_plan_has_no_problem() -> None:
    sound = plan(task("1"), task("2", "1"), task("1.1", parent="1", level=2), task("1.1.1", parent="1.1", level=3))
    assert plan_rules.problems(sound) == ()
    assert plan_rules.checked(sound) is sound


@pytest.mark.parametrize(
    ("broken", "reason"),
    [
        (plan(), "no task"),
        (plan(task("1"), task("1")), "used 2 times"),
        (plan(task("1", "1")), "depends on itself"),
        (plan(task("1", "2"), task("2", "1")), "cycle"),
        (plan(task("1", "7")), "'7', which is not in the plan"),
        (plan(task("1.1", parent="9")), "parent '9'"),
        (plan(task("1"), task("1.1", parent="1", level=1)), "stands at level 2"),
        (plan(task("1", level=4)), "deepest level is 3"),
        (plan(task("1", "1.1"), task("1.1", parent="1", level=2)), "cycle"),
    ],
)
def test_a_broken_plan_is_refused_with_the_reason(broken: Plan, reason: str) -> None:
    assert any(reason in problem for problem in plan_rules.problems(broken))
    with pytest.raises(PlanRefused):
        plan_rules.checked(broken)


@pytest.mark.parametrize(
    ("gates", "refused"), [(None, True), (Gates(), True), (Gates(corroboration=2), False), (STANDARD_GATE, False)]
)
def test_a_task_with_children_has_a_gate_that_asks_for_something(gates: Gates | None, refused: bool) -> None:
    parent = task("1").model_copy(update={"gates": gates})
    found = plan_rules.problems(plan(parent, task("1.1", parent="1", level=2)))
    assert any("no gate" in problem for problem in found) is refused
    assert plan_rules.problems(plan(parent)) == (), "without children it needs none"


def test_what_may_yet_be_dug_into_gets_the_standard_gate_and_keeps_its_own() -> None:
    own = Gates(corroboration=2)
    bare = [task(n).model_copy(update={"gates": None}) for n in ("1", "2")]
    given = plan(bare[0], bare[1].model_copy(update={"gates": own}))
    made = plan_rules.gated(given, EFFORT_LIMITS[Effort.STANDARD])
    assert [t.gates for t in made.tasks] == [STANDARD_GATE, own]
    assert plan_rules.gated(given, EFFORT_LIMITS[Effort.QUICK]) == given, "one level: nothing is ever dug into"
    simple = given.model_copy(update={"mode": Mode.SIMPLE})
    assert plan_rules.gated(simple, EFFORT_LIMITS[Effort.DEEP]) == simple


def test_every_problem_is_reported_at_once() -> None:
    found = plan_rules.problems(plan(task("1", "1"), task("2", "9")))
    assert len(found) >= 2


@pytest.mark.parametrize(("top", "refused"), [(6, False), (7, True)])
def test_top_tasks_are_capped_by_the_effort(top: int, refused: bool) -> None:
    many = plan(*(task(str(n)) for n in range(1, top + 1)))
    assert bool(plan_rules.problems(many, EFFORT_LIMITS[Effort.STANDARD])) is refused


@pytest.mark.parametrize(("level", "refused"), [(2, False), (3, True)])
def test_levels_are_capped_by_the_effort(level: int, refused: bool) -> None:
    tasks = [task("1"), task("1.1", parent="1", level=2)]
    if level == 3:
        tasks.append(task("1.1.1", parent="1.1", level=3))
    assert bool(plan_rules.problems(plan(*tasks), EFFORT_LIMITS[Effort.STANDARD])) is refused


@pytest.mark.parametrize(("children", "refused"), [(9, False), (10, True)])
def test_tasks_in_all_are_capped_by_the_effort(children: int, refused: bool) -> None:
    tasks = [task("1"), *(task(f"1.{n}", parent="1", level=2) for n in range(1, children + 1))]
    assert bool(plan_rules.problems(plan(*tasks), EFFORT_LIMITS[Effort.STANDARD])) is refused


def test_the_flat_fallback_keeps_the_questions_and_drops_every_edge() -> None:
    limits = EFFORT_LIMITS[Effort.STANDARD]
    flat = plan_rules.flattened(plan(task("1", "2"), task("2", "1")))
    assert [t.question for t in flat.tasks] == ["What about 1?", "What about 2?"]
    assert plan_rules.problems(flat, limits) == ()


def test_the_last_fallback_is_the_question_itself() -> None:
    single = plan_rules.single(Brief(question="Why is the sea salty?"))
    assert [t.question for t in single.tasks] == ["Why is the sea salty?"]
    assert single.mode is Mode.SIMPLE
    assert plan_rules.problems(single) == ()
