"""A step put between two others: where it stands, what it is shown, what it may say of that.

Knows: what goes in and what comes out.  Does not know: who does the looking (`ports/step.py`) or what code makes of
what is said (`engine/evidence/facts.py`).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from fathoms.domain.evidence import Confidence, Fact, Failure, Passage
from fathoms.domain.plan import Task
from fathoms.domain.value import Value


class Slot(StrEnum):
    """Where a step can be put."""

    AFTER_EXTRACT = "after_extract"
    """The round's claims have become facts, each with its quote; what they mean for the thread is not yet settled."""


class StepSpec(Value, kind="step_spec"):
    """A step that a run was asked for with. Part of its order: whoever goes on with the run has the same ones."""

    name: str
    slot: Slot


class RoundFacts(Value, kind="round_facts"):
    """What a step after extraction is shown."""

    question: str
    """What the user asked."""
    task: Task
    round: int
    facts: tuple[Fact, ...]
    """Those of this round, with evidence and confidence; a step sees what the steps before it left."""
    passages: tuple[Passage, ...]
    """What the round read: the facts' evidence names them by `page_id` and place."""


class Ruling(Value, kind="ruling"):
    """What a step says of one fact, and why. A fact without a ruling stays as it is."""

    fact: str
    reason: str = Field(min_length=1)
    drop: bool = False
    """It does not become a fact; the reason stands in the micro-report."""
    at_most: Confidence | None = None
    """Its confidence may be this and no higher. How credible sources are is for code: nothing raises it."""


class Rulings(Value, kind="rulings"):
    """All that a step says of a round."""

    rulings: tuple[Ruling, ...] = ()
    failures: tuple[Failure, ...] = ()
    """What the step could not look at; named in the report."""


class RuledFact(Ruling, kind="ruled_fact"):
    """A ruling beside the words it is about, for who reads of it later."""

    claim: str
