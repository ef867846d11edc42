"""What each passage of a collection is about, as the mean of its words' vectors: near a question in other words, too.

Knows: that a rare word tells more than a common one, and how to keep what was made until the collection changes.
Does not know: any table of vectors; one is passed in.  Weights are the collection's own: in the rules of a company its
name is as common as "the".
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fathoms.ports.embedder import FloatArray
from fathoms.ports.token_vectors import TokenVectors
from fathoms.sources.kb.schema import writing
from fathoms.sources.kb.vectors import embedded_text

MOST_PASSAGES = 40_000
"""A larger collection is searched by its words alone: all of it is read again after each change."""
COMPARED = 60
"""The nearest passages, between the first and the last of which nearness runs from 1 to 0."""
_BATCH = 512


@dataclass(frozen=True, slots=True)
class Gist:
    chunks: NDArray[np.int64]
    rows: NDArray[np.float16]
    weights: FloatArray
    """How much each token of the table tells in this collection."""

    def near(self, question: str, vectors: TokenVectors) -> dict[int, float]:
        """The passages nearest to a question, nearest first, each with its nearness between 0 and 1."""
        if not len(self.chunks):
            return {}
        (tokens,) = vectors.tokens([question])
        asked = _mean(tokens, vectors.table, self.weights)
        cosines = np.vecdot(self.rows.astype(np.float32), asked)
        nearest = np.argsort(-cosines, kind="stable")[:COMPARED]
        high, low = cosines[nearest[0]], cosines[nearest[-1]]
        scale = max(float(high - low), 1e-6)
        return {int(self.chunks[place]): float(cosines[place] - low) / scale for place in nearest}


def gist_of(connection: sqlite3.Connection, collection: int, vectors: TokenVectors) -> Gist | None:
    """As it was kept since the last change, or made now. None for a collection that is too large."""
    (generation,) = connection.execute("SELECT generation FROM collection WHERE id=?", (collection,)).fetchone()
    kept = connection.execute(
        "SELECT chunks, vectors, weights FROM gist WHERE collection=? AND generation=? AND made_with=?",
        (collection, generation, vectors.id),
    ).fetchone()
    if kept is not None:
        return _unpacked(*kept, dimensions=vectors.table.shape[1])
    rows = connection.execute(
        "SELECT chunk.id, document.title, chunk.path, chunk.text FROM document"
        " JOIN chunk ON chunk.document = document.id WHERE document.collection=? ORDER BY chunk.id LIMIT ?",
        (collection, MOST_PASSAGES + 1),
    ).fetchall()
    if len(rows) > MOST_PASSAGES:
        return None
    texts = [embedded_text(title, tuple(path.split("\n")) if path else (), text) for _, title, path, text in rows]
    made = _made([chunk for chunk, *_ in rows], texts, vectors)
    packed = (made.chunks.tobytes(), made.rows.tobytes(), made.weights.tobytes())
    with writing(connection):
        connection.execute(
            "INSERT OR REPLACE INTO gist (collection, generation, made_with, chunks, vectors, weights)"
            " VALUES (?,?,?,?,?,?)",
            (collection, generation, vectors.id, *packed),
        )
    return made


def _made(chunks: Sequence[int], texts: Sequence[str], vectors: TokenVectors) -> Gist:
    tokens = [
        found for start in range(0, len(texts), _BATCH) for found in vectors.tokens(texts[start : start + _BATCH])
    ]
    size, dimensions = vectors.table.shape
    holding = np.zeros(size, dtype=np.float32)
    for found in tokens:
        holding[np.unique(found)] += 1
    weights = np.log1p((len(texts) - holding + 0.5) / (holding + 0.5)).astype(np.float32)
    rows = np.zeros((len(texts), dimensions), dtype=np.float16)
    for place, found in enumerate(tokens):
        rows[place] = _mean(found, vectors.table, weights)
    return Gist(np.array(chunks, dtype=np.int64), rows, weights)


def _mean(tokens: NDArray[np.uint16], table: FloatArray, weights: FloatArray) -> FloatArray:
    """Of unit length; of a text without a known token nothing."""
    whole = weights[tokens] @ table[tokens] if len(tokens) else np.zeros(table.shape[1], dtype=np.float32)
    length = float(np.linalg.norm(whole))
    return (whole / length if length else whole).astype(np.float32)


def _unpacked(chunks: bytes, vectors: bytes, weights: bytes, *, dimensions: int) -> Gist:
    return Gist(
        np.frombuffer(chunks, dtype=np.int64),
        np.frombuffer(vectors, dtype=np.float16).reshape(-1, dimensions),
        np.frombuffer(weights, dtype=np.float32),
    )
