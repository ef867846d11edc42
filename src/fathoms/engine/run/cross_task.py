"""Cross-task insights: what facts of two tasks say together.

Knows: three ways in which two claims belong together: the same figure for the same thing, the same said of the same,
one the reason that the other gives.  Does not know: what follows from it; a name or a figure alone is no insight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.report import SharedPoint, TaskOutcome
from fathoms.engine.run.sayings import Said, in_its_words, taken_apart
from fathoms.text.neutral import shortened
from fathoms.text.words import content_words, is_spaceless, overlap

MOST_SHOWN = 6
SAME_SAID = 2
"""Least number of words, names aside, that two claims without a common figure say of the same thing."""
ALIKE = 0.34
"""Least share of the shorter claim's words that these are."""
REASON = 0.6
"""Share of a given reason that another claim must tell to be that reason."""
REASON_CHARS = 90


def insights(outcomes: Sequence[TaskOutcome], *, known: Collection[str] = ()) -> tuple[SharedPoint, ...]:
    """What the facts of these tasks say together, most widely shared first."""
    return shared_points([fact for outcome in outcomes for fact in outcome.facts], known=known)


def noticed(
    before: Sequence[TaskOutcome], arrived: TaskOutcome, *, known: Collection[str] = ()
) -> tuple[SharedPoint, ...]:
    """What only the arrived outcome makes shared: each point is told once, as soon as its second task is there."""
    earlier = [fact for outcome in before for fact in outcome.facts]
    told = {point.shared for point in _all_shared(earlier, known)}
    return tuple(
        point
        for point in _all_shared((*earlier, *arrived.facts), known)
        if arrived.task in point.tasks and point.shared not in told
    )


def shared_points(facts: Sequence[Fact], *, known: Collection[str] = ()) -> tuple[SharedPoint, ...]:
    """What facts of different tasks say together, as much of it as a report shows.

    `known` are texts whose words everybody shares anyway: the question and its subjects.
    """
    return tuple(_all_shared(facts, known)[:MOST_SHOWN])


def _all_shared(facts: Sequence[Fact], known: Collection[str]) -> list[SharedPoint]:
    common = frozenset(word for text in known for word in content_words(text))
    firm = [fact for fact in facts if not fact.loose]
    held: dict[str, list[Fact]] = {}
    for left, right in combinations(firm, 2):
        if left.task == right.task or any(_same_words(a, b) for a in left.evidence for b in right.evidence):
            continue
        for statement in _statements(left, right, common):
            mine = held.setdefault(statement, [])
            mine += [fact for fact in (left, right) if fact.task not in {other.task for other in mine}]
    points = [
        SharedPoint(shared=text, tasks=tuple(f.task for f in found), facts=tuple(f.id for f in found))
        for text, found in held.items()
    ]
    return _widest_first(points)


def _statements(left: Fact, right: Fact, common: frozenset[str]) -> Iterator[str]:
    """What the two say together; nothing for two claims that only share a name or a number."""
    one, other = taken_apart(left.claim), taken_apart(right.claim)
    if reason := _given_reason(left, right, one, other) or _given_reason(right, left, other, one):
        yield reason
        return
    entity = _entity(one, other)
    said = one.words & other.words
    if not entity:
        return
    same = next((shown for key, shown in one.figures.items() if key in other.figures), "")
    if same and said:
        yield _told(entity, one, said, same)
    elif not same and not _differ(one, other) and not is_spaceless(left.claim):
        news = said - common
        enough = len(news) >= SAME_SAID and overlap(one.words, other.words) >= ALIKE
        if enough:
            yield _told(entity, one, said, "")


def _told(entity: str, said: Said, shared: frozenset[str], figure: str) -> str:
    """`Kittlehead array: rated capacity, 24 MW`, in the words of the first claim."""
    attribute = in_its_words(said, shared)
    return f"{entity}: {', '.join(part for part in (attribute, figure) if part)}"


def _entity(one: Said, other: Said) -> str:
    """The longest name that both claims have; a name that is part of another counts as that one."""
    shared = [one.names[key] for key in one.names if key in other.names]
    return max(shared, key=lambda name: (len(name.split()), len(name)), default="")


def _differ(one: Said, other: Said) -> bool:
    """Both have figures, and none in common: whether that is a conflict is for others to say."""
    return bool(one.figures and other.figures)


def _given_reason(left: Fact, right: Fact, one: Said, other: Said) -> str:
    """`effect ← cause`, when the left claim gives a reason that the right one tells of by itself."""
    if one.cause is None:
        return ""
    effect, cause = one.cause
    wanted = content_words(cause)
    told = content_words(right.claim)
    if len(wanted) < SAME_SAID or len(wanted & told) / len(wanted) < REASON or not (one.words & other.words):
        return ""
    return f"{shortened(effect, REASON_CHARS)} ← {shortened(cause, REASON_CHARS)}"


def _same_words(left: Evidence, right: Evidence) -> bool:
    return left.page_id == right.page_id and left.start < right.end and right.start < left.end


def _widest_first(points: Sequence[SharedPoint]) -> list[SharedPoint]:
    """Most tasks first, then the longer statement; one point per set of facts."""
    ranked = sorted(points, key=lambda point: (-len(point.tasks), -len(point.shared)))
    unique: dict[tuple[str, ...], SharedPoint] = {}
    for point in ranked:
        unique.setdefault(point.facts, point)
    return list(unique.values())
