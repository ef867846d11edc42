"""How a quoted passage is laid out in its source: prose, lists, tables and code, told apart line by line.

Knows: the few marks that stored pages keep (`- `, `| a | b |`, fences).  Does not know: any format; a renderer sets
each kind of lines its own way.
"""

from __future__ import annotations

import re
from enum import StrEnum
from itertools import groupby

FENCE = "```"
_BULLET = re.compile(r"[-*+•] +")
_ROW = re.compile(r"\|(.*)\|")


class Set(StrEnum):
    """How lines are set."""

    PROSE = "prose"
    ITEMS = "items"
    """Of a list, without their bullets."""
    ROWS = "rows"
    """Of a table, each a line of cells (`cells_of`)."""
    CODE = "code"


def laid_out(text: str) -> tuple[tuple[Set, tuple[str, ...]], ...]:
    """The lines of a passage, those that belong together under one word; empty lines and fences are gone."""
    told: list[tuple[Set, str]] = []
    in_code = False
    for line in text.split("\n"):
        if line == FENCE:
            in_code = not in_code
        elif in_code:
            told.append((Set.CODE, line.rstrip()))
        elif line.strip():
            told.append(_set(line.strip()))
    return tuple((kind, tuple(line for _, line in group)) for kind, group in groupby(told, key=lambda one: one[0]))


def _set(line: str) -> tuple[Set, str]:
    if row := _ROW.fullmatch(line):
        return Set.ROWS, row.group(1)
    if bullet := _BULLET.match(line):
        return Set.ITEMS, line[bullet.end() :]
    return Set.PROSE, line


def cells_of(rows: tuple[str, ...]) -> tuple[tuple[str, ...], ...]:
    """The cells of a table; a short row is filled up, so that all are as wide."""
    cells = [[cell.strip() for cell in row.split("|")] for row in rows]
    width = max(map(len, cells))
    return tuple((*row, *[""] * (width - len(row))) for row in cells)
