"""A question and passages to scores, so that of what a search found the best stands first.

A reranker is a plug-in: one file and one entry point of the group `fathoms.rerankers`, a function
`open_reranker(options: RerankerOptions) -> Reranker`. Opening raises `UsageError` for what the caller can mend (an
extra that is not installed, a malformed address) and `ProviderError` for the rest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from fathoms.ports.secret import NO_SECRET, Secret


class Reranker(Protocol):
    name: str
    multilingual: bool
    """Whether it can be asked in other languages than English."""
    answers_from: float | None
    """The score from which a passage rather answers than not; None where scores of two questions do not compare."""

    def score(self, question: str, texts: Sequence[str]) -> Sequence[float]:
        """One score per text, in order; the higher, the better it answers. Scores of two questions need not compare.

        Blocks; safe to call from several threads. Raises `ProviderError` and nothing else.
        """
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class RerankerOptions:
    """What a user may say about a reranker. Each takes what concerns it; empty means its own default."""

    model: str = ""
    base_url: str = ""
    api_key: Secret = NO_SECRET
    local_only: bool = False
    """Texts may not leave this machine."""
