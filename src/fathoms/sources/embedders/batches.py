"""Rows in and rows out: texts made safe to send, grouped by length; vectors checked and brought to length 1.

Knows: numpy.  Does not know: any model.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import ArrayLike

from fathoms.errors import BadAnswer
from fathoms.ports.embedder import FloatArray


def encodable(text: str, *, most_characters: int) -> str:
    """The beginning of a text, with what no encoder accepts (lone surrogates, from broken files) replaced."""
    return text[:most_characters].encode("utf-8", "replace").decode("utf-8")


def by_length(lengths: Sequence[int], *, most_rows: int, most_cells: int) -> Iterator[list[int]]:
    """Positions in groups of similar length: little padding, and never more cells than fit the cache.

    A row longer than `most_cells` is a group of its own.
    """
    group: list[int] = []
    for position in sorted(range(len(lengths)), key=lengths.__getitem__):
        if group and (len(group) == most_rows or (len(group) + 1) * lengths[position] > most_cells):
            yield group
            group = []
        group.append(position)
    if group:
        yield group


def unit_rows(vectors: ArrayLike, *, provider: str) -> FloatArray:
    """The vectors as float32 rows of length 1; a row that has no direction is a bad answer."""
    rows = np.asarray(vectors, dtype=np.float64)
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    if not np.all(np.isfinite(lengths) & (lengths > 0)):
        raise BadAnswer("an embedding is zero or not finite", provider=provider)
    units: FloatArray = (rows / lengths).astype(np.float32)
    return units
