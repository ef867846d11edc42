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
from fathoms.minds.extractive.select.cleaning import readable
from fathoms.text.sentences import Span, sentences_in
from fathoms.text.terms import listed
from fathoms.text.words import STOP_WORDS, fold, overlap, stem, tokens

_OPENING = 5
_SHARED_OPENING = 2
_OVERLAP = 0.5
"""Two statements are of one thing if two of their first five words are shared, and half of all (EXTRACTIVE §6)."""

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
_SPELLED = {
    word: float(value)
    for value, word in enumerate(
        """
        one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen
        eighteen nineteen twenty
        """.strip().split(),
        start=1,
    )
}
_SCALE = r"thousand|million|billion|trillion|千|万|億|兆"
_QUANTITY = re.compile(
    rf"(?<![\w.,-])(?P<sign>[$€£¥])?(?P<number>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?|{'|'.join(_SPELLED)})"
    rf"(?:\s(?P<scale>{_SCALE}))?\s?(?P<unit>%|％|°C|[A-Za-z]+(?:/[a-z]+)?)?",
    re.IGNORECASE,
)
_QUANTITY_JAPANESE = re.compile(
    rf"(?P<sign>)(?P<number>\d+(?:[.,]\d+)*)\s?(?P<scale>{_SCALE})?\s?"
    r"(?P<unit>パーセント|人|基|隻|台|円|ユーロ|ドル|マルク|キロメートル|メートル|キロ|トン|時間|分|日間"
    r"|か月|件|回|%|％)"
)
_MONEY = {"$": "dollar", "€": "euro", "£": "pound", "¥": "yen"}
_NO_UNIT = listed(
    """
    january february march april may june july august september october november december am pm st nd rd th hundred
    """
)
_YEAR = re.compile(r"\b(?:1[5-9]|20)\d\d\b|(?:1[5-9]|20)\d\d(?=年)")
_CLAUSE = re.compile(
    r"[;；。]|,\s+(?=\D)|、"
    r"|\s(?:and(?! (?:about )?\d)|but|while|whereas|instead of|compared with|against)\s"
)


@dataclass(frozen=True, slots=True)
class Figure:
    value: float
    unit: str
    said: str
    start: int = 0


@dataclass(frozen=True, slots=True)
class Saying:
    """Words with a figure in them, from one document."""

    reference: str
    """What a conflict names it by: a quote, or the id of a known fact."""
    document: str
    text: str
    year: int | None = None
    """Of the document: the period of a sentence that names none."""


def figures_that_differ(new: Sequence[Saying], known: Sequence[Saying]) -> tuple[ConflictClaim, ...]:
    """Pairs of different documents that say the same of one thing with another number; period and unit are alike."""
    found: dict[tuple[str, str], ConflictClaim] = {}
    for index, left in enumerate(new):
        for right in (*new[index + 1 :], *known):
            pair = (left.reference, right.reference)
            if left.document == right.document or pair in found:
                continue
            if (clash := _clash(left, right)) is not None:
                about, mine, theirs = clash
                found[pair] = ConflictClaim(
                    about=about, left=left.reference, right=right.reference, left_says=mine, right_says=theirs
                )
    return tuple(found.values())


def _clash(left: Saying, right: Saying) -> tuple[str, str, str] | None:
    for mine in _statements(left.text, left.year):
        for theirs in _statements(right.text, right.year):
            if _same_thing(mine, theirs) and mine.figure.value != theirs.figure.value:
                return mine.clause, mine.figure.said, theirs.figure.said
    return None


@dataclass(frozen=True, slots=True)
class _Statement:
    """The clause around one figure."""

    clause: str
    words: tuple[str, ...]
    before: frozenset[str]
    """Words before the figure: what it is said of."""
    figure: Figure
    years: frozenset[str]


def _same_thing(left: _Statement, right: _Statement) -> bool:
    if left.figure.unit != right.figure.unit or left.years != right.years:
        return False
    if len(left.before & right.before) < _SHARED_OPENING:
        return False
    opening = set(left.words[:_OPENING]) & set(right.words[:_OPENING])
    return len(opening) >= _SHARED_OPENING and overlap(left.words, right.words) >= _OVERLAP


@lru_cache(maxsize=5_000)
def _statements(text: str, year: int | None) -> tuple[_Statement, ...]:
    """The clauses that hold exactly one figure of a unit: with two, nobody can say which is meant."""
    found: list[_Statement] = []
    for span in sentences_in(text, Span(0, len(text))):
        sentence = readable(span.of(text))
        years = frozenset(_YEAR.findall(sentence)) or frozenset({str(year)} if year else ())
        for clause in _CLAUSE.split(sentence):
            figures = figures_in(clause)
            for figure in figures:
                if sum(other.unit == figure.unit for other in figures) == 1:
                    words = tuple(
                        word for word in tokens(clause) if not word[0].isdigit() and word not in (figure.unit, *_SCALES)
                    )
                    before = frozenset(tokens(clause[: figure.start])) & frozenset(words)
                    found.append(_Statement(clause.strip(), words, before, figure, years))
    return tuple(found)


@lru_cache(maxsize=5_000)
def figures_in(text: str) -> tuple[Figure, ...]:
    """The quantities of a text with their units; bare numbers, dates and years are left out."""
    return tuple(_figures(text))


def _figures(text: str) -> Iterator[Figure]:
    seen: set[int] = set()
    for pattern in (_QUANTITY, _QUANTITY_JAPANESE):
        for found in pattern.finditer(text):
            start = found.start("number")
            unit = _MONEY.get(found["sign"] or "") or _unit(found["unit"] or "")
            if not unit or start in seen or _YEAR.fullmatch(found["number"]):
                continue
            seen.add(start)
            number = fold(found["number"])
            value = _SPELLED[number] if number in _SPELLED else float(number.replace(",", ""))
            yield Figure(
                value * _SCALES.get(fold(found["scale"] or ""), 1.0), unit, " ".join(found.group().split()), start
            )


def _unit(word: str) -> str:
    lowered = fold(word)
    if lowered in _NO_UNIT or lowered in STOP_WORDS:
        return ""
    return "percent" if lowered in ("%", "％", "パーセント") else stem(lowered)
