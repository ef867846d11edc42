"""What goes over the wire beside the values of the domain: what is asked with, and how answers are put together.

Knows: names and bounds of fields.  Does not know: what is done with them.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from fathoms.app.offers import Offer
from fathoms.app.ordering import MAX_QUESTION
from fathoms.app.run_cards import RunCard
from fathoms.domain.approval import ApprovalRequest
from fathoms.domain.brief import Effort
from fathoms.domain.budget import Budget
from fathoms.domain.events import ConflictSettled, RoundEnded, RoundScoped, Steering
from fathoms.domain.evidence import Fact, LedgerEntry, Original, SourceKind
from fathoms.domain.plan import Mode, Order, Plan
from fathoms.domain.report import Finding, Length, Reference
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.state import RunState, TaskState
from fathoms.faces.http.endpoints import Said

_PLAIN = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f]*$"
Words = Annotated[str, StringConstraints(max_length=2_000, pattern=_PLAIN)]
Name = Annotated[str, StringConstraints(min_length=1, max_length=200, pattern=_PLAIN)]
Question = Annotated[str, StringConstraints(min_length=1, max_length=MAX_QUESTION, pattern=_PLAIN)]


class RunRequest(Said):
    """A question and what goes with it; what is not said is as the server's settings have it."""

    question: Question
    also: list[Question] = Field(default_factory=list, max_length=7)
    collections: list[Name] = Field(default_factory=list, max_length=50, description="Collections to search")
    docs: list[Name] = Field(
        default_factory=list, max_length=50, description="Folders and files of the server's machine; only from there"
    )
    web: bool | None = None
    offline: bool | None = None
    effort: Effort | None = None
    mode: Literal[Mode.SIMPLE, Mode.COMPLEX, "auto"] | None = None
    mind: Name | None = None
    model: Words | None = None
    length: Length | None = None
    order: Order | None = None
    revise: RevisePolicy | None = None
    answers: list[Words] = Field(default_factory=list, max_length=10)
    known: list[Words] = Field(default_factory=list, max_length=50)
    follow: Name | None = Field(default=None, description="A finished run that this question follows up")
    fresh: bool | None = None
    split: bool | None = None
    strict: bool | None = None
    interactive: bool | None = None
    keep_originals: bool | None = None
    max_usd: float | None = Field(default=None, ge=0, le=1_000_000)
    max_tokens: int | None = Field(default=None, ge=0, le=1_000_000_000)
    max_calls: int | None = Field(default=None, ge=0, le=1_000_000)
    max_minutes: int | None = Field(default=None, ge=0, le=525_600)
    authorize: bool = Field(default=False, description="Start the plan without asking")


class Answers(Said):
    answers: list[Words] = Field(min_length=1, max_length=10)


class EditedPlan(Said):
    plan: Plan


class Steer(Said):
    steering: Steering
    task: Words = ""
    question: Words = ""


class Verdict(Said):
    approved: bool
    reason: Words = ""


class Settle(Said):
    upheld: Name = Field(description="The fact that holds")


class ForkAt(Said):
    task: Name


class Token(Said):
    token: Annotated[str, StringConstraints(max_length=500)]


class Listed(Said):
    limit: int = Field(default=30, ge=1, le=200)
    offset: int = Field(default=0, ge=0, le=1_000_000)
    q: Words = Field(default="", description="Words of the question")


class After(Said):
    after: int = Field(default=0, ge=0, le=2**53, description="Only events after this one")


class OfTask(Said):
    task: Words = ""


class OfLength(Said):
    length: Length | None = None


class Asked(Said):
    asked: Question = Field(description="A reference such as [3], or words of a sentence")
    length: Length | None = None


class Around(Said):
    start: int | None = Field(default=None, ge=0, le=2**31)
    end: int | None = Field(default=None, ge=0, le=2**31)


class Derived(Said):
    derived: bool = Field(default=False, description="Also the runs that quote it, and its snapshots")


class Search(Said):
    q: Question
    limit: int = Field(default=20, ge=1, le=200)
    collection: Words = ""


class Health(BaseModel):
    status: Literal["ok"]
    version: str


class Begun(BaseModel):
    run: str


class Done(BaseModel):
    done: bool = True


class RunList(BaseModel):
    runs: list[RunCard]
    total: int


class RunView(BaseModel):
    """A run as it stands: what every view of it begins with."""

    card: RunCard
    state: RunState
    offer: Offer | None
    approvals: list[ApprovalRequest]
    settled: list[ConflictSettled]
    budget: Budget
    last_event: int
    working: bool
    """Whether somebody works on it right now."""
    trouble: str = ""
    """Why it could not be planned or carried out."""


class TaskView(BaseModel):
    state: TaskState
    finding: Finding | None
    facts: list[Fact]


class RoundView(BaseModel):
    task: str
    scoped: RoundScoped | None
    ended: RoundEnded


class Conflicts(BaseModel):
    conflicts: list[LedgerEntry]
    settled: list[ConflictSettled]


class SourceView(BaseModel):
    """A stored page around a quote: `text` begins at `offset` in it; marks are places in `text`."""

    page: str
    title: str
    url: str
    kind: SourceKind
    fetched_at: datetime
    dated: date | None
    length: int
    offset: int
    text: str
    marks: list[tuple[int, int]]
    original: Original | None = None
    sheet: int | None = None
    """The page of paper on which the marked words begin, for documents that have pages."""


class Sources(BaseModel):
    references: list[Reference]


class EffortView(BaseModel):
    """What an effort allows at most."""

    name: Effort
    tasks: int
    levels: int
    rounds: int


class Offered(BaseModel):
    """What a question can be asked with here."""

    version: str
    mind: str
    model: str
    effort: str
    efforts: list[EffortView]
    web: bool
    engines: list[str]
    folders: bool
    """Whether a question may name folders of the server's machine."""
    upload_bytes: int
    formats: list[str]


class Uploaded(BaseModel):
    """What became of one file."""

    path: str
    collection: str
    taken_in: bool
    documents: int
    reason: str = ""
    notes: list[str] = Field(default_factory=list)


class CollectionView(BaseModel):
    name: str
    documents: int
    words: int
    chunks: int
    languages: dict[str, int]
    formats: dict[str, int]
    first_date: date | None
    last_date: date | None


class DocumentView(BaseModel):
    path: str
    title: str
    format: str
    words: int
    dated: date | None
    language: str
    ingested_at: datetime
    note: str


class PassageView(BaseModel):
    collection: str
    path: str
    title: str
    heading: list[str]
    text: str
    score: float
    url: str
    dated: date | None
    page: int | None


class SettingView(BaseModel):
    name: str
    value: str | int | float | bool
    origin: str
    help: str
