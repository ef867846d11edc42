"""AsciiDoc: what a reader of the built page would see, under its sections.

Knows: titles, attributes, blocks, lists, tables, links.  Does not know: includes, conditions, macros of extensions.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from fathoms.sources.formats.kind import Kind, of_text
from fathoms.sources.formats.outline import Written
from fathoms.sources.formats.parsed import BlockKind, Parsed
from fathoms.text.marks import clean

_HEADING = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.{0,300})\Z")
_ATTRIBUTE = re.compile(r":(!?[\w-]{1,60}!?):(?:[ \t]+(.*))?\Z")
_REFERENCE = re.compile(r"\{([\w-]{1,60})\}")
_BLOCK_MACRO = re.compile(r"(?:image|include|ifdef|ifndef|ifeval|endif|video|audio|toc|plantuml|diagram)::")
_ATTRIBUTE_LINE = re.compile(r"\[[^\[\]\n]{0,300}\]\Z|\[\[[^\[\]\n]{1,200}\]\]\Z")
_ITEM = re.compile(r"(?:\*{1,5}|\.{1,5}|-|\d{1,3}\.)[ \t]+(?=\S)")
_CHECK = re.compile(r"\[[ x*]\][ \t]+")
_DEFINITION = re.compile(r"(\S.{0,200}?)(?:::{1,3}|;;)(?:[ \t]+(\S.*))?\Z")
_FENCED = re.compile(r"(-{4,}|\.{4,}|`{3,}|/{4,}|\+{4,})([\w-]{0,20})[ \t]{0,8}\Z")
_DELIMITER = re.compile(r"(?:={4,}|\*{4,}|_{4,}|--)[ \t]{0,8}\Z")
_TABLE = re.compile(r"[|,;!:]={3,}[ \t]{0,8}\Z")
_CELL = re.compile(r"(?:\d{0,3}[.+*]?\d{0,3}[<^>.]{0,3}[aehlmsdv]?)\|")
_URL = re.compile(r"\b(?:link:|xref:|(?=(?:https?|mailto|ftp):))[^\s\[\]]{1,500}\[([^\[\]\n]{0,300})\]")
_AUTHOR = re.compile(r"(\w[\w .'-]{1,80}) <[^<>\s]{1,100}@[^<>\s]{1,100}>")
_MACRO = re.compile(r"\b(?:kbd|btn|menu|pass|stem|footnote|icon|image|anchor):[^\s\[\]]{0,200}\[([^\[\]\n]{0,500})\]")
_ANCHOR = re.compile(r"\[\[[^\[\]\n]{1,200}\]\]|\[#[^\[\]\n]{1,100}\]")
_CROSS = re.compile(r"<<(?:[^,<>\n]{1,200},)?[ \t]{0,4}([^<>\n]{1,300})>>")
_MONO = re.compile(r"(?<!\w)\+{1,2}([^+\n]{1,300})\+{1,2}(?!\w)")


def parse(text: str) -> Parsed:
    """The text as it reads. Raises Unreadable."""
    reader = _Reader()
    reader.lines(text.splitlines())
    out, fields = reader.out, reader.attributes
    return out.parsed(
        title=reader.title,
        date=fields.get("revdate", "") or fields.get("date", ""),
        language=fields.get("lang", ""),
        author=fields.get("author", ""),
    )


@dataclass(slots=True)
class _Reader:
    out: Written = field(default_factory=Written)
    attributes: dict[str, str] = field(default_factory=dict)
    title: str = ""
    open: list[str] = field(default_factory=list)
    """The lines of the paragraph under way."""

    def lines(self, lines: list[str]) -> None:
        at = 0
        while at < len(lines):
            at = self._line(lines, at)
        self._close()

    def _line(self, lines: list[str], at: int) -> int:
        """Take a line; returns the next one to take."""
        line = lines[at].rstrip()
        if not line or line == "+" or (line.startswith("//") and not line.startswith("////")):
            self._close()
        elif fence := _FENCED.match(line):
            return self._fenced(lines, at, fence.group(1), fence.group(2))
        elif _TABLE.match(line):
            return self._table(lines, at)
        elif _DELIMITER.match(line) or _BLOCK_MACRO.match(line) or _ATTRIBUTE_LINE.match(line):
            self._close()
        elif not self.out.blocks and (author := _AUTHOR.match(line)):
            self.attributes.setdefault("author", author.group(1))
        elif attribute := _ATTRIBUTE.match(line):
            self.attributes[attribute.group(1).lower()] = (attribute.group(2) or "").strip()
        elif heading := _HEADING.match(line):
            self._close()
            self._heading(len(heading.group(1)), heading.group(2))
        elif item := _ITEM.match(line):
            self._close()
            self.open.append("- " + _CHECK.sub("", line[item.end() :]))
        elif (defined := _DEFINITION.match(line)) and not self.open:
            self._define(defined.group(1), defined.group(2) or "", lines, at)
            return at + (1 if defined.group(2) else 2)
        else:
            self.open.append(
                line.removesuffix(" +").removeprefix(".")
                if line[:2] != ".." and line[:1] == "."
                else line.removesuffix(" +")
            )
        return at + 1

    def _heading(self, level: int, raw: str) -> None:
        text = self._inline(raw)
        if level == 1 and not self.title and not self.out.blocks:
            self.title = text
        self.out.heading(level, text)

    def _define(self, term: str, meaning: str, lines: list[str], at: int) -> None:
        """`term:: meaning`; the meaning may stand on the next line."""
        below = lines[at + 1].strip() if not meaning and at + 1 < len(lines) else ""
        self.out.item(f"{self._inline(term)}: {self._inline(meaning or below)}")

    def _fenced(self, lines: list[str], at: int, fence: str, language: str) -> int:
        self._close()
        end = next((n for n in range(at + 1, len(lines)) if lines[n].rstrip() == fence), len(lines))
        if fence[0] not in "/+":
            self.out.code("\n".join(lines[at + 1 : end]), language)
        return end + 1

    def _table(self, lines: list[str], at: int) -> int:
        """Cells begin with a sign; those of one line are a row, or as many as the first line has."""
        self._close()
        mark = lines[at].rstrip()
        end = next((n for n in range(at + 1, len(lines)) if lines[n].rstrip() == mark), len(lines))
        rows = [self._cells(line) for line in lines[at + 1 : end] if line.strip()]
        width = max((len(row) for row in rows), default=0)
        gathered: list[str] = []
        table: list[list[str]] = []
        for row in rows:
            gathered += row
            if len(gathered) >= width:
                table.append(gathered)
                gathered = []
        self.out.table([*table, gathered])
        return end + 1

    def _cells(self, line: str) -> list[str]:
        cells = [self._inline(cell) for cell in _CELL.split(line[:20_000])]
        return cells[1:] if cells and not cells[0] else cells

    def _close(self) -> None:
        if not self.open:
            return
        raw, self.open = " ".join(self.open), []
        if raw.startswith("- "):
            self.out.item(self._inline(raw[2:]))
        else:
            self.out.block(self._inline(raw), BlockKind.PROSE)

    def _inline(self, raw: str) -> str:
        raw = _REFERENCE.sub(lambda found: self.attributes.get(found.group(1).lower(), ""), raw)
        for pattern in (_URL, _MACRO, _CROSS):
            raw = pattern.sub(r"\1", raw)
        return clean(_MONO.sub(r"\1", _ANCHOR.sub("", raw)))


KIND = Kind(
    name="asciidoc",
    title="AsciiDoc",
    suffixes=(".adoc", ".asciidoc", ".asc"),
    media_type="text/asciidoc",
    reads="titles and sections, lists, tables and code, without marks, attributes and comments; author and date",
    read=of_text(parse),
)
