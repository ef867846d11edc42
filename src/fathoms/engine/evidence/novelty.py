"""New or confirming: whether a claim says what a known fact says already.

Knows: words, numbers, names and negation of two claims.  Does not know: meaning; two wordings that share
few words are taken as two facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from rapidfuzz import fuzz

from fathoms.domain.evidence import Evidence, Fact
from fathoms.text.denials import denies
from fathoms.text.figures import numerals
from fathoms.text.naming import share
from fathoms.text.sentences import Span, sentences_in
from fathoms.text.words import content_words, tokens

SAME_RATIO = 85.0
"""Least token-set similarity, 0-100, of two wordings of one claim."""
SAME_SHARE = 0.75
"""Least share of the claim's content words that the known fact has."""
BEARS = 0.5
"""Least share of a question's words in a sentence that bears on it."""
MOST_BEARING = 8
"""Sentences of one quote that are compared."""
SAME_SPAN = 0.8
"""Overlap of two spans of one page from which they are the same words."""

_CAPITALISED = re.compile(r"\b[A-Z][\w'’-]*")


def confirmed_by(claim: str, evidence: Evidence, known: Iterable[Fact]) -> Fact | None:
    """The first known fact that says the same, if any."""
    return next((fact for fact in known if same_words(evidence, fact) or same_claim(claim, fact.claim)), None)


def stated(fact: Fact) -> bool:
    """Whether the user said so in the brief: known to everybody, and no source of its own."""
    return fact.evidence[0].url.startswith("brief://")


def same_claim(new: str, known: str) -> bool:
    """Whether `new` adds nothing to `known`: no number, no name, no turn of it, and hardly a word."""
    words, have = content_words(new), content_words(known)
    if not words or not numerals(new) <= numerals(known) or denies(new) != denies(known):
        return False
    if _new_names(new, have):
        return False
    if share(words, have) < SAME_SHARE:
        return False
    return fuzz.token_set_ratio(" ".join(tokens(new)), " ".join(tokens(known))) >= SAME_RATIO


def agreement(left: Evidence, right: Evidence, asked: Sequence[str]) -> tuple[Evidence, Evidence] | None:
    """The sentence of each that says the same on one of the things asked, as evidence of its own; None when no two do.

    What a source says beyond that sentence is its own: only the sentence backs the other.
    """
    wanted = [content_words(text) for text in asked]
    for mine in _bearing(left, wanted):
        for theirs in _bearing(right, wanted):
            if same_claim(mine.quote, theirs.quote) or same_claim(theirs.quote, mine.quote):
                return mine, theirs
    return None


def same_words(evidence: Evidence, fact: Fact) -> bool:
    """Whether the fact stands on the same words of the same page: read again, not found again."""
    here = (mine for mine in fact.evidence if mine.page_id == evidence.page_id)
    return any(span_overlap(mine.start, mine.end, evidence.start, evidence.end) >= SAME_SPAN for mine in here)


def _bearing(evidence: Evidence, wanted: Sequence[frozenset[str]]) -> list[Evidence]:
    """The sentences of a quote that have half of the words of something asked, each with its own place."""
    found = []
    for span in sentences_in(evidence.quote, Span(0, len(evidence.quote))):
        said = span.of(evidence.quote)
        if any(share(words, content_words(said)) >= BEARS for words in wanted):
            start = evidence.start + span.start
            own = {"quote": said, "start": start, "end": start + len(said)}
            found.append(evidence.model_copy(update=own))
    return found[:MOST_BEARING]


def _new_names(new: str, have: frozenset[str]) -> bool:
    return any(not content_words(word) <= have for word in _CAPITALISED.findall(new))


def span_overlap(start: int, end: int, other_start: int, other_end: int) -> float:
    """What two spans share ÷ the longer of them."""
    shared = min(end, other_end) - max(start, other_start)
    return shared / max(1, max(end - start, other_end - other_start))
