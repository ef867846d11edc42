"""Vectors of the parts of words, so that a passage can be told near a question that says it in other words.

What an embedder does with a network of many layers, at a thousandth of the cost: a table is looked up. Opening one
raises `UsageError` for what the caller can mend and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from fathoms.ports.embedder import FloatArray

if TYPE_CHECKING:  # numpy comes with the table; without one nothing here needs it
    import numpy as np
    from numpy.typing import NDArray


class TokenVectors(Protocol):
    id: str
    """Names one table: what is made of two of them is never compared."""
    table: FloatArray
    """One row per token."""

    def tokens(self, texts: Sequence[str]) -> Sequence[NDArray[np.uint16]]:
        """The rows that each text is made of, in order. Safe to call from several threads."""
        ...
