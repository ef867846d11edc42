"""What a user asks for: one value, whichever face it came through.

Made by `app/asking.py` from the settings and what was said with the question; the order of a run has it inside.

Knows: everything a question can be asked with.  Does not know: where it was said (a flag, a variable, a file, Python).
"""

from __future__ import annotations

from pathlib import Path

from pydantic import Field

from fathoms.domain.brief import Effort
from fathoms.domain.budget import Budget
from fathoms.domain.outside import OutsideWords
from fathoms.domain.plan import Mode, Order, Plan
from fathoms.domain.report import Length
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.thread import LADDER, PlateauPolicy
from fathoms.domain.value import Value


class Ask(Value, kind="ask"):
    """A question and all that goes with it."""

    question: str
    also: tuple[str, ...] = ()
    """Further questions for the same run: a plan for each, side by side, and one report."""
    docs: tuple[Path, ...] = ()
    """Folders and files to take in before planning; absolute in an order: one interrupted before its plan goes on."""
    web: bool = False
    """Search the web too, with the engines that the settings name."""
    sources: tuple[str, ...] = ()
    """More places to search, each as PLUGIN+TARGET."""
    offline: bool = False
    """Reach no host but the allowed ones."""
    keep_originals: bool = False
    """Keep the bytes of what is read beside its text."""
    mind: str = "extractive"
    effort: Effort = Effort.STANDARD
    mode: Mode | None = None
    """Whether it is taken as simple or complex; `None` leaves it to the signals."""
    mode_signals: int = Field(default=2, ge=1, le=9)
    """Signals that decide only together: how many make a question complex."""
    levels: int = Field(default=0, ge=0, le=3)
    """Each limit alone; 0 leaves it to the effort."""
    tasks: int = Field(default=0, ge=0, le=20)
    rounds: int = Field(default=0, ge=0, le=8)
    revisions: int = Field(default=-1, ge=-1, le=3)
    """-1 leaves it to the effort."""
    top_k: int = Field(default=0, ge=0, le=5)
    """Documents read in a round."""
    order: Order = Order.BREADTH
    slots: int = Field(default=4, ge=1, le=64)
    patience: int = Field(default=LADDER, ge=1)
    plateau: PlateauPolicy = PlateauPolicy.ESCAPE
    budget: Budget = Budget()
    task_budget: Budget = Budget()
    """What one task may spend of it."""
    artifacts: str = ""
    """Folder for micro-reports; empty: the run's own folder in home."""
    authorized: bool = False
    """The user agrees to whatever plan comes out (`--yes`, `authorize=True`); else the plan waits for it."""
    revise: RevisePolicy = RevisePolicy.ADAPTIVE
    interactive: bool = False
    """Drill-downs and revisions wait for a person's answer; the rest of the run goes on."""
    approval_seconds: float | None = None
    """How long an approval waits before it counts as refused; `None` waits for ever."""
    suggested: Plan | None = None
    """A plan that the user handed over: adopted, adapted to the caps, or dropped with the reason."""
    answers: tuple[str, ...] = ()
    """What the user answered to the questions about the question, in their order; an empty one passed it over."""
    split: bool = False
    """A question that is too wide is researched as its narrower parts, side by side."""
    fresh: bool = False
    """Take over no finding of an earlier run."""
    learn: bool = True
    """Use and feed what earlier runs taught."""
    follow: str = ""
    """The finished run that this one follows up on: its findings, searches and pages are taken over where they fit,
    and its documents are searched unless others are named."""
    known: tuple[str, ...] = ()
    """What the user states as known; cited as `brief://fact/n`, never silently overridden."""
    strict: float | None = Field(default=None, ge=0, le=1)
    """Least share of supported statements with which the report may ship."""
    length: Length = Length.STANDARD
    cross_check: bool = True
    """Before the report is written, its figures are looked up once more in the user's own documents."""

    outside_words: OutsideWords = OutsideWords.PUBLIC
    """Which words a query to an outside source may have."""

    def with_changes(self, **changes: object) -> Ask:
        """The same ask but for these fields."""
        return self.model_copy(update=changes)
