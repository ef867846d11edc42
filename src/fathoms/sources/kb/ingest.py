"""Takes files into the index: what changed, what is new, what is gone.

Knows: the order of work: look, compare, read, parse, cut, tokenise, write.  Does not know: how formats are read
(`formats/`) or how passages are ranked (`search.py`).

Reading and tokenising happen outside transactions; a batch is then written in one short one, so that other
writers and readers are never held up and everything that was reported as done survives a crash.
"""

from __future__ import annotations

import hashlib
import json
import re
import sqlite3
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from fathoms.engine.words import tokens
from fathoms.sources.kb import formats
from fathoms.sources.kb.chunks import Chunk, cut
from fathoms.sources.kb.dates import date_of_path
from fathoms.sources.kb.files import FileOnDisk, Scan, read_bytes, scan
from fathoms.sources.kb.language import detect
from fathoms.sources.kb.names import aliases, document_keys
from fathoms.sources.kb.parsed import Link, Parsed, Unreadable
from fathoms.sources.kb.schema import make_index, writing
from fathoms.sources.kb.values import FileFailure, FileNote, IngestResult, OnProgress, Progress

BATCH_DOCUMENTS = 256
BATCH_CHARS = 2_000_000
_LINK_TARGET = re.compile(r"\]\([^()\s]*\)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """A document ready to be written."""

    file: FileOnDisk
    sha256: str
    parsed: Parsed
    title: str
    chunks: tuple[Chunk, ...]
    columns: tuple[tuple[str, str], ...]
    """Title tokens and body tokens of each chunk, as FTS5 takes them."""
    links: tuple[tuple[int, Link], ...]
    """Links by the chunk they stand in."""
    words: int


@dataclass(frozen=True, slots=True)
class _Known:
    """What the index knows about a file."""

    id: int
    size: int
    mtime_ns: int
    sha256: str


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
    tally = _Tally(failed=[FileFailure(path=str(path), reason=reason) for path, reason in found.refused])
    report = _Reporter(found, started, progress)
    for batch in _batches(connection, collection_id, found.files, max_bytes, tally):
        with writing(connection):
            for prepared in batch.documents:
                _write(connection, collection_id, prepared, tally)
            for known, file in batch.touched:
                connection.execute(
                    "UPDATE document SET size=?, mtime_ns=? WHERE id=?", (file.size, file.mtime_ns, known.id)
                )
            if batch.documents:
                _bump(connection, collection_id)
        report.done(batch.seen)
    removed = _remove_missing(connection, collection_id, found)
    return IngestResult(
        collection=collection,
        added=tally.added,
        updated=tally.updated,
        unchanged=tally.unchanged,
        removed=removed,
        skipped=found.skipped,
        failed=tuple(tally.failed),
        notes=tuple(tally.notes),
        chunks=tally.chunks,
        words=tally.words,
        seconds=time.monotonic() - started,
    )


def ensure_collection(connection: sqlite3.Connection, name: str) -> int:
    """The collection's id; makes it, with its index, when it is new."""
    row = connection.execute("SELECT id FROM collection WHERE name=?", (name,)).fetchone()
    if row is not None:
        return int(row[0])
    with writing(connection):
        row = connection.execute("SELECT id FROM collection WHERE name=?", (name,)).fetchone()
        if row is not None:
            return int(row[0])
        identity = connection.execute("INSERT INTO collection (name) VALUES (?)", (name,)).lastrowid
        assert identity is not None
        make_index(connection, identity)
        return identity


def remove_documents(connection: sqlite3.Connection, collection_id: int, ids: Iterable[int]) -> int:
    """Take documents out of all tables, in one transaction."""
    gone = list(ids)
    if not gone:
        return 0
    with writing(connection):
        for document in gone:
            _delete(connection, collection_id, document)
        _bump(connection, collection_id)
    return len(gone)


def prepare(file: FileOnDisk, data: bytes, sha256: str) -> Prepared:
    """Parse, cut and tokenise one file. Raises Unreadable."""
    parsed = formats.read(data, file.format)
    if not parsed.blocks:
        raise Unreadable("no text in it")
    chunks = tuple(cut(parsed))
    title = parsed.title or _title_of_path(file.path)
    return Prepared(
        file=file,
        sha256=sha256,
        parsed=parsed,
        title=title,
        chunks=chunks,
        columns=tuple(_columns(parsed.text, title, chunks)),
        links=tuple(_links_by_chunk(parsed.links, chunks)),
        words=len(parsed.text.split()),
    )


def title_path(title: str, headings: tuple[str, ...]) -> tuple[str, ...]:
    """The document's title and the headings below it; a first heading that repeats the title is left out."""
    return (title, *(headings[1:] if headings and headings[0] == title else headings))


# --- what to read ---------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Batch:
    documents: list[Prepared] = field(default_factory=list)
    touched: list[tuple[_Known, FileOnDisk]] = field(default_factory=list)
    seen: list[FileOnDisk] = field(default_factory=list)
    chars: int = 0

    @property
    def full(self) -> bool:
        return len(self.seen) >= BATCH_DOCUMENTS or self.chars >= BATCH_CHARS


def _batches(
    connection: sqlite3.Connection, collection_id: int, files: Iterable[FileOnDisk], max_bytes: int, tally: _Tally
) -> Iterator[_Batch]:
    known = _known_files(connection, collection_id)
    batch = _Batch()
    for file in files:
        _consider(file, known.get((str(file.root), file.path)), max_bytes, batch, tally)
        batch.seen.append(file)
        if batch.full:
            yield batch
            batch = _Batch()
    if batch.seen:
        yield batch


def _consider(file: FileOnDisk, known: _Known | None, max_bytes: int, batch: _Batch, tally: _Tally) -> None:
    """Unchanged by size and time, unchanged by content, or to be written."""
    if known and (known.size, known.mtime_ns) == (file.size, file.mtime_ns):
        tally.unchanged += 1
        return
    try:
        data = read_bytes(file, max_bytes)
        sha256 = hashlib.sha256(data).hexdigest()
        if known and known.sha256 == sha256:
            tally.unchanged += 1
            batch.touched.append((known, file))
            return
        prepared = prepare(file, data, sha256)
    except Unreadable as exc:
        tally.failed.append(FileFailure(path=str(file.file), reason=str(exc)))
        return
    if prepared.parsed.note:
        tally.notes.append(FileNote(path=str(file.file), note=prepared.parsed.note))
    batch.documents.append(prepared)
    batch.chars += len(prepared.parsed.text)


def _known_files(connection: sqlite3.Connection, collection_id: int) -> dict[tuple[str, str], _Known]:
    rows = connection.execute(
        "SELECT root, relative, id, size, mtime_ns, sha256 FROM document WHERE collection=?", (collection_id,)
    )
    return {(root, relative): _Known(*rest) for root, relative, *rest in rows}


def _remove_missing(connection: sqlite3.Connection, collection_id: int, found: Scan) -> int:
    """Documents whose file is gone from a folder that was looked through."""
    present = {(str(file.root), file.path) for file in found.files}
    gone: list[int] = []
    for folder in found.folders:
        rows = connection.execute(
            "SELECT id, relative FROM document WHERE collection=? AND root=?", (collection_id, str(folder))
        )
        gone += [identity for identity, relative in rows if (str(folder), relative) not in present]
    return remove_documents(connection, collection_id, gone)


# --- what to write --------------------------------------------------------------------------------------------


def _columns(text: str, title: str, chunks: Iterable[Chunk]) -> Iterator[tuple[str, str]]:
    headings: dict[tuple[str, ...], str] = {}
    for chunk in chunks:
        if chunk.path not in headings:
            headings[chunk.path] = " ".join(tokens("\n".join(title_path(title, chunk.path))))
        body = text[chunk.start : chunk.end]
        yield headings[chunk.path], " ".join(tokens(_LINK_TARGET.sub("]", body) if "](" in body else body))


def _links_by_chunk(links: Iterable[Link], chunks: Sequence[Chunk]) -> Iterator[tuple[int, Link]]:
    ordinal = 0
    for link in sorted(links):
        while ordinal < len(chunks) and chunks[ordinal].end <= link.start:
            ordinal += 1
        if ordinal < len(chunks) and chunks[ordinal].start <= link.start:
            yield ordinal, link


def _write(connection: sqlite3.Connection, collection_id: int, prepared: Prepared, tally: _Tally) -> None:
    """Put one document into all tables, in place of its older self."""
    file, parsed = prepared.file, prepared.parsed
    old = connection.execute(
        "SELECT id, path, sha256 FROM document WHERE collection=? AND root=? AND relative=?",
        (collection_id, str(file.root), file.path),
    ).fetchone()
    if old is not None and old[2] == prepared.sha256:  # another writer was faster
        tally.unchanged += 1
        return
    if old is not None:
        _delete(connection, collection_id, old[0])
        tally.updated += 1
    else:
        tally.added += 1
    path = old[1] if old is not None else _free_path(connection, collection_id, file)
    dated = parsed.dated or date_of_path(file.path)
    document = connection.execute(
        "INSERT INTO document (collection, path, root, relative, size, mtime_ns, sha256, format, title,"
        " dated, language, author, words, chunks, pages, note, ingested_at, sketch)"
        " VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)",
        (
            collection_id, path, str(file.root), file.path, file.size, file.mtime_ns, prepared.sha256, file.format,
            prepared.title, dated.isoformat() if dated else None,
            parsed.language or detect(parsed.text), parsed.author, prepared.words, len(prepared.chunks),
            json.dumps(parsed.pages), parsed.note, datetime.now(UTC).isoformat(timespec="seconds"), b"",
        ),
    ).lastrowid  # fmt: skip
    assert document is not None
    _write_parts(connection, collection_id, document, prepared)
    tally.chunks += len(prepared.chunks)
    tally.words += prepared.words


def _write_parts(connection: sqlite3.Connection, collection_id: int, document: int, prepared: Prepared) -> None:
    text = prepared.parsed.text
    connection.execute("INSERT INTO document_text VALUES (?,?)", (document, text))
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM chunk").fetchone()
    connection.executemany(
        "INSERT INTO chunk (id, document, start, stop, path, text) VALUES (?,?,?,?,?,?)",
        (
            (last + n, document, chunk.start, chunk.end, "\n".join(chunk.path), text[chunk.start : chunk.end])
            for n, chunk in enumerate(prepared.chunks, start=1)
        ),
    )
    connection.executemany(
        f"INSERT INTO fts_{collection_id} (rowid, title, body) VALUES (?,?,?)",
        ((last + n, title, body) for n, (title, body) in enumerate(prepared.columns, start=1)),
    )
    connection.executemany(
        "INSERT INTO heading VALUES (?,?,?,?,?)", ((document, *heading) for heading in prepared.parsed.headings)
    )
    connection.executemany(
        "INSERT INTO link VALUES (?,?,?)",
        ((last + 1 + ordinal, link.anchor, link.target) for ordinal, link in prepared.links),
    )
    keys = document_keys(
        prepared.title, stated=bool(prepared.parsed.title), opening=text[prepared.chunks[0].start :][:400]
    )
    connection.executemany("INSERT INTO name VALUES (?,?,?)", ((document, collection_id, key) for key in sorted(keys)))
    connection.executemany(
        "INSERT INTO alias VALUES (?,?,?,?)",
        ((document, collection_id, long, short) for long, short in sorted(set(aliases(text)))),
    )


def _delete(connection: sqlite3.Connection, collection_id: int, document: int) -> None:
    connection.execute(
        f"DELETE FROM fts_{collection_id} WHERE rowid IN (SELECT id FROM chunk WHERE document=?)", (document,)
    )
    connection.execute("DELETE FROM document WHERE id=?", (document,))


def _bump(connection: sqlite3.Connection, collection_id: int) -> None:
    """Tell caches that the collection changed."""
    connection.execute("UPDATE collection SET generation=generation+1 WHERE id=?", (collection_id,))


def _free_path(connection: sqlite3.Connection, collection_id: int, file: FileOnDisk) -> str:
    """The relative path, or, when another folder's file has it, the same below the folder's name."""
    for path in (file.path, f"{file.root.name}/{file.path}", f"{file.root.as_posix().lstrip('/')}/{file.path}"):
        taken = connection.execute("SELECT 1 FROM document WHERE collection=? AND path=?", (collection_id, path))
        if taken.fetchone() is None:
            return path
    raise AssertionError(f"{file.file} is already in the index")


def _title_of_path(path: str) -> str:
    stem = path.rsplit("/", 1)[-1].rsplit(".", 1)[0]
    return re.sub(r"[-_\s]+", " ", stem).strip().capitalize() or path


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
