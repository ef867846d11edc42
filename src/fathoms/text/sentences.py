"""Text as a reader sees it: blocks, paragraphs and sentences, each with its exact offsets.

Knows: Markdown's shapes (front matter, fences, headings, lists, tables), English and Japanese sentence
ends, common abbreviations.  Does not know: what a sentence is worth, or where the text came from.
Every span holds for the text it was given: `text[span.start:span.end]` are the words themselves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from fathoms.text.code_blocks import without_code
from fathoms.text.lang import languages


class BlockKind(StrEnum):
    PROSE = "prose"
    ITEM = "item"
    """A list item or a term with its definition."""
    ROW = "row"
    HEADING = "heading"


@dataclass(frozen=True, slots=True)
class Span:
    start: int
    end: int

    def of(self, text: str) -> str:
        return text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a list item, a table row or a heading; markers and outer blanks are left out."""

    start: int
    end: int
    kind: BlockKind
    table: int = -1
    """Rows of one table share this number; the first of them is its header."""

    def of(self, text: str) -> str:
        return text[self.start : self.end]


_FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FENCE = re.compile(r"^[ \t]*(`{3,}+|~{3,}+)[^\n]*\n.*?(?:^[ \t]*\1[`~]*[ \t]*$|\Z)", re.DOTALL | re.MULTILINE)
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_SHORTCODE = re.compile(r"\{\{[<%].{0,1000}?[%>]\}\}", re.DOTALL)
_IMAGE = re.compile(r"!\[[^\]\n]{0,500}\]\([^)\n]{0,1000}\)")
_TABLE_RULE = re.compile(r"^[ \t]*+(?=[^\n]*\|)\|?[ \t]*+:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*)*\|?[ \t]*$")
_MASKS = (_FRONT_MATTER, _FENCE, _COMMENT, _SHORTCODE, _IMAGE)

_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(?=\S)")
_SIGNED_HEADING = re.compile(
    r"^[ \t\u3000]*(?:[■◆●▼□◇★☆]|[一二三四五六七八九十]{1,3}[、．](?=.{1,16}$))[ \t\u3000]*(?=\S)(?!.*[.。!?！？]$)"
)
"""A line under a sign or a Japanese number, if it is no sentence."""
_UNDERLINE = re.compile(r"^(?:=+|-{3,})[ \t]*$")
_ITEM = re.compile(r"^[ \t]*(?:[-*+•‣▪・]|\d{1,3}[.)]|[a-z][)])[ \t]+(?=\S)|^[ \t]*・(?=\S)")
_DEFINITION = re.compile(r"^[ \t]*:[ \t]+(?=\S)")
_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$|^[^|\n]*\S[ \t]\|[ \t]\S[^|\n]*\|[^\n]*$")
_TITLE_CHARS = 60
_HEADING_REACH = 20_000
_CLOSED = re.compile(r"[.!?:;,。！？：、…\"”’)」』）]$")
_QUOTE_MARK = re.compile(r"^[ \t]*>[ \t]?")

_ENGLISH_END = re.compile(r"[.!?]{1,20}+[\"'”’)\]*_]{0,20}+(?=\s)")
_JAPANESE_END = re.compile(r"[。！？!?]{1,20}+[」』）)”\"]{0,20}+")
_OPENS_SENTENCE = re.compile(r"\s{1,40}+[\"'“‘(\[*_]{0,8}+[A-Z0-9À-ÞĀ-Ž\u0400-\u042f\u3040-\u30ff\u4e00-\u9fff]")
_short_forms = "|".join(word for language in languages() for word in language.abbreviations)
_ABBREVIATION = re.compile(rf"(?:^|[\s(\[\"'“])(?:[A-Z]|(?:[A-Za-z]\.)+[A-Za-z]|{_short_forms})$")
_HIRAGANA = re.compile(r"[ぁ-ん]")
_OPENING, _CLOSING = "「『（", "」』）"


def masked(text: str) -> str:
    """The same text, as long as before, with front matter, code, comments and images blanked out."""
    for pattern in _MASKS:
        text = pattern.sub(_blank, text)
    return text


def blocks(text: str) -> tuple[Block, ...]:
    """The blocks of a text in order. Masked parts belong to none."""
    return tuple(_Scanner(masked(text)).run())


def paragraphs(text: str) -> tuple[Block, ...]:
    """The blocks that carry running words: prose, list items and table rows."""
    return tuple(block for block in blocks(text) if block.kind is not BlockKind.HEADING)


def sentences(text: str) -> tuple[Span, ...]:
    """All sentences of all paragraphs, in order; a table row counts as one."""
    visible = masked(text)
    return tuple(span for block in paragraphs(text) for span in sentences_in(visible, block))


def sentences_in(text: str, block: Block | Span) -> tuple[Span, ...]:
    """The sentences of one block of `text`."""
    if isinstance(block, Block) and block.kind is BlockKind.ROW:
        return (Span(block.start, block.end),)
    found: list[Span] = []
    start = block.start
    for end in (*_sentence_ends(text, block.start, block.end), block.end):
        span = _trimmed(text, start, end)
        if span is not None:
            found.append(span)
        start = end
    return tuple(found)


def heading_before(text: str, position: int) -> str:
    """The Markdown heading under which a position stands; empty when there is none within reach. A comment in code is
    none."""
    found = ""
    for line in without_code(text, max(0, position - _HEADING_REACH), position).splitlines():
        if heading := _HEADING.match(line):
            found = line[heading.end() :].strip(" #\t")
    return found


def headings_in(text: str, start: int, end: int) -> Iterator[tuple[int, str]]:
    """The Markdown headings of a part of a text, each with its level. A comment in code is none."""
    for line in without_code(text, start, end).splitlines():
        if heading := _HEADING.match(line):
            yield heading.group().count("#"), line[heading.end() :].strip(" #\t")


def _blank(found: re.Match[str]) -> str:
    """As many characters, line ends kept, so that every later offset still holds."""
    return "".join("\n" if character == "\n" else " " for character in found.group())


def _trimmed(text: str, start: int, end: int) -> Span | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return Span(start, end) if start < end else None


def _sentence_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Where a sentence ends before the block does."""
    ends = {match.end() for match in _ENGLISH_END.finditer(text, start, end) if _ends_english(text, match, end)}
    ends |= set(_japanese_ends(text, start, end))
    return iter(sorted(position for position in ends if position < end))


def _ends_english(text: str, mark: re.Match[str], end: int) -> bool:
    if not _OPENS_SENTENCE.match(text, mark.end(), end):
        return False
    before = text[max(0, mark.start() - 12) : mark.start()]
    return not (mark.group().startswith(".") and len(mark.group().rstrip("\"'”’)]*_")) == 1 and _is_short_form(before))


def _is_short_form(before: str) -> bool:
    return bool(_ABBREVIATION.search(before))


def _japanese_ends(text: str, start: int, end: int) -> Iterator[int]:
    """Full-width ends; one inside 「…」 belongs to the quotation."""
    depth, counted = 0, start
    for mark in _JAPANESE_END.finditer(text, start, end):
        said = text[counted : mark.end()]
        depth += sum(said.count(sign) for sign in _OPENING) - sum(said.count(sign) for sign in _CLOSING)
        counted = mark.end()
        wide = mark.group()[0] not in "!?" or _is_wide(text[mark.start() - 1 : mark.start()])
        quoted_in_passing = mark.group()[-1] in _CLOSING and _HIRAGANA.match(text, mark.end())
        if depth <= 0 and wide and not quoted_in_passing:
            yield mark.end()


def _is_wide(character: str) -> bool:
    return bool(character) and character >= "\u3000"


def _is_title(line: str) -> bool:
    """A short line that stands alone and does not end like a sentence."""
    return len(line) <= _TITLE_CHARS and "\n" not in line and not _CLOSED.search(line)


class _Scanner:
    """Goes through the lines once and closes a block where its kind or a blank line says so."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._found: list[Block] = []
        self._open: tuple[int, int, BlockKind] | None = None
        self._table = -1
        self._in_table = False

    def run(self) -> list[Block]:
        position = 0
        for line in self._text.splitlines(keepends=True):
            self._take(line.rstrip("\r\n"), position)
            position += len(line)
        self._close()
        return self._found

    def _take(self, line: str, position: int) -> None:
        end = position + len(line)
        if not line.strip():
            self._close()
            self._in_table = False
            return
        if self._in_table and _TABLE_RULE.match(line):
            return
        if heading := _HEADING.match(line) or _SIGNED_HEADING.match(line):
            self._close()
            self._add(position + heading.end(), end, BlockKind.HEADING)
        elif _ROW.match(line):
            self._close()
            self._add_row(position, end)
            return
        elif item := _ITEM.match(line):
            self._close()
            self._open = (position + item.end(), end, BlockKind.ITEM)
        elif self._open and _UNDERLINE.match(line):
            self._open = (self._open[0], self._open[1], BlockKind.HEADING)
            self._close()
        elif self._open and _DEFINITION.match(line):
            self._open = (self._open[0], end, BlockKind.ITEM)
        elif self._open:
            self._open = (self._open[0], end, self._open[2])
        elif not _UNDERLINE.match(line):
            mark = _QUOTE_MARK.match(line)
            self._open = (position + (mark.end() if mark else 0), end, BlockKind.PROSE)
        self._in_table = False

    def _add_row(self, start: int, end: int) -> None:
        if not self._in_table:
            self._table += 1
            self._in_table = True
        self._add(start, end, BlockKind.ROW, self._table)

    def _close(self) -> None:
        if self._open is not None:
            start, end, kind = self._open
            self._open = None
            if kind is BlockKind.PROSE and _is_title(self._text[start:end].strip()):
                kind = BlockKind.HEADING
            self._add(start, end, kind)

    def _add(self, start: int, end: int, kind: BlockKind, table: int = -1) -> None:
        span = _trimmed(self._text, start, end)
        if span is not None:
            self._found.append(Block(span.start, span.end, kind, table))
