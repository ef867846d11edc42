"""What happened in a run, as values. Every face shows these and nothing else.

Knows: the kinds of events.  Does not know: who reads them or how they are stored.
An event's key (run, task, step, n) makes a repeated step write nothing twice.
"""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from fathoms.domain.approval import ApprovalAnswer, ApprovalRequest
from fathoms.domain.budget import Spend
from fathoms.domain.evidence import Failure, Query
from fathoms.domain.feasibility import Verdict
from fathoms.domain.plan import Plan, TaskStatus
from fathoms.domain.report import Statement, Undug
from fathoms.domain.run import RunStatus
from fathoms.domain.step import RuledFact, Slot
from fathoms.domain.thread import Phase, Plateau, Saturation
from fathoms.domain.value import STORED, Value


class PlanProposed(Value):
    type: Literal["plan.proposed"] = "plan.proposed"
    plan: Plan
    question: str
    verdict: Verdict | None = None


class PlanSuggested(Value):
    """What became of a plan that the user handed over."""

    type: Literal["plan.suggested"] = "plan.suggested"
    verdict: Literal["adopted", "adapted", "refused"]
    reason: str = ""


class QuestionClarified(Value):
    """The user was asked what the question means, and said so."""

    type: Literal["question.clarified"] = "question.clarified"
    asked: str
    answer: str


class TasksMerged(Value):
    """Two tasks of the plan asked for the same thing and became one."""

    type: Literal["plan.merged"] = "plan.merged"
    kept: str
    question: str
    """Of the task that went."""


class QuestionFolded(Value):
    """A planned question found no room as a task and is asked within another."""

    type: Literal["plan.folded"] = "plan.folded"
    kept: str
    question: str


class FactRecalled(Value):
    """An earlier run found what this task asks for: where it stood is read first."""

    type: Literal["fact.recalled"] = "fact.recalled"
    claim: str
    run: str
    found_at: datetime


class FindingReused(Value):
    """A fresh finding of an earlier run answers this task."""

    type: Literal["finding.reused"] = "finding.reused"
    run: str
    found_at: datetime


class ApprovalAsked(Value):
    type: Literal["approval.asked"] = "approval.asked"
    request: ApprovalRequest


class ApprovalGiven(Value):
    type: Literal["approval.given"] = "approval.given"
    answer: ApprovalAnswer


class PlanRejected(Value):
    """A plan broke an invariant; `fallback` says what was done instead."""

    type: Literal["plan.rejected"] = "plan.rejected"
    reason: str
    fallback: str


class RunStarted(Value):
    type: Literal["run.started"] = "run.started"
    question: str
    mind: str
    plan: Plan


class RunResumed(Value):
    """A run that had been cancelled goes on."""

    type: Literal["run.resumed"] = "run.resumed"


class TaskStarted(Value):
    type: Literal["task.started"] = "task.started"
    question: str
    name: str
    sub_questions: int
    subjects: int
    budget: int
    phase: Phase


class RoundScoped(Value):
    type: Literal["round.scoped"] = "round.scoped"
    round: int
    phase: Phase
    intent: str
    queries: tuple[Query, ...]
    forced_subject: str | None = None


class RoundSearched(Value):
    type: Literal["round.searched"] = "round.searched"
    round: int
    hits: int
    sources: tuple[str, ...]
    failures: tuple[Failure, ...] = ()


class RoundRead(Value):
    type: Literal["round.read"] = "round.read"
    round: int
    pages: int
    failures: tuple[Failure, ...] = ()


class SourcesCurated(Value):
    """A thread had run out of sources, and others were looked for: those that it will read first."""

    type: Literal["sources.curated"] = "sources.curated"
    round: int
    searches: int
    sources: tuple[str, ...] = ()
    """Their titles, best first."""


class RoundEnded(Value):
    type: Literal["round.ended"] = "round.ended"
    round: int
    new_facts: int
    confirming_facts: int
    drifts: int
    saturation: Saturation | None
    """`None` when drift ended the round: it says nothing about how exhausted the field is."""
    plateau: Plateau
    summary: str
    micro_report: str = ""
    """The file, relative to the run's folder."""
    budget: int = 0
    """Rounds that the task may now take in all: it grows with what they bring."""


class StepRan(Value):
    """A step that the user put between ours looked at a round's facts."""

    type: Literal["step.ran"] = "step.ran"
    round: int
    slot: Slot
    name: str
    looked_at: int
    """How many facts it was shown."""
    rulings: tuple[RuledFact, ...] = ()
    failures: tuple[Failure, ...] = ()

    @property
    def dropped(self) -> tuple[RuledFact, ...]:
        return tuple(ruling for ruling in self.rulings if ruling.drop)

    @property
    def lowered(self) -> tuple[RuledFact, ...]:
        return tuple(ruling for ruling in self.rulings if ruling.at_most and not ruling.drop)


class SelfCheckFailed(Value):
    """A round left its thread in a state that cannot be: a defect of the program, named in the report."""

    type: Literal["round.check_failed"] = "round.check_failed"
    round: int
    problems: tuple[str, ...]


class TaskEnded(Value):
    type: Literal["task.ended"] = "task.ended"
    status: TaskStatus
    reason: str = ""
    rounds: int = 0
    facts: int = 0
    gaps: tuple[str, ...] = ()
    spend: Spend = Spend()
    heading: str = ""
    section: tuple[Statement, ...] = ()
    """What the task wrote, held against its quotes: a statement that did not pass is not in it."""


class TaskSkipped(Value):
    type: Literal["task.skipped"] = "task.skipped"
    reason: str


class PlanRevised(Value):
    """The plan changed while it ran: before and after, and why."""

    type: Literal["plan.revised"] = "plan.revised"
    trigger: str
    reason: str
    impact: str = ""
    before: Plan
    after: Plan
    refused: str = ""


class AreasLeft(Value):
    """Areas of a finding that deserved a look of their own and get none, each with the reason."""

    type: Literal["areas.left"] = "areas.left"
    areas: tuple[Undug, ...]


class InsightNoticed(Value):
    """Facts of two tasks say something together."""

    type: Literal["insight.noticed"] = "insight.noticed"
    shared: str
    tasks: tuple[str, ...]


class SpendNoted(Value):
    """One real request of a mind and what it cost, told as it happens; also one that failed."""

    type: Literal["spend.noted"] = "spend.noted"
    kind: str
    model: str
    spend: Spend


class ReportWritten(Value):
    type: Literal["report.written"] = "report.written"
    path: str
    references: int
    found: bool


class RunEnded(Value):
    type: Literal["run.ended"] = "run.ended"
    status: RunStatus
    reason: str = ""


Body = Annotated[
    PlanProposed
    | PlanSuggested
    | QuestionClarified
    | TasksMerged
    | QuestionFolded
    | FactRecalled
    | FindingReused
    | ApprovalAsked
    | ApprovalGiven
    | PlanRejected
    | RunStarted
    | RunResumed
    | TaskStarted
    | RoundScoped
    | RoundSearched
    | RoundRead
    | SourcesCurated
    | RoundEnded
    | StepRan
    | SelfCheckFailed
    | TaskEnded
    | TaskSkipped
    | PlanRevised
    | AreasLeft
    | InsightNoticed
    | SpendNoted
    | ReportWritten
    | RunEnded,
    Field(discriminator="type"),
]
_BODY: TypeAdapter[Body] = TypeAdapter(Body)


def stored_body(text: str) -> Body:
    """What happened, as the store has it."""
    return _BODY.validate_json(text, extra=STORED)


class Event(Value, kind="event"):
    """One thing that happened. `seq` orders the stream and is given by the store."""

    run: str
    task: str = ""
    """Empty for the run itself."""
    step: str
    n: int = 0
    at: datetime
    seq: int = 0
    body: Body
