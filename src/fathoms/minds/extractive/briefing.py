"""The brief role: what the question is about, when, and how one will know that it was answered.

Knows: the question and what the surveys tell.  Does not know: whether it is feasible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fathoms.domain.brief import Brief, Criterion, Period, Subject
from fathoms.domain.survey import Survey
from fathoms.minds.extractive import wording
from fathoms.minds.extractive.asks import subjects_of, take_apart
from fathoms.ports.mind import BriefRequest
from fathoms.text.dates import year_form
from fathoms.text.terms import terms

_MOST_CRITERIA = 3
_YEAR = f"({year_form(1500)})"
_RANGE = re.compile(
    rf"(?:between|from)\s+{_YEAR}\s+(?:and|to|until|through)\s+{_YEAR}|{_YEAR}年?\s*(?:-|–|—|to|から|～|〜|至|到)\s*{_YEAR}",
    re.IGNORECASE,
)
_DRIFT_YEARS = 5
"""Pages further than this from the period are set aside, so a period is a promise that the pages lie near it."""


def make_brief(request: BriefRequest) -> Brief:
    """The brief of a question, before any search."""
    asked = take_apart(request.question, [code for survey in request.surveys for code, _ in survey.languages])
    words = wording.of(asked.language)
    parts = [words.criterion_part.format(part) for part in (asked.parts or (asked.text,))[:_MOST_CRITERIA]]
    texts = dict.fromkeys((*parts, words.criterion_sources, words.criterion_gaps))
    return Brief(
        question=request.question.strip(),
        language=asked.language,
        subjects=tuple(
            Subject(name=name, disambiguation=_told_apart(name, asked.text) or _also_known_as(name, request.surveys))
            for name in subjects_of(asked)
        ),
        period=_period(asked.text, request.surveys),
        criteria=tuple(Criterion(id=f"c{number}", text=text) for number, text in enumerate(texts, 1)),
        effort=request.effort,
        limits=request.limits,
    )


def _told_apart(name: str, question: str) -> tuple[str, ...]:
    """Which of its namesakes a question means, where it says so in brackets: "Mercury (planet)"."""
    found = re.search(rf"{re.escape(name)} \((?P<which>[^()]{{2,40}})\)", question)
    return (found["which"],) if found else ()


def _also_known_as(name: str, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """Other names that the documents themselves give it."""
    words = terms(name)
    pairs = [(alias.long, alias.short) for survey in surveys for alias in survey.aliases]
    found = [short if terms(long) == words else long for long, short in pairs if words in (terms(long), terms(short))]
    return tuple(dict.fromkeys(other for other in found if terms(other) != words))[:3]


def _period(question: str, surveys: Sequence[Survey]) -> Period | None:
    """Only a range that is plainly given, and only if documents are from then."""
    found = _RANGE.search(question)
    newest = max((survey.last_date.year for survey in surveys if survey.last_date), default=None)
    years = sorted(int(year) for year in found.groups() if year) if found else []
    if not years or newest is None or years[0] > newest or years[-1] < newest - _DRIFT_YEARS:
        return None
    return Period(first=years[0], last=min(years[-1], newest))
