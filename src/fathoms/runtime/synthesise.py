"""A synthesis task: what the tasks before it found, told together. It searches nothing and adds no fact.

Knows: the one call that it takes, made within one recorded step.  Does not know: how words are found.
"""

from __future__ import annotations

import asyncio

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.events import SectionWritten, TaskEnded
from fathoms.domain.evidence import Fact, Failure
from fathoms.domain.ledger import Purpose
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import Depth, DepthVerdict, Finding, Paragraph, Statement, TaskOutcome
from fathoms.domain.thread import SubQuestion, SubQuestionStatus, ThreadState
from fathoms.engine.run import together
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import ParentDraft, ParentRequest, Synthesiser
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.recording import recorded, stoppable, tell
from fathoms.runtime.records import Assignment


@recorded("synthesise")
async def synthesise(assignment: Assignment, thread: ThreadState) -> TaskOutcome:
    """The finding of a task that draws on other tasks alone."""
    shop, run, task = workshop(), assignment.run, assignment.task
    job = await shop.job(run)
    before = tuple(outcome.finding for outcome in assignment.predecessors if outcome.finding)
    facts = {fact.id: fact for outcome in assignment.predecessors for fact in outcome.facts}
    statements, failures = await stoppable(run, _told(job, assignment, before, tuple(facts.values())))
    finding = _finding(assignment, thread, statements, facts)
    outcome = TaskOutcome(
        task=task.id,
        status=TaskStatus.DONE,
        finding=finding,
        failures=failures,
        spend=(await shop.purse(run)).spent(task.id),
        ended_at=shop.clock.now(),
    )
    await asyncio.to_thread(shop.stores.keep_finding, run, finding, shop.clock.now())
    await asyncio.to_thread(shop.stores.keep_task_outcome, run, outcome, shop.clock.now())
    ended = TaskEnded(
        status=TaskStatus.DONE,
        reason=f"brought {len(before)} findings together",
        gaps=finding.gaps,
        spend=outcome.spend,
        heading=finding.heading,
    )
    await tell(run, task.id, "section", SectionWritten(heading=finding.heading, statements=statements))
    await tell(run, task.id, "end", ended)
    return outcome


async def _told(
    job: Job, assignment: Assignment, before: tuple[Finding, ...], facts: tuple[Fact, ...]
) -> tuple[tuple[Statement, ...], tuple[Failure, ...]]:
    """The mind's words; where it has none, those of the findings themselves."""
    plain, task, mind = together.leads(before), assignment.task, job.mind
    if not isinstance(mind, Synthesiser):
        return plain, ()
    request = ParentRequest(brief=job.proposal.brief, task=task, children=before, facts=facts)
    try:
        draft = await call(
            job.order.run,
            task.id,
            CallKind(Deed.PARENT),
            request,
            ParentDraft,
            lambda: mind.bring_together(request),
            purpose=Purpose.REPORT,
        )
    except (BudgetSpent, ProviderError) as error:
        return plain, (Failure(what="section", target=task.question, reason=str(error)),)
    return draft.statements or plain, ()


def _finding(
    assignment: Assignment, thread: ThreadState, statements: tuple[Statement, ...], facts: dict[str, Fact]
) -> Finding:
    task = assignment.task
    cited = [facts[key] for statement in statements for key in statement.facts if key in facts]
    return Finding(
        task=task.id,
        question=task.question,
        heading=task.focus or task.question,
        summary=statements[:2],
        paragraphs=(Paragraph(statements=statements),) if statements else (),
        gaps=assignment.missing,
        sub_questions=tuple(_settled(sub, cited) for sub in thread.sub_questions),
        depth=DepthVerdict(depth=Depth.ADEQUATE, sufficient=bool(cited), reasoning="drawn from the tasks before it"),
        confidence=1.0 if cited else 0.0,
    )


def _settled(sub: SubQuestion, cited: list[Fact]) -> SubQuestion:
    """As well founded as the best of what is told; without that it stays open."""
    founding = [fact for fact in cited if fact.confidence.answers]
    if not founding:
        return sub
    return sub.model_copy(
        update={
            "status": SubQuestionStatus.ANSWERED,
            "confidence": founding[0].confidence,
            "key_fact": founding[0].id,
            "coverage": 1.0,
        }
    )
