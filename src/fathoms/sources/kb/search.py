"""Ranks the passages of a collection for a question.

Knows: the order of the steps.  Does not know: the port or the faces.
"""

from __future__ import annotations

import bisect
import json
import sqlite3
from collections.abc import Iterable, Mapping
from datetime import date

from fathoms.sources.kb.ingest import title_path
from fathoms.sources.kb.lexical import best_passages, query_terms
from fathoms.sources.kb.values import Filters, Found

POOL = 200


def ranked(
    connection: sqlite3.Connection, collection: int, text: str, *, limit: int, filters: Filters
) -> dict[int, float]:
    """Chunk ids with a score in 0..1, best first."""
    terms = query_terms(connection, collection, text)
    scores = best_passages(connection, collection, terms, max(POOL, limit))
    best = max(scores.values(), default=0.0)
    if best <= 0:  # every word stands in most passages: all that matched are equal
        return dict.fromkeys(scores, 0.5)
    return {chunk: score / best for chunk, score in scores.items()}


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
