"""Changes of a plan while it runs: what a proposal may do, and a record of each, taken or not.

Knows: the rules of SPEC §6.  Does not know: who proposes, or whether a person has to agree.
Pending tasks only: what is finished, its finding, and the text and edges of what descends from it never change.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from fathoms.domain.brief import Limits
from fathoms.domain.plan import STANDARD_GATE, Dependency, Mode, Plan, Task, TaskStatus
from fathoms.domain.revision import NewTask, Revised, RevisePolicy, RevisionProposal, RevisionRecord, TaskChange
from fathoms.engine.plan import drilling, schedule, subplans
from fathoms.engine.plan import rules as plan_rules
from fathoms.engine.plan.merging import alike

WORTH_ADDING = 0.7
"""A new task must be more important than this."""


def apply(
    plan: Plan,
    proposal: RevisionProposal,
    limits: Limits,
    revisions_so_far: int,
    policy: RevisePolicy = RevisePolicy.ADAPTIVE,
    *,
    may_add: bool = True,
) -> Revised:
    """The plan after the proposal, or the same plan with the reason. `may_add` is the budget's word."""
    obstacle = _obstacle(plan, proposal, limits, revisions_so_far, policy, may_add=may_add)
    if obstacle:
        return _refused(plan, proposal, obstacle)
    draft = _below(plan, proposal, limits) if policy is RevisePolicy.STATIC else _beside(plan, proposal)
    if draft.plan == plan:
        return _refused(plan, proposal, "; ".join(draft.left_out) or "it changes nothing")
    problems = _problems(draft.plan, limits)
    if problems:
        return _refused(plan, proposal, "; ".join(problems), tuple(draft.left_out))
    record = _record(plan, draft.plan, proposal).model_copy(
        update={"left_out": tuple(draft.left_out), "counts": policy is RevisePolicy.ADAPTIVE}
    )
    return Revised(plan=draft.plan, record=record)


@dataclass(slots=True)
class _Draft:
    """A plan being changed, and what was left out of the proposal with the reason."""

    plan: Plan
    left_out: list[str] = field(default_factory=list)


def _obstacle(
    plan: Plan,
    proposal: RevisionProposal,
    limits: Limits,
    revisions_so_far: int,
    policy: RevisePolicy,
    *,
    may_add: bool,
) -> str:
    if plan.mode is Mode.SIMPLE:
        return "a simple plan is not revised"
    if all(task.id != proposal.found_by for task in plan.tasks):
        return f"task {proposal.found_by!r}, which it is said to come from, is not in the plan"
    if policy is RevisePolicy.ADAPTIVE and revisions_so_far >= limits.revisions:
        return f"the plan has been revised {revisions_so_far} times; this effort allows {limits.revisions}"
    if proposal.add and not may_add:
        return "too much of the budget is spent to add a task"
    return ""


def _beside(plan: Plan, proposal: RevisionProposal) -> _Draft:
    """Adaptive: new tasks at the top of the plan, and changes of pending ones."""
    draft = _Draft(plan)
    keys: dict[str, str] = {}
    admitted: list[tuple[NewTask, str]] = []
    for new in proposal.add:
        if reason := _unworthy(new, draft.plan):
            draft.left_out.append(f"{new.question!r}: {reason}")
            continue
        task_id = subplans.next_top_id(draft.plan, proposal.found_by)
        if new.key:
            keys[new.key] = task_id
        admitted.append((new, task_id))
        draft.plan = drilling.grown(draft.plan, [_made(new, task_id, plan.task(proposal.found_by), proposal)])
    for new, task_id in admitted:
        task = draft.plan.task(task_id)
        draft.plan = draft.plan.replacing(task.model_copy(update={"depends_on": _resolved(new.depends_on, keys)}))
    for change in proposal.change:
        if reason := _untouchable(change, plan):
            draft.left_out.append(f"task {change.task!r}: {reason}")
        else:
            draft.plan = draft.plan.replacing(_changed(draft.plan.task(change.task), change, keys))
    return draft


def _below(plan: Plan, proposal: RevisionProposal, limits: Limits) -> _Draft:
    """Static: what is new becomes a child of the task that found it; nothing else changes."""
    draft = _Draft(plan)
    parent = plan.task(proposal.found_by)
    draft.left_out += [f"task {change.task!r}: the static policy changes no task" for change in proposal.change]
    worthy: list[str] = []
    for new in proposal.add:
        if reason := _unworthy(new, plan):
            draft.left_out.append(f"{new.question!r}: {reason}")
        else:
            worthy.append(new.question)
    born = drilling.children(plan, parent, worthy, limits, reason=proposal.reason)
    if len(born) < len(worthy):
        told = {task.focus for task in born}
        draft.left_out += [
            f"{question!r}: task {parent.id} has no room for another child"
            for question in worthy
            if " ".join(question.split()).rstrip("?？。 ") not in told
        ]
    draft.plan = drilling.grown(plan, born)
    return draft


def _unworthy(new: NewTask, plan: Plan) -> str:
    if new.importance <= WORTH_ADDING:
        return f"importance {new.importance:g} is not above {WORTH_ADDING:g}"
    for task in plan.tasks:
        if alike(new.question, task.question, left_subjects=new.subjects, right_subjects=task.subjects):
            return f"task {task.id} asks that already"
    return ""


def _untouchable(change: TaskChange, plan: Plan) -> str:
    task = next((task for task in plan.tasks if task.id == change.task), None)
    if task is None:
        return "it is not in the plan"
    if task.status is not TaskStatus.PENDING:
        return f"it is {task.status.value}; only pending tasks change"
    if change.rewrites and (before := _finished_before(task, plan)):
        return f"it comes after task {before}, which is finished: its text and edges stay"
    return ""


def _finished_before(task: Task, plan: Plan) -> str:
    """The first finished task, in plan order, that this one descends from or depends on."""
    before = schedule.upstream(plan, task.id)
    return next((other.id for other in plan.tasks if other.id in before and other.status.ended), "")


def _made(new: NewTask, task_id: str, finder: Task, proposal: RevisionProposal) -> Task:
    """Its dependencies are put in afterwards, when every new task has its id."""
    return Task(
        id=task_id,
        question=new.question,
        rationale=new.rationale or proposal.reason,
        focus=new.focus,
        kind=new.kind,
        priority=new.priority,
        importance=new.importance,
        subjects=new.subjects or finder.subjects,
        sub_questions=new.sub_questions or (new.question,),
        lean=new.lean or finder.lean,
        gates=STANDARD_GATE,
    )


def _changed(task: Task, change: TaskChange, keys: Mapping[str, str]) -> Task:
    if change.skip:
        reason = change.reason or "a revision of the plan left it out"
        return task.model_copy(update={"status": TaskStatus.SKIPPED, "reason": reason})
    new = {
        name: value
        for name in ("priority", "importance", "question", "focus", "subjects", "sub_questions")
        if (value := getattr(change, name)) is not None
    }
    if change.depends_on is not None:
        new["depends_on"] = _resolved(change.depends_on, keys)
    if change.question is not None and change.sub_questions is None:
        new["sub_questions"] = (change.question,)
    return task.model_copy(update=new)


def _resolved(edges: tuple[Dependency, ...], keys: Mapping[str, str]) -> tuple[Dependency, ...]:
    return tuple(Dependency(on=keys.get(edge.on, edge.on), need=edge.need) for edge in edges)


def _problems(plan: Plan, limits: Limits) -> tuple[str, ...]:
    return plan_rules.problems(plan, limits)


def _refused(plan: Plan, proposal: RevisionProposal, reason: str, left_out: tuple[str, ...] = ()) -> Revised:
    record = _record(plan, plan, proposal).model_copy(update={"refused": reason, "left_out": left_out})
    return Revised(plan=plan, record=record)


def _record(before: Plan, after: Plan, proposal: RevisionProposal) -> RevisionRecord:
    return RevisionRecord(
        found_by=proposal.found_by,
        trigger=proposal.trigger,
        reason=proposal.reason,
        expected_impact=proposal.expected_impact,
        before=before,
        after=after,
    )
