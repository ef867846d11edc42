"""How much of a question stands in some words: the subject gate and the share of what is asked.

Knows: weights of tokens, aliases, siblings in meaning, words of one family.  Does not know: which
sentence is worth showing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fathoms.minds.extractive.read.concepts import FRAMING_FACTOR, SIBLING_CREDIT, is_framing, siblings
from fathoms.minds.extractive.read.question import Asked
from fathoms.text.terms import terms

SECTION_CREDIT = 0.85
HEADING_CREDIT = 0.7
PREVIOUS_CREDIT = 0.4
PAGE_CREDIT = 0.62
"""A subject in the title path, in the sentence before or elsewhere on the page counts, but less than in the words.

What stands right under a heading or a table's header that says it need not say it again: that counts nearly in full."""

FAMILY_CREDIT = 0.8
"""What a word of the same family ("approval" for "approve") counts for."""

SCATTERED = 0.5
"""What the words of a name are worth when they stand here and there in a sentence."""

_EVERYWHERE = 0.8
"""The weight of a word that about half of all passages have."""
_MANY_PASSAGES = 2.6
"""The weight of the rarest words where there are some twenty passages: below that, half of them means nothing."""
_FAMILY_PREFIX = 5
_GAP = 2


@dataclass(frozen=True, slots=True)
class Surroundings:
    """The tokens of some words and of what stands around them."""

    words: frozenset[str]
    headings: frozenset[str] = frozenset()
    """Of the title path: document title and headings."""
    previous: frozenset[str] = frozenset()
    order: tuple[str, ...] = ()
    """The tokens of the words in order, where it matters how near they stand to each other."""
    page: frozenset[str] = frozenset()
    """Of all passages of the same page, when the page has no subject of its own that its title names."""
    section: frozenset[str] = frozenset()
    """Of the headings below the page's title, and of the header of its table."""


class Lexicon:
    """Token weights of one request, and which other token may stand for a wanted one."""

    def __init__(
        self,
        weights: Mapping[str, float],
        default: float,
        *,
        vocabulary: Iterable[str] = (),
        aliases: Iterable[tuple[str, str]] = (),
    ) -> None:
        self._weights = weights
        self._default = default if default > 0 else 1.0
        self._vocabulary = frozenset(vocabulary)
        self._aliases = _alias_tokens(aliases)
        self._stand_ins: dict[str, Mapping[str, float]] = {}

    def weight(self, token: str) -> float:
        """What a token is worth. One that occurs nowhere is the most telling of all: it weighs the most."""
        listed = self._weights.get(token, self._default)
        base = listed if listed > 0 else self._default
        return base * FRAMING_FACTOR if is_framing(token) else base

    def share(self, wanted: Iterable[str], around: Surroundings) -> float:
        """The weighted share of `wanted` that the words and their surroundings carry; 1 when nothing is wanted."""
        total = got = 0.0
        spent: set[str] = set()
        for token in sorted(wanted):
            weight = self.weight(token)
            total += weight
            got += weight * (_itself(token, around) or self._stood_for(token, around, spent))
        return got / total if total else 1.0

    def gate(self, asked: Asked, around: Surroundings) -> float:
        """How surely these words are about the question's subjects: 1 in the words, less around them."""
        if not asked.anchors:
            return self.share(asked.attributes, around)
        if asked.sets_side_by_side:
            return max(self._anchor_share(anchor, around) for anchor in asked.anchors)
        total = got = 0.0
        for anchor in asked.anchors:
            weight = sum(self.weight(token) for token in anchor)
            total += weight
            got += weight * self._anchor_share(anchor, around)
        return got / total if total else 1.0

    def named_share(self, asked: Asked, passages: Sequence[Surroundings]) -> float:
        """The weighted share of the subjects that some passage names: each whole, not its words here and there."""
        total = got = 0.0
        for anchor in asked.anchors:
            weight = sum(self.weight(token) for token in anchor)
            total += weight
            got += weight * max((self._anchor_share(anchor, around) for around in passages), default=0.0)
        return got / total if total else 1.0

    def calls_by_another_name(self, anchor: frozenset[str], words: frozenset[str]) -> bool:
        """Whether the words hold an alias of the subject."""
        return any(alias <= words for alias in self._aliases.get(anchor, ()))

    def _anchor_share(self, anchor: frozenset[str], around: Surroundings) -> float:
        """How well one place names the subject: a word of it here and another there do not add up to a name."""
        if self._is_everywhere(anchor) or self.calls_by_another_name(anchor, around.words):
            return 1.0
        inside = self._part_of(anchor, around.words)
        if inside == 1.0 and not _stands_together(anchor, around.order):
            inside = SCATTERED
        return max(
            inside,
            SECTION_CREDIT * (anchor <= around.section),
            HEADING_CREDIT * self._part_of(anchor, around.headings),
            PAGE_CREDIT * self._part_of(anchor, around.page),
            PREVIOUS_CREDIT * self._part_of(anchor, around.previous),
        )

    def _is_everywhere(self, anchor: frozenset[str]) -> bool:
        """Whether the whole collection is about it: then a passage need not say so, and gains nothing by it."""
        return self._default >= _MANY_PASSAGES and all(
            0 < self._weights.get(token, self._default) < _EVERYWHERE for token in anchor
        )

    def _part_of(self, anchor: frozenset[str], words: frozenset[str]) -> float:
        if anchor <= words:
            return 1.0
        total = sum(self.weight(token) for token in anchor)
        return sum(self.weight(token) for token in anchor & words) / total if total else 0.0

    def _stood_for(self, token: str, around: Surroundings, spent: set[str]) -> float:
        """What a sibling or a word of its family counts for; one word stands for one wanted token only."""
        stand_ins = self._stand_ins.get(token)
        if stand_ins is None:
            stand_ins = self._stand_ins[token] = self._stand_ins_of(token)
        for words, credit in ((around.words, 1.0), (around.headings, HEADING_CREDIT)):
            here = [(worth, other) for other, worth in stand_ins.items() if other in words and other not in spent]
            if here:
                worth, other = max(here)
                spent.add(other)
                return worth * credit
        return 0.0

    def _stand_ins_of(self, token: str) -> Mapping[str, float]:
        found = dict.fromkeys(siblings(token), SIBLING_CREDIT)
        if len(token) >= _FAMILY_PREFIX and token.isascii() and token.isalpha():
            for other in self._vocabulary:
                if other != token and _one_family(token, other):
                    found[other] = max(found.get(other, 0.0), FAMILY_CREDIT)
        return found


def _itself(token: str, around: Surroundings) -> float:
    if token in around.words:
        return 1.0
    if token in around.section:
        return SECTION_CREDIT
    if token in around.headings:
        return HEADING_CREDIT
    return PREVIOUS_CREDIT if token in around.previous else 0.0


def _stands_together(anchor: frozenset[str], order: Sequence[str]) -> bool:
    """Whether the words of a name stand near each other; unknown order counts as near."""
    if len(anchor) < 2 or not order:
        return True
    places = [(place, token) for place, token in enumerate(order) if token in anchor]
    reach = len(anchor) + _GAP
    return any({token for other, token in places if place <= other < place + reach} == anchor for place, _ in places)


def _one_family(left: str, right: str) -> bool:
    """Whether two stems share a long beginning and differ only in a short ending."""
    shorter = min(len(left), len(right))
    if shorter < _FAMILY_PREFIX or abs(len(left) - len(right)) > 4:
        return False
    common = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        common += 1
    return common >= max(_FAMILY_PREFIX, shorter - 1)


def _alias_tokens(aliases: Iterable[tuple[str, str]]) -> dict[frozenset[str], list[frozenset[str]]]:
    found: dict[frozenset[str], list[frozenset[str]]] = {}
    for long, short in aliases:
        left, right = terms(long), terms(short)
        if left and right and left != right:
            found.setdefault(left, []).append(right)
            found.setdefault(right, []).append(left)
    return found
