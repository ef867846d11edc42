"""Text that is written line by line, with the blocks in it: what readers of data and code have in common.

Knows: offsets.  Does not know: any format.
"""

from __future__ import annotations

import re

from fathoms.sources.formats.parsed import Block, BlockKind

_UNSTORABLE = re.compile(r"[\x00\ud800-\udfff]")


def storable(text: str) -> str:
    """Without NULs and halves of characters, which JSON and mail headers can smuggle in; the length stays."""
    return _UNSTORABLE.sub("\ufffd", text)


class Lines:
    """Grows by one block at a time."""

    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.size = 0
        self._parts: list[str] = []

    def add(self, line: str, kind: BlockKind, path: tuple[str, ...] = ()) -> None:
        """Prose stands in a paragraph of its own; items follow each other line by line."""
        if not line.strip():
            return
        gap = "" if not self.blocks else "\n" if kind is BlockKind.ITEM and self._continues(path) else "\n\n"
        start = self.size + len(gap)
        self._parts += (gap, line)
        self.size = start + len(line)
        self.blocks.append(Block(start, self.size, kind, path))

    def text(self) -> str:
        return "".join(self._parts)

    def _continues(self, path: tuple[str, ...]) -> bool:
        last = self.blocks[-1]
        return last.kind is BlockKind.ITEM and last.path == path
