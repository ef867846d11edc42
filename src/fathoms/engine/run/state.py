"""The state of a run as the fold of its events: the same for every face, live or years later.

Knows: what each event changes.  Does not know: where events come from.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import assert_never

from fathoms.domain.budget import Spend
from fathoms.domain.events import (
    AnswerTrimmed,
    ApprovalAsked,
    ApprovalGiven,
    AreasLeft,
    ConflictFound,
    ConflictSettled,
    Event,
    FactFound,
    FactRecalled,
    FindingReused,
    GapNoticed,
    InsightNoticed,
    PlanProposed,
    PlanRejected,
    PlanRevised,
    PlanSuggested,
    QuestionClarified,
    QuestionFolded,
    ReportWritten,
    RoundEnded,
    RoundRead,
    RoundScoped,
    RoundSearched,
    RunEnded,
    RunResumed,
    RunStarted,
    RunSteered,
    SectionGrowing,
    SectionWritten,
    SelfCheckFailed,
    SourcesCurated,
    SpendNoted,
    StepRan,
    TaskEnded,
    TaskSkipped,
    TasksMerged,
    TaskStarted,
)
from fathoms.domain.plan import Plan, PlanStatus, TaskStatus
from fathoms.domain.run import RunStatus
from fathoms.domain.state import RunState, StepState, TaskState


def fold(events: Iterable[Event], state: RunState | None = None) -> RunState:
    """The state after these events, from the start or from an earlier state."""
    state = state or RunState()
    for event in events:
        state = _apply(state, event)
    return state


def _apply(state: RunState, event: Event) -> RunState:
    state = state.model_copy(update={"run": event.run, "events": state.events + 1})
    body = event.body
    match body:
        case PlanProposed():
            return _with_plan(state, body.plan).model_copy(
                update={"question": body.question, "status": RunStatus.PROPOSED}
            )
        case RunStarted():
            changes = {
                "question": body.question,
                "mind": body.mind,
                "status": RunStatus.RUNNING,
                "started_at": event.at,
            }
            return _marked(_with_plan(state, body.plan).model_copy(update=changes), PlanStatus.EXECUTING)
        case RunResumed():
            resumed = state.model_copy(update={"status": RunStatus.RUNNING, "reason": "", "ended_at": None})
            return _marked(resumed, PlanStatus.EXECUTING if state.started_at else PlanStatus.PLANNING)
        case PlanRevised():
            return state if body.refused else _marked(_with_plan(state, body.after), PlanStatus.EXECUTING)
        case ReportWritten():
            return state.model_copy(update={"report_path": body.path})
        case RunEnded():
            ended = state.model_copy(update={"status": body.status, "reason": body.reason, "ended_at": event.at})
            return _marked(ended, _PLAN_AFTER.get(body.status))
        case SpendNoted():
            return _with_spend(state, event.task, body.spend)
        case PlanRejected() | PlanSuggested() | QuestionClarified() | TasksMerged() | QuestionFolded():
            return state
        case InsightNoticed() | AreasLeft() | FactRecalled() | AnswerTrimmed():
            return state
        case ApprovalAsked() | ApprovalGiven() | SelfCheckFailed() | RunSteered() | ConflictSettled():
            return state
        case FactFound() | ConflictFound() | GapNoticed() | SectionGrowing() | SectionWritten():
            return state
    task = state.task(event.task)
    if task is None:
        return state
    changed = task.model_copy(update=_task_changes(task, body, event.at))
    state = state.model_copy(update={"tasks": tuple(changed if t.id == task.id else t for t in state.tasks)})
    all_ended = all(task.status.ended for task in state.tasks)
    return _marked(state, PlanStatus.FINALIZING) if all_ended else state


_PLAN_AFTER = {
    RunStatus.DONE: PlanStatus.COMPLETE,
    RunStatus.NOT_FOUND: PlanStatus.COMPLETE,
    RunStatus.WITHHELD: PlanStatus.COMPLETE,
    RunStatus.FAILED: PlanStatus.FAILED,
    RunStatus.REFUSED: PlanStatus.FAILED,
}
"""A cancelled run can be taken up again: its plan stays as far as it was."""


def _marked(state: RunState, status: PlanStatus | None) -> RunState:
    """The plan as far as the run has come with it."""
    if state.plan is None or status is None or state.plan.status is status:
        return state
    return state.model_copy(update={"plan": state.plan.model_copy(update={"status": status})})


def _task_changes(
    task: TaskState,
    body: TaskStarted
    | RoundScoped
    | RoundSearched
    | RoundRead
    | SourcesCurated
    | StepRan
    | RoundEnded
    | TaskEnded
    | TaskSkipped
    | FindingReused,
    at: datetime,
) -> dict[str, object]:
    match body:
        case TaskStarted():
            return {"status": TaskStatus.RUNNING, "started_at": at, "budget": body.budget, "activity": "starting"}
        case RoundScoped():
            query = body.queries[0].text if body.queries else body.intent
            return {"round": body.round, "activity": f"searching: {query}"}
        case RoundSearched():
            return {"activity": f"reading {body.hits} hits"}
        case RoundRead():
            return {"activity": f"extracting from {body.pages} pages"}
        case SourcesCurated():
            return {"activity": f"curated {len(body.sources)} sources"}
        case StepRan():
            return {"steps": _with_step(task.steps, body), "activity": f"{body.name} looked at {body.looked_at} facts"}
        case RoundEnded():
            facts = task.facts + body.new_facts + body.confirming_facts
            budget = body.budget or task.budget
            return {"round": body.round, "budget": budget, "facts": facts, "activity": f"{body.new_facts} new facts"}
        case TaskEnded():
            return {"status": body.status, "reason": body.reason, "ended_at": at, "activity": "", "spend": body.spend}
        case FindingReused():
            return {"status": TaskStatus.DONE, "reason": f"reused from run {body.run}", "ended_at": at}
        case TaskSkipped():
            return {"status": TaskStatus.SKIPPED, "reason": body.reason, "ended_at": at, "activity": ""}
    assert_never(body)


def _with_step(steps: tuple[StepState, ...], ran: StepRan) -> tuple[StepState, ...]:
    """One entry per step, in the order in which they first looked."""
    known = {(step.slot, step.name): step for step in steps}
    before = known.get((ran.slot, ran.name), StepState(name=ran.name, slot=ran.slot))
    known[ran.slot, ran.name] = before.model_copy(
        update={
            "looked_at": before.looked_at + ran.looked_at,
            "dropped": before.dropped + len(ran.dropped),
            "lowered": before.lowered + len(ran.lowered),
            "failed": before.failed + len(ran.failures),
        }
    )
    return tuple(known.values())


def _with_spend(state: RunState, task_id: str, spend: Spend) -> RunState:
    """Live: the sum over all requests so far. A task that ends says its own sum."""
    tasks = tuple(
        task.model_copy(update={"spend": task.spend + spend}) if task.id == task_id else task for task in state.tasks
    )
    return state.model_copy(update={"spend": state.spend + spend, "tasks": tasks})


def _with_plan(state: RunState, plan: Plan) -> RunState:
    """Tasks in plan order; those already under way keep their state."""
    known = {task.id: task for task in state.tasks}
    tasks = tuple(
        known[task.id]
        if task.id in known and known[task.id].status is not TaskStatus.PENDING
        else TaskState(id=task.id, question=task.question, status=task.status, reason=task.reason)
        for task in plan.tasks
    )
    return state.model_copy(update={"plan": plan, "tasks": tasks})
