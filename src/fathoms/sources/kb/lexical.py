"""Words: BM25 over one collection's index, and how much each word weighs there.

Knows: FTS5 and its vocabulary.  Does not know: links, vectors, documents.
"""

from __future__ import annotations

import math
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from fathoms.engine.words import tokens

MOST_TERMS = 24
"""A longer query is cut to its rarest words: common ones cost most and tell least."""
TITLE_WEIGHT = 1.0
_VARIABLES = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class TermWeights:
    """Idf of words in one collection. A word that occurs nowhere weighs 0 in `known`."""

    known: Mapping[str, float]
    default: float
    """The weight of a word that occurs in one passage."""

    def of(self, word: str) -> float:
        """What a word is worth when it must be covered: one that occurs nowhere is as rare as can be."""
        return self.known.get(word) or self.default


def term_weights(connection: sqlite3.Connection, collection: int, words: Iterable[str]) -> TermWeights:
    wanted = sorted(set(words))
    (total,) = connection.execute(f"SELECT count(*) FROM fts_{collection}_docsize").fetchone()
    counts = document_counts(connection, collection, wanted)
    return TermWeights(
        known={word: idf(total, counts[word]) if word in counts else 0.0 for word in wanted},
        default=idf(max(total, 1), 1),
    )


def idf(total: int, containing: int) -> float:
    """Never negative, also for a word that most passages have."""
    return math.log(1 + (total - containing + 0.5) / (containing + 0.5))


def document_counts(connection: sqlite3.Connection, collection: int, words: Collection[str]) -> dict[str, int]:
    """In how many passages each word occurs; a word that occurs nowhere is left out."""
    found: dict[str, int] = {}
    query = f"SELECT doc FROM vocab_{collection} WHERE term=?"
    for word in words:
        row = connection.execute(query, (word,)).fetchone()
        if row is not None:
            found[word] = row[0]
    return found


def query_terms(connection: sqlite3.Connection, collection: int, text: str) -> tuple[str, ...]:
    """The words to search for: those the collection has, the rarest when there are too many."""
    counted = Counter(tokens(text))
    counts = document_counts(connection, collection, counted)
    ranked = sorted(counts, key=lambda word: (counts[word], word))
    return tuple(ranked[:MOST_TERMS])


def best_passages(
    connection: sqlite3.Connection, collection: int, terms: Collection[str], limit: int
) -> dict[int, float]:
    """BM25 of the best passages, best first; empty when no word occurs."""
    if not terms:
        return {}
    rows = connection.execute(
        f"SELECT rowid, -bm25(fts_{collection}, {TITLE_WEIGHT}, 1.0) AS score FROM fts_{collection}"
        f" WHERE fts_{collection} MATCH ? ORDER BY score DESC, rowid LIMIT ?",
        (any_of(terms), limit),
    )
    return dict(rows.fetchall())


def any_of(terms: Iterable[str]) -> str:
    """An FTS5 expression: passages with at least one of the terms."""
    return " OR ".join(f'"{term}"' for term in terms)
