"""Figures that differ: two documents that give different numbers for one thing. Anything less certain is not shown.

Knows: sentences with one figure of a unit; subject and attribute (the other words), unit and time must agree.
Does not know: which of the two is right.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from itertools import combinations

from fathoms.domain.thread import Claim, ConflictClaim
from fathoms.ports.mind import ExtractRequest
from fathoms.text.dates import dates_and_rest
from fathoms.text.figures import Figure, figures, may_count
from fathoms.text.sentences import Span, sentences_in
from fathoms.text.words import content_words, stem

SAME_WORDS = 0.6
"""Shared words ÷ all words of both sentences, figures left out."""
LEAST_SHARED = 3
BESIDE = 3
"""Words before and after a figure, of which one must stand beside the other's too: that is what it measures."""


@dataclass(frozen=True, slots=True)
class _Saying:
    reference: str
    document: str
    text: str
    year: int | None


@dataclass(frozen=True, slots=True)
class _Statement:
    text: str
    words: frozenset[str]
    beside: frozenset[str]
    figure: Figure
    unit: str
    value: Decimal
    years: frozenset[int]


def conflicts_of(claims: Sequence[Claim], request: ExtractRequest) -> tuple[ConflictClaim, ...]:
    """Pairs of documents that differ, among the new claims and between them and what is known."""
    new, known = list(_new(claims, request)), list(_known(request))
    pairs = [*combinations(new, 2), *((mine, theirs) for mine in new for theirs in known)]
    if not request.thread.rounds:
        pairs += combinations(known, 2)
    found: dict[tuple[str, str], ConflictClaim] = {}
    for left, right in pairs:
        if left.document != right.document and (clash := _clash(left, right)):
            mine, theirs = clash
            found[left.reference, right.reference] = ConflictClaim(
                about=mine.text,
                left=left.reference,
                right=right.reference,
                left_says=mine.figure.shown,
                right_says=theirs.figure.shown,
            )
    return tuple(found.values())


def _new(claims: Sequence[Claim], request: ExtractRequest) -> Iterator[_Saying]:
    passages = {passage.key: passage for passage in request.passages}
    for claim in claims:
        passage = passages[claim.passage]
        yield _Saying(claim.quote, passage.page_id, claim.text, passage.dated.year if passage.dated else None)


def _known(request: ExtractRequest) -> Iterator[_Saying]:
    for fact in (*request.thread.facts, *request.thread.known):
        source = fact.evidence[0]
        yield _Saying(fact.id, source.page_id, fact.claim, source.dated.year if source.dated else None)


def _clash(left: _Saying, right: _Saying) -> tuple[_Statement, _Statement] | None:
    for mine in _statements(left.text, left.year):
        for theirs in _statements(right.text, right.year):
            if _same_thing(mine, theirs) and mine.value != theirs.value:
                return mine, theirs
    return None


def _same_thing(left: _Statement, right: _Statement) -> bool:
    shared = left.words & right.words
    alike = len(shared) >= LEAST_SHARED and len(shared) >= SAME_WORDS * len(left.words | right.words)
    measured = bool(left.beside & right.beside)
    return left.unit == right.unit and left.years == right.years and alike and measured


@lru_cache(maxsize=2_000)
def _statements(text: str, year: int | None) -> tuple[_Statement, ...]:
    """The sentences that hold exactly one figure: with two, nobody can say which is meant."""
    return tuple(_found(text, year)) if may_count(text) else ()


def _found(text: str, year: int | None) -> Iterator[_Statement]:
    for line in text.split("\n"):
        for span in sentences_in(line, Span(0, len(line))):
            sentence = span.of(line)
            days, rest = dates_and_rest(sentence)
            counted = [figure for figure in figures(rest) if not figure.small_word and not figure.hedged]
            if len(counted) != 1:
                continue
            figure = counted[0]
            unit = figure.unit.dimension if figure.unit else figure.noun
            years = frozenset(day.year for day in days if day.year) or frozenset({year} if year else ())
            words = frozenset(word for word in content_words(sentence) if not word[0].isdigit()) - {stem(unit)}
            if unit:
                value = figure.value * (figure.unit.factor if figure.unit else 1)
                yield _Statement(
                    sentence.strip("- "), words, words & _beside(sentence, figure.shown), figure, unit, value, years
                )


def _beside(sentence: str, shown: str) -> frozenset[str]:
    before, _, after = sentence.partition(shown)
    return content_words(" ".join((*before.split()[-BESIDE:], *after.split()[:BESIDE])))
