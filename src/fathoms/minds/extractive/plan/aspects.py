"""Aspects of a subject: what the documents about it have headings for, and what the user stressed.

Knows: headings of a survey, an overview, an emphasis.  Does not know: comparisons or periods.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fathoms.domain.plan import TaskRole
from fathoms.domain.survey import Survey
from fathoms.minds.extractive.plan.agreement import filled
from fathoms.minds.extractive.plan.drafts import Draft
from fathoms.minds.extractive.read.shapes import Shape
from fathoms.minds.extractive.tell import wording
from fathoms.minds.extractive.tell.wording import Words
from fathoms.text.terms import terms

LEAST = 3
"""Tasks of a complex plan, at least."""
MOST = 5
WHOLE = "whole"
"""The key of the task that asks the request in one: it is about everything, so nothing in particular."""
_HEADING_WORDS = 6
_MOST_STRESSED = 4
_SKIPPED = frozenset(
    terms(heading)
    for heading in (
        *("what's next", "examples", "example", "references", "see also", "notes", "contents", "table of contents"),
        *("introduction", "overview", "summary", "further reading", "other matters", "links", "appendix", "next steps"),
        *("about", "contact", "はじめに", "概要", "参考文献", "目次", "まとめ", "付録"),
    )
)


def as_asked(shape: Shape) -> list[Draft]:
    """An overview, then each aspect that the question itself names."""
    words = wording.of(shape.language)
    subject = shape.said(shape.subject)
    own = [
        replace(
            _aspect(f"aspect{number}", words.aspect_of.format(aspect, subject), aspect, shape.subject, words, keep=7),
            rationale=words.why_part,
            importance=0.7,
            asked=True,
        )
        for number, aspect in enumerate(shape.aspects, 1)
    ]
    return [replace(overview(subject, words), subjects=(shape.subject,)), *own]


def by_headings(shape: Shape, surveys: Sequence[Survey]) -> list[Draft]:
    """An overview, then what the documents about the subject have headings for."""
    words = wording.of(shape.language)
    subject = shape.subject or shape.text
    said = shape.said(subject)
    drafts = [replace(overview(said, words), subjects=(subject,))]
    for number, heading in enumerate(headings_about(subject, shape.text, surveys), 1):
        question = words.heading_of.format(heading, said)
        drafts.append(_aspect(f"aspect{number}", question, heading, subject, words, keep=6 - number))
    usual = ((words.how_works, words.working), (words.history_of, words.history), (words.limits_of, words.limits))
    for question, focus in usual[: max(0, LEAST - len(drafts))]:
        drafts.append(_aspect(focus, filled(question, said), focus, subject, words, keep=2))
    return drafts


def overview(subject: str, words: Words) -> Draft:
    """What it is: the ground that the other tasks stand on."""
    return Draft(
        key="overview",
        question=filled(words.what_is, subject),
        focus=words.overview,
        role=TaskRole.OVERVIEW,
        rationale=words.why_overview,
        subjects=(subject,),
        keep=4,
    )


def headings_about(subject: str, question: str, surveys: Sequence[Survey]) -> list[str]:
    """Headings of documents whose title names the subject; they are the best free aspects there are."""
    about, said = terms(subject), terms(question)
    found: dict[frozenset[str], str] = {}
    for heading in (heading for survey in surveys for heading in survey.headings):
        words = terms(heading.text)
        is_about = bool(about) and len(about & terms(heading.document)) * 2 >= len(about)
        is_short = len(heading.text.split()) <= _HEADING_WORDS
        if is_about and is_short and words and not words <= said and words not in _SKIPPED:
            found.setdefault(words, heading.text.strip())
    return list(found.values())[:MOST]


def with_emphasis(shape: Shape, drafts: list[Draft]) -> list[Draft]:
    """The named emphasis as a task of its own, or the task that already is about it raised to it."""
    if not shape.emphasis or any(draft.key == "emphasis" for draft in drafts):
        return drafts
    words = wording.of(shape.language)
    wanted = terms(shape.emphasis)
    for index, draft in enumerate(drafts):
        is_all = draft.key == WHOLE
        if wanted and not is_all and wanted <= terms(f"{draft.question} {draft.focus}") - terms(shape.subject):
            return [*drafts[:index], draft.emphasised(words.why_emphasis), *drafts[index + 1 :]]
    base = next((draft.key for draft in drafts if draft.key == "overview"), drafts[0].key if drafts else "")
    sides = tuple(draft.key for draft in drafts if draft.subjects and shape.comparison and not draft.needs)
    return [*drafts, emphasis(shape, words, sides or ((base,) if base else ()))]


def emphasis(shape: Shape, words: Words, needs: tuple[str, ...]) -> Draft:
    """What the user stressed; a list of things becomes a question each."""
    subjects = shape.comparison.sides if shape.comparison else (shape.subject,) if shape.subject else ()
    subject = words.separator.join(subjects)
    stressed = [item for item in re.split(words.listing, shape.emphasis) if terms(item)]
    return Draft(
        key="emphasis",
        question=_stressed(shape.emphasis, subject, words),
        focus=shape.emphasis,
        rationale="",
        needs=needs,
        subs=tuple(_stressed(item, subject, words) for item in stressed[:_MOST_STRESSED]),
        subjects=subjects,
    ).emphasised(words.why_emphasis)


def _stressed(what: str, subject: str, words: Words) -> str:
    bare = re.sub(r"^(?:the|its|their)\s+", "", what.strip(" ,、"))
    if not subject or terms(subject) <= terms(bare):
        return words.what_is.format(bare)
    return words.emphasis_of.format(bare, subject)


def _aspect(key: str, question: str, focus: str, subject: str, words: Words, *, keep: int) -> Draft:
    return Draft(
        key=key,
        question=question,
        focus=focus,
        rationale=words.why_aspect,
        subjects=(subject,),
        soft=("overview",),
        keep=keep,
        importance=0.5,
    )
