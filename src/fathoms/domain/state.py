"""Where a run stands at one moment, as every face shows it.

Knows: what there is to show.  Does not know: how it is derived (`engine/run/state.py`) or drawn (faces).
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from fathoms.domain.budget import Spend
from fathoms.domain.plan import Plan, TaskStatus
from fathoms.domain.run import RunStatus
from fathoms.domain.step import Slot
from fathoms.domain.value import Value


class StepState(Value, kind="step_state"):
    """What a step that the user put in between has done for a task so far."""

    name: str
    slot: Slot
    looked_at: int = 0
    dropped: int = 0
    lowered: int = 0
    failed: int = 0


class TaskState(Value, kind="task_state"):
    id: str
    question: str
    status: TaskStatus = TaskStatus.PENDING
    reason: str = ""
    activity: str = ""
    """What it is doing right now, in a few words."""
    round: int = 0
    budget: int = 0
    facts: int = 0
    spend: Spend = Spend()
    steps: tuple[StepState, ...] = ()
    started_at: datetime | None = None
    ended_at: datetime | None = None


class RunState(Value, kind="run_state"):
    run: str = ""
    question: str = ""
    mind: str = ""
    status: RunStatus | Literal[""] = ""
    """Empty before the first event."""
    reason: str = ""
    plan: Plan | None = None
    tasks: tuple[TaskState, ...] = ()
    started_at: datetime | None = None
    ended_at: datetime | None = None
    report_path: str = ""
    events: int = 0
    spend: Spend = Spend()
    """All requests so far, planning and report included."""

    def task(self, task_id: str) -> TaskState | None:
        return next((task for task in self.tasks if task.id == task_id), None)
