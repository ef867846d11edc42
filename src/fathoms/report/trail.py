"""From a reference number or a sentence to the quotes in their stored pages.

Knows: the report and the pages it was written from.  Does not know: where pages are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from fathoms.domain.evidence import Evidence, Page
from fathoms.domain.report import Reference, Report, Statement
from fathoms.domain.trail import Footing, Ground, Trail
from fathoms.report import lines
from fathoms.report.build.holding import check
from fathoms.report.citations import Citations, mark_of
from fathoms.report.parts import Part, Role, every_part, parts, said_in
from fathoms.report.statements import statements
from fathoms.report.words import Words, words_for
from fathoms.text.neutral import one_line
from fathoms.text.words import content_words, fold

NEAR_ENOUGH = 0.6
"""Share of the asked words that a statement must hold to be the one that is meant."""
_WORD_FOR_WORD = 2.0
AROUND = 120
"""Characters shown before and after a quote."""

_NO_PLACE = (Role.ANSWER, Role.BRIEF, Role.CLOSEST)
"""Their statements stand in the whole, not under a heading of it."""
_MARK = re.compile(r"(\d{1,6})([a-z]{0,2})\s*(?:,\s*\d{4}(?!\w))?")
_ONE = r"\s*\d{1,6}[a-z]{0,2}\s*"
_BARE = re.compile(rf"{_ONE}(?:[,;]{_ONE})*")
_BRACKETED = re.compile(rf"\[(?:≈|see|据)?{_BARE.pattern}(?:より)?\]")


def reference_numbers(asked: str) -> tuple[int, ...]:
    """Of `[3]`, `[3b, 4]`, `[≈3b]`, `[3, 2024; 4]`, `3`; none for a sentence, with or without them."""
    return tuple(int(number) for number, _ in _marks(asked))


def _marks(asked: str) -> tuple[tuple[str, str], ...]:
    """Numbers, each with the letter of the passage that is meant, if one is."""
    only_marks = _BARE.fullmatch(asked) or not _BRACKETED.sub("", asked).strip()
    return tuple(_MARK.findall(asked)) if only_marks else ()


def _meant(asked: str) -> frozenset[str]:
    return frozenset(f"{int(number)}{letter}" for number, letter in _marks(asked))


def trails(report: Report, pages: Mapping[str, Page], asked: str) -> tuple[Trail, ...]:
    """Every statement that is meant, each with its chain down to the page; none when nothing matches."""
    meant = _meant(asked)
    placed = list(_placed(report))
    chosen = _citing(report, placed, meant) if meant else _saying(placed, _BRACKETED.sub("", asked))
    citations = Citations(report)
    return tuple(
        Trail(
            statement=statement.text,
            section=heading,
            support=statement.support,
            grounds=tuple(_grounds(statement, citations, pages, meant)),
        )
        for heading, statement in chosen
    )


def _placed(report: Report) -> Iterator[tuple[str, Statement]]:
    """Every statement with the heading it stands under, in reading order; last those whose numbers alone are shown."""
    shown: set[str] = set()
    for part in every_part(parts(report)):
        heading = "" if part.role in _NO_PLACE else part.heading
        for place, statement in _stated_in(part, heading, report):
            shown.add(statement.text)
            yield place, statement
    yield from (("", statement) for statement in statements(report) if statement.text not in shown)


def _stated_in(part: Part, heading: str, report: Report) -> Iterator[tuple[str, Statement]]:
    """What a part states; its lines on several facts are held against them like any statement."""
    if part.role is Role.SHARED:
        yield from ((heading, line) for line in _shared_lines(report, words_for(report.language)))
    elif part.role is Role.CONFLICTS:
        yield from _disputed(report)
    else:
        yield from ((heading, said.statement) for said in said_in(part))


def _disputed(report: Report) -> Iterator[tuple[str, Statement]]:
    facts = {fact.id: fact for fact in report.facts}
    for conflict in report.conflicts:
        for side in (conflict.left, conflict.right):
            if side in facts:
                yield conflict.about, check(Statement(text=facts[side].claim, facts=(side,)), facts).statement


def _shared_lines(report: Report, words: Words) -> Iterator[Statement]:
    """The lines on what several parts share, as the report prints them; supported where a quote says what is shared."""
    facts = {fact.id: fact for fact in report.facts}
    for point in report.insights:
        line = lines.shared_line(point, words)
        support = check(Statement(text=point.shared, facts=point.facts), facts).statement.support
        yield Statement(text=line, facts=point.facts, support=support)


def _citing(report: Report, placed: list[tuple[str, Statement]], meant: frozenset[str]) -> list[tuple[str, Statement]]:
    citations = Citations(report)
    return _each_once(
        (heading, statement)
        for heading, statement in placed
        if any(_is_meant(reference, one, meant) for reference, said in citations.of(statement.facts) for one in said)
    )


def _is_meant(reference: Reference, evidence: Evidence, meant: frozenset[str]) -> bool:
    """By the number of its source, or by the mark of its own."""
    return not meant.isdisjoint((str(reference.number), mark_of(reference, evidence)))


def _saying(placed: list[tuple[str, Statement]], asked: str) -> list[tuple[str, Statement]]:
    """The statements that hold the asked words best: several, where the words fit several equally well."""
    wanted, plain = content_words(asked), fold(one_line(asked))
    if not wanted:
        return []
    scores = [_WORD_FOR_WORD if plain in fold(one_line(s.text)) else _held(wanted, s) for _, s in placed]
    best = max((NEAR_ENOUGH, *scores))
    return _each_once(one for one, score in zip(placed, scores, strict=True) if score == best)


def _each_once(placed: Iterable[tuple[str, Statement]]) -> list[tuple[str, Statement]]:
    """The one in a section rather than its copy in the summary: it says more about where it stands."""
    found: dict[str, tuple[str, Statement]] = {}
    for heading, statement in placed:
        key = fold(statement.text)
        if key not in found or not found[key][0]:
            found[key] = (heading, statement)
    return list(found.values())


def _held(wanted: frozenset[str], statement: Statement) -> float:
    return len(wanted & content_words(statement.text)) / len(wanted)


def _grounds(
    statement: Statement, citations: Citations, pages: Mapping[str, Page], meant: frozenset[str]
) -> Iterator[Ground]:
    for fact_id in statement.facts:
        fact = citations.fact(fact_id)
        if fact is None:
            continue
        footings = tuple(
            _footing(reference.number, evidence, pages.get(evidence.page_id))
            for reference, quotes in citations.of((fact_id,))
            for evidence in quotes
            if not meant or _is_meant(reference, evidence, meant)
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
