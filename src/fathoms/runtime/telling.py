"""What a round and a section bring, as events: facts with their quotes, conflicts with both voices, text that holds.

Knows: which of a thread's values are worth looking at while the run goes on.  Does not know: when they are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fathoms.domain.events import Body, ConflictFound, FactFound, GapNoticed, Place, SectionGrowing
from fathoms.domain.evidence import Fact, Hit
from fathoms.domain.plan import Task
from fathoms.domain.report import Finding, Statement, TaskOutcome
from fathoms.domain.thread import InsightKind, RoundRecord, ThreadState
from fathoms.engine.evidence.conflicts import ledger
from fathoms.report.build.holding import check

GROWING = 5
"""Statements that a section shows of itself before it is written."""


def place(hit: Hit) -> Place:
    return Place(title=hit.title, url=hit.url, source=hit.source, heading=hit.title_path)


def found(fact: Fact) -> FactFound:
    return FactFound(round=fact.round, fact=_bare(fact))


def of_round(task: Task, thread: ThreadState, record: RoundRecord) -> Iterator[Body]:
    """What a round found, each thing for itself, and what its section would say by now."""
    fresh = [fact for fact in thread.facts if fact.round == record.number]
    for fact in fresh:
        yield found(fact)
    raised = set(record.conflicts)
    known = (*thread.known, *thread.facts)
    for entry in ledger((one for one in thread.conflicts if one.id in raised), known):
        yield ConflictFound(round=record.number, entry=entry)
    for insight in record.insights:
        if insight.kind is InsightKind.GAP:
            yield GapNoticed(gap=insight.text)
    if fresh and (grown := _growing(thread)):
        yield SectionGrowing(round=record.number, heading=task.focus or task.question, statements=grown)


def found_late(before: Sequence[TaskOutcome], after: Sequence[TaskOutcome]) -> Iterator[Body]:
    """The conflicts that the last look at the figures raised, after all rounds."""
    told = {conflict.id for outcome in before for conflict in outcome.conflicts}
    fresh = [conflict for outcome in after for conflict in outcome.conflicts if conflict.id not in told]
    for entry in ledger(fresh, [fact for outcome in after for fact in outcome.facts]):
        yield ConflictFound(round=0, entry=entry)


def checked(finding: Finding, thread: ThreadState) -> tuple[Statement, ...]:
    """What is shown of a section before the report is whole: only what passes the check."""
    written = (statement for part in finding.paragraphs for statement in part.told)
    return tuple(_held(written, _by_id(thread)))


def _growing(thread: ThreadState) -> tuple[Statement, ...]:
    """The best of what answers, each fact by its own claim."""
    answering = [fact for fact in thread.facts if fact.confidence.answers and not fact.loose]
    best = sorted(answering, key=lambda fact: (-len(fact.answers), -fact.score, fact.round))[:GROWING]
    said = (Statement(text=fact.claim, facts=(fact.id,)) for fact in sorted(best, key=thread.facts.index))
    return tuple(_held(said, _by_id(thread)))


def _held(statements: Iterator[Statement], facts: Mapping[str, Fact]) -> Iterator[Statement]:
    for statement in statements:
        held = check(statement, facts)
        if held.flaw is None:
            yield held.statement


def _by_id(thread: ThreadState) -> dict[str, Fact]:
    return {fact.id: fact for fact in (*thread.known, *thread.facts)}


def _bare(fact: Fact) -> Fact:
    """Without the passages around its quotes: an event names them, the stored page has them."""
    bare = tuple(evidence.model_copy(update={"context": ""}) for evidence in fact.evidence)
    return fact.model_copy(update={"evidence": bare})
