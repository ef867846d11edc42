"""A mind, a source, a step and a clock for tests and benchmarks.

Knows: the ports.  Does not know: the product's own minds and sources.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TypeVar

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Hit, Page, Query, SourceKind
from fathoms.domain.plan import Mode, Plan, Strategy, Task
from fathoms.domain.report import Depth, DepthVerdict, Finding, Paragraph, Statement
from fathoms.domain.step import RoundFacts, Rulings, Slot
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Claim, Extraction, Phase, ScopeDraft
from fathoms.errors import BadAnswer, ProviderError
from fathoms.ports.mind import (
    BriefRequest,
    Capability,
    ConcludeRequest,
    ExtractRequest,
    PlanRequest,
    ScopeRequest,
    SummaryDraft,
    SummaryRequest,
)

Request = TypeVar("Request")
Answer = TypeVar("Answer")


class FixedClock:
    """Starts at a known moment and moves on by a second each time it is read."""

    def __init__(self, start: datetime = datetime(2026, 1, 1, tzinfo=UTC)) -> None:
        self._now = start

    def now(self) -> datetime:
        self._now += timedelta(seconds=1)
        return self._now


@dataclass(slots=True, kw_only=True)
class ScriptedMind:
    """Answers each role with the function given for it, else with something plain and valid."""

    name: str = "scripted"
    deterministic: bool = True
    capabilities: frozenset[Capability] = frozenset()
    on_plan: Callable[[PlanRequest], Plan] | None = None
    on_scope: Callable[[ScopeRequest], ScopeDraft] | None = None
    on_extract: Callable[[ExtractRequest], Extraction] | None = None
    on_conclude: Callable[[ConcludeRequest], Finding] | None = None
    seconds: float = 0.0
    """How long it takes over what was read."""
    asked: list[str] = field(default_factory=list)
    """The roles that were called, in order."""

    async def brief(self, request: BriefRequest) -> Brief:
        self.asked.append("brief")
        return Brief(question=request.question, effort=request.effort, limits=request.limits)

    async def plan(self, request: PlanRequest) -> Plan:
        return self._answer("plan", self.on_plan or _one_task, request)

    async def scope(self, request: ScopeRequest) -> ScopeDraft:
        return self._answer("scope", self.on_scope or _ask_everyone, request)

    async def extract(self, request: ExtractRequest) -> Extraction:
        await asyncio.sleep(self.seconds)
        return self._answer("extract", self.on_extract or first_lines, request)

    async def conclude(self, request: ConcludeRequest) -> Finding:
        return self._answer("conclude", self.on_conclude or all_facts, request)

    async def summarise(self, request: SummaryRequest) -> SummaryDraft:
        self.asked.append("summarise")
        return SummaryDraft(summary=tuple(s for finding in request.findings for s in finding.summary))

    def _answer(self, role: str, script: Callable[[Request], Answer], request: Request) -> Answer:
        self.asked.append(role)
        return script(request)


def _one_task(request: PlanRequest) -> Plan:
    subjects = tuple(subject.name for subject in request.brief.subjects)
    task = Task(id="1", question=request.brief.question, subjects=subjects, importance=1.0)
    return Plan(mode=Mode.SIMPLE, strategy=Strategy.SINGLE, tasks=(task,))


def _ask_everyone(request: ScopeRequest) -> ScopeDraft:
    text = f"{request.task.question} {request.scope.round}"
    queries = tuple(Query(source=survey.source, text=text, reason="scripted") for survey in request.surveys)
    return ScopeDraft(intent=request.task.question, backlog=queries)


def first_lines(request: ExtractRequest) -> Extraction:
    everything = tuple(q.id for q in request.thread.sub_questions)
    claims = tuple(
        Claim(text=line, passage=passage.key, quote=line, answers=everything)
        for passage in request.passages
        for line in (passage.text.strip().splitlines()[0],)
    )
    coverage = dict.fromkeys(everything, 1.0) if claims else {}
    return Extraction(claims=claims, coverage=coverage, sufficient=bool(claims), reason="scripted")


def all_facts(request: ConcludeRequest) -> Finding:
    statements = tuple(Statement(text=fact.claim, facts=(fact.id,)) for fact in request.thread.facts)
    return Finding(
        task=request.task.id,
        question=request.task.question,
        heading=request.task.question,
        summary=statements[:1],
        paragraphs=(Paragraph(statements=statements),) if statements else (),
        sub_questions=request.thread.sub_questions,
        depth=DepthVerdict(depth=Depth.ADEQUATE, sufficient=bool(statements)),
        confidence=1.0 if statements else 0.0,
        stopped=request.thread.stopped,
        rounds=len(request.thread.rounds),
    )


@dataclass(slots=True, kw_only=True)
class ScriptedStep:
    """Says of a round's facts what `on_look` says, else nothing."""

    slot: Slot = Slot.AFTER_EXTRACT
    on_look: Callable[[RoundFacts], Rulings] | None = None
    shown: list[RoundFacts] = field(default_factory=list)

    async def look(self, found: RoundFacts) -> Rulings:
        self.shown.append(found)
        return self.on_look(found) if self.on_look else Rulings()


@dataclass(slots=True, kw_only=True)
class ScriptedSource:
    """Pages by address; every query finds all of them unless `on_search` says otherwise."""

    name: str = "scripted"
    kind: SourceKind = SourceKind.INTERNAL
    phases: frozenset[Phase] = frozenset(Phase)
    pages: Mapping[str, str] = field(default_factory=dict)
    titles: Mapping[str, str] = field(default_factory=dict)
    """By address; a page without one is called by its address."""
    dated: Mapping[str, date] = field(default_factory=dict)
    on_search: Callable[[Query], Sequence[str]] | None = None
    """The addresses that a query finds, best first."""
    seconds: Callable[[Query], float] = lambda query: 0.0
    """How long a search takes."""
    fails: Mapping[str, ProviderError] = field(default_factory=dict)
    """Reading one of these addresses raises its error."""
    asked: list[str] = field(default_factory=list)

    async def survey(self, question: str) -> Survey:
        phases = tuple(phase for phase in Phase if phase in self.phases)
        return Survey(source=self.name, kind=self.kind, phases=phases, documents=len(self.pages), relevance=0.5)

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        self.asked.append(query.text)
        await asyncio.sleep(self.seconds(query))
        urls = list(self.pages) if self.on_search is None else self.on_search(query)
        return SearchAnswer(hits=tuple(self._hit(url) for url in urls)[:limit])

    def _hit(self, url: str) -> Hit:
        return Hit(
            source=self.name,
            url=url,
            title=self.titles.get(url, url),
            snippet=self.pages.get(url, "")[:80],
            dated=self.dated.get(url),
        )

    async def read(self, hit: Hit) -> Page:
        if hit.url in self.fails:
            raise self.fails[hit.url]
        if hit.url not in self.pages:
            raise BadAnswer(f"no such page: {hit.url!r}", provider=self.name)
        text = self.pages[hit.url]
        return Page(
            id=f"p-{hashlib.sha256(text.encode()).hexdigest()[:24]}",
            url=hit.url,
            title=hit.title,
            text=text,
            source=self.name,
            kind=self.kind,
            fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
            dated=self.dated.get(hit.url),
        )
