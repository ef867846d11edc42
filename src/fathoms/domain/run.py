"""A run: what was ordered, what was proposed, and where it stands.

Knows: the order of one execution.  Does not know: how it is executed.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from fathoms.domain.authority import TierRules
from fathoms.domain.brief import Brief, Effort, Limits
from fathoms.domain.budget import Budget
from fathoms.domain.evidence import Failure
from fathoms.domain.feasibility import Verdict
from fathoms.domain.learning import Priors
from fathoms.domain.plan import Order, Plan
from fathoms.domain.report import Length, TaskOutcome
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.survey import Survey
from fathoms.domain.thread import PlateauPolicy
from fathoms.domain.value import Value

AUTHORISATION = "Authorized to execute"
"""The exact phrase that starts a run."""


class RunStatus(StrEnum):
    PLANNING = "planning"
    PROPOSED = "proposed"
    """Planned, waiting for its authorisation."""
    RUNNING = "running"
    """Being worked on, or left by a process that died: the run's lock tells which."""
    DONE = "done"
    REFUSED = "refused"
    """Not feasible: said before anything was spent, with narrower questions to ask instead."""
    WITHHELD = "withheld"
    """Written, but with fewer supported statements than `--strict` asks for: it does not ship."""
    NOT_FOUND = "not found"
    """Ended without evidence: an honest answer, no report."""
    FAILED = "failed"
    CANCELLED = "cancelled"

    @property
    def ended(self) -> bool:
        return self in (
            RunStatus.DONE,
            RunStatus.WITHHELD,
            RunStatus.REFUSED,
            RunStatus.NOT_FOUND,
            RunStatus.FAILED,
            RunStatus.CANCELLED,
        )


class SourceSpec(Value, kind="source_spec"):
    """Names a source by its plug-in and what it should open."""

    plugin: str
    name: str
    target: str = ""
    keep_originals: bool = False
    """The bytes behind the pages that it reads are kept beside their text, where it has any."""


class RunOrder(Value, kind="run_order"):
    """Everything that defines a run. Nothing that changes its outcome lives elsewhere."""

    run: str
    question: str = Field(min_length=1)
    sources: tuple[SourceSpec, ...] = ()
    mind: str = "extractive"
    effort: Effort = Effort.STANDARD
    limits: Limits
    order: Order = Order.BREADTH
    slots: int = Field(default=4, ge=1, le=64)
    patience: int = Field(default=2, ge=1)
    plateau: PlateauPolicy = PlateauPolicy.ESCAPE
    budget: Budget = Budget()
    task_budget: Budget = Budget()
    """What one task may spend of it."""
    artifacts: str = ""
    """Folder for micro-reports; empty: the run's own folder in home."""
    created_at: datetime
    forked_from: str = ""
    docs: tuple[str, ...] = ()
    """Folders and files to take in before planning, absolute: a run interrupted before its plan can go on."""
    authorized: bool = False
    """The user said so when asking (`--yes`, `authorize=True`); else the plan waits for it."""
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
    authority: TierRules = TierRules()
    """Hosts whose tier the user settled; they go before ours."""
    follows: str = ""
    """The finished run that this one follows up on: its findings, searches and pages are taken over where they fit."""
    known: tuple[str, ...] = ()
    """What the user states as known; cited as `brief://fact/n`, never silently overridden."""
    strict: float | None = Field(default=None, ge=0, le=1)
    """Least share of supported statements with which the report may ship."""
    length: Length = Length.STANDARD
    cross_check: bool = False
    """Before the report is written, its figures are looked up once more in the user's own documents."""


class Proposal(Value, kind="proposal"):
    """What the user authorises: the brief, the plan, and what the sources said of themselves."""

    brief: Brief
    plan: Plan
    surveys: tuple[Survey, ...] = ()
    lent: tuple[str, ...] = ()
    """Queries that the run before sent: their answers need not be asked for again."""
    carried: tuple[TaskOutcome, ...] = ()
    """Outcomes taken over: from the run this one was forked from, or from fresh findings of earlier runs."""
    losses: tuple[Failure, ...] = ()
    """What the mind could not do while it planned, so that code did it instead; named in the report."""
    verdict: Verdict | None = None
    """Feasible or not, and what to ask instead."""
    priors: Priors | None = None
    """What earlier runs taught about this type of question, as it stood when the run was planned."""


class RunRow(Value, kind="run_row"):
    """A run as the list of runs shows it."""

    order: RunOrder
    status: RunStatus
    reason: str = ""
    proposal: Proposal | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    report_path: str = ""
