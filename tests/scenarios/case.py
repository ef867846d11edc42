"""A scenario as data: one thread, what its mind and its sources do turn by turn, and what must come of it.

A case is a TOML file in `cases/`. A new behaviour is a new file; a name that nobody knows is refused.

    shows    = "one sentence: the behaviour"
    effort   = "standard"                                     sets the ceiling of rounds
    [brief]    question, place, domain, …                     a `Brief`
    [task]     sub_questions, subjects, gates, spec, …        a `Task`; id and question have defaults
    [[source]] name, kind, phases                             who can be searched
    [[page]]   url, text, title, dated | fails, because       what there is to find; its source has the same kind
    [[turn]]   ask, finds, says, …                            one for each time the mind is asked for a scope
    [expect]   stopped, history, …                            what is not named is not checked

Knows: the format.  Does not know: how a case is played (`stage.py`) or judged (`test_threads.py`).
"""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path
from typing import Literal

from pydantic import Field

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import ExtractionSpec, Task, TaskStatus
from fathoms.domain.run import RunStatus
from fathoms.domain.thread import (
    ConflictClaim,
    Escape,
    Insight,
    Lead,
    Phase,
    Plateau,
    PlateauPolicy,
    StopReason,
    SubjectStatus,
    SubQuestionStatus,
)
from fathoms.domain.value import Value

FOLDER = Path(__file__).parent / "cases"


class ScriptedPlace(Value):
    """A source of the case."""

    name: str = "kb"
    kind: SourceKind = SourceKind.INTERNAL
    phases: tuple[Phase, ...] = tuple(Phase)


class ScriptedPage(Value):
    """A page of the case. One that `fails` is found but cannot be read."""

    url: str
    text: str = ""
    title: str = ""
    dated: date | None = None
    fails: Literal["", "timeout", "refused"] = ""
    because: str = ""


class Saying(Value):
    """A claim of the mind on the first passage that holds its quote, or on a page of its choice."""

    quote: str
    text: str = ""
    """What it makes of the quote; the quote itself when empty."""
    page: str = ""
    answers: tuple[str, ...] = ()
    loose: bool = False


class Told(Value):
    """What code must have settled before the mind is asked. Only what is given is compared."""

    round: int | None = None
    phase: Phase | None = None
    escape: Escape | None = None
    forced_subject: str | None = None
    must_reformulate: bool | None = None
    open_sub_questions: tuple[str, ...] | None = None
    feedback: str | None = None
    gap: str | None = None


class Turn(Value):
    """What the mind asks, what that finds, and what the mind says of it."""

    told: Told = Told()
    ask: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The backlog: queries by source."""
    finds: tuple[str, ...] = ()
    """Addresses of pages, best first; each source finds its own."""
    says: tuple[Saying, ...] = ()
    coverage: dict[str, float] = Field(default_factory=dict)
    conflicts: tuple[ConflictClaim, ...] = ()
    leads: tuple[Lead, ...] = ()
    insights: tuple[Insight, ...] = ()
    disambiguation: tuple[str, ...] = ()
    sufficient: bool = False
    reason: str = ""


class MicroReport(Value):
    """What the file of one round must and must not say."""

    round: int
    says: tuple[str, ...] = ()
    omits: tuple[str, ...] = ()


class Listed(Value):
    """A source that a discovery lists or leaves out."""

    url: str
    tags: tuple[str, ...] = ()
    because: str = ""
    """Part of the reason given."""


class Expected(Value):
    """What must come of the thread. `None` is not checked."""

    run: RunStatus = RunStatus.DONE
    status: TaskStatus = TaskStatus.DONE
    stopped: StopReason | None = None
    history: tuple[str, ...] | None = None
    """The plateau history as the completion report shows it: New | Confirming | Saturation | Phase | Escape."""
    plateau: tuple[Plateau, ...] | None = None
    budget: tuple[int, ...] | None = None
    """The round budget after each round."""
    sub_questions: dict[str, SubQuestionStatus] | None = None
    subjects: dict[str, SubjectStatus] | None = None
    escapes: tuple[Escape, ...] | None = None
    """Those tried, in order; one that did not apply is among them."""
    asked: dict[str, tuple[str, ...]] | None = None
    """The queries that each source really got."""
    facts: tuple[str, ...] | None = None
    """The claims that became facts, in order."""
    tasks: tuple[str, ...] = ("1",)
    """The tasks of the plan at the end of the run."""
    spec: ExtractionSpec | None = None
    """The extraction spec as the extractor saw it."""
    micro: tuple[MicroReport, ...] = ()
    completion: tuple[str, ...] = ()
    """What the completion report says."""
    included: tuple[Listed, ...] | None = None
    excluded: tuple[Listed, ...] | None = None


class Case(Value):
    name: str
    shows: str
    mind: Literal["scripted", "extractive"] = "scripted"
    effort: Effort = Effort.STANDARD
    patience: int = 2
    policy: PlateauPolicy = PlateauPolicy.ESCAPE
    brief: Brief
    task: Task
    source: tuple[ScriptedPlace, ...] = (ScriptedPlace(),)
    page: tuple[ScriptedPage, ...] = ()
    turn: tuple[Turn, ...] = ()
    expect: Expected


def load(path: Path) -> Case:
    """The case in a file, with what it leaves unsaid filled in."""
    written = tomllib.loads(path.read_text(encoding="utf-8"))
    effort = Effort(written.get("effort", Effort.STANDARD))
    question = written.get("brief", {}).get("question", "What does the Skarrow array deliver?")
    brief = {"question": question, "effort": effort, "limits": EFFORT_LIMITS[effort], **written.pop("brief", {})}
    task = {"id": "1", "question": question, **written.pop("task", {})}
    return Case.model_validate({"name": path.stem, "brief": brief, "task": task, **written})
