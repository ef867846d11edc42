"""The plan of a run says how far the run has come with it."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fathoms.domain.events import Body, Event, PlanProposed, RunEnded, RunResumed, RunStarted, TaskEnded, TaskSkipped
from fathoms.domain.plan import Plan, PlanStatus, Task, TaskStatus
from fathoms.domain.run import RunStatus
from fathoms.engine.run.state import fold

AT = datetime(2026, 1, 1, tzinfo=UTC)
PLAN = Plan(tasks=(Task(id="1", question="How?"), Task(id="2", question="Why?")))
PROPOSED = PlanProposed(question="How and why?", plan=PLAN)
STARTED = RunStarted(question="How and why?", mind="extractive", plan=PLAN)


def status(*bodies: Body | tuple[str, Body]) -> PlanStatus | None:
    told = [body if isinstance(body, tuple) else ("", body) for body in bodies]
    state = fold(Event(run="r", task=task, step=f"{n}", at=AT, body=body) for n, (task, body) in enumerate(told))
    return state.plan.status if state.plan else None


def test_a_plan_is_executed_from_the_start_of_its_run() -> None:
    assert status(PROPOSED) is PlanStatus.PLANNING
    assert status(PROPOSED, STARTED) is PlanStatus.EXECUTING


def test_it_is_finalized_once_every_task_has_ended() -> None:
    one = ("1", TaskEnded(status=TaskStatus.DONE))
    assert status(STARTED, one) is PlanStatus.EXECUTING
    assert status(STARTED, one, ("2", TaskSkipped(reason="no budget"))) is PlanStatus.FINALIZING


@pytest.mark.parametrize(
    ("end", "expected"),
    [
        (RunStatus.DONE, PlanStatus.COMPLETE),
        (RunStatus.NOT_FOUND, PlanStatus.COMPLETE),
        (RunStatus.WITHHELD, PlanStatus.COMPLETE),
        (RunStatus.FAILED, PlanStatus.FAILED),
        (RunStatus.REFUSED, PlanStatus.FAILED),
        (RunStatus.CANCELLED, PlanStatus.EXECUTING),
    ],
)
def test_it_ends_as_its_run_ends_and_a_cancelled_one_can_go_on(end: RunStatus, expected: PlanStatus) -> None:
    assert status(STARTED, RunEnded(status=end)) is expected
    assert status(STARTED, RunEnded(status=end), RunResumed()) is PlanStatus.EXECUTING
