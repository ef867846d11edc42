"""Changes of a plan while it runs: what a mind proposes, and what was made of it.

Knows: the shape of proposals and records.  Does not know: which of them is allowed (`engine/plan/revision.py`).
"""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from fathoms.domain.plan import Dependency, Lean, Plan, TaskKind
from fathoms.domain.value import Value


class Trigger(StrEnum):
    """What made a plan change."""

    NEW_TOPIC = "new topic"
    NEW_DEPENDENCY = "new dependency"
    SCOPE = "scope"
    CONTRADICTION = "contradiction"
    IMPORTANCE = "importance shift"


class RevisePolicy(StrEnum):
    ADAPTIVE = "adaptive"
    STATIC = "static"
    """Only drill-down children: what a finding brings up is looked into below the task that found it."""


class NewTask(Value, kind="new_task"):
    """A task that a finding calls for. `depends_on` names tasks of the plan, or other new tasks by their key."""

    key: str = Field(default="", pattern=r"^[a-z][a-z0-9_-]*$|^$")
    question: str = Field(min_length=1)
    rationale: str = ""
    focus: str = ""
    kind: TaskKind = TaskKind.RESEARCH
    depends_on: tuple[Dependency, ...] = ()
    priority: int = Field(default=1, ge=1)
    importance: float = Field(ge=0, le=1)
    subjects: tuple[str, ...] = ()
    sub_questions: tuple[str, ...] = ()
    lean: Lean | None = None
    """`None` leans on what the task leans on that found it."""


class TaskChange(Value, kind="task_change"):
    """What should become of a pending task; a field left at `None` stays as it is."""

    task: str
    reason: str = ""
    skip: bool = False
    priority: int | None = Field(default=None, ge=1)
    importance: float | None = Field(default=None, ge=0, le=1)
    question: str | None = Field(default=None, min_length=1)
    focus: str | None = None
    subjects: tuple[str, ...] | None = None
    sub_questions: tuple[str, ...] | None = None
    depends_on: tuple[Dependency, ...] | None = None

    @property
    def rewrites(self) -> bool:
        """Whether it touches the task's text or edges, not only its place in the queue."""
        return any(
            value is not None
            for value in (self.question, self.focus, self.subjects, self.sub_questions, self.depends_on)
        )


class RevisionProposal(Value, kind="revision_proposal"):
    """What a mind would change after a finding. Code decides what comes of it."""

    found_by: str
    """The task whose finding calls for the change."""
    trigger: Trigger
    reason: str = Field(min_length=1)
    expected_impact: str = ""
    add: tuple[NewTask, ...] = ()
    change: tuple[TaskChange, ...] = ()


class OpenPoint(Value, kind="open_point"):
    """Something that was asked and not found, and the tasks whose sections say so."""

    key: str
    question: str = Field(min_length=1)
    tasks: tuple[str, ...]
    unread: str = ""
    """The document whose passage on it nobody has read, if there is one."""


class GapsWeighed(Value, kind="gaps_weighed"):
    """What the last look at the whole calls for."""

    proposal: RevisionProposal | None = None


class RevisionRecord(Value, kind="revision_record"):
    """One proposal and what was made of it. Kept whether it was taken or not."""

    found_by: str
    trigger: Trigger
    reason: str
    expected_impact: str = ""
    before: Plan
    after: Plan
    refused: str = ""
    """Why nothing of it was taken; then `after` is `before`."""
    left_out: tuple[str, ...] = ()
    """Parts that were not taken, each with its reason, when the rest was."""
    counts: bool = False
    """Whether it counts against the cap of revisions; a drill-down child does not."""


class Revised(Value, kind="revised"):
    plan: Plan
    record: RevisionRecord


class Folded(Value, kind="folded"):
    """A planned question for which there was no task of its own left."""

    kept: str
    """The task that asks it now."""
    question: str


class MergeRecord(Value, kind="merge_record"):
    """Two tasks that asked for the same thing became one."""

    kept: str
    merged: str
    question: str
    """Of the task that went."""
    overlap: float


class Merged(Value, kind="merged"):
    plan: Plan
    records: tuple[MergeRecord, ...] = ()
