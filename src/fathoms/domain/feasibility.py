"""Whether a question can be researched at all, said before anything is spent.

Knows: what a verdict holds.  Does not know: how it is reached (`engine/intake/feasibility.py`).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from fathoms.domain.clarification import Clarification
from fathoms.domain.value import Value


class Estimate(Value, kind="estimate"):
    """What a plan takes. Likely: each task takes the rounds it starts with. Most: each goes to its ceiling."""

    tasks: int
    levels: int
    rounds_likely: int
    rounds_most: int
    calls_likely: int
    calls_most: int
    seconds_likely: float
    seconds_most: float
    usd_most: float | None
    """None when the price is not known beforehand."""
    usd_likely: float | None = None
    counted: int = 0
    """Earlier calls that the time and the price were counted on; 0 when they are an order of magnitude."""


class Pace(Value, kind="pace"):
    """What earlier runs took, counted: calls of a mind, and seconds of whole runs with what went on side by side."""

    calls: int = Field(default=0, ge=0)
    seconds: float = Field(default=0.0, ge=0)
    usd: float | None = Field(default=None, ge=0)
    """None when it was not counted."""


class Extent(Value, kind="extent"):
    """How much a question spans: what multiplies in it. An empty axis counts as one."""

    subjects: tuple[str, ...] = ()
    """The things set side by side, when there are several."""
    aspects: tuple[str, ...] = ()
    listed: int = Field(default=0, ge=0)
    """Aspects of the longest list among them, within which the others are asked; 0 where all are one list."""
    periods: tuple[str, ...] = ()
    kind: str = ""
    """A class of things named instead of its members: "country" in "every country in the world"."""
    phrase: str = ""
    """That class as written."""
    endless: bool = False
    members: int = Field(default=0, ge=0)
    """How many there are, when the question says so ("the 27 member states")."""
    parts: int = Field(default=1, ge=1)
    """Questions asked side by side that share no list."""
    compared: bool = False
    """The subjects are also set against one another, which is a task of its own."""


class Ground(StrEnum):
    """Why a question is refused."""

    VAGUE = "vague"
    TOO_WIDE = "too wide"
    BOUNDLESS = "boundless"
    MIND = "the mind's own reason"


class Reason(Value, kind="reason"):
    """One reason of a verdict, in words that a user can act on."""

    ground: Ground
    text: str = Field(min_length=1)


class Verdict(Value, kind="verdict"):
    """Feasible or not, why, and what to ask instead."""

    feasible: bool
    reasons: tuple[Reason, ...] = ()
    """Empty when it is feasible."""
    notes: tuple[str, ...] = ()
    """What does not stand in the way but should be known, such as tasks that this effort has no room for."""
    splits: tuple[str, ...] = ()
    """Narrower questions, each of them feasible."""
    covers: bool = False
    """The narrower questions together make up the whole one: run side by side, they answer it."""
    questions: tuple[Clarification, ...] = ()
    """What the user could say to make the plan another one; none when the question is sharp."""
    needed: int = Field(default=1, ge=0)
    """Top tasks that the question needs; 0 when it is vague."""
    extent: Extent = Extent()
    estimate: Estimate | None = None
