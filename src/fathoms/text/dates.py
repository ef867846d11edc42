"""Dates that a document states about itself: in its front matter, its meta tags, its file name.

Knows: ISO dates, English and Japanese long dates, years in file names.  Does not know: dates in running text,
which say what a document is about and not when it was written.
"""

from __future__ import annotations

import re
from datetime import date

_ISO = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/._]?(0[1-9]|1[0-2])[-/._]?(0[1-9]|[12]\d|3[01])(?!\d)")
_MONTH = re.compile(r"(?<!\d)((?:19|20)\d\d)[-/._](0[1-9]|1[0-2])(?!\d)")
_JAPANESE = re.compile(r"((?:19|20)\d\d)年(\d{1,2})月(?:(\d{1,2})日)?")
_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_MONTHS = {
    name: number
    for number, name in enumerate("jan feb mar apr may jun jul aug sep oct nov dec".split(), start=1)  # noqa: SIM905
}
_DAY_MONTH = re.compile(r"(?<!\d)(\d{1,2})\.?\s+([A-Za-z]{3})[a-z]*\.?,?\s+((?:19|20)\d\d)")
_MONTH_DAY = re.compile(r"([A-Za-z]{3})[a-z]*\.?\s+(\d{1,2}),?\s+((?:19|20)\d\d)")


def date_in(text: str) -> date | None:
    """The first full date in a field that should hold one; a month or year alone means its first day."""
    if not text:
        return None
    if found := _ISO.search(text):
        return _date(found.group(1), found.group(2), found.group(3))
    if found := _JAPANESE.search(text):
        return _date(found.group(1), found.group(2), found.group(3) or "1")
    if found := _DAY_MONTH.search(text):
        return _named(found.group(3), found.group(2), found.group(1))
    if found := _MONTH_DAY.search(text):
        return _named(found.group(3), found.group(1), found.group(2))
    if found := _MONTH.search(text):
        return _date(found.group(1), found.group(2), "1")
    if found := _YEAR.search(text):
        return _date(found.group(1), "1", "1")
    return None


def date_of_path(path: str) -> date | None:
    """A date in the file's own name, else in the folders above it; a bare year counts in the name only."""
    *folders, name = path.rsplit("/", 3)
    stem = name.rsplit(".", 1)[0]
    dated = date_in(stem)
    if dated:
        return dated
    joined = "/".join(folders)
    found = _ISO.search(joined)
    return _date(found.group(1), found.group(2), found.group(3)) if found else None


def _named(year: str, month: str, day: str) -> date | None:
    number = _MONTHS.get(month.lower())
    return _date(year, str(number), day) if number else None


def _date(year: str, month: str, day: str) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
