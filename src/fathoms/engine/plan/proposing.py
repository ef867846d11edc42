"""What code itself would change in a plan after a finding, for minds that cannot judge the whole.

Knows: three occasions: an open conflict of high severity that no child settles, a follow-up question that a source
raised, a gap that two sections name.  Does not know: whether the plan may be revised (`revision.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import TaskOutcome
from fathoms.domain.revision import NewTask, RevisionProposal, Trigger
from fathoms.domain.thread import Insight, InsightKind
from fathoms.engine.evidence.conflicts import above_medium, worth_settling
from fathoms.engine.plan.depth import settling
from fathoms.engine.plan.merging import alike
from fathoms.text.naming import names

SURE = 0.6
"""Least confidence of an insight that is worth a task."""
WEIGHT = {Trigger.CONTRADICTION: 0.9, Trigger.NEW_TOPIC: 0.75, Trigger.SCOPE: 0.8}
"""Importance of what each occasion adds: what contradicts matters most, what two sections miss more than a hint."""


def proposal(plan: Plan, outcome: TaskOutcome, others: Sequence[TaskOutcome]) -> RevisionProposal | None:
    """The most pressing change that the outcome calls for, if any; one at a time, so that each can be judged."""
    if outcome.finding is None:
        return None
    task = plan.task(outcome.task)
    for trigger, question, reason in _occasions(plan, task, outcome, others):
        if not any(alike(question, other.question) for other in plan.tasks):
            new = NewTask(question=question, rationale=reason, importance=WEIGHT[trigger], subjects=task.subjects)
            return RevisionProposal(
                found_by=task.id, trigger=trigger, reason=reason, expected_impact="one task more", add=(new,)
            )
    return None


def _occasions(
    plan: Plan, task: Task, outcome: TaskOutcome, others: Sequence[TaskOutcome]
) -> Iterator[tuple[Trigger, str, str]]:
    below = plan.children(task.id)
    for conflict in outcome.conflicts:
        if above_medium(conflict) and worth_settling(conflict, outcome.facts) and not below:
            question = settling(conflict, task)
            yield Trigger.CONTRADICTION, question, f"task {task.id} left a conflict open: {conflict.about}"
    for gap, other in _gaps_shared(outcome, others):
        yield Trigger.SCOPE, gap, f"the sections on tasks {other} and {task.id} both name this gap"
    for insight in _telling(outcome, task):
        yield Trigger.NEW_TOPIC, insight.text, f"a source of task {task.id} raises it: {insight.rationale}"


def _gaps_shared(outcome: TaskOutcome, others: Sequence[TaskOutcome]) -> Iterator[tuple[str, str]]:
    """Gaps of this section, as questions, that another section names too. A task and what digs into it are one section:
    what both lack was looked for twice already."""
    mine = outcome.finding.gaps if outcome.finding else ()
    for gap in mine:
        for other in others:
            theirs = other.finding.gaps if other.finding else ()
            apart = not _one_line(outcome.task, other.task)
            if apart and _is_question(gap) and any(alike(gap, text) for text in theirs):
                yield _as_asked(gap, outcome), other.task
                break


def _one_line(left: str, right: str) -> bool:
    """Whether one of the two tasks was made to dig into the other."""
    return left.startswith(f"{right}.") or right.startswith(f"{left}.")


def _as_asked(gap: str, outcome: TaskOutcome) -> str:
    """The question behind a gap ("Not found: who built it?"), in its own words."""
    asked = outcome.finding.sub_questions if outcome.finding else ()
    return next((sub.text for sub in asked if sub.text in gap), gap)


def _telling(outcome: TaskOutcome, task: Task) -> Iterator[Insight]:
    """Follow-up questions that a source raised with some certainty and that name a subject of the task."""
    for insight in outcome.finding.insights if outcome.finding else ():
        asked = insight.kind is not InsightKind.LINKED_SOURCE and _is_question(insight.text)
        named = not task.subjects or any(names(insight.text, subject) for subject in task.subjects)
        if asked and named and insight.confidence >= SURE:
            yield insight


def _is_question(text: str) -> bool:
    return text.rstrip().endswith(("?", "？", "か。", "か"))
