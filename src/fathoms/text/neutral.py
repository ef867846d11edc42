"""Text from elsewhere made harmless to show: one line, no control or direction-changing characters.

Knows: which characters act on a terminal or a page instead of being read; the marks of Markdown, to take them off.
Does not know: any output format; each renderer escapes its own marks on top of this.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_ACTING = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"  # terminal control, escape sequences included
    "\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069"  # direction marks and overrides
    "\u2028\u2029\ufeff\ufff9-\ufffb\ud800-\udfff]"  # line separators, byte order mark, annotations, lone surrogates
)
_CODE = re.compile(r"(?<!`)`([^`]{1,1000})`(?!`)")
_SET_ASIDE = re.compile("\x00(\\d+)\x00")
_SPACE = re.compile(r"\s+")
_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()\s]*(?:\([^()\s]*\))?[^()]*\)")
_REFERENCE_LINK = re.compile(r"\[([^\[\]]+)\]\[[^\[\]]*\]")
_FRAME = re.compile(
    r"^[ \t]*(?:`{3,}|~{3,})[^\n]*$\n?"  # the fence of a block of code
    r"|^[ \t]*\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$\n?"  # the rule below the header of a table
    r"|^[ \t]*\|[ \t]*|[ \t]*\|[ \t]*$",  # the edges of its rows
    re.MULTILINE,
)
_CELLS = re.compile(r"[ \t]+\|[ \t]+")
_MARK = re.compile(
    r"\\([*~])"  # a sign
    r"|^[ \t]*(?:#{1,6}|>+|[-+*]|\d{1,2}[.)])[ \t]+"  # a heading, a quotation, a list item
    r"|(?<!\*)(?!(?<=[\"'“(\[{])\*{1,2}[\"'”)\]}])(?:\*++(?=\S)|(?<=\S)\*++)|`+|~~",  # `"*"` is a sign
    re.MULTILINE,
)
_UNDERSCORED = re.compile(
    r"(?<![\w\\])(?!__[a-z\d_]{1,40}__(?!\w))(_{1,3})(?=[^\s_])([^\n]{1,500}?)(?<=[^\s_\\])\1(?!\w)"
)
"""Words between two marks alike: one alone is a sign of its own (`[-_.]`), and `__init__` is a name."""


def harmless(line: str) -> str:
    """A line without the characters that act; its spaces stay as they are."""
    return _ACTING.sub(" ", line)


def one_line(text: str) -> str:
    """The text as one readable line."""
    return _SPACE.sub(" ", _ACTING.sub(" ", text)).strip()


def in_code(text: str) -> Iterator[tuple[str, bool]]:
    """A line in pieces: its words, and what stands between backticks, which is code."""
    for place, piece in enumerate(_CODE.split(text)):
        if piece:
            yield piece, place % 2 == 1


def unmarked(text: str) -> str:
    """The words of a Markdown passage: links become their text, the cells of a row stand side by side, marks go. Code
    keeps its own: `_acme` begins with a line."""
    linked = _REFERENCE_LINK.sub(r"\1", _LINK.sub(r"\1", text))
    plain = _CELLS.sub(" · ", _FRAME.sub("", linked))
    if "`" not in plain:
        return _without_marks(plain)
    code: list[str] = []

    def set_aside(found: re.Match[str]) -> str:
        code.append(found[1])
        return f"\x00{len(code) - 1}\x00"

    words = _without_marks(_CODE.sub(set_aside, plain.replace("\x00", " ")))
    return _SET_ASIDE.sub(lambda found: code[int(found[1])], words)


def _without_marks(text: str) -> str:
    """A mark behind a backslash is a sign: `2.\\*` is 2.*."""
    return _UNDERSCORED.sub(r"\2", _MARK.sub(r"\1", text)).replace("\\_", "_")


def shortened(text: str, limit: int) -> str:
    """One line of at most `limit` characters, ending in an ellipsis at a word when it was longer."""
    line = one_line(text)
    if len(line) <= limit:
        return line
    cut = line[: limit - 1]
    space = cut.rfind(" ")
    return (cut[:space] if space > limit * 0.6 else cut).rstrip(" ,;:、") + "…"
