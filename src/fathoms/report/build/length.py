"""A report of the length that was asked for: what is told first, and what is left for a longer one.

Knows: how many words each length has room for.  Does not know: what was researched; nothing is lost, the rest
stays in the store and a longer report shows it.
"""

from __future__ import annotations

from fathoms.domain.report import Length, Paragraph, Report, Section, Shape
from fathoms.report.build.compose import numbered
from fathoms.report.build.telling import Place, Telling, every, places
from fathoms.report.words import Words, words_for
from fathoms.text.words import is_spaceless

ROOM = {Length.SHORT: 350, Length.STANDARD: 1_600}
"""Words of all sections together; a long report has room for everything."""
SUMMARY_LINES = {Length.SHORT: 3}


def fitted(report: Report, length: Length) -> Report:
    """The report within its room: the first passage of every paragraph, then the second of each, and so on."""
    room = ROOM.get(length)
    if room is None or not report.found:
        return report
    telling = Telling(report)
    everything = {place: said for section in every(report.sections) for place, said in places(section)}
    # the first of every paragraph, then the second, and so on; what a section cannot do without comes first
    turns = sorted(everything.items(), key=lambda turn: (turn[0] not in telling.needed, turn[0][2]))
    kept: set[Place] = set()
    for place, statement in turns:
        length_of_it = word_count(statement.text)
        if place in telling.needed or (place in telling.worth and length_of_it <= room):
            kept.add(place)
            room -= length_of_it
    sections = tuple(_kept(section, kept, words_for(report.language)) for section in report.sections)
    summary = tuple(line for line in report.summary if telling.holds(line, sections)) or report.summary
    summary = summary[: SUMMARY_LINES.get(length, len(summary))]
    update = {"sections": sections, "summary": summary, "left_out": len(turns) - len(kept)}
    return numbered(report.model_copy(update=update), {fact.id: fact for fact in report.facts})


def word_count(text: str) -> int:
    """Words; in a script without spaces two characters count as one."""
    return len(text) // 2 if is_spaceless(text) else len(text.split())


def _kept(section: Section, kept: set[Place], words: Words) -> Section:
    paragraphs = tuple(
        paragraph.model_copy(update={"statements": said})
        for number, paragraph in enumerate(section.paragraphs)
        if (said := _said(section.task, number, paragraph, kept))
    )
    update: dict[str, object] = {
        "paragraphs": paragraphs,
        "children": tuple(_kept(child, kept, words) for child in section.children),
    }
    if section.paragraphs and not paragraphs and not (section.see or section.rows or section.gaps):
        update["gaps"] = (words.only_far,)
    if not set(section.sides) <= {paragraph.label for paragraph in paragraphs} and not section.rows:
        update |= {"shape": Shape.PASSAGES, "sides": ()}
    return section.model_copy(update=update)


def _said(task: str, number: int, paragraph: Paragraph, kept: set[Place]) -> tuple[object, ...]:
    return tuple(s for turn, s in enumerate(paragraph.statements) if (task, number, turn) in kept)
