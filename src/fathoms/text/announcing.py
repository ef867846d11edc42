"""What announces a place of a text that cannot be read by itself: the header of its table, the words before its code or
its list.

Knows: rows, fences, items and lines that are set in.  Does not know: what the words mean, or who asks. A row says
nothing without the names of its columns, output nothing without the command that printed it, and an item may say the
opposite without "Examples of what not to do:".
"""

from __future__ import annotations

import re
from collections.abc import Callable

from fathoms.text.code_blocks import FENCE, fences
from fathoms.text.marks import clean
from fathoms.text.neutral import one_line

LONGEST = 300
"""Characters of the words before a table or code that are kept, the last of them; and of a header, the first."""
_REACH = 50_000
"""Characters before a place in which the beginning of its table or of its code is looked for."""
_ADJOINING = 3
"""Blocks of code in a row that one sentence may announce: a command, and what it prints."""
_SET_IN = re.compile(r"(?: {4}|\t)")
_ITEM = re.compile(r"[ \t]{0,40}(?:[-*+]|\d{1,3}[.)])[ \t]")
_WITHIN_ITEM = re.compile(r"[ \t]{2,}")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s{1,8}|(?<=[。！？])")
_COLONS = (":", "：")
_LINE_MARK = re.compile(r"^[ \t]*(?:>+|[-+*]|#{1,6})[ \t]+", re.MULTILINE)


def announcing(text: str, start: int) -> str:
    """The lines that announce what stands at a place, the header of a table last; empty where it needs none."""
    opens = text.rfind("\n", 0, start) + 1
    line = text[opens : _line_end(text, start)]
    if _is_row(line):
        return _over_row(text, opens)
    marks = fences(text, max(0, start - _REACH), start)
    if len(marks) % 2:
        return _over_code(text, marks)
    if _ITEM.match(line):
        return _over_item(text, opens, _indent(line))
    return _before(text, _top(text, opens, _is_set_in)) if _SET_IN.match(line) else ""


def in_words(quote: str, announced: str = "") -> str:
    """A quote as something that is said: one line without marks of lists, each cell of a row behind its column, what is
    announced behind the words that do."""
    header = _cells(announced.rsplit("\n", 1)[-1])
    lines = (_row_in_words(line, header) for line in quote.split("\n") if not _is_rule(line))
    return one_line(led_in(_LINE_MARK.sub("", "\n".join(lines)), announced))


def led_in(quote: str, announced: str, between: str = " ") -> str:
    """A quote behind the line that leads to it, where one does; a header or the name of a language is none."""
    return f"{announced}{between}{quote}" if announced.endswith(_COLONS) and announced not in quote else quote


def _row_in_words(line: str, header: list[str]) -> str:
    cells = _cells(line)
    if not cells:
        return line
    if len(cells) != len(header) or cells == header:
        return " · ".join(filter(None, cells))
    return "; ".join(f"{name}: {cell}" if name else cell for name, cell in zip(header, cells, strict=True) if cell)


def _cells(line: str) -> list[str]:
    return [clean(cell).strip() for cell in line.strip().strip("|").split("|")] if _is_row(line) else []


def _over_row(text: str, opens: int) -> str:
    """The line that announces a table, and its header; nothing over the header itself but that line."""
    top = _top(text, opens, _is_row)
    if opens - top > _REACH:
        return ""
    header = text[top : _line_end(text, top)].strip()[:LONGEST] if top < opens else ""
    return "\n".join(filter(None, (_before(text, top), header)))


def _over_item(text: str, opens: int, indent: int) -> str:
    """What announces a list, where something does: the sentence before it, or the item that it is set in below. It ends
    with a colon."""
    if indent:
        top = _top(text, opens, lambda line: not line.strip() or _indent(line) >= indent)
        end = max(0, top - 1)
        above = text[text.rfind("\n", 0, end) + 1 : end]
        said = one_line(_ITEM.sub("", above, count=1))
    else:
        said = _SENTENCE_END.split(_before(text, _top(text, opens, _is_listed)))[-1]
    return said if said.endswith(_COLONS) and len(said) <= LONGEST else ""


def _over_code(text: str, marks: list[re.Match[str]]) -> str:
    """The words before a block of code, or before those that it follows at once, and the language it is in."""
    opening = marks[-1]
    top = opening.start()
    for closing, earlier in list(zip(marks[-2::-2], marks[-3::-2], strict=False))[: _ADJOINING - 1]:
        if text[closing.end() : top].strip():
            break
        top = earlier.start()
    return "\n".join(filter(None, (_before(text, top), opening[2])))


def _before(text: str, top: int) -> str:
    """The paragraph that ends just before a place, as one line; the last of it where it is long."""
    paragraph = re.split(r"\n[ \t]*\n", text[max(0, top - 2 * LONGEST) : top].rstrip())[-1]
    behind = max((found.end() for found in FENCE.finditer(paragraph)), default=0)
    line = one_line(paragraph[behind:])
    return line if len(line) <= LONGEST else line[-LONGEST:].partition(" ")[2]


def _top(text: str, opens: int, belongs: Callable[[str], bool]) -> int:
    """Where the first of the lines begins that belong to the block of the line at `opens`."""
    top = opens
    while top > max(0, opens - _REACH - 1):
        above = text.rfind("\n", 0, top - 1) + 1
        if not belongs(text[above : top - 1]):
            break
        top = above
    return top


def _is_row(line: str) -> bool:
    bare = line.strip()
    return len(bare) > 1 and bare[0] == bare[-1] == "|"


def _is_rule(line: str) -> bool:
    return _is_row(line) and "-" in line and not line.strip("|-: \t")


def _is_set_in(line: str) -> bool:
    return not line.strip() or bool(_SET_IN.match(line))


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _is_listed(line: str) -> bool:
    return not line.strip() or bool(_ITEM.match(line) or _WITHIN_ITEM.match(line))


def _line_end(text: str, at: int) -> int:
    end = text.find("\n", at)
    return end if end >= 0 else len(text)
