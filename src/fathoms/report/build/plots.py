"""What a reader would rather see than read: a series of figures by year, figures side by side, a line of dates.

Knows: when the words of a section hold such a thing.  Does not know: how it is drawn (`render/svg.py`).
Every point is taken from a statement as it stands, with the fact behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from fathoms.domain.report import Paragraph, Plot, PlotKind, PlotPoint, Report, Row, Section, Shape, Statement
from fathoms.engine.evidence.support import sentences
from fathoms.report.statements import map_sections
from fathoms.text.dates import year_form
from fathoms.text.figures import Figure, figures_in
from fathoms.text.neutral import shortened
from fathoms.text.words import is_spaceless

LEAST_POINTS = 3
"""Of a series or a timeline: two can be read."""
TITLE_CHARS = 80
LEAST_TITLE = 15
"""Characters: `Output` alone says too little."""
MOST_PLOTS = 2
"""In one section."""

_YEAR = year_form(since=1900)
_PAIRS = (
    re.compile(
        r"(?P<shown>[$€£¥]?(?P<number>\d[\d,]*(?:\.\d+)?)(?:\s(?!in\b|for\b|and\b)[a-z%°/]+){0,4})"
        rf"\s(?:in|for|during)\s(?P<year>{_YEAR})\b",
        re.IGNORECASE,
    ),
    re.compile(
        rf"(?P<year>{_YEAR})年(?:度)?"
        r"[にはがで、]{0,2}(?P<shown>(?P<number>\d[\d,]*(?:\.\d+)?)[^\d\s、。,]{0,8})"
    ),
)
_LABEL_YEAR = re.compile(year_form(until=2199))
_LABEL_MONTH = re.compile(rf"{year_form(until=2199)}\D{{1,2}}(1[0-2]|0?[1-9])(?!\d)")
_TRAILING = re.compile(r"[\s,:;]*(?:was|were|is|are|to|from|of|by|at)?\s*$")


def illustrated(report: Report) -> Report:
    """The report with its plots: drawn last, from what was checked and is told, each once."""
    drawn: set[tuple[PlotPoint, ...]] = set()

    def with_plots(section: Section) -> Section:
        timeline = section.shape is Shape.TIMELINE
        asked = plots(section.paragraphs, section.rows, section.sides, timeline=timeline)
        fresh = tuple(plot for plot in asked if plot.points not in drawn)
        drawn.update(plot.points for plot in fresh)
        return section.model_copy(update={"plots": fresh})

    return report.model_copy(update={"sections": map_sections(report.sections, with_plots)})


def plots(
    paragraphs: Sequence[Paragraph], rows: Sequence[Row], sides: Sequence[str], *, timeline: bool
) -> tuple[Plot, ...]:
    """The plots that a section asks for, at most two."""
    found = [*_side_by_side(rows, sides)]
    if timeline and (line := _timeline(paragraphs)):
        found.append(line)
    found += _series(statement for paragraph in paragraphs for statement in paragraph.statements)
    return tuple(found[:MOST_PLOTS])


def _series(statements: Iterable[Statement]) -> Iterator[Plot]:
    """A sentence that gives a figure for each of three years or more."""
    for statement in statements:
        for sentence in sentences(statement.text) if statement.facts and not statement.code else ():
            for pattern in _PAIRS:
                pairs = list(pattern.finditer(sentence))
                years = [int(pair["year"]) for pair in pairs]
                if len(pairs) >= LEAST_POINTS and years == sorted(set(years)):
                    yield Plot(
                        kind=PlotKind.BARS,
                        title=_title(sentence, pairs[0].start()),
                        points=tuple(
                            PlotPoint(
                                label=pair["year"],
                                value=float(pair["number"].replace(",", "")),
                                shown=pair["shown"],
                                fact=statement.facts[0],
                            )
                            for pair in pairs
                        ),
                    )


def _title(sentence: str, first: int) -> str:
    before = _TRAILING.sub("", sentence[:first])
    return shortened(before if len(before) >= LEAST_TITLE else sentence, TITLE_CHARS)


def _side_by_side(rows: Sequence[Row], sides: Sequence[str]) -> Iterator[Plot]:
    """A row whose cells each hold one figure of the same kind."""
    for row in rows:
        cells = [cell for cell in row.cells if cell is not None]
        if len(cells) < len(sides):
            continue
        measured = [_only_figure(cell.text) for cell in cells]
        kinds = {figure.unit.dimension for figure in measured if figure and figure.unit}
        if None in measured or len(kinds) != 1:
            continue
        yield Plot(
            kind=PlotKind.BARS,
            title=row.label,
            points=tuple(
                PlotPoint(label=side, value=_base(figure), shown=figure.shown, fact=cell.facts[0])
                for side, cell, figure in zip(sides, cells, measured, strict=True)
                if figure and cell.facts
            ),
        )


def _only_figure(text: str) -> Figure | None:
    found = [figure for figure in figures_in(text) if figure.unit]
    return found[0] if len(found) == 1 else None


def _base(figure: Figure) -> float:
    return float(figure.value * figure.unit.factor) if figure.unit else float(figure.value)


def _timeline(paragraphs: Sequence[Paragraph]) -> Plot | None:
    points = []
    for paragraph in paragraphs:
        year = _LABEL_YEAR.search(paragraph.label)
        first = next((s for s in paragraph.statements if s.facts), None)
        if year and first:
            month = _LABEL_MONTH.search(paragraph.label)
            moment = int(year.group()) + ((int(month[1]) - 1) / 12 if month else 0)
            room = 24 if is_spaceless(first.text) else 60
            points.append(
                PlotPoint(label=paragraph.label, value=moment, shown=shortened(first.text, room), fact=first.facts[0])
            )
    return Plot(kind=PlotKind.TIMELINE, title="", points=tuple(points)) if len(points) >= LEAST_POINTS else None
