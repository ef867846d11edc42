"""Takes files into the index: what changed, what is new, what is gone.

Knows: the order of work: look, compare, read, prepare, write.  Does not know: how formats are read (`formats/`),
what is stored (`prepare.py`, `write.py`) or how passages are ranked (`search.py`).

Reading and tokenising happen outside transactions; a batch is then written in one short one, so that other
writers and readers are never held up and everything that was reported as done survives a crash.
"""

from __future__ import annotations

import hashlib
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from fathoms.domain.knowledge import FileNote, IngestResult, OnProgress, Progress
from fathoms.sources import formats
from fathoms.sources.formats.parsed import Unreadable
from fathoms.sources.kb.files import FileOnDisk, Scan, Unread, printable, read_bytes, scan
from fathoms.sources.kb.inside import Inside
from fathoms.sources.kb.prepare import Prepared, prepare
from fathoms.sources.kb.unread import inside_any, keep_unread
from fathoms.sources.kb.write import ensure_collection, remove_documents, write_batch

BATCH_FILES = 512
BATCH_CHARS = 2_000_000


@dataclass(frozen=True, slots=True)
class _Known:
    """What the index knows about a file."""

    id: int
    size: int
    mtime_ns: int
    sha256: str


@dataclass(slots=True)
class _Batch:
    """Files looked at, and what is to be done about them."""

    documents: list[Prepared] = field(default_factory=list)
    touched: list[tuple[int, FileOnDisk]] = field(default_factory=list)
    seen: list[FileOnDisk] = field(default_factory=list)
    holders: list[FileOnDisk] = field(default_factory=list)
    unchanged: int = 0
    chars: int = 0

    @property
    def full(self) -> bool:
        return max(len(self.seen), len(self.documents)) >= BATCH_FILES or self.chars >= BATCH_CHARS


@dataclass(slots=True)
class _Tally:
    """Counts of the ingest under way."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    chunks: int = 0
    words: int = 0
    notes: list[FileNote] = field(default_factory=list)


def ingest(
    connection: sqlite3.Connection,
    paths: Sequence[Path],
    *,
    collection: str,
    max_bytes: int,
    progress: OnProgress | None,
) -> IngestResult:
    """Bring a collection up to date with the files. One bad file never stops the rest."""
    started = time.monotonic()
    found = scan(paths)
    collection_id = ensure_collection(connection, collection)
    tally = _Tally()
    report = _Reporter(found, started, progress)
    reading = _Reading(connection, collection_id, max_bytes)
    for batch in reading.batches(found.files):
        written = write_batch(connection, collection_id, batch.documents, batch.touched, batch.holders)
        tally.added += written.added
        tally.updated += written.updated
        tally.unchanged += written.unchanged + batch.unchanged
        tally.chunks += written.chunks
        tally.words += written.words
        tally.notes += _notes(batch.documents)
        report.done(batch.seen)
    unread = (*found.unread, *reading.unread)
    looked_at = {(str(file.root), file.path) for file in found.files}
    keep_unread(connection, collection_id, unread, roots=found.folders, kept=reading.kept, looked_at=looked_at)
    told = [one.told() for one in unread]
    return IngestResult(
        collection=collection,
        added=tally.added,
        updated=tally.updated,
        unchanged=tally.unchanged,
        removed=remove_documents(connection, collection_id, _missing(connection, collection_id, found, reading)),
        skipped=tuple(one for one in told if not one.fault),
        failed=tuple(one for one in told if one.fault),
        notes=tuple(tally.notes),
        chunks=tally.chunks,
        words=tally.words,
        seconds=time.monotonic() - started,
    )


class _Reading:
    """Goes through the files and gathers what is to be written, a batch at a time."""

    def __init__(self, connection: sqlite3.Connection, collection_id: int, max_bytes: int) -> None:
        self.unread: list[Unread] = []
        self.inner: set[tuple[str, str]] = set()
        """Documents inside files that were met."""
        self.kept: set[tuple[str, str]] = set()
        """Files that hold documents, and were not looked into: these documents stay as they are."""
        self._max_bytes = max_bytes
        self._known = _known_files(connection, collection_id)
        self._holders = _known_holders(connection, collection_id)
        self._batch = _Batch()

    def batches(self, files: Iterable[FileOnDisk]) -> Iterator[_Batch]:
        for file in files:
            for _ in self._considered(file):
                if self._batch.full:
                    yield self._taken()
            self._batch.seen.append(file)
            if self._batch.full:
                yield self._taken()
        if self._batch.seen:
            yield self._taken()

    def _taken(self) -> _Batch:
        batch, self._batch = self._batch, _Batch()
        return batch

    def _considered(self, file: FileOnDisk) -> Iterator[None]:
        """Take a file, then the documents inside it; stops at each of those, for a batch may be full."""
        key = str(file.root), file.path
        kind = formats.kinds()[file.format]
        known = self._known.get(key)
        same = (file.size, file.mtime_ns)
        if (self._holders.get(key) == same) if kind.parts else (known and (known.size, known.mtime_ns) == same):
            self._batch.unchanged += bool(known) + (self._inside_of(key) if kind.parts else 0)
            self.kept.add(key)
            return
        try:
            data = read_bytes(file, self._max_bytes)
        except Unreadable as exc:
            self._leave(file, exc)
            return
        if kind.read is not None:
            self._document(file, data)
        if kind.parts is not None:
            yield from self._documents_inside(file, data)

    def _documents_inside(self, file: FileOnDisk, data: bytes) -> Iterator[None]:
        try:
            for inner in Inside(self._max_bytes).documents(file, data):
                if isinstance(inner, Unread):
                    self.unread.append(inner)
                    continue
                document, content = inner
                self.inner.add((str(document.root), document.path))
                if formats.kinds()[document.format].read is not None:
                    self._document(document, content)
                    yield
        except Unreadable as exc:
            self._leave(file, exc)
            return
        self._batch.holders.append(file)

    def _document(self, file: FileOnDisk, data: bytes) -> None:
        """Unchanged by content, or to be written."""
        known = self._known.get((str(file.root), file.path))
        sha256 = hashlib.sha256(data).hexdigest()
        if known and known.sha256 == sha256:
            self._batch.unchanged += 1
            self._batch.touched.append((known.id, file))
            return
        try:
            prepared = prepare(file, data, sha256)
        except Unreadable as exc:
            self._leave(file, exc)
            return
        self._batch.documents.append(prepared)
        self._batch.chars += len(prepared.parsed.text)

    def _leave(self, file: FileOnDisk, exc: Unreadable) -> None:
        """Name it; what an earlier version of it brought stays."""
        key = str(file.root), file.path
        if key not in self.kept:  # a mail may fail twice: in its text and in its attachments
            self.unread.append(Unread.of(file, exc))
        self.kept.add(key)

    def _inside_of(self, holder: tuple[str, str]) -> int:
        root, path = holder
        return sum(other == root and relative.startswith(f"{path}/") for other, relative in self._known)


def _known_files(connection: sqlite3.Connection, collection_id: int) -> dict[tuple[str, str], _Known]:
    rows = connection.execute(
        "SELECT root, relative, id, size, mtime_ns, sha256 FROM document WHERE collection=?", (collection_id,)
    )
    return {(root, relative): _Known(*rest) for root, relative, *rest in rows}


def _known_holders(connection: sqlite3.Connection, collection_id: int) -> dict[tuple[str, str], tuple[int, int]]:
    rows = connection.execute("SELECT root, relative, size, mtime_ns FROM holder WHERE collection=?", (collection_id,))
    return {(root, relative): (size, mtime_ns) for root, relative, size, mtime_ns in rows}


def _missing(connection: sqlite3.Connection, collection_id: int, found: Scan, reading: _Reading) -> list[int]:
    """Documents whose file is gone from a folder that was looked through, or that are gone from their file."""
    files = {(str(file.root), file.path) for file in found.files}
    present = files | reading.inner
    folders = {str(folder) for folder in found.folders}
    looked_into = files - reading.kept
    rows = connection.execute("SELECT id, root, relative FROM document WHERE collection=?", (collection_id,))
    return [
        identity
        for identity, root, relative in rows
        if (root, relative) not in present
        and (root in folders or inside_any(root, relative, looked_into))
        and not inside_any(root, relative, reading.kept)
    ]


def _notes(documents: Iterable[Prepared]) -> list[FileNote]:
    return [
        FileNote(path=printable(prepared.file.file), note=prepared.parsed.note)
        for prepared in documents
        if prepared.parsed.note
    ]


class _Reporter:
    """Sends progress after each batch is on disk."""

    def __init__(self, found: Scan, started: float, progress: OnProgress | None) -> None:
        self._total = len(found.files)
        self._bytes_total = sum(file.size for file in found.files)
        self._started = started
        self._progress = progress
        self._done = 0
        self._bytes = 0

    def done(self, files: Sequence[FileOnDisk]) -> None:
        self._done += len(files)
        self._bytes += sum(file.size for file in files)
        if self._progress is not None and files:  # a batch may end inside a file
            self._progress(
                Progress(
                    done=self._done,
                    total=self._total,
                    bytes_done=self._bytes,
                    bytes_total=self._bytes_total,
                    seconds=time.monotonic() - self._started,
                    current=files[-1].path,
                )
            )
