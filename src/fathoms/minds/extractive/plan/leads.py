"""Bridge entities: names that the passages bring and the question does not, each worth asking after.

Knows: idf, rank, and what a name stands next to.  Does not know: what a name stands for.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from fathoms.domain.thread import Lead
from fathoms.minds.extractive.read.matching import Lexicon, Surroundings
from fathoms.minds.extractive.read.question import Asked, anchor_of
from fathoms.minds.extractive.select.units import Unit
from fathoms.text.names import japanese_terms, names
from fathoms.text.terms import terms
from fathoms.text.words import language_of

LEADS = 8
_LONGEST = 6
_BESIDE_SUBJECT = 2.0
_BESIDE_LINK = 1.5
"""What it is worth to a name to stand in a sentence with the subject, or with a word of what is asked."""
_LOWER = 0.25
"""What a name loses with each place that its passage stands lower."""
_BEST = 3
"""Passages that must between them name every subject of a question before other names are followed."""
_FITTING = 2.0
"""What it is worth to a name to look like the kind of thing through which the question goes."""
_BY_PLACE = re.compile(
    r"\b(?:area|birthplace|borough|capital|city|cities|continent|countr(?:y|ies)|county|district|island|municipality"
    r"|nation|place|province|region|state|territory|town|village|where|born|located)\b",
    re.IGNORECASE,
)
_BY_PERSON = re.compile(
    r"\b(?:who|whom|actor|artist|author|brother|character|child|composer|creator|daughter|director|father|founder"
    r"|husband|king|leader|man|mother|performer|person|played|player|president|producer|queen|screenwriter|singer"
    r"|sister|son|spouse|wife|woman|writer|wrote)\b",
    re.IGNORECASE,
)
_AFTER_PLACE_WORD = re.compile(r"(?:\b(?:in|from|near|at)\s+(?:the\s+)?|,\s*)$")
_AFTER_PERSON_WORD = re.compile(r"\b(?:by|with|and|starring|actor|actress|artist|composer|director|singer|writer)\s+$")
_NAME_OF_PERSON = range(2, 4)
"""Words in most names of people."""
_UNIT = re.compile(r"[kMGT]?(?:W|Wh|V|VA|Hz|B|bit|m|g|Pa|°C)|[A-Z]{1,2}")


def leads_of(
    units: Sequence[Unit],
    questions: Sequence[Asked],
    known: frozenset[str],
    lexicon: Lexicon,
    told_before: frozenset[str] = frozenset(),
    read_before: int = 0,
) -> tuple[Lead, ...]:
    """The names most worth asking after: what the question names and the best passages do not, then the rare names of
    the passages that the search put high, beside the subject. A page read in a later round stands below all those read
    before it, or a thread would follow its last step away from the question."""
    best: dict[frozenset[str], Lead] = {}
    told = _told(units)
    asked_text = " ".join(asked.text for asked in questions)
    by_place, by_person = bool(_BY_PLACE.search(asked_text)), bool(_BY_PERSON.search(asked_text))
    for unit in units:
        beside = max((_nearness(unit, asked, lexicon) for asked in questions), default=1.0)
        for name, fitting in _named(unit, by_place=by_place, by_person=by_person):
            words = terms(name)
            fresh = words - known
            if not fresh or len(words) > _LONGEST or len(fresh) * 2 < len(words):
                continue
            rarity = sum(lexicon.weight(word) for word in fresh) / len(words)
            weight = round(beside * fitting * rarity / (1 + _LOWER * (read_before + unit.rank)), 6)
            if weight > 0 and (words not in best or best[words].weight < weight):
                unsaid = _unsaid(questions, told[unit.passage.key])
                best[words] = Lead(text=name, weight=weight, reason=unit.passage.title, unsaid=unsaid)
    ordered = sorted(best.values(), key=lambda lead: (-lead.weight, lead.text))
    heaviest = ordered[0].weight if ordered else 1.0
    return (*_passed_over(units, questions, told, told_before, heaviest), *_without_parts(ordered)[:LEADS])


def _told(units: Sequence[Unit]) -> dict[str, frozenset[str]]:
    """All words of each passage and its headings."""
    told: dict[str, frozenset[str]] = {}
    for unit in units:
        key = unit.passage.key
        told[key] = told.get(key, frozenset()) | unit.around.words | unit.around.headings
    return told


def _unsaid(questions: Sequence[Asked], told: frozenset[str]) -> tuple[str, ...]:
    """The words of the questions, as written, that the passage does not have."""
    words = (word.strip('?,.;:()"“”') for asked in questions if asked.language != "ja" for word in asked.text.split())
    return tuple(dict.fromkeys(word for word in words if (stems := terms(word)) and not stems & told))


def _passed_over(
    units: Sequence[Unit],
    questions: Sequence[Asked],
    told: dict[str, frozenset[str]],
    told_before: frozenset[str],
    heaviest: float,
) -> list[Lead]:
    """Subjects of a question that no good passage names in full: they come first, with all else that is unsaid."""
    nearest = told_before.union(*(told[unit.passage.key] for unit in units if unit.rank < _BEST))
    return [
        Lead(text=name, weight=2 * heaviest, reason=asked.text, unsaid=_unsaid([asked], nearest))
        for asked in questions
        for name in asked.subjects
        if units and not anchor_of(name) <= nearest
    ]


def _nearness(unit: Unit, asked: Asked, lexicon: Lexicon) -> float:
    """Names beside the subject lead on from it; those beside a word of what is asked even more so."""
    value = 1.0
    if asked.anchors and any(anchor <= unit.around.words | unit.around.headings for anchor in asked.anchors):
        value *= _BESIDE_SUBJECT
    if asked.attributes and lexicon.share(asked.attributes, Surroundings(unit.around.words)) > 0:
        value *= _BESIDE_LINK
    return value


def _named(unit: Unit, *, by_place: bool, by_person: bool) -> Iterator[tuple[str, float]]:
    """The names in a unit, and how well each fits the kind of thing that the questions go through."""
    yield unit.passage.title, 1.0
    if language_of(unit.text) == "ja":
        yield from (
            (term.text, 1.0) for term in japanese_terms(unit.text) if len(term.text) >= 3 and not term.text[0].isdigit()
        )
        return
    for name in names(unit.text):
        if not _UNIT.fullmatch(name.text):
            before = unit.text[max(0, name.start - 20) : name.start]
            is_place = bool(_AFTER_PLACE_WORD.search(before))
            is_person = not is_place and (
                len(name.text.split()) in _NAME_OF_PERSON or bool(_AFTER_PERSON_WORD.search(before))
            )
            yield name.text, _FITTING if (by_place and is_place) or (by_person and is_person) else 1.0


def _without_parts(ordered: Iterable[Lead]) -> list[Lead]:
    kept: list[Lead] = []
    for lead in ordered:
        words = terms(lead.text)
        if not any(words <= terms(other.text) for other in kept):
            kept.append(lead)
    return kept
