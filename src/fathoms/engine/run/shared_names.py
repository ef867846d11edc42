"""What a run that an earlier version began had noted of its tasks: names and figures that two of them share.

Knows: when such a run wrote a note, so that it goes on where it stood.  Does not know: what two facts say together
(`cross_task.py`), which is what runs note today.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fathoms.domain.evidence import Fact
from fathoms.domain.report import SharedPoint, TaskOutcome
from fathoms.engine.run.sayings import taken_apart
from fathoms.text.words import content_words


def noticed(
    before: Sequence[TaskOutcome], arrived: TaskOutcome, *, known: Collection[str] = ()
) -> tuple[SharedPoint, ...]:
    """What only the arrived outcome makes shared: each point once, as soon as its second task is there."""
    earlier = [fact for outcome in before for fact in outcome.facts]
    told = {point.shared for point in _all_shared(earlier, known)}
    return tuple(
        point
        for point in _all_shared((*earlier, *arrived.facts), known)
        if arrived.task in point.tasks and point.shared not in told
    )


def _all_shared(facts: Sequence[Fact], known: Collection[str]) -> list[SharedPoint]:
    common = frozenset(word for text in known for word in content_words(text))
    holders: dict[str, list[Fact]] = {}
    shown: dict[str, str] = {}
    for fact in facts:
        said = taken_apart(fact.claim)
        for key, label in (*said.names.items(), *said.figures.items()):
            words = content_words(label)
            if key not in shown and len(words & common) > len(words) / 2:
                continue
            shown.setdefault(key, label)
            if fact not in holders.setdefault(key, []):
                holders[key].append(fact)
    points = [point for key, held in holders.items() if (point := _point(shown[key], held))]
    ranked = sorted(points, key=lambda point: (-len(point.tasks), -len(point.shared)))
    unique: dict[tuple[str, ...], SharedPoint] = {}
    for point in ranked:
        unique.setdefault(point.facts, point)
    return list(unique.values())


def _point(label: str, held: Sequence[Fact]) -> SharedPoint | None:
    """One fact per task, each with words of its own."""
    chosen: dict[str, Fact] = {}
    for fact in held:
        if fact.task not in chosen and not any(_overlaps(fact, other) for other in chosen.values()):
            chosen[fact.task] = fact
    if len(chosen) < 2:
        return None
    return SharedPoint(shared=label, tasks=tuple(chosen), facts=tuple(fact.id for fact in chosen.values()))


def _overlaps(left: Fact, right: Fact) -> bool:
    return any(
        first.page_id == second.page_id and first.start < second.end and second.start < first.end
        for first in left.evidence
        for second in right.evidence
    )
