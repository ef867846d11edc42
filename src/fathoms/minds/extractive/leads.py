"""Bridge entities: names that the passages bring and the question does not, each worth asking after.

Knows: idf, rank, and what a name stands next to.  Does not know: what a name stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from fathoms.domain.thread import Lead
from fathoms.engine.words import language_of
from fathoms.minds.extractive.matching import Lexicon, Surroundings
from fathoms.minds.extractive.names import japanese_terms, names
from fathoms.minds.extractive.question import Asked
from fathoms.minds.extractive.terms import terms
from fathoms.minds.extractive.units import Unit

LEADS = 8
_LONGEST = 6
_BESIDE_SUBJECT = 2.0
_BESIDE_LINK = 1.5
"""What it is worth to a name to stand in a sentence with the subject, or with a word of what is asked."""
_UNIT = re.compile(r"[kMGT]?(?:W|Wh|V|VA|Hz|B|bit|m|g|Pa|°C)|[A-Z]{1,2}")


def leads_of(
    units: Sequence[Unit], questions: Sequence[Asked], known: frozenset[str], lexicon: Lexicon
) -> tuple[Lead, ...]:
    """The names most worth asking after: rare ones, in passages that the search put high, beside the subject."""
    best: dict[frozenset[str], Lead] = {}
    for unit in units:
        beside = max((_nearness(unit, asked, lexicon) for asked in questions), default=1.0)
        for name in _named(unit):
            words = terms(name)
            fresh = words - known
            if not fresh or len(words) > _LONGEST or len(fresh) * 2 < len(words):
                continue
            rarity = sum(lexicon.weight(word) for word in fresh) / len(words)
            weight = round(beside * rarity / (1 + 0.5 * unit.rank), 6)
            if weight > 0 and (words not in best or best[words].weight < weight):
                best[words] = Lead(text=name, weight=weight, reason=unit.passage.title)
    ordered = sorted(best.values(), key=lambda lead: (-lead.weight, lead.text))
    return tuple(_without_parts(ordered))[:LEADS]


def _nearness(unit: Unit, asked: Asked, lexicon: Lexicon) -> float:
    """Names beside the subject lead on from it; those beside a word of what is asked even more so."""
    value = 1.0
    if asked.anchors and any(anchor <= unit.around.words | unit.around.headings for anchor in asked.anchors):
        value *= _BESIDE_SUBJECT
    if asked.attributes and lexicon.share(asked.attributes, Surroundings(unit.around.words)) > 0:
        value *= _BESIDE_LINK
    return value


def _named(unit: Unit) -> Iterator[str]:
    yield unit.passage.title
    if language_of(unit.text) == "ja":
        yield from (
            term.text for term in japanese_terms(unit.text) if len(term.text) >= 3 and not term.text[0].isdigit()
        )
    else:
        yield from (name.text for name in names(unit.text) if not _UNIT.fullmatch(name.text))


def _without_parts(ordered: Iterable[Lead]) -> list[Lead]:
    kept: list[Lead] = []
    for lead in ordered:
        words = terms(lead.text)
        if not any(words <= terms(other.text) for other in kept):
            kept.append(lead)
    return kept
