"""The drift check: pages that lead away from the brief give no facts. Code, before any extraction.

Knows: the four checks (place, date, subject, field) and that three drifts in a row end the round.
Does not know: how a page was found.  A check whose scope value the brief leaves empty is off.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fathoms.domain.brief import Brief, Period
from fathoms.domain.evidence import Passage, Query
from fathoms.domain.plan import Task
from fathoms.domain.thread import Drift, DriftKind, Scope, Sifted, ThreadState
from fathoms.engine.thread import namesakes
from fathoms.text import places
from fathoms.text.addresses import document
from fathoms.text.naming import named_in, share
from fathoms.text.words import content_words, fold

YEARS_OFF = 5
"""A page dated more than this many years from the target period drifts."""
IN_A_ROW = 3
ON_QUERY = 0.5
"""A passage that carries this share of the round's query words was rightly found, whatever it calls its subject."""


def sift(
    passages: Sequence[Passage],
    brief: Brief,
    task: Task,
    thread: ThreadState,
    *,
    scope: Scope | None = None,
    queries: Sequence[Query] = (),
) -> Sifted:
    """The passages of pages that stay on the brief, in order, up to three drifting pages in a row.

    The row goes on from the round before, unless that one was ended by it.
    """
    frame = _frame(brief, task, thread, scope, queries)
    kept: list[Passage] = []
    drifts: list[Drift] = []
    running = _carried(thread)
    for page in _by_page(passages):
        drift = _drift(page, frame)
        if drift is None:
            kept.extend(page)
            running = 0
            continue
        drifts.append(drift)
        running += 1
        if running == IN_A_ROW:
            return Sifted(kept=tuple(kept), drifts=tuple(drifts), ended=True)
    return Sifted(kept=tuple(kept), drifts=tuple(drifts), streak=running)


def examined(passages: Sequence[Passage], sifted: Sifted) -> tuple[Passage, ...]:
    """What was looked at: a page behind the third drift stays unread and may be met again."""
    if not sifted.ended:
        return tuple(passages)
    seen = {document(drift.url) for drift in sifted.drifts} | {document(passage.url) for passage in sifted.kept}
    return tuple(passage for passage in passages if document(passage.url) in seen)


def _carried(thread: ThreadState) -> int:
    last = thread.rounds[-1] if thread.rounds else None
    return last.drift_streak if last and not last.drifted else 0


@dataclass(frozen=True, slots=True)
class _Frame:
    """What a page is held against."""

    place: str | None
    period: Period | None
    subjects: tuple[str, ...]
    field: frozenset[str]
    unmistakable: tuple[str, ...]
    """Subjects without namesakes: a page that names one is of the field, unless the question itself names the field."""
    clues: tuple[str, ...]
    """Names that lead on: targets of the round and leads of earlier ones."""
    queries: tuple[frozenset[str], ...]
    keys: Mapping[str, str]
    """By subject, what tells it from its namesakes."""


def _frame(brief: Brief, task: Task, thread: ThreadState, scope: Scope | None, queries: Sequence[Query]) -> _Frame:
    field = content_words(brief.domain) if brief.domain else frozenset()
    keys = " ".join(word for subject in brief.subjects for word in subject.disambiguation)
    return _Frame(
        place=brief.place,
        period=brief.period,
        subjects=task.subjects,
        field=field | content_words(keys) if field else field,
        unmistakable=() if field & content_words(brief.question) else _unmistakable(brief, task),
        clues=(*(scope.targets if scope else ()), *(lead.text for lead in thread.leads)),
        queries=tuple(content_words(query.text) for query in queries),
        keys=thread.keys,
    )


def _unmistakable(brief: Brief, task: Task) -> tuple[str, ...]:
    mistakable = {fold(subject.name) for subject in brief.subjects if subject.disambiguation}
    return tuple(name for name in task.subjects if fold(name) not in mistakable)


def _by_page(passages: Iterable[Passage]) -> Iterable[list[Passage]]:
    """The passages of each page together, pages in the order they were first met."""
    pages: dict[str, list[Passage]] = {}
    for passage in passages:
        pages.setdefault(passage.page_id, []).append(passage)
    return pages.values()


def _drift(page: Sequence[Passage], frame: _Frame) -> Drift | None:
    text = " ".join(_said(passage) for passage in page)
    words = content_words(text)
    checks = (
        (DriftKind.PLACE, _place_off(text, frame.place)),
        (DriftKind.DATE, _date_off(page, frame.period)),
        (DriftKind.SUBJECT, _subject_off(text, words, frame)),
        (DriftKind.SUBJECT, namesakes.another(page[0].title, words, frame.keys)),
        (DriftKind.FIELD, _field_off(text, words, frame)),
    )
    found = next(((kind, detail) for kind, detail in checks if detail), None)
    return Drift(url=page[0].url, drift=found[0], detail=found[1]) if found else None


def _said(passage: Passage) -> str:
    return " ".join((passage.title, *passage.title_path, passage.before, passage.text))


def _place_off(text: str, place: str | None) -> str:
    """Another place is named and the brief's is not. A page that names no place passes."""
    if not place or fold(place) in fold(text):
        return ""
    scope = places.listed(place)
    named = places.mentioned(text)
    if any(scope and places.within(other, scope) for other in named):
        return ""
    # Of a place that is not listed we cannot tell what holds it: one mention of another may be its country.
    enough = 1 if scope else 2
    return f"tells of {named[0]}, not of {place}" if len(named) >= enough else ""


def _date_off(page: Sequence[Passage], period: Period | None) -> str:
    years = [passage.dated.year for passage in page if passage.dated]
    if period is None or not years:
        return ""
    off = max(period.first - years[0], years[0] - period.last, 0)
    return f"dated {years[0]}, {off} years from {period.first}-{period.last}" if off > YEARS_OFF else ""


def _subject_off(text: str, words: frozenset[str], frame: _Frame) -> str:
    if not frame.subjects or any(named_in(name, words, text) for name in frame.subjects):
        return ""
    if any(named_in(clue, words, text) for clue in frame.clues) or _on_query(words, frame):
        return ""
    return f"names none of: {', '.join(frame.subjects)}"


def _field_off(text: str, words: frozenset[str], frame: _Frame) -> str:
    if not frame.field or frame.field & words or _on_query(words, frame):
        return ""
    if any(named_in(name, words, text) for name in frame.unmistakable):
        return ""
    return f"no word of the field: {', '.join(sorted(frame.field))}"


def _on_query(words: frozenset[str], frame: _Frame) -> bool:
    return any(share(query, words) >= ON_QUERY for query in frame.queries)
