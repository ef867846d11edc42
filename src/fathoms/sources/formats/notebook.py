"""Jupyter notebooks: written cells as Markdown, code and what it printed between fences.

Knows: the cells of a notebook.  Does not know: Markdown (`markdown.py`), pictures among the outputs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace

from fathoms.sources.formats import markdown
from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.lines import storable
from fathoms.sources.formats.parsed import Parsed, Unreadable

_MOST_OUTPUT = 2_000
"""Characters of what a cell printed: enough for a table, not for a log."""


def parse(text: str) -> Parsed:
    """The cells of a notebook. Raises Unreadable."""
    try:
        book = json.loads(text)
    except ValueError as exc:
        raise Unreadable(f"not a notebook: {exc}") from exc
    cells = list(_cells(book))
    written = "\n\n".join(filter(None, (_cell(cell, _language(book)) for cell in cells)))
    if not written.strip():
        raise Unreadable("the notebook holds no text", fault=False)
    title = _first(book, "metadata", "title")
    parsed = markdown.parse(storable(written))
    return replace(parsed, title=title if isinstance(title, str) and title else parsed.title)


def _first(value: object, *keys: str) -> object:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _language(book: object) -> str:
    name = _first(book, "metadata", "kernelspec", "language") or _first(book, "metadata", "language_info", "name")
    return name if isinstance(name, str) and name.isalnum() else ""


def _cells(book: object) -> Iterator[dict[str, object]]:
    """Of either version: older notebooks keep their cells on worksheets."""
    sheets = _first(book, "worksheets")
    holders = [book, *(sheets if isinstance(sheets, list) else [])]
    for holder in holders:
        cells = _first(holder, "cells")
        yield from (cell for cell in (cells if isinstance(cells, list) else []) if isinstance(cell, dict))


def _cell(cell: dict[str, object], language: str) -> str:
    kind, source = cell.get("cell_type"), _joined(cell.get("source") or cell.get("input"))
    if kind in ("markdown", "heading"):
        level = cell.get("level")
        return f"{'#' * level} {source}" if kind == "heading" and isinstance(level, int) else source
    if kind != "code" or not source.strip():
        return ""
    outputs = cell.get("outputs")
    printed = "".join(_printed(output) for output in (outputs if isinstance(outputs, list) else []))[:_MOST_OUTPUT]
    shown = f"\n\n{_fenced(printed)}" if printed.strip() else ""
    return _fenced(source, language) + shown


def _fenced(code: str, language: str = "") -> str:
    fence = "`" * (4 if "```" in code else 3)
    return f"{fence}{language}\n{code.strip(chr(10))}\n{fence}"


def _printed(output: object) -> str:
    return _joined(_first(output, "text") or _first(output, "data", "text/plain"))


def _joined(lines: object) -> str:
    if isinstance(lines, list):
        return "".join(line for line in lines if isinstance(line, str))
    return lines if isinstance(lines, str) else ""


KIND = Kind(
    name="notebook",
    title="Jupyter notebooks",
    suffixes=(".ipynb",),
    media_type="application/x-ipynb+json",
    reads="written cells with their headings, code cells, and text that they printed",
    read=of_text(parse),
    grows=True,
)
