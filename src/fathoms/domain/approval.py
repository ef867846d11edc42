"""What a person is asked while a run goes on, and what they said.

Knows: questions and answers.  Does not know: who waits for them (`runtime/`) or how they are put (faces).
"""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from pydantic import Field

from fathoms.domain.plan import Plan, Task
from fathoms.domain.value import Value


class ApprovalKind(StrEnum):
    PLAN = "plan"
    DRILL_DOWN = "drill-down"
    REVISION = "revision"


class ApprovalRequest(Value, kind="approval_request"):
    """One thing to approve or refuse. `id` is unique within the run and the same after a restart."""

    id: str = Field(min_length=1)
    kind: ApprovalKind
    task: str = ""
    """The task it comes from; empty for the plan itself."""
    reason: str = ""
    before: Plan | None = None
    after: Plan
    asked_at: datetime
    deadline: datetime | None = None
    """When it counts as refused without an answer; `None` waits for ever."""

    @property
    def added(self) -> tuple[Task, ...]:
        """The tasks that there would be more."""
        known = {task.id for task in self.before.tasks} if self.before else set()
        return tuple(task for task in self.after.tasks if task.id not in known)

    @property
    def question(self) -> str:
        """What the task it comes from asks."""
        return next((task.question for task in self.after.tasks if task.id == self.task), "")


class ApprovalAnswer(Value, kind="approval_answer"):
    request: str
    approved: bool
    reason: str = ""
    at: datetime
    by_deadline: bool = False
    """Nobody answered in time."""
