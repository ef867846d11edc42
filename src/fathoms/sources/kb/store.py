"""The knowledge base: one SQLite file with the user's documents, and the verbs on it.

Knows: connections, collections, who calls whom.  Does not know: how each verb works; every one has a module.
Blocking; on an event loop call it in one of its own few `threads`. Each thread gets a connection of its own.
"""

from __future__ import annotations

import difflib
import hashlib
import json
import sqlite3
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import date, datetime
from itertools import islice
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Self

from fathoms.domain.knowledge import (
    DEFAULT_COLLECTION,
    MAX_FILE_BYTES,
    CollectionStats,
    Document,
    DocumentRow,
    Filters,
    Found,
    IngestResult,
    OnProgress,
    UnreadFile,
)
from fathoms.errors import AddCollection, ListKnowledge, UsageError
from fathoms.ports.embedder import Embedder
from fathoms.ports.token_vectors import TokenVectors
from fathoms.sources.kb import survey as surveying
from fathoms.sources.kb.caches import Caches
from fathoms.sources.kb.duplicates import near_duplicates
from fathoms.sources.kb.ingest import ingest
from fathoms.sources.kb.lexical import TermWeights, term_weights
from fathoms.sources.kb.schema import connect, drop_index, explained, reading, writing
from fathoms.sources.kb.search import fetch, ranked
from fathoms.sources.kb.survey import Described
from fathoms.sources.kb.unread import unread_files
from fathoms.sources.kb.write import remove_documents
from fathoms.text.words import tokens

if TYPE_CHECKING:
    from fathoms.sources.kb.gist import Gist
    from fathoms.sources.kb.meaning import Meaning

_ROW = (
    "document.id, collection.name, path, title, format, words, chunks, dated, language, author, ingested_at,"
    " root, relative, size, sha256, note"
)
_SEARCHES_AT_ONCE = 4
"""Searching is work for a core, and the connection of each thread keeps some of the file in memory."""


class KnowledgeBase:
    """A context manager; `with KnowledgeBase(home / "kb.db") as kb: kb.ingest([folder])`."""

    def __init__(
        self,
        path: Path,
        *,
        embedder: Embedder | None = None,
        reopen: Callable[[str], Embedder | None] = lambda _: None,
        token_vectors: Callable[[], TokenVectors | None] = lambda: None,
        read_only: str = "",
    ) -> None:
        """Passages get vectors of `embedder`. `reopen` finds, by its id, the one that older vectors were made with.
        `token_vectors` is opened when what passages are about is first asked for.

        `read_only` is the SQLite address to look at where the file cannot be written.
        """
        self.path = path
        self._read_only = read_only
        self._embedder = embedder
        self._reopen = reopen
        self._token_vectors = token_vectors
        self._local = threading.local()
        self._lock = threading.Lock()
        self._open: list[sqlite3.Connection] = []
        self._closed = False
        self._caches = Caches(self._gist)
        self._file: tuple[int, int] | None = None
        self.threads = ThreadPoolExecutor(_SEARCHES_AT_ONCE, thread_name_prefix="kb")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections of all threads, after what they are at."""
        self.threads.shutdown(cancel_futures=True)
        with self._lock:
            self._closed = True
            for connection in self._open:
                connection.close()
            self._open.clear()

    # --- changing it ------------------------------------------------------------------------------------------

    def ingest(
        self,
        paths: Sequence[Path | str],
        *,
        collection: str = DEFAULT_COLLECTION,
        progress: OnProgress | None = None,
        max_bytes: int = MAX_FILE_BYTES,
    ) -> IngestResult:
        """Bring a collection up to date with folders, files or globs. Raises UsageError or HomeError.

        A file that cannot be read is listed in the result with its reason and the rest goes on. New passages get
        vectors of the embedder that serves the collection, so that all of it is found the same way; `embed` changes it.
        """
        with self._connection() as connection:
            result = ingest(
                connection,
                [Path(path) for path in paths],
                collection=collection,
                max_bytes=max_bytes,
                progress=progress,
            )
            serving = self._serving(connection, self._collection_id(connection, collection)) or self._embedder
            if serving is not None:
                self._fill(connection, collection, serving, progress=progress)
        return result

    def embed(
        self,
        *,
        collection: str = DEFAULT_COLLECTION,
        progress: OnProgress | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> int:
        """Give passages that lack one a vector of this knowledge base's embedder; returns how many were made.

        Can take long and can be broken off at any moment; the next call goes on from there. Meanwhile searches use
        the vectors that were complete before. Raises ProviderError when the embedder fails.
        """
        if self._embedder is None:
            raise UsageError("no embedder is chosen; name one in the settings")
        with self._connection() as connection:
            return self._fill(connection, collection, self._embedder, progress=progress, stop=stop)

    def wants_embedding(self, collection: str = DEFAULT_COLLECTION) -> bool:
        """Whether searches still use the vectors of another embedder than the chosen one, or none."""
        return self._embedder is not None and self.stats(collection)[0].embedder != self._embedder.id

    def remove(self, *, collection: str = DEFAULT_COLLECTION, path: str | None = None) -> int:
        """Remove one document, or the whole collection when no path is given; returns how many documents went."""
        with self._connection() as connection:
            identity = self._collection_id(connection, collection)
            if path is not None:
                document = self._document_id(connection, identity, collection, path)
                return remove_documents(connection, identity, [document])
            with writing(connection):
                gone = connection.execute("DELETE FROM document WHERE collection=?", (identity,)).rowcount
                connection.execute("DELETE FROM unread WHERE collection=?", (identity,))
                connection.execute("DELETE FROM holder WHERE collection=?", (identity,))
                connection.execute("DELETE FROM collection WHERE id=?", (identity,))
                drop_index(connection, identity)
            return gone

    # --- looking at it ----------------------------------------------------------------------------------------

    def search(
        self, text: str, *, collection: str | None = None, limit: int = 10, filters: Filters | None = None
    ) -> tuple[Found, ...]:
        """The passages that answer best, best first; in all collections when none is named."""
        with self._connection() as connection, reading(connection):
            names = [collection] if collection is not None else list(self._collections(connection))
            found: list[Found] = []
            for name in names:
                identity = self._collection_id(connection, name)
                meaning = self._meaning(connection, identity, text)
                scores = self._ranked(connection, identity, text, limit, filters or Filters(), meaning)
                found += fetch(connection, scores)
            found.sort(key=lambda hit: -hit.score)
            return tuple(found[:limit])

    def nearest(self, text: str, *, collection: str, limit: int) -> tuple[Found, ...]:
        """The passages that are about the same, nearest first, whatever words they use. None where an embedder finds
        them, where nothing may be written, or without a table of token vectors."""
        vectors = self._token_vectors() if self._embedder is None and not self._read_only else None
        if vectors is None:
            return ()
        with self._connection() as connection:
            identity = self._collection_id(connection, collection)
            gist = self._caches.gist.get(connection, identity)
            near = gist.near(text, vectors) if gist is not None else {}
            return tuple(fetch(connection, dict(islice(near.items(), limit))))

    def survey(self, question: str, *, collection: str = DEFAULT_COLLECTION) -> Described:
        """The collection as it looks from this question: cheap, made before planning."""
        with self._connection() as connection, reading(connection):
            identity = self._collection_id(connection, collection)
            meaning = self._meaning(connection, identity, question)
            scores = self._ranked(connection, identity, question, surveying.PROBED, Filters(), meaning)
            hits = fetch(connection, scores)
            weights = term_weights(connection, identity, tokens(question))
            return Described(
                stats=self._stats(connection, collection),
                topics=surveying.topics(connection, identity),
                tree=surveying.tree(connection, identity),
                headings=surveying.near_headings(connection, hits),
                spellings=surveying.spellings(connection, identity, question, hits),
                aliases=surveying.mined_aliases(connection, identity, question, hits),
                relevance=meaning.nearest() if meaning else surveying.relevance(question, hits, weights),
                weights=weights,
            )

    def weights(self, words: Sequence[str], *, collection: str = DEFAULT_COLLECTION) -> TermWeights:
        """How much each word tells in this collection."""
        with self._connection() as connection:
            return term_weights(connection, self._collection_id(connection, collection), words)

    def collections(self) -> tuple[str, ...]:
        """The names of all collections."""
        with self._connection() as connection:
            return tuple(self._collections(connection))

    def state(self, collection: str = DEFAULT_COLLECTION) -> str:
        """A fingerprint of the collection: the same as long as its documents are."""
        with self._connection() as connection, reading(connection):
            identity = self._collection_id(connection, collection)
            chosen = "SELECT path, sha256 FROM document WHERE collection=? ORDER BY path"
            listed = "\n".join(f"{path} {digest}" for path, digest in connection.execute(chosen, (identity,)))
            return hashlib.sha256(listed.encode()).hexdigest()[:16]

    def documents(self, collection: str = DEFAULT_COLLECTION) -> tuple[DocumentRow, ...]:
        """All documents of a collection, by path."""
        with self._connection() as connection:
            identity = self._collection_id(connection, collection)
            rows = connection.execute(
                f"SELECT {_ROW} FROM document JOIN collection ON collection.id = document.collection"
                " WHERE document.collection=? ORDER BY path",
                (identity,),
            )
            return tuple(_document_row(row) for row in rows)

    def unread(self, collection: str = DEFAULT_COLLECTION) -> tuple[UnreadFile, ...]:
        """The files of its folders that are not searched, with the reason and what would help."""
        with self._connection() as connection:
            return unread_files(connection, self._collection_id(connection, collection))

    def show(self, path: str, *, collection: str = DEFAULT_COLLECTION) -> Document:
        """One document with its stored text. Raises UsageError with near names."""
        with self._connection() as connection, reading(connection):
            identity = self._collection_id(connection, collection)
            document = self._document_id(connection, identity, collection, path)
            row = connection.execute(
                f"SELECT {_ROW} FROM document JOIN collection ON collection.id = document.collection"
                " WHERE document.id=?",
                (document,),
            ).fetchone()
            (text,) = connection.execute("SELECT text FROM document_text WHERE document=?", (document,)).fetchone()
            (sheets,) = connection.execute("SELECT pages FROM document WHERE id=?", (document,)).fetchone()
            headings = connection.execute("SELECT text FROM heading WHERE document=? ORDER BY start", (document,))
            return Document(
                row=_document_row(row),
                text=text,
                headings=tuple(heading for (heading,) in headings),
                near_duplicates=near_duplicates(connection, identity, document),
                sheets=tuple(json.loads(sheets)),
            )

    def stats(self, collection: str | None = None) -> tuple[CollectionStats, ...]:
        """Size and contents of one collection or of all."""
        with self._connection() as connection, reading(connection):
            names = [collection] if collection is not None else list(self._collections(connection))
            return tuple(self._stats(connection, name) for name in names)

    # --- below ------------------------------------------------------------------------------------------------

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection; SQLite's failures come out as errors that say what to do."""
        connection: sqlite3.Connection | None = getattr(self._local, "connection", None)
        if connection is None or self._local.file != _on_disk(self.path):
            connection = self._connected(replacing=connection)
        with explained(self.path):
            yield connection

    def _connected(self, replacing: sqlite3.Connection | None) -> sqlite3.Connection:
        """Another file may have taken the place of the one that was opened; nothing kept in memory is of that one."""
        connection = connect(self.path, self._read_only)
        file = _on_disk(self.path)
        with self._lock:
            if self._closed:
                connection.close()
                raise UsageError("this knowledge base is closed")
            if replacing is not None:
                self._open.remove(replacing)
                replacing.close()
            if file != self._file:
                self._file, self._caches = file, Caches(self._gist)
            self._open.append(connection)
        self._local.connection, self._local.file = connection, file
        return connection

    def _ranked(
        self,
        connection: sqlite3.Connection,
        collection: int,
        text: str,
        limit: int,
        filters: Filters,
        meaning: Meaning | None,
    ) -> dict[int, float]:
        return ranked(
            connection,
            collection,
            text,
            names=self._caches.names.get(connection, collection),
            meaning=meaning,
            limit=limit,
            filters=filters,
        )

    def _meaning(self, connection: sqlite3.Connection, collection: int, text: str) -> Meaning | None:
        """The question as a vector, when the collection has vectors and we have their embedder."""
        if self._embedder is None:
            return None
        vectors = self._caches.vectors.get(connection, collection)
        embedder = self._known(vectors.embedder) if vectors is not None else None
        if vectors is None or embedder is None:
            return None
        from fathoms.sources.kb.meaning import Meaning  # needs numpy, which comes with the embedders

        near = vectors.similarities(embedder.embed([text])[0])
        return Meaning(vectors.chunks, near, multilingual=embedder.multilingual)

    def _gist(self, connection: sqlite3.Connection, collection: int) -> Gist | None:
        from fathoms.sources.kb.gist import gist_of  # needs numpy, which comes with the table

        vectors = self._token_vectors()
        return gist_of(connection, collection, vectors) if vectors is not None else None

    def _serving(self, connection: sqlite3.Connection, collection: int) -> Embedder | None:
        """The embedder whose vectors searches of this collection use, as far as we can still open it."""
        if self._embedder is None:
            return None
        row = connection.execute(
            "SELECT embedder.name FROM collection JOIN embedder ON embedder.id = collection.embedder"
            " WHERE collection.id=?",
            (collection,),
        ).fetchone()
        return self._known(row[0]) if row else None

    def _known(self, identity: str) -> Embedder | None:
        if self._embedder is not None and self._embedder.id == identity:
            return self._embedder
        return self._reopen(identity)

    def _fill(
        self,
        connection: sqlite3.Connection,
        collection: str,
        embedder: Embedder,
        *,
        progress: OnProgress | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> int:
        from fathoms.sources.kb.vectors import fill  # needs numpy, which comes with the embedders

        return fill(connection, self._collection_id(connection, collection), embedder, progress=progress, stop=stop)

    def _collections(self, connection: sqlite3.Connection) -> dict[str, int]:
        return dict(connection.execute("SELECT name, id FROM collection ORDER BY name").fetchall())

    def _collection_id(self, connection: sqlite3.Connection, name: str) -> int:
        known = self._collections(connection)
        if name not in known:
            near = difflib.get_close_matches(name, known, n=3)
            raise UsageError(f"no collection {name!r}{_nearest(near)}", next_step=None if near else AddCollection())
        return known[name]

    def _document_id(self, connection: sqlite3.Connection, collection_id: int, collection: str, path: str) -> int:
        row = connection.execute(
            "SELECT id FROM document WHERE collection=? AND path=?", (collection_id, path)
        ).fetchone()
        if row is None:
            paths = [
                known
                for (known,) in connection.execute("SELECT path FROM document WHERE collection=?", (collection_id,))
            ]
            near = difflib.get_close_matches(path, paths, n=3, cutoff=0.5)
            raise UsageError(
                f"no document {path!r} in collection {collection!r}{_nearest(near)}",
                next_step=None if near else ListKnowledge(),
            )
        return int(row[0])

    def _stats(self, connection: sqlite3.Connection, name: str) -> CollectionStats:
        identity = self._collection_id(connection, name)

        def counted(column: str) -> tuple[tuple[str, int], ...]:
            rows = connection.execute(
                f"SELECT {column}, count(*) AS n FROM document WHERE collection=? GROUP BY 1 ORDER BY n DESC, 1",
                (identity,),
            )
            return tuple((value, n) for value, n in rows if value)

        documents, chunks, words, dated, first, last = connection.execute(
            "SELECT count(*), coalesce(sum(chunks), 0), coalesce(sum(words), 0), count(dated), min(dated), max(dated)"
            " FROM document WHERE collection=?",
            (identity,),
        ).fetchone()
        embedder, embedded = connection.execute(
            "SELECT max(embedder.name), count(vector.chunk) FROM collection"
            " LEFT JOIN embedder ON embedder.id = collection.embedder"
            " LEFT JOIN vector ON vector.collection = collection.id AND vector.embedder = embedder.id"
            " WHERE collection.id=?",
            (identity,),
        ).fetchone()
        return CollectionStats(
            name=name,
            documents=documents,
            chunks=chunks,
            words=words,
            languages=counted("language"),
            formats=counted("format"),
            dated=dated,
            first_date=date.fromisoformat(first) if first else None,
            last_date=date.fromisoformat(last) if last else None,
            embedder=embedder or "",
            embedded=embedded,
        )


def _nearest(near: Sequence[str]) -> str:
    return f"; did you mean {', '.join(map(repr, near))}?" if near else ""


def _document_row(row: Sequence[str | int | None]) -> DocumentRow:
    (
        identity,
        collection,
        path,
        title,
        format_,
        words,
        chunks,
        dated,
        language,
        author,
        ingested_at,
        root,
        relative,
        size,
        sha256,
        note,
    ) = row
    return DocumentRow(
        id=int(identity or 0),
        collection=str(collection),
        path=str(path),
        title=str(title),
        format=str(format_),
        words=int(words or 0),
        chunks=int(chunks or 0),
        dated=date.fromisoformat(str(dated)) if dated else None,
        language=str(language),
        author=str(author),
        ingested_at=datetime.fromisoformat(str(ingested_at)),
        file=Path(str(root), str(relative)) if root else None,
        size=int(size or 0),
        sha256=str(sha256),
        note=str(note),
    )


def _on_disk(path: Path) -> tuple[int, int] | None:
    """Which file stands there now."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino
