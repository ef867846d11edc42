"""The recorded steps of the run itself: opening it, telling how its plan changes, writing its report.

Knows: what to store and which events to tell.  Does not know: what comes next (`research.py`) or any rule.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from dbos import WorkflowHandleAsync

from fathoms.domain.approval import ApprovalAnswer, ApprovalRequest
from fathoms.domain.budget import Spend
from fathoms.domain.draft import Edited, ReportDraft
from fathoms.domain.events import (
    ApprovalAsked,
    ApprovalGiven,
    AreasLeft,
    InsightNoticed,
    PlanRevised,
    ReportWritten,
    RunEnded,
    RunStarted,
    RunSteered,
    TaskSkipped,
)
from fathoms.domain.evidence import Failure
from fathoms.domain.ledger import Payment
from fathoms.domain.plan import Plan, Task, TaskStatus
from fathoms.domain.report import Report, SharedPoint, TaskOutcome, Undug, Voice
from fathoms.domain.run import SILENT, UNHEARD, RunStatus
from fathoms.engine.run import doubles, fallbacks
from fathoms.ports.mind import (
    Capability,
    SummaryDraft,
    capabilities_of,
)
from fathoms.report.build import assemble
from fathoms.report.render import html, markdown
from fathoms.report.written import report_name
from fathoms.runtime import crash, telling
from fathoms.runtime.checking import judged_by_mind
from fathoms.runtime.crosscheck import cross_checked
from fathoms.runtime.editing import as_summary, edited_by_mind
from fathoms.runtime.languages import not_understood
from fathoms.runtime.overlooking import unread_on
from fathoms.runtime.parents import brought_together
from fathoms.runtime.process import Job, current, workshop
from fathoms.runtime.recording import recorded, steered, stoppable, tell
from fathoms.runtime.records import Opened, PlanChange, RunResult, Steered
from fathoms.runtime.unsearched import unsearched
from fathoms.stores.files import write_whole


@recorded("open_run")
async def open_run(run: str, plan: Plan) -> Opened:
    shop = workshop()
    job = await shop.job(run)
    await asyncio.to_thread(shop.stores.mark_started, run, shop.clock.now())
    await tell(run, "", "open", RunStarted(question=job.order.ask.question, mind=job.mind.name, plan=plan))
    crash.point("run:opened")
    row = await asyncio.to_thread(shop.stores.run, run)
    purse = await shop.purse(run)
    return Opened(began=row.started_at or job.order.created_at, planning=purse.spent(""))


@recorded("take_steering")
async def take_steering(run: str, after: int) -> Steered:
    """What the user wants since the last look; recorded, so that a resumed run takes the same path."""
    events = await steered(run, after)
    wishes = tuple(event.body for event in events if isinstance(event.body, RunSteered))
    return Steered(seq=events[-1].seq if events else after, wishes=wishes)


@recorded("wait_for_ends")
async def wait_for_ends(run: str, working: Sequence[WorkflowHandleAsync[Any]]) -> list[str]:
    """Wait until one of these ends; the ids of all that have by then, in the order they were started.

    What works in this process says so itself; only what a resumed run finds under way has to be looked for.
    """
    look_every = current().pace.poll_seconds
    waits = {asyncio.ensure_future(one.get_result(polling_interval_sec=look_every)): one for one in working}
    try:
        await stoppable(run, _until_one_ends(waits))
        return [one.workflow_id for wait, one in waits.items() if wait.done()]
    finally:
        for wait in waits:
            wait.cancel()
        await asyncio.gather(*waits, return_exceptions=True)  # how each ended is for the run to hear, not for this step


async def _until_one_ends(waits: Iterable[asyncio.Future[Any]]) -> None:
    await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)


@recorded("note_skipped")
async def note_skipped(run: str, skipped: tuple[Task, ...]) -> None:
    for task in skipped:
        await tell(run, task.id, "skip", TaskSkipped(reason=task.reason))


@recorded("note_change")
async def note_change(run: str, number: int, change: PlanChange) -> None:
    """A drill-down or a revision, taken or refused: the plan before and after, and why."""
    revised = PlanRevised(
        trigger=change.trigger,
        reason=change.reason,
        impact=change.impact,
        before=change.before,
        after=change.after,
        refused=change.refused,
    )
    await tell(run, "", f"change-{number}", revised)
    crash.point("change:unsaved")


@recorded("note_insights")
async def note_insights(run: str, task: str, points: tuple[SharedPoint, ...]) -> None:
    """Told as soon as the second task that shares something has ended."""
    await tell(run, task, "insights", *(InsightNoticed(shared=p.shared, tasks=p.tasks) for p in points))


@recorded("note_undug")
async def note_undug(run: str, task: str, undug: tuple[Undug, ...]) -> None:
    await tell(run, task, "undug", AreasLeft(areas=undug))


@recorded("ask_approval")
async def ask_approval(run: str, number: int, change: PlanChange) -> ApprovalRequest:
    shop = workshop()
    job = await shop.job(run)
    now = shop.clock.now()
    wait = job.order.ask.approval_seconds
    request = change.request(f"a{number}", asked_at=now, wait_seconds=wait)
    await tell(run, "", f"approval-{number}", ApprovalAsked(request=request))
    return request


@recorded("note_approval")
async def note_approval(run: str, answer: ApprovalAnswer) -> None:
    await tell(run, "", f"approved-{answer.request}", ApprovalGiven(answer=answer))


@recorded("write_report")
async def write_report(run: str, plan: Plan, outcomes: tuple[TaskOutcome, ...], began: datetime) -> RunResult:
    """Compose, check, render and keep the report. No evidence, no report: then an honest "not found"."""
    shop = workshop()
    job = await shop.job(run)
    outcomes = doubles.without_doubles(outcomes) if Capability.WRITES in capabilities_of(job.mind) else outcomes
    outcomes = await stoppable(run, brought_together(job, plan, outcomes))
    if job.order.ask.cross_check:
        before, outcomes = outcomes, await stoppable(run, cross_checked(job, plan, outcomes, began))
        await tell(run, "", "cross-check", *telling.found_late(before, outcomes))
    whole = await stoppable(run, edited_by_mind(job, plan, outcomes))
    edited, outcomes = whole.edited, whole.outcomes
    summary = edited if isinstance(edited, SummaryDraft) else as_summary(edited)
    draft = ReportDraft(
        run=run,
        plan=plan,
        outcomes=outcomes,
        summary=summary.summary,
        gaps=summary.gaps,
        conclusion=summary.conclusion,
        recommendations=summary.recommendations,
        edited=edited if isinstance(edited, Edited) else None,
        losses=(*job.proposal.losses, *_losses(job, outcomes), *whole.losses),
        lent=job.proposal.lent,
        voice=Voice.WRITTEN if Capability.WRITES in capabilities_of(job.mind) else Voice.QUOTED,
        began=began,
    )
    draft = await stoppable(run, judged_by_mind(job, draft))
    paid = await asyncio.to_thread(shop.ledger.payments, run)
    draft = draft.model_copy(update={"paid": _in_all(paid)})
    report = assemble.assembled(job.order, job.proposal.brief, draft)
    if draft.voice is Voice.WRITTEN and (unread := await unread_on(job, report.gaps, outcomes)):
        draft = draft.model_copy(update={"unread": unread})
        report = assemble.assembled(job.order, job.proposal.brief, draft)
    crash.point("report:composed")
    path = shop.home.run_folder(run) / report_name(report)

    def keep() -> None:
        shop.stores.keep_draft(draft)
        if not report.withheld:
            write_whole(path, markdown.render(report))
            write_whole(path.with_suffix(".html"), html.render(report, shop.stores.page_texts(cited_pages(report))))
        shop.stores.keep_report(report, shop.clock.now())

    await asyncio.to_thread(keep)
    crash.point("report:written")
    status, reason = _ended_as(report, outcomes)
    file = "" if report.withheld else str(path)
    await asyncio.to_thread(shop.stores.mark_ended, run, status, shop.clock.now(), reason=reason, report_path=file)
    written = ReportWritten(path=path.name, references=len(report.references), found=report.found)
    ended = RunEnded(status=status, reason=reason)
    await tell(run, "", "report", *((written,) if file else ()), ended)
    return RunResult(status=status, report_path=file)


def _in_all(paid: Sequence[Payment]) -> Spend | None:
    return sum((payment.actual for payment in paid if payment.actual), Spend()) if paid else None


def _losses(job: Job, outcomes: Sequence[TaskOutcome]) -> tuple[Failure, ...]:
    """What was not understood, and what was not searched."""
    by_model = Capability.ANY_LANGUAGE in capabilities_of(job.mind)
    surveys = job.proposal.surveys
    return (
        *not_understood(job.order.ask.question, surveys, outcomes, by_model=by_model),
        *unsearched(surveys),
    )


def _ended_as(report: Report, outcomes: Sequence[TaskOutcome]) -> tuple[RunStatus, str]:
    if all(outcome.status is not TaskStatus.DONE for outcome in outcomes):
        return RunStatus.FAILED, _why_failed(outcomes)
    if report.withheld:
        return RunStatus.WITHHELD, report.withheld
    if not report.found and any(_by_source(outcome) for outcome in outcomes):
        return RunStatus.FAILED, _why_failed(outcomes)  # what was not searched cannot be said to be absent
    return (RunStatus.DONE if report.found else RunStatus.NOT_FOUND), ""


def _why_failed(outcomes: Sequence[TaskOutcome]) -> str:
    failed = [outcome for outcome in outcomes if outcome.status is TaskStatus.FAILED]
    reasons = "; ".join(dict.fromkeys(outcome.reason for outcome in failed if outcome.reason))
    if not failed or not all(_by_source(outcome) for outcome in failed):
        began = "every task failed"
    else:
        heard = len(failed) < len(outcomes) or fallbacks.ELSEWHERE in reasons
        began = UNHEARD if heard else SILENT
    return f"{began}{f': {reasons}' if reasons else ''}"


def _by_source(outcome: TaskOutcome) -> bool:
    """Whether a task failed because a source did."""
    failed = outcome.status is TaskStatus.FAILED and bool(outcome.failures)
    return failed and outcome.failures[0].what == fallbacks.SEARCH


def cited_pages(report: Report) -> tuple[str, ...]:
    return tuple(dict.fromkeys(e.page_id for reference in report.references for e in reference.passages))
