"""What happened in a run, as values. Every face shows these and nothing else.

Knows: the kinds of events.  Does not know: who reads them or how they are stored.
An event's key (run, task, step, n) makes a repeated step write nothing twice.

The form is versioned: what is added leaves the version as it is, what a reader would have to be changed for raises it.
`docs/reference/events.md` is made from here (`python -m fathoms.faces.event_reference`).
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from pathlib import PurePath
from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator, Field, TypeAdapter

from fathoms.domain.approval import ApprovalAnswer, ApprovalRequest
from fathoms.domain.budget import Spend
from fathoms.domain.evidence import Fact, Failure, LedgerEntry, Query
from fathoms.domain.feasibility import Verdict
from fathoms.domain.plan import Plan, TaskStatus
from fathoms.domain.report import Statement, Undug
from fathoms.domain.run import RunStatus
from fathoms.domain.step import RuledFact, Slot
from fathoms.domain.thread import Phase, Plateau, Saturation
from fathoms.domain.value import STORED, Value

EVENTS_VERSION = 1


def _name_alone(path: object) -> object:
    """Events go to whoever watches: where the server keeps its files is not theirs. Older runs stored whole paths."""
    return PurePath(path.replace("\\", "/")).name if isinstance(path, str) else path


FileName = Annotated[str, BeforeValidator(_name_alone)]
"""Of a file in the run's folder, without the folder."""


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


class AnswerTrimmed(Value):
    """A mind wrote more than could be used: what of it was left out, and why."""

    type: Literal["answer.trimmed"] = "answer.trimmed"
    kind: str
    """What the mind was asked to do."""
    left_out: tuple[str, ...]
    reason: str


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


class Place(Value):
    """Where words stand: enough to name the document and to open it."""

    title: str
    url: str
    source: str
    heading: tuple[str, ...] = ()
    """The headings above the place, from the top down."""
    page: str = ""
    """The id of the stored snapshot, once it was read."""


class RoundSearched(Value):
    """The sources of a round have answered."""

    type: Literal["round.searched"] = "round.searched"
    round: int
    hits: int
    sources: tuple[str, ...]
    failures: tuple[Failure, ...] = ()
    found: tuple[Place, ...] = ()
    """What they found, best first; nothing in runs of before 0.3."""


class RoundRead(Value):
    """The documents of a round were read and are kept."""

    type: Literal["round.read"] = "round.read"
    round: int
    pages: int
    failures: tuple[Failure, ...] = ()
    read: tuple[Place, ...] = ()


class FactFound(Value):
    """A claim whose quote stands in a stored page; without the words around the quote, which the page has."""

    type: Literal["fact.found"] = "fact.found"
    round: int
    fact: Fact


class ConflictFound(Value):
    """Two facts that cannot both hold, with who says which; of no task and round 0 when the last check found it."""

    type: Literal["conflict.found"] = "conflict.found"
    round: int
    entry: LedgerEntry


class GapNoticed(Value):
    """Something that was looked for and not found, or that a source itself names as missing."""

    type: Literal["gap.noticed"] = "gap.noticed"
    gap: str


class SectionGrowing(Value):
    """What the section would say if its task ended now: only statements that pass the check."""

    type: Literal["section.growing"] = "section.growing"
    round: int
    heading: str
    statements: tuple[Statement, ...]


class SectionWritten(Value):
    """A task has written its section: what of it passes the check."""

    type: Literal["section.written"] = "section.written"
    heading: str
    statements: tuple[Statement, ...]


class Steering(StrEnum):
    """What a user may want of a run under way."""

    STOP = "stop"
    """Begin nothing more and write what there is."""
    DROP = "drop"
    """Leave a task out that has not begun."""
    ADD = "add"
    """Research one more question."""


class RunSteered(Value):
    """A user stepped in. It is taken up between two rounds, or when the next task ends."""

    type: Literal["run.steered"] = "run.steered"
    steering: Steering
    task: str = ""
    """The one to leave out."""
    question: str = ""
    """The one to research."""


class ConflictSettled(Value):
    """A user says which side of a conflict holds; whoever follows the run up knows it."""

    type: Literal["conflict.settled"] = "conflict.settled"
    conflict: str
    upheld: str
    """The fact that holds."""
    says: str
    """What is known from now on, in words."""


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
    micro_report: FileName = ""
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
    path: FileName
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
    | AnswerTrimmed
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
    | FactFound
    | ConflictFound
    | GapNoticed
    | SectionGrowing
    | RoundEnded
    | StepRan
    | SelfCheckFailed
    | SectionWritten
    | TaskEnded
    | TaskSkipped
    | RunSteered
    | PlanRevised
    | AreasLeft
    | InsightNoticed
    | SpendNoted
    | ConflictSettled
    | ReportWritten
    | RunEnded,
    Field(discriminator="type"),
]
_BODY: TypeAdapter[Body] = TypeAdapter(Body)


def event_types() -> tuple[str, ...]:
    """The names of all kinds of events."""
    return tuple(str(kind.model_fields["type"].default) for kind in event_kinds())


def event_kinds() -> tuple[type[Value], ...]:
    return get_args(get_args(Body)[0])


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
    version: int = EVENTS_VERSION
    body: Body
