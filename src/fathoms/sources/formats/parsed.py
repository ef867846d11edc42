"""A document after reading and before indexing: its text, and where what stands in it.

Knows: blocks, headings, links, all by offset into the text.  Does not know: file formats or the index.
Named tuples, not dataclasses: a large ingest makes a few hundred thousand of them.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from enum import IntEnum, StrEnum
from typing import NamedTuple

from fathoms.text.dates import date_stated

_OPENING = 400
"""Characters at the top of a document among which it may give its date."""


class Format(StrEnum):
    """Names of the kinds that other code asks for by name; `kind.py` knows them all."""

    MARKDOWN = "markdown"
    TEXT = "text"
    HTML = "html"
    PDF = "pdf"
    DOCX = "docx"
    TABLE = "table"
    RECORDS = "records"
    MAIL = "mail"
    CODE = "code"


class BlockKind(IntEnum):
    PROSE = 0
    ITEM = 1
    """A list item or rows of a table: kept with its neighbours."""
    CODE = 2

    @property
    def by_lines(self) -> bool:
        """Whether a line of it says something on its own."""
        return self is not BlockKind.PROSE


class Block(NamedTuple):
    """A paragraph, list item, table row or code block: `text[start:end]`."""

    start: int
    end: int
    kind: BlockKind
    path: tuple[str, ...]
    """The headings above it, outermost first, without the document's title."""


class Heading(NamedTuple):
    start: int
    end: int
    level: int
    text: str


class Link(NamedTuple):
    """A link that stands at `start` in the text; `target` as written in the document."""

    start: int
    anchor: str
    target: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    text: str
    blocks: tuple[Block, ...]
    title: str = ""
    """Empty when the document does not say."""
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    pages: tuple[int, ...] = ()
    """Offset at which each page begins, for formats that have pages."""
    dated: date | None = None
    """As the document says in a field of its own."""
    saved: date | None = None
    """When the file was written, by what its program noted: less than any date that the document itself states."""
    language: str = ""
    author: str = ""
    own_sites: tuple[str, ...] = ()
    """Other hosts that a web page calls its own."""
    note: str = ""

    def dated_as(self, title: str) -> date | None:
        """What the document states of itself; of files that say when they were saved, that at last."""
        return self.dated or date_stated(title, self.text[:_OPENING], until=self.saved) or self.saved


class Unreadable(Exception):
    """This file cannot be taken in; the message is the reason shown to the user."""

    def __init__(self, reason: str, *, remedy: str = "", fault: bool = True, includes: tuple[str, ...] = ()) -> None:
        """`remedy` says what would help. Without a `fault` there is nothing wrong with the file: it is empty, or what
        would read it is not installed. `includes`: the files that would stand in it, where it has no words itself."""
        super().__init__(reason)
        self.includes = includes
        self.remedy = remedy
        self.fault = fault
