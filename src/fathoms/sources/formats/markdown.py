"""Markdown: the stored text is the file's own text behind its front matter, without the codes of site generators.

Knows: front matter, headings, fences, lists, tables, links, by line.  Does not know: how Markdown is rendered; its own
marks stay.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.parsed import Block, BlockKind, Heading, Link, Parsed, Unreadable
from fathoms.sources.formats.site_codes import without_codes
from fathoms.text.dates import date_in

_FRONT_MATTER = re.compile(r"\A(---|\+\+\+)[ \t]*\r?\n(.*?)(?:\r?\n)?^\1[ \t]*(?:\r?\n|\Z)", re.S | re.M)
_FIELD = re.compile(r"^([A-Za-z_][\w-]{0,80})[ \t]{0,8}[:=](.*)$", re.M)
_FOLDED = frozenset((">", ">-", "|", "|-", ""))
_BELOW = re.compile(r"(?:\n[ \t]{1,20}(?!- )[^\n]{1,1000}){1,40}")
"""A value that is written on the indented lines below its name."""
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\r?\n?\Z")
_SETEXT = re.compile(r" {0,3}(=+|-+)[ \t]*\r?\n?\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"\s{0,60}(?:[-*+•]|\d{1,3}[.)])[ \t]{1,60}\S")
_RULE = re.compile(r" {0,3}([-*_])(?:[ \t]*\1){2,}[ \t]*\r?\n?\Z")
_VISIBLE = re.compile(r"\S")
_MARKS = frozenset("`~#=-*_<|+•0123456789")
"""What the first character of a line must be for it to be more than text."""
_COMMENT = re.compile(r"\s{0,60}<!--[^\n]{0,2000}?-->\s{0,60}\Z", re.S)
_LINK = re.compile(
    r"(?<!!)\[([^\[\]\n]{1,200})\]\(<?([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)?)>?(?:[ \t]+\"[^\"\n]*\")?\)"
)
_WIKI_LINK = re.compile(r"(?<!!)\[\[([^\[\]|\n]{1,200})(?:\|([^\[\]\n]{1,200}))?\]\]")
_EMPHASIS = re.compile(r"\\([!-/:-@\[-`{-~])|[*`]+|(?<!\w)_+(?=\w)|(?<=\w)_+(?!\w)")
"""Marks, and what a backslash makes no mark."""
_ESCAPED = re.compile(r"\\([\"\\/])")
_INLINE_LINK = re.compile(r"!?\[([^\[\]]*)\]\([^()]*\)")

_LONGEST_HEADING = 1_000
"""A longer line is no heading, whatever it begins with; this also keeps the patterns above from wandering."""
_TITLE_FIELDS = ("title", "name")
_SUMMARY_FIELDS = ("description", "summary", "excerpt", "abstract")
_DATE_FIELDS = ("date", "updated", "last_modified", "lastmod", "published", "created")
_AUTHOR_FIELDS = ("author", "authors", "by")


def parse(text: str) -> Parsed:
    """Blocks, headings and links of a Markdown text."""
    matter = _FRONT_MATTER.match(text)
    fields = _front_matter_fields(matter.group(2)) if matter else {}
    text = without_codes(text[matter.end() :] if matter else text)
    if matter and not text.strip():
        text = _first(fields, _SUMMARY_FIELDS)
        if not text:
            raise Unreadable("nothing but front matter in it", fault=False)
    scanner = _Scanner(text)
    scanner.scan(0)
    title = _first(fields, _TITLE_FIELDS) or _document_title(scanner.headings)
    return Parsed(
        text=text,
        blocks=tuple(scanner.blocks),
        title=title,
        headings=tuple(scanner.headings),
        links=tuple(_links(text)),
        dated=date_in(_first(fields, _DATE_FIELDS)),
        language=_first(fields, ("lang", "language")).lower()[:2],
        author=_first(fields, _AUTHOR_FIELDS),
    )


def plain_inline(text: str) -> str:
    """Inline Markdown as a reader sees it: link texts, no emphasis marks."""
    return _EMPHASIS.sub(r"\1", _INLINE_LINK.sub(r"\1", text)).strip()


def _front_matter_fields(body: str) -> dict[str, str]:
    fields: dict[str, str] = {}
    for found in _FIELD.finditer(body):
        value = _field_value(found.group(2).strip())
        if value in _FOLDED and (below := _BELOW.match(body, found.end())):
            value = " ".join(below.group().split())
        fields.setdefault(found.group(1).lower(), value)
    return fields


def _field_value(written: str) -> str:
    """Without the quotes around it and what they escape; of a list, without its brackets."""
    quote = written[:1]
    if len(written) < 2 or quote not in ("'", '"') or written[-1] != quote:
        return written.strip("\"'[] ")
    inner = written[1:-1].strip()
    return inner.replace("''", "'") if quote == "'" else _ESCAPED.sub(r"\1", inner)


def _first(fields: dict[str, str], names: tuple[str, ...]) -> str:
    return next((fields[name] for name in names if fields.get(name)), "")


def _document_title(headings: list[Heading]) -> str:
    """The first heading is the title when no other stands at its level or above."""
    if not headings:
        return ""
    first = headings[0]
    alone = all(heading.level > first.level for heading in headings[1:])
    return first.text if alone or first.level == 1 else ""


def _links(text: str) -> list[Link]:
    found = [Link(m.start(), m.group(1), m.group(2)) for m in _LINK.finditer(text)] if "](" in text else []
    if "[[" in text:
        found += [Link(m.start(), m.group(2) or m.group(1), m.group(1)) for m in _WIKI_LINK.finditer(text)]
    return found


@dataclass(slots=True)
class _Scanner:
    """One pass over the lines. `open_*` is the block being gathered."""

    text: str
    blocks: list[Block] = field(default_factory=list)
    headings: list[Heading] = field(default_factory=list)
    path: tuple[str, ...] = ()
    levels: list[int] = field(default_factory=list)
    open_start: int = -1
    open_end: int = -1
    open_kind: BlockKind = BlockKind.PROSE

    def scan(self, start: int) -> None:
        position, size = start, len(self.text)
        while position < size:
            newline = self.text.find("\n", position)
            end = size if newline < 0 else newline + 1
            position = self._line(position, end)
        self._close()

    def _line(self, start: int, end: int) -> int:
        """Take the line at `start`; returns where the next one begins."""
        visible = _VISIBLE.search(self.text, start, end)
        if visible is None:
            self._close()
            return end
        first = visible.group()
        if first not in _MARKS:  # most lines are plain text: they are not even copied
            self._extend(start, end, None)
            return end
        line = self.text[start:end]
        if first in "`~" and (fence := _FENCE.match(line)):
            return self._fenced(start, end, fence.group(1))
        if first == "#" and len(line) <= _LONGEST_HEADING and (atx := _ATX.match(line)):
            self._close()
            self._heading(start, end, len(atx.group(1)), atx.group(2) or "")
            return end
        if first in "=-" and self._underlined(line, end):
            return end
        if first in "-*_" and _RULE.match(line):
            self._close()
            return end
        if first == "<" and _COMMENT.match(line):
            return end
        kind = BlockKind.ITEM if first == "|" or _ITEM.match(line) else None
        self._extend(start, end, kind)
        return end

    def _extend(self, start: int, end: int, kind: BlockKind | None) -> None:
        """Add a line to the open block, or begin a new one: each list item and table row is a block."""
        if self.open_start < 0 or kind is BlockKind.ITEM:
            self._close()
            self.open_start, self.open_kind = start, kind or BlockKind.PROSE
        self.open_end = end

    def _close(self) -> None:
        if self.open_start < 0:
            return
        start, end = self.open_start, self.open_end
        while end > start and self.text[end - 1].isspace():
            end -= 1
        while start < end and self.text[start].isspace():
            start += 1
        if start < end:
            self.blocks.append(Block(start, end, self.open_kind, self.path))
        self.open_start = -1

    def _fenced(self, start: int, end: int, fence: str) -> int:
        self._close()
        closing = re.compile(rf"^ {{0,3}}{re.escape(fence[0])}{{{len(fence)},}}[ \t]*\r?$", re.M)
        found = closing.search(self.text, end)
        stop = found.end() if found else len(self.text)
        self.open_start, self.open_end, self.open_kind = start, stop, BlockKind.CODE
        self._close()
        return min(len(self.text), stop + 1) if found else stop

    def _underlined(self, line: str, end: int) -> bool:
        """A setext underline turns the one-line paragraph above it into a heading."""
        if self.open_start < 0 or self.open_kind is not BlockKind.PROSE or not (mark := _SETEXT.match(line)):
            return False
        above = self.text[self.open_start : self.open_end].strip()
        if "\n" in above or len(above) > 200:
            return False
        start, self.open_start = self.open_start, -1
        self._heading(start, end, 1 if mark.group(1)[0] == "=" else 2, above)
        return True

    def _heading(self, start: int, end: int, level: int, raw: str) -> None:
        text = plain_inline(raw)
        if not text:
            return
        self.headings.append(Heading(start, end, level, text))
        while self.levels and self.levels[-1] >= level:
            self.levels.pop()
        self.path = (*self.path[: len(self.levels)], text)
        self.levels.append(level)


KIND = Kind(
    name="markdown",
    title="Markdown and MDX",
    suffixes=(".md", ".markdown", ".mdown", ".mkd", ".mdx", ".qmd", ".rmd"),
    media_type="text/markdown",
    reads="the text with headings, lists, tables and links; title, date and author from the front matter;"
    " the codes of site generators are left out",
    read=of_text(parse),
)
