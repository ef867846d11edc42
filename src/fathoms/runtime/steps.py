"""The recorded steps. Each takes values and returns a value; each may be repeated without harm.

Knows: how to ask a mind or a source through the call cache, what to store, which events to tell.
Does not know: what comes next (`research.py`, `investigate.py`) or any rule (`engine/`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from dbos import DBOS

from fathoms.domain.events import (
    Body,
    Event,
    ReportWritten,
    RoundEnded,
    RoundRead,
    RoundScoped,
    RoundSearched,
    RunEnded,
    RunStarted,
    TaskEnded,
    TaskSkipped,
    TaskStarted,
)
from fathoms.domain.evidence import Failure, Hit, Page, Passage, Query
from fathoms.domain.plan import Plan, Task, TaskStatus
from fathoms.domain.report import Finding, TaskOutcome
from fathoms.domain.run import RunStatus
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Extraction, Reading, Scope, ScopeDraft, ThreadState
from fathoms.domain.value import Value
from fathoms.engine import facts, reading
from fathoms.engine.words import tokens
from fathoms.errors import ProviderError
from fathoms.ports.mind import ConcludeRequest, ExtractRequest, ScopeRequest, SummaryDraft, SummaryRequest
from fathoms.report import check, compose, micro, names
from fathoms.report.render import html, markdown
from fathoms.runtime import crash
from fathoms.runtime.calls import call
from fathoms.runtime.cancel import CancelWatch
from fathoms.runtime.home import write_whole
from fathoms.runtime.records import Assignment, Extracted, RunResult, Searched
from fathoms.runtime.trouble import told_of_trouble
from fathoms.runtime.workshop import Job, workshop

RESULTS_PER_QUERY = 5
PASSAGE_CHARS = 6_000
"""Most text of one page that is offered to a mind in a round."""

T = TypeVar("T")
P = ParamSpec("P")
_watch: CancelWatch | None = None


class ReadRequest(Value, kind="read_request"):
    """The key of a fetch: one page is read once a run, whichever passage led to it."""

    source: str
    url: str


class SearchRequest(Value, kind="search_request"):
    query: Query
    phase: str


def recorded(name: str) -> Callable[[Callable[P, Coroutine[Any, Any, T]]], Callable[P, Coroutine[Any, Any, T]]]:
    """A step of the journal; what a full disk keeps it from doing is not recorded as its failure."""
    return lambda work: DBOS.step(name=name)(told_of_trouble(work))


async def _stoppable(run: str, work: Coroutine[Any, Any, T]) -> T:
    global _watch
    if _watch is None:
        _watch = CancelWatch(lambda runs: workshop().stores.cancelled_among(runs))
    return await _watch.run(run, work)


def forget_watch() -> None:
    """Drop the cancel watcher with the event loop it belongs to."""
    global _watch
    if _watch:
        _watch.close()
    _watch = None


async def _tell(run: str, task: str, step: str, *bodies: Body) -> None:
    shop = workshop()
    at = shop.clock.now()
    events = [Event(run=run, task=task, step=step, n=n, at=at, body=body) for n, body in enumerate(bodies)]
    await asyncio.to_thread(shop.stores.append, events)


# The run


@recorded("open_run")
async def open_run(run: str, plan: Plan) -> None:
    shop = workshop()
    job = await shop.job(run)
    await asyncio.to_thread(shop.stores.mark_started, run, shop.clock.now())
    await _tell(run, "", "open", RunStarted(question=job.order.question, mind=job.mind.name, plan=plan))
    crash.point("run:opened")


@recorded("note_skipped")
async def note_skipped(run: str, skipped: tuple[Task, ...]) -> None:
    for task in skipped:
        await _tell(run, task.id, "skip", TaskSkipped(reason=task.reason))


@recorded("write_report")
async def write_report(run: str, plan: Plan, outcomes: tuple[TaskOutcome, ...]) -> RunResult:
    """Compose, check, render and keep the report. No evidence, no report: then an honest "not found"."""
    shop = workshop()
    job = await shop.job(run)
    draft = await _stoppable(run, _summarise(job, plan, outcomes))
    row = await asyncio.to_thread(shop.stores.run, run)
    report = compose.compose(
        order=job.order,
        brief=job.proposal.brief,
        plan=plan,
        outcomes=outcomes,
        draft=draft,
        written_at=row.started_at or job.order.created_at,
    )
    report = check.checked(report)
    crash.point("report:composed")
    path = shop.home.run_folder(run) / names.report_name(report)

    def keep() -> None:
        write_whole(path, markdown.render(report))
        write_whole(path.with_suffix(".html"), html.render(report))
        shop.stores.keep_report(report, shop.clock.now())

    await asyncio.to_thread(keep)
    crash.point("report:written")
    status = RunStatus.DONE if report.found else RunStatus.NOT_FOUND
    if all(outcome.status is not TaskStatus.DONE for outcome in outcomes):
        status = RunStatus.FAILED
    reason = "every task failed" if status is RunStatus.FAILED else ""
    await asyncio.to_thread(shop.stores.mark_ended, run, status, shop.clock.now(), reason=reason, report_path=str(path))
    await _tell(
        run,
        "",
        "report",
        ReportWritten(path=str(path), references=len(report.references), found=report.found),
        RunEnded(status=status, reason=reason),
    )
    return RunResult(status=status, report_path=str(path))


async def _summarise(job: Job, plan: Plan, outcomes: Sequence[TaskOutcome]) -> SummaryDraft:
    request = SummaryRequest(
        brief=job.proposal.brief,
        plan=plan,
        findings=tuple(o.finding for o in outcomes if o.finding),
        facts=tuple(fact for o in outcomes for fact in o.facts),
        conflicts=tuple(conflict for o in outcomes for conflict in o.conflicts),
    )
    run = job.order.run
    return await call(run, "", "mind.summarise", request, SummaryDraft, lambda: job.mind.summarise(request))


# One task


@recorded("open_thread")
async def open_thread(run: str, task: Task, thread: ThreadState) -> None:
    started = TaskStarted(
        question=task.question,
        name=thread.name,
        sub_questions=len(thread.sub_questions),
        subjects=len(thread.subjects),
        budget=thread.budget,
        phase=thread.phase,
    )
    await _tell(run, task.id, "open", started)
    crash.point("thread:opened")


@recorded("scope")
async def scope(run: str, task: Task, thread: ThreadState, frame: Scope) -> ScopeDraft:
    """What this round looks for and why, with a backlog of queries per source."""
    job = await workshop().job(run)
    request = ScopeRequest(
        brief=job.proposal.brief, task=task, thread=thread, scope=frame, surveys=job.proposal.surveys
    )
    draft = await _stoppable(
        run, call(run, task.id, "mind.scope", request, ScopeDraft, lambda: job.mind.scope(request))
    )
    crash.point("scope:unsaved")
    return draft


@recorded("search")
async def search(run: str, task: Task, frame: Scope, intent: str, queries: tuple[Query, ...]) -> Searched:
    """Ask all chosen sources at once. A source that fails is a failure by name; the others go on."""
    job = await workshop().job(run)
    scoped = RoundScoped(
        round=frame.round, phase=frame.phase, intent=intent, queries=queries, forced_subject=frame.forced_subject
    )
    await _tell(run, task.id, f"round-{frame.round}/scope", scoped)

    async def ask(query: Query) -> SearchAnswer | Failure:
        source = job.source(query.source)
        try:
            return await call(
                run,
                task.id,
                f"search.{source.name}",
                SearchRequest(query=query.model_copy(update={"reason": ""}), phase=frame.phase),
                SearchAnswer,
                lambda: source.search(query, limit=RESULTS_PER_QUERY, phase=frame.phase),
            )
        except ProviderError as error:
            return Failure(what="search", target=f"{query.source}: {query.text}", reason=str(error))

    results = await _stoppable(run, _gather(ask(query) for query in queries))
    searched = Searched(
        answers={q.source: r for q, r in zip(queries, results, strict=True) if isinstance(r, SearchAnswer)},
        failures=tuple(r for r in results if isinstance(r, Failure)),
    )
    hits = sum(len(answer.hits) for answer in searched.answers.values())
    asked = tuple(query.source for query in queries)
    told = RoundSearched(round=frame.round, hits=hits, sources=asked, failures=searched.failures)
    await _tell(run, task.id, f"round-{frame.round}/search", told)
    crash.point("search:unsaved")
    return searched


@recorded("read")
async def read(
    run: str, task: Task, frame: Scope, hits: tuple[Hit, ...], searched: Searched, looking_for: str
) -> Reading:
    """Read the pages behind the hits, all at once, keep them, and pick the passages that the intent asks for."""
    shop = workshop()
    job = await shop.job(run)
    by_page: dict[tuple[str, str], list[Hit]] = {}
    for hit in hits:
        by_page.setdefault((hit.source, hit.url.partition("#")[0]), []).append(hit)

    async def fetch(source_name: str, url: str, led_here: list[Hit]) -> Page | Failure:
        source = job.source(source_name)
        request = ReadRequest(source=source_name, url=url)
        try:
            return await call(run, task.id, f"read.{source_name}", request, Page, lambda: source.read(led_here[0]))
        except ProviderError as error:
            return Failure(what="read", target=url, reason=str(error))

    pages = await _stoppable(run, _gather(fetch(*key, group) for key, group in by_page.items()))
    await asyncio.to_thread(shop.stores.keep_pages, [page for page in pages if isinstance(page, Page)])
    wanted, weights = frozenset(tokens(looking_for)), searched.weights
    picked: list[Passage] = []
    for page, group in zip(pages, by_page.values(), strict=True):
        if isinstance(page, Page):
            picked += reading.passages(page, group, wanted, weights, max_chars=PASSAGE_CHARS)
    outcome = Reading(
        passages=reading.keyed(picked), failures=tuple(page for page in pages if isinstance(page, Failure))
    )
    told = RoundRead(round=frame.round, pages=len(pages) - len(outcome.failures), failures=outcome.failures)
    await _tell(run, task.id, f"round-{frame.round}/read", told)
    crash.point("read:unsaved")
    return outcome


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
    if not passages:
        extraction = Extraction(reason="nothing was read")
    else:
        request = ExtractRequest(
            brief=job.proposal.brief,
            task=task,
            scope=frame,
            queries=queries,
            thread=thread,
            passages=passages,
            weights=question_weights(job) | weights,
            default_weight=default_weight(job),
        )
        extraction = await _stoppable(
            run, call(run, task.id, "mind.extract", request, Extraction, lambda: job.mind.extract(request))
        )
    texts = await asyncio.to_thread(shop.stores.page_texts, [passage.page_id for passage in passages])
    admitted = facts.admit(extraction.claims, passages, texts, thread, task=task, round=frame.round)
    crash.point("extract:unsaved")
    return Extracted(extraction=extraction, admitted=admitted, at=shop.clock.now())


@recorded("report_round")
async def report_round(run: str, task: Task, thread: ThreadState) -> None:
    """Exactly one micro-report per round, whole or not at all; and the round's facts."""
    shop = workshop()
    record = thread.rounds[-1]
    path = await _write_thread_file(run, micro.micro_name(thread, record.number), micro.micro_report(thread, record))
    fresh = [fact for fact in thread.facts if fact.round == record.number]
    await asyncio.to_thread(shop.stores.keep_facts, run, task.id, fresh, record.at)
    crash.point("micro:unsaved")
    ended = RoundEnded(
        round=record.number,
        new_facts=len(record.new_facts),
        confirming_facts=len(record.confirming_facts),
        drifts=len(record.drifts),
        saturation=record.saturation,
        plateau=record.plateau,
        summary=record.next_step,
        micro_report=path,
        budget=record.budget_after,
    )
    await _tell(run, task.id, f"round-{record.number}/end", ended)


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
        weights=question_weights(job),
        default_weight=default_weight(job),
    )
    finding = await _stoppable(
        run, call(run, task.id, "mind.conclude", request, Finding, lambda: job.mind.conclude(request))
    )
    finding = finding.model_copy(update={"gaps": (*finding.gaps, *assignment.missing)})
    await _write_thread_file(run, micro.completion_name(thread), micro.completion_report(thread))
    await asyncio.to_thread(shop.stores.keep_finding, run, finding, shop.clock.now())
    crash.point("conclude:unsaved")
    outcome = TaskOutcome(
        task=task.id,
        status=TaskStatus.DONE,
        finding=finding,
        facts=thread.facts,
        conflicts=thread.conflicts,
        failures=tuple(failure for record in thread.rounds for failure in record.failures),
        tried=tuple(query.text for record in thread.rounds for query in record.queries),
    )
    ended = TaskEnded(
        status=TaskStatus.DONE,
        reason=thread.stopped or "",
        rounds=len(thread.rounds),
        facts=len(thread.facts),
        gaps=finding.gaps,
    )
    await _tell(run, task.id, "end", ended)
    return outcome


@recorded("fail_task")
async def fail_task(run: str, task: Task, reason: str) -> TaskOutcome:
    """A task that could not be done is a value like any other: its siblings go on."""
    await _tell(run, task.id, "end", TaskEnded(status=TaskStatus.FAILED, reason=reason))
    failure = Failure(what="task", target=task.question, reason=reason)
    return TaskOutcome(task=task.id, status=TaskStatus.FAILED, reason=reason, failures=(failure,))


def question_weights(job: Job) -> dict[str, float]:
    """Idf of the question's words over all sources; the highest where they differ."""
    merged: dict[str, float] = {}
    for survey in job.proposal.surveys:
        for token, weight in survey.weights.items():
            merged[token] = max(weight, merged.get(token, 0.0))
    return merged


def default_weight(job: Job) -> float:
    return max((survey.default_weight for survey in job.proposal.surveys), default=1.0)


async def _gather(work: Any) -> list[Any]:
    return list(await asyncio.gather(*work))


async def _write_thread_file(run: str, name: str, text: str) -> str:
    shop = workshop()
    job = await shop.job(run)
    folder = shop.home.run_folder(run)
    target = Path(job.order.artifacts) / name if job.order.artifacts else folder / "threads" / name
    await asyncio.to_thread(write_whole, target, text)
    return str(target)
