"""What the user is asked before a plan is worth making, and what they said.

Knows: questions, the words they are about, answers.  Does not know: when one is asked
(`engine/intake/clarifying.py`) or how
it is put (faces).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from fathoms.domain.value import Value


class Slot(StrEnum):
    """What an answer settles."""

    SUBJECT = "subject"
    """What a question is about that names nothing."""
    SENSE = "sense"
    """Which of several things of one name is meant."""
    MEMBERS = "members"
    """Which members of a class matter, instead of all."""
    SUBJECTS = "subjects"
    ASPECTS = "aspects"
    PERIODS = "periods"
    """Which items of a list matter, when there are too many."""
    PARTS = "parts"
    """Which of too many questions matter."""


class Clarification(Value, kind="clarification"):
    """One question to the user. Every answer to it gives another plan."""

    slot: Slot
    text: str = Field(min_length=1)
    options: tuple[str, ...] = ()
    """Answers to choose from or to be inspired by."""
    stands_for: tuple[str, ...] = ()
    """The words of the question, in order, that the answer takes the place of; none when it is added."""


class Clarified(Value, kind="clarified"):
    asked: Clarification
    answer: str = ""
    """Empty when the user passed it over: then it is not asked again."""
