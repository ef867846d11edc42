"""Dates as a reader takes them: by their parts, as far as a text gives them.

Knows: ISO dates, month names, dates in numbered signs (2022年3月8日), eras, years, decades, and moments told from the
day of a document ("last year", 昨年). Two ways to read, one grammar: in running text a date must be told from figures;
a field or a file name that should hold a date may write it shorter.  Does not know: what happened then.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from fathoms.text.lang import Calendar, Language, languages
from fathoms.text.numbers import ANY, SCALES, longest_first, whole
from fathoms.text.units import UNITS

_CALENDARS = tuple(language.calendar for language in languages())
MONTHS = tuple(month.lower() for calendar in _CALENDARS for month in calendar.months)
SEASONS = tuple(season for calendar in _CALENDARS for season in calendar.seasons)
_WEEKDAYS = tuple(day for calendar in _CALENDARS for day in calendar.weekdays)
_SHORT = tuple(month for calendar in _CALENDARS for month in calendar.short_months)
_MONTH_NUMBER = {
    name.lower(): number
    for calendar in _CALENDARS
    for number, month in enumerate(calendar.months, start=1)
    for name in (month, *(short for short in calendar.short_months if month.startswith(short)))
}
_ERAS = {era: year for calendar in _CALENDARS for era, year in calendar.eras.items()}
CALENDAR = frozenset((*MONTHS, *_WEEKDAYS))
"""Names of months and days: capital, but of nobody."""
CALENDAR_WORDS = CALENDAR | frozenset((*_SHORT, *SEASONS))

FIRST_YEAR = 1000
"""From which a number in running text may be a year."""
FIRST_OF_FIELDS = 1900
"""Documents are dated from this year on."""


_WORDS_BESIDE = 3
"""Beside a date on a line that gives it: "Published:", "Oslo,"."""


NO_YEAR = "????"
"""What is shown of a day in whatever year."""


@dataclass(frozen=True, slots=True)
class Date:
    """A date, as far as a text gives it."""

    year: int | None = None
    month: int | None = None
    day: int | None = None
    decade: bool = False

    @classmethod
    def of(cls, value: date) -> Date:
        return cls(year=value.year, month=value.month, day=value.day)

    @property
    def first_day(self) -> date | None:
        """The day on which it begins; None without a year, or when there is no such day."""
        try:
            return date(self.year, self.month or 1, self.day or 1) if self.year else None
        except ValueError:
            return None

    def __str__(self) -> str:
        if self.decade:
            return f"{self.year}s"
        parts = [
            f"{self.year or NO_YEAR}",
            f"{self.month:02}" if self.month else "",
            f"{self.day:02}" if self.day else "",
        ]
        return "-".join(part for part in parts if part)


def year_form(since: int = FIRST_YEAR, until: int = 2099) -> str:
    """A pattern of four digits that are a year of these centuries, to be built into larger patterns.

    What stands around it decides whether a number is a year: in a question 1500 may be one, in a file name 1900.
    """
    return rf"(?:{'|'.join(str(century) for century in range(since // 100, until // 100 + 1))})\d\d"


@cache
def _alone(since: int) -> re.Pattern[str]:
    return re.compile(rf"(?<![\d.,]){year_form(since)}(?!\d|[.,]\d)")


def years_in(text: str, since: int = FIRST_YEAR) -> tuple[int, ...]:
    """The numbers of a text that may be years, in order; a part of a larger number is none."""
    return tuple(int(found) for found in _alone(since).findall(text))


def dates_and_rest(text: str, anchor: date | None = None) -> tuple[tuple[Date, ...], str]:
    """The dates of a text, and the text with them blanked out so that no year is taken for a figure.

    With an `anchor`, the day of the document, moments that are told from it ("last year") are dates too.
    """
    found: list[Date] = []
    rest = unicodedata.normalize("NFKC", text)
    if anchor is not None:
        for pattern, unit, shift in _relative():
            found += [_told_from(anchor, unit, shift, match) for match in pattern.finditer(rest)]
            rest = pattern.sub(_blank, rest)
    for pattern in _forms(field=False):
        found += [_date(match) for match in pattern.finditer(rest)]
        rest = pattern.sub(_blank, rest)
    return tuple(found), rest


def date_in(text: str) -> date | None:
    """The first full date in a field that should hold one; a month or year alone means its first day."""
    for pattern in _forms(field=True):
        if found := pattern.search(text):
            return _date(found).first_day
    return None


def date_stated(title: str, opening: str, *, until: date | None = None) -> date | None:
    """The date that a document gives itself: on a line of its own near the top, else in its title.

    What lies after `until`, when it was saved, is what it speaks of, not its date; nor is what stands at the end of a
    line whose sentence goes on in the next.
    """
    lines = opening.split("\n")
    own = (line for line, following in zip(lines, [*lines[1:], ""], strict=True) if not following[:1].islower())
    for line in (title, *own):
        days, rest = dates_and_rest(line)
        full = next((day for day in days if day.month and day.first_day), None)
        beside = sum(any(map(str.isalnum, word)) for word in rest.split())
        if full and beside <= _WORDS_BESIDE and _not_after(full.first_day, until):
            return full.first_day
    told = date_in(title)
    return told if _not_after(told, until) else None


def _not_after(day: date | None, until: date | None) -> bool:
    return day is not None and (until is None or day <= until)


def date_of_path(path: str) -> date | None:
    """A date in the file's own name, else in the folders above it; a bare year counts in the name only."""
    *folders, name = path.rsplit("/", 3)
    if dated := date_in(name.rsplit(".", 1)[0]):
        return dated
    found = _forms(field=True)[0].search("/".join(folders))
    return _date(found).first_day if found else None


def tells_when(text: str) -> bool:
    """Whether a text holds a date of any kind: a year, a day, a day of the week, a time, a century."""
    return _when().search(text) is not None


@cache
def _when() -> re.Pattern[str]:
    months = "|".join(MONTHS)
    named = (
        rf"\b{year_form()}\b",
        rf"\b\d{{1,2}}(?:st|nd|rd|th)? (?:{months})\b",
        rf"\b(?:{months}|{'|'.join(SEASONS)}) (?:of )?\d",
        rf"\b(?:{'|'.join(_WEEKDAYS)})\b|\b\d{{1,2}}:\d\d\b|\bcentur|世紀|時代",
    )
    signs = (
        rf"\d{{3,4}}{numbered.year}|\d+{numbered.month}|\d+{numbered.day}|(?:{'|'.join(calendar.eras)})"
        rf"[{calendar.first_year}\d]+{numbered.year}"
        for calendar in _CALENDARS
        if (numbered := calendar.numbered)
    )
    return re.compile("|".join((*named, *signs)), re.IGNORECASE)


@cache
def _forms(*, field: bool) -> tuple[re.Pattern[str], ...]:
    """The grammar, one pattern per form, the most exact first. In a field the digits may stand close together."""
    forms = _field_forms() if field else _running_forms()
    return tuple(re.compile(form, re.IGNORECASE) for form in forms)


def _field_forms() -> Iterator[str]:
    year, end = f"(?P<year>{year_form(FIRST_OF_FIELDS)})", r"(?!\d)"
    month, day = r"(?P<month>0[1-9]|1[0-2])", r"(?P<day>0[1-9]|[12]\d|3[01])"
    named, number = rf"(?P<month>{longest_first(_SHORT)})[a-z]*\.?", r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
    yield rf"(?<!\d){year}[-/._]?{month}[-/._]?{day}{end}"
    for calendar in _CALENDARS:
        yield from _numbered_forms(calendar, year, month_needed=True)
    yield rf"(?<!\d){number}\.?[\s-]+(?:of\s+)?{named},?[\s-]+{year}"
    yield rf"{named}\s+{number},?\s+{year}"
    yield rf"\b{named},?\s+{year}"
    yield rf"(?<!\d){year}[-/._]{month}{end}"
    for calendar in _CALENDARS:
        yield from _numbered_forms(calendar, year, month_needed=False)
    yield rf"(?<!\d){year}{end}"


def _running_forms() -> Iterator[str]:
    year = f"(?P<year>{year_form(until=2199)})"
    day = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
    short = longest_first(tuple(name for name in _SHORT if name not in MONTHS))
    month = rf"(?P<month>{'|'.join(MONTHS)}|(?:{short})\b\.?)"
    measured = longest_first((*SCALES, *map(re.escape, UNITS)))
    yield rf"(?<!\d){year}[-/](?P<month>[01]?\d)[-/](?P<day>[0-3]?\d)(?!\d)"
    for calendar in _CALENDARS:
        yield from _numbered_forms(calendar, year, month_needed=False)
        if numbered := calendar.numbered:
            yield rf"(?<!\d)(?P<month>1?\d){numbered.month}(?:(?P<day>[1-3]?\d){numbered.day})?"
    yield rf"\b{day}-{month}-{year}\b"
    yield rf"\b{day}\s+(?:of\s+)?{month},?\s+{year}\b"
    yield rf"\b{month}\s+{day}\b(?:,\s*|\s+){year}\b"
    verbs = "|".join(name for calendar in _CALENDARS for name in calendar.ambiguous_months)
    sure = rf"(?!(?-i:{verbs})\b){month}"  # Snakemake 9 may differ
    yield rf"\b{day}\s+(?:of\s+)?{sure}\b"
    yield rf"\b{sure}\s+{day}\b"
    yield rf"\b{month},?\s+(?:of\s+)?{year}\b"
    decades = "|".join((r"s\b", *(calendar.numbered.decade for calendar in _CALENDARS if calendar.numbered)))
    yield rf"(?<![\d.,/-])(?P<decade>(?=\d{{3}}0){year_form()})(?:{decades})"
    yield rf"(?<![\d.,/$€£¥-]){year}(?![\d%]|,\d|\.\d|[-\s]?(?:{measured})(?![a-z]))"
    for calendar in _CALENDARS:
        yield from _lone_months(calendar)


def _numbered_forms(calendar: Calendar, year: str, *, month_needed: bool) -> Iterator[str]:
    """2022年3月8日 and 令和4年3月8日."""
    if (signs := calendar.numbered) is None:
        return
    rest = rf"(?P<month>[01]?\d){signs.month}(?:(?P<day>[0-3]?\d){signs.day})?"
    rest = rest if month_needed else f"(?:{rest})?"
    yield rf"(?<!\d){year}(?!{signs.decade}){signs.year}{rest}"
    eras = "|".join(calendar.eras)
    yield rf"(?P<era>{eras})(?P<era_year>{calendar.first_year}|\d{{1,2}}){signs.year}{rest}"


def _lone_months(calendar: Calendar) -> Iterator[str]:
    """A month without day or year; one that is a plain word too only where a date is likely."""
    plain = [month for month in calendar.months if month not in calendar.ambiguous_months]
    if plain:
        yield rf"\b(?P<month>{'|'.join(plain)})\b"
    if calendar.ambiguous_months:
        leads, months = "|".join(calendar.month_leads), "|".join(map(str.title, calendar.ambiguous_months))
        yield rf"\b(?:{leads})\s+(?P<month>(?-i:{months}))\b"


@cache
def _relative() -> tuple[tuple[re.Pattern[str], str, int | None], ...]:
    """Patterns of moments told from a day: the unit they are counted in, and how far away (None: the text says)."""
    forms = (form for language in languages() for form in _relative_forms(language))
    return tuple((re.compile(form, re.IGNORECASE), unit, shift) for form, unit, shift in forms)


def _relative_forms(language: Language) -> Iterator[tuple[str, str, int | None]]:
    words, calendar = language.relative, language.calendar
    edge, before, after = "", "", ""
    if signs := calendar.numbered:
        after = rf"(?:(?P<month>1?\d){signs.month}(?:(?P<day>[1-3]?\d){signs.day})?)?"
    else:
        edge = r"\b"
        before = rf"(?:(?:(?P<day>[0-3]?\d)\s+)?(?P<month>{'|'.join(calendar.months)})\s+(?:of\s+)?)?"
    for form, shift in words.year.items():
        yield f"{edge}{before}(?:{form}){edge}{after}", "year", shift
    for unit, told in (("month", words.month), ("day", words.day)):
        for form, shift in told.items():
            yield f"{edge}(?:{form}){edge}", unit, shift
    for counted, form in words.ago.items():
        yield f"{edge}(?:{form.replace('{number}', ANY)})", counted, None


def _told_from(anchor: date, unit: str, shift: int | None, match: re.Match[str]) -> Date:
    away = shift if shift is not None else -whole(match["count"])
    if unit in ("day", "week"):
        return Date.of(anchor + timedelta(days=away * (7 if unit == "week" else 1)))
    if unit == "month":
        months = anchor.year * 12 + anchor.month - 1 + away
        return Date(year=months // 12, month=months % 12 + 1)
    parts = match.groupdict()
    return Date(
        year=anchor.year + away, month=_month(parts.get("month")), day=int(parts["day"]) if parts.get("day") else None
    )


def _date(match: re.Match[str]) -> Date:
    parts = match.groupdict()
    if parts.get("decade"):
        return Date(year=int(parts["decade"]), decade=True)
    year = int(parts["year"]) if parts.get("year") else None
    if parts.get("era"):
        counted = parts["era_year"]
        year = _ERAS[parts["era"]] + (int(counted) if counted.isdigit() else 1)
    return Date(year=year, month=_month(parts.get("month")), day=int(parts["day"]) if parts.get("day") else None)


def _month(text: str | None) -> int | None:
    name = (text or "").lower().rstrip(".")
    return int(name) if name.isdigit() else _MONTH_NUMBER.get(name)


def _blank(match: re.Match[str]) -> str:
    return "\x00" * len(match.group())
