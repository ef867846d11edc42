"""A claim that somebody wants checked, held against what sources say: for it, against it, or deciding neither.

Knows: figures, dates and denials of a claim and of a sentence that speaks of the same.  Does not know: who is right,
nor what words mean beyond that; where it cannot tell, it says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from fathoms.engine.evidence.support import sentences
from fathoms.text.dates import Date, dates_and_rest
from fathoms.text.denials import turned
from fathoms.text.figures import Figure, figures, without_codes
from fathoms.text.neutral import one_line, unmarked
from fathoms.text.words import content_words

SPEAKS_OF = 0.6
"""Share of a claim's words, figures and dates aside, that a sentence and its heading must have to speak of the same."""
SAYS_SO = 0.85
"""The same share, in the sentence alone, from which a claim without a figure or a date is said by it."""


class Side(StrEnum):
    FOR = "for"
    AGAINST = "against"


class Claim:
    """What is to be checked, taken apart once."""

    def __init__(self, text: str) -> None:
        self.text = one_line(unmarked(text))
        self.days, rest = dates_and_rest(self.text)
        self.figures = figures(without_codes(rest))
        self.words = _said(rest, self.figures)

    def side_of(self, sentence: str, heading: str = "") -> Side | None:
        """Where a sentence stands; None where it speaks of something else or decides nothing."""
        text = one_line(unmarked(sentence))
        days, rest = dates_and_rest(text)
        counted = figures(without_codes(rest))
        own = content_words(text)
        if not self._is_spoken_of(own, content_words(heading)):
            return None
        told = [_days(self.days, days), *(_figure(figure, counted) for figure in self.figures)]
        if Side.AGAINST in told:
            return Side.AGAINST
        if self.days or self.figures:
            if None in told:
                return None
            return Side.AGAINST if turned(self.text, text) else Side.FOR
        if len(self.words & own) / len(self.words) < SAYS_SO:
            return None
        return Side.AGAINST if turned(self.text, text) else Side.FOR

    def _is_spoken_of(self, own: frozenset[str], heading: frozenset[str]) -> bool:
        """A heading may say of whom a sentence speaks; what is said of it must stand in the sentence itself."""
        if not self.words or len(self.words & (own | heading)) / len(self.words) < SPEAKS_OF:
            return False
        said = self.words - heading
        if not said:  # all but a count is in the heading: `It consists of sixteen turbines`
            return any(figure.unit is None for figure in self.figures) or bool(self.words & own)
        return len(said & own) / len(said) >= SPEAKS_OF


def telling(claim: Claim, passage: str, heading: str = "") -> tuple[Side, str] | None:
    """Where a passage stands, with the sentence that shows it; one that speaks for and against stands against."""
    found = [(side, text) for text in sentences(passage) if (side := claim.side_of(text, heading))]
    against = next((one for one in found if one[0] is Side.AGAINST), None)
    return against or next(iter(found), None)


def _said(rest: str, counted: Iterable[Figure]) -> frozenset[str]:
    """Words without figures and what belongs to them."""
    own = {word for figure in counted for word in content_words(figure.shown)}
    return frozenset(word for word in content_words(rest) - own if not word[:1].isdigit())


def _days(mine: tuple[Date, ...], theirs: tuple[Date, ...]) -> Side | None:
    """FOR where each of my dates is told; AGAINST where others of the same kind are told instead."""
    if not mine:
        return Side.FOR
    if all(any(_same_day(day, other) for other in theirs) for day in mine):
        return Side.FOR
    return Side.AGAINST if any(other.year for other in theirs) else None


def _same_day(day: Date, other: Date) -> bool:
    parts = ((day.year, other.year), (day.month, other.month), (day.day, other.day))
    return all(mine is None or mine == its for mine, its in parts)


def _figure(figure: Figure, others: Iterable[Figure]) -> Side | None:
    """FOR where the same is told; AGAINST where another of its kind is told, and none is the same."""
    alike = [other for other in others if other.kind == figure.kind]
    if any(other.base == figure.base for other in alike):
        return Side.FOR
    return Side.AGAINST if alike else None
