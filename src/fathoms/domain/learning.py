"""What earlier runs taught, counted: which source and phase paid off, how many rounds were useful.

Knows: counts and the priors made of them.  Does not know: how many samples make a prior (`engine/run/learning.py`).
"""

from __future__ import annotations

from pydantic import Field

from fathoms.domain.plan import Mode, Strategy
from fathoms.domain.thread import Phase
from fathoms.domain.value import Value


class RoundSample(Value, kind="round_sample"):
    """One round of one thread, as far as there is something to learn from it."""

    question_type: Strategy
    phase: Phase
    sources: tuple[tuple[str, int], ...] = ()
    """Each source asked, with the number of new facts that came from it."""
    useful: bool = False
    """It brought at least one new fact."""


class ThreadSample(Value, kind="thread_sample"):
    """One finished thread."""

    run: str
    task: str
    question_type: Strategy
    mode: Mode
    rounds: tuple[RoundSample, ...] = ()
    sufficient: bool = False


class YieldCount(Value, kind="yield_count"):
    question_type: Strategy
    source: str
    phase: Phase
    asked: int = Field(default=0, ge=0)
    """Rounds in which this source was asked in this phase."""
    paid: int = Field(default=0, ge=0)
    """Those that brought a new fact from it."""
    facts: int = Field(default=0, ge=0)


class TypeCount(Value, kind="type_count"):
    """All threads of one question type."""

    question_type: Strategy
    threads: int = Field(default=0, ge=0)
    rounds: int = Field(default=0, ge=0)
    last_useful: tuple[int, ...] = ()
    """How many threads had their last useful round at 0, 1, 2, …: the position is the round."""
    taken: tuple[int, ...] = ()
    useful: tuple[int, ...] = ()
    """How many threads took a first, second, … round, and to how many it brought something new."""
    simple: int = Field(default=0, ge=0)
    simple_right: int = Field(default=0, ge=0)
    """Simple plans, and those whose one task was sufficient."""


class Counts(Value, kind="counts"):
    """Everything counted, in a fixed order."""

    yields: tuple[YieldCount, ...] = ()
    types: tuple[TypeCount, ...] = ()


class SourcePrior(Value, kind="source_prior"):
    """How often a source paid off in a phase, for one question type, and on how many rounds that rests."""

    source: str
    phase: Phase
    rate: float = Field(ge=0, le=1)
    samples: int


class Priors(Value, kind="priors"):
    """What counting suggests for one question type. Empty until there are enough samples."""

    question_type: Strategy
    sources: tuple[SourcePrior, ...] = ()
    useful_rounds: int | None = None
    """Rounds after which nine of ten threads had found all that they found."""
    idle_round: int | None = None
    """The first round that brought something new to hardly any of those who took it."""
    brief_phases: tuple[Phase, ...] = ()
    """Phases in which hardly any round paid off, whatever source was asked."""
    mode_right: float | None = None
    samples: int = 0
