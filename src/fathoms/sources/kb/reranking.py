"""The best of what was found by words and by what passages are about, put first by a reranker that reads question and
passage together.

Knows: how its scores and the search's are put together.  Does not know: any reranker.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from fathoms.domain.knowledge import Found
from fathoms.ports.reranker import Reranker
from fathoms.text.language import language_of
from fathoms.text.pieces import pieces_of, shown, windows

POOL = 16
"""Passages of the search that are read again: each costs a tenth of a second."""
NEAR = 8
"""Passages that are read beside them for what they are about: an answer in other words than the question's."""
MIX = 0.7
"""Weight of the reranker beside the search, for all but the first: that one is the reranker's own choice."""
SEARCHED = 2
"""What the search put first has its place right after so many others, whatever the reranker thinks of it."""


def reranked(
    question: str, found: Sequence[Found], near: Sequence[Found], reranker: Reranker, *, limit: int
) -> tuple[Found, ...]:
    """The best `limit` passages; in their old order where the reranker does not speak the question's language."""
    pool = list(found[:POOL])
    if len(pool) < 2 or not (reranker.multilingual or _in_english(question, pool)):
        return tuple(found[:limit])
    searched, close = {one.chunk: one.score for one in pool}, {one.chunk: one.score for one in near}
    pool += [one for one in near if one.chunk not in searched][:NEAR]
    read = reranker.score(question, [" › ".join(one.title_path) + "\n" + one.text for one in pool])
    low, high = min(read), max(read)
    even = [(score - low) / (high - low) if high > low else 1.0 for score in read]
    mixed = [
        MIX * share + (1 - MIX) * max(searched.get(one.chunk, 0.0), close.get(one.chunk, 0.0))
        for share, one in zip(even, pool, strict=True)
    ]
    first = even.index(1.0)
    others = sorted((at for at in range(len(pool)) if at != first), key=lambda at: (-mixed[at], at))
    if first and others.index(0) >= SEARCHED:
        mixed[0] = math.nextafter(mixed[others[SEARCHED - 1]], 1.0)
    order = sorted(range(len(pool)), key=lambda at: (at != first, -mixed[at], at))[:limit]
    return tuple(
        replace(
            pool[at],
            score=1.0 if at == first else min(mixed[at], 0.99),
            answers=None if reranker.answers_from is None else read[at] >= reranker.answers_from,
            focus=_focus(question, pool[at], reranker) if at == first else None,
        )
        for at in order
    )


def _focus(question: str, found: Found, reranker: Reranker) -> tuple[int, int] | None:
    """The part of a passage that answers best in few words, as a span of the document; None where it is all short."""
    pieces = pieces_of(found.text)
    parts = list(windows(pieces))
    if len(parts) < 2:
        return None
    path = " › ".join(found.title_path)
    read = reranker.score(question, [f"{path}\n{shown(pieces, part)}" for part in parts])
    best = parts[max(range(len(parts)), key=lambda at: read[at])]
    return found.start + pieces[best[0]].start, found.start + pieces[best[-1]].end


def _in_english(question: str, pool: Sequence[Found]) -> bool:
    """Whether question and passages are in English; where nothing says otherwise, they are."""
    foreign = sum(one.language not in ("en", "") for one in pool)
    return language_of(question) == "en" and 2 * foreign < len(pool)
