"""Facts of a run that a statement does not cite and that say most of what it says.

Knows: the words that a statement and a fact share, the rarer among the facts the more.  Does not know: whether a fact
carries the statement; that is a judge's. Giving more weight to code, to names or to what the statement's own facts lack
found fewer of the facts that a shipped statement stands on (docs/measurements.md).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from functools import cached_property
from heapq import nlargest

from fathoms.domain.evidence import Confidence, Fact
from fathoms.text.words import content_words

OFFERED = 5
"""Facts that a statement does not cite, shown to whoever says it otherwise."""
SHOWN = 2
"""The same, shown to whoever judges it."""


class Beside:
    """The facts of a run, for statements that may have forgotten to cite one of them."""

    def __init__(self, facts: Mapping[str, Fact]) -> None:
        self._facts = facts

    def nearest(self, text: str, own: tuple[str, ...], most: int = OFFERED) -> tuple[Fact, ...]:
        """The facts beside its own that share most of a statement's words, the fullest first."""
        weights = {word: math.log1p(len(self._words) / (1 + self._spread[word])) for word in content_words(text)}
        shared = {
            name: math.fsum(weights[word] for word in weights.keys() & self._words[name])
            for name, fact in self._facts.items()
            if name not in own and _may_stand(fact)
        }
        return tuple(self._facts[name] for name in nlargest(most, shared, key=shared.__getitem__) if shared[name])

    @cached_property
    def _words(self) -> dict[str, frozenset[str]]:
        return {name: _said(fact) for name, fact in self._facts.items()}

    @cached_property
    def _spread(self) -> Counter[str]:
        return Counter(word for said in self._words.values() for word in said)


def _may_stand(fact: Fact) -> bool:
    return not fact.loose and fact.confidence is not Confidence.UNVERIFIED


def _said(fact: Fact) -> frozenset[str]:
    """The words of its claim, its quotes and the headings they stand under; what surrounds a quote says nothing yet."""
    parts = (part for item in fact.evidence for part in (item.quote, item.title, *item.title_path))
    return content_words("\n".join((fact.claim, *parts)))
