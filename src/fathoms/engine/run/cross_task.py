"""Cross-task insights: what a sentence of one task and a sentence of another say together.

Knows: three ways in which two sentences belong together: the same figure for the same thing, the same thing and the
same attribute of it, one the reason that the other gives.  Does not know: what follows from it; a name, a figure or a
few words that happen to be in both are no insight.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, product

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.report import SharedPoint, TaskOutcome
from fathoms.engine.run.sayings import Said, taken_apart
from fathoms.text.neutral import one_line, unmarked
from fathoms.text.sentences import sentences
from fathoms.text.words import content_words, is_spaceless, overlap, tokens

MOST_SHOWN = 6
LONGEST = 240
"""Characters of a sentence that can stand by itself; a longer one is a passage."""
REASON = 0.6
"""Share of a given reason that another sentence must tell to be that reason."""
LEAST_REASON = 2
"""Least number of words that make a reason."""
SAME = 0.8
"""Overlap from which two sentences say the same, so that one of them is enough."""


@dataclass(frozen=True, slots=True)
class _Together:
    """What two facts say together, and what it is about: the same thing said of the same is told once."""

    about: tuple[str, ...]
    text: str
    facts: tuple[Fact, Fact]


def insights(outcomes: Sequence[TaskOutcome], *, known: Collection[str] = ()) -> tuple[SharedPoint, ...]:
    """What the facts of these tasks say together, most widely shared first."""
    return shared_points([fact for outcome in outcomes for fact in outcome.facts], known=known)


def noticed(
    before: Sequence[TaskOutcome], arrived: TaskOutcome, *, known: Collection[str] = ()
) -> tuple[SharedPoint, ...]:
    """What only the arrived outcome makes shared: each point is told once, as soon as its second task is there."""
    earlier = [fact for outcome in before for fact in outcome.facts]
    told = {one.about for one in _all(earlier, known)}
    return tuple(
        point
        for about, point in _points(_all((*earlier, *arrived.facts), known)).items()
        if arrived.task in point.tasks and about not in told
    )


def shared_points(facts: Sequence[Fact], *, known: Collection[str] = ()) -> tuple[SharedPoint, ...]:
    """What facts of different tasks say together, as much of it as a report shows.

    `known` are texts whose words everybody shares anyway: the question and its subjects.
    """
    points = sorted(_points(_all(facts, known)).values(), key=lambda point: -len(point.tasks))
    return tuple({point.facts: point for point in reversed(points)}.values())[::-1][:MOST_SHOWN]


def _points(found: Sequence[_Together]) -> dict[tuple[str, ...], SharedPoint]:
    """By what it is about, the first way in which it was said, with every task that says it."""
    held: dict[tuple[str, ...], list[_Together]] = {}
    for one in found:
        held.setdefault(one.about, []).append(one)
    return {about: _point(ways) for about, ways in held.items()}


def _point(ways: Sequence[_Together]) -> SharedPoint:
    by_task: dict[str, Fact] = {}
    for fact in (fact for way in ways for fact in way.facts):
        by_task.setdefault(fact.task, fact)
    return SharedPoint(shared=ways[0].text, tasks=tuple(by_task), facts=tuple(fact.id for fact in by_task.values()))


def _all(facts: Sequence[Fact], known: Collection[str]) -> list[_Together]:
    common = frozenset(word for text in known for word in content_words(text))
    firm = [(fact, _sentences(fact.claim)) for fact in facts if not fact.loose]
    return [
        together
        for (left, mine), (right, theirs) in combinations(firm, 2)
        if left.task != right.task and not any(_same_words(a, b) for a in left.evidence for b in right.evidence)
        for together in _between(left, mine, right, theirs, common)
    ]


@lru_cache(maxsize=4096)  # each outcome is held against all before it
def _sentences(claim: str) -> tuple[str, ...]:
    """Those that stand by themselves; what is broken over lines or runs on is none."""
    plain = (one_line(unmarked(claim[span.start : span.end])) for span in sentences(claim))
    return tuple(text for text in plain if len(text) <= LONGEST and content_words(text))


def _between(
    left: Fact, mine: Sequence[str], right: Fact, theirs: Sequence[str], common: frozenset[str]
) -> Iterator[_Together]:
    """The first thing that a pair of their sentences says together, a reason before all else."""
    pairs = [(one, other, taken_apart(one), taken_apart(other)) for one, other in product(mine, theirs)]
    for rule in (_reason, _same_figure, _same_attribute):
        for one, other, said, also in pairs:
            if found := rule(one, other, said, also, common):
                about, text = found
                yield _Together(about, text, (left, right))
                return


def _reason(one: str, other: str, said: Said, also: Said, _: frozenset[str]) -> tuple[tuple[str, ...], str] | None:
    """One gives a reason that the other tells of by itself."""
    for gives, tells, giving, telling in ((one, other, said, also), (other, one, also, said)):
        if giving.cause is None:
            continue
        wanted = content_words(giving.cause[1])
        enough = len(wanted) >= LEAST_REASON and len(wanted & content_words(tells)) / len(wanted) >= REASON
        if enough and giving.words & telling.words and overlap(content_words(gives), content_words(tells)) < SAME:
            return ("reason", *sorted(wanted)), f"{gives} {tells}"
    return None


def _same_figure(one: str, other: str, said: Said, also: Said, _: frozenset[str]) -> tuple[tuple[str, ...], str] | None:
    """The same thing, the same figure, and a word that says what the figure is."""
    entity, said_of_it = _entity(said, also), said.words & also.words
    figure = next((key for key in said.figures if key in also.figures), "")
    if not (entity and figure and said_of_it):
        return None
    return ("figure", entity, figure), min(one, other, key=len)


def _same_attribute(
    one: str, other: str, said: Said, also: Said, common: frozenset[str]
) -> tuple[tuple[str, ...], str] | None:
    """The same thing and the same two words running, of which the question says not both."""
    entity = _entity(said, also)
    differ = bool(said.figures and also.figures)  # whether that is a conflict is for others to say
    if not entity or differ or is_spaceless(one):
        return None
    theirs = _running(other)
    attribute = next((pair for pair in _running(one) if pair in theirs), None)
    if attribute is None or set(attribute) <= common:
        return None
    same = overlap(content_words(one), content_words(other)) >= SAME
    return ("attribute", entity, *attribute), min(one, other, key=len) if same else f"{one} {other}"


@lru_cache(maxsize=4096)
def _running(text: str) -> tuple[tuple[str, str], ...]:
    """Words of what is said that stand side by side."""
    said = taken_apart(text).words
    return tuple((a, b) for a, b in pairwise(tokens(text)) if a in said and b in said)


def _entity(said: Said, also: Said) -> str:
    """The longest name that both have; a name that is part of another counts as that one."""
    shared = [key for key in said.names if key in also.names]
    return max(shared, key=lambda name: (len(name.split()), len(name)), default="")


def _same_words(left: Evidence, right: Evidence) -> bool:
    return left.page_id == right.page_id and left.start < right.end and right.start < left.end
