"""Doubts: what code may notice about a statement, and how much each notice weighs.

One alone may be a good writer's: a new word, a name that stands only around the quote. Together they tell. The weights
were set on 770 labelled sentences of seven fields, each field judged by the weights of the other six
(`docs/measurements.md`); `make proof NAME=statements` holds them against any file.
Knows: kinds of doubt, their weights.  Does not know: how one is noticed (`suspicions.py`), or truth.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

OPENING = " \"“‘'(*_`"
"""What may stand before the first word of a sentence."""


class Doubt(StrEnum):
    FIGURE = "figure"
    DERIVED = "computed"
    """A figure that stands nowhere, but follows from figures that do."""
    ASKED = "given by the question"
    """A figure or date that the user's own words hold, or that is computed with figures of these."""
    DATE = "date"
    UNIT = "unit"
    COUNT = "count"
    """A number in words that the evidence has neither in words nor in digits."""
    SHARED = "share"
    """What something holds for, one by one, where the evidence speaks of no single one: "per node"."""
    NAME = "name"
    DENIAL = "denial"
    SCOPE = "scope"
    """More is claimed than said: all for some, must for may."""
    CAUSE = "cause"
    """A reason that the evidence does not give."""
    DIRECTION = "direction"
    """More for less, before for after."""
    COMPARED = "comparison"
    """Something is more, first or later, which the evidence does not say of anything."""
    FIRMER = "firmer"
    """What the evidence says with a "may" or "often", said of all or always."""
    TURNED = "turned"
    """Words stand denied here and not there, or the other way round."""
    MERGED = "merged"
    """A clause has words of one fact among those of another."""
    FAR_FIGURE = "figure only around it"
    FAR_NAME = "name only around it"
    NEW = "new"
    """Words that neither claims nor quotes have."""


VETOES = frozenset({Doubt.FIGURE, Doubt.DATE})
"""What is cut whatever a mind says: it stands nowhere in quote, claim, heading or context."""
UNPROVEN = frozenset({Doubt.DERIVED, Doubt.ASKED})
"""What ships only on the word of a judge who can be believed."""
TELLING = VETOES | UNPROVEN | {Doubt.UNIT, Doubt.NAME, Doubt.DENIAL, Doubt.CAUSE}
"""What a judge is told to look at, where the whole is odd: it has words that one can look for. Other directions, wider
scopes and new words are as often a good writer's."""
WEIGHTS = {
    **dict.fromkeys((*VETOES, *UNPROVEN), 1.0),
    Doubt.UNIT: 1.9,
    Doubt.COUNT: 1.5,
    Doubt.SHARED: 1.0,
    Doubt.NAME: 1.0,
    Doubt.DENIAL: 1.0,
    Doubt.SCOPE: 0.7,
    Doubt.CAUSE: 1.9,
    Doubt.DIRECTION: 1.0,
    Doubt.COMPARED: 1.4,
    Doubt.FIRMER: 1.8,
    Doubt.TURNED: 0.7,
    Doubt.MERGED: 0.95,
    Doubt.FAR_FIGURE: 1.3,
    Doubt.FAR_NAME: 1.1,
    Doubt.NEW: 1.6,
}
"""What each kind adds, at its full strength."""
ODD = 1.0
"""From which weight on a statement is suspected."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    doubt: Doubt
    detail: str
    """The words it hangs on."""
    strength: float = 1.0
    """How much of its kind, 0 to 1."""

    @property
    def weight(self) -> float:
        return WEIGHTS[self.doubt] * self.strength

    def tells(self, statement: str) -> bool:
        """Whether it is worth a judge's look: of a telling kind, and more than a word that opens the sentence."""
        opens = self.doubt is Doubt.NAME and self.detail.isalpha() and statement.lstrip(OPENING).startswith(self.detail)
        return self.doubt in TELLING and not opens

    @property
    def is_veto(self) -> bool:
        return self.doubt in VETOES


def is_odd(found: Iterable[Suspicion]) -> bool:
    """Whether all that was noticed weighs enough to suspect a statement."""
    return sum(one.weight for one in found) >= ODD
