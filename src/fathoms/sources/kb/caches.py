"""What searches keep in memory between two changes of a collection: its documents' names, its vectors, its gist.

Knows: generations; every change of a collection counts one up.  Does not know: how either is used.
"""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from fathoms.sources.kb.mentions import Names

if TYPE_CHECKING:
    from fathoms.sources.kb.gist import Gist
    from fathoms.sources.kb.vectors import Vectors

T = TypeVar("T")


class _ByGeneration(Generic[T]):
    """One value per collection, made again when the collection has changed."""

    def __init__(self, load: Callable[[sqlite3.Connection, int], T]) -> None:
        self._load = load
        self._lock = threading.Lock()
        self._known: dict[int, tuple[int, T]] = {}

    def get(self, connection: sqlite3.Connection, collection: int) -> T:
        (generation,) = connection.execute("SELECT generation FROM collection WHERE id=?", (collection,)).fetchone()
        with self._lock:  # two searches at once do not load the same thing twice
            known = self._known.get(collection)
            if known is None or known[0] != generation:
                known = (generation, self._load(connection, collection))
                self._known[collection] = known
            return known[1]


def _load_vectors(connection: sqlite3.Connection, collection: int) -> Vectors | None:
    from fathoms.sources.kb.vectors import Vectors  # needs numpy, which comes with the embedders

    return Vectors.load(connection, collection)


class Caches:
    """Shared by all threads of a knowledge base."""

    def __init__(self, gist: Callable[[sqlite3.Connection, int], Gist | None]) -> None:
        self.gist: _ByGeneration[Gist | None] = _ByGeneration(gist)
        self.names: _ByGeneration[Names] = _ByGeneration(Names.load)
        self.vectors: _ByGeneration[Vectors | None] = _ByGeneration(_load_vectors)
