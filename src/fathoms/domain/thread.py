"""The investigation of one task: its state, and the values of one round.

Knows: phases, sub-questions, subjects, scopes, round records.  Does not know: any threshold
(`engine/thread/plateau.py`, `engine/thread/convergence.py`, …).
"""

from __future__ import annotations

from datetime import datetime
from enum import IntEnum, StrEnum

from pydantic import Field

from fathoms.domain.evidence import Confidence, Conflict, Fact, Failure, Hit, Passage, Query
from fathoms.domain.plan import ExtractionMode, Gates
from fathoms.domain.value import Value


class Phase(StrEnum):
    SURVEY = "SURVEY"
    EXTRACT = "EXTRACT"
    DIVERSIFY = "DIVERSIFY"
    VERIFY = "VERIFY"


class SubQuestionStatus(StrEnum):
    OPEN = "OPEN"
    PARTIAL = "PARTIAL"
    ANSWERED = "ANSWERED"


class SubjectStatus(StrEnum):
    UNCOVERED = "UNCOVERED"
    PARTIAL = "PARTIAL"
    COVERED = "COVERED"


class Saturation(StrEnum):
    """How exhausted a round's field is: HIGH means that little new was left."""

    LOW = "LOW"
    MEDIUM = "MEDIUM"
    HIGH = "HIGH"


class Plateau(IntEnum):
    NONE = 0
    REFORMULATE = 1
    NEXT_PHASE = 2
    STUCK = 3


class Escape(StrEnum):
    """Ways out of a plateau, in the order they are tried, each once a thread."""

    REFORMULATE = "reformulate"
    NEXT_PHASE = "next phase"
    LATERAL = "lateral"
    NEGATIVE = "negative"
    COMMUNITY = "community"
    REFRAME = "reframe"


LADDER = len(Escape)
"""Every way out, once: the patience of a thread that is not told otherwise."""


class PlateauPolicy(StrEnum):
    ESCAPE = "escape"
    IMMEDIATE = "immediate"


class StopReason(StrEnum):
    CRITERIA_MET = "CRITERIA_MET"
    BUDGET_EXHAUSTED = "BUDGET_EXHAUSTED"
    PLATEAU_STOPPED = "PLATEAU_STOPPED"
    USER_STOPPED = "USER_STOPPED"


class SubQuestion(Value, kind="sub_question"):
    id: str
    text: str
    status: SubQuestionStatus = SubQuestionStatus.OPEN
    confidence: Confidence | None = None
    key_fact: str | None = None
    coverage: float = 0.0
    """Share of its weight that the facts so far cover, as the mind reported it."""

    @property
    def founded(self) -> bool:
        """Whether a fact bears on it that may answer: UNVERIFIED ones alone leave it as open as it was."""
        is_open = self.status is SubQuestionStatus.OPEN
        return not is_open and (self.confidence is None or self.confidence.answers)


class SubjectState(Value, kind="subject_state"):
    name: str
    search_rounds: int = 0
    status: SubjectStatus = SubjectStatus.UNCOVERED
    key_fact: str | None = None


class Lead(Value, kind="lead"):
    """Something worth asking next: a bridge entity, a related name, a document that a source names."""

    text: str
    weight: float = 0.0
    reason: str = ""
    unsaid: tuple[str, ...] = ()
    """The question's words that its passage leaves open, as written: what to ask of it."""


class SourceRubric(Value, kind="source_rubric"):
    """What is to be asked of one source."""

    source: str
    """The key of its first passage."""
    questions: tuple[str, ...] = ()
    """Ids of sub-questions, nearest first."""
    spans: tuple[str, ...] = ()
    """Headings to look at."""


class Rubric(Value, kind="rubric"):
    """What reading is to bring in a round, composed by code where the planner does not say it."""

    mode: ExtractionMode = ExtractionMode.FACTS
    scope: str = ""
    """Place, years and field that the answer is about."""
    target: Confidence = Confidence.PLAUSIBLE
    sources: tuple[SourceRubric, ...] = ()


class InsightKind(StrEnum):
    FOLLOW_UP = "follow-up"
    GAP = "gap"
    LINKED_SOURCE = "linked source"


class Insight(Value, kind="insight"):
    kind: InsightKind
    text: str
    confidence: float = Field(default=0.5, ge=0, le=1)
    rationale: str = ""
    snippet: str = ""
    priority: int = Field(default=1, ge=1)
    url: str = ""
    """Of a linked source: where it is, and which source can read it. Code's, never a mind's."""
    source: str = ""


class Scope(Value, kind="scope"):
    """The frame of one round, settled before any query is sent."""

    round: int
    open_sub_questions: tuple[str, ...] = ()
    uncovered_subjects: tuple[str, ...] = ()
    last_saturation: Saturation | None = None
    """`None` is shown as FIRST_ROUND."""
    phase: Phase = Phase.SURVEY
    phase_reason: str = ""
    gap: str = ""
    """The one gap that blocks most."""
    intent: str = ""
    """What is sought and why, not the query."""
    targets: tuple[str, ...] = ()
    """Subjects that this round searches."""
    forced_subject: str | None = None
    escape: Escape | None = None
    must_reformulate: bool = False
    """The next query needs at least half new terms."""
    feedback: str = ""
    """What the last extraction found missing."""
    verifies: str | None = None
    """The fact whose claim this round checks."""
    reads_on: bool = False
    """Everything asked is answered: the round reads what else stands near the question."""
    assumptions: tuple[str, ...] = ()
    """What the question takes for granted, as questions, when the round looks at it from there."""


class ScopeDraft(Value, kind="scope_draft"):
    """What a mind adds to a scope: the intent, and a backlog of queries per source with reasons."""

    intent: str
    gap: str = ""
    backlog: tuple[Query, ...] = ()
    as_written: bool = Field(default=False, exclude_if=lambda said: not said)
    """Whether each is meant to be sent, as it stands; else they are a choice, of which code sends what is needed."""
    assumptions: tuple[str, ...] = ()
    """For the escape that reframes: 3-4 questions on what was taken for granted."""


class DroppedQuery(Value, kind="dropped_query"):
    """A query of the backlog that code did not let pass, and why."""

    query: Query
    reason: str


class Allocation(Value, kind="allocation"):
    """What a round sends: one query for each open sub-question per source, all at once."""

    queries: tuple[Query, ...] = ()
    unanswered: tuple[Query, ...] = ()
    """Asked of a source that failed: they count as not sent."""
    reserve: tuple[Query, ...] = ()
    """Of what is kept, the first for each source, as it would be sent."""
    backlog: tuple[Query, ...] = ()
    """Kept for a later round, at most 5 per source."""
    dropped: tuple[DroppedQuery, ...] = ()
    recommendation: str = ""
    """Which source the relevance probe recommends, if any."""


class DriftKind(StrEnum):
    PLACE = "place"
    DATE = "date"
    SUBJECT = "subject"
    FIELD = "field"


class Drift(Value, kind="drift"):
    url: str
    drift: DriftKind
    detail: str


class Sifted(Value, kind="sifted"):
    """A round's passages after the drift check."""

    kept: tuple[Passage, ...] = ()
    drifts: tuple[Drift, ...] = ()
    ended: bool = False
    """Three drifts in a row: what stood after them was not looked at."""
    streak: int = 0
    """Drifts running at its end."""


class Claim(Value, kind="claim"):
    """What a mind says a passage states. It becomes a fact only if its quote is found."""

    text: str = Field(min_length=1)
    passage: str
    """The key of the passage."""
    quote: str = Field(min_length=1)
    answers: tuple[str, ...] = ()
    subjects: tuple[str, ...] = ()
    score: float = 0.0
    loose: bool = False
    leads_on: bool = False
    beware: str = Field(default="", exclude_if=lambda said: not said)
    """What here would mislead whoever follows the passage, as the mind sees it."""


class ConflictClaim(Value, kind="conflict_claim"):
    """Two claims of one extraction, or one and a known fact, that a mind says cannot both hold."""

    about: str
    left: str
    right: str
    """Quotes, or ids of known facts."""
    left_says: str = ""
    right_says: str = ""


class Extraction(Value, kind="extraction"):
    """A mind's answer to one round's reading."""

    claims: tuple[Claim, ...] = ()
    coverage: dict[str, float] = Field(default_factory=dict)
    """Per sub-question, the share that all facts so far cover (0-1)."""
    relies_on: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Per sub-question, the known facts (of the tasks before this one) that answer it."""
    covered: tuple[str, ...] | None = Field(default=None, exclude_if=lambda said: said is None)
    """Of the themes and subjects that must be covered, those that all facts so far cover, in whatever words; None where
    the mind does not say."""
    conflicts: tuple[ConflictClaim, ...] = ()
    leads: tuple[Lead, ...] = ()
    sufficient: bool = False
    reason: str = ""
    insights: tuple[Insight, ...] = ()
    disambiguation: tuple[str, ...] = ()
    """Candidates confirmed or eliminated, with the evidence that did it."""
    passed_over: tuple[str, ...] = ()
    """Keys of passages that the mind had no room for: nobody has read them."""


class Reading(Value, kind="reading"):
    """What a round read: passages of stored pages, and what could not be read."""

    passages: tuple[Passage, ...] = ()
    failures: tuple[Failure, ...] = ()
    rendered: tuple[str, ...] = ()
    """Addresses of pages that a browser had to draw."""
    vouched: tuple[str, ...] = ()
    """Hosts that primary pages among them call their own."""
    linked: tuple[Insight, ...] = ()
    """Sources that their texts link to where they speak of what is asked."""


class Admitted(Value, kind="admitted"):
    """The claims of one extraction that became facts, and those that did not."""

    facts: tuple[Fact, ...] = ()
    corroborated: tuple[Fact, ...] = ()
    """Facts of earlier rounds with the evidence, and so the confidence, that this round added."""
    rejected: tuple[str, ...] = ()
    """Each with its reason; the quote was not found, or the fact was there already."""
    invented: int = 0
    """How many of them named a passage or a quote that is not there."""
    repeated: tuple[str, ...] = Field(default=(), exclude_if=lambda said: not said)
    """Facts that were known already, from the very words that a claim quotes."""
    relies_on: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Per sub-question, the facts that a claim repeated to answer it."""


class CheckOutcome(StrEnum):
    CONFIRMED = "confirmed"
    CONTRADICTED = "contradicted"
    NEITHER = "neither confirmed nor contradicted"


class CheckedClaim(Value, kind="checked_claim"):
    """What a round of VERIFY made of one fact."""

    fact: str
    outcome: CheckOutcome
    by: tuple[str, ...] = ()
    """The facts that say so."""


class GateDelta(Value, kind="gate_delta"):
    """Why a gate made the thread go on, and what had changed since it last did."""

    iteration: int = Field(ge=1)
    """Counted within the phase."""
    phase: int = Field(default=1, ge=1)
    round: int
    """The round after which the gate was looked at."""
    met: tuple[str, ...] = ()
    unmet: tuple[str, ...] = ()
    changed: str = ""
    reason: str = ""


class RoundRecord(Value, kind="round_record"):
    """One finished round, complete enough to write its micro-report from."""

    number: int
    scope: Scope
    queries: tuple[Query, ...] = ()
    unanswered: tuple[Query, ...] = ()
    """Those that a source failed to answer: not among the queries, and may be asked again."""
    backlog: tuple[Query, ...] = ()
    urls: tuple[str, ...] = ()
    """What the searches returned, the unit of overlap."""
    read_urls: tuple[str, ...] = ()
    read_titles: tuple[str, ...] = ()
    """Of `read_urls`, one for one."""
    sources_consulted: tuple[str, ...] = ()
    drifts: tuple[Drift, ...] = ()
    failures: tuple[Failure, ...] = ()
    rendered: tuple[str, ...] = ()
    """Addresses of pages that a browser had to draw."""
    rejected: tuple[str, ...] = ()
    """Claims whose quote was not found in the page they named."""
    new_facts: tuple[str, ...] = ()
    confirming_facts: tuple[str, ...] = ()
    loose_facts: tuple[str, ...] = ()
    """Only loosely related: listed, but no sign of progress."""
    conflicts: tuple[str, ...] = ()
    subjects_before: tuple[SubjectState, ...] = ()
    subjects_after: tuple[SubjectState, ...] = ()
    disambiguation: tuple[str, ...] = ()
    verified: CheckedClaim | None = None
    """What became of the claim that the round was to check."""
    insights: tuple[Insight, ...] = ()
    sufficient: bool = False
    reason: str = ""
    saturation: Saturation = Saturation.HIGH
    overlap_previous: float = 0.0
    overlap_all: float = 0.0
    plateau: Plateau = Plateau.NONE
    drifted: bool = False
    """Three drifts in a row ended it: it counts against the budget, not for saturation or plateau."""
    drift_streak: int = 0
    """Drifting pages running at its end, to be counted on in the next round."""
    only_unverified: bool = False
    budget_after: int = 0
    next_step: str = ""
    """STAY or ADVANCE, with the reason."""
    focus: str = ""
    """What the next round should look for."""
    remaining: tuple[str, ...] = ()
    """The gaps that this round left."""
    dropped: tuple[DroppedQuery, ...] = ()
    at: datetime


class ThreadState(Value, kind="thread_state"):
    """Everything a thread knows. Only `engine/` makes a new one from an old one."""

    task: str
    name: str
    sub_questions: tuple[SubQuestion, ...] = ()
    subjects: tuple[SubjectState, ...] = ()
    disambiguation: tuple[str, ...] = ()
    keys: dict[str, str] = Field(default_factory=dict)
    """By subject, the words that tell it from its namesakes: they stay in every query."""
    phase: Phase = Phase.SURVEY
    phase_reason: str = ""
    rounds_in_phase: int = 0
    served: tuple[Phase, ...] = tuple(Phase)
    """Phases that some configured source can serve; the others are passed over."""
    brief_phases: tuple[Phase, ...] = ()
    """Phases that brought little in earlier runs: each gets its least, one round."""
    ceiling: int = 3
    budget: int = 2
    """Round budget: grows towards the ceiling while a field still yields."""
    patience: int = LADDER
    policy: PlateauPolicy = PlateauPolicy.ESCAPE
    rounds: tuple[RoundRecord, ...] = ()
    facts: tuple[Fact, ...] = ()
    near: tuple[Hit, ...] = ()
    """What the last search found beyond the documents that were read, best first."""
    known: tuple[Fact, ...] = ()
    """Facts of finished dependencies and ancestors."""
    conflicts: tuple[Conflict, ...] = ()
    leads: tuple[Lead, ...] = ()
    plateau: Plateau = Plateau.NONE
    escapes_tried: tuple[Escape, ...] = ()
    fruitless_escapes: int = 0
    """Escapes running without a new fact."""
    next_escape: Escape | None = None
    must_reformulate: bool = False
    empty_searches: int = 0
    """Rounds running whose searches returned nothing."""
    sent: tuple[str, ...] = ()
    """Every query sent, normalised: none is sent twice."""
    vouched: tuple[str, ...] = ()
    """Hosts that primary pages read so far call their own: primary like them."""
    importance: float = 0.5
    """Of the task: a conflict in an important one is severe."""
    discovery_intense: bool = False
    gates: Gates | None = None
    """Of the phase that the thread is in."""
    gates_behind: tuple[Gates, ...] = ()
    gates_ahead: tuple[Gates, ...] = ()
    gates_since: int = 0
    """Rounds that were over when the phase was entered."""
    discovered: bool = False
    """Whether sources were curated for it, because it had run out of them."""
    covered: tuple[str, ...] | None = Field(default=None, exclude_if=lambda said: said is None)
    """Themes and subjects that its mind called covered; None where no mind has said anything on that."""
    gate_log: tuple[GateDelta, ...] = ()
    """One entry for each time a gate made the thread go on."""
    earlier: bool = False
    """Begun by an earlier version: its budget shrinks after HIGH, and nothing is checked or questioned by code."""
    frugal: bool = False
    """All that is read is paid for: what is known is not searched again, nor what was looked for twice in vain."""
    stopped: StopReason | None = None

    @property
    def failures(self) -> tuple[Failure, ...]:
        """All that was lost on the way, in the order of its rounds."""
        return tuple(failure for record in self.rounds for failure in record.failures)
