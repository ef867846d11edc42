"""Figures that differ: two documents that seem to give different numbers for one thing.

Knows: quantities with their units, and the gates without which such pairs are false alarms.
Does not know: which of the two is right.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from fathoms.domain.thread import ConflictClaim
from fathoms.engine.sentences import Span, sentences_in
from fathoms.engine.words import fold, overlap, tokens
from fathoms.minds.extractive.cleaning import readable

_OPENING = 5
_SHARED_OPENING = 2
_OVERLAP = 0.5
_MOST_SHARED = 8

_SCALES = {
    "thousand": 1e3,
    "million": 1e6,
    "billion": 1e9,
    "trillion": 1e12,
    "千": 1e3,
    "万": 1e4,
    "億": 1e8,
    "兆": 1e12,
}
_UNITS = (
    r"percent|per cent|%|％|パーセント|gwh|mwh|kwh|twh|gw|mw|kw|kv|kilomet(?:re|er)s?|km|met(?:re|er)s?|cm|mm|miles?|tonnes?|tons?|kilograms?|kg|"
    r"litres?|liters?|hectares?|square kilomet(?:re|er)s?|minutes?|hours?|days?|weeks?|months?|years?|seconds?|"
    r"dollars?|euros?|pounds?|yen|marks?|crowns?|people|inhabitants|residents|passengers|employees|members|votes|turbines?|ships?|ferries|vessels|"
    r"units|stores?|students?|pages?|degrees?|knots|人|基|隻|台|年|円|ユーロ|ドル|マルク|メートル|キロメートル|キロ|トン|時間|分|日|か月|件|回"
)
_QUANTITY = re.compile(
    rf"(?<![\w.,-])(?P<sign>[$€£¥])?(?P<number>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(?P<scale>thousand|million|billion|trillion|千|万|億|兆)?"
    rf"\s?-?(?P<unit>{_UNITS})?(?![\w])",
    re.IGNORECASE,
)
_QUANTITY_JAPANESE = re.compile(
    rf"(?P<sign>)(?P<number>\d+(?:[.,]\d+)*)\s?(?P<scale>千|万|億|兆)?\s?(?P<unit>{_UNITS})", re.IGNORECASE
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b|(?:1[5-9]|20)\d\d(?=年)")
_MONEY = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen"}


@dataclass(frozen=True, slots=True)
class Figure:
    value: float
    unit: str
    said: str


@dataclass(frozen=True, slots=True)
class Saying:
    """Words with a figure in them, from one document."""

    reference: str
    """What a conflict names it by: a quote, or the id of a known fact."""
    document: str
    text: str
    year: int | None = None
    """Of the document, when it has a date."""


def figures_that_differ(new: Sequence[Saying], known: Sequence[Saying]) -> tuple[ConflictClaim, ...]:
    """Pairs of different documents whose sentences say the same with another number, period and unit alike."""
    found: list[ConflictClaim] = []
    paired: set[tuple[str, str]] = set()
    for index, left in enumerate(new):
        for right in (*new[index + 1 :], *known):
            pair = (left.reference, right.reference)
            if left.document == right.document or pair in paired or _another_time(left, right):
                continue
            if (clash := _clash(left.text, right.text)) is not None:
                paired.add(pair)
                about, mine, theirs = clash
                found.append(
                    ConflictClaim(
                        about=about, left=left.reference, right=right.reference, left_says=mine, right_says=theirs
                    )
                )
    return tuple(found)


def _clash(left: str, right: str) -> tuple[str, str, str] | None:
    for mine in _sentences(left):
        for theirs in _sentences(right):
            if _same_statement(mine, theirs) and (pair := _differing(mine, theirs)) is not None:
                return _shared(mine, theirs), pair[0], pair[1]
    return None


def _another_time(left: Saying, right: Saying) -> bool:
    """An old version of a page does not contradict the new one, unless both speak of the same year."""
    if left.year is None or right.year is None or left.year == right.year:
        return False
    return not set(_YEAR.findall(left.text)) & set(_YEAR.findall(right.text))


def _shared(left: str, right: str) -> str:
    """What both speak of, in the words of the first: short enough to ask about."""
    theirs = set(_words(right))
    said = [word.strip(".,;:()\"“”") for word in left.split()]
    kept = [word for word in said if (stems := _words(word)) and set(stems) <= theirs]
    return " ".join(dict.fromkeys(kept[:_MOST_SHARED])) or left


def _same_statement(left: str, right: str) -> bool:
    mine, theirs = _words(left), _words(right)
    if len(set(mine[:_OPENING]) & set(theirs[:_OPENING])) < _SHARED_OPENING or overlap(mine, theirs) < _OVERLAP:
        return False
    return set(_YEAR.findall(left)) == set(_YEAR.findall(right))


def _differing(left: str, right: str) -> tuple[str, str] | None:
    """One figure on each side in the same unit, none of them said by the other side too."""
    mine, theirs = figures_in(left), figures_in(right)
    for unit in sorted({figure.unit for figure in mine} & {figure.unit for figure in theirs}):
        ours = [figure for figure in mine if figure.unit == unit]
        others = [figure for figure in theirs if figure.unit == unit]
        values, other_values = {figure.value for figure in ours}, {figure.value for figure in others}
        if len(values) == 1 and len(other_values) == 1 and values != other_values:
            return ours[0].said, others[0].said
    return None


@lru_cache(maxsize=5_000)
def figures_in(text: str) -> tuple[Figure, ...]:
    """The quantities of a text with their units; bare numbers and years are left out."""
    return tuple(_figures(text))


def _figures(text: str) -> Iterator[Figure]:
    seen: set[int] = set()
    for pattern in (_QUANTITY, _QUANTITY_JAPANESE):
        for found in pattern.finditer(text):
            unit = fold(found["unit"] or _MONEY.get(found["sign"] or "", ""))
            if not unit or found.start("number") in seen:
                continue
            seen.add(found.start("number"))
            scale = _SCALES.get(fold(found["scale"] or ""), 1.0)
            unit = unit if len(unit) < 4 else unit.rstrip("s")
            yield Figure(float(found["number"].replace(",", "")) * scale, unit, " ".join(found.group().split()))


@lru_cache(maxsize=5_000)
def _sentences(text: str) -> tuple[str, ...]:
    return tuple(readable(span.of(text)) for span in sentences_in(text, Span(0, len(text))))


@lru_cache(maxsize=5_000)
def _words(text: str) -> tuple[str, ...]:
    return tuple(word for word in tokens(text) if not word[0].isdigit())
