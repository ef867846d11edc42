"""From a reference number or a sentence to the quotes in their stored pages.

Knows: the report and the pages it was written from.  Does not know: where pages are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from fathoms.domain.evidence import Evidence, Page
from fathoms.domain.report import Report, Section, Statement
from fathoms.domain.trail import Footing, Ground, Trail
from fathoms.engine.words import content_words, fold
from fathoms.report.citations import Citations
from fathoms.report.neutral import one_line

NEAR_ENOUGH = 0.6
"""Share of the asked words that a statement must hold to be the one that is meant."""
AROUND = 120
"""Characters shown before and after a quote."""

_NUMBER = re.compile(r"\s*\[?\s*(\d{1,6})\s*(?:,\s*\d{4})?\s*\]?\s*")


def reference_number(asked: str) -> int | None:
    """`[3]`, `[3, 2024]` or `3` is a reference; anything else is a sentence."""
    match = _NUMBER.fullmatch(asked)
    return int(match[1]) if match else None


def trails(report: Report, pages: Mapping[str, Page], asked: str) -> tuple[Trail, ...]:
    """Every statement that is meant, each with its chain down to the page; none when nothing matches."""
    number = reference_number(asked)
    placed = list(_placed(report))
    chosen = _citing(report, placed, number) if number is not None else _saying(placed, asked)
    citations = Citations(report)
    return tuple(
        Trail(
            statement=statement.text,
            section=heading,
            support=statement.support,
            grounds=tuple(_grounds(statement, citations, pages, number)),
        )
        for heading, statement in chosen
    )


def _placed(report: Report) -> Iterator[tuple[str, Statement]]:
    """Every statement with the heading it stands under, in reading order."""
    for statement in (*report.summary, *report.closest):
        yield "", statement
    for section in report.sections:
        yield from _in_section(section)
    facts = {fact.id: fact for fact in report.facts}
    for conflict in report.conflicts:
        for side in (conflict.left, conflict.right):
            if side in facts:
                yield conflict.about, Statement(text=facts[side].claim, facts=(side,))


def _in_section(section: Section) -> Iterator[tuple[str, Statement]]:
    for paragraph in section.paragraphs:
        for statement in paragraph.statements:
            yield section.heading, statement
    for child in section.children:
        yield from _in_section(child)


def _citing(report: Report, placed: list[tuple[str, Statement]], number: int) -> list[tuple[str, Statement]]:
    citations = Citations(report)
    found: dict[str, tuple[str, Statement]] = {}
    for heading, statement in placed:
        if any(reference.number == number for reference, _ in citations.of(statement.facts)):
            key = fold(statement.text)
            if key not in found or not found[key][0]:  # the section says more than the summary about where it stands
                found[key] = (heading, statement)
    return list(found.values())


def _saying(placed: list[tuple[str, Statement]], asked: str) -> list[tuple[str, Statement]]:
    """The statement that holds the asked words; the one in a section rather than its copy in the summary."""
    wanted, plain = content_words(asked), fold(one_line(asked))
    if not wanted:
        return []
    scored = [
        (1.0 + bool(plain) if plain in fold(one_line(s.text)) else _held(wanted, s), bool(heading), -place)
        for place, (heading, s) in enumerate(placed)
    ]
    best = max(scored, default=(0.0, False, 0))
    return [placed[-best[2]]] if best[0] >= NEAR_ENOUGH else []


def _held(wanted: frozenset[str], statement: Statement) -> float:
    return len(wanted & content_words(statement.text)) / len(wanted)


def _grounds(
    statement: Statement, citations: Citations, pages: Mapping[str, Page], number: int | None
) -> Iterator[Ground]:
    for fact_id in statement.facts:
        fact = citations.fact(fact_id)
        if fact is None:
            continue
        footings = tuple(
            _footing(reference.number, evidence, pages.get(evidence.page_id))
            for reference, quotes in citations.of((fact_id,))
            for evidence in quotes
            if number is None or reference.number == number
        )
        if footings:
            yield Ground(fact=fact, footings=footings)


def _footing(number: int, evidence: Evidence, page: Page | None) -> Footing:
    if page is None:
        return Footing(number=number, evidence=evidence)
    return Footing(
        number=number,
        evidence=evidence,
        fetched_at=page.fetched_at,
        before=page.text[max(0, evidence.start - AROUND) : evidence.start],
        after=page.text[evidence.end : evidence.end + AROUND],
        in_place=page.text[evidence.start : evidence.end] == evidence.quote,
        original=page.original,
    )


def nearest(report: Report, asked: str) -> str:
    """The statement that shares most words with what was asked, to say what could have been meant."""
    wanted = content_words(asked)
    texts = [statement.text for _, statement in _placed(report)]
    best = max(texts, key=lambda text: len(wanted & content_words(text)), default="")
    return best if wanted & content_words(best) else ""
