"""Disagreements that the text itself tells: both sides in one breath are no longer an open end of the report.

Knows: which sentences cite the two sides of a conflict.  Does not know: which side is right; a source settles that
(`engine/evidence/conflicts.py`), the text only weighs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fathoms.domain.evidence import Conflict, ConflictStatus, Fact
from fathoms.domain.report import Report, Statement
from fathoms.engine.evidence.novelty import same_words
from fathoms.report.statements import ASSERTED, every_section

WITHIN = 2
"""Sentences one after another in which both sides count as set beside each other."""


def weighed(report: Report) -> Report:
    """The report whose open conflicts are those that its text does not weigh; each other one names the sentence."""
    facts = {fact.id: fact for fact in report.facts}
    breaths = tuple(_breaths(report))
    told = tuple(_weighed(conflict, breaths, facts) for conflict in report.conflicts)
    return report.model_copy(update={"conflicts": told})


def _weighed(conflict: Conflict, breaths: Sequence[Sequence[Statement]], facts: Mapping[str, Fact]) -> Conflict:
    if conflict.status is not ConflictStatus.OPEN:
        return conflict
    sides = [_same(side, facts) for side in (conflict.left, conflict.right)]
    for breath in breaths:
        cited = {fact for statement in breath for fact in statement.facts}
        if all(cited & side for side in sides):
            said = " ".join(statement.text for statement in breath)
            return conflict.model_copy(update={"status": ConflictStatus.WEIGHED, "resolution": said})
    return conflict


def _same(side: str, facts: Mapping[str, Fact]) -> set[str]:
    """The fact, and those that stand on the same words: another task may have quoted them, too."""
    own = facts.get(side)
    return {side, *(f.id for f in facts.values() if own and same_words(own.evidence[0], f))}


def _breaths(report: Report) -> Iterator[tuple[Statement, ...]]:
    """Single sentences first, then those that follow one another, as they are read."""
    runs = [getattr(report, name) for name in ASSERTED]
    runs += [part.statements for section in every_section(report.sections) for part in section.paragraphs]
    for length in range(1, WITHIN + 1):
        for run in runs:
            yield from (run[at : at + length] for at in range(len(run) - length + 1))
