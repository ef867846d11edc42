"""Every statement of a report, wherever it stands: one walk to read them, one to change them.

Knows: the places of a report that hold statements.  Does not know: what is done with them.
A field of the report that holds statements is walked as soon as it is declared.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise, repeat
from typing import TypeAlias

from fathoms.domain.report import CitedTable, Layout, Report, Row, Section, Shape, Statement

_SECTIONS, _CLOSEST, _TABLE = "sections", "closest", "table"
_HOLDING = tuple(name for name, field in Report.model_fields.items() if field.annotation == tuple[Statement, ...])
_IN_ORDER = tuple(name for name in Report.model_fields if name in (*_HOLDING, _SECTIONS, _TABLE))
ASSERTED = tuple(name for name in _HOLDING if name != _CLOSEST)
"""The fields whose statements the report stands for: passages that answer nothing are shown, not stated."""
LEAST_CELLS = 2
"""Of a row of a table: one cell alone compares nothing."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where statements stand: a paragraph or a cell of a task's section, or, without a task, the report itself."""

    task: str = ""
    paragraph: int | None = None
    """Counted from 0; None in a table and outside of the sections."""
    column: str = ""
    """What a cell stands under."""


Change: TypeAlias = Callable[[Place, tuple[Statement, ...]], tuple[Statement, ...]]
"""Which statements of a place stay, and how."""


def statements(report: Report) -> Iterator[Statement]:
    """Everything that the report says, in the order in which its sources are numbered."""
    for name in _IN_ORDER:
        if name == _SECTIONS:
            yield from (statement for section in report.sections for statement in statements_of(section))
        elif name == _TABLE:
            yield from report.table.cells if report.table else ()
        else:
            yield from getattr(report, name)


def statements_of(section: Section) -> Iterator[Statement]:
    """A section's statements, its children's after its own."""
    for one in every_section((section,)):
        yield from own_statements(one)


def own_statements(section: Section) -> Iterator[Statement]:
    """Those of its paragraphs and its table, without its children's."""
    for paragraph in section.paragraphs:
        yield from paragraph.told
    for row in section.rows:
        yield from (cell for cell in row.cells if cell)


def every_section(sections: Iterable[Section]) -> Iterator[Section]:
    """The sections and all below them, in reading order."""
    for section in sections:
        yield section
        yield from every_section(section.children)


def headings(report: Report) -> tuple[str, ...]:
    """What the parts of a report are called, each once."""
    sections = list(every_section(report.sections))
    labels = (paragraph.label for section in sections for paragraph in section.paragraphs)
    return tuple(dict.fromkeys(filter(None, (*(section.heading for section in sections), *labels))))


def cells_of(report: Report) -> Iterator[tuple[Statement, str]]:
    """Each cell with where it stands: the names of its row and column."""
    own = (part.table for section in every_section(report.sections) for part in section.paragraphs)
    for table in (report.table, *own):
        for row in table.rows if table else ():
            for column, cell in zip(table.columns if table else (), row.cells, strict=True):
                if cell:
                    yield cell, f"{row.label}, {column}"


def neighbours(report: Report) -> Iterator[tuple[Statement, str, str]]:
    """Each sentence with what stands before and after it in its place; empty where it stands first or last."""
    found: list[tuple[Statement, str, str]] = []

    def note(_: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        texts = ["", *(statement.text for statement in said), ""]
        found.extend(zip(said, texts, texts[2:], strict=False))
        return said

    map_statements(report, note)
    return iter(found)


def announced(report: Report) -> Iterator[tuple[Statement, str]]:
    """Each item of a list, and each cell of a table, that a sentence leads to, with that sentence."""
    for section in every_section(report.sections):
        for before, part in pairwise(section.paragraphs):
            last = before.statements[-1] if before.statements else None
            if last and last.announces and (part.table or part.layout is not Layout.PROSE):
                yield from ((said, last.text) for said in part.told)


def map_statements(report: Report, change: Change) -> Report:
    """The report with what `change` makes of all that it states: its own lines first, then its sections'."""
    update: dict[str, object] = {name: change(Place(), getattr(report, name)) for name in ASSERTED}
    update[_TABLE] = _changed_table(report.table, "", change)
    update[_SECTIONS] = map_sections(report.sections, lambda section: _changed(section, change))
    return report.model_copy(update=update)


def map_sections(sections: Sequence[Section], change: Callable[[Section], Section]) -> tuple[Section, ...]:
    """Each section as `change` makes it, and then those below it."""
    changed = (change(section) for section in sections)
    return tuple(one.model_copy(update={"children": map_sections(one.children, change)}) for one in changed)


def _changed(section: Section, change: Change) -> Section:
    """The section with what is left of its statements. A side that lost its passages is no side of a table."""
    passing = [
        paragraph.model_copy(
            update={
                "statements": change(Place(section.task, number), paragraph.statements),
                "table": _changed_table(paragraph.table, section.task, change),
            }
        )
        for number, paragraph in enumerate(section.paragraphs)
    ]
    paragraphs = tuple(paragraph for paragraph in passing if paragraph.told)
    made = (_changed_row(row, section.task, change) for row in section.rows)
    rows = tuple(row for row in made if sum(cell is not None for cell in row.cells) >= LEAST_CELLS)
    update: dict[str, object] = {"paragraphs": paragraphs, "rows": rows}
    if not rows and not set(section.sides) <= {paragraph.label for paragraph in paragraphs}:
        update |= {"shape": Shape.PASSAGES, "sides": ()}
    return section.model_copy(update=update)


def _changed_table(table: CitedTable | None, task: str, change: Change) -> CitedTable | None:
    """What is left of it: a row without a cell says nothing."""
    if table is None:
        return None
    made = (_changed_row(row, task, change, table.columns) for row in table.rows)
    rows = tuple(row for row in made if any(row.cells))
    return table.model_copy(update={"rows": rows}) if rows else None


def _changed_row(row: Row, task: str, change: Change, columns: Sequence[str] = ()) -> Row:
    names = chain(columns, repeat(""))
    cells = (
        next(iter(change(Place(task, column=name), (cell,))), None) if cell else None
        for cell, name in zip(row.cells, names, strict=False)
    )
    return row.model_copy(update={"cells": tuple(cells)})
