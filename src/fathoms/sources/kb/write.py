"""Puts prepared documents into the tables and takes documents out, a batch in one transaction.

Knows: every table that a document fills.  Does not know: files, formats, ranking.
Rows of a batch are gathered and written table by table: half the cost of going document by document.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime

from fathoms.sources.kb.files import FileOnDisk
from fathoms.sources.kb.prepare import Prepared
from fathoms.sources.kb.schema import make_index, writing

_Row = tuple[object, ...]


@dataclass(slots=True)
class Written:
    """What a batch did."""

    added: int = 0
    updated: int = 0
    unchanged: int = 0
    chunks: int = 0
    words: int = 0


@dataclass(slots=True)
class _Rows:
    """Rows to insert, by table."""

    document: list[_Row] = field(default_factory=list)
    document_text: list[_Row] = field(default_factory=list)
    chunk: list[_Row] = field(default_factory=list)
    heading: list[_Row] = field(default_factory=list)
    link: list[_Row] = field(default_factory=list)
    name: list[_Row] = field(default_factory=list)
    alias: list[_Row] = field(default_factory=list)
    index: list[_Row] = field(default_factory=list)

    def insert(self, connection: sqlite3.Connection, collection: int) -> None:
        for table in ("document", "document_text", "chunk", "heading", "link", "name", "alias"):
            rows: list[_Row] = getattr(self, table)
            if rows:
                marks = ",".join("?" * len(rows[0]))
                connection.executemany(f"INSERT INTO {table} VALUES ({marks})", rows)
        connection.executemany(f"INSERT INTO fts_{collection} (rowid, title, body) VALUES (?,?,?)", self.index)


def ensure_collection(connection: sqlite3.Connection, name: str) -> int:
    """The collection's id; makes it, with its index, when it is new."""
    query = "SELECT id FROM collection WHERE name=?"
    row = connection.execute(query, (name,)).fetchone()
    if row is not None:
        return int(row[0])
    with writing(connection):
        row = connection.execute(query, (name,)).fetchone()
        if row is not None:  # another process was faster
            return int(row[0])
        identity = connection.execute("INSERT INTO collection (name) VALUES (?)", (name,)).lastrowid
        assert identity is not None
        make_index(connection, identity)
        return identity


def write_batch(
    connection: sqlite3.Connection,
    collection: int,
    documents: Sequence[Prepared],
    touched: Sequence[tuple[int, FileOnDisk]] = (),
    holders: Sequence[FileOnDisk] = (),
) -> Written:
    """Write documents in place of their older selves, the new times of files whose content is the same, and the files
    of which all documents inside are now written."""
    done = Written()
    if not documents and not touched and not holders:
        return done
    with writing(connection):
        rows = _Rows()
        counters: dict[str, int] = dict(connection.execute("SELECT name, value FROM counter").fetchall())
        document, chunk = counters["document"], counters["chunk"]
        at = datetime.now(UTC).isoformat(timespec="seconds")
        taken: set[str] = set()
        for prepared in documents:
            path = _place(connection, collection, prepared, taken, done)
            if path is not None:
                document += 1
                _gather(rows, collection, document, chunk, path, at, prepared)
                chunk += len(prepared.chunks)
                done.chunks += len(prepared.chunks)
                done.words += prepared.words
        rows.insert(connection, collection)
        connection.executemany(
            "UPDATE document SET size=?, mtime_ns=? WHERE id=?",
            ((file.size, file.mtime_ns, identity) for identity, file in touched),
        )
        connection.executemany(
            "INSERT OR REPLACE INTO holder VALUES (?,?,?,?,?)",
            ((collection, str(file.root), file.path, file.size, file.mtime_ns) for file in holders),
        )
        if rows.document:
            # Ids are never given twice: a vector made for a passage that is gone cannot land on another one.
            connection.executemany(
                "UPDATE counter SET value=? WHERE name=?", ((document, "document"), (chunk, "chunk"))
            )
            _bump(connection, collection)
        if not all(prepared.japanese_words for prepared in documents):
            connection.execute("UPDATE collection SET japanese_words=0 WHERE id=?", (collection,))
    return done


def remove_documents(connection: sqlite3.Connection, collection: int, documents: Iterable[int]) -> int:
    """Take documents out of all tables, in one transaction."""
    gone = list(documents)
    if gone:
        with writing(connection):
            for document in gone:
                _delete(connection, collection, document)
            # a file that holds documents is looked into again: one of them may be missing now
            connection.execute("DELETE FROM holder WHERE collection=?", (collection,))
            _bump(connection, collection)
    return len(gone)


def _place(
    connection: sqlite3.Connection, collection: int, prepared: Prepared, taken: set[str], done: Written
) -> str | None:
    """Make room for a document; its path in the index, or None when another writer has just put it there."""
    file = prepared.file
    old = connection.execute(
        "SELECT id, path, sha256 FROM document WHERE collection=? AND root=? AND relative=?",
        (collection, str(file.root), file.path),
    ).fetchone()
    if old is None:
        done.added += 1
        path = _free_path(connection, collection, file, taken)
        taken.add(path)
        return path
    identity, path, sha256 = old
    if sha256 == prepared.sha256:
        done.unchanged += 1
        return None
    _delete(connection, collection, identity)
    done.updated += 1
    return str(path)


def _gather(
    rows: _Rows, collection: int, document: int, last_chunk: int, path: str, at: str, prepared: Prepared
) -> None:
    file, parsed, text = prepared.file, prepared.parsed, prepared.parsed.text
    rows.document.append(
        (
            document, collection, path, str(file.root), file.path, file.size, file.mtime_ns, prepared.sha256,
            file.format, prepared.title, prepared.dated.isoformat() if prepared.dated else None, prepared.language,
            parsed.author, prepared.words, len(prepared.chunks), json.dumps(parsed.pages), parsed.note, at,
            prepared.sketch,
        )
    )  # fmt: skip
    rows.document_text.append((document, text))
    for number, (start, end, headings) in enumerate(prepared.chunks, start=last_chunk + 1):
        rows.chunk.append((number, document, start, end, "\n".join(headings), text[start:end]))
    rows.index += [(number, *columns) for number, columns in enumerate(prepared.columns, start=last_chunk + 1)]
    rows.heading += [(document, *heading) for heading in parsed.headings]
    rows.link += [(last_chunk + 1 + ordinal, link.anchor, link.target) for ordinal, link in prepared.links]
    rows.name += [(document, collection, key) for key in prepared.names]
    rows.alias += [(document, collection, long, short) for long, short in prepared.aliases]


def _delete(connection: sqlite3.Connection, collection: int, document: int) -> None:
    connection.execute(
        f"DELETE FROM fts_{collection} WHERE rowid IN (SELECT id FROM chunk WHERE document=?)", (document,)
    )
    connection.execute("DELETE FROM document WHERE id=?", (document,))


def _bump(connection: sqlite3.Connection, collection: int) -> None:
    """Tell caches that the collection changed."""
    connection.execute("UPDATE collection SET generation=generation+1 WHERE id=?", (collection,))


def _free_path(connection: sqlite3.Connection, collection: int, file: FileOnDisk, taken: set[str]) -> str:
    """The relative path, or, when another folder's file has it, the same below the folder's name."""
    for path in (file.path, f"{file.root.name}/{file.path}", f"{file.root.as_posix().lstrip('/')}/{file.path}"):
        if path not in taken:
            row = connection.execute("SELECT 1 FROM document WHERE collection=? AND path=?", (collection, path))
            if row.fetchone() is None:
                return path
    raise AssertionError(f"{file.file} is already in the index")
