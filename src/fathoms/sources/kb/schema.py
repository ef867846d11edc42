"""The SQLite file: its tables, how it is opened, and what its errors mean to the user.

Knows: SQL definitions, pragmas, the schema version.  Does not know: what the rows are used for.

Each collection has an FTS5 table of its own (`fts_<id>`), so that its term weights are its own and no other
collection slows its searches down. The text in it is tokenised by `text/words.py`; FTS5 only splits at spaces.
"""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fathoms.errors import ChooseHome, HomeError
from fathoms.ports.wal import into_wal

VERSION = 8
_OLDEST = 6
"""The oldest file that is brought up to date, or, where it may only be read, read as it is."""
BUSY_SECONDS = 60.0

_FIRST = """
CREATE TABLE collection (
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
  generation INTEGER NOT NULL DEFAULT 0,
  embedder INTEGER REFERENCES embedder,
  japanese_words INTEGER NOT NULL DEFAULT 1
);
CREATE TABLE embedder (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, dimensions INTEGER NOT NULL);
CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL);
INSERT INTO counter VALUES ('document', 0), ('chunk', 0);
CREATE TABLE document (
  id INTEGER PRIMARY KEY, collection INTEGER NOT NULL REFERENCES collection,
  path TEXT NOT NULL, root TEXT NOT NULL, relative TEXT NOT NULL,
  size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, sha256 TEXT NOT NULL,
  format TEXT NOT NULL, title TEXT NOT NULL, dated TEXT, language TEXT NOT NULL,
  author TEXT NOT NULL, words INTEGER NOT NULL, chunks INTEGER NOT NULL, pages TEXT NOT NULL,
  note TEXT NOT NULL, ingested_at TEXT NOT NULL,
  sketch BLOB NOT NULL,
  UNIQUE (collection, path)
);
CREATE INDEX document_file ON document (collection, root, relative);
CREATE TABLE name (
  document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE, collection INTEGER NOT NULL, key TEXT NOT NULL
);
CREATE INDEX name_document ON name (document);
CREATE INDEX name_collection ON name (collection, key, document);
CREATE TABLE document_text (document INTEGER PRIMARY KEY REFERENCES document ON DELETE CASCADE, text TEXT NOT NULL);
CREATE TABLE chunk (
  id INTEGER PRIMARY KEY, document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
  start INTEGER NOT NULL, stop INTEGER NOT NULL, path TEXT NOT NULL, text TEXT NOT NULL
);
CREATE INDEX chunk_document ON chunk (document);
CREATE TABLE vector (
  collection INTEGER NOT NULL, embedder INTEGER NOT NULL REFERENCES embedder,
  chunk INTEGER NOT NULL REFERENCES chunk ON DELETE CASCADE, data BLOB NOT NULL,
  PRIMARY KEY (collection, embedder, chunk)
) WITHOUT ROWID;
CREATE INDEX vector_chunk ON vector (chunk);
CREATE TABLE heading (
  document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
  start INTEGER NOT NULL, stop INTEGER NOT NULL, level INTEGER NOT NULL, text TEXT NOT NULL
);
CREATE INDEX heading_document ON heading (document);
CREATE TABLE link (
  chunk INTEGER NOT NULL REFERENCES chunk ON DELETE CASCADE, anchor TEXT NOT NULL, target TEXT NOT NULL
);
CREATE INDEX link_chunk ON link (chunk);
CREATE TABLE alias (
  document INTEGER NOT NULL REFERENCES document ON DELETE CASCADE,
  collection INTEGER NOT NULL, long TEXT NOT NULL, short TEXT NOT NULL
);
CREATE INDEX alias_document ON alias (document);
CREATE INDEX alias_short ON alias (collection, short);
"""
_SINCE_7 = """
CREATE TABLE unread (
  collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
  root TEXT NOT NULL, relative TEXT NOT NULL, reason TEXT NOT NULL, remedy TEXT NOT NULL, fault INTEGER NOT NULL,
  PRIMARY KEY (collection, root, relative)
);
CREATE TABLE holder (
  collection INTEGER NOT NULL REFERENCES collection ON DELETE CASCADE,
  root TEXT NOT NULL, relative TEXT NOT NULL, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL,
  PRIMARY KEY (collection, root, relative)
)
"""
"""Files that were not read; files that hold documents and were read to their end."""
_SINCE_8 = """
CREATE TABLE gist (
  collection INTEGER PRIMARY KEY REFERENCES collection ON DELETE CASCADE,
  generation INTEGER NOT NULL, made_with TEXT NOT NULL,
  chunks BLOB NOT NULL, vectors BLOB NOT NULL, weights BLOB NOT NULL
)
"""
"""What passages are about, as it was made at the collection's last change."""
_TABLES = {_OLDEST: _FIRST, 7: _SINCE_7, 8: _SINCE_8}
"""What came with each version; a new file gets all of it."""


_PRAGMAS = ("foreign_keys=ON", "cache_size=-65536", "temp_store=MEMORY")
_WRITING = ("synchronous=NORMAL", "wal_autocheckpoint=8000")


def connect(path: Path, read_only: str = "") -> sqlite3.Connection:
    """Open the file for one thread, making it when it is not there. Raises HomeError.

    `read_only` is the SQLite address to open instead where the file may only be read.
    """
    with explained(path):
        if not read_only:
            path.parent.mkdir(parents=True, exist_ok=True)
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))  # what SQLite puts beside it takes after it
        connection = sqlite3.connect(
            read_only or path,
            uri=bool(read_only),
            timeout=BUSY_SECONDS,
            isolation_level=None,
            check_same_thread=False,
        )
        if not read_only:
            into_wal(connection, seconds=BUSY_SECONDS)
        for pragma in (*_PRAGMAS, *(() if read_only else _WRITING)):
            connection.execute(f"PRAGMA {pragma}")
        _prepare(connection, path, may_write=not read_only)
        return connection


def _prepare(connection: sqlite3.Connection, path: Path, *, may_write: bool) -> None:
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if version == VERSION or (_OLDEST <= version < VERSION and not may_write):
        return
    if 0 < version < _OLDEST:
        raise HomeError(f"{str(path)!r} was written by an older Fathoms; move it away and ingest again")
    if version > VERSION:
        raise HomeError(f"{str(path)!r} was written by a newer Fathoms (format {version}); update Fathoms")
    with writing(connection):
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version == VERSION:  # another process was faster
            return
        for since, tables in _TABLES.items():
            if version < since:
                for statement in tables.split(";"):
                    connection.execute(statement)
        connection.execute(f"PRAGMA user_version={VERSION}")


def make_index(connection: sqlite3.Connection, collection: int) -> None:
    """The search index of a new collection."""
    connection.execute(
        f"CREATE VIRTUAL TABLE fts_{collection} USING fts5(title, body, tokenize=\"ascii tokenchars '.,''’-_'\")"
    )
    connection.execute(f"CREATE VIRTUAL TABLE vocab_{collection} USING fts5vocab(fts_{collection}, row)")


def drop_index(connection: sqlite3.Connection, collection: int) -> None:
    connection.execute(f"DROP TABLE IF EXISTS vocab_{collection}")
    connection.execute(f"DROP TABLE IF EXISTS fts_{collection}")


@contextmanager
def writing(connection: sqlite3.Connection) -> Iterator[None]:
    """One write transaction. The lock is taken at its start, so two writers queue instead of failing half way."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:  # SQLite has already rolled back when the disk is full
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


@contextmanager
def reading(connection: sqlite3.Connection) -> Iterator[None]:
    """One snapshot for several reads."""
    connection.execute("BEGIN")
    try:
        yield
    finally:
        connection.execute("ROLLBACK")


@contextmanager
def explained(path: Path) -> Iterator[None]:
    """SQLite's failures as errors that say what to do."""
    try:
        yield
    except sqlite3.OperationalError as exc:
        text = str(exc)
        if "full" in text:
            raise HomeError(f"no space left for {str(path)!r}; free some and ingest again") from exc
        if "readonly" in text or "unable to open" in text:
            raise HomeError(f"cannot write {str(path)!r}: {text}", next_step=ChooseHome()) from exc
        if "locked" in text:
            raise HomeError(
                f"{str(path)!r} stayed locked for {BUSY_SECONDS:.0f} s by another process; try again"
            ) from exc
        raise
    except sqlite3.DatabaseError as exc:
        if "not a database" in str(exc) or "malformed" in str(exc):
            raise HomeError(f"{str(path)!r} is damaged ({exc}); move it away and ingest again") from exc
        raise
    except OSError as exc:
        if exc.errno == errno.ENOSPC:
            raise HomeError(f"no space left for {str(path)!r}; free some and ingest again") from exc
        raise HomeError(f"cannot use {str(path)!r}: {exc.strerror or exc}") from exc
