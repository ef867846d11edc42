"""The brief: the agreed form of what the user asked. Immutable once authorised.

Knows: the one dial (`Effort`) and the ceilings it sets.  Does not know: how a brief is made (minds)
or judged feasible (`engine/intake/feasibility.py`).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from fathoms.domain.budget import Budget
from fathoms.domain.clarification import Clarified
from fathoms.domain.value import Value


class Effort(StrEnum):
    QUICK = "quick"
    STANDARD = "standard"
    DEEP = "deep"
    EXHAUSTIVE = "exhaustive"


class Limits(Value, kind="limits"):
    """The ceilings that an effort sets. They can be lowered one by one, never raised."""

    top_tasks: int = Field(ge=1, le=8)
    levels: int = Field(ge=1, le=3)
    rounds: int = Field(ge=1, le=8)
    revisions: int = Field(ge=0, le=3)
    tasks: int = Field(ge=1, le=20)
    documents: int = Field(default=5, ge=1, le=5)
    """Read in one round, at most."""


EFFORT_LIMITS: dict[Effort, Limits] = {
    Effort.QUICK: Limits(top_tasks=3, levels=1, rounds=2, revisions=0, tasks=3),
    Effort.STANDARD: Limits(top_tasks=6, levels=2, rounds=3, revisions=2, tasks=10),
    Effort.DEEP: Limits(top_tasks=8, levels=3, rounds=5, revisions=3, tasks=20),
    Effort.EXHAUSTIVE: Limits(top_tasks=8, levels=3, rounds=8, revisions=3, tasks=20),
}


QUICK_WRITTEN = Limits(top_tasks=1, levels=1, rounds=1, revisions=0, tasks=1)
"""Quick with a mind that writes: one look at the best documents, whole, and few calls."""


class Subject(Value, kind="subject"):
    """Something the question is about, with the words that tell it from its namesakes."""

    name: str = Field(min_length=1)
    disambiguation: tuple[str, ...] = ()


class Period(Value, kind="period"):
    """A span of years, both ends included."""

    first: int
    last: int


class Criterion(Value, kind="criterion"):
    """A yes/no test, written before any search, that the report answers."""

    id: str
    text: str


class Brief(Value, kind="brief"):
    """What was asked, agreed: every later step sees this one and none may change it."""

    question: str = Field(min_length=1)
    language: str = "en"
    subjects: tuple[Subject, ...] = ()
    known_facts: tuple[str, ...] = ()
    """What the user stated; cited as `brief://fact/n`, never silently overridden."""
    period: Period | None = None
    place: str | None = None
    domain: str | None = None
    expert: str = ""
    """Who would know the answer: the kind of specialist that a mind speaks as."""
    criteria: tuple[Criterion, ...] = ()
    clarified: tuple[Clarified, ...] = ()
    """What the user was asked about the question, and answered; `question` has the answers in it."""
    effort: Effort = Effort.STANDARD
    limits: Limits = EFFORT_LIMITS[Effort.STANDARD]
    budget: Budget = Budget()
    doubts: tuple[str, ...] = ()
    """Reasons of the mind's own against researching the question as it stands; code may have others."""

    @property
    def in_one_go(self) -> bool:
        """A quick run with a mind that writes: one task, one look at the best documents, one answer."""
        return self.effort is Effort.QUICK and self.limits.tasks == 1
