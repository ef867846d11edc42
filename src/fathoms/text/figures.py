"""Figures and dates as a reader takes them: values with units in base form, dates by their parts.

Knows: digits, number words and multipliers in English and Japanese, common units and currencies,
date forms, Japanese eras.  Does not know: which text is a statement and which is its evidence.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from fathoms.text.units import UNITS, Unit, unit_named
from fathoms.text.words import stem

_MULTIPLIERS = {
    "hundred": 10**2, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12,
    "bn": 10**9, "mn": 10**6, "千": 10**3, "万": 10**4, "百万": 10**6, "億": 10**8, "兆": 10**12,
}  # fmt: skip
_ONES = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBER_WORDS = {word: value for value, word in enumerate(_ONES)} | {
    word: 10 * value for value, word in enumerate(_TENS, start=2)
}
_KANJI_DIGITS = {c: v for v, c in enumerate("〇一二三四五六七八九")}
_KANJI_SCALES = {"十": 10, "百": 100, "千": 1000}

_unit_names = "|".join(re.escape(name) for name in sorted(UNITS, key=len, reverse=True))
_word_names = "|".join(sorted(_NUMBER_WORDS, key=len, reverse=True))
_multiplier_names = "|".join(sorted(_MULTIPLIERS, key=len, reverse=True))
_FIGURE = re.compile(
    r"(?P<currency>us\$|[$€£¥])?\s?"
    r"(?:(?P<compound>\d[\d,.]*[兆億万]\d[\d,.]*[億万]?\d*)"
    r"|(?P<digits>(?<![\d.,])\d{1,3}(?:,\d{3})+(?:\.\d+)?|(?<![\d.,])\d+(?:\.\d+)?)"
    rf"|(?<![a-z])(?P<tens>{'|'.join(_TENS)})[- ](?P<ones>{'|'.join(_ONES[1:10])})(?![a-z])"
    rf"|(?<![a-z])(?P<word>{_word_names})(?![a-z])"
    r"|(?P<kanji>[〇一二三四五六七八九十百千]{1,12})(?=[年月日人名基機隻台本件回倍歳割円個社頭万億]|か月|ヶ月|時間|週間|か国))"
    r"(?:st|nd|rd|th)?"
    rf"(?:[\s-]?(?P<multiplier>{_multiplier_names})(?![a-z]))?"
    rf"(?:[\s-]?(?P<unit>{_unit_names})(?![a-z]))?",
    re.IGNORECASE,
)
_MAY_COUNT = re.compile(rf"[\d〇一二三四五六七八九十百千]|{'|'.join((*_ONES, *_TENS))}")
_RANGE = re.compile(r"^\s?(?:[-–—~〜]|to|or|and|から)\s?$")
_HEDGE = re.compile(
    r"(?:about|around|nearly|almost|roughly|approximately|some|over|under|more than|less than|at least|up to|close to"
    r"|just|约|約|およそ|ほぼ|おおよそ)\s*(?:[a-z]{1,3}\s)?$",
    re.IGNORECASE,
)
_FRACTION = re.compile(
    r"^[\s-](?:half|halves|thirds?|quarters?|fifths?|sixths?|eighths?|tenths?|hundredths?)\b", re.IGNORECASE
)
_NEXT_WORD = re.compile(r"^[\s-]?([a-z]{3,})", re.IGNORECASE)
_COUNTER = re.compile(
    r"^\s?(冊|席|隻|点|台|枚|本|件|基|機|個|社|頭|世帯|戸|棟|票|回|倍|羽|匹|か国|カ国|か所|カ所|ヶ所)"
)
_COUNTED_ALIKE = {"機": "台", "基": "台", "カ国": "か国", "カ所": "か所", "ヶ所": "か所"}
"""Counters that two writers may use for the same things."""

_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_SHORT_MONTHS = {name[:3]: number for number, name in enumerate(_MONTHS, start=1)} | {"sept": 9}
_month = rf"(?P<month>{'|'.join(_MONTHS)}|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?)"
_year = r"(?P<year>1[0-9]\d\d|20\d\d|21\d\d)"
_day = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018}
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"(?<!\d){_year}[-/](?P<month>[01]?\d)[-/](?P<day>[0-3]?\d)(?!\d)",
        rf"(?<!\d){_year}年(?:(?P<month>1?\d)月(?:(?P<day>[1-3]?\d)日)?)?",
        r"(?P<era>明治|大正|昭和|平成|令和)(?P<era_year>元|\d{1,2})年(?:(?P<month>1?\d)月(?:(?P<day>[1-3]?\d)日)?)?",
        r"(?<!\d)(?P<month>1?\d)月(?:(?P<day>[1-3]?\d)日)?",
        rf"\b{_day}\s+(?:of\s+)?{_month}(?:,?\s+{_year})?\b",
        rf"\b{_month}\s+{_day}\b(?:(?:,\s*|\s+){_year}\b)?",
        rf"\b{_month},?\s+(?:of\s+)?{_year}\b",
        r"(?<![\d.,/-])(?P<decade>1[0-9]\d0|20\d0)(?:s\b|年代)",
        rf"(?<![\d.,/$€£¥-]){_year}(?![\d%]|,\d|\.\d|[-\s]?(?:million|billion|{_unit_names})(?![a-z]))",
        r"\b(?P<month>January|February|April|June|July|August|September|October|November|December)\b",
        r"\b(?:in|of|since|until|by|from|to|between|early|late|mid|during|and|before|after)\s+(?P<month>March|May)\b",
    )
)  # fmt: skip


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


@dataclass(frozen=True, slots=True)
class Day:
    """A date, as far as a text gives it."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    decade: bool = False

    @classmethod
    def of(cls, value: date) -> Day:
        return cls(year=value.year, month=value.month, day=value.day)

    def __str__(self) -> str:
        if self.decade:
            return f"{self.year}s"
        parts = [
            f"{self.year or '????'}",
            f"{self.month:02}" if self.month else "",
            f"{self.day:02}" if self.day else "",
        ]
        return "-".join(part for part in parts if part)


def dates_and_rest(text: str) -> tuple[tuple[Day, ...], str]:
    """The dates of a text, and the text with them blanked out so that no year is taken for a figure."""
    found: list[Day] = []
    rest = unicodedata.normalize("NFKC", text)
    for pattern in _DATES:
        for match in pattern.finditer(rest):
            found.append(_day_of(match))
        rest = pattern.sub(lambda match: "\x00" * len(match.group()), rest)
    return tuple(found), rest


def _day_of(match: re.Match[str]) -> Day:
    parts = match.groupdict()
    if parts.get("decade"):
        return Day(year=int(parts["decade"]), decade=True)
    year = int(parts["year"]) if parts.get("year") else None
    if parts.get("era"):
        year = _ERAS[parts["era"]] + (1 if parts["era_year"] == "元" else int(parts["era_year"]))
    month_text = (parts.get("month") or "").lower().rstrip(".")
    month = (
        int(month_text)
        if month_text.isdigit()
        else _SHORT_MONTHS.get(month_text[:4], _SHORT_MONTHS.get(month_text[:3]))
    )
    return Day(year=year, month=month, day=int(parts["day"]) if parts.get("day") else None)


def may_count(text: str) -> bool:
    """Whether there can be a figure in a text at all: a quick look that spares most sentences the thorough one."""
    return _MAY_COUNT.search(unicodedata.normalize("NFKC", text).lower()) is not None


def figures(rest: str) -> tuple[Figure, ...]:
    """The figures of a text whose dates are blanked out."""
    matches = [match for match in _FIGURE.finditer(rest) if _counts(match, rest)]
    found = [_figure(match, rest) for match in matches]
    for index in range(len(found) - 2, -1, -1):
        between = rest[matches[index].end() : matches[index + 1].start()]
        found[index] = _completed(found[index], between, found[index + 1])
    return tuple(found)


def _completed(figure: Figure, between: str, following: Figure) -> Figure:
    """In a range the first figure takes the second's unit; in `two 4.5 MW plugs` it counts the plugs."""
    if figure.unit is None and following.unit is not None and _RANGE.match(between):
        return replace(figure, unit=following.unit)
    if not figure.noun and not between.strip(" -"):
        return replace(figure, noun=following.noun)
    return figure


def _counts(match: re.Match[str], rest: str) -> bool:
    """Whether this is a figure: not `two thirds`, not the lone word `one`."""
    if (match["word"] or match["tens"]) and _FRACTION.match(rest[match.end() :]):
        return False
    return not ((match["word"] or "").lower() == "one" and not match["unit"] and not match["multiplier"])


def _figure(match: re.Match[str], rest: str) -> Figure:
    multiplier = _MULTIPLIERS[match["multiplier"].lower()] if match["multiplier"] else 1
    value = _value(match) * multiplier
    following = _NEXT_WORD.match(rest[match.end() :]) or _COUNTER.match(rest[match.end() :])
    return Figure(
        shown=match.group().strip(),
        value=value,
        unit=_unit(match),
        hedged=bool(_HEDGE.search(rest[max(0, match.start() - 24) : match.start()])),
        noun=_COUNTED_ALIKE.get(following[1], stem(following[1].lower())) if following else "",
        small_word=bool(match["word"]) and value <= 3,
    )


def _value(match: re.Match[str]) -> Decimal:
    if match["digits"]:
        return Decimal(match["digits"].replace(",", ""))
    if match["compound"]:
        return sum(_compound(match["compound"]), Decimal(0))
    if match["tens"]:
        return Decimal(_NUMBER_WORDS[match["tens"].lower()] + _NUMBER_WORDS[match["ones"].lower()])
    if match["word"]:
        return Decimal(_NUMBER_WORDS[match["word"].lower()])
    return Decimal(_kanji_value(match["kanji"]))


def _compound(text: str) -> Iterator[Decimal]:
    """`1億2000万` as its parts."""
    for number, scale in re.findall(r"(\d[\d,]*(?:\.\d+)?)([兆億万]?)", text):
        yield Decimal(number.replace(",", "")) * (_MULTIPLIERS[scale] if scale else 1)


def _kanji_value(text: str) -> int:
    if not any(character in _KANJI_SCALES for character in text):
        return int("".join(str(_KANJI_DIGITS[character]) for character in text))
    total, pending = 0, 0
    for character in text:
        if character in _KANJI_SCALES:
            total += (pending or 1) * _KANJI_SCALES[character]
            pending = 0
        else:
            pending = _KANJI_DIGITS[character]
    return total + pending


def _unit(match: re.Match[str]) -> Unit | None:
    return unit_named(match["unit"] or (match["currency"] or "").lower())


def is_counter(noun: str) -> bool:
    """Whether it is a Japanese counter: it says what kind of thing is counted."""
    return bool(noun) and not noun.isascii()
