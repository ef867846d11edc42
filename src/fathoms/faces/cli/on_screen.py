"""A report as a person reads it in a terminal: tables drawn, no raw Markdown, and the answer left in sight at the end.

Knows: which parts of a report a screen needs, and how high it is.  Does not know: how a report is made or kept; how it
was made is left to the file, whose address stands below.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from fathoms.faces.cli import terminal
from fathoms.report.blocks import Passages
from fathoms.report.parts import Part, Role, parts
from fathoms.report.render import markdown
from fathoms.text.addresses import place

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from fathoms.domain.report import Report

_ELSEWHERE = frozenset({Role.REFERENCES, Role.CUTS, Role.ABOUT, Role.HOW_MADE})
_WIDEST = 100
"""Columns beyond which lines of prose are hard to read."""
_FOOTER_LINES = 4


def show(report: Report, *, page: Path | None, next_steps: Iterable[str]) -> None:
    """Draw the report; where it is longer than the screen, its answer comes once more, last."""
    from rich.console import Group
    from rich.rule import Rule
    from rich.text import Text

    console = _console()
    body = Group(_drawn(report, _shown(parts(report))), Text(), *map(Text, _references(report)))
    height = len(console.render_lines(body))
    console.print(body)
    answer = tuple(_answer(parts(report)))
    if height + _FOOTER_LINES > console.height and answer:
        console.print(Text(), Rule(style="dim"), _drawn(report, answer))
    console.print()
    if page:
        console.print(Text(f"For the browser: {page}", style="dim"), soft_wrap=True)
    for step in next_steps:
        console.print(Text(step, style="dim"), soft_wrap=True)


def _console() -> Console:
    from rich.console import Console

    return Console(file=sys.stdout, highlight=False, width=min(terminal.width() or _WIDEST, _WIDEST))


def _drawn(report: Report, outline: Iterable[Part]) -> RenderableType:
    from rich.markdown import Markdown

    return Markdown(terminal.obeyed_by_none(markdown.written(report, outline)), hyperlinks=False)


def _shown(outline: Iterable[Part]) -> tuple[Part, ...]:
    return tuple(part for part in outline if part.role not in _ELSEWHERE)


def _answer(outline: Iterable[Part]) -> Iterable[Part]:
    """What answers the question, and nothing else: the answer that was written, or the first passage."""
    for part in outline:
        if part.role in (Role.ANSWER, Role.NOT_FOUND):
            return (part,)
        if part.role is Role.SECTION:
            first = next((block for block in part.blocks if isinstance(block, Passages)), None)
            return (Part(role=Role.ANSWER, blocks=(first,)),) if first else ()
    return ()


def _references(report: Report) -> Iterable[str]:
    """One line a source: its number, title and where it is."""
    for reference in report.references:
        dated = f" ({reference.dated.isoformat()})" if reference.dated else ""
        yield terminal.clean(f"[{reference.number}] {reference.title}{dated}, {place(reference.url)}")
