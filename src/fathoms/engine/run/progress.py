"""The course of a run: its plan and what came of it so far, and what an outcome makes of the plan.

Knows: the order in which depth, revision and budget are asked.  Does not know: workflows, events, people.
Everything here follows from recorded outcomes, so a resumed run takes the same course.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from fathoms.domain.brief import Brief, Limits
from fathoms.domain.budget import Budget, Spend
from fathoms.domain.evidence import Conflict, Fact
from fathoms.domain.ledger import Entry, Ledger
from fathoms.domain.plan import Mode, Order, Plan, Task, TaskStatus
from fathoms.domain.report import Finding, TaskOutcome, Undug
from fathoms.domain.revision import RevisePolicy, RevisionProposal, Trigger
from fathoms.domain.thread import SubQuestionStatus
from fathoms.engine.evidence.conflicts import is_trifle, worth_settling
from fathoms.engine.plan import depth, drilling, proposing, revision, schedule
from fathoms.engine.plan import rules as plan_rules
from fathoms.engine.run import budget


@dataclass(frozen=True, slots=True)
class Change:
    """What an outcome would make of the plan."""

    task: str
    trigger: str
    reason: str
    before: Plan
    after: Plan
    impact: str = ""
    refused: str = ""
    counts: bool = False
    proposal: RevisionProposal | None = None
    """Set for a revision; a drill-down has none."""

    @property
    def is_revision(self) -> bool:
        return self.proposal is not None


@dataclass(frozen=True, slots=True)
class Course:
    plan: Plan
    limits: Limits
    budget: Budget
    policy: RevisePolicy
    began: datetime
    planning: Spend
    """What brief and plan had cost before the first task."""
    outcomes: dict[str, TaskOutcome] = field(default_factory=dict)
    revisions: int = 0
    proposes: bool = False
    """Whether code proposes revisions, because the mind cannot."""
    earlier: bool = False
    """Begun by an earlier version: it goes on by the rules that it began with, or its records would not fit."""
    frugal: bool = False
    """All that is read is paid for: no task is spent on a disagreement that a sentence can tell."""

    def with_outcome(self, outcome: TaskOutcome) -> Course:
        plan = self.plan.marking(outcome.task, outcome.status, outcome.reason)
        return replace(self, plan=plan, outcomes={**self.outcomes, outcome.task: outcome})

    def starting(self, task: Task) -> Course:
        return replace(self, plan=self.plan.marking(task.id, TaskStatus.RUNNING))

    def settled(self) -> tuple[Course, tuple[Task, ...]]:
        """Without what can never start, and without what the budget no longer allows."""
        plan, pruned = budget.pruned(self.ledger, self.plan, forecast=not self.earlier)
        plan, skipped = schedule.settle(plan)
        return replace(self, plan=plan), (*pruned, *skipped)

    def taking(self, change: Change) -> Course:
        return self if change.refused else replace(self, plan=change.after, revisions=self.revisions + change.counts)

    @property
    def ledger(self) -> Ledger:
        """What was spent, as the outcomes tell it; the time up to the last of them."""
        planned = Entry(key="planning", worst=self.planning, actual=self.planning)
        entries = (planned, *(Entry(key=o.task, task=o.task, worst=o.spend, actual=o.spend) for o in self.ended))
        last = max((o.ended_at for o in self.ended if o.ended_at), default=self.began)
        return Ledger(budget=self.budget, entries=entries, elapsed=max(0.0, (last - self.began).total_seconds()))

    @property
    def ended(self) -> tuple[TaskOutcome, ...]:
        """The outcomes there are, in plan order."""
        return tuple(self.outcomes[task.id] for task in self.plan.tasks if task.id in self.outcomes)

    def remaining(self, task: Task) -> tuple[Task, ...]:
        """What else is pending as a task starts, for a mind that may change it; nothing where nothing may change."""
        if self.policy is RevisePolicy.STATIC or self.plan.mode is Mode.SIMPLE:
            return ()
        return tuple(other for other in self.plan.tasks if other.status is TaskStatus.PENDING and other.id != task.id)

    def still_open(self) -> dict[str, float]:
        """By pending task, the share of the questions before it that stayed open: what is well answered can wait."""
        shares = {}
        for task in self.plan.tasks:
            before = (*task.dependency_ids, *((task.parent,) if task.parent else ()))
            found = [o.finding for name in before if (o := self.outcomes.get(name)) and o.finding]
            asked = [sub for finding in found for sub in finding.sub_questions]
            if task.status is TaskStatus.PENDING and asked:
                unanswered = [sub for sub in asked if sub.status is not SubQuestionStatus.ANSWERED]
                shares[task.id] = len(unanswered) / len(asked)
        return shares

    def known_to(self, task: Task) -> tuple[TaskOutcome, ...]:
        """The outcomes of what the task depends on or descends from, and nothing else."""
        upstream = schedule.upstream(self.plan, task.id)
        return tuple(outcome for outcome in self.ended if outcome.task in upstream)


def next_to_weigh(course: Course, ended: Collection[str], order: Order) -> str | None:
    """Whose outcome may change the plan now: the first of those that ended, unless one before it is still under way.

    What ends first is chance; what a run makes of its plan must not be. So two tasks that work at the same time are
    weighed in the plan's order, and a child that both call for goes to the first of them.
    """
    place = {task.id: at for at, task in enumerate(course.plan.tasks)}

    def rank(task: Task) -> tuple[int, int]:
        return (0 if order is Order.DEPTH else task.level, place[task.id])

    first = min((course.plan.task(name) for name in ended), key=rank, default=None)
    running = [task for task in course.plan.tasks if task.status is TaskStatus.RUNNING]
    return first.id if first and all(rank(first) < rank(task) for task in running) else None


def as_of(course: Course, weighed: Collection[str]) -> Course:
    """The course with the outcomes that were weighed so far: what else has ended by chance counts later."""
    return replace(course, outcomes={task: one for task, one in course.outcomes.items() if task in weighed})


def changes(course: Course, outcome: TaskOutcome) -> tuple[Change, ...]:
    """What an outcome calls for: a drill-down where it stayed shallow, a revision where the mind proposes one."""
    if outcome.finding is None or course.plan.mode is Mode.SIMPLE:
        return ()
    found = []
    if drill := drill_down(course, outcome):
        found.append(drill)
    after = course.taking(drill) if drill else course
    if outcome.finding.revision:
        found.append(revised(after, outcome.finding.revision))
    elif course.proposes and not course.earlier and (proposal := _proposed(after, outcome)):
        found.append(revised(after, proposal))
    return tuple(found)


def room_for_gaps(course: Course) -> int:
    """How many tasks may still be added for what is open at the end; none where the plan may not change."""
    static = course.policy is RevisePolicy.STATIC or course.plan.mode is Mode.SIMPLE or course.earlier
    if static or course.revisions >= course.limits.revisions or not budget.may_add(course.ledger):
        return 0
    tops = sum(task.level == 1 for task in course.plan.tasks)
    return max(0, min(course.limits.tasks - len(course.plan.tasks), course.limits.top_tasks - tops))


def undug(course: Course, outcome: TaskOutcome) -> tuple[Undug, ...]:
    """What the outcome leaves without a look of its own, as the plan and the budget stand now."""
    if outcome.finding is None or course.plan.mode is Mode.SIMPLE or course.earlier:
        return ()
    return _depth(course, outcome, outcome.finding).left


def _proposed(course: Course, outcome: TaskOutcome) -> RevisionProposal | None:
    """Code's own proposal, as long as this effort may still be revised."""
    static = course.policy is RevisePolicy.STATIC
    if static or course.revisions >= course.limits.revisions or not budget.may_add(course.ledger):
        return None
    return proposing.proposal(course.plan, outcome, tuple(o for o in course.ended if o.task != outcome.task))


def _depth(course: Course, outcome: TaskOutcome, finding: Finding) -> depth.DepthDecision:
    return depth.decide(
        course.plan,
        course.plan.task(outcome.task),
        finding,
        tuple(conflict for conflict in outcome.conflicts if _is_dug(course, conflict, outcome.facts)),
        course.limits,
        may_drill=budget.may_drill(course.ledger),
    )


def _is_dug(course: Course, conflict: Conflict, facts: Sequence[Fact]) -> bool:
    """Whether a task may be spent on a conflict."""
    worth = course.earlier or worth_settling(conflict, facts)
    return worth and not (course.frugal and is_trifle(conflict, facts))


def drill_down(course: Course, outcome: TaskOutcome) -> Change | None:
    if outcome.finding is None:
        return None
    task = course.plan.task(outcome.task)
    decision = _depth(course, outcome, outcome.finding)
    born = drilling.children(course.plan, task, decision.areas, course.limits, reason=decision.reason)
    if not born:
        return None
    after = drilling.grown(course.plan, born)
    return Change(
        task=task.id,
        trigger="depth",
        reason=decision.reason,
        before=course.plan,
        after=after,
        impact=f"{len(born)} tasks below task {task.id}",
        refused="; ".join(plan_rules.problems(after, course.limits)),
    )


def revised(course: Course, proposal: RevisionProposal) -> Change:
    made = revision.apply(
        course.plan,
        proposal,
        course.limits,
        course.revisions,
        course.policy,
        may_add=budget.may_add(course.ledger),
    )
    record = made.record
    return Change(
        task=record.found_by,
        trigger=Trigger(record.trigger).value,
        reason="; ".join((record.reason, *record.left_out)),
        before=record.before,
        after=record.after,
        impact=record.expected_impact,
        refused=record.refused,
        counts=record.counts,
        proposal=proposal,
    )


def again(course: Course, change: Change) -> Change:
    """A change that was approved later, applied to the plan as it is by now and validated once more."""
    if change.proposal:
        return revised(course, change.proposal)
    known = {task.id for task in change.before.tasks}
    born = tuple(task for task in change.after.tasks if task.id not in known)
    after = drilling.grown(course.plan, born)
    refused = "; ".join(plan_rules.problems(after, course.limits))
    return replace(change, before=course.plan, after=after, refused=refused)


def refused(change: Change, reason: str) -> Change:
    return replace(change, after=change.before, refused=reason, counts=False)


def budget_left(course: Course) -> float:
    """The share of the budget that is left, on its most-used axis; all of it when there is no limit."""
    return budget.left(course.ledger)


def begin(
    plan: Plan,
    brief: Brief,
    *,
    policy: RevisePolicy,
    began: datetime,
    planning: Spend = Spend(),  # noqa: B008 - a frozen value
    carried: tuple[TaskOutcome, ...] = (),
    proposes: bool = False,
    earlier: bool = False,
    frugal: bool = False,
) -> Course:
    """At the start; what was carried over from an earlier run is already done."""
    plan = plan_rules.gated(plan, brief.limits)
    course = Course(
        plan=plan,
        limits=brief.limits,
        budget=brief.budget,
        policy=policy,
        began=began,
        planning=planning,
        proposes=proposes,
        earlier=earlier,
        frugal=frugal,
    )
    for outcome in carried:
        course = course.with_outcome(outcome)
    return course
