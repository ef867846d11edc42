"""A passage as its reader sees it: sentences, list items with what announces them, table rows with their header, code.

Knows: the marks of Markdown, MDX, reStructuredText, AsciiDoc and of site generators, to take them off.  Does not know:
any question.  Every piece keeps its offsets, so that what is shown can be quoted exactly.
"""

from __future__ import annotations

import re
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from fathoms.text.marks import clean
from fathoms.text.sentences import Span, sentences_in
from fathoms.text.words import is_spaceless, word_count

ANSWER_WORDS = 80
"""Most words of an answer; one piece alone may be longer."""


class Kind(StrEnum):
    PROSE = "prose"
    ITEM = "item"
    ROW = "row"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Piece:
    """The least that is shown or left out. `start` and `end` are offsets in the passage."""

    start: int
    end: int
    kind: Kind
    text: str
    """Its words without marks; code as it stands."""
    block: int
    """Pieces of one paragraph, list or table share this number."""
    lead: int | None = None
    """The piece that announces it: the line before a list, the header of a table."""

    @property
    def size(self) -> int:
        return word_count(self.text)


_FENCE = re.compile(r"^[ \t]*(`{3,}|~{3,}|-{4,}|\.{4,})[^\n`]*$")
_ITEM = re.compile(r"^(?P<indent>[ \t]*)(?P<mark>[-*+•‣▪・]|\d{1,3}[.)]|[a-z][)]|#\.)[ \t]+(?=\S)|^[ \t]*・(?=\S)")
_ROW = re.compile(r"^[ \t]*\|.*\|[ \t]*$|^[^|\n]*\S[ \t]\|[ \t]\S[^|\n]*\|[^\n]*$")
_INDENTED = re.compile(r"^(?: {4}|\t)\s*\S")
_RULE = re.compile(r"^[ \t|:+=-]*--[ \t|:+=-]*$|^[ \t]*([=~^\"'*#_-])\1{2,}[ \t]*$")
_DIRECTIVE = re.compile(
    r"^[ \t]*(?::::.*|\.\. [\w-]+::.*|:[\w -]+:(?: .*)?|\[[A-Za-z][\w,=\" .#%-]*\]|\([\w.:-]+\)=|(?:include|image)::.*"
    r"|(?:import|export)\s.*(?:from\s+['\"].*|[{=].*)|\|===|\+\+\+|---)[ \t]*$"
)
_HEADING = re.compile(r"^[ \t]{0,3}(?:#{1,6}|={1,6})[ \t]+\S")
_UNPAIRED = re.compile(r"(?<!\S)(?:\*{1,3}|_{1,3})(?=[A-Z][a-z]*\s)|(?<=[.!?])(?:\*{1,3}|_{1,3})$")
"""The mark at one end of an emphasis that runs over several sentences."""
_FURNITURE = re.compile(r"\{(?:toctree|contents|currentmodule|index|include|literalinclude)\}")
"""Blocks by which MyST builds a page: they hold settings, no words."""
_QUOTED = re.compile(r"^[ \t]*>[ \t]?")


def pieces_of(text: str) -> tuple[Piece, ...]:
    """The pieces of a passage, in order; what holds no words is none."""
    return tuple(_Cutter(text).run())


class _Cutter:
    """Goes through the lines once; a block is what stands between blank lines, or a list, a table, a fence."""

    def __init__(self, text: str) -> None:
        self.text = _blanked(text)
        self.raw = text
        self.found: list[Piece] = []
        self.block = 0
        self.lead: int | None = None

    def run(self) -> list[Piece]:
        lines = list(_lines(self.text))
        at = 0
        while at < len(lines):
            at = self._take(lines, at)
        return self.found

    def _take(self, lines: Sequence[Span], at: int) -> int:
        line = lines[at].of(self.text)
        if fence := _FENCE.match(line):
            return self._code(lines, at, fence.group(1)[:3])
        if not line.strip() or _DIRECTIVE.match(line) or _RULE.match(line) or _HEADING.match(line):
            if not line.strip() and not self._list_goes_on(lines, at):
                self.block += 1
            return at + 1
        if _INDENTED.match(line) and self._opens_block(lines, at):
            return self._indented(lines, at)
        if _ROW.match(line):
            return self._row(lines, at)
        if _ITEM.match(line):
            return self._item(lines, at)
        return self._prose(lines, at)

    def _list_goes_on(self, lines: Sequence[Span], at: int) -> bool:
        following = next((line.of(self.text) for line in lines[at + 1 :] if line.of(self.text).strip()), "")
        after_item = bool(self.found) and self.found[-1].kind is Kind.ITEM
        announced = bool(self.found) and self.found[-1].text.endswith((":", "："))
        return bool(_ITEM.match(following)) and (after_item or announced)

    def _code(self, lines: Sequence[Span], at: int, mark: str) -> int:
        end = next(
            (n for n in range(at + 1, len(lines)) if lines[n].of(self.text).strip().startswith(mark)), len(lines)
        )
        inside = lines[at + 1 : end]
        if inside and not _FURNITURE.search(lines[at].of(self.text)):
            words = self.raw[inside[0].start : inside[-1].end].strip("\n")
            last = lines[min(end, len(lines) - 1)]
            self._add(lines[at].start, last.end, Kind.CODE, words, self._announcer())
        self.block += 1
        return end + 1

    def _opens_block(self, lines: Sequence[Span], at: int) -> bool:
        """Whether nothing but a blank line stands before, and no list that the line could belong to."""
        listed = bool(self.found) and self.found[-1].kind is Kind.ITEM
        return not listed and (at == 0 or not lines[at - 1].of(self.text).strip())

    def _indented(self, lines: Sequence[Span], at: int) -> int:
        """Code that is set in by four blanks."""
        end = at
        while end < len(lines) and (_INDENTED.match(lines[end].of(self.text)) or not lines[end].of(self.text).strip()):
            end += 1
        words = textwrap.dedent(self.raw[lines[at].start : lines[end - 1].end]).strip("\n")
        self._add(lines[at].start, lines[end - 1].end, Kind.CODE, words.rstrip(), self._announcer())
        self.block += 1
        return end

    def _row(self, lines: Sequence[Span], at: int) -> int:
        span = lines[at]
        cells = [clean(cell) for cell in span.of(self.text).strip().strip("|").split("|")]
        first = not self.found or self.found[-1].kind is not Kind.ROW or self.found[-1].block != self.block
        if first:
            self.lead = len(self.found)
        if any(cells):
            self._add(span.start, span.end, Kind.ROW, " | ".join(cells), None if first else self.lead)
        return at + 1

    def _item(self, lines: Sequence[Span], at: int) -> int:
        """An item with the lines that belong to it."""
        if not self.found or self.found[-1].kind is not Kind.ITEM or self.found[-1].block != self.block:
            self.lead = self._announcer()
        end = at + 1
        while end < len(lines) and self._continues(lines[end].of(self.text)):
            end += 1
        start, stop = lines[at].start, lines[end - 1].end
        line = lines[at].of(self.text)
        mark = _ITEM.match(line)
        words = clean(self.text[start + (mark.end() if mark else 0) : stop])
        number = (mark["mark"] or "").rstrip(".)") if mark and mark["mark"] else ""
        if words:
            self._add(start, stop, Kind.ITEM, f"{number}. {words}" if number.isdigit() else f"- {words}", self.lead)
        return end

    def _continues(self, line: str) -> bool:
        if not line.strip():
            return False
        return not any(shape.match(line) for shape in (_ITEM, _FENCE, _ROW, _DIRECTIVE, _HEADING))

    def _prose(self, lines: Sequence[Span], at: int) -> int:
        end = at + 1
        while (
            end < len(lines) and self._continues(lines[end].of(self.text)) and not _RULE.match(lines[end].of(self.text))
        ):
            end += 1
        start, stop = lines[at].start, lines[end - 1].end
        if end < len(lines) and _RULE.match(lines[end].of(self.text)) and end == at + 1:
            return end + 1  # a title and its underline
        for span in sentences_in(self.text, Span(start, stop)):
            words = _UNPAIRED.sub("", clean(_unquoted(span.of(self.text))))
            if re.search(r"\w", words):
                self._add(span.start, span.end, Kind.PROSE, words, None)
        return end

    def _announcer(self) -> int | None:
        """The piece right before, if it announces: it ends in a colon, or stands in the same block."""
        if not self.found:
            return None
        last = self.found[-1]
        if last.kind is not Kind.PROSE:
            return last.lead if last.kind is Kind.CODE else None
        return len(self.found) - 1 if last.text.endswith((":", "：")) or last.block == self.block else None

    def _add(self, start: int, end: int, kind: Kind, text: str, lead: int | None) -> None:
        # code begins with its line: a fence or blanks before its words are what tells it from prose in a quote
        start += 0 if kind is Kind.CODE else len(self.raw[start:end]) - len(self.raw[start:end].lstrip())
        end -= len(self.raw[start:end]) - len(self.raw[start:end].rstrip())
        self.found.append(Piece(start, end, kind, text, self.block, lead))


def _blanked(text: str) -> str:
    """Comments and codes that run over lines, as blanks, so that every offset still holds."""
    blank = re.compile(r"<!--.*?(?:-->|\Z)|\{/\*.*?\*/\}|\{\{[<%].*?[%>]\}\}|\{%.*?%\}", re.DOTALL)
    return blank.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


def _lines(text: str) -> Iterator[Span]:
    start = 0
    for line in text.split("\n"):
        yield Span(start, start + len(line))
        start += len(line) + 1


def _unquoted(text: str) -> str:
    return "\n".join(_QUOTED.sub("", line) for line in text.split("\n"))


def blocks(pieces: Sequence[Piece], chosen: Iterable[int]) -> Iterator[list[int]]:
    """The chosen pieces as they belong together: a paragraph, a list or a table with what announces it, as far as it
    is chosen without a gap."""
    run: list[int] = []
    for index in sorted(chosen):
        piece = pieces[index]
        apart = run and piece.block != pieces[run[-1]].block and piece.lead is None
        if apart or (run and index > run[-1] + 1 and piece.lead not in run):
            yield run
            run = []
        run.append(index)
    if run:
        yield run


def shown(pieces: Sequence[Piece], chosen: Iterable[int]) -> str:
    """The chosen pieces as they are laid out: running sentences, items and rows line by line, code in a fence."""
    told = [pieces[index] for index in sorted(chosen)]
    rows = Counter(piece.block for piece in told if piece.kind is Kind.ROW)
    parts: list[str] = []
    before: Piece | None = None
    for piece in told:
        parts += [*_joint(before, piece), _line(piece, in_table=rows[piece.block] > 1)]
        before = piece
    return "".join(parts)


def _line(piece: Piece, *, in_table: bool) -> str:
    """A row without its header is no table: its cells stand side by side."""
    match piece.kind:
        case Kind.CODE:
            return f"```\n{piece.text}\n```"
        case Kind.ROW:
            return f"| {piece.text} |" if in_table else " · ".join(filter(None, piece.text.split(" | ")))
        case Kind.PROSE | Kind.ITEM:
            return piece.text


def _joint(before: Piece | None, piece: Piece) -> Iterator[str]:
    if before is None:
        return
    if piece.kind is before.kind is Kind.PROSE and piece.block == before.block:
        yield "" if is_spaceless(piece.text) else " "
    else:
        yield "\n" if piece.block == before.block or piece.lead is not None else "\n\n"


def windows(pieces: Sequence[Piece], room: int = ANSWER_WORDS) -> Iterator[tuple[int, ...]]:
    """The runs of pieces, with what announces them, that have so many words at most; none that another one holds."""
    reached = -1
    for first in range(len(pieces)):
        run = run_from(pieces, first, room)
        if run[-1] > reached:
            reached = run[-1]
            yield run


def run_from(pieces: Sequence[Piece], first: int, room: int) -> tuple[int, ...]:
    run: set[int] = set()
    used = 0
    for index in range(first, len(pieces)):
        fresh = {index, *_leads(pieces, index)} - run
        size = sum(pieces[new].size for new in fresh)
        if run and used + size > room:
            break
        run |= fresh
        used += size
    return tuple(sorted(run))


def _leads(pieces: Sequence[Piece], index: int) -> tuple[int, ...]:
    lead = pieces[index].lead
    return () if lead is None else (lead,)
