"""What a passage is in the account that a question asks for: a stated reason, what happened, a word for or against.

Knows: the question's words, what sentences do by their wording (`text/accounts.py`).  Does not know: whether a reason
is the true one, or who is right; a reason that is stated for something else is none.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum

from fathoms.domain.plan import Form
from fathoms.engine.evidence.support import sentences
from fathoms.text import accounts
from fathoms.text.dates import dates_and_rest
from fathoms.text.words import content_words

SPEAKS_OF = 0.6
"""Share of the question's words from which a sentence, with its heading and the sentence before, speaks of the same."""
TELLS_IT = 0.8
"""The same share from which it tells what happened: a reason bears out that it is told, mere words must be more."""
UNDER = 0.5
"""Share of the question's words from which a heading says of what all below it speaks."""

_SMALL = re.compile("[ぁ-ん]")
"""In Japanese, what only bends and joins words."""


class Part(StrEnum):
    """In the order in which they are told."""

    REASON = "reason"
    EVENT = "event"
    FOR = "for"
    BOTH = "both"
    AGAINST = "against"
    STEPS = "steps"
    WAY = "way"
    MOMENT = "moment"


@dataclass(frozen=True, slots=True)
class Told:
    """A passage's part in an account."""

    part: Part
    sentence: str = ""
    """That shows it."""
    by: str = ""
    """Who says so, or when it was."""


def told(form: Form, question: str, passage: str, heading: str = "") -> Told | None:
    """The part of a passage; None where it has none, or the form has no parts that words could show."""
    read = _READERS.get(form)
    return read(_Passage(question, passage, heading)) if read else None


class _Passage:
    def __init__(self, question: str, text: str, heading: str) -> None:
        self.text = text
        self.sentences = sentences(text)
        self._asked = frozenset(word for word in content_words(question) if not _SMALL.search(word))
        self._heading = content_words(heading)

    def speaks_of(self, number: int, share: float = SPEAKS_OF) -> bool:
        """A heading may say of whom a sentence speaks; most of what it leaves out must stand in the sentence itself or
        in the one before it."""
        own = self._near(number)
        if not self._asked or len(self._asked & (own | self._heading)) / len(self._asked) < share:
            return False
        rest = self._asked - self._heading
        return not rest or len(rest & own) / len(rest) >= SPEAKS_OF

    def touches(self, number: int) -> bool:
        """Whether it has a word of the question, or stands under most of them."""
        under = len(self._asked & self._heading) >= UNDER * len(self._asked)
        return under or bool(self._asked & self._near(number))

    def _near(self, number: int) -> frozenset[str]:
        return content_words(" ".join(self.sentences[max(0, number - 1) : number + 1]))


def _cause(passage: _Passage) -> Told | None:
    numbers = range(len(passage.sentences))
    near = (passage.sentences[number] for number in numbers if passage.speaks_of(number))
    if reason := next((text for text in near if accounts.gives_reason(text)), ""):
        return Told(Part.REASON, reason, accounts.speaker_in(reason))
    return Told(Part.EVENT) if any(passage.speaks_of(number, TELLS_IT) for number in numbers) else None


def _evaluation(passage: _Passage) -> Told | None:
    near = [text for number, text in enumerate(passage.sentences) if passage.touches(number)]
    against = next((text for text in near if accounts.finds_fault(text)), "")
    praise = next((text for text in near if accounts.praises(text) and not accounts.finds_fault(text)), "")
    if praise and against:
        return Told(Part.BOTH)
    if praise or against:
        return Told(Part.FOR, praise) if praise else Told(Part.AGAINST, against)
    return None


def _procedure(passage: _Passage) -> Told | None:
    return Told(Part.STEPS) if accounts.in_steps(passage.text, passage.sentences) else None


def _exploration(passage: _Passage) -> Told | None:
    near = (text for number, text in enumerate(passage.sentences) if passage.touches(number))
    way = next((text for text in near if accounts.names_way(text)), "")
    return Told(Part.WAY, way) if way else None


def _timeline(passage: _Passage) -> Told | None:
    years = [day.year for day in dates_and_rest(passage.text)[0] if day.year]
    return Told(Part.MOMENT, by=str(years[0])) if years else None


_READERS = {
    Form.CAUSE: _cause,
    Form.EVALUATION: _evaluation,
    Form.PROCEDURE: _procedure,
    Form.EXPLORATION: _exploration,
    Form.TIMELINE: _timeline,
}
