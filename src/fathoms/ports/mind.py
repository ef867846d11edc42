"""The part that judges. One method per role; each takes a value and returns a value.

A mind is told, never asked to decide: limits, order, confidence, drift, plateau, convergence and
budgets are code. It sees evidence under opaque keys and never writes an address.
It raises `ProviderError` and nothing else.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol, runtime_checkable

from pydantic import Field

from fathoms.domain.brief import Brief, Effort, Limits
from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Conflict, Fact, Passage, Query
from fathoms.domain.plan import AnswerForm, Form, Mode, Plan, Task
from fathoms.domain.report import Finding, Paragraph, Statement, Verdict
from fathoms.domain.revision import OpenPoint
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Claim, Extraction, Rubric, Scope, ScopeDraft, ThreadState
from fathoms.domain.value import Value


class BriefRequest(Value, kind="brief_request"):
    question: str
    effort: Effort
    limits: Limits
    surveys: tuple[Survey, ...] = ()


class PlanRequest(Value, kind="plan_request"):
    brief: Brief
    surveys: tuple[Survey, ...] = ()
    scouting: SearchAnswer = SearchAnswer()
    """What one search for the whole question brought."""
    rejected: tuple[str, ...] = ()
    """What was wrong with the plan before this one, when there was one."""
    mode: Mode | None = None
    """What the user wants it taken as; code decides otherwise."""
    together: int = 2
    """Signals that make a question complex only together: how many it takes."""


class ScopeRequest(Value, kind="scope_request"):
    """The frame that code has settled, and what the round before said."""

    brief: Brief
    task: Task
    thread: ThreadState
    scope: Scope
    surveys: tuple[Survey, ...] = ()
    """Of the sources that can serve this phase."""


class ExtractRequest(Value, kind="extract_request"):
    brief: Brief
    task: Task
    scope: Scope
    queries: tuple[Query, ...] = ()
    thread: ThreadState
    passages: tuple[Passage, ...] = ()
    form: AnswerForm | None = None
    """What the whole answer will look like."""
    rubric: Rubric = Rubric()
    """What to bring from each source; the words of the task's own spec stand above it."""
    weights: dict[str, float] = Field(default_factory=dict)
    """Idf of the tokens of question, queries and passages in the sources searched."""
    default_weight: float = 1.0


class ConcludeRequest(Value, kind="conclude_request"):
    brief: Brief
    task: Task
    thread: ThreadState
    predecessors: tuple[Finding, ...] = ()
    remaining: tuple[Task, ...] = ()
    """Pending tasks of the plan, which the finding may change."""
    words: int = 0
    """How long the section should be; 0 where nobody minds."""
    form: Form = Form.ESSAY
    """What kind of account the section is to be."""
    beside: tuple[str, ...] = ()
    """What the other sections of the report answer."""
    weights: dict[str, float] = Field(default_factory=dict)
    default_weight: float = 1.0


class SummaryRequest(Value, kind="summary_request"):
    brief: Brief
    plan: Plan
    findings: tuple[Finding, ...] = ()
    facts: tuple[Fact, ...] = ()
    conflicts: tuple[Conflict, ...] = ()


class SummaryDraft(Value, kind="summary_draft"):
    summary: tuple[Statement, ...] = ()
    gaps: tuple[str, ...] = ()
    conclusion: tuple[Statement, ...] = ()
    recommendations: tuple[Statement, ...] = ()
    """Only where the question asks for them."""


class GapsRequest(Value, kind="gaps_request"):
    """Everything that is still open, before the whole is written."""

    brief: Brief
    findings: tuple[Finding, ...] = ()
    points: tuple[OpenPoint, ...] = ()


class GapsVerdict(Value, kind="gaps_verdict"):
    matter: tuple[str, ...] = ()
    """Keys of the points that the whole question needs, most needed first."""


class Stance(StrEnum):
    """From where somebody looks at a case."""

    DOER = "doer"
    """Has done it, and knows the way."""
    RESCUER = "rescuer"
    """Is called when it has failed, and knows why."""
    PAYER = "payer"
    """Decides, pays, and answers for it."""


class SketchRequest(Value, kind="sketch_request"):
    """A question, for what its expert would answer before anything was read."""

    brief: Brief
    stance: Stance = Stance.DOER


class Sketch(Value, kind="sketch"):
    text: str = ""
    look_up: tuple[str, ...] = Field(default=(), exclude_if=lambda some: not some)
    """What somebody with experience would look up in the documents before answering."""


class EditRequest(Value, kind="edit_request"):
    """The whole draft: every section as it was written, what sources disagree on, what was not found."""

    brief: Brief
    plan: Plan
    findings: tuple[Finding, ...] = ()
    facts: tuple[Fact, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    words: int = 0
    """How long the report should be, beside its answer."""
    pages: tuple[Passage, ...] = Field(default=(), exclude_if=lambda shown: not shown)
    """Parts of the documents that the facts come from, those first that a writer misses most; what fits is shown."""
    sketches: tuple[str, ...] = Field(default=(), exclude_if=lambda notes: not notes)
    """What its writer would have answered before anything was read, from several sides, its own first."""
    text: str = Field(default="", exclude_if=lambda text: not text)
    """The report as its writer composed it, without marks; empty where it is to be written with them at once."""


class Composition(Value, kind="composition"):
    """A report as its writer would send it, in Markdown, without marks."""

    text: str = ""
    taken: dict[str, Claim] = Field(default={}, exclude_if=lambda some: not some)
    """What it needs of pages that no fact has."""


class PolishRequest(Value, kind="polish_request"):
    """A composed report whose content is settled, for somebody who makes it easy to read."""

    brief: Brief
    text: str
    words: int = Field(default=0, exclude_if=lambda words: not words)
    """How many its writer was to aim at; 0 leaves its length open."""


class Polished(Value, kind="polished"):
    text: str = ""


class RedraftRequest(Value, kind="redraft_request"):
    """A section that the editor sent back."""

    brief: Brief
    finding: Finding
    facts: tuple[Fact, ...] = ()
    change: str
    """What about it is to be better."""
    words: int = 0
    beside: tuple[str, ...] = ()
    """What the other sections say first."""


class Redraft(Value, kind="redraft"):
    paragraphs: tuple[Paragraph, ...] = ()


class ParentRequest(Value, kind="parent_request"):
    """A task with two or more finished children, bottom-up."""

    brief: Brief
    task: Task
    parent: Finding | None = None
    children: tuple[Finding, ...] = ()
    facts: tuple[Fact, ...] = ()


class ParentDraft(Value, kind="parent_draft"):
    statements: tuple[Statement, ...] = ()


class SupportFact(Value, kind="support_fact"):
    """One fact as a judge sees it: the claim, its words, where they stand and what surrounds them."""

    claim: str
    quotes: tuple[str, ...]
    title: str = ""
    place: str = ""
    """Title and headings."""
    context: str = ""


class SupportItem(Value, kind="support_item"):
    """A statement to be held against the facts that it cites."""

    key: str
    text: str
    facts: tuple[SupportFact, ...] = ()
    """None for a sentence that only connects others."""
    doubts: tuple[str, ...] = ()
    """What code found odd about it."""
    about: str = ""
    """Of a cell: the names of its row and column, which belong to what it says. Of an item: what it is called."""
    code: str = ""
    """Of a block of code: what it is written in."""
    follows: str = ""
    """The sentence that it leans on, where it opens by pointing back."""
    under: str = Field(default="", exclude_if=lambda text: not text)
    """The sentence that leads to its list or table."""
    own: bool = False
    """Whether it is put as the report's own judgement."""
    more: tuple[SupportFact, ...] = ()
    """Other facts of the run that hold most of what its own do not say: it may hold by them, and what is said instead
    may stand on them."""


class SupportRequest(Value, kind="support_request"):
    """Everything that a report states; a mind judges it in as many calls as its window asks for."""

    items: tuple[SupportItem, ...]
    question: str = ""
    """What the user asked: what it gives of the user's own case needs no evidence."""


class SupportVerdicts(Value, kind="support_verdicts"):
    verdicts: dict[str, Verdict] = Field(default_factory=dict)
    """By key; one that is missing stays unchecked."""
    reasons: dict[str, str] = Field(default_factory=dict)
    """Why one does not hold, in a few words; `[2]` is the second of its facts."""
    words: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """The words of one that no evidence carries, as they stand in it."""
    also: dict[str, tuple[SupportFact, ...]] = Field(default_factory=dict)
    """Evidence of other statements that carries what one says beyond its own: it holds with these."""


class RewriteItem(Value, kind="rewrite_item"):
    """A statement that did not hold, and why; `[2]` in the reason is the second of its facts."""

    item: SupportItem
    reason: str
    before: str = ""
    """The sentence before it, where it stands in prose."""
    after: str = ""
    words: tuple[str, ...] = ()
    """Its words that no evidence carries, by the judge."""
    nowhere: tuple[str, ...] = ()
    """Its figures and dates that stand nowhere in its evidence: code lets nothing pass that has them."""


class RewriteRequest(Value, kind="rewrite_request"):
    items: tuple[RewriteItem, ...]

    @property
    def evidence(self) -> tuple[SupportFact, ...]:
        """All that is shown with any of them, each once: whatever is said instead may stand on any of it."""
        return tuple(dict.fromkeys(fact for one in self.items for fact in (*one.item.facts, *one.item.more)))


class Rewrites(Value, kind="rewrites"):
    texts: dict[str, str] = Field(default_factory=dict)
    """By key: what can be said instead; one that is missing is left out."""
    stands_on: dict[str, tuple[int, ...]] = Field(default_factory=dict)
    """By key: the places, from 0, that the facts of the new text have in the evidence of the request.
    One that is missing stands on its own facts as before."""


class Capability(StrEnum):
    """What a mind can that others cannot, as far as code must know before it asks."""

    WRITES = "writes"
    """It writes sentences of its own; a mind that cannot gives the words of its sources."""
    ANY_LANGUAGE = "any_language"
    """It understands questions in any language, not only in those whose words the engine tells apart."""


class Mind(Protocol):
    name: str
    deterministic: bool
    """True when the same request always gets the same answer, at no cost."""

    async def brief(self, request: BriefRequest) -> Brief:
        """Subjects, language, scope and success criteria of the question."""
        ...

    async def plan(self, request: PlanRequest) -> Plan:
        """A graph of sub-questions. Validated by code; a bad one comes back with the reason."""
        ...

    async def scope(self, request: ScopeRequest) -> ScopeDraft:
        """The intent of the round and a backlog of queries per source."""
        ...

    async def extract(self, request: ExtractRequest) -> Extraction:
        """Claims with exact quotes from the passages, and what is still missing."""
        ...

    async def conclude(self, request: ConcludeRequest) -> Finding:
        """The task's section, its gaps and how deep it went."""
        ...

    async def summarise(self, request: SummaryRequest) -> SummaryDraft:
        """The summary of the whole against the original question."""
        ...


class Examination(Value, kind="examination"):
    """What a check-up found of one model of a mind."""

    model: str
    works: bool
    found: str
    advice: str = ""


@runtime_checkable
class Examined(Protocol):
    """A mind that can be checked: keys, reachability, windows."""

    async def examine(self) -> tuple[Examination, ...]: ...


@runtime_checkable
class Reader(Protocol):
    """A mind that says how much it takes in."""

    async def reading_chars(self) -> int:
        """Characters of sources in one request: a quarter of its window."""
        ...


@runtime_checkable
class Connected(Protocol):
    """A mind that holds connections."""

    async def aclose(self) -> None: ...


@runtime_checkable
class Capable(Protocol):
    """A mind that says what it can."""

    @property
    def capabilities(self) -> frozenset[Capability]: ...


def capabilities_of(mind: Mind) -> frozenset[Capability]:
    """What it says of itself; a mind that says nothing is taken to write."""
    return mind.capabilities if isinstance(mind, Capable) else frozenset({Capability.WRITES})


@runtime_checkable
class Priced(Protocol):
    """A mind that costs money, or may."""

    def unpriced(self) -> tuple[str, ...]:
        """Its models whose price nobody knows: a money budget could not be kept with them."""
        ...


def unpriced_models(mind: Mind) -> tuple[str, ...]:
    """The models of a mind whose price nobody knows; none of a mind that costs nothing."""
    return mind.unpriced() if isinstance(mind, Priced) else ()


@runtime_checkable
class GapJudge(Protocol):
    """A mind that can say which of the open points matter for the whole."""

    async def weigh(self, request: GapsRequest) -> GapsVerdict: ...


@runtime_checkable
class Editor(Protocol):
    """A mind that makes a whole of the sections. One that cannot is asked for a summary."""

    async def edit(self, request: EditRequest) -> Edited: ...


@runtime_checkable
class Redrafter(Protocol):
    """A mind that can write a section once more, when its editor sent it back."""

    async def redraft(self, request: RedraftRequest) -> Redraft: ...


@runtime_checkable
class Sketcher(Protocol):
    """A mind that thinks about a question by itself before it writes from what others found."""

    async def sketch(self, request: SketchRequest) -> Sketch: ...


@runtime_checkable
class Composer(Protocol):
    """A mind that writes a whole report before it says what each sentence rests on."""

    async def compose(self, request: EditRequest) -> Composition:
        """Without text where one answer cannot hold it."""
        ...


@runtime_checkable
class Polisher(Protocol):
    """A mind that makes a text easy to read and changes nothing that it says."""

    async def polish(self, request: PolishRequest) -> Polished: ...


@runtime_checkable
class Synthesiser(Protocol):
    """A mind that can say what three or more sections below one task show together."""

    async def bring_together(self, request: ParentRequest) -> ParentDraft: ...


@runtime_checkable
class SupportJudge(Protocol):
    """A mind that can also say whether facts carry a statement. One that cannot leaves it unchecked."""

    async def support(self, request: SupportRequest) -> SupportVerdicts:
        """A verdict for each item, from its facts alone."""
        ...

    async def rewrite(self, request: RewriteRequest) -> Rewrites:
        """What the facts do carry of statements that did not hold."""
        ...
