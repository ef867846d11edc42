"""Discovery: curating sources within a budget of calls and time. It starts no tasks and states no facts.

Knows: the sweeps and the quick scans of one discovery, all made within one recorded step, for a task of its own or for
a thread that has run out of sources.  Does not know: how sources are ranked (`engine/thread/discovery.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.discovery import Discovery, Sweep, Swept
from fathoms.domain.events import SourcesCurated, TaskEnded
from fathoms.domain.evidence import Failure, Hit, Page, Query
from fathoms.domain.plan import Task, TaskStatus
from fathoms.domain.report import Depth, DepthVerdict, Finding, TaskOutcome
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Phase, ThreadState
from fathoms.engine.evidence.confidence import DEFAULT_RULES
from fathoms.engine.run import fallbacks
from fathoms.engine.thread import discovery
from fathoms.errors import ProviderError
from fathoms.report import completion
from fathoms.runtime import outgoing
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.recording import recorded, stoppable, tell
from fathoms.runtime.records import Assignment
from fathoms.runtime.steps import RESULTS_PER_QUERY, ReadRequest, thread_file
from fathoms.stores.files import write_whole
from fathoms.text.addresses import document

MOST_CALLS = 12
MOST_CALLS_IN_A_THREAD = 4
"""Searches of a thread that has run out of sources: it has asked in its own words before."""
MOST_SECONDS = 60.0


@recorded("discover")
async def discover(assignment: Assignment, thread: ThreadState) -> TaskOutcome:
    """A ranked, tagged, justified list of sources for the task."""
    run, task = assignment.run, assignment.task
    shop = workshop()
    job = await shop.job(run)
    calls = min(MOST_CALLS, task.spec.budget) if task.spec and task.spec.budget else MOST_CALLS
    made = await stoppable(run, _curated(job, task, calls=calls))
    found = made.list
    await _write_list(job, thread, found)
    finding, now = _finding(assignment, found), shop.clock.now()
    outcome = TaskOutcome(
        task=task.id,
        status=TaskStatus.DONE,
        finding=finding,
        failures=found.failures,
        tried=made.asked,
        ended_at=now,
    )
    await asyncio.to_thread(shop.stores.keep_finding, run, finding, now)
    await asyncio.to_thread(shop.stores.keep_task_outcome, run, outcome, now)
    await tell(run, task.id, "end", TaskEnded(status=TaskStatus.DONE, reason=f"{len(found.included)} sources listed"))
    return outcome


@recorded("discover_more")
async def discover_more(run: str, task: Task, thread: ThreadState) -> Discovery:
    """Sources that a thread has not read, for what is still open in it; kept as a file of the thread."""
    job = await workshop().job(run)
    wanted = discovery.of_what_is_open(task, thread)
    made = await stoppable(run, _curated(job, wanted, calls=MOST_CALLS_IN_A_THREAD, thread=thread))
    await _write_list(job, thread, made.list)
    number = len(thread.rounds) + 1
    told = SourcesCurated(
        round=number, searches=made.list.calls, sources=tuple(source.title for source in made.list.included)
    )
    await tell(run, task.id, f"round-{number}/curated", told)
    return made.list


async def _write_list(job: Job, thread: ThreadState, found: Discovery) -> None:
    file, report = thread_file(job, completion.discovery_name(thread)), completion.discovery_report(thread, found)
    await asyncio.to_thread(write_whole, file, report)


@dataclass(frozen=True, slots=True)
class _Made:
    list: Discovery
    asked: tuple[str, ...]


async def _leaving(job: Job, planned: tuple[Sweep, ...]) -> tuple[Sweep, ...]:
    """The sweeps as they may be sent, each query once."""
    going: dict[Query, Sweep] = {}
    for sweep in planned:
        for query in (await outgoing.leaving(job, (sweep.query,))).queries:
            going.setdefault(query.model_copy(update={"reason": ""}), sweep.model_copy(update={"query": query}))
    return tuple(going.values())


async def _curated(job: Job, task: Task, *, calls: int, thread: ThreadState | None = None) -> _Made:
    """Search, look into what promises most, and rank; what the thread has asked and read is left out."""
    sent = thread.sent if thread else ()
    planned = discovery.sweeps(task, job.proposal.brief, job.surveys_for(task), max_calls=calls, sent=sent)
    planned = await _leaving(job, planned)
    swept, failures = await _sweep_all(job, task.id, planned)
    known = {document(url) for record in (thread.rounds if thread else ()) for url in record.read_urls}
    fresh = [one.model_copy(update={"answer": _without(one.answer, known)}) for one in swept]
    today, rules = job.order.created_at.date(), DEFAULT_RULES.extended(job.order.authority)
    pages, lost = await _scan_all(job, task.id, discovery.worth_a_scan(fresh, task, today=today, rules=rules))
    found = discovery.curate(fresh, task, today=today, rules=rules, contents=pages, unreadable=lost)
    unread = tuple(Failure(what=fallbacks.READ, target=url, reason=why) for url, why in lost.items())
    found = found.model_copy(update={"failures": (*failures, *unread)})
    return _Made(found, tuple(sweep.query.text for sweep in planned))


def _without(answer: SearchAnswer, known: set[str]) -> SearchAnswer:
    return answer.model_copy(update={"hits": tuple(hit for hit in answer.hits if document(hit.url) not in known)})


async def _sweep_all(job: Job, task: str, planned: tuple[Sweep, ...]) -> tuple[list[Swept], tuple[Failure, ...]]:
    """All sweeps at once, until the time is up; what is not back by then is a failure by name."""

    async def one(sweep: Sweep) -> Swept | Failure:
        source = job.source(sweep.query.source)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                answer = await call(
                    job.order.run,
                    task,
                    CallKind(Deed.SEARCH, source.name),
                    sweep,
                    SearchAnswer,
                    lambda: source.search(sweep.query, limit=RESULTS_PER_QUERY, phase=Phase.SURVEY),
                )
        except (ProviderError, TimeoutError) as error:
            target = f"{source.name}: {sweep.query.text}"
            return Failure(what=fallbacks.SEARCH, target=target, reason=str(error) or "took too long")
        return Swept(sweep=sweep, answer=answer)

    results = await asyncio.gather(*(one(sweep) for sweep in planned))
    failures = [f for r in results for f in ([r] if isinstance(r, Failure) else r.answer.failures)]
    return [r for r in results if isinstance(r, Swept)], tuple(failures)


async def _scan_all(job: Job, task: str, hits: Sequence[Hit]) -> tuple[dict[str, Page], dict[str, str]]:
    """The documents behind the hits, all at once, and why others could not be read. A page is fetched once a run."""

    async def one(hit: Hit) -> Page | str:
        source, url = job.source(hit.source), document(hit.url)
        try:
            async with asyncio.timeout(MOST_SECONDS):
                request = ReadRequest(source=source.name, url=url)
                kind = CallKind(Deed.READ, source.name)
                return await call(job.order.run, task, kind, request, Page, lambda: source.read(hit))
        except (ProviderError, TimeoutError) as error:
            return str(error) or "took too long"

    got = await asyncio.gather(*(one(hit) for hit in hits))
    pages = {document(hit.url): page for hit, page in zip(hits, got, strict=True) if isinstance(page, Page)}
    await asyncio.to_thread(workshop().stores.keep_pages, list(pages.values()))
    return pages, {document(hit.url): why for hit, why in zip(hits, got, strict=True) if isinstance(why, str)}


def _finding(assignment: Assignment, found: Discovery) -> Finding:
    """A list of sources answers nothing, and leaves nothing unanswered: it has no sub-questions."""
    listed = bool(found.included)
    return Finding(
        task=assignment.task.id,
        question=assignment.task.question,
        heading=assignment.task.focus or assignment.task.question,
        gaps=(*found.advice, *assignment.missing),
        depth=DepthVerdict(depth=Depth.ADEQUATE, sufficient=listed, reasoning=f"{len(found.included)} sources listed"),
        discovery=found,
        confidence=1.0 if listed else 0.0,
    )
