"""Does this passage answer that question? Scores for choosing, and a verdict that can say no.

Knows: the topical route (a hard subject gate) and what an answer must carry.  Does not know: how many
claims a round may make.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fathoms.minds.extractive.read.concepts import is_framing
from fathoms.minds.extractive.read.facets import Facet, cue_count, heading_shows
from fathoms.minds.extractive.read.matching import Lexicon, Surroundings
from fathoms.minds.extractive.read.question import Asked
from fathoms.minds.extractive.read.wants import Wants, carries
from fathoms.minds.extractive.select.cleaning import hangs
from fathoms.minds.extractive.select.units import Unit
from fathoms.minds.extractive.select.windows import Window
from fathoms.text.terms import terms
from fathoms.text.words import fold

GATE = 0.60
GATE_LONG_SUBJECT = 0.55
"""Share of the subject that a passage must carry; a subject of three or more words may miss a little more."""
LOOSE_GATE = 0.42
ATTRIBUTE_SHARE = 0.5
FACET_ATTRIBUTE_SHARE = 0.3
FOCUS_SHARE = 0.5
"""Share of what is asked, and of the very thing asked for, below which a passage does not answer.

A passage that shows the facet asked for ("because", a section on limits) has answered part of it that way."""
MOST_OF_IT = 0.6
"""The same of the whole question, where its subject has no name."""
FOUND_FIRST = 0.95
FOUND_FIRST_SHARE = 0.25
"""How high the search must put a passage about the subject for less to do, and how much less."""

WHOLE_REQUEST = 0.15
"""What a passage gains by carrying the whole request: a part of it alone may have lost what it is about."""
STANDING = 0.30
"""What it gains by how high the search put it: the search has seen all documents, this mind a few of them."""
HEADED = 0.25
SECTION = 0.20
OPENS_SECTION = 0.06
COLUMNS = 0.20
"""What it gains by a title and headings that say what is asked, by its own heading, by standing first under it, and by
a table whose columns are what is asked for."""

_OPENING_WORDS = 8
_PAIR = 2


def passes_gate(asked: Asked, around: Surroundings, lexicon: Lexicon) -> bool:
    """Whether the words are about the question's subject."""
    long_subject = sum(len(anchor) for anchor in asked.anchors) >= 3
    return lexicon.gate(asked, around) >= (GATE_LONG_SUBJECT if long_subject else GATE)


def answers(asked: Asked, window: Window, lexicon: Lexicon, *, spread_out: bool = False) -> bool:
    """Whether this one passage, by itself, answers: its subject, what is asked of it, and the kind of answer.

    With `spread_out` the particulars asked for stand in several passages: each need only show its side.
    """
    unit = window.unit
    if not _names_who_is_asked_for(asked, unit):
        return False
    if not asked.is_named and _says_most_of_it(asked, window, lexicon):
        return True
    around = unit.around
    if is_about_namesake(asked, unit):
        around = Surroundings(terms(" ".join(window.text.split()[:_OPENING_WORDS])))
    if not _names_a_pair_whole(asked, around, lexicon):
        return False
    if not passes_gate(asked, around, lexicon) or not carries(asked.wants, window.text, _said(asked)):
        return False
    if not _subject_is_near(asked, unit, lexicon) and not _says_much(asked, window):
        return False
    if not shows_facet(asked, window, lexicon):
        return False
    found_first = unit.standing >= FOUND_FIRST and _subject_is_near(asked, unit, lexicon)
    least = ATTRIBUTE_SHARE if asked.facet is None else FACET_ATTRIBUTE_SHARE
    least = min(least, FOUND_FIRST_SHARE) if found_first else least
    return spread_out or carries_what_is_asked(asked, _beside(asked, window), lexicon, least)


def _names_who_is_asked_for(asked: Asked, unit: Unit) -> bool:
    """Whether a sentence that should say who names somebody, or goes on about somebody named before it."""
    if asked.wants not in (Wants.PERSON, Wants.NAME):
        return True
    return carries(asked.wants, unit.text, _said(asked)) or hangs(unit.text)


def _beside(asked: Asked, window: Window) -> Surroundings:
    """The sentence with its window around it; who did it is said by a sentence, never by the heading over it."""
    beside = replace(window.unit.around, previous=window.around.words)
    if asked.wants in (Wants.PERSON, Wants.NAME):
        return replace(beside, headings=frozenset(), section=frozenset())
    return beside


def _says_most_of_it(asked: Asked, window: Window, lexicon: Lexicon) -> bool:
    """Whether a question without a name finds most of its words here, whichever of them is its subject."""
    return (
        lexicon.share(asked.telling, _beside(asked, window)) >= MOST_OF_IT
        and carries(asked.wants, window.text, _said(asked))
        and shows_facet(asked, window, lexicon)
    )


def is_told_in_pieces(asked: Asked, units: Sequence[Unit], known: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether a history's particulars are all there, though no single sentence about the subject has them."""
    if asked.facet is not Facet.HISTORY:
        return False
    about = [unit.around for unit in units if passes_gate(asked, replace(unit.around, page=frozenset()), lexicon)]
    told = frozenset[str]().union(*(around.words | around.headings for around in about), *map(terms, known))
    return carries_what_is_asked(asked, Surroundings(told), lexicon)


def _names_a_pair_whole(asked: Asked, around: Surroundings, lexicon: Lexicon) -> bool:
    """Whether a subject of two words is there with both, near or far: one of them alone names something else."""
    there = around.words | around.headings | around.previous | around.page
    pairs = (anchor for anchor in asked.anchors if len(anchor) == _PAIR and asked.language != "ja")
    return all(pair <= there or lexicon.calls_by_another_name(pair, there) for pair in pairs)


def _subject_is_near(asked: Asked, unit: Unit, lexicon: Lexicon) -> bool:
    """Whether the subject passes the gate without the rest of the page."""
    return passes_gate(asked, replace(unit.around, page=frozenset()), lexicon)


def _says_much(asked: Asked, window: Window) -> bool:
    """At least two of the words asked for: one alone, far from the subject, is a coincidence."""
    return len(asked.attributes & window.around.words) >= 2


def carries_what_is_asked(asked: Asked, around: Surroundings, lexicon: Lexicon, least: float = ATTRIBUTE_SHARE) -> bool:
    """Whether enough of the question's own words, and above all the thing asked for, is there."""
    wanted = [token for token in asked.attributes if not is_framing(token)]
    of_what = [token for token in wanted if token not in asked.deed]
    if any(words and lexicon.share(words, around) < least for words in (wanted, of_what)):
        return False
    focus = [token for token in asked.focus if not is_framing(token)]
    return not focus or lexicon.share(focus, around) >= FOCUS_SHARE


def shows_facet(asked: Asked, window: Window, lexicon: Lexicon) -> bool:
    """Whether the passage shows the side of the subject that is asked for: by its heading, or by a cue."""
    facet = asked.facet
    if facet is Facet.DEFINITION and not asked.is_named:
        return _is_its_topic(asked, window)
    if facet is None or facet in (Facet.DEFINITION, Facet.COMPARISON):
        return True
    if heading_shows(facet, window.unit.heading):
        return True
    if cue_count(facet, window.text) == 0:
        return False
    if facet is Facet.LIMITS:
        inside = Surroundings(window.around.words, frozenset(), frozenset())
        return lexicon.gate(asked, inside) >= LOOSE_GATE
    return True


def _is_its_topic(asked: Asked, window: Window) -> bool:
    """Whether a passage tells what something is: it opens with it, or stands under a heading or title that names it."""
    opening = terms(" ".join(window.unit.text.split()[:_OPENING_WORDS]))
    around = window.unit.around
    return any(anchor <= opening or anchor <= around.headings | around.section for anchor in asked.anchors)


def is_about_namesake(asked: Asked, unit: Unit) -> bool:
    """Whether the page is about something whose name shares part of the subject's, but not all of it.

    There the subject is mentioned in passing; only a passage that opens with it is about it.
    """
    title = terms(unit.passage.title)
    return any(
        title & anchor and not anchor <= title and len(title) <= len(anchor) + 1
        for anchor in asked.anchors
        if len(anchor) > 1
    )


def _said(asked: Asked) -> frozenset[str]:
    return frozenset(re.findall(r"[^\W_][\w'’-]*", asked.text))


class TopicalScorer:
    """Scores sentences for one question about a subject with a name of its own."""

    def __init__(self, asked: Asked, units: Sequence[Unit], lexicon: Lexicon, whole: Asked | None = None) -> None:
        self._asked = asked
        self._whole = whole or asked
        self._lexicon = lexicon
        self._prior = {rank: self._document_prior(rank, units) for rank in {unit.rank for unit in units}}

    def score(self, unit: Unit) -> float:
        asked, lexicon, around = self._asked, self._lexicon, unit.around
        here = Surroundings(around.words, section=around.section)
        value = 0.30 * lexicon.share(asked.attributes or asked.words, here)
        value += 0.15 * lexicon.gate(asked, here)
        value += 0.15 * self._prior[unit.rank]
        value += STANDING * unit.standing
        value += WHOLE_REQUEST * lexicon.share(self._whole.telling, around)
        value += SECTION * lexicon.share(asked.attributes or asked.words, Surroundings(around.section))
        value += HEADED * lexicon.share(self._whole.telling, Surroundings(around.headings))
        value += 0.05 * cue_count(asked.facet, unit.text)
        value += 0.20 * heading_shows(asked.facet, unit.heading)
        value += 0.04 * self._opens_with_subject(unit)
        if asked.wants is not Wants.ANYTHING:
            value += 0.12 * carries(asked.wants, unit.text, _said(asked))
        if asked.facet is Facet.DEFINITION:
            value += 0.30 * self._defines(unit)
        value += OPENS_SECTION * unit.opens
        columns = lexicon.share(asked.telling, Surroundings(unit.header)) if unit.header else 0.0
        return (value + COLUMNS * columns) * (0.5 + 0.5 * (1.0 if columns else unit.worth))

    def _document_prior(self, rank: int, units: Sequence[Unit]) -> float:
        """How much the document is about the subject: by its title, and by how often it says so."""
        mine = [unit for unit in units if unit.rank == rank]
        title = Surroundings(terms(" ".join((mine[0].passage.title, *mine[0].passage.title_path))))
        dense = sum(self._lexicon.gate(self._asked, Surroundings(unit.around.words)) >= GATE for unit in mine) / len(
            mine
        )
        return 0.6 * self._lexicon.gate(self._asked, title) + 0.4 * dense

    def _opens_with_subject(self, unit: Unit) -> bool:
        opening = terms(" ".join(unit.text.split()[:6]) if self._asked.language != "ja" else unit.text[:16])
        return any(anchor <= opening for anchor in self._asked.anchors)

    def _defines(self, unit: Unit) -> bool:
        """ "X is a …": the subject, then a form of "be" with an article."""
        if not self._opens_with_subject(unit):
            return False
        return bool(
            re.search(
                r"\b(?:is|are|was|were) (?:an?|the|one of)\b|^[\w\s'’-]{2,40}, (?:the|an?) |とは|である|です",
                fold(unit.text)[:160],
            )
        )


def evidence_score(asked: Asked, unit: Unit, lexicon: Lexicon, passages: int, whole: Asked | None = None) -> float:
    """The evidence route: no gate; the words of the question, and how high the search put the passage."""
    around = unit.around
    lexical = lexicon.share(asked.words, Surroundings(around.words))
    near = lexicon.share(asked.words, around)
    retrieved = 1 - unit.rank / max(passages, 1)
    value = 0.45 * lexical + 0.25 * near + 0.30 * retrieved
    value += WHOLE_REQUEST * lexicon.share((whole or asked).telling, around)
    value += 0.20 * heading_shows(asked.facet, unit.heading) + 0.04 * cue_count(asked.facet, unit.text)
    if asked.wants is not Wants.ANYTHING:
        value += 0.05 * carries(asked.wants, unit.text, _said(asked))
    return value * (0.5 + 0.5 * unit.worth)
