"""A question by what it means, mixed with the words that were found. Loaded only where there is an embedder.

Knows: vectors, and how their nearness and the score by words make one score.  Does not know: any embedder, or links.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from fathoms.ports.embedder import FloatArray
from fathoms.sources.kb.filtering import Condition

SHARE = 0.5
"""Share of the vectors in a score; the words have the rest."""
SPACELESS_LANGUAGES = frozenset(("ja", "km", "lo", "my", "th", "zh"))


@dataclass(frozen=True, slots=True)
class Meaning:
    """How near each passage that has a vector is to a question."""

    chunks: NDArray[np.int64]
    near: FloatArray
    """The cosine of each with the question."""
    multilingual: bool = False
    """Whether a passage in another language lies near a question that it answers."""

    def nearest(self) -> float:
        """The relevance probe of SPEC §5: the cosine of the best passage with the question."""
        return min(1.0, max(0.0, float(self.near.max()))) if len(self.near) else 0.0

    def mixed(
        self,
        connection: sqlite3.Connection,
        scores: Mapping[int, float],
        limit: int,
        only: Condition,
        *,
        spaceless: bool,
    ) -> dict[int, float]:
        """Words and meaning, each between 0 and 1. A passage without a vector yet is judged by its words alone; one in
        another script, which cannot share a word with the question, by its meaning."""
        chunks, near = self.chunks, self.near
        if not len(chunks):
            return dict(scores)
        low, high = float(near.min()), float(near.max())
        near = (near - low) / max(high - low, 1e-6)
        if only.where:
            near = np.where(np.isin(chunks, _allowed(connection, only)), near, -1.0)
        top = np.argpartition(-near, min(limit, len(near)) - 1)[:limit]
        pool = {int(chunks[place]) for place in top if near[place] >= 0} | set(scores)
        wanted = np.fromiter(sorted(pool), dtype=np.int64)
        places = np.minimum(np.searchsorted(chunks, wanted), len(chunks) - 1)
        other_script = _in_other_script(connection, pool, spaceless=spaceless) if self.multilingual else frozenset()
        mixed: dict[int, float] = {}
        for chunk, place in zip(wanted.tolist(), places.tolist(), strict=True):
            by_words = scores.get(chunk, 0.0)
            by_meaning = float(near[place]) if chunks[place] == chunk else by_words
            if chunk in other_script:
                by_words = max(by_words, by_meaning)
            mixed[chunk] = (1 - SHARE) * by_words + SHARE * by_meaning
        return mixed


def _in_other_script(connection: sqlite3.Connection, chunks: Iterable[int], *, spaceless: bool) -> frozenset[int]:
    """Those whose documents are written with spaces where the question is not, or the other way round."""
    rows = connection.execute(
        "SELECT chunk.id, document.language FROM json_each(?) AS wanted JOIN chunk ON chunk.id = wanted.value"
        " JOIN document ON document.id = chunk.document WHERE document.language <> ''",
        (json.dumps(list(chunks)),),
    )
    return frozenset(chunk for chunk, language in rows if (language in SPACELESS_LANGUAGES) is not spaceless)


def _allowed(connection: sqlite3.Connection, only: Condition) -> NDArray[np.int64]:
    """The passages that the filters leave."""
    rows = connection.execute(
        f"SELECT chunk.id FROM document JOIN chunk ON chunk.document = document.id WHERE 1 {only.where}", only.values
    )
    return np.fromiter((chunk for (chunk,) in rows), dtype=np.int64)
