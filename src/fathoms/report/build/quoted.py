"""A report of quoted passages: the answer first, then what there is room for, nearest first.

Knows: how near each passage is, as the mind that selected it says.  Does not know: how any was found; what finds no
room is not lost, a longer report shows it.
"""

from __future__ import annotations

from fathoms.domain.report import Length, Report, Statement
from fathoms.report.build.compose import numbered
from fathoms.report.statements import Place, every_section, map_statements
from fathoms.text.words import is_spaceless

ROOM = {Length.SHORT: 160, Length.STANDARD: 350}
"""Words of all quotes together; a long report has room for everything."""


def fitted(report: Report, length: Length) -> Report:
    """The report within its room: every section's nearest passage, then the others by how near they are."""
    room = ROOM.get(length)
    if room is None or not report.found:
        return report
    told = [
        (Place(section.task, number), statement)
        for section in every_section(report.sections)
        for number, paragraph in enumerate(section.paragraphs)
        for statement in paragraph.statements
    ]
    kept: set[tuple[Place, str]] = set()
    opened: set[str] = set()
    for place, statement in sorted(told, key=lambda one: -one[1].near):
        size = word_count(statement.text)
        if place.task not in opened or size <= room:
            opened.add(place.task)
            kept.add((place, statement.text))
            room -= size

    def stay(place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(one for one in said if place.paragraph is None or (place, one.text) in kept)

    fit = map_statements(map_statements(report, stay), _joined).model_copy(
        update={"left_out": len(told) - len(kept), "insights": ()}
    )
    return numbered(fit, {fact.id: fact for fact in report.facts})


def _joined(place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
    """What stands together in one source is told together, and cited once."""
    if place.paragraph is None:
        return said
    joined: list[Statement] = []
    for one in said:
        last = joined[-1] if joined else None
        if last is None or last.facts != one.facts:
            joined.append(one)
            continue
        inside = _is_item(last.text.rpartition("\n")[2]) and _is_item(one.text)
        text = f"{last.text}{chr(10) if inside else chr(10) * 2}{one.text}"
        joined[-1] = last.model_copy(update={"text": text, "strong": last.strong or one.strong})
    return tuple(joined)


def _is_item(line: str) -> bool:
    return line.startswith(("- ", "| ")) or line[:1].isdigit()


def word_count(text: str) -> int:
    """Words; in a script without spaces two characters count as one."""
    return len(text) // 2 if is_spaceless(text) else len(text.split())
