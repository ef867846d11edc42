"""A planning scenario as data: a question, what there is to search, and the plan that must come of it.

A case is a TOML file in `planning/`. A new behaviour is a new file; a name that nobody knows is refused.

    shows    = "one sentence: the behaviour"
    question = "…"
    effort   = "standard"
    [[document]] name, text               a small corpus, taken in as a folder of files
    [[source]]   name, kind, pages        scripted sources instead; a case has one or the other
    [expect]     mode, strategy, …        what is not named is not checked
    [[expect.task]] asks, after, …        the tasks of the plan, in order

Knows: the format.  Does not know: how a case is proposed or judged (`test_planning.py`).
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from pydantic import Field

from fathoms.domain.brief import Effort
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Lean, Mode, Strategy
from fathoms.domain.value import Value

FOLDER = Path(__file__).parent / "planning"


class Document(Value):
    name: str
    text: str


class PlaceOfCase(Value):
    """A scripted source: its pages by address."""

    name: str
    kind: SourceKind
    pages: dict[str, str] = Field(default_factory=dict)
    finds: tuple[tuple[str, ...], ...] = ()
    """What the first search finds (the scouting one), the second, and so on; the last for all that follow. Without
    it, every search finds every page."""


class ExpectedTask(Value):
    """`None` is not checked; what the task waits for always is."""

    asks: str | None = None
    """Its question, word for word."""
    about: tuple[str, ...] = ()
    """Words that its question must have."""
    after: tuple[str, ...] = ()
    """The tasks that it needs."""
    after_soft: tuple[str, ...] = ()
    """Those that it waits for but can do without."""
    importance: float | None = None
    extra_rounds: int | None = None
    subjects: tuple[str, ...] | None = None
    sub_questions: tuple[str, ...] | None = None
    lean: Lean | None = None


class ExpectedPlan(Value):
    mode: Mode
    strategy: Strategy | None = None
    signals: tuple[str, ...] | None = None
    subjects: tuple[str, ...] | None = None
    """Of the brief."""
    period: tuple[int, int] | None = None
    no_period: bool = False
    approach: tuple[str, ...] = ()
    """What the plan says in words about its tasks."""
    task: tuple[ExpectedTask, ...] = ()
    backlogs: tuple[tuple[int, int], ...] | None = None
    """Queries for the (own documents, world) in the first round of each task; the case is carried out for it."""
    steps: tuple[str, ...] | None = None
    """`task event` in the order of the run, on one slot; the case is carried out for it."""


class PlanCase(Value):
    name: str
    shows: str
    question: str
    effort: Effort = Effort.STANDARD
    document: tuple[Document, ...] = ()
    source: tuple[PlaceOfCase, ...] = ()
    expect: ExpectedPlan

    @property
    def is_carried_out(self) -> bool:
        return self.expect.backlogs is not None or self.expect.steps is not None


def load(path: Path) -> PlanCase:
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    case = PlanCase.model_validate({"name": path.stem, **written}, strict=False)
    if bool(case.document) == bool(case.source):
        raise ValueError(f"{path.name} needs documents or sources, and not both")
    return case
