"""CSV and TSV: every row as one line that can be read and quoted on its own, `Year: 2021; Cargo: 5.1`.

Knows: separators, quotes, header rows, which rows a passage is made of.  Does not know: types, units; `spreadsheet.py`
writes its sheets by this module.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.lines import Lines
from fathoms.sources.formats.parsed import BlockKind, Parsed, Unreadable

MAX_TEXT = 100_000_000
_SEPARATORS = ",;\t|"
_SAMPLE_LINES = 20
_LONGEST_NAME = 60
_PASSAGE = 1_000
"""Characters of rows that share a place."""
_NUMBER = re.compile(r"[-+]?[\d.,\s]+%?")


def parse(text: str) -> Parsed:
    """The rows as readable lines. Raises Unreadable."""
    separator = _separator(text)
    try:
        return _written(csv.reader(_lines(text), delimiter=separator))
    except csv.Error:
        pass  # a quote that is never closed swallows the rest: take quotes as they stand
    try:
        return _written(csv.reader(_lines(text), delimiter=separator, quoting=csv.QUOTE_NONE))
    except csv.Error as exc:
        raise Unreadable(f"not readable as a table: {exc}") from exc


def _lines(text: str) -> Iterator[str]:
    return (line + "\n" for line in text.splitlines())


def _separator(text: str) -> str:
    """The separator that occurs equally often in the first lines, else the commonest one."""
    head = [line for line in text[:65_536].splitlines()[:_SAMPLE_LINES] if line.strip()]

    def fitness(mark: str) -> tuple[bool, int]:
        counts = [line.count(mark) for line in head]
        return bool(counts) and counts[0] > 0 and len(set(counts)) == 1, counts[0] if counts else 0

    return max(_SEPARATORS, key=fitness)


def _written(rows: Iterable[Sequence[str]]) -> Parsed:
    out = Lines()
    write_rows(
        out, rows, place=lambda first, last, _columns: (f"rows {first}–{last}" if last > first else f"row {first}",)
    )
    if not out.blocks:
        raise Unreadable("the table has no rows", fault=False)
    return Parsed(text=out.text(), blocks=tuple(out.blocks))


Place = Callable[[int, int, int], tuple[str, ...]]
"""Where rows stand, by the number of the first, of the last, and how many columns they have."""


def write_rows(out: Lines, rows: Iterable[Sequence[str]], *, place: Place, first: int = 1) -> None:
    """Rows as lines, in groups of about a passage that know their place. The header stands with the first of them."""
    names: list[str] | None = None
    group = _Group(out, place)
    for number, row in enumerate(rows, start=first):
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells):
            continue
        if names is None:
            names = [cell[:_LONGEST_NAME] for cell in cells] if _is_header(cells) else []
            if names:
                group.add("Columns: " + "; ".join(name for name in names if name), number, len(cells))
                continue
        group.add(_line(names, cells), number, len(cells))
        if out.size > MAX_TEXT:
            raise Unreadable(f"the table unfolds to more than {MAX_TEXT:,} characters", remedy="split it")
    group.close()


class _Group:
    """Rows that will be one passage."""

    def __init__(self, out: Lines, place: Place) -> None:
        self._out, self._place = out, place
        self._lines: list[str] = []
        self._first = self._last = self._columns = self._size = 0

    def add(self, line: str, number: int, columns: int) -> None:
        if self._lines and self._size + len(line) > _PASSAGE:
            self.close()
        self._first = self._first or number
        self._last, self._columns = number, max(self._columns, columns)
        self._lines.append(line)
        self._size += len(line) + 1

    def close(self) -> None:
        if self._lines:
            path = self._place(self._first, self._last, self._columns)
            self._out.add("\n".join(self._lines), BlockKind.ITEM, path)  # one block: a large table has millions of rows
        self._lines = []
        self._first = self._last = self._columns = self._size = 0


def _is_header(cells: Sequence[str]) -> bool:
    """Names, all different, no figures among them."""
    named = [cell for cell in cells if cell]
    return len(named) > 1 and len(set(named)) == len(named) and not any(_NUMBER.fullmatch(cell) for cell in named)


def _line(names: Sequence[str], cells: Sequence[str]) -> str:
    told = []
    for place, cell in enumerate(cells):
        name = names[place] if place < len(names) else ""
        if cell:
            told.append(f"{name}: {cell}" if name else cell)
    return "; ".join(told)


KIND = Kind(
    name="table",
    title="Tables of text",
    suffixes=(".csv", ".tsv", ".tab"),
    media_type="text/csv",
    reads="every row as a line that names its columns",
    place="rows",
    read=of_text(parse),
    grows=True,
)
