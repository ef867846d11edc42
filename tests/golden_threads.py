"""The threads behind the golden reports. `python -m tests.golden_threads` writes the files anew; read the diff."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from fathoms.domain.brief import Effort, Subject
from fathoms.domain.evidence import Failure, Hit, Page, Query
from fathoms.domain.plan import Task
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import (
    Claim,
    ConflictClaim,
    Extraction,
    Insight,
    InsightKind,
    Reading,
    ScopeDraft,
    ThreadState,
)
from fathoms.engine.evidence import facts
from fathoms.engine.thread import allocation, drift, reading, rounds, scoping
from fathoms.report import micro
from fathoms.text.words import content_words
from tests.thread_making import KB_PHASES, NOW, make_brief, make_hit, make_page, make_survey, make_task, make_thread

FOLDER = Path(__file__).parent / "golden"

BRIEF = make_brief(
    Effort.STANDARD,
    question="What does the Skarrow array deliver, and what holds it back?",
    subjects=(Subject(name="Skarrow array", disambiguation=("tidal turbines",)), Subject(name="Heron ferry")),
)
TASK: Task = make_task(
    id="1.2",
    question="What does the Skarrow array deliver?",
    subjects=("Skarrow array", "Heron ferry"),
    sub_questions=("What does the Skarrow array deliver?", "What holds the Skarrow array back?"),
    importance=0.8,
)

PAGES: dict[str, Page] = {
    page.url: page
    for page in (
        make_page(
            "The Skarrow array has six turbines.\n\nThe Skarrow array delivered 41.2 MW in 2024.\n\n"
            "Its cables | joints included | cost 12 million.\n\nThe council paid a third.\n\n"
            "The Heron ferry charges from the Skarrow array.",
            url="kb://world/report.md",
            title="Annual report 2025",
        ),
        make_page(
            "The Skarrow array delivered 39.8 MW in 2024.\n\nPorpoises halt the Skarrow array in May.",
            url="kb://world/minutes.md",
            title="Minutes <draft>",
        ),
        make_page("Mussels are steamed with leeks.", url="kb://world/recipes.md", title="Recipes"),
    )
}
SURVEY = make_survey("kb", phases=KB_PHASES, relevance=0.91)


REPORT_HITS = tuple(f"kb://world/report.md#{start}-{end}" for start, end in ((0, 35), (37, 81), (83, 130)))


def _first() -> ThreadState:
    """LOW in SURVEY: five new facts."""
    return _round(
        make_thread(TASK, BRIEF, served=KB_PHASES),
        queries=("output of the Skarrow array tidal turbines and the Heron ferry", "Skarrow array costs"),
        hits=REPORT_HITS,
        coverage={"q1": 0.9, "q2": 0.0},
        reason="nothing yet on what holds it back",
    )


def _second() -> ThreadState:
    """MEDIUM in SURVEY: two new facts, one that contradicts; three results of five were seen before.

    One page drifts, one cannot be read, one quote is invented.
    """
    return _round(
        _first(),
        queries=("Output of the Skarrow array, tidal turbines and the Heron ferry?", "what stops the Skarrow array"),
        hits=(*REPORT_HITS, "kb://world/minutes.md#0-44", "kb://world/recipes.md#0-31"),
        coverage={"q1": 0.9, "q2": 0.5},
        reason="only one source on the stops",
        failures=(Failure(what="read", target="kb://world/lost.pdf", reason="24 MB is more than the 20 MB allowed"),),
        invented="The array was sold in 2023.",
    )


def three_rounds() -> ThreadState:
    """HIGH in EXTRACT after a reformulation: the results are those of the rounds before."""
    return _round(
        _second(),
        queries=("what stops the Skarrow array turbines", "porpoise halts curtailment May", "noise limits"),
        hits=("kb://world/minutes.md#0-44", *REPORT_HITS),
        coverage={"q2": 0.5},
        reason="the same pages again",
    )


def _round(
    thread: ThreadState,
    *,
    queries: tuple[str, ...],
    hits: tuple[str, ...],
    coverage: dict[str, float],
    reason: str,
    failures: tuple[Failure, ...] = (),
    invented: str = "",
) -> ThreadState:
    scope = scoping.next_scope(thread, BRIEF)
    backlog = tuple(Query(source="kb", text=text, reason=f"asks for {text.split()[-1]}") for text in queries)
    draft = ScopeDraft(intent=f"Learn {scope.gap.rstrip('?')}, to close the gap", backlog=backlog)
    chosen = allocation.choose(thread, scope, draft, [SURVEY])
    answers = {"kb": SearchAnswer(hits=tuple(_hit(url) for url in hits))}
    already = {url for record in thread.rounds for url in record.read_urls}
    led = reading.choose_hits(answers, already_read=already)
    picked = [
        passage
        for url, page in PAGES.items()
        if any(hit.url.startswith(url) for hit in led)
        for passage in reading.passages(
            page,
            [hit for hit in led if hit.url.startswith(url)],
            content_words("Skarrow array council"),
            {},
            max_chars=2000,
        )
    ]
    read = reading.keyed(picked)
    sifted = drift.sift(read, BRIEF, TASK, thread, scope=scope, queries=chosen.queries)
    claims = [
        Claim(text=said, quote=said, passage=passage.key, answers=_answers(said), score=0.5)
        for passage in sifted.kept
        for said in passage.text.split("\n\n")
    ]
    if invented:
        claims.append(Claim(text=invented, quote=invented, passage=read[0].key))
    extraction = Extraction(
        claims=tuple(claims),
        coverage=coverage,
        reason=reason,
        conflicts=_conflicts(tuple(claims), thread),
        disambiguation=("Skarrow: the tidal array, not the village | confirmed by its turbines",) if failures else (),
        insights=(Insight(kind=InsightKind.FOLLOW_UP, text="Which meter counted 39.8 MW?"),) if failures else (),
    )
    texts = {page.id: page.text for page in PAGES.values()}
    return rounds.close(
        thread,
        scope=scope.model_copy(update={"intent": draft.intent}),
        allocation=chosen,
        answers=answers,
        reading=Reading(passages=read, failures=failures),
        sifted=sifted,
        extraction=extraction,
        admitted=facts.admit(extraction.claims, sifted.kept, texts, thread, task=TASK, round=scope.round),
        at=NOW + timedelta(minutes=scope.round),
    )


def _hit(url: str) -> Hit:
    document, _, span = url.partition("#")
    start, _, end = span.partition("-")
    return make_hit(url, title=PAGES[document].title, start=int(start), end=int(end))


def _answers(text: str) -> tuple[str, ...]:
    if "MW" in text:
        return ("q1",)
    return ("q2",) if "halt" in text else ()


def _conflicts(claims: tuple[Claim, ...], thread: ThreadState) -> tuple[ConflictClaim, ...]:
    known = next((fact.id for fact in thread.facts if "41.2" in fact.claim), "")
    other = next((claim.quote for claim in claims if "39.8" in claim.quote), "")
    return (ConflictClaim(about="output in 2024", left=known, right=other),) if known and other else ()


def reports() -> dict[str, str]:
    """Every golden file's name and text."""
    thread = three_rounds()
    return {
        "micro-report.md": micro.micro_report(_second(), _second().rounds[-1]),
        "thread-completion.md": micro.completion_report(thread),
        "plateau-history.md": micro.completion_report(thread).partition("## Plateau History\n\n")[2],
    }


if __name__ == "__main__":
    for name, text in reports().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
