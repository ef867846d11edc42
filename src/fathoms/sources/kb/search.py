"""Ranks the passages of a collection for a question. Read this first: each step is one of the modules beside it.

    words (BM25) ─┐
                  ├─ mixed ─► documents named in the question ─► links followed ─► best first
    vectors ──────┘

Knows: the order of the steps and how scores are put together.  Does not know: the port or the faces.
"""

from __future__ import annotations

import bisect
import json
import math
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from fathoms.domain.knowledge import Filters, Found
from fathoms.sources.kb.expand import Neighbourhood, expanded, rare_in
from fathoms.sources.kb.filtering import Condition, condition
from fathoms.sources.kb.lexical import Asked, asked, best_passages, passage_count, passage_words
from fathoms.sources.kb.mentions import Names
from fathoms.sources.kb.prepare import title_path
from fathoms.text.words import is_spaceless, tokens

if TYPE_CHECKING:
    from fathoms.sources.kb.meaning import Meaning

POOL = 200
NAMED = 0.8
"""What a document gains when the question names it."""
NAMED_BASE = 0.3
COVERED = 0.6
"""Weight of the share of the question that a passage has, in scripts where one word is many bigrams."""


def ranked(
    connection: sqlite3.Connection,
    collection: int,
    text: str,
    *,
    names: Names,
    meaning: Meaning | None,
    limit: int,
    filters: Filters,
) -> dict[int, float]:
    """Chunk ids with a score in 0..1, best first."""
    only = condition(filters)
    question = asked(connection, collection, text)
    scores = _by_words(connection, collection, question, max(POOL, limit), only)
    if meaning is not None:
        scores = _scaled(meaning.mixed(connection, scores, max(POOL, limit), only, spaceless=is_spaceless(text)))
    scores = _named_first(connection, question, names, scores, only)
    hood = Neighbourhood(
        connection, collection, names, question, scores, rare_in(passage_count(connection, collection))
    )
    final = _scaled(_allowed(connection, expanded(scores, hood), scores, only))
    return {chunk: final[chunk] for chunk in sorted(final, key=lambda chunk: (-final[chunk], chunk))[:limit]}


def _by_words(
    connection: sqlite3.Connection, collection: int, question: Asked, limit: int, only: Condition
) -> dict[int, float]:
    scores = best_passages(connection, collection, question.weights, limit=limit, condition=only)
    if max(scores.values(), default=0.0) <= 0:  # every word stands in most passages: all that matched are equal
        return dict.fromkeys(scores, 0.5)
    scores = _scaled(scores)
    if not is_spaceless(question.text):
        return scores
    words = passage_words(connection, collection, scores)
    wanted = frozenset(question.weights)
    return _scaled(
        {chunk: score + COVERED * question.share(wanted & words[chunk][1]) for chunk, score in scores.items()}
    )


def _named_first(
    connection: sqlite3.Connection, question: Asked, names: Names, scores: Mapping[int, float], only: Condition
) -> dict[int, float]:
    """A document that the question names is most likely meant: its best passages gain, the first of them most."""
    gains: dict[int, float] = {}
    for mention in names.named(question.text):
        told = question.share(frozenset(tokens(mention.key)) & frozenset(question.weights))
        gain = NAMED * min(1.0, NAMED_BASE + told) / (1 + math.log(len(mention.documents))) ** 0.25
        for document in mention.documents:
            gains[document] = max(gains.get(document, 0.0), gain)
    raised = dict(scores)
    for document, chunks in _chunks_of(connection, gains, only).items():
        found = sorted((chunk for chunk in chunks if chunk in scores), key=lambda chunk: (-scores[chunk], chunk))
        for place, chunk in enumerate(found or chunks[:1], start=1):
            raised[chunk] = raised.get(chunk, 0.0) + gains[document] / place
    return _scaled(raised)


def _chunks_of(connection: sqlite3.Connection, documents: Iterable[int], only: Condition) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    rows = connection.execute(
        "SELECT document.id, chunk.id FROM json_each(?) AS wanted JOIN document ON document.id = wanted.value"
        f" JOIN chunk ON chunk.document = document.id WHERE 1 {only.where} ORDER BY chunk.id",
        (json.dumps(list(documents)), *only.values),
    )
    for document, chunk in rows:
        found.setdefault(document, []).append(chunk)
    return found


def _allowed(
    connection: sqlite3.Connection, reached: dict[int, float], scores: Mapping[int, float], only: Condition
) -> dict[int, float]:
    """Without what the filters exclude: links lead anywhere."""
    if not only.where:
        return reached
    new = [chunk for chunk in reached if chunk not in scores]
    rows = connection.execute(
        f"SELECT wanted.value FROM json_each(?) AS wanted {only.join('wanted.value')} WHERE 1 {only.where}",
        (json.dumps(new), *only.values),
    )
    kept = {chunk for (chunk,) in rows}
    return {chunk: score for chunk, score in reached.items() if chunk in scores or chunk in kept}


def _scaled(scores: Mapping[int, float]) -> dict[int, float]:
    """The same order with the best at 1."""
    best = max(scores.values(), default=0.0)
    return {chunk: score / best for chunk, score in scores.items()} if best > 0 else dict(scores)


def fetch(connection: sqlite3.Connection, scores: Mapping[int, float]) -> list[Found]:
    """The passages behind chunk ids, in the order given."""
    found = {found.chunk: found for found in _rows(connection, scores)}
    return [found[chunk] for chunk in scores if chunk in found]


def _rows(connection: sqlite3.Connection, scores: Mapping[int, float]) -> Iterable[Found]:
    rows = connection.execute(
        "SELECT chunk.id, document.id, collection.name, document.path, document.title, chunk.path, chunk.text,"
        " chunk.start, chunk.stop, document.dated, document.language, document.pages"
        " FROM json_each(?) AS wanted JOIN chunk ON chunk.id = wanted.value"
        " JOIN document ON document.id = chunk.document JOIN collection ON collection.id = document.collection",
        (json.dumps(list(scores)),),
    )
    for chunk, document, collection, path, title, headings, text, start, stop, dated, language, pages in rows:
        page = page_at(json.loads(pages), start)
        marks = (f"p. {page}",) if page else ()
        yield Found(
            chunk=chunk,
            document=document,
            collection=collection,
            path=path,
            title=title,
            title_path=(*title_path(title, tuple(headings.split("\n")) if headings else ()), *marks),
            text=text,
            start=start,
            end=stop,
            score=scores[chunk],
            dated=date.fromisoformat(dated) if dated else None,
            language=language,
            page=page,
        )


def page_at(starts: list[int], position: int) -> int | None:
    """The page on which an offset stands, counted from 1."""
    return bisect.bisect_right(starts, position) or None if starts else None
