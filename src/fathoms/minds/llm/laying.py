"""From what a model wrote to paragraphs, lists, steps, tables and blocks of code that cite facts.

Knows: the few marks of Markdown that a writer is offered.  Does not know: whether anything holds; a cell or an item
that cites nothing goes on, so that the report's check cuts it with a record.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from enum import Enum, auto
from itertools import chain, count, dropwhile, groupby, zip_longest

from fathoms.domain.report import CitedTable, Layout, Paragraph, Row, Statement
from fathoms.minds.llm import fences, guard
from fathoms.minds.llm.citing import OWN, Keys, marks_of, unemphasised, unmarked

LONGEST_NAME = 160
"""Characters of a name in a table, or of a heading: one may describe a case."""

FEW_WORDS = 3
"""Content words of a name that nobody has used before."""

_ITEM = re.compile(r"^\s*[-*•]\s+(?=\S)")
_STEP = re.compile(r"^\s*\d{1,2}[.)]\s+(?=\S)")
_HEADING = re.compile(r"^\s*(?:#{1,6}\s+(?P<marked>.+?)|\*\*(?P<bold>[^*]+)\*\*\s*:?)\s*$")
_RULE = re.compile(r"^[\s|:\-–]+$")
_QUOTED = re.compile(r"(?:(?<=\n)|\A)(?:[ \t]*>[^\n]*(?:\n|\Z))+")
"""Lines that are set apart as somebody's words."""
_NOTED = re.compile(r"(?P<name>[^()]+?)\s*\((?P<note>[^()]+)\)")
"""A head with something in brackets behind it."""
_NOTHING_IN_BRACKETS = re.compile(r"\s*[(（]\s*[)）]")
_BREAK = "\x1e"
"""Between the paragraphs of an item that stands on one line."""


class _Line(Enum):
    TEXT = auto()
    ITEM = auto()
    STEP = auto()
    ROW = auto()
    HEADING = auto()
    BLANK = auto()


_SET_IN = "   "
_MARKERS = {_Line.ITEM: (_ITEM, Layout.LIST), _Line.STEP: (_STEP, Layout.STEPS)}


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
            laid.add_code(code, marks_above + marks_below, goes_on=_goes_on(above))
    return tuple(laid.made)


class _Laid:
    """What has been laid out so far, and the heading that waits for what it names."""

    def __init__(self, keys: Keys, label: str) -> None:
        self._keys, self._label = keys, label
        self._numbers = count(1)
        """Of items, through the whole text."""
        self._mark = 0
        """Blanks before the marks of the last items."""
        self.made: list[Paragraph] = []

    def add_words(self, text: str) -> None:
        said = _QUOTED.sub(_set_apart, text)
        lines = _unwrapped(dropwhile(lambda line: not line.strip(), said.split("\n")))
        if self._open is not None and lines and _is_inside(lines[0]):
            self._go_on(lines.pop(0))
        for (kind, set_in), group in groupby(lines, key=lambda line: (_kind(line), _is_set_in(line))):
            if kind is _Line.HEADING:
                self._label = _heading(list(group)[-1])
            elif kind in _MARKERS:
                self._add_items(kind, list(group), set_in=set_in)
            elif kind is not _Line.BLANK and (one := _block(kind, list(group), self._keys)):
                inside = self._goes_within or (kind is _Line.ROW and self._open is not None)
                within = set_in and inside
                self._add(one.model_copy(update={"within": True}) if within else one)

    def add_code(self, code: fences.Code, marks: str, *, goes_on: bool) -> None:
        """A block belongs to the sentence or step before it, and both stand on the same where one names nothing. To the
        last item of a list it belongs where it is set in, announced, or the list `goes_on` behind it; set in no further
        than the points of a step, it stands behind them."""
        block = self._keys.code(code, marks)
        before = self.made[-1] if self.made and not self.made[-1].table and not self._label else None
        if block is None:
            return
        points = before is None or before.layout is not Layout.PROSE
        if self._goes_within and points and 0 < code.depth <= self._mark:
            self._add(Paragraph(statements=(block,), within=True))
            return
        ends = before is not None and before.layout is not Layout.PROSE and not (code.depth or goes_on)
        if before is None or (ends and not before.statements[-1].announces):
            self._add(Paragraph(statements=(block,)))
            return
        *others, last = before.items if before.layout is not Layout.PROSE else (before.statements,)
        said = _standing_together(last, block, whole=before.layout is not Layout.PROSE)
        self.made[-1] = before.model_copy(update={"statements": (*chain.from_iterable(others), *said)})

    @property
    def _open(self) -> Paragraph | None:
        """The list whose last item may go on."""
        last = self.made[-1] if self.made and not self._label else None
        return last if last and last.statements and last.layout is not Layout.PROSE else None

    @property
    def _goes_within(self) -> bool:
        """Whether what is set in stands in the step or item above it, behind points or a table of it."""
        last = self.made[-1] if self.made and not self._label else None
        return last is not None and last.within

    def _go_on(self, line: str) -> None:
        """What is set in behind the code of an item is part of it."""
        if (before := self._open) is not None:
            item = before.statements[-1].item
            more = (one.model_copy(update={"item": item}) for one in self._item(line))
            self.made[-1] = before.model_copy(update={"statements": (*before.statements, *more)})

    def _add_items(self, kind: _Line, lines: Sequence[str], *, set_in: bool) -> None:
        """Each once. Steps whose first was given a later number than 1 go on counting; points that are set in belong to
        the step or item above them."""
        mark, layout = _MARKERS[kind]
        self._mark = _depth(lines[-1])
        texts = dict.fromkeys(mark.sub("", line) for line in lines)
        said = tuple(
            one.model_copy(update={"item": number})
            for text, number in zip(texts, self._numbers, strict=False)
            for one in self._item(text)
        )
        later = kind is _Line.STEP and int(re.split(r"[.)]", lines[0].strip(), maxsplit=1)[0]) > 1
        if said:
            within = set_in and kind is _Line.ITEM and (self._open is not None or self._goes_within)
            self._add(Paragraph(statements=said, layout=layout, goes_on=later, within=within))

    def _item(self, text: str) -> Iterator[Statement]:
        for number, paragraph in enumerate(text.split(_BREAK)):
            yield from (one.model_copy(update={"paragraph": number}) for one in self._keys.item(paragraph))

    def _add(self, one: Paragraph) -> None:
        """Items and steps go on behind an empty line, or behind the block of one of them."""
        before = self.made[-1] if self.made and not self._label else None
        if before and one.layout is before.layout is not Layout.PROSE and one.within is before.within:
            one = before.model_copy(update={"statements": (*before.statements, *one.statements)})
            self.made[-1:] = []
        self.made.append(one if one.label else one.model_copy(update={"label": self._label}))
        self._label = ""


def _set_apart(found: re.Match[str]) -> str:
    """Quoted lines as a paragraph of their own, without the sign that says so."""
    return "\n{}\n".format(re.sub(r"(?m)^([ \t]*)>[ \t]?", r"\1", found.group()))


def _goes_on(text: str) -> bool:
    """Whether a list that was interrupted has more to say there."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    return _kind(first) in _MARKERS or _is_inside(first)


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
    names = tuple(_head(name, keys)[0] for name in columns)
    if not names or not all(_is_name(name, keys) for name in names):
        return None
    made = tuple(
        Row(label=label, cells=tuple(_cells(_with_marks(cells, marks_of(name)), names, label, keys)))
        for name, cells in rows
        if _is_name(label := _name(name, keys), keys)
    )
    told = tuple(row for row in made if any(row.cells))
    above, _ = _head(corner, keys)
    return CitedTable(columns=names, rows=told, corner=above if _is_name(above, keys) else "") if told else None


def notes_on(columns: Sequence[str], keys: Keys) -> tuple[Statement, ...]:
    """What a writer put in brackets behind the head of a column and is no part of a name: "Cost (my estimates, at four
    hundred euros a day)". It is the writer's own, and judged as that."""
    heads = (_head(name, keys) for name in columns)
    told = (keys.statement(f"{name}: {note} [{OWN}]") for name, note in heads if note)
    return tuple(one for one in told if one)


def _head(text: str, keys: Keys) -> tuple[str, str]:
    """The name of a column, and what is said in brackets behind it where that does more than name."""
    name = _name(text, keys)
    found = _NOTED.match(name)
    if found is None or _is_name(name, keys) or not _is_name(found["name"], keys):
        return name, ""
    return found["name"], found["note"]


def _with_marks(cells: Sequence[str], marks: str) -> list[str]:
    """The marks of a row's name go to its first cell that says something."""
    first = next((place for place, cell in enumerate(cells) if cell.strip()), None)
    return [f"{cell} {marks}" if marks and place == first else cell for place, cell in enumerate(cells)]


def _name(text: str, keys: Keys) -> str:
    """A name without any marks but those of code, nor brackets that held nothing but an address."""
    return _NOTHING_IN_BRACKETS.sub("", guard.plain(unmarked(unemphasised(text)), keys.quotes)).strip()


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


def _is_set_in(line: str) -> bool:
    return line.startswith(("  ", "\t"))


def _is_inside(line: str) -> bool:
    """Whether a line is set in, as what belongs to the item above it is."""
    return _kind(line) is _Line.TEXT and _is_set_in(line)


def _unwrapped(lines: Iterable[str]) -> list[str]:
    """Each item on one line, with all that is set in below it, empty lines between or not. What stands no further in
    than a point of a step is no part of that point: it goes on behind the points."""
    made: list[str] = []
    behind = False
    for line in lines:
        above = next((place for place in reversed(range(len(made))) if made[place].strip()), None)
        if line.strip():
            behind = _is_inside(line) and (behind or (above is not None and _is_beside(line, made[above])))
        goes_on = above is not None and (_kind(made[above]) in _MARKERS or _is_inside(made[above]))
        if not line.strip():
            made.append("")
        elif behind:
            made.append(f"{_SET_IN}{line.strip()}")
        elif above is not None and goes_on and _is_inside(line):
            between = " " if above == len(made) - 1 else _BREAK
            made[above:] = [f"{made[above].rstrip()}{between}{line.strip()}"]
        else:
            made.append(line)
    return made


def _is_beside(line: str, above: str) -> bool:
    """Whether a line begins where the mark of a point stands that is itself set in."""
    return _kind(above) in _MARKERS and _is_set_in(above) and _depth(line) <= _depth(above)


def _depth(line: str) -> int:
    return len(line) - len(line.lstrip())


def _standing_together(before: Sequence[Statement], block: Statement, *, whole: bool) -> Iterator[Statement]:
    """Sentences and the block behind them: without marks it stands on what they do; what leads to it, on what it does.
    Of an item that is all that has no marks, else the last sentence."""
    *others, last = before
    cited = next((one.facts for one in reversed(before if whole else (last,)) if one.facts), ())
    facts = block.facts if block.is_judgement else block.facts or cited
    led = last.announces and not last.facts
    for one in others:
        yield one.model_copy(update={"facts": facts}) if whole and led and not cited else one
    yield last.model_copy(update={"facts": facts}) if led else last
    yield block.model_copy(update={"facts": facts, "item": last.item})


def _block(kind: _Line, lines: Sequence[str], keys: Keys) -> Paragraph | None:
    if kind is _Line.ROW:
        return _table_block(lines, keys)
    said = keys.statements(" ".join(lines))
    return Paragraph(statements=said) if said else None


def _table_block(lines: Sequence[str], keys: Keys) -> Paragraph | None:
    """The first row names the columns. What has no columns to stand in is told as a list, cell by cell."""
    rows = [list(_split(line)) for line in lines if not _RULE.match(line)]
    if len(rows) > 1 and (made := _of_rows(rows, keys)):
        return Paragraph(statements=notes_on(rows[0], keys), table=made)
    (_, *columns), *below = rows if len(rows) > 1 else [[], *rows]
    said = tuple(
        one.model_copy(update={"item": number})
        for number, row in enumerate(below, start=1)
        for text in _told(row, columns)
        if (one := keys.statement(text)) and one.says_whence
    )
    return Paragraph(statements=said, layout=Layout.LIST) if said else None


def _told(row: Sequence[str], columns: Sequence[str]) -> Iterator[str]:
    """The cells of a row in sentences: the first behind the row's name, the others behind their columns'."""
    name, *cells = row
    texts = [(column, cell) for column, cell in zip_longest(columns, cells, fillvalue="") if cell]
    if not texts:
        yield name
    for place, (column, cell) in enumerate(texts):
        before = name if place == 0 else column
        yield f"{before}: {cell}" if before else cell


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
    marked = [place for place, text in enumerate(padded) if marks_of(text)]
    if marked == [len(padded) - 1]:  # the marks of a whole row at its end
        padded = [f"{text} {marks_of(padded[-1])}" if text.strip() else "" for text in padded[:-1]] + padded[-1:]
    for text, name in zip(padded, columns, strict=True):
        about = replace(keys, question=f"{keys.question} {row} {name}")
        yield about.statement(text)


def _is_name(name: str, keys: Keys) -> bool:
    """A name claims nothing: it is short, and has three new words at most, or fewer than half of them are."""
    return 0 < len(name) <= LONGEST_NAME and (len(keys.new_words(name)) <= FEW_WORDS or keys.knows(name))
