"""The whole of a report, by the run's mind: an editor where it is one, else a summary, else the sections as they are.

Knows: what is shown of a run, and that losing it loses no section.  Does not know: how a whole is written or laid out.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.draft import Edited
from fathoms.domain.ledger import Purpose
from fathoms.domain.plan import Plan
from fathoms.domain.report import TaskOutcome
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import Editor, EditRequest, SummaryDraft, SummaryRequest
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job


async def edited_by_mind(job: Job, plan: Plan, outcomes: Sequence[TaskOutcome]) -> Edited | SummaryDraft:
    """What the mind makes of the draft. Without one the report opens with the first lines of its sections."""
    try:
        if isinstance(job.mind, Editor):
            return await _edited(job, job.mind, plan, outcomes)
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
    )
    return await call(
        job.order.run, "", CallKind(Deed.EDIT), request, Edited, lambda: mind.edit(request), purpose=Purpose.REPORT
    )


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
