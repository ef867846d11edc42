"""Read this first: a run, from its authorised plan to its report.

    plan ─► start every task whose dependencies are done ─► wait for the first to end ─┐
              ▲                                                                        │
              └──────────────── fold its outcome into the plan ◄───────────────────────┘
    nothing left ─► report

Knows: one child workflow per task, the first to end is handled first.  Does not know: how a task is
investigated (`investigate.py`), which is next (`engine/schedule.py`), what a step does (`steps.py`).
"""

from __future__ import annotations

from dbos import DBOS, SetWorkflowID, WorkflowHandleAsync

from fathoms.domain.plan import Plan, PlanStatus, Task, TaskStatus
from fathoms.domain.report import TaskOutcome
from fathoms.engine import schedule
from fathoms.runtime import crash, steps
from fathoms.runtime.investigate import MAX_RECOVERIES, investigate
from fathoms.runtime.pace import poll_seconds
from fathoms.runtime.records import Assignment, RunResult
from fathoms.runtime.workshop import workshop


@DBOS.workflow(name="research", max_recovery_attempts=MAX_RECOVERIES)
async def research(run: str) -> RunResult:
    """Carry out an authorised plan and write its report."""
    job = await workshop().job(run)
    outcomes = {outcome.task: outcome for outcome in job.proposal.carried}
    plan = _carry_over(job.proposal.plan, outcomes)
    running: dict[str, WorkflowHandleAsync[TaskOutcome]] = {}
    await steps.open_run(run, plan)
    while True:
        plan, skipped = schedule.settle(plan)
        if skipped:
            await steps.note_skipped(run, skipped)
        for task in schedule.ready(plan, slots=job.order.slots, order=job.order.order):
            running[task.id] = await _start(run, task, plan, outcomes)
            plan = plan.marking(task.id, TaskStatus.RUNNING)
        if not running:
            break
        outcome = await _first_to_end(running)
        outcomes[outcome.task] = outcome
        plan = plan.marking(outcome.task, outcome.status, outcome.reason)
    plan = plan.model_copy(update={"status": PlanStatus.FINALIZING})
    in_plan_order = tuple(outcomes[task.id] for task in plan.tasks if task.id in outcomes)
    return await steps.write_report(run, plan, in_plan_order)


async def _start(
    run: str, task: Task, plan: Plan, outcomes: dict[str, TaskOutcome]
) -> WorkflowHandleAsync[TaskOutcome]:
    """Start a task's own workflow, with the outcomes of what it depends on and nothing else."""
    known = schedule.upstream(plan, task.id)
    assignment = Assignment(
        run=run,
        task=task,
        predecessors=tuple(outcomes[t.id] for t in plan.tasks if t.id in known and t.id in outcomes),
        missing=schedule.missing_inputs(task, plan),
    )
    with SetWorkflowID(f"{run}:{task.id}"):
        handle = await DBOS.start_workflow_async(investigate, assignment)
    crash.point("task:enqueued")
    return handle


async def _first_to_end(running: dict[str, WorkflowHandleAsync[TaskOutcome]]) -> TaskOutcome:
    """Wait for whichever task ends first; the answer is recorded, so a resumed run takes the same path."""
    first = await DBOS.wait_first_async(list(running.values()), polling_interval_sec=poll_seconds())
    outcome: TaskOutcome = await first.get_result(polling_interval_sec=poll_seconds())
    del running[outcome.task]
    return outcome


def _carry_over(plan: Plan, outcomes: dict[str, TaskOutcome]) -> Plan:
    """A forked run starts with some of its tasks already done."""
    for outcome in outcomes.values():
        plan = plan.marking(outcome.task, outcome.status, outcome.reason)
    return plan.model_copy(update={"status": PlanStatus.EXECUTING})
