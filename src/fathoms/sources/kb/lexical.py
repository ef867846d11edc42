"""Words: BM25 over one collection's index, and how much each word weighs there.

Knows: FTS5 and its vocabulary.  Does not know: links, vectors, what a document is.
"""

from __future__ import annotations

import json
import math
import re
import sqlite3
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from rapidfuzz import process
from rapidfuzz.distance import OSA

from fathoms.sources.kb import japanese
from fathoms.sources.kb.filtering import Condition
from fathoms.text.words import tokens

MOST_TERMS = 32
"""A longer query is cut to its rarest words: common ones cost most and tell least."""
LONG_TEXT = 500
"""From so many characters on, a question comes with a story: the words of its sentences that ask count, and of the
others only the rarest, half as many."""
_SENTENCE_END = re.compile(r"(?<=[.!?。！？\n])")
_ASKING_END = ("?", "？", "か。")
TITLE_WEIGHT = 1.0
GUESS_WEIGHT = 0.7
"""A word that stands in for a misspelt one counts less than a word that was written."""
_GUESSES = 2
SHORTEST_GUESSED = 4
LONG_WORD = 8
_MOST_COMPARED = 20_000


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
    total = passage_count(connection, collection)
    counts = passage_counts(connection, collection, wanted)
    return TermWeights(
        known={word: idf(total, counts[word]) if word in counts else 0.0 for word in wanted},
        default=idf(max(total, 1), 1),
    )


def idf(total: int, containing: int) -> float:
    """Never negative, also for a word that most passages have."""
    return math.log(1 + (total - containing + 0.5) / (containing + 0.5))


def passage_count(connection: sqlite3.Connection, collection: int) -> int:
    (total,) = connection.execute(f"SELECT count(*) FROM fts_{collection}_docsize").fetchone()
    return int(total)


def passage_counts(connection: sqlite3.Connection, collection: int, words: Collection[str]) -> dict[str, int]:
    """In how many passages each word occurs; a word that occurs nowhere is left out."""
    found: dict[str, int] = {}
    query = f"SELECT doc FROM vocab_{collection} WHERE term=?"
    for word in words:
        row = connection.execute(query, (word,)).fetchone()
        if row is not None:
            found[word] = row[0]
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question as the index sees it: the words to look for and what each is worth."""

    text: str
    weights: Mapping[str, float]
    total: float

    def share(self, words: Iterable[str]) -> float:
        """Which share of the question's weight these of its words carry."""
        return sum(self.weights[word] for word in words) / self.total if self.total else 0.0


def asked(connection: sqlite3.Connection, collection: int, text: str) -> Asked:
    """The rarest of the question's words that the collection has, with near words for those it has not."""
    words = list(dict.fromkeys(_query_words(connection, collection, text)))
    total = passage_count(connection, collection)
    counts = passage_counts(connection, collection, words)
    worth = dict.fromkeys(counts, 1.0)
    for word in words:
        if word not in counts:
            for guess, count in _near_words(connection, collection, word):
                counts.setdefault(guess, count)
                worth.setdefault(guess, GUESS_WEIGHT)
    kept = _kept(text, counts)
    weights = {word: worth[word] * idf(total, counts[word]) for word in kept}
    return Asked(text=text, weights=weights, total=sum(weights.values()))


def _kept(text: str, counts: Mapping[str, int]) -> list[str]:
    """The words that a query is made of, at most so many."""
    rarest = sorted(counts, key=lambda word: (counts[word], word))
    asking = set(tokens(_asking(text))).intersection(counts) if len(text) >= LONG_TEXT else set()
    if not asking:
        return rarest[:MOST_TERMS]
    first = [word for word in rarest if word in asking]
    story = [word for word in rarest if word not in asking]
    return [*first, *story[: max(1, len(first) // 2)]][:MOST_TERMS]


def _asking(text: str) -> str:
    """The sentences of a text that ask something."""
    return " ".join(sentence for sentence in _SENTENCE_END.split(text) if sentence.endswith(_ASKING_END))


def _query_words(connection: sqlite3.Connection, collection: int, text: str) -> list[str]:
    """The question's tokens; Japanese by its words where the whole collection was indexed by them."""
    found = tokens(text)
    if japanese.is_japanese(text) and japanese.available():
        (by_words,) = connection.execute("SELECT japanese_words FROM collection WHERE id=?", (collection,)).fetchone()
        if by_words:
            return [word for word in found if word.isascii()] + japanese.japanese_words(text)
    return found


def _near_words(connection: sqlite3.Connection, collection: int, word: str) -> list[tuple[str, int]]:
    """The commonest words of the collection that differ by a typing error; the first letter is trusted."""
    if len(word) < SHORTEST_GUESSED or not word.isalpha() or not word.isascii():
        return []
    rows = connection.execute(
        f"SELECT term, doc FROM vocab_{collection} WHERE term >= ? AND term < ? LIMIT ?",
        (word[0], chr(ord(word[0]) + 1), _MOST_COMPARED),
    )
    counts: dict[str, int] = dict(rows.fetchall())
    errors = 2 if len(word) >= LONG_WORD else 1
    near = process.extract(word, list(counts), scorer=OSA.distance, score_cutoff=errors, limit=20)
    ranked = sorted(near, key=lambda found: (found[1], -counts[found[0]], found[0]))
    return [(term, counts[term]) for term, _, _ in ranked[:_GUESSES]]


def best_passages(
    connection: sqlite3.Connection, collection: int, terms: Collection[str], *, limit: int, condition: Condition
) -> dict[int, float]:
    """BM25 of the best passages, best first; empty when no word occurs."""
    if not terms:
        return {}
    index = f"fts_{collection}"
    rows = connection.execute(
        f"SELECT {index}.rowid, -bm25({index}, {TITLE_WEIGHT}, 1.0) AS score FROM {index}"
        f" {condition.join(f'{index}.rowid')}"
        f" WHERE {index} MATCH ? {condition.where} ORDER BY score DESC, {index}.rowid LIMIT ?",
        (" OR ".join(f'"{term}"' for term in terms), *condition.values, limit),
    )
    return dict(rows.fetchall())


def passages_with(
    connection: sqlite3.Connection, collection: int, words: Collection[str], *, limit: int, column: str = ""
) -> list[int]:
    """Passages in which these words stand side by side, in index order, at most `limit`."""
    expression = f'"{" ".join(words)}"'
    rows = connection.execute(
        f"SELECT rowid FROM fts_{collection} WHERE fts_{collection} MATCH ? LIMIT ?",
        (f"{column} : {expression}" if column else expression, limit),
    )
    return [rowid for (rowid,) in rows]


def passage_words(
    connection: sqlite3.Connection, collection: int, chunks: Iterable[int]
) -> dict[int, tuple[frozenset[str], frozenset[str]]]:
    """The distinct words of passages: those of the title path, and all."""
    rows = connection.execute(
        f"SELECT fts.rowid, fts.title, fts.body FROM json_each(?) AS wanted"
        f" CROSS JOIN fts_{collection} AS fts ON fts.rowid = wanted.value",
        (json.dumps(list(chunks)),),
    )
    found = {}
    for chunk, title, body in rows:
        heading = frozenset(title.split())
        found[chunk] = heading, heading.union(body.split())
    return found
