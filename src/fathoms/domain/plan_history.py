"""The history of a plan: one step per plan that the run had, with what changed.

Knows: what there is to show.  Does not know: how it is derived (`engine/plan/views.py`).
"""

from __future__ import annotations

from datetime import datetime

from fathoms.domain.plan import Task
from fathoms.domain.value import Value


class FieldChange(Value, kind="field_change"):
    task: str
    field: str
    before: str
    after: str


class TaskDiff(Value, kind="task_diff"):
    added: tuple[Task, ...] = ()
    removed: tuple[str, ...] = ()
    """Merged into others, or left out of a plan that was made again."""
    skipped: tuple[str, ...] = ()
    changed: tuple[FieldChange, ...] = ()


class PlanStep(Value, kind="plan_step"):
    at: datetime
    seq: int = 0
    trigger: str
    """`proposed`, `drill-down`, or what the revision was triggered by."""
    reason: str = ""
    impact: str = ""
    refused: str = ""
    tasks: int
    """In the plan after this step."""
    diff: TaskDiff = TaskDiff()
