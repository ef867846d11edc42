"""The brief role: what the question is about, when, and how one will know that it was answered.

Knows: the question and what the surveys tell.  Does not know: whether it is feasible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fathoms.domain.brief import Brief, Criterion, Period, Subject
from fathoms.domain.survey import Survey
from fathoms.minds.extractive.read.shapes import Shape, subjects_of, take_apart
from fathoms.minds.extractive.tell import wording
from fathoms.ports.mind import BriefRequest
from fathoms.text.dates import year_form, years_in
from fathoms.text.terms import terms
from fathoms.text.words import language_of

_MOST_CRITERIA = 5
_FIRST_YEAR = 1500
_YEAR = f"({year_form(_FIRST_YEAR)})"
_RANGE = re.compile(
    rf"(?:between|from)\s+{_YEAR}\s+(?:and|to|until|till|through)\s+{_YEAR}|{_YEAR}\s*(?:-|–|—|to|から|～"
    rf"|〜|年から)\s*{_YEAR}",
    re.IGNORECASE,
)
_SINCE = re.compile(rf"\b(?:since|after)\s+{_YEAR}|{_YEAR}年以降", re.IGNORECASE)
_FUTURE = re.compile(
    r"\b(?:outlook|future|forecasts?|prospects?|projections?|expected|will|targets?|plans?)\b"
    r"|将来|展望|見通し|今後|予測",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    rf"\b(?:to|by|until|till|through|towards?|in|for)\s+{_YEAR}|{_YEAR}(?=年(?:まで|の|に))", re.IGNORECASE
)
_DRIFT_YEARS = 5
"""Pages further than this from the period are set aside, so a period is a promise that the pages lie near it."""
_SCOPE_PLACE = re.compile(
    r"(?:,\s*(?:but\s+)?(?:only\s+)?in|\bonly in|\blimited to|\brestricted to"
    r"|\bwithin)\s+(?P<place>(?:the\s+)?[A-Z][\w'’-]+(?:\s+[A-Z][\w'’-]+){0,2})\s*(?:only)?\s*[?.!]*$"
)


def make_brief(request: BriefRequest) -> Brief:
    """The brief of a question, before any search."""
    question = " ".join(request.question.split())
    shape = take_apart(question)
    return Brief(
        question=request.question.strip(),
        language=language_of(question),
        subjects=_subjects(question, request.surveys),
        period=_period(question, request.surveys),
        place=_place(question),
        criteria=_criteria(shape),
        effort=request.effort,
        limits=request.limits,
    )


def _subjects(question: str, surveys: Sequence[Survey]) -> tuple[Subject, ...]:
    return tuple(Subject(name=name, disambiguation=_also_known_as(name, surveys)) for name in subjects_of(question))


def _also_known_as(name: str, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """Other names that the documents themselves give it."""
    words = terms(name)
    found: list[str] = []
    for survey in surveys:
        for alias in survey.aliases:
            if terms(alias.long) == words:
                found.append(alias.short)
            elif terms(alias.short) == words:
                found.append(alias.long)
    return tuple(dict.fromkeys(other for other in found if terms(other) != words))[:3]


def _period(question: str, surveys: Sequence[Survey]) -> Period | None:
    """The years of the question, as a scope.

    A year long before the newest document is no scope but a matter of history: documents of today tell of it.
    """
    newest = max((survey.last_date.year for survey in surveys if survey.last_date), default=None)
    if found := _RANGE.search(question):
        years = sorted(int(year) for year in found.groups() if year)
    elif found := _SINCE.search(question):
        start = next(int(year) for year in found.groups() if year)
        years = [start, newest] if newest and newest >= start else []
    else:
        years = sorted(years_in(question, since=_FIRST_YEAR))
    years = _past(years, newest, question)
    if not years or (newest is not None and years[-1] < newest - _DRIFT_YEARS):
        return None
    return Period(first=years[0], last=years[-1])


def _past(years: list[int], newest: int | None, question: str) -> list[int]:
    """Years that documents can be from. "The outlook to 2030" is no scope: what tells of it was written before."""
    if newest is None:
        ahead = {int(year) for pair in _AHEAD.findall(question) for year in pair if year}
        return [year for year in years if year not in ahead] if _FUTURE.search(question) else years
    past = [year for year in years if year <= newest]
    return [*past, newest] if past and len(past) < len(years) and past[-1] < newest else past


def _place(question: str) -> str | None:
    """Only what is plainly a restriction; "the harbour in Genoa" names a subject."""
    found = _SCOPE_PLACE.search(question)
    return found["place"] if found else None


def _criteria(shape: Shape) -> tuple[Criterion, ...]:
    words = wording.of(shape.language)
    asked = [words.criterion_part.format(part) for part in shape.parts[:3]]
    if shape.aspects and len(shape.parts) < 2:
        asked = [words.criterion_part.format(aspect) for aspect in shape.aspects[:3]]
    if shape.comparison:
        asked = [words.criterion_subject.format(side) for side in shape.comparison.sides[:3]]
    if shape.emphasis:
        asked = [words.criterion_part.format(shape.emphasis), *asked[:2]]
    texts = (*asked, words.criterion_sources, words.criterion_gaps, words.criterion_conflicts)
    kept = tuple(dict.fromkeys(texts))[: max(3, min(_MOST_CRITERIA, len(asked) + 2))]
    return tuple(Criterion(id=f"c{number}", text=text) for number, text in enumerate(kept, 1))
