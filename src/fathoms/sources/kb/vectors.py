"""Vectors: passages found by what they mean. Exact search over float16 rows; no index to build or to lose.

Knows: one matrix per collection and embedder, and how to fill it, resume filling it, and replace it.
Does not know: any embedder; one is passed in.

A collection is searched with the vectors of one embedder, the one it was last filled with completely. Filling with
another one goes on beside it, batch by batch, and takes over when its last vector is there.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fathoms.domain.knowledge import EMBEDDING, OnProgress, Progress
from fathoms.ports.embedder import Embedder, FloatArray
from fathoms.sources.kb.prepare import title_path
from fathoms.sources.kb.schema import writing

BATCH = 256
"""Passages that an embedder gets at once: enough to sort them by length, few enough to lose."""
_MANY = 256
"""More passages than this take long enough that one wants to know how long."""
_TRIED = 16
"""Passages that are embedded before all others, to tell how long the others will take."""
_FIRST = 2
"""Of these, how many are not timed: the first call of a model is slow."""
_BLOCK = 65_536
_FLOAT32_ROWS = 250_000
"""More vectors than this are kept as float16 and widened block by block: half the memory, about four times the time."""

Passage = tuple[int, str]
"""Its chunk, and what an embedder reads of it."""


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of a collection, by chunk id in ascending order."""

    embedder: str
    chunks: NDArray[np.int64]
    rows: NDArray[np.float32] | NDArray[np.float16]

    @classmethod
    def load(cls, connection: sqlite3.Connection, collection: int) -> Vectors | None:
        """Those that serve searches; None when the collection has none."""
        row = connection.execute(
            "SELECT embedder.id, embedder.name, dimensions FROM collection"
            " JOIN embedder ON embedder.id = collection.embedder WHERE collection.id=?",
            (collection,),
        ).fetchone()
        if row is None:
            return None
        identity, name, dimensions = row
        chunks: list[int] = []
        blob = bytearray()
        for chunk, data in connection.execute(
            "SELECT chunk, data FROM vector WHERE collection=? AND embedder=? ORDER BY chunk", (collection, identity)
        ):
            chunks.append(chunk)
            blob += data
        rows = np.frombuffer(blob, dtype=np.float16).reshape(len(chunks), dimensions)
        return cls(
            name,
            np.array(chunks, dtype=np.int64),
            rows.astype(np.float32) if len(chunks) <= _FLOAT32_ROWS else rows,
        )

    def similarities(self, question: FloatArray) -> FloatArray:
        """The cosine of every passage with the question."""
        # vecdot stays on one core; `@` takes all of them, and waits for them, for a few milliseconds of work.
        out = np.empty(len(self.chunks), dtype=np.float32)
        for start in range(0, len(out), _BLOCK):
            block = self.rows[start : start + _BLOCK]
            np.vecdot(block.astype(np.float32, copy=False), question, out=out[start : start + _BLOCK])
        return out


def fill(
    connection: sqlite3.Connection,
    collection: int,
    embedder: Embedder,
    *,
    progress: OnProgress | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> int:
    """Give every passage that lacks one its vector, then let searches use them. Returns how many were made.

    Safe to break off at any moment: what was made is kept, and the next call goes on from there.
    """
    identity = _embedder_id(connection, embedder)
    total = _missing_count(connection, collection, identity)
    done = 0

    def embedded(batch: Sequence[Passage]) -> None:
        nonlocal done
        rows = embedder.embed([text for _, text in batch]).astype(np.float16)
        with writing(connection):
            connection.executemany(
                "INSERT OR IGNORE INTO vector (collection, embedder, chunk, data)"
                " SELECT ?, ?, id, ? FROM chunk WHERE id=?",
                ((collection, identity, row.tobytes(), chunk) for (chunk, _), row in zip(batch, rows, strict=True)),
            )
        done += len(batch)

    def tell(seconds: float) -> None:
        if progress is not None:
            progress(
                Progress(
                    done=done,
                    total=max(total, done),
                    bytes_done=0,
                    bytes_total=0,
                    seconds=seconds,
                    current=embedder.name,
                    stage=EMBEDDING,
                )
            )

    if total > _MANY and not stop():
        tried = _from_all_over(connection, collection, identity)
        embedded(tried[:_FIRST])
        began = time.monotonic()
        embedded(tried[_FIRST:])
        tell((time.monotonic() - began) * len(tried) / (len(tried) - _FIRST))
    started = time.monotonic()
    before = done
    for batch in _missing(connection, collection, identity):
        if stop():
            return done
        embedded(batch)
        # As if those that were tried had gone as fast: the rate is that of the batches.
        tell((time.monotonic() - started) * done / (done - before))
    _take_over(connection, collection, identity)
    return done


def embedded_text(title: str, headings: tuple[str, ...], text: str) -> str:
    """What an embedder reads of a passage: where it stands, and what it says."""
    return "\n".join((*title_path(title, headings), text))


def _embedder_id(connection: sqlite3.Connection, embedder: Embedder) -> int:
    with writing(connection):
        connection.execute(
            "INSERT OR IGNORE INTO embedder (name, dimensions) VALUES (?,?)", (embedder.id, embedder.dimensions)
        )
        (identity,) = connection.execute("SELECT id FROM embedder WHERE name=?", (embedder.id,)).fetchone()
    return int(identity)


_LACKING = (
    # CROSS: passages in their order, so that a batch costs the same at the end of a large collection as at its start
    " FROM chunk CROSS JOIN document ON document.id = chunk.document"
    " LEFT JOIN vector ON vector.collection = document.collection AND vector.embedder = ? AND vector.chunk = chunk.id"
    " WHERE document.collection = ? AND vector.chunk IS NULL"
)


def _missing_count(connection: sqlite3.Connection, collection: int, embedder: int) -> int:
    (count,) = connection.execute(f"SELECT count(*) {_LACKING}", (embedder, collection)).fetchone()
    return int(count)


def _missing(connection: sqlite3.Connection, collection: int, embedder: int) -> Iterator[Sequence[Passage]]:
    """Passages without a vector, in batches, each read when it is wanted: nothing is held meanwhile."""
    last = 0
    while batch := _after(connection, collection, embedder, last, BATCH):
        last = batch[-1][0]
        yield batch


def _from_all_over(connection: sqlite3.Connection, collection: int, embedder: int) -> Sequence[Passage]:
    """A few passages without a vector, as far apart as may be: they are as long and as short as all are."""
    first, last = connection.execute(
        f"SELECT min(chunk.id), max(chunk.id) {_LACKING}", (embedder, collection)
    ).fetchone()
    step = (last - first) / (_TRIED - 1)
    apart = (_after(connection, collection, embedder, first + int(n * step) - 1, 1) for n in range(_TRIED))
    found = dict(passage for one in apart for passage in one)
    found |= dict(_after(connection, collection, embedder, 0, _TRIED))  # where they lie in heaps
    return tuple(found.items())[:_TRIED]


def _after(connection: sqlite3.Connection, collection: int, embedder: int, chunk: int, most: int) -> Sequence[Passage]:
    """The next passages without a vector, in their order."""
    rows = connection.execute(
        f"SELECT chunk.id, document.title, chunk.path, chunk.text {_LACKING}"
        " AND chunk.id > ? ORDER BY chunk.id LIMIT ?",
        (embedder, collection, chunk, most),
    ).fetchall()
    return [
        (identity, embedded_text(title, tuple(path.split("\n")) if path else (), text))
        for identity, title, path, text in rows
    ]


def _take_over(connection: sqlite3.Connection, collection: int, embedder: int) -> None:
    """Searches use these vectors from now on. Those of the embedder before are dropped; those of one that is still
    being filled beside it stay."""
    with writing(connection):
        connection.execute(
            "DELETE FROM vector WHERE collection=:c AND embedder<>:e"
            " AND embedder=(SELECT embedder FROM collection WHERE id=:c)",
            {"c": collection, "e": embedder},
        )
        connection.execute(
            "UPDATE collection SET embedder=?, generation=generation+1 WHERE id=?", (embedder, collection)
        )
