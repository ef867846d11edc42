"""One fact for what several tasks took from the same words.

Tasks that read at the same time cannot know of each other: each quotes the page that all of them were shown, in a
wording of its own. Whoever writes from all of them would read, and cite, one thing under several ids.

Knows: when two facts are one, which of them says more, and every place that names it.  Does not know: who found which
first.  A figure, a name or a denial that only one of them has keeps it; two that differ are two facts.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from fathoms.domain.evidence import Fact
from fathoms.domain.report import TaskOutcome
from fathoms.engine.evidence.confidence import strength
from fathoms.engine.evidence.novelty import same_claim, span_overlap, stated

MOST = 0.6
"""Share of the longer of two quotes from which both stand on the same words."""


def without_doubles(outcomes: Sequence[TaskOutcome]) -> tuple[TaskOutcome, ...]:
    """The outcomes with one id for each fact; every task still holds what it found, in the fuller wording."""
    facts = {fact.id: fact for outcome in outcomes for fact in outcome.facts}
    opposed = {frozenset((one.left, one.right)) for outcome in outcomes for one in outcome.conflicts}
    kept = _kept(list(facts.values()), opposed)
    return tuple(_told_once(outcome, kept, facts) for outcome in outcomes) if kept else tuple(outcomes)


def _kept(facts: Sequence[Fact], opposed: set[frozenset[str]]) -> dict[str, str]:
    """By the facts that another one says too, that other."""
    kept: dict[str, str] = {}
    standing: dict[str, list[Fact]] = {}
    for fact in facts:
        beside = standing.setdefault(fact.evidence[0].page_id, [])
        for at, other in enumerate(beside):
            if stated(fact) or frozenset((fact.id, other.id)) in opposed or not _same_quote(fact, other):
                continue
            fuller = _fuller(other, fact)
            if fuller is None:
                continue
            double = fact if fuller is other else other
            kept = {name: fuller.id if held == double.id else held for name, held in kept.items()} | {
                double.id: fuller.id
            }
            beside[at] = fuller
            break
        else:
            beside.append(fact)
    return kept


def _same_quote(left: Fact, right: Fact) -> bool:
    mine, theirs = left.evidence[0], right.evidence[0]
    return span_overlap(mine.start, mine.end, theirs.start, theirs.end) >= MOST


def _fuller(first: Fact, second: Fact) -> Fact | None:
    """The one to which the other adds nothing; where neither adds anything, the one with more words."""
    adds_nothing = [one for one, other in ((first, second), (second, first)) if same_claim(other.claim, one.claim)]
    return max(adds_nothing, key=lambda one: len(one.claim), default=None)


def _told_once(outcome: TaskOutcome, kept: Mapping[str, str], facts: Mapping[str, Fact]) -> TaskOutcome:
    if not any(fact.id in kept for fact in outcome.facts):
        return outcome
    renamed = TaskOutcome.model_validate_json(json.dumps(_renamed(json.loads(outcome.model_dump_json()), kept)))
    held: dict[str, Fact] = {}
    for was, fact in zip(outcome.facts, renamed.facts, strict=True):
        own = _as_found(fact, facts[fact.id]) if was.id in kept else fact
        before = held.get(own.id)
        answers = dict.fromkeys((*(before.answers if before else ()), *own.answers))
        held[own.id] = (before or own).model_copy(update={"answers": tuple(answers)})
    return renamed.model_copy(update={"facts": tuple(held.values())})


def _as_found(fact: Fact, fuller: Fact) -> Fact:
    """What the task found, in the other's words: what it answers there, and who else bears it out, is its own."""
    first = fuller.evidence[0]
    return fact.model_copy(
        update={
            "claim": fuller.claim,
            "evidence": (first, *(item for item in fact.evidence[1:] if item != first)),
            "confidence": max(fact.confidence, fuller.confidence, key=strength),
            "confirms": None if fact.confirms == fact.id else fact.confirms,
        }
    )


def _renamed(value: Any, kept: Mapping[str, str]) -> Any:
    """Every place of an outcome that names a fact; one that names two which are one names it once."""
    match value:
        case str():
            return kept.get(value, value)
        case dict():
            return {key: _renamed(item, kept) for key, item in value.items()}
        case list() if any(isinstance(item, str) and item in kept for item in value):
            return list(dict.fromkeys(_renamed(item, kept) for item in value))
        case list():
            return [_renamed(item, kept) for item in value]
    return value
