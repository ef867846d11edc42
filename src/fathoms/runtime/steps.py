"""The recorded steps of one task. Each takes values and returns a value; each may be repeated without harm.

Knows: how to ask a mind or a source through the call cache, what to store, which events to tell.
Does not know: what comes next (`investigate.py`) or any rule (`engine/`). The run's own: `run_steps.py`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from fathoms.domain.authority import TierRules
from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.events import (
    GapNoticed,
    Place,
    RoundEnded,
    RoundRead,
    RoundScoped,
    RoundSearched,
    SectionWritten,
    SelfCheckFailed,
    TaskEnded,
    TaskStarted,
)
from fathoms.domain.evidence import SELF_CHECK, Failure, Hit, Page, Passage, Query, SourceKind
from fathoms.domain.ledger import Purpose
from fathoms.domain.plan import Task, TaskStatus
from fathoms.domain.report import Finding, TaskOutcome
from fathoms.domain.reuse import EarlierFinding
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Extraction, Reading, Scope, ScopeDraft, ThreadState
from fathoms.domain.value import Value
from fathoms.engine.evidence import facts, reuse
from fathoms.engine.evidence.confidence import DEFAULT_RULES, trusting, vouched_for
from fathoms.engine.plan.lengths import section_form, words_of
from fathoms.engine.run import fallbacks, learning
from fathoms.engine.thread import gates, links, reading, rubrics
from fathoms.engine.thread import weights as words
from fathoms.errors import AuthFailed, BudgetSpent, FathomsError, ProviderError, StopAsked
from fathoms.ports.mind import ConcludeRequest, ExtractRequest, Reader, ScopeRequest
from fathoms.report import micro
from fathoms.runtime import crash, outgoing, telling
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.propose import judges, source_states
from fathoms.runtime.recording import events_of, recorded, repeatable, stop_asked, stoppable, tell
from fathoms.runtime.records import Assignment, Extracted, Scoped, Searched
from fathoms.stores.files import write_whole
from fathoms.text.words import tokens

RESULTS_PER_QUERY = 5
PASSAGES_PER_QUERY = 10
"""Of one's own documents, where several results may be passages of one."""


class ReadRequest(Value, kind="read_request"):
    """The key of a fetch: one page is read once a run, whichever passage led to it."""

    source: str
    url: str


class SearchRequest(Value, kind="search_request"):
    query: Query
    phase: str


@repeatable
async def tell_opened(run: str, task: Task, thread: ThreadState) -> None:
    started = TaskStarted(
        question=task.question,
        name=thread.name,
        sub_questions=len(thread.sub_questions),
        subjects=len(thread.subjects),
        budget=thread.budget,
        phase=thread.phase,
    )
    await tell(run, task.id, "open", started)
    crash.point("thread:opened")


@recorded("scope")
async def scope(run: str, task: Task, thread: ThreadState, frame: Scope, settled: ScopeDraft | None = None) -> Scoped:
    """What this round looks for and why, with a backlog of queries per source; what code has settled asks no mind."""
    job = await workshop().job(run)
    request = ScopeRequest(
        brief=job.proposal.brief, task=task, thread=thread, scope=frame, surveys=job.surveys_for(task, frame.round)
    )
    if await stop_asked(run):
        raise StopAsked("the user asked for what there is")
    if not (await workshop().purse(run)).hold(task.id):
        raise BudgetSpent("there is no call left to read what a search would find")
    if settled is not None:
        return Scoped(draft=settled)
    try:
        draft = await stoppable(
            run, call(run, task.id, CallKind(Deed.SCOPE), request, ScopeDraft, lambda: job.mind.scope(request))
        )
        scoped = Scoped(draft=draft)
    except ProviderError as error:
        plain = fallbacks.scope(frame, thread, task, request.surveys)
        scoped = Scoped(draft=plain, failures=(lost("queries", task, error),))
    crash.point("scope:unsaved")
    return scoped


@recorded("search")
async def search(
    run: str,
    task: Task,
    thread: ThreadState,
    frame: Scope,
    intent: str,
    queries: tuple[Query, ...],
    reserve: tuple[Query, ...] = (),
) -> Searched:
    """Ask all chosen sources at once. A source that fails is a failure by name; the others go on. Where all that came
    back was read before, what is in reserve is asked in the same round."""
    job = await workshop().job(run)
    documents = job.proposal.brief.limits.documents + (reading.documents_read(thread) if frame.reads_on else 0)
    going = await outgoing.leaving(job, queries, thread)
    queries = going.queries
    scoped = RoundScoped(
        round=frame.round, phase=frame.phase, intent=intent, queries=queries, forced_subject=frame.forced_subject
    )
    await tell(run, task.id, f"round-{frame.round}/scope", scoped)

    async def ask(query: Query) -> SearchAnswer | Failure:
        source = job.source(query.source)
        most = PASSAGES_PER_QUERY if source.kind is SourceKind.INTERNAL else RESULTS_PER_QUERY
        try:
            return await call(
                run,
                task.id,
                CallKind(Deed.SEARCH, source.name),
                SearchRequest(query=query.model_copy(update={"reason": ""}), phase=frame.phase),
                SearchAnswer,
                lambda: source.search(query, limit=most, phase=frame.phase),
            )
        except ProviderError as error:
            return Failure(what=fallbacks.SEARCH, target=f"{query.source}: {query.text}", reason=str(error))

    results = await stoppable(run, _gather(ask(query) for query in queries))
    came = [result for result in results if isinstance(result, SearchAnswer)]
    if reserve and came and not reading.brings_anything(came, thread, most=documents):
        further = await outgoing.leaving(job, reserve, thread)
        going = outgoing.Leaving((*queries, *further.queries), (*going.dropped, *further.dropped))
        results += await stoppable(run, _gather(ask(query) for query in further.queries))
        queries = going.queries
    by_source: dict[str, list[SearchAnswer]] = {}
    for query, result in zip(queries, results, strict=True):
        if isinstance(result, SearchAnswer):
            by_source.setdefault(query.source, []).append(result)
    for name in dict.fromkeys(hit.source for hit in thread.near if frame.reads_on):
        left = SearchAnswer(hits=tuple(hit for hit in thread.near if hit.source == name))
        by_source.setdefault(name, []).append(left)
    searched = Searched(
        answers={name: reading.fused(some, most=documents) for name, some in by_source.items()},
        failures=tuple(f for r in results for f in ([r] if isinstance(r, Failure) else r.failures)),
        unanswered=tuple(q for q, r in zip(queries, results, strict=True) if isinstance(r, Failure)),
        queries=queries,
        dropped=going.dropped,
        near=tuple(hit for some in by_source.values() for hit in reading.beyond(some, most=documents)),
    )
    hits = sum(len(answer.hits) for answer in searched.answers.values())
    asked = tuple(dict.fromkeys(query.source for query in queries))
    found = tuple(telling.place(hit) for answer in searched.answers.values() for hit in answer.hits)
    told = RoundSearched(round=frame.round, hits=hits, sources=asked, failures=searched.failures, found=found)
    await tell(run, task.id, f"round-{frame.round}/search", told)
    crash.point("search:unsaved")
    return searched


@recorded("read")
async def read(
    run: str,
    task: Task,
    frame: Scope,
    hits: tuple[Hit, ...],
    searched: Searched,
    looking_for: str,
    already_read: tuple[str, ...],
    known: tuple[str, ...] = (),
) -> Reading:
    """Read the pages behind the hits, all at once, keep them, and show each whole, or of it what the intent asks.

    Of the documents that are `known` by the facts that tasks before took from them, only that."""
    shop = workshop()
    job = await shop.job(run)
    groups = reading.by_page(hits)
    pages = await stoppable(run, _gather(page_behind(job, task.id, group[0]) for group in groups))
    got = [(page, group) for page, group in zip(pages, groups, strict=True) if isinstance(page, Page)]
    wanted, shown = frozenset(tokens(looking_for)), reading.shown_before(already_read)
    room = await _rooms(job, [page for page, _ in got], known)
    picked: list[Passage] = []
    for (page, group), most in zip(got, room, strict=True):
        own = searched.answers[page.source].weights if page.source in searched.answers else {}
        seen = shown.get(page.url, ())
        picked += reading.passages(page, group, wanted, own, max_chars=most, shown=seen)
    outcome = Reading(
        vouched=vouched_for([page for page, _ in got], rules_of(job), task.subjects),
        linked=links.noticed([page for page, _ in got], (task.question, *task.sub_questions)),
        passages=reading.keyed(picked),
        failures=tuple(page for page in pages if isinstance(page, Failure)),
        rendered=tuple(page.url for page in pages if isinstance(page, Page) and page.rendered),
    )
    places = tuple(Place(title=p.title, url=p.url, source=p.source, page=p.id) for p, _ in got)
    told = RoundRead(round=frame.round, pages=len(places), failures=outcome.failures, read=places)
    events = events_of(run, task.id, {f"round-{frame.round}/read": (told,)})

    def keep() -> None:
        with shop.stores.together():
            shop.stores.keep_pages([page for page in pages if isinstance(page, Page)])
            shop.stores.append(events)

    await asyncio.to_thread(keep)
    crash.point("read:unsaved")
    return outcome


async def page_behind(job: Job, task: str, hit: Hit) -> Page | Failure:
    """The whole page that a hit is of, read once a run."""
    source, url = job.source(hit.source), hit.url.partition("#")[0]
    request = ReadRequest(source=source.name, url=url)
    try:
        kind = CallKind(Deed.READ, source.name)
        page = await call(job.order.run, task, kind, request, Page, lambda: source.read(hit))
    except ProviderError as error:
        return Failure(what=fallbacks.READ, target=url, reason=str(error))
    return page if page.text.strip() else Failure(what=fallbacks.READ, target=url, reason="the page holds no text")


async def _rooms(job: Job, pages: Sequence[Page], known: tuple[str, ...]) -> tuple[int, ...]:
    """Characters of each page that the mind takes in; one that reads once reads the best documents whole."""
    if not isinstance(job.mind, Reader):
        return reading.shares([len(page.text) for page in pages], reading.ROOM)
    room = await job.mind.reading_chars()
    if job.proposal.brief.in_one_go:
        return reading.shares([len(page.text) for page in pages], room)
    return reading.paid_shares(pages, room, known)


@recorded("extract")
async def extract(
    run: str,
    task: Task,
    thread: ThreadState,
    frame: Scope,
    queries: tuple[Query, ...],
    passages: tuple[Passage, ...],
    weights: dict[str, float],
) -> Extracted:
    """Claims of the mind, and the facts that code admits: a quote that is not in its page never becomes one."""
    shop = workshop()
    job = await shop.job(run)
    failures: tuple[Failure, ...] = ()
    (await shop.purse(run)).let_go(task.id)
    if not passages:
        extraction = Extraction(reason="there was no passage to extract from")
    else:
        request = ExtractRequest(
            brief=job.proposal.brief,
            task=task,
            scope=frame,
            queries=queries,
            thread=thread,
            passages=passages,
            form=job.proposal.plan.form,
            rubric=rubrics.composed(task, thread, job.proposal.brief, passages),
            weights=words.over_all(job.proposal.surveys, weights),
            default_weight=default_weight(job),
        )
        try:
            extraction = await stoppable(
                run, call(run, task.id, CallKind(Deed.EXTRACT), request, Extraction, lambda: job.mind.extract(request))
            )
        except ProviderError as error:
            extraction = Extraction(reason="what was read could not be taken in")
            failures = (lost(fallbacks.FACTS, task, error),)
    texts = await asyncio.to_thread(shop.stores.page_texts, [passage.page_id for passage in passages])
    rules = trusting(rules_of(job), thread.vouched)
    admitted = facts.admit(extraction.claims, passages, texts, thread, task=task, round=frame.round, rules=rules)
    if admitted.invented:
        told = f"{admitted.invented} of {len(extraction.claims)} claims dropped: what they quote is not in the sources"
        failures = (*failures, Failure(what="quotes", target=task.question, reason=told))
    crash.point("extract:unsaved")
    return Extracted(extraction=extraction, admitted=admitted, at=shop.clock.now(), failures=failures)


@repeatable
async def keep_round(run: str, task: Task, thread: ThreadState) -> None:
    """Exactly one micro-report per round, whole or not at all; and the round's facts."""
    shop = workshop()
    record = thread.rounds[-1]
    name = micro.micro_name(thread, record.number)
    file, report = thread_file(await shop.job(run), name), micro.micro_report(thread, record)
    fresh = [fact for fact in thread.facts if fact.round == record.number]
    ended = RoundEnded(
        round=record.number,
        new_facts=len(record.new_facts),
        confirming_facts=len(record.confirming_facts),
        drifts=len(record.drifts),
        saturation=None if record.drifted else record.saturation,
        plateau=record.plateau,
        summary=record.next_step,
        micro_report=name,
        budget=record.budget_after,
    )
    broken = tuple(failure.reason for failure in record.failures if failure.what == SELF_CHECK)
    failed = (SelfCheckFailed(round=record.number, problems=broken),) if broken else ()
    found = tuple(telling.of_round(task, thread, record))
    at = f"round-{record.number}"
    events = events_of(run, task.id, {f"{at}/found": found, f"{at}/end": (ended, *failed)})

    def keep() -> None:
        with shop.stores.together():
            shop.stores.keep_facts(run, task.id, fresh, record.at)
            shop.stores.append(events)

    # Side by side: to be safe from a power cut, a file takes longer than all else of a step.
    await asyncio.gather(asyncio.to_thread(write_whole, file, report), asyncio.to_thread(keep))
    crash.point("micro:unsaved")


RECORDED_OPENING, RECORDED_ROUND = recorded("open_thread")(tell_opened), recorded("report_round")(keep_round)
"""For tasks that were begun when these two were recorded as well."""


def _asks(task: Task) -> str:
    """What a section answers, in particular: sections are written side by side, none knows the others' text."""
    own = [sub for sub in task.sub_questions if sub != task.question]
    return f"{task.question} ({'; '.join(own)})" if own else task.question


@recorded("conclude")
async def conclude(assignment: Assignment, thread: ThreadState) -> TaskOutcome:
    """The task's finding: its section of the report, its gaps, how deep it went."""
    shop = workshop()
    run, task = assignment.run, assignment.task
    job = await shop.job(run)
    request = ConcludeRequest(
        brief=job.proposal.brief,
        task=task,
        thread=thread,
        predecessors=tuple(o.finding for o in assignment.predecessors if o.finding),
        remaining=assignment.remaining,
        words=words_of(job.proposal.plan, task, job.order.ask.length),
        form=section_form(job.proposal.plan, task.question),
        beside=tuple(_asks(other) for other in job.proposal.plan.tasks if other.id != task.id),
        weights=words.over_all(job.proposal.surveys),
        default_weight=default_weight(job),
    )
    purse = await shop.purse(run)
    purse.let_go(task.id)
    file, report = thread_file(job, micro.completion_name(thread)), micro.completion_report(thread)
    (finding, lost_section), _ = await asyncio.gather(
        _section(job, request), asyncio.to_thread(write_whole, file, report)
    )
    finding = finding.model_copy(update={"gaps": (*finding.gaps, *assignment.missing)})
    outcome = TaskOutcome(
        task=task.id,
        status=TaskStatus.DONE,
        finding=finding,
        facts=thread.facts,
        conflicts=thread.conflicts,
        gates=gates.results(thread),
        failures=(*thread.failures, *lost_section),
        spend=purse.spent(task.id),
        tried=tuple(query.text for record in thread.rounds for query in record.queries),
        read=tuple(dict.fromkeys(title for record in thread.rounds for title in record.read_titles)),
        shown=tuple(dict.fromkeys(url for record in thread.rounds for url in record.read_urls)),
        ended_at=shop.clock.now(),
    )
    section = telling.checked(finding, thread)
    written = SectionWritten(heading=finding.heading, statements=section)
    ended = TaskEnded(
        status=TaskStatus.DONE,
        reason=thread.stopped or "",
        rounds=len(thread.rounds),
        facts=len(thread.facts),
        gaps=finding.gaps,
        spend=outcome.spend,
        heading=finding.heading,
        section=section,
    )
    gaps = (GapNoticed(gap=gap) for gap in finding.gaps)
    events = events_of(run, task.id, {"section": (*gaps, written), "end": (ended,)})

    def keep() -> None:
        with shop.stores.together():
            _keep_outcome(job, task, thread, outcome)
            shop.stores.append(events)

    await asyncio.to_thread(keep)
    crash.point("conclude:unsaved")
    return outcome


async def _section(job: Job, request: ConcludeRequest) -> tuple[Finding, tuple[Failure, ...]]:
    """The section as the mind writes it; without an answer of it, the facts as they were found, and what was lost."""
    run, task = job.order.run, request.task
    made = call(
        run,
        task.id,
        CallKind(Deed.CONCLUDE),
        request,
        Finding,
        lambda: job.mind.conclude(request),
        purpose=Purpose.REPORT,
    )
    try:
        return await stoppable(run, made), ()
    except (ProviderError, BudgetSpent) as error:
        plain = f"The section lists facts as they were found: {error}."
        return fallbacks.finding(task, request.thread, reason=plain), (lost("section", task, error),)


def _keep_outcome(job: Job, task: Task, thread: ThreadState, outcome: TaskOutcome) -> None:
    """The finding, what a later run may take over, and what the thread teaches."""
    stores, run, now = workshop().stores, job.order.run, workshop().clock.now()
    stores.keep_task_outcome(run, outcome, now)
    stores.keep_facts(run, task.id, thread.facts, now)
    if outcome.finding:
        stores.keep_finding(run, outcome.finding, now)
    if states := source_states(job.proposal.surveys):
        sources = (*judges(job.order), *states)
        earlier = EarlierFinding(run=run, question=task.question, sources=sources, found_at=now, outcome=outcome)
        stores.keep_outcome(earlier, reuse.meaning_key(task.question))
    if job.order.ask.learn:
        stores.keep_sample(learning.sample(run, job.proposal.plan, thread, outcome.finding))


def lost(what: str, task: Task, error: FathomsError) -> Failure:
    """A mind that gave no usable answer is a loss by name; a key that is refused ends the task instead."""
    if isinstance(error, AuthFailed):
        raise error
    return Failure(what=what, target=task.question, reason=str(error))


@recorded("fail_task")
async def fail_task(
    run: str, task: Task, reason: str, what: str = "task", before: tuple[Failure, ...] = ()
) -> TaskOutcome:
    """A task that could not be done is a value like any other: its siblings go on. Why it failed is named first, then
    what was lost `before`."""
    shop = workshop()
    purse = await shop.purse(run)
    purse.let_go(task.id)
    spent = purse.spent(task.id)
    failure = Failure(what=what, target=task.question, reason=reason)
    failures = tuple(dict.fromkeys((failure, *before)))
    outcome = TaskOutcome(task=task.id, status=TaskStatus.FAILED, reason=reason, failures=failures, spend=spent)
    await asyncio.to_thread(shop.stores.keep_task_outcome, run, outcome, shop.clock.now())
    await tell(run, task.id, "end", TaskEnded(status=TaskStatus.FAILED, reason=reason, spend=spent))
    return outcome


def rules_of(job: Job) -> TierRules:
    """Which hosts are how authoritative: ours, and what the user says."""
    return DEFAULT_RULES.extended(job.order.authority)


def default_weight(job: Job) -> float:
    return max((survey.default_weight for survey in job.proposal.surveys), default=1.0)


async def _gather(work: Any) -> list[Any]:
    return list(await asyncio.gather(*work))


def thread_file(job: Job, name: str) -> Path:
    """In the run's own folder, or where the user wants such files."""
    run, chosen = job.order.run, job.order.ask.artifacts
    return Path(chosen) / run / name if chosen else workshop().home.run_folder(run) / "threads" / name
