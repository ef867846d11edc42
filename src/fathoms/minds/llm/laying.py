"""From what a model wrote to paragraphs, lists, steps, tables and blocks of code that cite facts.

Knows: the few marks of Markdown that a writer is offered.  Does not know: whether anything holds; a cell or an item
that cites nothing goes on, so that the report's check cuts it with a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from itertools import groupby, zip_longest

from fathoms.domain.report import CitedTable, Layout, Paragraph, Row, Statement
from fathoms.minds.llm import fences, guard
from fathoms.minds.llm.citing import Keys, marks_of, unmarked
from fathoms.text.words import content_words

LONGEST_NAME = 80
"""Characters of a name in a table, or of a heading."""

FEW_WORDS = 3
"""Content words of a name that is taken as it is."""

_ITEM = re.compile(r"^\s*[-*•]\s+(?=\S)")
_STEP = re.compile(r"^\s*\d{1,2}[.)]\s+(?=\S)")
_HEADING = re.compile(r"^\s*(?:#{1,6}\s+(?P<marked>.+?)|\*\*(?P<bold>[^*]+)\*\*\s*:?)\s*$")
_RULE = re.compile(r"^[\s|:\-–]+$")
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.+?)(?<=\S)\1")
_TICKS = re.compile(r"`+")


class _Line(Enum):
    TEXT = auto()
    ITEM = auto()
    STEP = auto()
    ROW = auto()
    HEADING = auto()
    BLANK = auto()


def paragraphs(text: str, keys: Keys, *, label: str = "") -> tuple[Paragraph, ...]:
    """The blocks of a text in their order; a heading of its own is the label of what follows it."""
    laid = _Laid(keys, label)
    pieces = list(fences.pieces(text.strip()))
    above = pieces[0][0]
    for (_, code), (after, _) in zip_longest(pieces, pieces[1:], fillvalue=("", None)):
        words, marks_above = _parted(above, -1) if code else (above, "")
        above, marks_below = _parted(after, 0)
        laid.add_words(words)
        if code:
            laid.add_code(code, marks_above + marks_below)
    return tuple(laid.made)


class _Laid:
    """What has been laid out so far, and the heading that waits for what it names."""

    def __init__(self, keys: Keys, label: str) -> None:
        self._keys, self._label = keys, label
        self.made: list[Paragraph] = []

    def add_words(self, text: str) -> None:
        for kind, lines in groupby(text.strip().split("\n"), key=_kind):
            if kind is _Line.HEADING:
                self._label = _heading(list(lines)[-1])
            elif kind is not _Line.BLANK and (one := _block(kind, list(lines), self._keys)):
                self._add(one)

    def add_code(self, code: fences.Code, marks: str) -> None:
        """A block belongs to the sentence or step before it, and both stand on the same where one names nothing."""
        block = self._keys.code(code, marks)
        before = self.made[-1] if self.made and not self.made[-1].table and not self._label else None
        if block is None:
            return
        if before is None:
            self._add(Paragraph(statements=(block,)))
            return
        *others, announcing = before.statements
        if not block.facts:
            block = block.model_copy(update={"facts": announcing.facts})
        elif not announcing.facts and announcing.announces:
            announcing = announcing.model_copy(update={"facts": block.facts})
        self.made[-1] = before.model_copy(update={"statements": (*others, announcing, block)})

    def _add(self, one: Paragraph) -> None:
        """Items and steps go on behind an empty line, or behind the block of one of them."""
        before = self.made[-1] if self.made and not self._label else None
        if before and one.layout is before.layout is not Layout.PROSE:
            one = before.model_copy(update={"statements": (*before.statements, *one.statements)})
            self.made[-1:] = []
        self.made.append(one if one.label else one.model_copy(update={"label": self._label}))
        self._label = ""


def _parted(text: str, place: int) -> tuple[str, str]:
    """A text without its first or last line, and that line, where it holds nothing but marks."""
    lines = text.strip("\n").split("\n")
    if not marks_of(lines[place]) or unmarked(lines[place]).strip(" .:()"):
        return text, ""
    marks = lines.pop(place)
    return "\n".join(lines), marks


def table(
    columns: Sequence[str], rows: Iterable[tuple[str, Sequence[str]]], keys: Keys, *, corner: str = ""
) -> CitedTable | None:
    """A table by its names and cells; none where its columns are no names. A row that is no name's is left out; what
    its name cites, its cells stand on."""
    names = tuple(_name(name) for name in columns)
    if not names or not all(_is_name(name, keys) for name in names):
        return None
    made = tuple(
        Row(label=label, cells=tuple(_cells(_with_marks(cells, marks_of(name)), names, label, keys)))
        for name, cells in rows
        if _is_name(label := _name(name), keys)
    )
    told = tuple(row for row in made if any(row.cells))
    above = _name(corner)
    return CitedTable(columns=names, rows=told, corner=above if _is_name(above, keys) else "") if told else None


def _with_marks(cells: Sequence[str], marks: str) -> list[str]:
    """The marks of a row's name go to its first cell that says something."""
    first = next((place for place, cell in enumerate(cells) if cell.strip()), None)
    return [f"{cell} {marks}" if marks and place == first else cell for place, cell in enumerate(cells)]


def bare(text: str) -> str:
    """Without the marks of emphasis, which a report sets itself; commands and settings stay marked as code."""
    return _EMPHASIS.sub(r"\2", text)


def _name(text: str) -> str:
    """A name without any marks."""
    return guard.plain(_TICKS.sub("", unmarked(bare(text))))


def _kind(line: str) -> _Line:
    if not line.strip():
        return _Line.BLANK
    if line.lstrip().startswith("|"):
        return _Line.ROW
    if _HEADING.match(line):
        return _Line.HEADING
    if _ITEM.match(line):
        return _Line.ITEM
    return _Line.STEP if _STEP.match(line) else _Line.TEXT


def _heading(line: str) -> str:
    found = _HEADING.match(line)
    return guard.plain(found["marked"] or found["bold"]) if found else ""


def _block(kind: _Line, lines: Sequence[str], keys: Keys) -> Paragraph | None:
    if kind is _Line.ROW:
        return _table_block(lines, keys)
    if kind is _Line.TEXT:
        return _prose(keys.statements(bare(" ".join(lines))))
    mark, layout = (_ITEM, Layout.LIST) if kind is _Line.ITEM else (_STEP, Layout.STEPS)
    items = (keys.statement(bare(mark.sub("", line))) for line in lines)
    said = tuple({one.text: one for one in items if one}.values())
    return Paragraph(statements=said, layout=layout) if said else None


def _prose(said: tuple[Statement, ...]) -> Paragraph | None:
    return Paragraph(statements=said) if said else None


def _table_block(lines: Sequence[str], keys: Keys) -> Paragraph | None:
    """The first row names the columns. What has no columns to stand in is told as a list."""
    rows = [list(_split(line)) for line in lines if not _RULE.match(line)]
    if len(rows) > 1 and (made := _of_rows(rows, keys)):
        return Paragraph(table=made)
    told = (keys.statement(bare(": ".join(cell for cell in row if cell))) for row in rows)
    said = tuple(one for one in told if one and one.facts)
    return Paragraph(statements=said, layout=Layout.LIST) if said else None


def _of_rows(rows: Sequence[Sequence[str]], keys: Keys) -> CitedTable | None:
    """None where a row would be lost because its name is no name: it is told as a list then, and checked as one."""
    (corner, *columns), *below = rows
    made = table(columns, ((name, cells) for name, *cells in below), keys, corner=corner)
    told = sum(any(cell.strip() for cell in cells) for _, *cells in below)
    return made if made and len(made.rows) == told else None


def _split(line: str) -> Iterator[str]:
    yield from (cell.strip() for cell in line.strip().strip("|").split("|"))


def _cells(texts: Sequence[str], columns: Sequence[str], row: str, keys: Keys) -> Iterator[Statement | None]:
    """One for each column; words of the row's and the column's names need no source."""
    padded = [*texts, *("" for _ in columns)][: len(columns)]
    marked = [place for place, text in enumerate(padded) if keys.named(text)]
    if marked == [len(padded) - 1]:  # the marks of a whole row at its end
        padded = [f"{text} {marks_of(padded[-1])}" if text.strip() else "" for text in padded[:-1]] + padded[-1:]
    for text, name in zip(padded, columns, strict=True):
        about = replace(keys, question=f"{keys.question} {row} {name}")
        yield about.statement(bare(text))


def _is_name(name: str, keys: Keys) -> bool:
    """A name claims nothing: it is short, and of more than three words most have come up before."""
    few = len(content_words(name)) <= FEW_WORDS
    return 0 < len(name) <= LONGEST_NAME and (few or keys.knows(name))
