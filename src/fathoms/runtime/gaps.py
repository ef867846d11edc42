"""The last look at the whole before it is written: which of the open points become tasks.

Those that matter come first, then those on which one's own documents hold a passage that nobody was shown.

Knows: who is asked, and what code does when nobody can say.  Does not know: what an open point is
(`engine/plan/gaps.py`) or whether the plan may grow (`engine/run/progress.py`).
"""

from __future__ import annotations

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.plan import Plan
from fathoms.domain.report import TaskOutcome
from fathoms.domain.revision import GapsWeighed
from fathoms.engine.plan import gaps
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import GapJudge, GapsRequest, GapsVerdict
from fathoms.report.build.criteria import criteria_results
from fathoms.runtime.calls import call
from fathoms.runtime.overlooking import unread_on
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.recording import recorded, stoppable
from fathoms.text.looks import looks_in


@recorded("weigh_gaps")
async def weigh_gaps(run: str, plan: Plan, outcomes: tuple[TaskOutcome, ...], room: int) -> GapsWeighed:
    """The tasks that close what matters, if anything does."""
    job = await workshop().job(run)
    findings = {outcome.task: outcome.finding for outcome in outcomes if outcome.finding}
    results = criteria_results(job.proposal.brief, plan, findings, {})
    unmet = (one.text for one in results if not one.met and not looks_in(one.text))
    subject = next((one.name for one in job.proposal.brief.subjects), "")
    blank = gaps.blank_cells(plan.form, subject, outcomes)
    points = gaps.open_points(job.proposal.brief.question, outcomes, (*unmet, *blank))
    if not points:
        return GapsWeighed()
    unread = await unread_on(job, (point.question for point in points), outcomes)
    points = tuple(point.model_copy(update={"unread": unread.get(point.question, "")}) for point in points)
    request = GapsRequest(brief=job.proposal.brief, findings=tuple(findings.values()), points=points)
    matter = await stoppable(run, _matter(job, request))
    chosen = (*matter, *(point.key for point in points if point.unread))
    return GapsWeighed(proposal=gaps.closing(points, chosen, room=room))


async def _matter(job: Job, request: GapsRequest) -> tuple[str, ...]:
    mind = job.mind
    try:
        if isinstance(mind, GapJudge):
            kind = CallKind(Deed.GAPS)
            return (await call(job.order.run, "", kind, request, GapsVerdict, lambda: mind.weigh(request))).matter
    except (BudgetSpent, ProviderError):
        pass
    return gaps.told_twice(request.points)
