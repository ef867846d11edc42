"""Bridge entities: names that the passages bring and the question does not, each worth a query of its own.

Knows: idf and rank.  Does not know: what a name stands for.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.evidence import Passage
from fathoms.domain.thread import Lead
from fathoms.engine.words import language_of
from fathoms.minds.extractive.cleaning import gives_orders, readable
from fathoms.minds.extractive.matching import Lexicon
from fathoms.minds.extractive.names import japanese_terms, names
from fathoms.minds.extractive.terms import terms

LEADS = 4
_LONGEST = 6


def leads_of(
    passages: Sequence[Passage], known: frozenset[str], lexicon: Lexicon, chosen: Sequence[str] = ()
) -> tuple[Lead, ...]:
    """The names most worth asking after: rare ones, in passages that the search put high, near what was chosen."""
    best: dict[frozenset[str], Lead] = {}
    for rank, passage in enumerate(passages):
        text = readable(passage.text)
        if gives_orders(text):
            continue
        titles = (passage.title, *(part for part in passage.title_path if part != passage.title))
        for name in (*titles[:1], *_names_in(text), *titles[1:]):
            words = terms(name)
            fresh = words - known
            if not fresh or len(words) > _LONGEST or len(fresh) * 2 < len(words):
                continue
            rarity = sum(lexicon.weight(word) for word in fresh) / len(words)
            quoted = 2.0 if any(name in text for text in chosen) else 1.0
            weight = round(quoted * rarity / (rank + 1), 6)
            if weight > 0 and (words not in best or best[words].weight < weight):
                best[words] = Lead(text=name, weight=weight, reason=passage.title)
    ordered = sorted(best.values(), key=lambda lead: (-lead.weight, lead.text))
    return tuple(_without_parts(ordered))[:LEADS]


def _names_in(text: str) -> list[str]:
    if language_of(text) == "ja":
        return [term.text for term in japanese_terms(text) if len(term.text) >= 3 and not term.text[0].isdigit()]
    return [name.text for name in names(text)]


def _without_parts(ordered: Sequence[Lead]) -> list[Lead]:
    kept: list[Lead] = []
    for lead in ordered:
        words = terms(lead.text)
        if not any(words <= terms(other.text) for other in kept):
            kept.append(lead)
    return kept
