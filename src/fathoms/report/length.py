"""A report of the length that was asked for: what is told first, and what is left for a longer one.

Knows: how many words each length has room for.  Does not know: what was researched; nothing is lost, the rest
stays in the store and a longer report shows it.
"""

from __future__ import annotations

from collections.abc import Iterator

from fathoms.domain.report import Length, Paragraph, Report, Section, Shape, Statement
from fathoms.engine.words import is_spaceless
from fathoms.report.compose import numbered
from fathoms.report.shaping import stands_apart

ROOM = {Length.SHORT: 350, Length.STANDARD: 1_600}
"""Words of all sections together; a long report has room for everything."""
FLOOR, LATER_FLOOR = 0.4, 0.7
"""Share of the best score below which a passage is weak: found in the first round, and in a later one."""
SUMMARY_LINES = {Length.SHORT: 3}

Place = tuple[str, int, int]
"""Task, paragraph, statement."""


def fitted(report: Report, length: Length) -> Report:
    """The report within its room: the first passage of every paragraph, then the second of each, and so on."""
    room = ROOM.get(length)
    if room is None or not report.found:
        return report
    weak = _weak_facts(report)
    every = list(_places(report.sections))
    # the first of every paragraph, then the second; within a turn the firm ones first
    turns = sorted(every, key=lambda turn: (_is_weak(turn[1], weak), turn[0][2]))
    kept: set[Place] = set()
    for place, statement in turns:
        words = word_count(statement.text)
        if not any(task == place[0] for task, _, _ in kept):
            kept.add(place)  # every section keeps its best passage, whatever its length
            room -= words
        elif words <= room and not _is_weak(statement, weak):
            kept.add(place)
            room -= words
    sections = tuple(_kept(section, kept) for section in report.sections)
    summary = report.summary[: SUMMARY_LINES.get(length, len(report.summary))]
    update = {"sections": sections, "summary": summary, "left_out": len(turns) - len(kept)}
    return numbered(report.model_copy(update=update), {fact.id: fact for fact in report.facts})


def word_count(text: str) -> int:
    """Words; in a script without spaces two characters count as one."""
    return len(text) // 2 if is_spaceless(text) else len(text.split())


def _weak_facts(report: Report) -> frozenset[str]:
    """Passages that a mind selected from afar: loose ones, far below the best, or only found on a second attempt.

    A reading of 100 passages (docs/reading.md) found most of what is off the point among these. Where a model writes
    sentences of its own, no statement is weaker than the others.
    """
    if not stands_apart(report):
        return frozenset()
    best = max((fact.score for fact in report.facts), default=0.0)
    floors = {fact.id: LATER_FLOOR if fact.round > 1 else FLOOR for fact in report.facts}
    return frozenset(fact.id for fact in report.facts if fact.loose or fact.score < floors[fact.id] * best)


def _is_weak(statement: Statement, weak: frozenset[str]) -> bool:
    return bool(statement.facts) and weak.issuperset(statement.facts)


def _places(sections: tuple[Section, ...]) -> Iterator[tuple[Place, Statement]]:
    for section in sections:
        for number, paragraph in enumerate(section.paragraphs):
            for turn, statement in enumerate(paragraph.statements):
                yield (section.task, number, turn), statement
        yield from _places(section.children)


def _kept(section: Section, kept: set[Place]) -> Section:
    paragraphs = tuple(
        paragraph.model_copy(update={"statements": said})
        for number, paragraph in enumerate(section.paragraphs)
        if (said := _said(section.task, number, paragraph, kept))
    )
    update: dict[str, object] = {
        "paragraphs": paragraphs,
        "children": tuple(_kept(child, kept) for child in section.children),
    }
    if not set(section.sides) <= {paragraph.label for paragraph in paragraphs} and not section.rows:
        update |= {"shape": Shape.PASSAGES, "sides": ()}
    return section.model_copy(update=update)


def _said(task: str, number: int, paragraph: Paragraph, kept: set[Place]) -> tuple[object, ...]:
    return tuple(s for turn, s in enumerate(paragraph.statements) if (task, number, turn) in kept)
