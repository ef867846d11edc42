"""What a task concluded, and the whole report.

Knows: statements that cite facts, sections, references.  Does not know: how they are written
(minds) or shown (`report/render`).
"""

from __future__ import annotations

import re
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from pydantic import Field, ValidationInfo, model_validator

from fathoms.domain.budget import Spend
from fathoms.domain.discovery import Discovery, RankedSource
from fathoms.domain.evidence import Conflict, Evidence, Fact, Failure, SourceKind
from fathoms.domain.plan import Mode, TaskStatus
from fathoms.domain.revision import RevisionProposal
from fathoms.domain.thread import Insight, StopReason, SubQuestion
from fathoms.domain.value import FROM_STORE, Value


class Depth(StrEnum):
    SUPERFICIAL = "superficial"
    ADEQUATE = "adequate"
    DEEP = "deep"


class DepthVerdict(Value, kind="depth_verdict"):
    depth: Depth = Depth.SUPERFICIAL
    sufficient: bool = False
    areas: tuple[str, ...] = ()
    """What to dig into, most wanted first."""
    reasoning: str = ""
    confidence: float = Field(default=0.5, ge=0, le=1)


class Support(StrEnum):
    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    UNCHECKED = "unchecked"


class StatementKind(StrEnum):
    """What a sentence of a report is, and says that it is."""

    STATED = "stated"
    """Its facts say it."""
    REASONED = "reasoned"
    """It follows from its facts, which do not say it."""
    CONNECTING = "connecting"
    """It leads from one sentence to the next and claims nothing of its own."""
    JUDGEMENT = "judgement"
    """The report's own advice, rule or weighing, which no source gives; its facts, if it has any, are its reasons."""


class Flaw(StrEnum):
    """Why a statement did not ship."""

    UNCITED = "uncited"
    FIGURE = "figure"
    DATE = "date"
    BEYOND = "beyond"
    """It says more than its facts, their words and their surroundings carry."""
    CONTRADICTED = "contradicted"
    ORPHANED = "orphaned"
    """It pointed back to a sentence that was cut."""
    LED = "led"
    """It led to code that was cut."""
    BLANKED = "blanked"
    """A blank stands for it in a block of code."""
    REPEATED = "repeated"
    """A fuller sentence elsewhere says it."""


class Verdict(StrEnum):
    """What a mind says of a statement that it held against its evidence."""

    SUPPORTED = "supported"
    REASONED = "reasoned"
    CONNECTING = "connecting"
    BEYOND = "beyond"
    CONTRADICTED = "contradicted"
    UNCHECKED = "unchecked"

    @property
    def flaw(self) -> Flaw | None:
        return {Verdict.BEYOND: Flaw.BEYOND, Verdict.CONTRADICTED: Flaw.CONTRADICTED}.get(self)


UNNAMED_CODE = "text"
"""What a block of code is written in whose writer does not say."""


class Statement(Value, kind="statement"):
    """A sentence or passage of the report and the facts it stands on."""

    text: str = Field(min_length=1)
    facts: tuple[str, ...] = ()
    loose: bool = False
    unverified: bool = False
    """It stands on UNVERIFIED facts alone; code says so."""
    near: float = Field(default=1.0, ge=0, le=1)
    """How near a selected passage is to the whole request, on one scale for all tasks; what a model wrote is 1."""
    support: Support = Support.UNCHECKED
    kind: StatementKind = StatementKind.STATED
    doubts: tuple[str, ...] = ()
    """What code found odd about it, for whoever judges it."""
    strong: str = ""
    """Words of the text that answer: set in bold."""
    code: str = ""
    """Of a block of code: what it is written in. Its lines stay as they are. Empty for words."""
    item: int = Field(default=0, ge=0, exclude_if=lambda number: not number)
    """Which item of its list or which of its steps it is part of, so that one cut leaves the others where they were.
    0 for an item of its own, and for what stands in no list."""
    paragraph: int = Field(default=0, ge=0, exclude_if=lambda number: not number)
    """Which paragraph of its item it is part of, where that has several."""

    @property
    def announces(self) -> bool:
        """Whether it ends by pointing to what follows it."""
        return not self.code and self.text.rstrip().endswith((":", "："))

    @property
    def is_judgement(self) -> bool:
        return self.kind is StatementKind.JUDGEMENT

    @property
    def says_whence(self) -> bool:
        """Whether a reader sees where it comes from: a source, or the report itself."""
        return bool(self.facts) or self.is_judgement

    def runs_on(self, before: Statement) -> bool:
        """Whether it stands in one paragraph of an item with what stands before it there."""
        return not (self.code or before.code) and self.paragraph == before.paragraph

    def stands_with(self, before: Statement) -> bool:
        """Whether it is part of the same item as what stands before it in a list; code is, where nobody said whose."""
        return self.item == before.item if self.item else bool(self.code)


class Row(Value, kind="row"):
    """One respect in which things are compared."""

    label: str
    cells: tuple[Statement | None, ...]
    """One for each side; None where nothing was found."""


class CitedTable(Value, kind="main_table"):
    """A table whose cells are statements: what is looked at by row, in which respect by column."""

    columns: tuple[str, ...]
    """Of the cells; the rows' names have none."""
    rows: tuple[Row, ...]
    corner: str = Field(default="", exclude_if=lambda said: not said)
    """What the rows' names are names of, where the writer said so."""

    @property
    def cells(self) -> tuple[Statement, ...]:
        """Those that say something, as they are read."""
        return tuple(cell for row in self.rows for cell in row.cells if cell)


class Layout(StrEnum):
    """How the statements of a paragraph are set."""

    PROSE = "prose"
    LIST = "list"
    STEPS = "steps"


class Paragraph(Value, kind="paragraph"):
    """Statements that belong together, under a neutral label when there is one."""

    label: str = ""
    statements: tuple[Statement, ...] = ()
    layout: Layout = Layout.PROSE
    table: CitedTable | None = None
    """After the statements, if there are any."""
    goes_on: bool = Field(default=False, exclude_if=lambda said: not said)
    """Of steps: they are counted on from those before them."""
    within: bool = Field(default=False, exclude_if=lambda said: not said)
    """Of a list, and of prose behind one: it belongs to the step or item before it."""

    @property
    def items(self) -> tuple[tuple[Statement, ...], ...]:
        """Of a list or of steps: the sentences and the code of each item."""
        made: list[tuple[Statement, ...]] = []
        for one in self.statements:
            if made and one.stands_with(made[-1][-1]):
                made[-1] = (*made[-1], one)
            else:
                made.append((one,))
        return tuple(made)

    @property
    def told(self) -> tuple[Statement, ...]:
        """All that it says, the cells of its table included."""
        return (*self.statements, *(self.table.cells if self.table else ()))


class Finding(Value, kind="finding"):
    """What a task concluded: its section of the report, and how well it is founded."""

    task: str
    question: str
    heading: str
    summary: tuple[Statement, ...] = ()
    """One or two statements that carry the answer best."""
    paragraphs: tuple[Paragraph, ...] = ()
    note: str = ""
    """How far its passages are an answer, where that is in doubt."""
    gaps: tuple[str, ...] = ()
    sub_questions: tuple[SubQuestion, ...] = ()
    depth: DepthVerdict = DepthVerdict()
    insights: tuple[Insight, ...] = ()
    discovery: Discovery | None = None
    """The curated list, when the task was to find sources."""
    confidence: float = Field(default=0.0, ge=0, le=1)
    stopped: StopReason | None = None
    rounds: int = 0
    revision: RevisionProposal | None = None
    """What the mind would change in the rest of the plan because of this finding."""


class WhyUndug(StrEnum):
    LAST_LEVEL = "this is the last level"
    UNIMPORTANT = "its importance is below 0.7"
    BUDGET = "the budget does not allow it"
    NO_ROOM = "there is no room for another task"


class Undug(Value, kind="undug"):
    """An area that deserved a look of its own and did not get one, and why."""

    area: str
    why: WhyUndug


class GateKind(StrEnum):
    CORROBORATION = "corroboration"
    THEME = "theme"
    CONFLICTS = "conflicts"
    CONFIDENCE = "confidence"


class GateResult(Value, kind="gate_result"):
    """One criterion of a task's gates, and whether it was met."""

    kind: GateKind
    about: str = ""
    """The sub-question or the theme."""
    least: float = 0.0
    """Sources or confidence that were asked for."""
    met: bool
    task: str = ""
    phase: str = ""
    """Which phase of the task asked for it, where it has several."""


class TaskOutcome(Value, kind="task_outcome"):
    """What an investigation hands back to the run."""

    task: str
    status: TaskStatus
    reason: str = ""
    finding: Finding | None = None
    facts: tuple[Fact, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    failures: tuple[Failure, ...] = ()
    spend: Spend = Spend()
    tried: tuple[str, ...] = ()
    """The queries it sent, for the account of what was tried."""
    read: tuple[str, ...] = ()
    """The titles of the documents that it read, in the order it did."""
    shown: tuple[str, ...] = ()
    """The addresses of the passages that its mind was shown."""
    ended_at: datetime | None = None
    reused_from: str = ""
    """The earlier run that this outcome was taken over from."""
    gates: tuple[GateResult, ...] = ()
    undug: tuple[Undug, ...] = ()
    """Areas that were not dug into, each with the reason."""

    def taken_over(self, task: str, run: str) -> TaskOutcome:
        """As the outcome of a task in another plan; what it wanted changed in its own plan concerns nobody there."""
        finding = self.finding.model_copy(update={"task": task, "revision": None}) if self.finding else None
        return self.model_copy(update={"task": task, "finding": finding, "reused_from": run, "undug": ()})


class SearchedFor(Value, kind="searched_for"):
    """A gap of the report, and the documents that were read for it."""

    gap: str
    documents: tuple[str, ...] = ()
    """Titles, those first that speak of what it is about."""
    unread: str = ""
    """The title of the document with the nearest passage that nobody has read."""


class Reference(Value, kind="reference"):
    """One source, one number. Its passages are the quotes that the report stands on."""

    number: int
    title: str
    url: str
    kind: SourceKind
    dated: date | None = None
    passages: tuple[Evidence, ...] = ()


class Shape(StrEnum):
    """How a section is laid out."""

    PASSAGES = "passages"
    COMPARISON = "comparison"
    """The paragraphs labelled with one of its `sides` stand side by side; every side has a passage."""
    TIMELINE = "timeline"
    """Each paragraph's label begins with a year."""
    PROCEDURE = "procedure"
    """Its statements are steps, in the order of the document that gives them."""
    EVALUATION = "evaluation"
    """Each paragraph holds what speaks for, against, or neither, by its wording; nothing is weighed."""
    EXPLORATION = "exploration"
    """Of a whole report: a map of its areas stands before them."""


class Length(StrEnum):
    """How much of what was found the report tells; nothing to do with how deep the research went."""

    SHORT = "short"
    STANDARD = "standard"
    LONG = "long"


class PlotKind(StrEnum):
    BARS = "bars"
    TIMELINE = "timeline"


class PlotPoint(Value, kind="plot_point"):
    label: str
    value: float
    shown: str
    """As it stands in the source."""
    fact: str


class Plot(Value, kind="plot"):
    """Numbers or dates of a section that are better seen than read; each stands in a quote."""

    kind: PlotKind
    title: str
    points: tuple[PlotPoint, ...]


class Section(Value, kind="section"):
    """A task's part of the report, with its children's inside."""

    task: str
    heading: str
    question: str = ""
    paragraphs: tuple[Paragraph, ...] = ()
    note: str = ""
    gaps: tuple[str, ...] = ()
    children: tuple[Section, ...] = ()
    shape: Shape = Shape.PASSAGES
    sides: tuple[str, ...] = ()
    """Labels of what a comparison compares."""
    sources: tuple[RankedSource, ...] = ()
    """The list, when the task was to find sources."""
    rows: tuple[Row, ...] = ()
    """Of a comparison: one per respect, a cell per side."""
    see: tuple[str, ...] = ()
    """Tasks whose sections hold passages that belong here too."""
    plots: tuple[Plot, ...] = ()
    tells: tuple[str, ...] = ()
    """Tasks whose findings it tells, where one hand wrote the whole out of them."""


class Cut(Value, kind="cut"):
    """A statement that did not ship, and what was wrong with it."""

    task: str
    """Empty for the summary of the whole."""
    text: str
    reason: str


class Unfinished(Value, kind="unfinished"):
    """A task that failed or was skipped, or is done and does not add up: named at the top of the report."""

    task: str
    question: str
    status: TaskStatus
    reason: str = ""


class SharedPoint(Value, kind="shared_point"):
    """A cross-task insight: what facts of two or more tasks say together, as a statement."""

    shared: str
    tasks: tuple[str, ...]
    facts: tuple[str, ...]


class CriterionResult(Value, kind="criterion_result"):
    text: str
    met: bool
    where: str = ""
    facts: tuple[str, ...] = ()
    """That meet it: the text that ships has to tell one of them."""
    in_part: bool = False
    """Something that bears on it was found, and nothing that answers it."""
    quoted: bool = False
    """A passage on it stands in the report, and nobody judged whether it answers."""


class Voice(StrEnum):
    """Whose sentences a report is made of."""

    QUOTED = "quoted"
    """Selected passages: they come from many hands and stand apart."""
    WRITTEN = "written"
    """The mind's own: they run on."""

    @classmethod
    def of_older(cls, mind: str) -> Voice:
        """For what was stored before minds said it themselves."""
        return cls.QUOTED if mind == "extractive" else cls.WRITTEN


_ADDRESS = re.compile(r"^https?://[^#]*#|@https?://\S*$|^compatible:")


class RunFacts(Value, kind="run_facts"):
    """How the report came about."""

    mind: str
    voice: Voice = Voice.WRITTEN
    mode: Mode
    effort: str
    tasks: int
    rounds: int
    spend: Spend = Spend()
    asked: int = 0
    answered: int = 0
    """Sub-questions of all tasks, and those with an answer, even in part."""
    searches: int = 0
    """Searches whose results this report rests on."""
    saved_searches: int = 0
    """Of those, the ones that an earlier run had made."""

    @property
    def models(self) -> str:
        """The mind as a reader knows it: its models by their names, not by where they are reached."""
        parts = (part.rpartition("=")[2] for part in self.mind.removeprefix("llm:").split(";"))
        return ", ".join(dict.fromkeys(_ADDRESS.sub("", _ADDRESS.sub("", part)) for part in parts))

    checked: float = 0.0
    """Share of factual statements that were checked against their quotes."""
    supported: float = 0.0

    @model_validator(mode="before")
    @classmethod
    def _of_older_reports(cls, data: Any, info: ValidationInfo) -> Any:
        if info.context == FROM_STORE and isinstance(data, dict) and "voice" not in data:
            return {**data, "voice": Voice.of_older(data.get("mind", ""))}
        return data


class Report(Value, kind="report"):
    """The whole, hierarchical and cited. `found` is false when there is no evidence: then it says so."""

    run: str
    question: str
    title: str = ""
    """What it is about in a few words, where its question is too long to head it."""
    language: str
    found: bool
    written_at: datetime
    """The recorded start of the run, so that a resumed run writes the same bytes."""
    answer: tuple[Statement, ...] = ()
    """What somebody who reads nothing else takes away; empty where nobody wrote one."""
    table: CitedTable | None = None
    summary: tuple[Statement, ...] = ()
    shape: Shape = Shape.PASSAGES
    """What kind of account the question asks for: an evaluation, an exploration, or plain answers."""
    sections: tuple[Section, ...] = ()
    across: tuple[Statement, ...] = ()
    """What follows from several sections together."""
    insights: tuple[SharedPoint, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    gaps: tuple[str, ...] = ()
    searched_for: tuple[SearchedFor, ...] = ()
    """Where the gaps were looked for; not of each is that known."""
    tried: tuple[str, ...] = ()
    failures: tuple[Failure, ...] = ()
    criteria: tuple[CriterionResult, ...] = ()
    facts: tuple[Fact, ...] = ()
    references: tuple[Reference, ...] = ()
    run_facts: RunFacts
    unfinished: tuple[Unfinished, ...] = ()
    cuts: tuple[Cut, ...] = ()
    conclusion: tuple[Statement, ...] = ()
    recommendations: tuple[Statement, ...] = ()
    repaired: int = 0
    """Statements that ship only because a wrong citation or an unsupported sentence was taken out of them."""
    left_out: int = 0
    """Passages that were found and checked, and left out for length."""
    withheld: str = ""
    """Why it does not ship (`--strict`); empty when it does."""
    gates: tuple[GateResult, ...] = ()
    undug: tuple[Undug, ...] = ()
    """Areas that deserved a look of their own and got none."""
    raised: tuple[str, ...] = ()
    """Questions that sources raise and no task asked."""
    closest: tuple[Statement, ...] = ()
    """Only when nothing was found: the nearest passages, which do not answer the question."""

    @property
    def by_one_hand(self) -> bool:
        """Whether somebody wrote it anew from its drafts: then a section tells tasks, instead of being one's."""
        return any(section.tells for section in self.sections)
