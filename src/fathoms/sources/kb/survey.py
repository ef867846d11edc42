"""What a collection says about itself, made for one question.

Knows: counts, headings near the question, mined aliases, term weights.  Does not know: who plans with it.
"""

from __future__ import annotations

import re
import sqlite3
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rapidfuzz import process
from rapidfuzz.distance import OSA

from fathoms.domain.knowledge import CollectionStats, Found
from fathoms.domain.survey import Alias, Heading
from fathoms.sources.kb.lexical import LONG_WORD, SHORTEST_GUESSED, TermWeights, passage_counts
from fathoms.sources.kb.names import camel_splits
from fathoms.sources.kb.urls import passage_url
from fathoms.text.words import STOP_WORDS, content_words, covered_share, fold, tokens

PROBED = 30
"""Passages looked at for a question."""
NEAREST = 5
"""Passages whose words may stand for misspelt ones of the question."""
NEAR_DOCUMENTS = 8
MOST_HEADINGS = 60
MOST_ALIASES = 40
MOST_TOPICS = 12
MOST_FOLDERS = 12
MOST_TITLES, LEAST_TITLES = 40, 4
"""Titles of documents in all, and at least of each folder."""
_TOPIC_WORD = re.compile(r"[^\W\d_][\w'’-]{2,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Described:
    """A collection as it looks from one question."""

    stats: CollectionStats
    topics: tuple[str, ...]
    tree: tuple[str, ...]
    headings: tuple[Heading, ...]
    spellings: tuple[tuple[str, str], ...]
    aliases: tuple[Alias, ...]
    relevance: float
    weights: TermWeights


def spellings(
    connection: sqlite3.Connection, collection: int, question: str, hits: Sequence[Found]
) -> tuple[tuple[str, str], ...]:
    """Words of the question that no passage has, each with one of the nearest passages that is nearly the same. A name
    stands for a name; the first letter is trusted."""
    words = {word: token for word in _TOPIC_WORD.findall(question) for token in tokens(word)}
    known = passage_counts(connection, collection, list(words.values()))
    there = {word for hit in hits[:NEAREST] for word in _TOPIC_WORD.findall(f"{hit.title} {hit.text}")}
    written = {word.lower(): word for word in sorted(there)}
    found: list[tuple[str, str]] = []
    for word in (word for word, token in words.items() if token not in known and len(word) >= SHORTEST_GUESSED):
        errors = 2 if len(word) >= LONG_WORD else 1
        near = process.extractOne(word.lower(), sorted(written), scorer=OSA.distance, score_cutoff=errors)
        meant = written[near[0]] if near else ""
        if near and near[0][0] == word[0].lower() and (meant[0].isupper() or not word[0].isupper()):
            found.append((word, meant if word[0].isupper() else meant.lower()))
    return tuple(found)


def near_headings(connection: sqlite3.Connection, hits: Sequence[Found]) -> tuple[Heading, ...]:
    """The headings of the documents nearest the question, nearest document first."""
    found: list[Heading] = []
    for hit in _one_per_document(hits)[:NEAR_DOCUMENTS]:
        rows = connection.execute(
            "SELECT text, start, stop FROM heading WHERE document=? ORDER BY start", (hit.document,)
        )
        for text, start, stop in rows:
            if text != hit.title:
                found.append(
                    Heading(text=text, document=hit.title, url=passage_url(hit.collection, hit.path, start, stop))
                )
    return tuple(found[:MOST_HEADINGS])


def mined_aliases(
    connection: sqlite3.Connection, collection: int, question: str, hits: Sequence[Found]
) -> tuple[Alias, ...]:
    """Pairs of names that the question uses or that its nearest documents introduce."""
    asked = content_words(question)
    folded = fold(question)
    pairs: Counter[tuple[str, str]] = Counter()
    for long, short, count in connection.execute(
        "SELECT long, short, count(*) FROM alias WHERE collection=? GROUP BY long, short", (collection,)
    ):
        if fold(short) in asked or re.search(rf"\b{re.escape(fold(short))}\b", folded) or content_words(long) <= asked:
            pairs[long, short] += 1_000 + count
    near = [hit.document for hit in _one_per_document(hits)[:NEAR_DOCUMENTS]]
    for document in near:
        for long, short in connection.execute("SELECT long, short FROM alias WHERE document=?", (document,)):
            pairs[long, short] += 10
    for hit in hits:
        for long, short in camel_splits(hit.text):
            pairs[long, short] += 1
    return tuple(Alias(long=long, short=short) for (long, short), _ in pairs.most_common(MOST_ALIASES))


def relevance(question: str, hits: Sequence[Found], weights: TermWeights) -> float:
    """The probe of SPEC §5 without an embedder: the share of the question that the best passage covers."""
    asked = content_words(question)
    known = {word: weights.of(word) for word in asked}
    return max(
        (
            covered_share(asked, content_words("\n".join((*hit.title_path, hit.text))), known, weights.default)
            for hit in hits
        ),
        default=0.0,
    )


def topics(connection: sqlite3.Connection, collection: int) -> tuple[str, ...]:
    """Words and pairs of words that most titles and headings share: what the collection is about."""
    counts: Counter[str] = Counter()
    rows = connection.execute(
        "SELECT document.id, document.title FROM document WHERE collection=:c"
        " UNION ALL SELECT document.id, heading.text FROM heading JOIN document ON document.id = heading.document"
        " WHERE document.collection=:c",
        {"c": collection},
    )
    seen: set[tuple[int, str]] = set()
    for document, title in rows:
        for phrase in _phrases(title):
            if (document, phrase.casefold()) not in seen:
                seen.add((document, phrase.casefold()))
                counts[phrase] += 2 if " " in phrase else 1
    chosen: list[str] = []
    for phrase, _ in counts.most_common():
        if not any(phrase.casefold() in other.casefold() or other.casefold() in phrase.casefold() for other in chosen):
            chosen.append(phrase)
        if len(chosen) == MOST_TOPICS:
            break
    return tuple(chosen)


def tree(connection: sqlite3.Connection, collection: int) -> tuple[str, ...]:
    """The folders, largest first, each with how much it holds and the titles of its largest documents."""
    folders = connection.execute(
        "SELECT substr(relative, 1, instr(relative, '/')) AS folder, count(*), sum(words) FROM document"
        " WHERE collection=? GROUP BY folder ORDER BY 3 DESC, folder LIMIT ?",
        (collection, MOST_FOLDERS),
    ).fetchall()
    most = max(LEAST_TITLES, MOST_TITLES // max(1, len(folders)))
    lines: list[str] = []
    for folder, documents, words in folders:
        titles = connection.execute(
            "SELECT title FROM document WHERE collection=? AND substr(relative, 1, instr(relative, '/'))=?"
            " ORDER BY words DESC, relative LIMIT ?",
            (collection, folder, most),
        )
        named = "; ".join(dict.fromkeys(title for (title,) in titles))
        lines.append(f"{folder or './'} ({documents:,} documents, {words:,} words): {named}")
    return tuple(lines)


def _phrases(title: str) -> list[str]:
    words = list(_TOPIC_WORD.findall(title))
    kept = [word for word in words if word.casefold() not in STOP_WORDS]
    pairs = [f"{a} {b}" for a, b in pairwise(words) if a in kept and b in kept]
    return kept + pairs


def _one_per_document(hits: Sequence[Found]) -> list[Found]:
    """The best hit of each document, nearest document first."""
    best: dict[int, Found] = {}
    for hit in hits:
        best.setdefault(hit.document, hit)
    return list(best.values())
