"""A run: what was ordered, what was proposed, and where it stands.

Knows: the order of one execution.  Does not know: how it is executed.
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from pydantic import model_validator

from fathoms.domain.asking import Ask
from fathoms.domain.authority import TierRules
from fathoms.domain.brief import Brief, Limits
from fathoms.domain.evidence import Failure
from fathoms.domain.feasibility import Verdict
from fathoms.domain.learning import Priors
from fathoms.domain.plan import Plan
from fathoms.domain.report import TaskOutcome
from fathoms.domain.reuse import RecalledFact
from fathoms.domain.step import StepSpec
from fathoms.domain.survey import Survey
from fathoms.domain.value import Value

AUTHORISATION = "Authorized to execute"
"""The exact phrase that starts a run."""


SILENT = "nothing could be searched"
UNHEARD = "a source did not answer"
"""How the reason of a failed run begins when it is all its sources that failed, or one whose answer was needed."""


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
    """Written, but with fewer supported statements than a strict user asks for: it does not ship."""
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
    ask: Ask
    sources: tuple[SourceSpec, ...] = ()
    """Where the ask's documents, web and other places are to be found."""
    limits: Limits
    created_at: datetime
    forked_from: str = ""
    authority: TierRules = TierRules()
    """Hosts whose tier the user settled; they go before ours."""
    steps: tuple[StepSpec, ...] = ()
    """What the user put between our own steps, in this order."""
    name: str = ""
    """What its user calls it; it can be changed, and changes nothing else."""

    @model_validator(mode="before")
    @classmethod
    def lifted(cls, data: Any) -> Any:
        """Orders once had the fields of the ask among their own; homes that hold such stay readable."""
        if not isinstance(data, dict) or "ask" in data or "question" not in data:
            return data
        own = {name: value for name, value in data.items() if name in cls.model_fields}
        asked = {name: value for name, value in data.items() if name in Ask.model_fields and name not in own}
        asked["follow"] = data.get("follows", "")
        asked.setdefault("cross_check", False)  # the oldest know nothing of it, and did not do it
        return {**own, "ask": asked}

    def asking(self, **changes: object) -> RunOrder:
        """The same order but for these fields of its ask."""
        return self.model_copy(update={"ask": self.ask.with_changes(**changes)})


class Proposal(Value, kind="proposal"):
    """What the user authorises: the brief, the plan, and what the sources said of themselves."""

    brief: Brief
    plan: Plan
    surveys: tuple[Survey, ...] = ()
    lent: tuple[str, ...] = ()
    """Queries that the run before sent: their answers need not be asked for again."""
    carried: tuple[TaskOutcome, ...] = ()
    """Outcomes taken over: from the run this one was forked from, or from fresh findings of earlier runs."""
    recalled: tuple[RecalledFact, ...] = ()
    """What earlier runs know on the tasks, as it stood when the run was planned."""
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
