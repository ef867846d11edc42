"""Follows the links from good passages to the passages that complete them.

A question with several hops is rarely answered by one passage: the first names the bridge, the second says the rest.
From the best passages we follow, for two rounds, the documents they name or link to, the passages that name them,
and the passages that share a rare name with them. A neighbour is worth more when it covers the words of the question
that the passages before it left open. All of it is found through the index at hand: cost depends on the number of hops,
not on the size of the collection.

Knows: passages, names, links.  Does not know: files, vectors, the port.

Measured on top of this, personalised PageRank over the same neighbourhood gained nothing (R@5 -0.9 to +0.5 points), so
there is none.
"""

from __future__ import annotations

import json
import posixpath
import sqlite3
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from fathoms.sources.kb.lexical import Asked, passage_words, passages_with
from fathoms.sources.kb.mentions import Names
from fathoms.sources.kb.names import phrase, proper_names, title_key
from fathoms.text.words import content_words, fold

ROUNDS = 2
SOURCES = 4
"""Best passages that are followed in each round."""
LOSS = 0.95
KEEP, CONTEXT, OPEN_WORDS = 0.5, 0.1, 0.4
"""Of its source's score, what a neighbour gets for being linked, for the words around the mention, for what it adds."""
OWN = 0.4
"""Share of its own score that a neighbour keeps."""
NAMED_BY, SHARED, BESIDE = 0.75, 0.8, 0.7
"""A passage that names the source, or shares a rare name with it, is a weaker neighbour than one the source names."""
RARE_SHARE, LEAST_RARE, MOST_RARE = 0.02, 4, 40
HUB = 8
"""Times the rare number, after which mentions of a name are not counted any further."""
MOST_NAMES, MOST_SHARED, MOST_NAMING = 12, 60, 15
_WINDOW = 8
_CONTEXT_GAIN = 1.5


class Edge(NamedTuple):
    target: int
    strength: float
    context: float


@dataclass(frozen=True, slots=True)
class _Passage:
    document: int
    path: str
    title: str
    text: str


@dataclass(slots=True)
class Neighbourhood:
    """The passages around a question's best hits, loaded as they are reached."""

    connection: sqlite3.Connection
    collection: int
    names: Names
    asked: Asked
    own: Mapping[int, float]
    """Scores before any link was followed."""
    rare: int
    """A name in more passages than this joins nothing in particular."""
    _strength: dict[str, float] = field(default_factory=dict)
    _words: dict[int, tuple[frozenset[str], frozenset[str]]] = field(default_factory=dict)
    _passages: dict[int, _Passage] = field(default_factory=dict)
    _chosen: dict[int, tuple[int, ...]] = field(default_factory=dict)

    def open_words(self, chunk: int, covered: frozenset[str]) -> frozenset[str]:
        """The question's words that neither this passage nor those before it have."""
        return frozenset(self.asked.weights) - covered - self._words[chunk][1]

    def all_words(self, chunk: int) -> frozenset[str]:
        return self._words[chunk][1]

    def load_words(self, chunks: Iterable[int]) -> None:
        missing = [chunk for chunk in chunks if chunk not in self._words]
        if missing:
            self._words.update(passage_words(self.connection, self.collection, missing))

    def load(self, chunks: Iterable[int]) -> None:
        """Texts and places of passages that are about to be followed."""
        missing = [chunk for chunk in chunks if chunk not in self._passages]
        rows = self.connection.execute(
            "SELECT chunk.id, document.id, document.path, document.title, chunk.text FROM json_each(?) AS wanted"
            " JOIN chunk ON chunk.id = wanted.value JOIN document ON document.id = chunk.document",
            (json.dumps(missing),),
        )
        self._passages.update((chunk, _Passage(*rest)) for chunk, *rest in rows)
        self.load_words(missing)

    def edges(self, chunk: int) -> list[Edge]:
        """Everything one step away from a passage."""
        return [
            *self._named(chunk),
            *self._linked(chunk),
            *self._naming(chunk),
            *self._sharing(chunk),
            *self._beside(chunk),
        ]

    def _named(self, chunk: int) -> Iterable[Edge]:
        """Documents that the passage names."""
        passage = self._passages[chunk]
        words, mentions = self.names.mentioned(passage.text)
        namesakes = frozenset(self.names.documents.get(title_key(passage.title), (passage.document,)))
        best: dict[int, tuple[float, str]] = {}
        for mention in mentions:
            around = words[max(0, mention.start - _WINDOW) : mention.start] + words[mention.end : mention.end + _WINDOW]
            context = self._context(chunk, " ".join(around))
            for document in mention.documents:
                if document not in namesakes:
                    best[document] = max(best.get(document, (0.0, "")), (context, mention.key))
        for document, (context, key) in best.items():
            strength = self._distinct(key)
            yield from (Edge(target, strength, context) for target in self._passages_of(document))

    def _distinct(self, key: str) -> float:
        """1 for a name in few passages; a name that stands everywhere links nothing in particular."""
        if key not in self._strength:
            words = phrase(key)
            count = len(passages_with(self.connection, self.collection, words, limit=HUB * self.rare)) if words else 0
            self._strength[key] = min(1.0, (self.rare / max(count, 1)) ** 0.5)
        return self._strength[key]

    def _linked(self, chunk: int) -> Iterable[Edge]:
        """Documents that the passage links to, in Markdown or HTML."""
        passage = self._passages[chunk]
        rows = self.connection.execute("SELECT anchor, target FROM link WHERE chunk=?", (chunk,)).fetchall()
        for anchor, target in rows:
            at = max(0, passage.text.find(anchor))
            context = self._context(chunk, passage.text[max(0, at - 60) : at + len(anchor) + 60])
            for document in self._resolved(passage, target):
                yield from (Edge(found, 1.0, context) for found in self._passages_of(document))

    def _naming(self, chunk: int) -> Iterable[Edge]:
        """Passages that name the passage's document."""
        words = phrase(title_key(self._passages[chunk].title))
        if words:
            for found in passages_with(self.connection, self.collection, words, limit=MOST_NAMING, column="body"):
                if found != chunk:
                    yield Edge(found, NAMED_BY, 0.0)

    def _sharing(self, chunk: int) -> Iterable[Edge]:
        """Passages that share a rare name with the passage, the rarest names first."""
        asked = frozenset(self.asked.weights)
        shared: list[list[int]] = []
        for name in proper_names(self._passages[chunk].text):
            words = phrase(name)
            if words and not asked.issuperset(words):
                found = passages_with(self.connection, self.collection, words, limit=self.rare + 1)
                if 1 < len(found) <= self.rare:
                    shared.append(found)
        left = MOST_SHARED
        for found in sorted(shared, key=len)[:MOST_NAMES]:
            left -= len(found)
            if left < 0:
                break
            strength = SHARED * min(1.0, (5 / len(found)) ** 0.25)
            yield from (Edge(target, strength, 0.0) for target in found if target != chunk)

    def _beside(self, chunk: int) -> Iterable[Edge]:
        """The passages before and after it in its document."""
        if BESIDE:
            rows = self.connection.execute(
                "SELECT id FROM chunk WHERE id IN (?,?) AND document=?",
                (chunk - 1, chunk + 1, self._passages[chunk].document),
            )
            yield from (Edge(found, BESIDE, 0.0) for (found,) in rows)

    def _context(self, chunk: int, around: str) -> float:
        """How much of the question, beyond the passage's own title, stands around a mention."""
        asked = frozenset(self.asked.weights) - self._words[chunk][0]
        total = self.asked.share(asked)
        return min(1.0, _CONTEXT_GAIN * self.asked.share(asked & content_words(around)) / total) if total else 0.0

    def _passages_of(self, document: int) -> tuple[int, ...]:
        """A document's best passage for the question, or its first when none was found."""
        if document not in self._chosen:
            first, last = self.connection.execute(
                "SELECT min(id), max(id) FROM chunk WHERE document=?", (document,)
            ).fetchone()
            if first is None:
                self._chosen[document] = ()
            else:
                best = max(range(first, last + 1), key=lambda chunk: (self.own.get(chunk, 0.0), -chunk))
                self._chosen[document] = (best,)
        return self._chosen[document]

    def _resolved(self, passage: _Passage, target: str) -> Iterable[int]:
        """The documents of this collection behind a link target: a path, or a name in [[brackets]]."""
        parts = urlsplit(target)
        if parts.scheme or parts.netloc or not parts.path:
            return ()
        path = posixpath.normpath(posixpath.join(posixpath.dirname(passage.path), unquote(parts.path)))
        rows = self.connection.execute(
            "SELECT id FROM document WHERE collection=? AND path=?", (self.collection, path)
        ).fetchall()
        return [document for (document,) in rows] or self.names.documents.get(title_key(fold(target)), ())


def rare_in(passages: int) -> int:
    """How many passages of a collection may share a name that is still rare in it."""
    return round(min(max(RARE_SHARE * passages, LEAST_RARE), MOST_RARE))


def expanded(scores: Mapping[int, float], hood: Neighbourhood) -> dict[int, float]:
    """The scores after following links; no passage loses by it."""
    current = dict(scores)
    covered: dict[int, frozenset[str]] = {}
    followed: set[int] = set()
    for _round in range(ROUNDS):
        sources = [chunk for chunk in _best(current, SOURCES) if chunk not in followed]
        if not sources:
            break
        followed.update(sources)
        hood.load(sources)
        found = {source: hood.edges(source) for source in sources}
        hood.load_words(edge.target for edges in found.values() for edge in edges)
        gained = dict(current)
        for source, edges in found.items():
            before = covered.get(source, frozenset()) | hood.all_words(source)
            missing = hood.open_words(source, before)
            total = hood.asked.share(missing)
            for target, strength, context in edges:
                adds = hood.asked.share(missing & hood.all_words(target)) / total if total else 0.0
                worth = LOSS * current[source] * strength * (KEEP + CONTEXT * context + OPEN_WORDS * adds)
                worth += OWN * scores.get(target, 0.0)
                if worth > gained.get(target, 0.0):
                    gained[target] = worth
                    covered[target] = before
        current = gained
    return current


def _best(scores: Mapping[int, float], count: int) -> list[int]:
    return sorted(scores, key=lambda chunk: (-scores[chunk], chunk))[:count]
