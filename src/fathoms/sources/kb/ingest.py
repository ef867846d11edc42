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

from fathoms.domain.knowledge import FileFailure, FileNote, IngestResult, OnProgress, Progress
from fathoms.sources.formats.parsed import Unreadable
from fathoms.sources.kb.files import FileOnDisk, Scan, printable, read_bytes, scan
from fathoms.sources.kb.prepare import Prepared, prepare
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
    failed: list[FileFailure] = field(default_factory=list)
    unchanged: int = 0
    chars: int = 0

    @property
    def full(self) -> bool:
        return len(self.seen) >= BATCH_FILES or self.chars >= BATCH_CHARS


@dataclass(slots=True)
class _Tally:
    """Counts of the ingest under way."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    chunks: int = 0
    words: int = 0
    failed: list[FileFailure] = field(default_factory=list)
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
    tally = _Tally(failed=[FileFailure(path=printable(path), reason=reason) for path, reason in found.refused])
    report = _Reporter(found, started, progress)
    for batch in _batches(connection, collection_id, found.files, max_bytes):
        written = write_batch(connection, collection_id, batch.documents, batch.touched)
        tally.added += written.added
        tally.updated += written.updated
        tally.unchanged += written.unchanged + batch.unchanged
        tally.chunks += written.chunks
        tally.words += written.words
        tally.failed += batch.failed
        tally.notes += _notes(batch.documents)
        report.done(batch.seen)
    return IngestResult(
        collection=collection,
        added=tally.added,
        updated=tally.updated,
        unchanged=tally.unchanged,
        removed=remove_documents(connection, collection_id, _missing(connection, collection_id, found)),
        skipped=found.skipped,
        failed=tuple(tally.failed),
        notes=tuple(tally.notes),
        chunks=tally.chunks,
        words=tally.words,
        seconds=time.monotonic() - started,
    )


def _batches(
    connection: sqlite3.Connection, collection_id: int, files: Iterable[FileOnDisk], max_bytes: int
) -> Iterator[_Batch]:
    known = _known_files(connection, collection_id)
    batch = _Batch()
    for file in files:
        _consider(file, known.get((str(file.root), file.path)), max_bytes, batch)
        batch.seen.append(file)
        if batch.full:
            yield batch
            batch = _Batch()
    if batch.seen:
        yield batch


def _consider(file: FileOnDisk, known: _Known | None, max_bytes: int, batch: _Batch) -> None:
    """Unchanged by size and time, unchanged by content, or to be written."""
    if known and (known.size, known.mtime_ns) == (file.size, file.mtime_ns):
        batch.unchanged += 1
        return
    try:
        data = read_bytes(file, max_bytes)
        sha256 = hashlib.sha256(data).hexdigest()
        if known and known.sha256 == sha256:
            batch.unchanged += 1
            batch.touched.append((known.id, file))
            return
        prepared = prepare(file, data, sha256)
    except Unreadable as exc:
        batch.failed.append(FileFailure(path=printable(file.file), reason=str(exc)))
        return
    batch.documents.append(prepared)
    batch.chars += len(prepared.parsed.text)


def _known_files(connection: sqlite3.Connection, collection_id: int) -> dict[tuple[str, str], _Known]:
    rows = connection.execute(
        "SELECT root, relative, id, size, mtime_ns, sha256 FROM document WHERE collection=?", (collection_id,)
    )
    return {(root, relative): _Known(*rest) for root, relative, *rest in rows}


def _missing(connection: sqlite3.Connection, collection_id: int, found: Scan) -> list[int]:
    """Documents whose file is gone from a folder that was looked through."""
    present = {(str(file.root), file.path) for file in found.files}
    gone: list[int] = []
    for folder in found.folders:
        rows = connection.execute(
            "SELECT id, relative FROM document WHERE collection=? AND root=?", (collection_id, str(folder))
        )
        gone += [identity for identity, relative in rows if (str(folder), relative) not in present]
    return gone


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
        if self._progress is not None:
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
