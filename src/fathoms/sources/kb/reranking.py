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
"""Weight of the reranker beside the search, for all but the first: that one is the reranker's own choice."""
SEARCHED = 2
"""What the search put first has its place right after so many others, whatever the reranker thinks of it."""
CLOSELY = 4
"""Passages that are read part by part, for the words to show first."""


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
    focus = {part.chunk: part.span for part in _answering(question, [pool[at] for at in order[:CLOSELY]], reranker)}
    return tuple(
        replace(
            pool[at],
            score=1.0 if at == first else min(mixed[at], 0.99),
            answers=None if reranker.answers_from is None else read[at] >= reranker.answers_from,
            focus=focus.get(pool[at].chunk),
        )
        for at in order
    )


@dataclass(frozen=True, slots=True)
class _Part:
    """A few words of a passage, with where they stand in its document."""

    chunk: int
    span: tuple[int, int]
    size: int
    text: str
    """Below the headings of its passage."""


def _answering(question: str, best: Sequence[Found], reranker: Reranker) -> Iterator[_Part]:
    """The words to show first: of the best passage the part that answers best, then, of the next ones, the part that
    answers best in the words which that one leaves."""
    answer = _best(question, list(_parts(best[0], ANSWER_WORDS)), reranker)
    if answer is not None:
        yield answer
        room = ANSWER_WORDS - answer.size
        beside = [part for found in best[1:] for part in _parts(found, room) if part.size <= room]
        if (second := _best(question, beside, reranker)) is not None:
            yield second


def _best(question: str, parts: Sequence[_Part], reranker: Reranker) -> _Part | None:
    if len(parts) < 2:
        return parts[0] if parts else None
    read = reranker.score(question, [part.text for part in parts])
    return parts[max(range(len(parts)), key=lambda at: read[at])]


def _parts(found: Found, room: int) -> Iterator[_Part]:
    pieces = pieces_of(found.text)
    path = " › ".join(found.title_path)
    for run in windows(pieces, room):
        # what announces a list may stand far above these of its items: whoever shows them adds it
        first = next(index for index in run if index + len(run) - run.index(index) - 1 == run[-1])
        span = found.start + pieces[first].start, found.start + pieces[run[-1]].end
        size = sum(pieces[index].size for index in run)
        yield _Part(found.chunk, span, size, f"{path}\n{shown(pieces, run)}")


def _in_english(question: str, pool: Sequence[Found]) -> bool:
    """Whether question and passages are in English; where nothing says otherwise, they are."""
    foreign = sum(one.language not in ("en", "") for one in pool)
    return language_of(question) == "en" and 2 * foreign < len(pool)
