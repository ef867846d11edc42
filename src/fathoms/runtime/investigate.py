"""Read this second: the investigation of one task, in rounds, until it has converged or is honestly stuck.

Knows: the order of the seven verbs.  Does not know: any threshold (`engine/`), any tool (`steps.py`).
Its steps run strictly one after another: a recorded step is known by its place in this order.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from dbos import DBOS

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Fact, Hit
from fathoms.domain.plan import Mode, Task, TaskKind
from fathoms.domain.report import TaskOutcome
from fathoms.domain.thread import StopReason, ThreadState
from fathoms.engine.evidence import stated
from fathoms.engine.run import fallbacks, learning
from fathoms.engine.thread import (
    allocation,
    convergence,
    discovery,
    drift,
    links,
    opening,
    reading,
    reading_on,
    recency,
    reframing,
    rounds,
    scoping,
    self_checks,
)
from fathoms.errors import BudgetSpent, FathomsError, StopAsked
from fathoms.ports.mind import Reader
from fathoms.report.words import words_for
from fathoms.runtime import slots, spans, steps
from fathoms.runtime.discover import discover, discover_more
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.records import Assignment
from fathoms.runtime.synthesise import synthesise

SATURATION_MOVES_ON = "saturation moves a thread on"
"""Since when HIGH saturation ends no thread; what was begun before goes on by the rules it began with."""
SOURCES_ARE_CURATED = "a thread that has run out of sources has others curated"
"""What was begun before this was there goes on without it."""
NOTHING_TO_ASK = "a round that has nothing to ask is not spent"
READS_ON = "a converged thread reads on"
TELLING_REPEATS = "what a task only tells and keeps is done again instead of recorded"
"""Since when a task records only what something follows from; it is younger than that saturation moves a thread on."""
_Tells = Callable[[str, Task, ThreadState], Awaitable[None]]
_TELLING: tuple[_Tells, _Tells] = (steps.tell_opened, steps.keep_round)
_RECORDED_TELLING: tuple[_Tells, _Tells] = (steps.RECORDED_OPENING, steps.RECORDED_ROUND)
FRUGAL = "what is known, or was looked for twice in vain, buys no further round"
MAX_RECOVERIES = 10_000
"""A run may be killed and resumed as often as its user likes."""


@DBOS.workflow(name="investigate", max_recovery_attempts=MAX_RECOVERIES)
async def investigate(assignment: Assignment) -> TaskOutcome:
    """Work on one task until its thread says why it stops. A failure is an outcome, not an exception."""
    with workshop().spans.task(assignment.run, assignment.task) as mark:
        outcome = await _investigated(assignment)
        spans.tell_task(mark, outcome)
        return outcome


async def _investigated(assignment: Assignment) -> TaskOutcome:
    repeats = await DBOS.patch_async(TELLING_REPEATS)
    earlier = not repeats and not await DBOS.patch_async(SATURATION_MOVES_ON)
    tell_opened, keep_round = _TELLING if repeats else _RECORDED_TELLING
    job = await workshop().job(assignment.run)
    task = assignment.task
    frugal = reads_in_depth(job) and await DBOS.patch_async(FRUGAL)
    thread = opening.start(
        task,
        _as_begun(job) if earlier else job.proposal.brief,
        served=job.served_to(task),
        known=(*_stated(job), *assignment.known_facts),
        patience=job.order.ask.patience,
        policy=job.order.ask.plateau,
        earlier=earlier,
        frugal=frugal,
    )
    thread = learning.taught(thread, job.proposal.priors)
    await tell_opened(assignment.run, task, thread)
    try:
        if task.kind is TaskKind.DISCOVERY:
            return await discover(assignment, thread)
        if task.kind is TaskKind.SYNTHESIS and assignment.predecessors and not earlier:
            return await synthesise(assignment, thread)
        listed = () if earlier else discovery.listed(assignment.predecessors)
        thread = await _until_it_stops(job, task, thread, listed, keep_round)
        if lost := fallbacks.all_lost(thread):
            return await steps.fail_task(assignment.run, task, lost.reason, lost.what, thread.failures)
        return await steps.conclude(assignment, thread)
    except FathomsError as error:
        return await steps.fail_task(assignment.run, task, str(error))


def _as_begun(job: Job) -> Brief:
    """The brief of a run that was begun when a simple plan had two rounds at any effort."""
    brief = job.proposal.brief
    if job.proposal.plan.mode is not Mode.SIMPLE:
        return brief
    return brief.model_copy(update={"limits": brief.limits.model_copy(update={"rounds": min(2, brief.limits.rounds)})})


async def _until_it_stops(
    job: Job, task: Task, thread: ThreadState, listed: tuple[Hit, ...], keep_round: _Tells
) -> ThreadState:
    """Round after round. When the run's budget is spent, or the user has enough, it concludes with what it has."""
    try:
        while await _goes_on(job, thread):
            with workshop().spans.round(job.order.run, task, len(thread.rounds) + 1) as mark:
                done = len(thread.rounds)
                thread = await one_round(job, task, thread, listed, keep_round)
                spans.tell_round(mark, thread.rounds[done:])
            if discovery.is_due(thread) and await DBOS.patch_async(SOURCES_ARE_CURATED):
                curated = await discover_more(job.order.run, task, thread)
                listed, thread = discovery.as_hits(curated), discovery.resumed(thread, curated)
    except BudgetSpent as spent:
        if convergence.verdict(thread) is StopReason.CRITERIA_MET:
            return thread  # it was only reading on
        why = StopReason.USER_STOPPED if isinstance(spent, StopAsked) else StopReason.BUDGET_EXHAUSTED
        thread = thread.model_copy(update={"stopped": why})
    return thread


async def _goes_on(job: Job, thread: ThreadState) -> bool:
    """Until the thread has converged or is stuck; a mind that reads whole documents then looks at what else is near."""
    if convergence.verdict(thread) is None:
        return True
    return reads_in_depth(job) and reading_on.is_due(thread) and await DBOS.patch_async(READS_ON)


def reads_in_depth(job: Job) -> bool:
    """Whether the mind takes in whole documents, round after round."""
    return isinstance(job.mind, Reader) and not job.proposal.brief.in_one_go


async def one_round(
    job: Job, task: Task, thread: ThreadState, listed: tuple[Hit, ...], keep_round: _Tells
) -> ThreadState:
    """Scope, search, read, drift check, extract, what the user put after it, verdict, micro-report."""
    run, brief = job.order.run, job.proposal.brief
    frame = reading_on.frame(thread, brief) if reading_on.is_due(thread) else scoping.next_scope(thread, brief)
    surveys = job.surveys_for(task, frame.round)
    settled = reading_on.draft(thread, frame, surveys) if frame.reads_on else None
    scoped = await steps.scope(run, task, thread, frame, settled)
    draft, frame = scoped.draft, reframing.settled(frame, scoped.draft)
    chosen = allocation.choose(
        thread,
        frame,
        draft,
        learning.best_first(surveys, job.proposal.priors, frame.phase),
        currency_year=recency.year_that_matters(task.question, brief, job.order.created_at.year),
    )
    if frame.escape and not chosen.queries:
        return rounds.pass_over_escape(thread)  # a way out that does not apply costs no round
    moved = rounds.pass_over_rewording(thread) if frame.must_reformulate and not chosen.queries else None
    if moved and await DBOS.patch_async(NOTHING_TO_ASK):
        return moved
    reserve = chosen.reserve if thread.frugal else ()
    searched = await steps.search(run, task, thread, frame, draft.intent, chosen.queries, reserve)
    chosen = allocation.as_sent(chosen, searched.queries, searched.dropped)
    before = _read_before(thread)
    first = (*(listed if discovery.has_a_list(thread) else ()), *links.to_follow(thread))
    answers = reading.remembering(searched.answers, job.recalled(task, frame.round))
    hits = reading.choose_hits(answers, already_read=before, most=brief.limits.documents, first=first)
    wanted, known = _looking_for(brief, task, draft.intent), reading.documents_known(thread)
    read = await steps.read(run, task, frame, hits, searched, wanted, before, known)
    thread = reading.remembered(thread, read, searched.near)
    sifted = drift.sift(read.passages, brief, task, thread, scope=frame, queries=chosen.queries)
    extracted = await steps.extract(run, task, thread, frame, chosen.queries, sifted.kept, searched.weights)
    extracted = await slots.after_extract(job, task, thread, frame.round, sifted.kept, extracted)
    failures = (*scoped.failures, *searched.failures, *read.failures, *extracted.failures)
    thread = rounds.close(
        thread,
        scope=frame.model_copy(update={"intent": draft.intent, "gap": draft.gap or frame.gap}),
        allocation=allocation.answered(chosen, searched.unanswered),
        answers=answers,
        reading=read.model_copy(update={"failures": failures}),
        sifted=sifted,
        extraction=extracted.extraction,
        admitted=extracted.admitted,
        at=extracted.at,
    )
    thread = self_checks.noted(thread)
    await keep_round(run, task, thread)
    return thread


def _stated(job: Job) -> tuple[Fact, ...]:
    """What the user stated is known to every thread."""
    brief = job.proposal.brief
    pages = stated.pages(brief, at=job.order.created_at, title=words_for(brief.language).stated_title)
    return tuple(stated.fact(page) for page in pages)


def _read_before(thread: ThreadState) -> tuple[str, ...]:
    return tuple(dict.fromkeys(url for record in thread.rounds for url in record.read_urls))


def _looking_for(brief: Brief, task: Task, intent: str) -> str:
    return " ".join((task.question, *task.sub_questions, intent, brief.question))
