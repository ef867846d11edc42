"""Plain text: paragraphs between blank lines, with the headings that people make without markup.

Knows: numbered and capitalised lines that stand alone, underlined titles.  Does not know: Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fathoms.sources.formats.parsed import Block, BlockKind, Heading, Parsed

_PARAGRAPH = re.compile(r"\S[^\n]*(?:\n(?![ \t]*\r?\n)[^\n]*)*")
_NUMBERED = re.compile(r"(?:\d{1,2}(?:\.\d{1,2}){0,3}[.)]?|[IVX]{1,4}\.|[A-Z]\.|§ ?\d+)[ \t]+\S")
_UNDERLINE = re.compile(r"\n[ \t]*([=\-~^*#])\1{2,}[ \t]*\r?\Z")
_LONGEST_HEADING = 90
_SENTENCE_MARKS = ".!?:;,。！？、"


def parse(text: str) -> Parsed:
    """Blocks and likely headings of a plain text."""
    blocks: list[Block] = []
    headings: list[Heading] = []
    path: tuple[str, ...] = ()
    title = ""
    for start, end in _paragraphs(text):
        heading = _heading_in(text[start:end])
        if not heading:
            blocks.append(Block(start, end, BlockKind.PROSE, path))
        elif not blocks and not title:
            title = heading
            headings.append(Heading(start, end, 1, heading))
        else:
            path = (heading,)
            headings.append(Heading(start, end, 2, heading))
    if not blocks:
        blocks = [Block(h.start, h.end, BlockKind.PROSE, ()) for h in headings]
    return Parsed(text=text, blocks=tuple(blocks), title=title, headings=tuple(headings))


def _paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Spans between blank lines; a shouted first line is a title even when text follows at once."""
    first = True
    for match in _PARAGRAPH.finditer(text):
        start, end = match.start(), match.end()
        if first:
            first = False
            line_end = text.find("\n", start, end)
            if line_end > 0 and _shouted(text[start:line_end].strip()):
                yield start, line_end
                start = line_end + 1
        while end > start and text[end - 1].isspace():
            end -= 1
        while start < end and text[start].isspace():
            start += 1
        if start < end:
            yield start, end


def _heading_in(paragraph: str) -> str:
    """The heading that this paragraph is, or ""."""
    if underline := _UNDERLINE.search(paragraph):
        above = paragraph[: underline.start()].strip()
        return above if "\n" not in above and len(above) <= _LONGEST_HEADING else ""
    line = paragraph.strip()
    if "\n" in line or len(line) > _LONGEST_HEADING or line[-1] in _SENTENCE_MARKS:
        return ""
    return line if _shouted(line) or _NUMBERED.match(line) else ""


def _shouted(line: str) -> bool:
    """Written in capitals, in a script that has them."""
    return len(line) <= _LONGEST_HEADING and sum(map(str.isalpha, line)) > 3 and line.isupper()
