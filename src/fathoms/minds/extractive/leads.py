"""Names that the passages bring and the question does not, each worth asking after: the next link of a chain.

Knows: how rare a name is, how high its passage stands, what it stands beside.  Does not know: what it stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from fathoms.domain.evidence import Passage
from fathoms.domain.thread import Lead
from fathoms.ports.mind import ExtractRequest
from fathoms.text.marks import clean
from fathoms.text.names import japanese_terms, names
from fathoms.text.pieces import pieces_of
from fathoms.text.terms import terms
from fathoms.text.words import is_spaceless

LEADS = 8
_LONGEST = 6
_BESIDE = 3.0
"""What it is worth to a name to stand in a piece with words of the question."""
_LOWER = 0.25
"""What a name loses with each place that its passage stands lower."""
_BEST = 3
"""Passages that must between them name every name of the question before others are followed."""
_SHORT = re.compile(r"[A-Z]{1,2}|[kMGT]?(?:W|Wh|V|VA|Hz|B|bit)")


def leads_of(request: ExtractRequest, ranked: Sequence[Passage]) -> tuple[Lead, ...]:
    """What the question names and the best passages do not, then the rare names of the passages that stand high."""
    asked = " ".join((request.task.question, *(sub.text for sub in request.thread.sub_questions)))
    known = terms(f"{request.brief.question} {asked}")
    read_before = sum(len(record.read_urls) for record in request.thread.rounds)
    best: dict[frozenset[str], Lead] = {}
    for place, passage in enumerate(ranked):
        told = terms(passage.text) | terms(" ".join(passage.title_path))
        unsaid = _unsaid(asked, told)
        for name, beside in _named(passage, known):
            words = terms(name)
            fresh = words - known
            if not fresh or len(words) > _LONGEST or len(fresh) * 2 < len(words):
                continue
            rarity = sum(request.weights.get(word, request.default_weight) for word in fresh) / len(words)
            weight = round(beside * rarity / (1 + _LOWER * (read_before + place)), 6)
            if weight > 0 and (words not in best or best[words].weight < weight):
                best[words] = Lead(text=name, weight=weight, reason=passage.title, unsaid=unsaid)
    ordered = sorted(best.values(), key=lambda lead: (-lead.weight, lead.text))
    return (*_passed_over(request, ranked, asked, ordered), *_without_parts(ordered))


def _named(passage: Passage, known: frozenset[str]) -> Iterator[tuple[str, float]]:
    """Each name with what its surroundings make it worth."""
    yield passage.title, 1.0
    for piece in pieces_of(passage.text):
        words = terms(piece.text)
        beside = 1.0 + (_BESIDE - 1.0) * min(1.0, len(words & known) / 2)
        found = japanese_terms(piece.text) if is_spaceless(piece.text) else names(piece.text)
        for name in found:
            if not _SHORT.fullmatch(name.text) and len(name.text) > 2 and not name.text[0].isdigit():
                yield clean(name.text), beside


def _unsaid(asked: str, told: frozenset[str]) -> tuple[str, ...]:
    """The words of the question, as written, that a passage does not have."""
    if is_spaceless(asked):
        return ()
    words = (word.strip('?,.;:()"“”') for word in asked.split())
    return tuple(dict.fromkeys(word for word in words if (stems := terms(word)) and not stems & told))


def _passed_over(
    request: ExtractRequest, ranked: Sequence[Passage], asked: str, ordered: Sequence[Lead]
) -> Iterator[Lead]:
    """Names of the question that no good passage has: they come first, with all else that is unsaid."""
    if not ranked or is_spaceless(asked):
        return
    told = terms(" ".join(f"{fact.claim} {fact.evidence[0].title}" for fact in request.thread.facts))
    for passage in ranked[:_BEST]:
        told |= terms(passage.text) | terms(" ".join(passage.title_path))
    heaviest = ordered[0].weight if ordered else 1.0
    for name in dict.fromkeys(name.text for name in names(asked)):
        if not terms(name) <= told:
            yield Lead(text=name, weight=2 * heaviest, reason=asked, unsaid=_unsaid(asked, told))


def _without_parts(ordered: Sequence[Lead]) -> list[Lead]:
    kept: list[Lead] = []
    for lead in ordered:
        if len(kept) == LEADS:
            break
        if not any(terms(lead.text) <= terms(other.text) for other in kept):
            kept.append(lead)
    return kept
