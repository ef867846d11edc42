"""The tasks of a plan as a tree."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from fathoms.domain.plan import Dependency, Need, Plan, Task, TaskKind, TaskStatus
from fathoms.domain.state import TaskState
from fathoms.engine.plan.views import MARKS, READY_MARK
from fathoms.faces.cli import tree

PLAN = Plan(
    tasks=(
        Task(id="1", question="One?", importance=1.0, extra_rounds=1),
        Task(id="2", question="Two?", depends_on=(Dependency(on="1"),)),
        Task(
            id="3",
            question="Three?",
            kind=TaskKind.SYNTHESIS,
            depends_on=(Dependency(on="1"), Dependency(on="2", need=Need.SOFT)),
        ),
        Task(id="1.1", question="One one?", parent="1", level=2),
        Task(id="1.1.1", question="Deeper?", parent="1.1", level=3),
    )
)


def test_children_stand_under_their_parent_in_plan_order() -> None:
    drawn = [f"{branch.guide}{branch.task.id}" for branch in tree.branches(PLAN)]
    assert drawn == ["├─ 1", "│  └─ 1.1", "│     └─ 1.1.1", "├─ 2", "└─ 3"]


def test_a_task_whose_parent_is_not_in_the_plan_is_not_lost() -> None:
    orphan = Plan(tasks=(Task(id="4.1", question="Alone?", parent="4", level=2),))
    assert [branch.task.id for branch in tree.branches(orphan)] == ["4.1"]


def test_the_plan_says_what_waits_for_what_and_how_much_it_matters() -> None:
    lines = list(tree.plan_lines(PLAN))
    assert "├─ ○ 1  One?" in lines
    assert "│  │    importance 1 · one extra round" in lines
    assert "        importance 0.5 · synthesis · after 1, 2 (soft)" in lines


def test_the_state_says_how_far_each_task_is_and_why_no_further() -> None:
    began = datetime(2026, 1, 1, tzinfo=UTC)
    states = (
        TaskState(
            id="1",
            question="One?",
            status=TaskStatus.DONE,
            round=2,
            budget=3,
            facts=1,
            started_at=began,
            ended_at=began + timedelta(seconds=12),
        ),
        TaskState(id="2", question="Two?", status=TaskStatus.SKIPPED, reason="task 1 failed\x1b[0m"),
    )
    lines = list(tree.state_lines(PLAN, states))
    assert lines[0] == "├─ ✓ 1  One?"
    assert lines[1] == "│  │    done · round 2/3 · 1 fact · $0 · 12 s"
    assert "├─ – 2  Two?" in lines
    assert "│       task 1 failed[0m" in lines
    assert "└─ ◎ 3  Three?" in lines


def test_a_task_that_waits_for_a_slot_only_is_ready() -> None:
    running = TaskState(id="1", question="One?", status=TaskStatus.RUNNING)
    free = Task(id="4", question="Four?")
    lines = list(tree.state_lines(PLAN.model_copy(update={"tasks": (*PLAN.tasks, free)}), (running,)))
    assert lines[-2:] == ["└─ ◎ 4  Four?", "        ready"]
    assert "├─ ○ 2  Two?" in lines, "it waits for task 1"


def test_every_status_has_a_mark_of_its_own() -> None:
    assert len({*MARKS.values(), READY_MARK}) == len(TaskStatus) + 1
