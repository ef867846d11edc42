"""What the parts of a report are made of: passages, lists, tables, notes, disputes, references.

Knows: the kinds of block, all of them values.  Does not know: which part holds which (`parts.py`), nor how any is shown
(`render/`): a renderer has a way for each kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from fathoms.domain.report import Plot, Reference, Statement
from fathoms.report.citations import Cited

NOTHING = Cited()


@dataclass(frozen=True, slots=True)
class Said:
    """A statement as it is shown, with what a reader must know of it."""

    statement: Statement
    flag: str = ""
    said_above: bool = False
    """The label above it says as much as the flag."""
    cited: Cited = NOTHING
    """What stands behind it."""
    cited_beside: Cited = NOTHING
    """What it rests on, where a neighbour's bracket says so for both: the sentence that leads to a block of code, or
    the last of those that rest on the same passages."""


@dataclass(frozen=True, slots=True)
class Line:
    """Words of our own."""

    text: str
    coded: bool = False
    """A writer's words: what stands between backticks is code."""


@dataclass(frozen=True, slots=True)
class Text:
    """A plain sentence."""

    text: str


@dataclass(frozen=True, slots=True)
class Note:
    """A word about the report itself, set apart from what it says."""

    text: str


@dataclass(frozen=True, slots=True)
class Hint:
    """An explanation that a format without room for it may leave out."""

    text: str


@dataclass(frozen=True, slots=True)
class Notice:
    """What nobody may overlook, and its particulars."""

    text: str
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Label:
    """The name of a list or a table that follows."""

    text: str


@dataclass(frozen=True, slots=True)
class Items:
    """A list; several statements, blocks of code among them, may be one of its items (`items_in`)."""

    items: tuple[Said | Line, ...]
    within: bool = False
    """Set in below the step or item before it."""


@dataclass(frozen=True, slots=True)
class Nearest:
    """Passages that do not answer the question."""

    said: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Passages:
    """A paragraph."""

    said: tuple[Said, ...]
    label: str = ""
    """As it stands above the passages; it says so when all of them are loose."""
    name: str = ""
    """The label alone."""
    apart: bool = False
    """Each passage stands by itself; otherwise sentences run on."""
    within: bool = False
    """Set in below the step or item before it."""


@dataclass(frozen=True, slots=True)
class Code:
    """A block of code; what it rests on stands below it where no sentence leads to it."""

    said: Said
    within: bool = False
    """Set in below the step or item before it."""


@dataclass(frozen=True, slots=True)
class Steps:
    """Statements to be followed in their order, through all paragraphs; several may be one step (`items_in`)."""

    paragraphs: tuple[Passages, ...]
    first: int = 1
    """The number of the first."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Paragraphs named by their dates."""

    paragraphs: tuple[Passages, ...]


@dataclass(frozen=True, slots=True)
class Sides:
    """Things that are compared, side by side."""

    paragraphs: tuple[Passages, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Statements by respect and side; a cell without one is empty."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Said | None, ...]], ...]
    within: bool = False
    """Set in below the step or item before it."""


@dataclass(frozen=True, slots=True)
class Overview:
    """A table of our own words."""

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """What is better seen than read, for formats that can draw."""

    plot: Plot


@dataclass(frozen=True, slots=True)
class Ranking:
    """A curated list of sources, best first."""

    sources: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Voice:
    """One side of a dispute."""

    says: str
    who: str
    fact: str


@dataclass(frozen=True, slots=True)
class Dispute:
    """What sources disagree on, who says what, and what settled it, if anything did."""

    about: str
    state: str
    voices: tuple[Voice, ...]
    settled: str = ""


@dataclass(frozen=True, slots=True)
class Disputes:
    disputes: tuple[Dispute, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """A success criterion and whether it is met."""

    word: str
    text: str
    where: str
    met: bool


@dataclass(frozen=True, slots=True)
class Verdicts:
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Names and values."""

    rows: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sources:
    """References of one kind."""

    heading: str
    references: tuple[Reference, ...]


Prose: TypeAlias = Text | Note | Hint | Notice | Label | Items | Nearest | Passages | Code | Steps | Moments | Sides
"""What is read from top to bottom."""
Exhibit: TypeAlias = Table | Overview | Picture | Ranking | Disputes | Verdicts | Pairs | Sources
"""What is looked up or looked at."""
Block: TypeAlias = Prose | Exhibit


L = TypeVar("L", Said, Said | Line)


def items_in(listed: Iterable[L]) -> Iterator[tuple[L, ...]]:
    """The items of a list: its lines, with the statements that belong together."""

    def together(before: L, one: L) -> bool:
        return isinstance(before, Said) and isinstance(one, Said) and one.statement.stands_with(before.statement)

    return _grouped(listed, together)


def pieces_of(item: Iterable[L]) -> Iterator[tuple[L, ...]]:
    """The paragraphs of an item, and its blocks of code one by one."""
    return _grouped(item, runs_on)


def runs_on(before: Said | Line, one: Said | Line) -> bool:
    """Whether what stands in an item goes on in the paragraph before it."""
    return not (isinstance(before, Said) and isinstance(one, Said)) or one.statement.runs_on(before.statement)


def _grouped(listed: Iterable[L], together: Callable[[L, L], bool]) -> Iterator[tuple[L, ...]]:
    group: list[L] = []
    for one in listed:
        if group and not together(group[-1], one):
            yield tuple(group)
            group = []
        group.append(one)
    if group:
        yield tuple(group)


def statements_in(block: Block) -> Iterator[Said]:
    """The statements of a block, as they are read."""
    match block:
        case Items(items):
            yield from (item for item in items if isinstance(item, Said))
        case Nearest(told) | Passages(told):
            yield from told
        case Code(said):
            yield said
        case Steps(paragraphs=paragraphs) | Moments(paragraphs) | Sides(paragraphs):
            yield from (said for paragraph in paragraphs for said in paragraph.said)
        case Table(_, rows):
            yield from (cell for _, cells in rows for cell in cells if cell)
        case _:
            pass
