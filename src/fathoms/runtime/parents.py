"""Bottom-up: what two or more sections below one task show together is said before the summary, by either mind.

Knows: in which order parents come, and what is done without a mind that can.  Does not know: which tasks, and how words
are found (`engine/run/together.py`).
"""

from __future__ import annotations

import asyncio

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.ledger import Purpose
from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import Finding, TaskOutcome
from fathoms.engine.run import together
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import ParentDraft, ParentRequest, Synthesiser
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job


async def brought_together(job: Job, plan: Plan, outcomes: tuple[TaskOutcome, ...]) -> tuple[TaskOutcome, ...]:
    """The outcomes, each parent's section told anew with its children. Deepest first; a level at a time."""
    by_task = {outcome.task: outcome for outcome in outcomes}
    for level in sorted({task.level for task in plan.tasks}, reverse=True):
        parents = together.parents_at(level, plan, by_task)
        told = await asyncio.gather(*(_told(job, plan, task, by_task) for task in parents))
        by_task |= {outcome.task: outcome for outcome in told}
    return tuple(by_task[outcome.task] for outcome in outcomes)


async def _told(job: Job, plan: Plan, task: Task, by_task: dict[str, TaskOutcome]) -> TaskOutcome:
    outcome = by_task[task.id]
    if outcome.finding is None:
        return outcome
    if not isinstance(job.mind, Synthesiser):
        whole = together.in_their_words(outcome.finding, together.finished(plan, task, by_task))
    else:
        whole = _with_draft(outcome.finding, await _asked(job, job.mind, plan, task, by_task))
    return outcome.model_copy(update={"finding": whole})


async def _asked(
    job: Job, mind: Synthesiser, plan: Plan, task: Task, by_task: dict[str, TaskOutcome]
) -> ParentDraft | str:
    """The words, or why there are none."""
    children = together.finished(plan, task, by_task)
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


def _with_draft(finding: Finding, draft: ParentDraft | str) -> Finding:
    if isinstance(draft, str):
        return finding.model_copy(update={"gaps": (*finding.gaps, f"Its parts were not brought together: {draft}.")})
    return together.replaced(finding, draft.statements)
