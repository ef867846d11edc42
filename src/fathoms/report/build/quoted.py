"""A report of quoted passages: the answer first, then what there is room for, nearest first.

Knows: how near each passage is, as the mind that selected it says.  Does not know: how any was found; what finds no
room is not lost, a longer report shows it.
"""

from __future__ import annotations

import textwrap

from fathoms.domain.report import Length, Report, Section, Statement
from fathoms.report.build.compose import numbered
from fathoms.report.build.edited import LONGEST_TITLE
from fathoms.report.statements import Place, every_section, map_statements
from fathoms.text.lists import sentences
from fathoms.text.sentences import Span, sentences_in
from fathoms.text.words import word_count

ROOM = {Length.SHORT: 200, Length.STANDARD: 370}
"""Words of a report with its question and the labels above its quotes; its grade, its marks and its footer bring a
standard one to 400. A long report has room for everything."""
OVER = 40
"""Words by which a list, a table or code may reach beyond: it is shown whole or not at all."""
LEAST = 20
"""Words of a paragraph below which its opening is not worth showing."""


def fitted(report: Report, length: Length) -> Report:
    """The report within its room: every section's nearest passage, then the others by how near they are."""
    report = report.model_copy(update={"title": _title(report.question)})
    room = ROOM.get(length)
    if room is None or not report.found:
        return report
    room -= word_count(report.title or report.question) + sum(
        _size_of_table(section) for section in every_section(report.sections)
    )
    told = [
        (Place(section.task, number), paragraph.label, statement)
        for section in every_section(report.sections)
        for number, paragraph in enumerate(section.paragraphs)
        for statement in paragraph.statements
    ]
    kept: dict[tuple[Place, str], str] = {}
    opened: set[str] = set()
    labels: set[str] = set()
    for place, label, statement in sorted(told, key=lambda one: -one[2].near):
        above = 0 if label in labels else word_count(label)
        text = statement.text if place.task not in opened else _fitting(statement.text, room - above)
        if text:
            opened.add(place.task)
            labels.add(label)
            kept[place, statement.text] = text
            room -= above + word_count(text)

    def stay(place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        if place.paragraph is None:
            return said
        return tuple(
            one.model_copy(update={"text": kept[place, one.text]}) for one in said if (place, one.text) in kept
        )

    fit = map_statements(map_statements(report, stay), _joined).model_copy(
        update={"left_out": len(told) - len(kept), "insights": ()}
    )
    cut = numbered(fit, {fact.id: fact for fact in report.facts})
    shown = {fact.id for fact in cut.facts}
    return cut.model_copy(update={"insights": tuple(point for point in report.insights if shown >= set(point.facts))})


def _title(question: str) -> str:
    """Of a long question what it asks, without the story before it; nothing where the question itself will do."""
    if len(question) <= LONGEST_TITLE:
        return ""
    asked = next(iter(sentences(question)))
    return textwrap.shorten(asked, LONGEST_TITLE, placeholder="…") if " " in asked else asked[:LONGEST_TITLE]


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


def _fitting(text: str, room: int) -> str:
    """All of it where there is room; of running text, else, as many sentences as there is room for. A list, a table or
    code is never cut."""
    whole = "\n" in text or _is_item(text)
    if word_count(text) <= room + OVER * (whole and room >= LEAST):
        return text
    if whole or room < LEAST:
        return ""
    ends = [span.end for span in sentences_in(text, Span(0, len(text))) if word_count(text[: span.end]) <= room]
    return text[: ends[-1]] if ends and word_count(text[: ends[-1]]) >= LEAST else ""


def _size_of_table(section: Section) -> int:
    return sum(word_count(cell.text) for row in section.rows for cell in row.cells if cell)
