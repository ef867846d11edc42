"""How near a passage is to the whole request, on one scale for all tasks of a run.

Knows: the request, what its thread found, whose page a passage stands on.  Does not know: other tasks, or how much
room a report has; it may leave out what is far from the request.
"""

from __future__ import annotations

import re

from fathoms.domain.evidence import Fact
from fathoms.domain.plan import TaskRole
from fathoms.minds.extractive.read.concepts import without_framing
from fathoms.minds.extractive.read.facets import SIDES_OF_A_SUBJECT
from fathoms.minds.extractive.read.matching import Lexicon, Surroundings
from fathoms.minds.extractive.read.question import Asked, read
from fathoms.minds.extractive.select.figures import values
from fathoms.ports.mind import ConcludeRequest
from fathoms.text.terms import day_terms, terms

BY_SUBJECT, BY_WANTED = 0.4, 0.6
"""What it is about, and what it says of that: a name of four words must not outweigh the thing asked for."""
UNHEADED, WELL_HEADED = 0.5, 0.5
"""What a passage is worth under a title and headings that say nothing of the request, and the share of it from which
they say enough where none of the thread's says more."""
BY_REQUEST, BY_RANK = 0.4, 0.6
"""A passage far below the best of its own thread is farther from the request than its words say."""
ELSEWHERE = 0.4
"""What a page about something else is worth where the subject has a page of its own and is asked about as such."""
LATER_ROUND = 0.8
UNASKED = 0.45
"""What a passage is worth that only a second attempt brought up, or a question that the mind added by itself."""
_NAMED = 0.6
_ALTERNATIVE = re.compile(r"[“「]([^”」]+)[”」]")


class Nearness:
    """Measures the facts of one thread against the request that the run is for."""

    def __init__(self, request: ConcludeRequest) -> None:
        self._whole = read(request.brief.question)
        self._subs = request.thread.sub_questions
        self._asked = [read(sub.text) for sub in self._subs]
        self._alternatives = frozenset[tuple[float, str]]().union(
            *(values(said) for said in _ALTERNATIVE.findall(request.task.question))
        )
        self._factor = UNASKED if request.task.role is TaskRole.WHOLE else 1.0
        facts = request.thread.facts
        vocabulary = frozenset[str]().union(*(terms(fact.claim) for fact in facts))
        self._lexicon = Lexicon(request.weights, request.default_weight, vocabulary=vocabulary)
        self._best = max((fact.score for fact in facts if not fact.loose), default=0.0)
        self._best_headed = max((WELL_HEADED, *map(self._said_above, facts)))
        self._has_page = self._asks_for_a_side and any(self._stands_at_home(fact) for fact in facts)

    def of(self, fact: Fact) -> float:
        """From 0 to 1."""
        if self._alternatives:
            return self._of_alternatives(fact)
        rank = min(fact.score / self._best, 1.0) if self._best else 1.0
        value = BY_SUBJECT * self._about(fact) + BY_WANTED * self._says_what_is_asked(fact)
        value *= self._factor * (BY_REQUEST + BY_RANK * rank) * self._headed(fact)
        if self._has_page and not self._stands_at_home(fact):
            value *= ELSEWHERE
        return round(value * (LATER_ROUND if fact.round > 1 else 1.0), 4)

    def _headed(self, fact: Fact) -> float:
        """Less where title and headings say little of the request: there it is mentioned in passing."""
        return UNHEADED + (1 - UNHEADED) * min(self._said_above(fact) / self._best_headed, 1.0)

    def _said_above(self, fact: Fact) -> float:
        return self._lexicon.share(self._whole.telling, Surroundings(_headings(fact)))

    def _of_alternatives(self, fact: Fact) -> float:
        """Of a question which of two figures is right: only a passage that gives one of them says something on it."""
        if not self._alternatives & values(fact.claim):
            return 0.0
        around = _around(fact)
        return round(max(self._lexicon.share(asked.telling, around) for asked in (self._whole, *self._asked)), 4)

    def _about(self, fact: Fact) -> float:
        """How surely it is about what the whole request is about, which a part of it may have lost."""
        whole = self._whole
        return self._lexicon.gate(whole, _around(fact)) if whole.anchors else self._says(whole, fact)

    def _says_what_is_asked(self, fact: Fact) -> float:
        """How much of what is asked: by the whole request, or by the part of it that the passage answers."""
        answered = [read(sub.text) for sub in self._subs if sub.id in fact.answers] or self._asked
        return max(self._says(asked, fact) for asked in (self._whole, *answered))

    def _says(self, asked: Asked, fact: Fact) -> float:
        wanted = without_framing(asked.attributes) or asked.telling
        share = self._lexicon.share(wanted, _around(fact))
        # A side of a subject ("the history of …") is told in pieces, none of which need say all that is asked.
        return (1 + share) / 2 if asked.facet in SIDES_OF_A_SUBJECT and asked.anchors else share

    @property
    def _asks_for_a_side(self) -> bool:
        """Whether all that is asked is what the subject is, how it works, where its limits are."""
        return all(asked.facet in SIDES_OF_A_SUBJECT and asked.anchors for asked in self._asked)

    def _stands_at_home(self, fact: Fact) -> bool:
        """Whether the page is about the subject, by its title or headings."""
        here = Surroundings(_headings(fact))
        return any(
            self._lexicon.named_share(asked, [here]) >= _NAMED and self._lexicon.share(asked.attributes, here) >= _NAMED
            for asked in self._asked
        )


def _around(fact: Fact) -> Surroundings:
    section = terms(" ".join(fact.evidence[0].title_path[1:]))
    return Surroundings(terms(fact.claim), _headings(fact), section=section)


def _headings(fact: Fact) -> frozenset[str]:
    source = fact.evidence[0]
    return terms(" ".join((source.title, *source.title_path))) | day_terms(source.dated)
