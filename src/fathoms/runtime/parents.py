"""Bottom-up: what three or more sections below one task show together is said by the mind, before the summary.

Knows: which tasks have that many finished children, and where the words go.  Does not know: how they are found.
Two sections are left side by side: joining them is no judgement.
"""

from __future__ import annotations

import asyncio

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.ledger import Purpose
from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import Finding, Paragraph, TaskOutcome
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import ParentDraft, ParentRequest, Synthesiser
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job

LEAST_CHILDREN = 3


async def brought_together(job: Job, plan: Plan, outcomes: tuple[TaskOutcome, ...]) -> tuple[TaskOutcome, ...]:
    """The outcomes, parents of many with a first paragraph on the whole. Deepest first; a level at a time."""
    if not isinstance(job.mind, Synthesiser):
        return outcomes
    by_task = {outcome.task: outcome for outcome in outcomes}
    for level in sorted({task.level for task in plan.tasks}, reverse=True):
        parents = [
            task for task in plan.tasks if task.level == level and len(_finished(plan, task, by_task)) >= LEAST_CHILDREN
        ]
        drafts = await asyncio.gather(*(_asked(job, job.mind, plan, task, by_task) for task in parents))
        for task, draft in zip(parents, drafts, strict=True):
            by_task[task.id] = _led_by(by_task[task.id], draft)
    return tuple(by_task[outcome.task] for outcome in outcomes)


def _finished(plan: Plan, task: Task, by_task: dict[str, TaskOutcome]) -> tuple[Finding, ...]:
    """Of a task that has something of its own to lead: its children's findings."""
    if task.id not in by_task or by_task[task.id].finding is None:
        return ()
    outcomes = (by_task.get(child.id) for child in plan.children(task.id))
    return tuple(o.finding for o in outcomes if o and o.finding and o.finding.paragraphs)


async def _asked(
    job: Job, mind: Synthesiser, plan: Plan, task: Task, by_task: dict[str, TaskOutcome]
) -> ParentDraft | str:
    """The words, or why there are none."""
    children = _finished(plan, task, by_task)
    below = {task.id, *(child.task for child in children)}
    request = ParentRequest(
        brief=job.proposal.brief,
        task=task,
        parent=by_task[task.id].finding,
        children=children,
        facts=tuple(fact for name in sorted(below) for fact in by_task[name].facts),
    )
    try:
        return await call(
            job.order.run,
            task.id,
            CallKind(Deed.PARENT),
            request,
            ParentDraft,
            lambda: mind.bring_together(request),
            purpose=Purpose.REPORT,
        )
    except (BudgetSpent, ProviderError) as error:
        return str(error)


def _led_by(outcome: TaskOutcome, draft: ParentDraft | str) -> TaskOutcome:
    finding = outcome.finding
    if finding is None:
        return outcome
    if isinstance(draft, str):
        gap = f"Its parts were not brought together: {draft}."
        return outcome.model_copy(update={"finding": finding.model_copy(update={"gaps": (*finding.gaps, gap)})})
    if not draft.statements:
        return outcome
    changes = {
        "paragraphs": (Paragraph(statements=draft.statements), *finding.paragraphs),
        "summary": draft.statements[:2],
    }
    return outcome.model_copy(update={"finding": finding.model_copy(update=changes)})
