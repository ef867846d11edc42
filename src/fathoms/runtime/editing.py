"""The whole of a report, by the run's mind: an editor where it is one, else a summary, else the sections as they are.

Knows: what is shown of a run, and that losing it loses no section.  Does not know: how a whole is written or laid out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.draft import Edited
from fathoms.domain.ledger import Purpose
from fathoms.domain.plan import Plan
from fathoms.domain.report import TaskOutcome
from fathoms.engine.plan.lengths import section_words
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import Editor, EditRequest, Redraft, Redrafter, RedraftRequest, SummaryDraft, SummaryRequest
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job


async def edited_by_mind(job: Job, plan: Plan, outcomes: Sequence[TaskOutcome]) -> Edited | SummaryDraft:
    """What the mind makes of the draft. Without one the report opens with the first lines of its sections."""
    try:
        if isinstance(job.mind, Editor):
            edited = await _edited(job, job.mind, plan, outcomes)
            return await _written_again(job, plan, outcomes, edited)
        return await _summarised(job, plan, outcomes)
    except (BudgetSpent, ProviderError) as error:
        return SummaryDraft(gaps=(f"No summary was written: {error}.",))


def as_summary(edited: Edited) -> SummaryDraft:
    """For whoever knows no more of a whole than its summary."""
    return SummaryDraft(summary=edited.key_points, gaps=edited.gaps, recommendations=edited.recommendations)


async def _edited(job: Job, mind: Editor, plan: Plan, outcomes: Sequence[TaskOutcome]) -> Edited:
    request = EditRequest(
        brief=job.proposal.brief,
        plan=plan,
        findings=tuple(o.finding for o in outcomes if o.finding),
        facts=tuple(fact for o in outcomes for fact in o.facts),
        conflicts=tuple(conflict for o in outcomes for conflict in o.conflicts),
        words=section_words(job.order.ask.length, sections=1),
    )
    return await call(
        job.order.run, "", CallKind(Deed.EDIT), request, Edited, lambda: mind.edit(request), purpose=Purpose.REPORT
    )


async def _written_again(job: Job, plan: Plan, outcomes: Sequence[TaskOutcome], edited: Edited) -> Edited:
    """The sections that the editor sent back, all at once, each once; one that cannot be stays as it was."""
    mind = job.mind
    by_task = {outcome.task: outcome for outcome in outcomes if outcome.finding}
    wanted = [one for one in edited.sent_back if one.task in by_task]
    if not wanted or not isinstance(mind, Redrafter):
        return edited
    words = section_words(job.order.ask.length, len(plan.tasks))
    made = await asyncio.gather(
        *(_redrafted(job, mind, by_task[one.task], one.change, words, _theses(outcomes, one.task)) for one in wanted)
    )
    told = {one.task: draft.paragraphs for one, draft in zip(wanted, made, strict=True) if draft.paragraphs}
    return edited.model_copy(update={"sections": {**edited.sections, **told}})


def _theses(outcomes: Sequence[TaskOutcome], task: str) -> tuple[str, ...]:
    """What the other sections begin with."""
    return tuple(o.finding.summary[0].text for o in outcomes if o.finding and o.finding.summary and o.task != task)


async def _redrafted(
    job: Job, mind: Redrafter, outcome: TaskOutcome, change: str, words: int, beside: tuple[str, ...]
) -> Redraft:
    if outcome.finding is None:
        return Redraft()
    request = RedraftRequest(
        brief=job.proposal.brief,
        finding=outcome.finding,
        facts=outcome.facts,
        change=change,
        words=words,
        beside=beside,
    )
    kind = CallKind(Deed.REDRAFT)
    try:
        return await call(
            job.order.run,
            outcome.task,
            kind,
            request,
            Redraft,
            lambda: mind.redraft(request),
            purpose=Purpose.REPORT,
        )
    except (BudgetSpent, ProviderError):
        return Redraft()


async def _summarised(job: Job, plan: Plan, outcomes: Sequence[TaskOutcome]) -> SummaryDraft:
    request = SummaryRequest(
        brief=job.proposal.brief,
        plan=plan,
        findings=tuple(o.finding for o in outcomes if o.finding),
        facts=tuple(fact for o in outcomes for fact in o.facts),
        conflicts=tuple(conflict for o in outcomes for conflict in o.conflicts),
    )
    return await call(
        job.order.run,
        "",
        CallKind(Deed.SUMMARISE),
        request,
        SummaryDraft,
        lambda: job.mind.summarise(request),
        purpose=Purpose.REPORT,
    )
