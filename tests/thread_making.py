"""Values of a thread for tests: small, valid, and different where a test says so."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.evidence import (
    Confidence,
    Evidence,
    Fact,
    Failure,
    Hit,
    Novelty,
    Page,
    Passage,
    Query,
    SourceKind,
    Tier,
)
from fathoms.domain.plan import Task
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import (
    Admitted,
    Allocation,
    ConflictClaim,
    Drift,
    DriftKind,
    Extraction,
    Insight,
    Lead,
    Phase,
    PlateauPolicy,
    Reading,
    RoundRecord,
    Scope,
    Sifted,
    ThreadState,
)
from fathoms.engine.evidence import facts as facts_rule
from fathoms.engine.thread import opening, rounds, scoping

NOW = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)
KB_PHASES = (Phase.SURVEY, Phase.EXTRACT, Phase.VERIFY)


def make_brief(effort: Effort = Effort.EXHAUSTIVE, **fields: Any) -> Brief:
    fields.setdefault("question", "How does the tidal array feed the ferry?")
    return Brief(effort=effort, limits=EFFORT_LIMITS[effort], **fields)


def make_task(**fields: Any) -> Task:
    fields.setdefault("id", "1")
    fields.setdefault("question", "How does the tidal array feed the ferry?")
    return Task(**fields)


def make_thread(
    task: Task | None = None,
    brief: Brief | None = None,
    *,
    served: Sequence[Phase] = tuple(Phase),
    known: Sequence[Fact] = (),
    patience: int = 2,
    policy: PlateauPolicy = PlateauPolicy.ESCAPE,
    **changed: Any,
) -> ThreadState:
    state = opening.start(
        task or make_task(),
        brief or make_brief(),
        served=served,
        known=known,
        patience=patience,
        policy=policy,
    )
    return state.model_copy(update=changed)


def make_survey(source: str = "kb", **fields: Any) -> Survey:
    fields.setdefault("kind", SourceKind.INTERNAL)
    fields.setdefault("phases", tuple(Phase) if fields["kind"] is SourceKind.EXTERNAL else KB_PHASES)
    return Survey(source=source, **fields)


def make_page(text: str, *, url: str = "kb://world/page.md", **fields: Any) -> Page:
    external = url.startswith("http")
    fields.setdefault("title", "A page")
    fields.setdefault("source", "web" if external else "kb")
    fields.setdefault("kind", SourceKind.EXTERNAL if external else SourceKind.INTERNAL)
    identity = hashlib.sha256(f"{url} {text}".encode()).hexdigest()[:16]
    return Page(id=identity, url=url, text=text, fetched_at=NOW, **fields)


def make_hit(url: str, **fields: Any) -> Hit:
    fields.setdefault("source", "web" if url.startswith("http") else "kb")
    fields.setdefault("title", "A page")
    return Hit(url=url, **fields)


def make_passage(text: str, *, key: str = "S1", url: str = "kb://world/page.md#0-9", **fields: Any) -> Passage:
    external = url.startswith("http")
    fields.setdefault("page_id", hashlib.sha256(url.partition("#")[0].encode()).hexdigest()[:16])
    fields.setdefault("title", "A page")
    fields.setdefault("source", "web" if external else "kb")
    fields.setdefault("kind", SourceKind.EXTERNAL if external else SourceKind.INTERNAL)
    start = fields.pop("start", 0)
    return Passage(key=key, url=url, text=text, start=start, end=start + len(text), **fields)


def make_evidence(quote: str = "Some words.", *, url: str = "kb://world/page.md#0-11", **fields: Any) -> Evidence:
    external = url.startswith("http")
    fields.setdefault("page_id", hashlib.sha256(url.partition("#")[0].encode()).hexdigest()[:16])
    fields.setdefault("title", "A page")
    fields.setdefault("source", "web" if external else "kb")
    fields.setdefault("kind", SourceKind.EXTERNAL if external else SourceKind.INTERNAL)
    fields.setdefault("tier", Tier.UNKNOWN if external else Tier.OWN)
    start = fields.pop("start", 0)
    return Evidence(quote=quote, url=url, start=start, end=start + len(quote), **fields)


def make_fact(claim: str = "Some words.", *, evidence: Sequence[Evidence] | None = None, **fields: Any) -> Fact:
    proof = tuple(evidence) if evidence is not None else (make_evidence(claim),)
    fields.setdefault("id", facts_rule.fact_id(proof[0].page_id, proof[0].start, proof[0].end, claim))
    fields.setdefault("confidence", Confidence.VERIFIED)
    return Fact(claim=claim, evidence=proof, **fields)


def new_facts(count: int, *, stem: str = "fact", round: int = 1, **fields: Any) -> tuple[Fact, ...]:
    """So many different new facts, each from its own document."""
    return tuple(
        make_fact(
            f"{stem} {round} {n}",
            evidence=[make_evidence(f"{stem} {round} {n}", url=f"kb://world/{stem}-{round}-{n}.md#0-9")],
            round=round,
            **fields,
        )
        for n in range(count)
    )


def make_record(number: int = 1, **fields: Any) -> RoundRecord:
    fields.setdefault("scope", Scope(round=number))
    fields.setdefault("at", NOW)
    return RoundRecord(number=number, **fields)


def after_round(
    thread: ThreadState,
    *,
    facts: Sequence[Fact] = (),
    urls: Sequence[str] | None = None,
    queries: Mapping[str, str] | None = None,
    drifted: bool = False,
    coverage: Mapping[str, float] | None = None,
    relies_on: Mapping[str, tuple[str, ...]] | None = None,
    conflicts: Sequence[ConflictClaim] = (),
    leads: Sequence[Lead] = (),
    insights: Sequence[Insight] = (),
    failures: Sequence[Failure] = (),
    corroborated: Sequence[Fact] = (),
    scope: Scope | None = None,
    brief: Brief | None = None,
    reason: str = "",
    sufficient: bool = False,
    passed_over: Sequence[str] = (),
    covered: Sequence[str] | None = None,
) -> ThreadState:
    """The thread after a round that asked, got and learned this. Without `urls` the results are fresh ones."""
    number = len(thread.rounds) + 1
    found = tuple(urls) if urls is not None else (f"kb://world/fresh-{number}.md#0-9",)
    asked = queries if queries is not None else {"kb": f"query number {number} of the {thread.name}"}
    drifts = tuple(
        Drift(url=f"kb://world/away-{number}-{n}.md#0-9", drift=DriftKind.SUBJECT, detail="names none")
        for n in range(3)
    )
    return rounds.close(
        thread,
        scope=scope or scoping.next_scope(thread, brief or make_brief()),
        allocation=Allocation(queries=tuple(Query(source=source, text=text) for source, text in asked.items())),
        answers={source: SearchAnswer(hits=tuple(make_hit(url, source=source) for url in found)) for source in asked},
        reading=Reading(
            passages=tuple(make_passage("Words.", key=f"S{n}", url=url) for n, url in enumerate(found, start=1)),
            failures=tuple(failures),
        ),
        sifted=Sifted(drifts=drifts if drifted else (), ended=drifted),
        extraction=Extraction(
            covered=None if covered is None else tuple(covered),
            coverage=dict(coverage or {}),
            relies_on=dict(relies_on or {}),
            conflicts=tuple(conflicts),
            leads=tuple(leads),
            insights=tuple(insights),
            reason=reason,
            sufficient=sufficient,
            passed_over=tuple(passed_over),
        ),
        admitted=Admitted(facts=tuple(facts), corroborated=tuple(corroborated)),
        at=NOW,
    )


def confirming(fact: Fact, **fields: Any) -> Fact:
    """Another fact that repeats this one."""
    return make_fact(
        f"{fact.claim} again",
        evidence=[make_evidence(fact.claim, url="kb://world/echo.md#0-9")],
        novelty=Novelty.CONFIRMING,
        confirms=fact.id,
        **fields,
    )


def on(year: int) -> date:
    return date(year, 6, 1)
