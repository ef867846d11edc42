"""What a statement's own evidence lacks, and which other facts of the run hold it.

Knows: the words of a statement that its facts do not say, how much each tells (rare ones, code, names and figures
most), and the facts that cover them.  Does not know: whether any of them carries the statement; that is a judge's.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from fathoms.domain.evidence import Confidence, Fact
from fathoms.text.words import content_words

OFFERED = 4
"""Facts that a statement does not cite, shown to whoever says it otherwise."""
OFFERED_TO_MANY = 6
"""The same where it names several settings, each of which may need a fact of its own."""
SEVERAL = 3
LEAST_SHARED = 2
"""Content words that such a fact shares with the statement."""
TELLING = 3.0
"""How much more a word of code, a name or a figure weighs than another one."""
HELD = 0.1
"""What is left of a word's weight where the statement's own facts say it."""
COVERED = 0.25
"""What is left of it each time that a fact chosen before holds it."""
_TELLING = re.compile(r"`[^`]+`|(?<!^)(?<![.!?:] )\b[A-Z]\w*|\b\w*[a-z][A-Z]\w*|\b\w+[-_]\w[\w-]*|\b\d[\d.,]*")
"""Code, names within a sentence, compounds and figures."""
_QUOTED = re.compile(r"[\"“”「」„«»]([^\"“”「」„«»]+)[\"“”「」„«»]")


def nearest(text: str, own: tuple[str, ...], facts: Mapping[str, Fact], *, reason: str = "") -> tuple[Fact, ...]:
    """The facts that together say most of what a statement says and its own facts do not, the fullest first; `reason`
    is what a judge found wanting, in words of the statement that it quotes."""
    words = {name: _said(fact) for name, fact in facts.items()}
    held = frozenset[str]().union(*(words[name] for name in own if name in words))
    weights = _weights(text, reason, held, list(words.values()))
    left = {
        name: shared
        for name, fact in facts.items()
        if name not in own and _may_stand(fact) and len(shared := weights.keys() & words[name]) >= LEAST_SHARED
    }
    found: list[Fact] = []
    while left and len(found) < _room(text):
        best = max(left, key=lambda name: math.fsum(weights[word] for word in left[name]))
        found.append(facts[best])
        weights |= {word: weights[word] * COVERED for word in left.pop(best)}
    return tuple(found)


def _room(text: str) -> int:
    return OFFERED_TO_MANY if len(set(_TELLING.findall(text))) >= SEVERAL else OFFERED


def _weights(text: str, reason: str, held: frozenset[str], others: Sequence[frozenset[str]]) -> dict[str, float]:
    """How much each word of a statement is looked for: the rarer among the facts the more."""
    spread = Counter(word for said in others for word in said)
    telling, quoted = (
        content_words(" ".join(found.findall(said))) for found, said in ((_TELLING, text), (_QUOTED, reason))
    )
    return {
        word: math.log1p(len(others) / (1 + spread[word]))
        * TELLING ** ((word in telling) + (word in quoted))
        * HELD ** (word in held)
        for word in content_words(text)
    }


def _may_stand(fact: Fact) -> bool:
    return not fact.loose and fact.confidence is not Confidence.UNVERIFIED


def _said(fact: Fact) -> frozenset[str]:
    """The words of its claim, its quotes and the headings they stand under; what surrounds a quote says nothing yet."""
    parts = (part for item in fact.evidence for part in (item.quote, item.title, *item.title_path))
    return content_words("\n".join((fact.claim, *parts)))
