"""The best of what was found by words and by what passages are about, put first by a reranker that reads question and
passage together.

Knows: how its scores and the search's are put together.  Does not know: any reranker.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fathoms.domain.knowledge import Found
from fathoms.ports.reranker import Reranker
from fathoms.text.language import language_of
from fathoms.text.pieces import ANSWER_WORDS, pieces_of, shown, windows

POOL = 16
"""Passages of the search that are read again: each costs a tenth of a second."""
NEAR = 8
"""Passages that are read beside them for what they are about: an answer in other words than the question's."""
MIX = 0.7
"""Weight of the reranker beside the search, for all but the one that it puts first."""
SEARCHED = 2
"""What the search put first has its place right after so many others, whatever the reranker thinks of it."""
CLOSELY = 3
"""Passages that are read part by part: each is told by its best part first, and the one with the best of all leads."""


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
    parts = _answering(question, [pool[at] for at in order[:CLOSELY]], reranker)
    told = (at for at in order if pool[at].chunk in parts)  # a passage may be nothing but a label
    answer = max(told, key=lambda at: parts[pool[at].chunk].score, default=first)
    scores = {at: 1.0 if at == answer else min(mixed[at], 0.99) for at in order}
    return tuple(
        replace(
            pool[at],
            score=scores[at],
            answers=None if reranker.answers_from is None else read[at] >= reranker.answers_from,
            focus=parts[pool[at].chunk].span if pool[at].chunk in parts else None,
        )
        for at in sorted(order, key=lambda at: -scores[at])
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """The words of a passage that answer best: where they stand in its document, and how well they do."""

    span: tuple[int, int]
    score: float


def _answering(question: str, best: Sequence[Found], reranker: Reranker) -> dict[int, _Part]:
    """Of each of the best passages, by its number, the words to show first."""
    spans = [(found.chunk, *part) for found in best for part in _parts(found)]
    read = reranker.score(question, [text for _, _, text in spans]) if spans else ()
    parts: dict[int, _Part] = {}
    for (chunk, span, _), score in zip(spans, read, strict=True):
        if chunk not in parts or score > parts[chunk].score:
            parts[chunk] = _Part(span, score)
    return parts


def _parts(found: Found) -> Iterator[tuple[tuple[int, int], str]]:
    """Every part of a passage that is short enough to be an answer, below the headings of its passage."""
    pieces = pieces_of(found.text)
    path = " › ".join(found.title_path)
    for run in windows(pieces, ANSWER_WORDS):
        # what announces a list may stand far above these of its items: whoever shows them adds it
        first = next(index for index in run if index + len(run) - run.index(index) - 1 == run[-1])
        span = found.start + pieces[first].start, found.start + pieces[run[-1]].end
        yield span, f"{path}\n{shown(pieces, run)}"


def _in_english(question: str, pool: Sequence[Found]) -> bool:
    """Whether question and passages are in English; where nothing says otherwise, they are."""
    foreign = sum(one.language not in ("en", "") for one in pool)
    return language_of(question) == "en" and 2 * foreign < len(pool)
