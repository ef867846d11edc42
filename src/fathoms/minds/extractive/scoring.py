"""Which pieces of a passage answer, by the question's words: the window to show first, and what in it to set in bold.

Knows: weights of words.  Does not know: which passages are best; the search decides that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fathoms.text.pieces import ANSWER_WORDS, Kind, Piece, windows
from fathoms.text.terms import terms


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, as weighted words."""

    words: frozenset[str]
    weights: Mapping[str, float]
    default: float = 1.0

    @classmethod
    def of(cls, text: str, weights: Mapping[str, float], default: float) -> Question:
        return cls(terms(text), weights, default)

    def weight(self, words: frozenset[str]) -> float:
        """What these words are worth; one that stands in no document weighs as much as a rare one."""
        return math.fsum(self.weights.get(word) or self.default for word in words & self.words)

    def share(self, words: frozenset[str]) -> float:
        """Which share of the question's weight these words have."""
        whole = self.weight(self.words)
        return self.weight(words) / whole if whole else 0.0


def best_window(pieces: Sequence[Piece], question: Question, room: int = ANSWER_WORDS) -> tuple[int, ...]:
    """The run of pieces, with what announces them, that has most of the question in so many words."""
    words = [terms(piece.text) for piece in pieces]
    best: tuple[float, tuple[int, ...]] | None = None
    for window in windows(pieces, room):
        value = question.weight(frozenset[str]().union(*(words[index] for index in window)))
        if best is None or value > best[0]:
            best = (value, window)
    return best[1] if best else ()


def telling(pieces: Sequence[Piece], window: Sequence[int], question: Question) -> str:
    """The words to set in bold: the piece of the window that has most of the question, for its length."""
    candidates = [pieces[index] for index in window if pieces[index].kind is not Kind.CODE]
    if not candidates:
        return ""
    return max(candidates, key=lambda piece: question.weight(terms(piece.text)) / (10 + piece.size)).text
