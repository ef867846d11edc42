"""Figures that differ: two documents that seem to give different numbers for one thing.

Knows: which claims are held against which.  Does not know: when two figures clash (`engine/evidence/disagreement.py`),
nor which of the two is right.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import lru_cache

from fathoms.domain.thread import ConflictClaim
from fathoms.engine.evidence.disagreement import Saying, clashes, sayings
from fathoms.text.figures import measures


@dataclass(frozen=True, slots=True)
class Claimed:
    """Words from one document that may hold a figure."""

    reference: str
    """What a conflict names it by: a quote, or the id of a known fact."""
    document: str
    text: str
    dated: date | None = None


def figures_that_differ(new: Sequence[Claimed], known: Sequence[Claimed]) -> tuple[ConflictClaim, ...]:
    """Pairs of different documents that say the same of one thing with another number."""
    found: dict[tuple[str, str], ConflictClaim] = {}
    for index, left in enumerate(new):
        for right in (*new[index + 1 :], *known):
            pair = (left.reference, right.reference)
            if left.document == right.document or pair in found:
                continue
            for mine, theirs in clashes(_sayings(left), _sayings(right), one_period=True)[:1]:
                found[pair] = ConflictClaim(
                    about=mine.clause,
                    left=left.reference,
                    right=right.reference,
                    left_says=mine.figure.said,
                    right_says=theirs.figure.said,
                )
    return tuple(found.values())


@lru_cache(maxsize=5_000)
def _sayings(claimed: Claimed) -> tuple[Saying, ...]:
    return sayings(claimed.text, document=claimed.document, title="", dated=claimed.dated)


@lru_cache(maxsize=5_000)
def values(text: str) -> frozenset[tuple[Decimal, str]]:
    """The figures of a text, each with what it measures or counts, to tell two texts apart."""
    return frozenset((figure.base, figure.kind) for figure in measures(text))
