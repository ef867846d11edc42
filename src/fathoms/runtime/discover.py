"""Discovery: curating sources within a budget of calls and time. It starts no tasks and states no facts.

Knows: the sweeps of one discovery task, all made within one recorded step.  Does not know: how sources are
ranked (`engine/thread/discovery.py`).
"""

from __future__ import annotations

import asyncio

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.discovery import Discovery, Sweep, Swept
from fathoms.domain.events import TaskEnded
from fathoms.domain.evidence import Failure, Query
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import Depth, DepthVerdict, Finding, TaskOutcome
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Phase, ThreadState
from fathoms.engine.evidence.confidence import DEFAULT_RULES
from fathoms.engine.thread import discovery
from fathoms.errors import ProviderError
from fathoms.report import completion
from fathoms.runtime import outgoing
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.recording import recorded, stoppable, tell
from fathoms.runtime.records import Assignment
from fathoms.runtime.steps import RESULTS_PER_QUERY, write_thread_file

MOST_CALLS = 12
MOST_SECONDS = 60.0


@recorded("discover")
async def discover(assignment: Assignment, thread: ThreadState) -> TaskOutcome:
    """A ranked, tagged, justified list of sources for the task."""
    run, task = assignment.run, assignment.task
    shop = workshop()
    job = await shop.job(run)
    calls = min(MOST_CALLS, task.spec.budget) if task.spec and task.spec.budget else MOST_CALLS
    planned = discovery.sweeps(task, job.proposal.brief, job.surveys_for(task), max_calls=calls)
    planned = await _leaving(job, planned)
    swept, failures = await stoppable(run, _sweep_all(job, task.id, planned))
    rules = DEFAULT_RULES.extended(job.order.authority)
    found = discovery.curate(swept, task, today=job.order.created_at.date(), rules=rules)
    await write_thread_file(run, completion.discovery_name(thread), completion.discovery_report(thread, found))
    finding, now = _finding(assignment, found), shop.clock.now()
    outcome = TaskOutcome(
        task=task.id,
        status=TaskStatus.DONE,
        finding=finding,
        failures=failures,
        tried=tuple(sweep.query.text for sweep in planned),
        ended_at=now,
    )
    await asyncio.to_thread(shop.stores.keep_finding, run, finding, now)
    await asyncio.to_thread(shop.stores.keep_task_outcome, run, outcome, now)
    await tell(run, task.id, "end", TaskEnded(status=TaskStatus.DONE, reason=f"{len(found.included)} sources listed"))
    return outcome


async def _leaving(job: Job, planned: tuple[Sweep, ...]) -> tuple[Sweep, ...]:
    """The sweeps as they may be sent, each query once."""
    going: dict[Query, Sweep] = {}
    for sweep in planned:
        for query in (await outgoing.leaving(job, (sweep.query,))).queries:
            going.setdefault(query.model_copy(update={"reason": ""}), sweep.model_copy(update={"query": query}))
    return tuple(going.values())


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
            return Failure(what="search", target=sweep.query.text, reason=str(error) or "took too long")
        return Swept(sweep=sweep, answer=answer)

    results = await asyncio.gather(*(one(sweep) for sweep in planned))
    failures = [f for r in results for f in ([r] if isinstance(r, Failure) else r.answer.failures)]
    return [r for r in results if isinstance(r, Swept)], tuple(failures)


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
