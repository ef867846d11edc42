"""CSV and TSV: every row as one line that can be read and quoted on its own, `Year: 2021; Cargo: 5.1`.

Knows: separators, quotes, header rows.  Does not know: types, units, spreadsheets.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence

from fathoms.sources.formats.lines import Lines
from fathoms.sources.formats.parsed import BlockKind, Parsed, Unreadable

MAX_TEXT = 100_000_000
_SEPARATORS = ",;\t|"
_SAMPLE_LINES = 20
_LONGEST_NAME = 60
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
    names: list[str] | None = None
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row]
        if not any(cells):
            continue
        if names is None:
            names = [cell[:_LONGEST_NAME] for cell in cells] if _is_header(cells) else []
            if names:
                out.add("Columns: " + "; ".join(name for name in names if name), BlockKind.ITEM)
                continue
        out.add(_line(names, cells), BlockKind.ITEM)
        if out.size > MAX_TEXT:
            raise Unreadable(f"the table unfolds to more than {MAX_TEXT:,} characters; split it")
    if not out.blocks:
        raise Unreadable("the table has no rows")
    return Parsed(text=out.text(), blocks=tuple(out.blocks))


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
