"""How near a passage is to the whole request, on one scale for all tasks of a run.

Knows: the request, what its thread found, whose page a passage stands on.  Does not know: other tasks, or how much
room a report has; it may leave out what is far from the request.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from fathoms.domain.evidence import Fact
from fathoms.minds.extractive import wording
from fathoms.minds.extractive.concepts import without_framing
from fathoms.minds.extractive.facets import SIDES_OF_A_SUBJECT
from fathoms.minds.extractive.figures import figures_in
from fathoms.minds.extractive.matching import Lexicon, Surroundings
from fathoms.minds.extractive.question import Asked, read
from fathoms.minds.extractive.terms import terms
from fathoms.ports.mind import ConcludeRequest

OWN_PART = 0.3
"""How much what its own question asks counts beside the whole request, which keeps what a part of it has lost."""
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
        words = wording.of(request.brief.language)
        self._whole = read(request.brief.question)
        self._subs = request.thread.sub_questions
        self._asked = [read(sub.text) for sub in self._subs]
        self._alternatives = frozenset[tuple[float, str]]().union(
            *(_figures(said) for said in _ALTERNATIVE.findall(request.task.question))
        )
        self._factor = UNASKED if request.task.focus == words.together else 1.0
        facts = request.thread.facts
        vocabulary = frozenset[str]().union(*(terms(fact.claim) for fact in facts))
        self._lexicon = Lexicon(request.weights, request.default_weight, vocabulary=vocabulary)
        self._best = max((fact.score for fact in facts if not fact.loose), default=0.0)
        self._has_page = self._asks_for_a_side and any(self._stands_at_home(fact) for fact in facts)

    def of(self, fact: Fact) -> float:
        """From 0 to 1."""
        if self._alternatives:
            return self._of_alternatives(fact)
        rank = min(fact.score / self._best, 1.0) if self._best else 1.0
        own = max(map(self._says_what_is_asked(fact), self._answered(fact)), default=0.0)
        value = (1 - OWN_PART) * self._share(self._whole, fact) + OWN_PART * own
        value *= self._factor * (BY_REQUEST + BY_RANK * rank)
        if self._has_page and not self._stands_at_home(fact):
            value *= ELSEWHERE
        return round(value * (LATER_ROUND if fact.round > 1 else 1.0), 4)

    def _of_alternatives(self, fact: Fact) -> float:
        """Of a question which of two figures is right: only a passage that gives one of them says something on it."""
        if not self._alternatives & _figures(fact.claim):
            return 0.0
        return round(max(self._share(asked, fact) for asked in (self._whole, *self._asked)), 4)

    def _answered(self, fact: Fact) -> Sequence[Asked]:
        mine = [read(sub.text) for sub in self._subs if sub.id in fact.answers]
        return mine or self._asked

    def _says_what_is_asked(self, fact: Fact) -> Callable[[Asked], float]:
        around = Surroundings(terms(fact.claim), _headings(fact))
        return lambda asked: self._lexicon.share(without_framing(asked.attributes) or asked.telling, around)

    def _share(self, asked: Asked, fact: Fact) -> float:
        return self._lexicon.share(asked.telling, Surroundings(terms(fact.claim), _headings(fact)))

    @property
    def _asks_for_a_side(self) -> bool:
        """Whether all that is asked is what the subject is, how it works, where its limits are."""
        return all(
            asked.facet in SIDES_OF_A_SUBJECT and asked.anchors and not asked.attributes for asked in self._asked
        )

    def _stands_at_home(self, fact: Fact) -> bool:
        """Whether the page is about the subject, by its title or headings."""
        here = [Surroundings(_headings(fact))]
        return any(self._lexicon.named_share(asked, here) >= _NAMED for asked in self._asked)


def _headings(fact: Fact) -> frozenset[str]:
    return terms(" ".join(part for source in fact.evidence[:1] for part in (source.title, *source.title_path)))


def _figures(text: str) -> frozenset[tuple[float, str]]:
    return frozenset((figure.value, figure.unit) for figure in figures_in(text))
