"""Documents whose text is nearly the same: recognised and linked, never dropped.

Knows: the sketches that ingest keeps (the smallest sentence hashes of each document).  Does not know: the texts.
"""

from __future__ import annotations

import sqlite3
from array import array

SHARED = 0.6
"""Share of the smaller sketch that two near-duplicates have in common."""
LEAST = 3
"""Fewer sentences than this prove nothing."""


def near_duplicates(connection: sqlite3.Connection, collection: int, document: int) -> tuple[str, ...]:
    """Paths of the documents that nearly repeat this one, the nearest first."""
    sketches = {
        identity: (path, frozenset(array("I", sketch)))
        for identity, path, sketch in connection.execute(
            "SELECT id, path, sketch FROM document WHERE collection=?", (collection,)
        )
    }
    _, own = sketches.pop(document)
    if len(own) < LEAST:
        return ()
    near: list[tuple[float, str]] = []
    for path, other in sketches.values():
        if len(other) >= LEAST:
            share = len(own & other) / min(len(own), len(other))
            if share >= SHARED:
                near.append((-share, path))
    return tuple(path for _, path in sorted(near))
