"""The whole of a report, by the run's mind: an editor where it is one, else a summary, else the sections as they are.

Knows: what is shown of a run, and that losing it loses no section.  Does not know: how a whole is written or laid out.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Evidence, Fact, Failure, Page, Passage
from fathoms.domain.ledger import Purpose
from fathoms.domain.plan import Plan
from fathoms.domain.report import Finding, TaskOutcome
from fathoms.engine.evidence.taking import Taken
from fathoms.engine.plan.lengths import section_words
from fathoms.engine.run import documents
from fathoms.engine.thread import reading
from fathoms.engine.thread.weights import over_all
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import (
    Editor,
    EditRequest,
    Redraft,
    Redrafter,
    RedraftRequest,
    Sketch,
    SummaryDraft,
    SummaryRequest,
)
from fathoms.runtime.calls import call
from fathoms.runtime.composing import Composed, composed, sketched
from fathoms.runtime.investigate import reads_in_depth
from fathoms.runtime.looking_up import ON_DOUBTS, ON_QUESTIONS, ON_UNREAD, looked_up
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.taking import taken_from


@dataclass(frozen=True, slots=True)
class Whole:
    """What was made of the draft, and the outcomes with the facts that its writer took from pages itself."""

    edited: Edited | SummaryDraft
    outcomes: tuple[TaskOutcome, ...]
    losses: tuple[Failure, ...] = ()


async def edited_by_mind(job: Job, plan: Plan, outcomes: Sequence[TaskOutcome]) -> Whole:
    """What the mind makes of the draft. Without one the report opens with the first lines of its sections."""
    try:
        if isinstance(job.mind, Editor):
            whole = await _edited(job, job.mind, plan, outcomes)
            edited = await _written_again(job, plan, outcomes, whole.edited)
            return Whole(edited, whole.outcomes, _invented(job, whole.invented))
        return Whole(await _summarised(job, plan, outcomes), tuple(outcomes))
    except (BudgetSpent, ProviderError) as error:
        return Whole(SummaryDraft(gaps=(f"No summary was written: {error}.",)), tuple(outcomes))


def _invented(job: Job, quotes: int) -> tuple[Failure, ...]:
    if not quotes:
        return ()
    told = f"{quotes} of the quotes that the report's writer took dropped: they are not in the sources"
    return (Failure(what="quotes", target=job.order.ask.question, reason=told),)


def as_summary(edited: Edited) -> SummaryDraft:
    """For whoever knows no more of a whole than its summary."""
    return SummaryDraft(summary=edited.key_points, gaps=edited.gaps, recommendations=edited.recommendations)


async def _edited(job: Job, mind: Editor, plan: Plan, outcomes: Sequence[TaskOutcome]) -> Taken:
    """What the mind writes, with what it took from pages as facts of this run."""
    run, deep = job.order.run, reads_in_depth(job)
    facts = tuple(fact for o in outcomes for fact in o.facts)
    findings = tuple(o.finding for o in outcomes if o.finding)
    notes = await sketched(job) if facts and deep else ()
    offered, pages = await _of_documents(job, plan, outcomes, facts, findings, notes)
    request = EditRequest(
        brief=job.proposal.brief,
        plan=plan,
        findings=findings,
        facts=facts,
        conflicts=tuple(conflict for o in outcomes for conflict in o.conflicts),
        words=section_words(job.order.ask.length, sections=1),
        pages=offered,
        sketches=tuple(note.text for note in notes),
    )
    text = await composed(job, request, outcomes, pages) if deep else Composed("", tuple(outcomes))
    request = request.model_copy(update={"facts": text.facts})
    shown = request.model_copy(update={"text": text.text, "pages": ()}) if text.text else request
    edited = await call(run, "", CallKind(Deed.EDIT), shown, Edited, lambda: mind.edit(shown), purpose=Purpose.REPORT)
    taken = await taken_from(job, request, edited, text.outcomes, pages, "taken")
    return replace(taken, invented=text.invented + taken.invented)


async def _pages_behind(facts: Sequence[Fact]) -> dict[str, Page]:
    return await asyncio.to_thread(workshop().stores.pages_behind, [item for fact in facts for item in fact.evidence])


async def _of_documents(
    job: Job,
    plan: Plan,
    outcomes: Sequence[TaskOutcome],
    facts: Sequence[Fact],
    findings: Sequence[Finding],
    notes: Sequence[Sketch],
) -> tuple[tuple[Passage, ...], Mapping[str, Page]]:
    """What comes along of documents, and the pages that it is of: those behind the facts, before them what no round had
    a place for, and first what somebody with experience would look up; where all is done in one go, what else there is
    on the sub-questions. Costs no call."""
    if facts and job.proposal.brief.in_one_go:
        return await _beside(job, plan, facts)
    if not (facts and reads_in_depth(job)):
        return (), {}
    pages = await _pages_behind(facts)
    behind = documents.offered(facts, _told(findings), pages, _asked(job, plan), over_all(job.proposal.surveys))
    shown = [url for outcome in outcomes for url in outcome.shown]
    unread = await looked_up(job, _parts(plan), behind, pages, ON_UNREAD, shown=shown)
    doubts = tuple(dict.fromkeys(doubt for note in notes for doubt in note.look_up))
    found = await looked_up(job, doubts, unread.passages, unread.pages, ON_DOUBTS)
    return found.passages, found.pages


async def _beside(job: Job, plan: Plan, facts: Sequence[Fact]) -> tuple[tuple[Passage, ...], Mapping[str, Page]]:
    """What one's own documents hold on the sub-questions and no fact was taken from: one look at five documents leaves
    parts of a wide question open."""
    found = await looked_up(job, _parts(plan), (), {}, ON_QUESTIONS)
    taken = [item for fact in facts for item in fact.evidence]
    left = (one for one in found.passages if not any(_is_of(item, one) for item in taken))
    return reading.keyed(tuple(left)), found.pages


def _parts(plan: Plan) -> tuple[str, ...]:
    """Each thing that the plan asks."""
    return tuple(dict.fromkeys(text for task in plan.tasks for text in (*task.sub_questions, task.question)))


def _is_of(item: Evidence, passage: Passage) -> bool:
    return item.page_id == passage.page_id and passage.start <= item.start < passage.end


def _told(findings: Sequence[Finding]) -> tuple[str, ...]:
    """The facts that the drafts tell."""
    return tuple(fact for one in findings for part in one.paragraphs for said in part.told for fact in said.facts)


def _asked(job: Job, plan: Plan) -> str:
    """All that the report is to answer."""
    brief = job.proposal.brief
    wanted = (text for task in plan.tasks for text in (task.question, *task.sub_questions))
    return " ".join((brief.question, *(one.text for one in brief.criteria), *wanted))


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
