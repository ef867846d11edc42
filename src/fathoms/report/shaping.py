"""How sections are laid out: a comparison as a table, a procedure as steps, each passage in one place.

Knows: sections and the question.  Does not know: any format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Paragraph, PlotPoint, Section, Shape, Statement
from fathoms.report.comparison import rows
from fathoms.report.plots import plots

_ASKS_FOR_STEPS = re.compile(
    r"\bhow (?:do|can|should|to|does one)\b(?=.*\b(?:i|you|we|one|to)\b)"
    r"|\b(?:steps?|procedure|instructions|walk me through)\b"
    r"|手順|方法を|やり方",
    re.IGNORECASE,
)


def statements_of(section: Section) -> Iterator[Statement]:
    """A section's statements in reading order, its children's after its own."""
    for paragraph in section.paragraphs:
        yield from paragraph.statements
    for row in section.rows:
        yield from (cell for cell in row.cells if cell)
    for child in section.children:
        yield from statements_of(child)


def laid_out(sections: Sequence[Section], question: str, pool: Mapping[str, Fact]) -> tuple[Section, ...]:
    """The sections in the shape that the question asks for."""
    years = {fact.id: fact.evidence[0].dated.year for fact in pool.values() if fact.evidence[0].dated}
    compared = [_as_table(section, sections, years) for section in sections]
    told = _once(compared)
    drawn: set[tuple[PlotPoint, ...]] = set()
    return tuple(_finished(section, drawn, steps=bool(_ASKS_FOR_STEPS.search(question))) for section in told)


def _as_table(section: Section, sections: Sequence[Section], years: Mapping[str, int]) -> Section:
    """A comparison whose sides were also looked at one by one becomes a table of what was found there."""
    if section.shape is not Shape.COMPARISON:
        return section
    others = [other for other in sections if other.task != section.task]
    made = rows(others, section.sides, years)
    if not made:
        return section
    beside = tuple(p for p in section.paragraphs if p.label not in section.sides)
    return section.model_copy(update={"rows": made, "paragraphs": beside})


def _once(sections: Sequence[Section]) -> list[Section]:
    """Each passage where it stands first; a later section that loses one points there."""
    first: dict[str, str] = {}
    return [_without_repeats(section, first) for section in sections]


def _without_repeats(section: Section, first: dict[str, str]) -> Section:
    if section.shape is Shape.COMPARISON and not section.rows:
        return section  # its sides stand beside one another, wherever else they are told
    kept: list[Paragraph] = []
    see: list[str] = []
    for paragraph in section.paragraphs:
        said = []
        for statement in paragraph.statements:
            where = first.setdefault(statement.text, section.task)
            if where == section.task:
                said.append(statement)
            else:
                see.append(where)
        if said:
            kept.append(paragraph.model_copy(update={"statements": tuple(said)}))
    children = tuple(_without_repeats(child, first) for child in section.children)
    return section.model_copy(
        update={"paragraphs": tuple(kept), "children": children, "see": tuple(dict.fromkeys(see))}
    )


def _finished(section: Section, drawn: set[tuple[PlotPoint, ...]], *, steps: bool) -> Section:
    """With its plots, each drawn once in the report, and as steps where steps are asked for."""
    timeline = section.shape is Shape.TIMELINE
    asked = plots(section.paragraphs, section.rows, section.sides, timeline=timeline)
    fresh = tuple(plot for plot in asked if plot.points not in drawn)
    drawn.update(plot.points for plot in fresh)
    update: dict[str, object] = {
        "plots": fresh,
        "children": tuple(_finished(child, drawn, steps=steps) for child in section.children),
    }
    if steps and section.shape is Shape.PASSAGES:
        update["shape"] = Shape.PROCEDURE
    return section.model_copy(update=update)
