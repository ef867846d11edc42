"""Context fit: how much a model takes in, and which passages go into a prompt. Nothing is ever cut in two.

Knows: token estimates, windows, fair turns between pages.  Does not know: prompts or providers.
An estimate is on the high side, since money is reserved by it; what was seen to be higher raises the next.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import TypeVar

from fathoms.domain.evidence import Passage
from fathoms.errors import Refused
from fathoms.minds.llm.names import HOSTED, ModelName
from fathoms.text.words import content_words, weight_of

T = TypeVar("T")

_ASCII_PER_TOKEN = 3.0
_TOKENS_PER_WIDE = 1.5
"""English has four characters to a token, code and figures fewer; other scripts one or less."""
_FRAME_TOKENS = 24
"""What a provider adds around two messages."""
_HIDDEN_CUT = 0.4
"""Share of the least a prompt can count, below which a server has cut it without saying so."""

READING_SHARE = 4
"""A quarter of a window is for what is read, unless the user says otherwise."""
_ANSWER_SHARE = 3
LEAST_ANSWER = 300
"""Tokens below which an answer is not worth asking for."""

HOSTED_WINDOW = 128_000
UNKNOWN_WINDOW = 8_192


def tokens_in(text: str) -> int:
    """How many tokens a text takes at most, within reason."""
    plain = sum(1 for character in text if character.isascii())
    return math.ceil(plain / _ASCII_PER_TOKEN + (len(text) - plain) * _TOKENS_PER_WIDE)


def chars_in(tokens: int) -> int:
    """About how many characters so many tokens hold."""
    return int(tokens * _ASCII_PER_TOKEN)


@dataclass(slots=True)
class Gauge:
    """Learns how a model counts: never trusts the estimate more than what was seen."""

    raised: float = 1.0

    def worst(self, text: str) -> int:
        return math.ceil((tokens_in(text) + _FRAME_TOKENS) * self.raised)

    def saw(self, text: str, reported: int) -> None:
        self.raised = max(self.raised, reported / (tokens_in(text) + _FRAME_TOKENS))

    def was_cut(self, text: str, reported: int) -> bool:
        """Whether the server counted far less than any reading of the text allows."""
        return 0 < reported < tokens_in(text) * _HIDDEN_CUT


def window_of(name: ModelName, *, chosen: int, told: int | None, published: int | None) -> int:
    """The user's word, else the server's, else the published one, else what is safe."""
    known = chosen or told or published
    return known or (HOSTED_WINDOW if name.provider in HOSTED else UNKNOWN_WINDOW)


def answer_room(name: ModelName, prompt_tokens: int, wanted: int, window: int) -> int:
    """Tokens for the answer: as many as are wanted, or what the prompt leaves of a small window.

    A prompt that leaves too little is an error before the call, not a silent cut after it.
    """
    left = window - prompt_tokens
    if left < min(wanted, LEAST_ANSWER):
        raise Refused(
            f"the prompt may take {prompt_tokens:,} tokens, {name} holds {window:,}, and an answer needs "
            f"{min(wanted, LEAST_ANSWER):,}; set `model_context` if it holds more, or lower `model_reading`",
            provider=name.host,
        )
    return min(wanted, left)


def most_answer(wanted: int, *, chosen: int, window: int) -> int:
    """What an answer may take when the prompt is still to be filled: never more than a third of the window."""
    return min(wanted, chosen or wanted, max(LEAST_ANSWER, window // _ANSWER_SHARE))


def chosen_passages(
    passages: Sequence[Passage],
    wanted: str,
    weights: Mapping[str, float],
    *,
    size: Callable[[Passage], int],
    room: int,
) -> tuple[Passage, ...]:
    """The passages that say most about what is wanted, pages taking turns, as many as fit; in their own order."""
    words = content_words(wanted)

    def worth(passage: Passage) -> float:
        return weight_of(content_words(passage.text) & words, weights)

    by_page: dict[str, list[Passage]] = {}
    for passage in sorted(passages, key=worth, reverse=True):
        by_page.setdefault(passage.page_id, []).append(passage)
    turns = [passage for turn in zip_longest(*by_page.values()) for passage in turn if passage]
    kept = {passage.key for passage in fitting(turns, size=size, room=room, what="passages")}
    return tuple(passage for passage in passages if passage.key in kept)


def fitting(items: Sequence[T], *, size: Callable[[T], int], room: int, what: str) -> tuple[T, ...]:
    """As many as fit, the first ones first, each whole. Raises `Refused` when there are some and none fits."""
    chosen = []
    left = room
    for item in items:
        if size(item) <= left:
            chosen.append(item)
            left -= size(item)
    if items and not chosen:
        smallest = min(size(item) for item in items)
        raise Refused(
            f"none of {len(items)} {what} fits: the smallest takes {smallest:,} tokens, there is room for "
            f"{max(0, room):,}; raise `model_reading` or choose a model with a larger window"
        )
    return tuple(chosen)
