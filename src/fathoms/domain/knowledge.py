"""What goes into the knowledge base's functions and what comes out of them.

Knows: the shapes.  Does not know: SQLite, files, ranking.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path

DEFAULT_COLLECTION = "default"
MAX_FILE_BYTES = 50_000_000
"""A larger file is refused with a reason; `KnowledgeBase.ingest(max_bytes=…)` changes it."""
LARGEST_FILE_BYTES = 200_000_000
"""As far as the settings may raise that: a text of this size takes some 3 GB of memory while it is read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadFile:
    """A file that is not searched, why, and what would help."""

    path: str
    reason: str
    remedy: str = ""
    """Empty where nothing would."""
    fault: bool = True
    """False when nothing is wrong with it: it is empty, of a kind that is not read, or its program is not installed."""
    name: str = ""
    """Its path below the folder that was given."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FileNote:
    """Something to know about a file that was taken in: guessed encoding, a near-duplicate."""

    path: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class IngestResult:
    """What one ingest did. `added`, `updated`, `unchanged` and `removed` count documents."""

    collection: str
    added: int = 0
    updated: int = 0
    unchanged: int = 0
    removed: int = 0
    skipped: tuple[UnreadFile, ...] = ()
    """Files with nothing wrong that are not searched: of other kinds, empty, or without the program that reads them."""
    failed: tuple[UnreadFile, ...] = ()
    """Files that could not be read: damaged, locked, too large."""
    notes: tuple[FileNote, ...] = ()
    chunks: int = 0
    """Chunks written by this ingest."""
    words: int = 0
    seconds: float = 0.0


READING, EMBEDDING = "reading", "embedding"


@dataclass(frozen=True, slots=True, kw_only=True)
class Progress:
    """How far an ingest is. Every file in `done` is on disk: the value is sent after the commit."""

    done: int
    total: int
    bytes_done: int
    bytes_total: int
    seconds: float
    current: str
    """The document that was handled last."""
    stage: str = READING
    """`reading` files, or `embedding` passages (then `done` and `total` count passages and bytes are 0)."""

    @property
    def bytes_per_second(self) -> float:
        return self.bytes_done / self.seconds if self.seconds else 0.0

    @property
    def seconds_left(self) -> float | None:
        """None until there is a rate to go by."""
        done, total = (self.bytes_done, self.bytes_total) if self.bytes_total else (self.done, self.total)
        return (total - done) * self.seconds / done if done else None


OnProgress = Callable[[Progress], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """Which documents a search may use. Empty fields do not filter."""

    since: date | None = None
    until: date | None = None
    """Both ends included. A document without date passes neither."""
    languages: frozenset[str] = frozenset()
    path: str = ""
    """A glob over document paths (`minutes/*`), or a folder or file name as such."""

    @property
    def empty(self) -> bool:
        return not (self.since or self.until or self.languages or self.path)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """One passage that a search found: `document.text[start:end] == text`."""

    chunk: int
    document: int
    collection: str
    path: str
    title: str
    title_path: tuple[str, ...]
    text: str
    start: int
    end: int
    score: float
    """Between 0 and 1, comparable within one answer."""
    answers: bool | None = None
    """Whether it answers, in the judgement of a reader of question and passage; None where nobody read both."""
    focus: tuple[int, int] | None = None
    """Where in the document the part stands that answers best, in the same judgement; None where none was sought."""
    dated: date | None = None
    language: str = ""
    page: int | None = None
    """The page it begins on, for formats that have pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRow:
    """A document as a list shows it."""

    id: int
    collection: str
    path: str
    title: str
    format: str
    words: int
    chunks: int
    dated: date | None
    language: str
    author: str
    ingested_at: datetime
    file: Path | None
    """Where it was read from; None for a page that was fetched."""
    size: int
    sha256: str
    """Of the file as it was read."""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A whole document: its row, its stored text and what it nearly repeats."""

    row: DocumentRow
    text: str
    headings: tuple[str, ...] = ()
    near_duplicates: tuple[str, ...] = ()
    """Paths of the documents whose text is nearly the same."""
    sheets: tuple[int, ...] = ()
    """Where in the text each page of its paper begins, for formats that have pages."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CollectionStats:
    """Size and contents of one collection."""

    name: str
    documents: int
    chunks: int
    words: int
    languages: tuple[tuple[str, int], ...]
    formats: tuple[tuple[str, int], ...]
    dated: int
    """Documents that say when they were written."""
    first_date: date | None
    last_date: date | None
    embedder: str
    """Id of the embedder whose vectors serve searches; empty when there is none."""
    embedded: int
    """Chunks that have a vector of it."""
