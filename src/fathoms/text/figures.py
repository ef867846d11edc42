"""Figures as a reader takes them: values with units in base form, counts with what they count.

Knows: digits, number words and multipliers of every language, common units and currencies, codes whose digits are no
figures.  Does not know: which text is a statement and which is its evidence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache

from fathoms.text.dates import dates_and_rest
from fathoms.text.lang import languages
from fathoms.text.numbers import (
    AFTER_TENS,
    CHARACTERS,
    MAY_COUNT,
    SCALES,
    TENS,
    VALUES,
    in_characters,
    longest_first,
)
from fathoms.text.units import UNITS, Unit, unit_named
from fathoms.text.words import fold, stem

CODE = re.compile(
    r"(?<![A-Za-z0-9])(?!(?:usd|eur|gbp|jpy|us)\d)[A-Za-z]{1,8}[-.]?\d[A-Za-z0-9.:-]*(?<![.:-])"
    r"|(?<!\d)\d{1,2}:\d{2}(?::\d{2})?(?!\d)",
    re.IGNORECASE,
)
"""Letters and digits that mean something only together: `DR-031`, `CO2`, `14:30`."""

_NUMBERS = tuple(language.numbers for language in languages())
_COUNTED_ALIKE = {one: other for numbers in _NUMBERS for one, other in numbers.counted_alike.items()}
_NUMERAL = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r",(?=\d{3}(?:\D|$))")
_NAME_BEFORE = re.compile(r"(?<![^\W\d_])([^\W\d_]+)[\s-]?$")
_NEXT_WORD = re.compile(r"^[\s-]?([a-z]{3,})", re.IGNORECASE)
_LARGE = "".join(name for name, value in SCALES.items() if not name.isascii() and len(name) == 1 and value >= 10_000)
_COMPOUND_PART = re.compile(rf"(\d[\d,]*(?:\.\d+)?)([{_LARGE}]?)")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number as it stands in a text."""

    shown: str
    value: Decimal
    """With its multiplier: 2.4 million is 2400000."""
    unit: Unit | None
    hedged: bool
    noun: str
    """The stem of the word after it, for counts of things."""
    small_word: bool
    """`two`, `three`: often no figure at all ("the two arrays")."""
    count_word: bool
    """`four`, up to twelve: may be the count of what is told ("four things"), which no source needs to have counted."""
    said: str = ""
    """With what it counts, as it stands in the text: `1,940 encounters`."""
    behind: str = ""
    """The word that it stands right behind, which may be a name that it belongs to: `Borg 2`."""

    @property
    def kind(self) -> str:
        """What it measures or counts: only figures of one kind can be compared."""
        return self.unit.dimension if self.unit else f"count of {self.noun}"

    @property
    def base(self) -> Decimal:
        """The value in the base unit of its kind: 2 km and 2000 m are one."""
        return self.value * self.unit.factor if self.unit else self.value


def without_codes(text: str) -> str:
    """The text without letter-digit codes, whose digits are no figures."""
    return CODE.sub(lambda match: "\x00" * len(match.group()), text)


def may_count(text: str) -> bool:
    """Whether there can be a figure in a text at all: a quick look that spares most sentences the thorough one."""
    return MAY_COUNT.search(unicodedata.normalize("NFKC", text).lower()) is not None


def numerals(text: str) -> frozenset[str]:
    """All that is written in digits, dates and codes included, in one spelling: `1,200` and `1200` are one."""
    return frozenset(_THOUSANDS.sub("", found).rstrip(".,") for found in _NUMERAL.findall(fold(text)))


def tells_how_many(text: str) -> bool:
    """Whether a text holds a number of any kind, or what stands for one: `twice`, `every`, 毎."""
    return _how_many().search(text) is not None


def multiples(text: str) -> tuple[Decimal, ...]:
    """How many times as much a text says that something becomes: 2 where it doubles."""
    return tuple(by for by, form in _multiple_forms().items() if form.search(text))


def figures(rest: str) -> tuple[Figure, ...]:
    """The figures of a text whose dates are blanked out."""
    matches = [match for match in _figure_form().finditer(rest) if _counts(match, rest)]
    found = [_figure(match, rest) for match in matches]
    for index in range(len(found) - 2, -1, -1):
        between = rest[matches[index].end() : matches[index + 1].start()]
        found[index] = _completed(found[index], between, found[index + 1])
    return tuple(found)


def figures_in(text: str) -> tuple[Figure, ...]:
    """The figures of a text; dates and codes hold none."""
    return figures(without_codes(dates_and_rest(text)[1]))


def measures(text: str) -> tuple[Figure, ...]:
    """The figures that a text gives of something: with a unit, or counting a noun."""
    return tuple(figure for figure in figures_in(text) if figure.unit or figure.noun)


def is_counter(noun: str) -> bool:
    """Whether it is a Japanese counter: it says what kind of thing is counted."""
    return bool(noun) and not noun.isascii()


def _any_of(field: str) -> str:
    """The words that all languages list in this field, as alternatives of a pattern."""
    return "|".join(word for numbers in _NUMBERS for word in getattr(numbers, field))


@cache
def _figure_form() -> re.Pattern[str]:
    return re.compile(
        r"(?P<currency>us\$|[$€£¥])?\s?"
        rf"(?:(?P<compound>\d[\d,.]*[{_LARGE}]\d[\d,.]*[{_LARGE}]?\d*)"
        r"|(?P<digits>(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\d.,])\d+(?:\.\d+)?)"
        rf"|(?<![a-z])(?P<tens>{'|'.join(TENS)})[- ](?P<ones>{'|'.join(AFTER_TENS)})(?![a-z])"
        rf"|(?<![a-z])(?P<word>{longest_first(VALUES)})(?![a-z])"
        rf"|(?P<characters>[{CHARACTERS}]{{1,12}})(?={_any_of('before')}))"
        rf"(?:{_any_of('ordinal_endings')})?"
        rf"(?:[\s-]?(?P<multiplier>{longest_first(SCALES)})(?![a-z]))?"
        rf"(?:[\s-]?(?P<unit>{longest_first(tuple(map(re.escape, UNITS)))})(?![a-z]))?",
        re.IGNORECASE,
    )


@cache
def _how_many() -> re.Pattern[str]:
    instead = [word for numbers in _NUMBERS for word in numbers.instead]
    words = (*VALUES, *SCALES, *instead)
    named = longest_first(tuple(word for word in words if word.isascii()))
    signs = "|".join(word for word in instead if not word.isascii())
    return re.compile(rf"\d|\b(?:{named})\b|{signs}", re.IGNORECASE)


@cache
def _multiple_forms() -> dict[Decimal, re.Pattern[str]]:
    told: dict[Decimal, list[str]] = {}
    for numbers in _NUMBERS:
        for by, words in numbers.multiples.items():
            told.setdefault(Decimal(by), []).extend(words)
    return {by: re.compile("|".join(words), re.IGNORECASE) for by, words in told.items()}


@cache
def _range_form() -> re.Pattern[str]:
    return re.compile(rf"^(?:\s?(?:[-–—~〜→]|{_any_of('range_words')})\s?|\s/\s?)$")


@cache
def _hedge_form() -> re.Pattern[str]:
    return re.compile(rf"(?:{_any_of('hedges')})\s*(?:[a-z]{{1,3}}\s)?$", re.IGNORECASE)


@cache
def _fraction_form() -> re.Pattern[str]:
    return re.compile(rf"^[\s-](?:{_any_of('fractions')})\b", re.IGNORECASE)


@cache
def _counter_form() -> re.Pattern[str]:
    return re.compile(rf"^\s?({_any_of('counters')})")


def _completed(figure: Figure, between: str, following: Figure) -> Figure:
    """In a range, or of two cases (`36 / 72 MB`), the first figure takes the second's unit; in `two 4.5 MW plugs` it
    counts the plugs."""
    if figure.unit is None and following.unit is not None and _range_form().match(between):
        return replace(figure, unit=following.unit)
    if not figure.noun and not between.strip(" -"):
        return replace(figure, noun=following.noun)
    return figure


def _counts(match: re.Match[str], rest: str) -> bool:
    """Whether this is a figure: not `two thirds`, not the lone word `one`."""
    if (match["word"] or match["tens"]) and _fraction_form().match(rest[match.end() :]):
        return False
    return not ((match["word"] or "").lower() == "one" and not match["unit"] and not match["multiplier"])


def _figure(match: re.Match[str], rest: str) -> Figure:
    multiplier = SCALES[match["multiplier"].lower()] if match["multiplier"] else 1
    value = _value(match) * multiplier
    following = _NEXT_WORD.match(rest[match.end() :]) or _counter_form().match(rest[match.end() :])
    return Figure(
        shown=match.group().strip(),
        value=value,
        unit=unit_named(match["unit"] or (match["currency"] or "").lower()),
        hedged=bool(_hedge_form().search(rest[max(0, match.start() - 24) : match.start()])),
        noun=_COUNTED_ALIKE.get(following[1], stem(following[1].lower())) if following else "",
        small_word=bool(match["word"]) and value <= 3,
        count_word=bool(match["word"]) and value <= 12,
        said=_said(match, following, rest),
        behind=name[1] if (name := _NAME_BEFORE.search(rest[max(0, match.start() - 40) : match.start()])) else "",
    )


def _said(match: re.Match[str], following: re.Match[str] | None, rest: str) -> str:
    end = match.end() + (following.end() if following and not match["unit"] else 0)
    return " ".join(rest[match.start() : end].split())


def _value(match: re.Match[str]) -> Decimal:
    if match["digits"]:
        return Decimal(match["digits"].replace(",", ""))
    if match["compound"]:
        return sum(_parts(match["compound"]), Decimal(0))
    if match["tens"]:
        return Decimal(VALUES[match["tens"].lower()] + VALUES[match["ones"].lower()])
    if match["word"]:
        return Decimal(VALUES[match["word"].lower()])
    return Decimal(in_characters(match["characters"]))


def _parts(text: str) -> Iterator[Decimal]:
    """`1億2000万` as its parts."""
    for number, scale in _COMPOUND_PART.findall(text):
        yield Decimal(number.replace(",", "")) * (SCALES[scale] if scale else 1)
