"""Context fit: how much a model takes in, and which passages go into a prompt. Nothing is ever cut in two.

Knows: token estimates, windows, fair turns between pages.  Does not know: prompts or providers.
An estimate is on the high side, since money is reserved by it; what was seen to be higher raises the next.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fathoms.domain.evidence import Passage
from fathoms.engine.words import content_words, weight_of
from fathoms.errors import Refused
from fathoms.minds.llm.names import HOSTED, ModelName

_ASCII_PER_TOKEN = 3.0
_TOKENS_PER_WIDE = 1.5
"""English has four characters to a token, code and figures fewer; other scripts one or less."""
_FRAME_TOKENS = 24
"""What a provider adds around two messages."""
_HIDDEN_CUT = 0.4
"""Share of the least a prompt can count, below which a server has cut it without saying so."""

HOSTED_WINDOW = 128_000
UNKNOWN_WINDOW = 8_192


def tokens_in(text: str) -> int:
    """How many tokens a text takes at most, within reason."""
    plain = sum(1 for character in text if character.isascii())
    return math.ceil(plain / _ASCII_PER_TOKEN + (len(text) - plain) * _TOKENS_PER_WIDE)


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


def check_room(name: ModelName, prompt_tokens: int, answer_tokens: int, window: int) -> None:
    """A prompt that cannot fit is an error before the call, not a silent cut after it."""
    if prompt_tokens + answer_tokens > window:
        raise Refused(
            f"the prompt may take {prompt_tokens:,} tokens and its answer {answer_tokens:,}, "
            f"{name} holds {window:,}; set `model_context` if it holds more, or lower `model_reading`",
            provider=name.host,
        )


def chosen_passages(
    passages: Sequence[Passage], wanted: str, weights: Mapping[str, float], *, room: int
) -> tuple[Passage, ...]:
    """The passages that say most about what is wanted, pages taking turns, as many as fit; in their own order."""
    words = content_words(wanted)

    def worth(passage: Passage) -> float:
        return weight_of(content_words(passage.text) & words, weights)

    by_page: dict[str, list[Passage]] = {}
    for passage in sorted(passages, key=worth, reverse=True):
        by_page.setdefault(passage.page_id, []).append(passage)
    kept: set[str] = set()
    left = room
    while by_page:
        for page in list(by_page):
            passage = by_page[page].pop(0)
            if not by_page[page]:
                del by_page[page]
            size = tokens_in(passage.text)
            if size <= left:
                kept.add(passage.key)
                left -= size
    if passages and not kept:
        smallest = min(tokens_in(passage.text) for passage in passages)
        raise Refused(
            f"none of {len(passages)} passages fits: the smallest takes {smallest:,} tokens, there is room for "
            f"{max(0, room):,}; raise `model_reading` or choose a model with a larger window"
        )
    return tuple(passage for passage in passages if passage.key in kept)
