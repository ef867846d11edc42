"""How a plan changed while it ran, as text and JSON."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import TypeAdapter

from fathoms.domain.events import Event
from fathoms.domain.plan_history import PlanStep
from fathoms.engine.plan import views as plan_views
from fathoms.faces.cli.terminal import clean


def plan_history(events: Sequence[Event], *, as_json: bool) -> str:
    """Each change with its reason and what it added, skipped or changed."""
    steps = plan_views.history(events)
    if as_json:
        return TypeAdapter(tuple[PlanStep, ...]).dump_json(steps, indent=2).decode()
    return "\n".join(line for step in steps for line in _lines(step)) or "no plan yet"


def _lines(step: PlanStep) -> list[str]:
    why = f": {clean(step.reason)}" if step.reason else ""
    head = f"{step.seq:>4}  {step.trigger}{why} ({step.tasks} tasks)"
    if step.refused:
        return [head, f"      refused: {clean(step.refused)}"]
    return [
        head,
        *(f"      + {task.id}  {clean(task.question)}" for task in step.diff.added),
        *(f"      - {task}" for task in step.diff.removed),
        *(f"      skipped {task}" for task in step.diff.skipped),
        *(f"      ~ {c.task} {c.field}: {clean(c.before)} → {clean(c.after)}" for c in step.diff.changed),
    ]
