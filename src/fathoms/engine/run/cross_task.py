"""Cross-task insights: what the facts of two or more tasks share.

Knows: what counts as a name or a telling figure, and when a shared one is worth a line.
Does not know: what a shared name means; it only points it out.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import TypeAlias

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.report import SharedPoint, TaskOutcome
from fathoms.text.dates import CALENDAR
from fathoms.text.figures import Figure, figures_in
from fathoms.text.units import UNITS
from fathoms.text.words import STOP_WORDS, content_words, fold

MOST_SHOWN = 6

_NAME = re.compile(r"[A-Z][\w'’-]*(?:\s(?:(?:of|the|for|de|van)\s){0,2}[A-Z][\w'’-]*)*")
_KATAKANA_NAME = re.compile(r"[ァ-ヴー]{3,}(?:・[ァ-ヴー]{2,})*")
_CODE_NAME = re.compile(r"\b[A-Z]{1,6}-\d{1,6}\b")
_OPENS = re.compile(r"(?:^|[.!?:;\"“(])\s*$")
_TELLING_COUNT = 1000
"""A bare count below this is shared by chance too often to be worth a line."""

Marks: TypeAlias = Callable[[str], Iterable[tuple[str, str]]]
"""The names and telling figures of a claim: the key under which each is shared, and how it is shown."""


def names_and_figures(claim: str) -> Iterator[tuple[str, str]]:
    """Names and telling figures of a claim, each with the key under which it is shared."""
    text = unicodedata.normalize("NFKC", claim)
    for pattern in (_CODE_NAME, _KATAKANA_NAME):
        for match in pattern.finditer(text):
            if match.group() not in UNITS:
                yield fold(match.group()), match.group()
    for match in _NAME.finditer(text):
        name = _trimmed(match.group())
        alone = " " not in name
        if alone and (_OPENS.search(text[: match.start()]) or len(name) < 4 or fold(name) in CALENDAR):
            continue
        if name:
            yield fold(name), name
    for figure in figures_in(text):
        if key := _figure_key(figure):
            yield key, figure.shown


def _trimmed(name: str) -> str:
    """Without a leading article or the like: `The Tidal Authority` is `Tidal Authority`."""
    words = name.removesuffix("'s").removesuffix("’s").split()
    while words and fold(words[0]) in STOP_WORDS:
        words.pop(0)
    return " ".join(words)


def _figure_key(figure: Figure) -> str:
    if figure.unit and figure.unit.dimension not in ("time", "month", "person"):
        return f"{(figure.value * figure.unit.factor).normalize()} {figure.unit.dimension}"
    return f"{figure.value.normalize()} {figure.noun}" if figure.value >= _TELLING_COUNT and figure.noun else ""


def noticed(
    before: Sequence[TaskOutcome],
    arrived: TaskOutcome,
    marks: Marks = names_and_figures,
    *,
    known: Collection[str] = (),
) -> tuple[SharedPoint, ...]:
    """What only the arrived outcome makes shared: each point is told once, as soon as its second task is there."""
    earlier = [fact for outcome in before for fact in outcome.facts]
    told = {point.shared for point in _all_shared(earlier, marks, known)}
    return tuple(
        point
        for point in _all_shared((*earlier, *arrived.facts), marks, known)
        if arrived.task in point.tasks and point.shared not in told
    )


def shared_points(
    facts: Sequence[Fact], marks: Marks = names_and_figures, *, known: Collection[str] = ()
) -> tuple[SharedPoint, ...]:
    """What facts of different tasks share, as much of it as a report shows.

    `known` are texts whose words everybody shares anyway: the question and its subjects.
    """
    return tuple(_all_shared(facts, marks, known)[:MOST_SHOWN])


def _all_shared(facts: Sequence[Fact], marks: Marks, known: Collection[str]) -> list[SharedPoint]:
    common = frozenset(word for text in known for word in content_words(text))
    holders: dict[str, list[Fact]] = {}
    shown: dict[str, str] = {}
    for fact in facts:
        for key, label in marks(fact.claim):
            if key not in shown and _mostly(content_words(label), common):
                continue
            shown.setdefault(key, label)
            if fact not in holders.setdefault(key, []):
                holders[key].append(fact)
    points = [point for key, held in holders.items() if (point := _point(shown[key], held))]
    return _widest_first(points)


def _mostly(words: frozenset[str], common: frozenset[str]) -> bool:
    """`Kittlehead Tidal Array` is no news to somebody who asked about the Kittlehead array."""
    return len(words & common) > len(words) / 2


def _point(label: str, held: Sequence[Fact]) -> SharedPoint | None:
    """One fact per task, each with words of its own: two tasks quoting one passage share nothing new."""
    chosen: dict[str, Fact] = {}
    for fact in held:
        if fact.task not in chosen and not any(_overlaps(fact, other) for other in chosen.values()):
            chosen[fact.task] = fact
    if len(chosen) < 2:
        return None
    return SharedPoint(shared=label, tasks=tuple(chosen), facts=tuple(fact.id for fact in chosen.values()))


def _overlaps(left: Fact, right: Fact) -> bool:
    return any(_same_words(first, second) for first in left.evidence for second in right.evidence)


def _same_words(left: Evidence, right: Evidence) -> bool:
    return left.page_id == right.page_id and left.start < right.end and right.start < left.end


def _widest_first(points: Sequence[SharedPoint]) -> list[SharedPoint]:
    """Most tasks first, then the longer name; one point per set of facts."""
    ranked = sorted(points, key=lambda point: (-len(point.tasks), -len(point.shared)))
    unique: dict[tuple[str, ...], SharedPoint] = {}
    for point in ranked:
        unique.setdefault(point.facts, point)
    return list(unique.values())
