"""Blocks of code in what a model wrote: lines between two fences, kept as they are.

Knows: how a fence opens and closes.  Does not know: what the code says, or which facts it stands on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fathoms.domain.report import UNNAMED_CODE

_OPENS = re.compile(r"^(?P<indent>[ \t]*)(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>[\w.+#-]{0,20})[^`]*$")
_TICKS = re.compile(r"`{3,}")


@dataclass(frozen=True, slots=True)
class Code:
    """The lines between two fences, without the indent that the fences have, too."""

    text: str
    language: str = UNNAMED_CODE
    depth: int = 0
    """Blanks before its fence: what belongs to an item of a list is set in."""


def pieces(text: str) -> Iterator[tuple[str, Code | None]]:
    """Words, each with the block of code behind them. A fence that nothing closes holds all that follows."""
    words: list[str] = []
    lines = iter(text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))
    for line in lines:
        if not (opened := _OPENS.match(line)):
            words.append(line)
            continue
        inside = list(_inside(lines, opened["fence"], len(opened["indent"])))
        yield (
            "\n".join(words),
            Code("\n".join(inside).strip("\n"), opened["language"] or UNNAMED_CODE, len(opened["indent"])),
        )
        words = []
    yield "\n".join(words), None


def _inside(lines: Iterator[str], fence: str, indent: int) -> Iterator[str]:
    for line in lines:
        bare = line.strip()
        if len(bare) >= len(fence) and set(bare) == {fence[0]}:
            return
        yield line[min(indent, len(line) - len(line.lstrip())) :]


def fenced(text: str, language: str) -> str:
    """A block as it is shown to a model; nothing in it can close it."""
    fence = "`" * max((3, *(len(ticks) + 1 for ticks in _TICKS.findall(text))))
    return f"{fence}{'' if language == UNNAMED_CODE else language}\n{text}\n{fence}"
