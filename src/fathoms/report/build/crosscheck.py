"""The figures a report stands on, held against what else the sources say: conflicts that no thread came across.

Knows: which sentences to hold against others, and how a difference becomes a conflict between two facts.
Does not know: how other pages are found (`runtime/crosscheck.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Confidence, Conflict, Evidence, Fact, Page
from fathoms.domain.plan import Plan, TaskStatus
from fathoms.domain.report import Finding, TaskOutcome
from fathoms.engine.evidence import conflicts as rules
from fathoms.engine.evidence import novelty
from fathoms.engine.evidence import stated as stated_facts
from fathoms.engine.evidence.confidence import confidence_of, tier_of
from fathoms.engine.evidence.disagreement import Saying, clashes, sayings
from fathoms.engine.evidence.facts import fact_id
from fathoms.report.words import words_for
from fathoms.text.addresses import document
from fathoms.text.neutral import one_line, unmarked

MOST_CHECKED = 16
"""Sentences with figures that are held against other pages in one run."""


STATED_IMPORTANCE = 1.0
"""Of what the user stated: whoever says otherwise touches the question itself."""


@dataclass(frozen=True, slots=True)
class Figured:
    """A sentence with a figure that the report will show, and the fact it belongs to."""

    fact: Fact
    saying: Saying

    @property
    def query(self) -> str:
        return self.saying.clause


def stated(brief: Brief, at: datetime) -> tuple[tuple[Page, ...], TaskOutcome | None]:
    """What the user stated, as pages and facts of their own, so that a source that says otherwise is a conflict."""
    pages = stated_facts.pages(brief, at=at, title=words_for(brief.language).stated_title)
    facts = tuple(stated_facts.fact(page) for page in pages)
    return pages, TaskOutcome(task="", status=TaskStatus.DONE, facts=facts) if facts else None


def figured(outcomes: Iterable[TaskOutcome], pages: Mapping[str, Page]) -> tuple[Figured, ...]:
    """The sentences to check, those of the summaries first, then in the order of the findings; each once."""
    ended = list(outcomes)
    shown = [fact for first in (True, False) for outcome in ended for fact in _shown_facts(outcome, summary=first)]
    said = _said_in(shown, pages)
    found: dict[tuple[str, int, str], Figured] = {}
    for fact in shown:
        evidence = fact.evidence[0]
        for saying in said.get(evidence.page_id, ()):
            if saying.start < evidence.end and evidence.start < saying.end:
                found.setdefault((saying.document, saying.start, saying.figure.shown), Figured(fact, saying))
    return tuple(found.values())[:MOST_CHECKED]


def disagreements(
    checked: Sequence[Figured], pages: Iterable[Page], outcomes: Sequence[TaskOutcome], plan: Plan
) -> tuple[TaskOutcome, ...]:
    """The outcomes with the conflicts that these pages raise, each with the fact that says otherwise."""
    by_url = {document(page.url): page for page in pages}
    others = [page for url, page in by_url.items() if any(one.saying.document != url for one in checked)]
    every = [saying for page in others for saying in _page_sayings(page)]
    told = {outcome.task: outcome for outcome in outcomes}
    for one in checked:
        for _, other in clashes((one.saying,), every):
            outcome = told.get(one.fact.task)
            if outcome is None or any(_same_pair(one, other, o) for o in told.values()):
                continue
            against = _fact(other, by_url[other.document], one.fact)
            told[outcome.task] = _with_conflict(outcome, one, other, against, plan)
    return tuple(told[outcome.task] for outcome in outcomes)


def _shown_facts(outcome: TaskOutcome, *, summary: bool) -> Iterator[Fact]:
    if outcome.finding is None:
        yield from (fact for fact in outcome.facts if novelty.stated(fact))
        return
    facts = {fact.id: fact for fact in outcome.facts}
    for statement_facts in _cited(outcome.finding, summary=summary):
        yield from (facts[fact] for fact in statement_facts if fact in facts and not facts[fact].loose)


def _cited(finding: Finding, *, summary: bool) -> Iterator[tuple[str, ...]]:
    if summary:
        yield from (statement.facts for statement in finding.summary)
        return
    for paragraph in finding.paragraphs:
        yield from (statement.facts for statement in paragraph.told)


def _said_in(facts: Iterable[Fact], pages: Mapping[str, Page]) -> dict[str, tuple[Saying, ...]]:
    """What the quotes of these facts say in figures, by page: each page is gone through once, however long it is."""
    spans: dict[str, list[tuple[int, int]]] = {}
    for fact in facts:
        spans.setdefault(fact.evidence[0].page_id, []).append((fact.evidence[0].start, fact.evidence[0].end))
    return {page: _page_sayings(pages[page], within=quoted) for page, quoted in spans.items() if page in pages}


def _page_sayings(page: Page, within: Sequence[tuple[int, int]] | None = None) -> tuple[Saying, ...]:
    return sayings(page.text, document=document(page.url), title=page.title, dated=page.dated, within=within)


def _same_pair(one: Figured, other: Saying, outcome: TaskOutcome) -> bool:
    """Whether a conflict between these two sentences is in the ledger already, whichever facts carry it."""
    facts = {fact.id: fact for fact in outcome.facts}
    for conflict in outcome.conflicts:
        sides = [facts[side].evidence[0] for side in (conflict.left, conflict.right) if side in facts]
        if len(sides) == 2 and any(
            _holds(first, one.saying) and _holds(second, other) for first, second in (sides, reversed(sides))
        ):
            return True
    return False


def _holds(evidence: Evidence, saying: Saying) -> bool:
    same = document(evidence.url) == saying.document
    return same and evidence.start < saying.end and saying.start < evidence.end


def _fact(saying: Saying, page: Page, known: Fact) -> Fact:
    quote = page.text[saying.start : saying.end]
    claim = one_line(unmarked(quote))
    own = known.evidence[0].kind is page.kind and known.confidence is Confidence.VERIFIED
    evidence = Evidence(
        page_id=page.id,
        url=page.url if page.url.startswith("http") else f"{document(page.url)}#{saying.start}-{saying.end}",
        title=page.title,
        quote=quote,
        start=saying.start,
        end=saying.end,
        source=page.source,
        kind=page.kind,
        tier=tier_of(page.url),
        title_path=(page.title,),
        dated=page.dated,
    )
    return Fact(
        id=fact_id(page.id, saying.start, saying.end, claim),
        claim=claim,
        evidence=(evidence,),
        confidence=confidence_of((evidence,), internal_subject=own),
        task=known.task,
        round=known.round,
        subjects=known.subjects,
    )


def _with_conflict(outcome: TaskOutcome, one: Figured, other: Saying, against: Fact, plan: Plan) -> TaskOutcome:
    known = next((fact for fact in outcome.facts if fact.id == against.id), None)
    facts = outcome.facts if known else (*outcome.facts, against)
    raised = Conflict(
        id=rules.conflict_id(one.fact.id, against.id),
        about=one.saying.clause,
        left=one.fact.id,
        right=against.id,
        left_says=one.saying.figure.shown,
        right_says=other.figure.shown,
    )
    importance = next((task.importance for task in plan.tasks if task.id == outcome.task), STATED_IMPORTANCE)
    if novelty.stated(one.fact) or novelty.stated(against):
        importance = STATED_IMPORTANCE
    questions = outcome.finding.sub_questions if outcome.finding else ()
    (judged,) = rules.judged((raised,), facts, questions, importance=importance)
    return outcome.model_copy(update={"facts": facts, "conflicts": (*outcome.conflicts, judged)})
