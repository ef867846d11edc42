"""A written report of the length that was asked for: what is told first, and what is left for a longer one.

Knows: how many words each length has room for, and that no section goes without its first sentence.  Does not know:
what was researched; nothing is lost, the rest stays in the store and a longer report shows it.  Quotes: `quoted.py`.
"""

from __future__ import annotations

from collections.abc import Iterator

from fathoms.domain.report import Length, Report, Section, Statement
from fathoms.report.build.compose import numbered
from fathoms.report.statements import Place, every_section, map_sections, map_statements
from fathoms.report.words import words_for
from fathoms.text.words import is_spaceless

ROOM = {Length.SHORT: 350, Length.STANDARD: 1_600}
"""Words of all sections together; a long report has room for everything."""
SUMMARY_LINES = {Length.SHORT: 3}

Turn = tuple[Place, int]
"""A paragraph, and which of its statements."""


def fitted(report: Report, length: Length) -> Report:
    """The report within its room: the first sentence of every paragraph, then the second of each, and so on."""
    room = ROOM.get(length)
    if room is None or not report.found:
        return report
    everything = {turn: said for section in every_section(report.sections) for turn, said in _turns(section)}
    needed = _needed(report)
    kept: set[Turn] = set()
    for turn, statement in sorted(everything.items(), key=lambda one: (one[0] not in needed, one[0][1])):
        size = word_count(statement.text)
        if turn in needed or size <= room:
            kept.add(turn)
            room -= size
    shorter = _with_only(report, kept)
    summary = report.summary[: SUMMARY_LINES.get(length, len(report.summary))]
    update = {"summary": summary, "left_out": len(everything) - len(kept)}
    return numbered(shorter.model_copy(update=update), {fact.id: fact for fact in report.facts})


def word_count(text: str) -> int:
    """Words; in a script without spaces two characters count as one."""
    return len(text) // 2 if is_spaceless(text) else len(text.split())


def _needed(report: Report) -> set[Turn]:
    """What each section opens with; what is only loosely related is no opening, unless there is nothing else."""
    by_section = [list(_turns(section)) for section in every_section(report.sections)]
    only_loose = all(said.loose for turns in by_section for _, said in turns)
    firm = ([turn for turn, said in turns if only_loose or not said.loose] for turns in by_section)
    return {turns[0] for turns in firm if turns}


def _turns(section: Section) -> Iterator[tuple[Turn, Statement]]:
    """The section's own sentences and where they stand."""
    for number, paragraph in enumerate(section.paragraphs):
        for turn, statement in enumerate(paragraph.statements):
            yield (Place(section.task, number), turn), statement


def _with_only(report: Report, kept: set[Turn]) -> Report:
    """The report with these sentences of its sections; one that has nothing left says so."""

    def told(place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        if place.paragraph is None:
            return said
        return tuple(statement for turn, statement in enumerate(said) if (place, turn) in kept)

    had_passages = {section.task for section in every_section(report.sections) if section.paragraphs}
    only_far = words_for(report.language).only_far

    def explained(section: Section) -> Section:
        has_more = section.paragraphs or section.see or section.rows or section.gaps
        if has_more or section.task not in had_passages:
            return section
        return section.model_copy(update={"gaps": (only_far,)})

    shorter = map_statements(report, told)
    return shorter.model_copy(update={"sections": map_sections(shorter.sections, explained)})
