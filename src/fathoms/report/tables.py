"""Markdown tables whose cells hold text from elsewhere.

Knows: what would break out of a cell or a line.  Does not know: what the text means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from fathoms.text.neutral import one_line

_STRUCTURE = re.compile(r"([\\|`<\[\]])")


def plain(text: str) -> str:
    """One line of text that opens no cell, link, code or tag."""
    return _STRUCTURE.sub(r"\\\1", one_line(text))


def quoted(text: str) -> str:
    return f"“{plain(text)}”"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """The table; without a row it keeps its header and says so."""
    body = [_row([plain(cell) or "-" for cell in cells]) for cells in rows]
    lines = [_row(header), _row(["---"] * len(header)), *body]
    return "\n".join(lines) if body else "\n".join([*lines, "", "None."])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
