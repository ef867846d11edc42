"""Cross-task insights: what the facts of two or more tasks share.

Knows: when a shared mark is worth a line.  Does not know: what counts as a name or a figure (`marks` says
so, `report/build/insights.py` has the product's own), nor what a shared name means; it only points it out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TypeAlias

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.report import SharedPoint, TaskOutcome
from fathoms.text.words import content_words

MOST_SHOWN = 6

Marks: TypeAlias = Callable[[str], Iterable[tuple[str, str]]]
"""The names and telling figures of a claim: the key under which each is shared, and how it is shown."""


def insights(outcomes: Sequence[TaskOutcome], marks: Marks, *, known: Collection[str] = ()) -> tuple[SharedPoint, ...]:
    """What the facts of these tasks share, most widely shared first."""
    return shared_points([fact for outcome in outcomes for fact in outcome.facts], marks, known=known)


def noticed(
    before: Sequence[TaskOutcome], arrived: TaskOutcome, marks: Marks, *, known: Collection[str] = ()
) -> tuple[SharedPoint, ...]:
    """What only the arrived outcome makes shared: each point is told once, as soon as its second task is there."""
    earlier = [fact for outcome in before for fact in outcome.facts]
    told = {point.shared for point in _all_shared(earlier, marks, known)}
    return tuple(
        point
        for point in _all_shared((*earlier, *arrived.facts), marks, known)
        if arrived.task in point.tasks and point.shared not in told
    )


def shared_points(facts: Sequence[Fact], marks: Marks, *, known: Collection[str] = ()) -> tuple[SharedPoint, ...]:
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
