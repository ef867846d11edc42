"""Text that is written block by block under headings: what readers of marked-up documents have in common.

Knows: offsets, heading levels, the Markdown marks that headings, items, rows and code get in the stored text.
Does not know: any format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from fathoms.sources.formats.parsed import Block, BlockKind, Heading, Parsed, Unreadable
from fathoms.text.dates import date_in

_SPACE = re.compile(r"\s+")


def squeezed(text: str) -> str:
    return _SPACE.sub(" ", text).strip()


@dataclass(slots=True)
class Written:
    """Text that is being written, with the blocks and headings in it."""

    parts: list[str] = field(default_factory=list)
    size: int = 0
    blocks: list[Block] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    path: tuple[str, ...] = ()
    levels: list[int] = field(default_factory=list)

    def heading(self, level: int, raw: str) -> None:
        title = squeezed(raw)
        if not title:
            return
        start = self._append(f"{'#' * level} {title}", "\n\n")
        self.headings.append(Heading(start, self.size, level, title))
        while self.levels and self.levels[-1] >= level:
            self.levels.pop()
        self.path = (*self.path[: len(self.levels)], title)
        self.levels.append(level)

    def block(self, raw: str, kind: BlockKind, *, prefix: str = "", close: bool = False) -> None:
        body = raw.strip("\n") if kind is BlockKind.CODE else squeezed(raw)
        if not body.strip():
            return
        start = self._append(prefix + body, "\n" if close else "\n\n")
        self.blocks.append(Block(start, self.size, kind, self.path))

    def item(self, raw: str) -> None:
        self.block(raw, BlockKind.ITEM, prefix="- ", close=True)

    def table(self, rows: Iterable[Sequence[str]]) -> None:
        """Rows line by line, apart from what stands before: the first of them is the header."""
        filled = (row for row in rows if any(row))
        for number, row in enumerate(filled):
            self.block("| " + " | ".join(map(squeezed, row)) + " |", BlockKind.ITEM, close=number > 0)

    def code(self, raw: str, language: str = "") -> None:
        """A block of code between fences, so that nobody takes it for sentences."""
        if raw.strip():
            self.block(f"```{language}\n{raw.strip(chr(10))}\n```", BlockKind.CODE)

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def parsed(self, *, title: str = "", date: str = "", language: str = "", author: str = "") -> Parsed:
        """The document, with what it says of itself. Raises Unreadable when nothing was written."""
        if not self.blocks and not self.headings:
            raise Unreadable("no text in it", fault=False)
        return Parsed(
            text=self.text,
            blocks=tuple(self.blocks),
            title=title or next((heading.text for heading in self.headings), ""),
            headings=tuple(self.headings),
            dated=date_in(date),
            language=language.lower()[:2],
            author=author,
        )

    def _append(self, body: str, gap: str) -> int:
        if self.size:
            self.parts.append(gap)
            self.size += len(gap)
        start = self.size
        self.parts.append(body)
        self.size += len(body)
        return start
