"""Blocks of code between fences: what stands in one is neither a heading nor a row, whatever it looks like.

Knows: fences of Markdown.  Does not know: what announces a block (`announcing.py`), or what a writer may set as one.
"""

from __future__ import annotations

import re

FENCE = re.compile(r"^[ \t]{0,20}(`{3,}|~{3,})[ \t]{0,8}([\w+#{}-]{0,40})[^\n`]{0,200}$", re.MULTILINE)
"""The signs and the language, which only one that opens has."""


def fences(text: str, start: int, end: int) -> list[re.Match[str]]:
    """The fences that end before a place, from another one on: an odd number leaves it within code.

    What begins in the middle may begin within code: then the first that names a language tells which of them open.
    """
    found = [fence for fence in FENCE.finditer(text, start, end) if fence.end() < end]
    opening = next((place for place, fence in enumerate(found) if fence[2]), 0)
    return found[1:] if start and opening % 2 else found


def without_code(text: str, start: int = 0, end: int | None = None) -> str:
    """The text with its code as blanks, so that every offset still holds."""
    end = len(text) if end is None else end
    parts, at, marks = [], start, fences(text, start, end)
    for opening, closing in zip(marks[::2], [*marks[1::2], None], strict=False):
        stop = closing.end() if closing else end
        parts += [text[at : opening.start()], re.sub(r"[^\n]", " ", text[opening.start() : stop])]
        at = stop
    return "".join((*parts, text[at:end]))
