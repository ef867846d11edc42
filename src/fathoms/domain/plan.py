"""The plan: a graph of sub-questions, and what became of each.

Knows: the shape of tasks and plans.  Does not know: whether a plan is sound (`engine/plan/rules.py`)
or which task is next (`engine/plan/schedule.py`).
"""

from __future__ import annotations

from enum import StrEnum
from typing import Self

from pydantic import Field, ValidationInfo, model_validator

from fathoms.domain.value import FROM_STORE, Value


class TaskKind(StrEnum):
    RESEARCH = "research"
    DISCOVERY = "discovery"
    SYNTHESIS = "synthesis"


class TaskStatus(StrEnum):
    PENDING = "pending"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    SKIPPED = "skipped"

    @property
    def ended(self) -> bool:
        return self in (TaskStatus.DONE, TaskStatus.FAILED, TaskStatus.SKIPPED)


class PlanStatus(StrEnum):
    """How far a run has come with its plan."""

    PLANNING = "planning"
    EXECUTING = "executing"
    FINALIZING = "finalizing"
    COMPLETE = "complete"
    FAILED = "failed"


class Mode(StrEnum):
    SIMPLE = "simple"
    COMPLEX = "complex"


class Strategy(StrEnum):
    """How the question was taken apart."""

    SINGLE = "single"
    TEMPORAL = "temporal"
    ASPECT = "aspect"
    COMPARATIVE = "comparative"
    HIERARCHICAL = "hierarchical"
    SEQUENTIAL = "sequential"


class Order(StrEnum):
    BREADTH = "breadth"
    DEPTH = "depth"
    ADAPTIVE = "adaptive"


class Need(StrEnum):
    """Whether a task can do without the task it depends on."""

    HARD = "hard"
    SOFT = "soft"


class Dependency(Value, kind="dependency"):
    on: str
    need: Need = Need.HARD


class Lean(StrEnum):
    """Where a task expects its evidence."""

    INTERNAL = "internal"
    EXTERNAL = "external"
    BOTH = "both"
    TASKS = "tasks"
    """It draws on the findings of other tasks."""


class ExtractionMode(StrEnum):
    """What is taken out of a source."""

    FACTS = "facts"
    """All that it states on what is asked."""
    SUMMARY = "summary"
    """What it says as a whole, in its most telling words."""
    ANSWERS = "answers"
    """Only what answers a question outright."""


class ExtractionSpec(Value, kind="extraction_spec"):
    """What the planner wants extracted; reaches the extractor word for word."""

    mode: ExtractionMode = ExtractionMode.FACTS
    questions: tuple[str, ...] = ()
    expected_format: str = ""
    acceptance_criteria: tuple[str, ...] = ()
    priority: int = Field(default=1, ge=1)
    budget: int | None = None
    """Most facts wanted in a round."""
    discovery_intense: bool = False


class Gates(Value, kind="gates"):
    """What must hold before a task may call itself done, how often it may try, and how many rounds that may take."""

    name: str = ""
    """What this phase of the task is for, where it has several."""
    corroboration: int = Field(default=1, ge=1)
    """Independent sources wanted per answered sub-question."""
    themes: tuple[str, ...] = ()
    conflicts_resolved: bool = False
    minimum_confidence: float = Field(default=0.0, ge=0, le=1)
    max_iterations: int = Field(default=1, ge=1)
    budget: int | None = Field(default=None, ge=1)
    """Most rounds of this phase; the ceiling of the task holds in any case."""

    @property
    def ask_for_something(self) -> bool:
        """Whether there is a criterion among them; one source per answer is what any answer has."""
        wanted = self.corroboration > 1 or self.conflicts_resolved or self.minimum_confidence > 0
        return wanted or bool(self.themes)


STANDARD_GATE = Gates(minimum_confidence=0.6)
"""The gate of a task that names none and may get children: what it answers stands on PLAUSIBLE facts at least."""


class TaskRole(StrEnum):
    """What a task is for among its siblings."""

    PART = "part"
    OVERVIEW = "overview"
    """What the subject is: the ground that the others stand on, and tell more of."""
    WHOLE = "whole"
    """The question in one, for what stands between its parts."""


_ROLE_BY_FOCUS = {
    "Overview": TaskRole.OVERVIEW,
    "概要": TaskRole.OVERVIEW,
    "Taken together": TaskRole.WHOLE,
    "全体": TaskRole.WHOLE,
}
"""Plans stored before tasks had roles told them by these words. What is stored does not change: nor does this."""


class Task(Value, kind="task"):
    """One sub-question of the plan."""

    id: str = Field(pattern=r"^([A-Z]/)?\d+(\.\d+)*$")
    question: str = Field(min_length=1)
    rationale: str = ""
    focus: str = ""
    kind: TaskKind = TaskKind.RESEARCH
    role: TaskRole = TaskRole.PART
    depends_on: tuple[Dependency, ...] = ()
    parent: str | None = None
    level: int = Field(default=1, ge=1)
    priority: int = Field(default=1, ge=1)
    importance: float = Field(default=0.5, ge=0, le=1)
    subjects: tuple[str, ...] = ()
    sub_questions: tuple[str, ...] = ()
    lean: Lean = Lean.INTERNAL
    extra_rounds: int = Field(default=0, ge=0, le=1)
    """A named emphasis gets one more round than its siblings."""
    spec: ExtractionSpec | None = None
    gates: Gates | None = None
    then: tuple[Gates, ...] = ()
    """Further phases after `gates`, each with criteria, tries and rounds of its own, entered one after another."""
    status: TaskStatus = TaskStatus.PENDING
    reason: str = ""
    """Why it failed or was skipped, or which soft dependency it had to do without."""
    note: str = ""
    """How the request was taken, where that is not plain: told above what was found."""

    @model_validator(mode="after")
    def _of_older_plans(self, info: ValidationInfo) -> Self:
        """Afterwards: looked at beforehand, JSON becomes Python, whose lists are no tuples to a strict reader."""
        if info.context == FROM_STORE and "role" not in self.model_fields_set:
            return self.model_copy(update={"role": _ROLE_BY_FOCUS.get(self.focus, TaskRole.PART)})
        return self

    @property
    def dependency_ids(self) -> tuple[str, ...]:
        return tuple(dependency.on for dependency in self.depends_on)


class Form(StrEnum):
    """What kind of account answers the question; settled before any search."""

    MATRIX = "matrix"
    RANKING = "ranking"
    TIMELINE = "timeline"
    PROCEDURE = "procedure"
    VERDICT = "verdict"
    CAUSE = "cause"
    EVALUATION = "evaluation"
    EXPLORATION = "exploration"
    ESSAY = "essay"

    @property
    def has_table(self) -> bool:
        return self in (Form.MATRIX, Form.RANKING, Form.TIMELINE, Form.EVALUATION)

    @property
    def parts(self) -> str:
        """What an answer of this form consists of, as people who plan or write it are told."""
        return _PARTS[self]


_PARTS = {
    Form.MATRIX: "each thing in each respect, side by side",
    Form.RANKING: "the things in their order, with what the order goes by",
    Form.TIMELINE: "what happened when, in the order of time",
    Form.PROCEDURE: "what is needed first, then the steps in order",
    Form.VERDICT: "the claim, what speaks for it, what against it, or that nothing was found",
    Form.CAUSE: "what happened, the reasons that are stated for it, and by whom",
    Form.EVALUATION: "what speaks in favour, what against, and what it depends on",
    Form.EXPLORATION: "the ways that there are, each with what is said of it",
    Form.ESSAY: "",
}


class FormPart(Value, kind="form_part"):
    """A part of the answer: the tasks that feed it, and how many words whoever writes it may use."""

    name: str
    tasks: tuple[str, ...]
    words: int = Field(default=0, ge=0)
    """0 where nobody writes: quotes are as long as they are."""


class AnswerForm(Value, kind="answer_form"):
    """The form, and what its table is to show by row and by column where the question says so."""

    form: Form = Form.ESSAY
    rows: tuple[str, ...] = ()
    """Of a verdict: the claim."""
    columns: tuple[str, ...] = ()
    wishes: tuple[str, ...] = ()
    """How else it is to look, in words: "in 500 words"."""
    parts: tuple[FormPart, ...] = ()
    """In reading order; settled with the plan."""

    @property
    def has_table(self) -> bool:
        """Whether it has a main table: by its form, or because whoever planned it wants one beside it."""
        return self.form.has_table or bool(self.rows and self.columns)


class Plan(Value, kind="plan"):
    """All tasks in plan order. Edges derive from `depends_on` and `parent`."""

    mode: Mode = Mode.COMPLEX
    strategy: Strategy = Strategy.ASPECT
    signals: tuple[str, ...] = ()
    """Why the question was taken as simple or complex."""
    approach: str = ""
    """In words: which tasks lean on internal documents, which on the web, which draw on all others."""
    status: PlanStatus = PlanStatus.PLANNING
    form: AnswerForm | None = None
    """None where nobody settled one."""
    tasks: tuple[Task, ...] = ()

    def task(self, task_id: str) -> Task:
        for task in self.tasks:
            if task.id == task_id:
                return task
        raise KeyError(task_id)

    def replacing(self, *changed: Task) -> Plan:
        """The same plan with these tasks in their new state."""
        by_id = {task.id: task for task in changed}
        return self.model_copy(update={"tasks": tuple(by_id.get(task.id, task) for task in self.tasks)})

    def marking(self, task_id: str, status: TaskStatus, reason: str = "") -> Plan:
        return self.replacing(self.task(task_id).model_copy(update={"status": status, "reason": reason}))

    def children(self, task_id: str) -> tuple[Task, ...]:
        return tuple(task for task in self.tasks if task.parent == task_id)

    @property
    def ended(self) -> bool:
        return all(task.status.ended for task in self.tasks)
