"""A user steps in: the plan edited before it starts, a run steered while it goes on, a conflict settled after it.

Knows: when each is possible, and the words of why not.  Does not know: what a run makes of it.
"""

from __future__ import annotations

import asyncio

from fathoms.app.service import Service
from fathoms.domain.events import ConflictSettled, RunSteered, Steering
from fathoms.domain.evidence import LedgerEntry
from fathoms.domain.plan import Plan, TaskStatus
from fathoms.domain.run import RunRow, RunStatus
from fathoms.engine.plan import rules as plan_rules
from fathoms.errors import PlanRefused, UsageError

MAX_WORDS = 2_000
"""Characters of a question that is added to a run."""


async def edit_plan(service: Service, run: str, plan: Plan) -> RunRow:
    """The run with the user's own plan in place of the one it waits with. Raises PlanRefused, naming every problem."""
    row = await asyncio.to_thread(service.run, run)
    if problems := plan_rules.problems(plan, row.order.limits):
        raise PlanRefused(problems)
    return await service.replan(run, plan)


async def steer(service: Service, run: str, steering: Steering, *, task: str = "", question: str = "") -> None:
    """Tell a run under way, from any process, what the user wants of it."""
    row = await asyncio.to_thread(service.run, run)
    if row.status is not RunStatus.RUNNING:
        raise UsageError(f"run {run!r} is {row.status.value}; only one that is under way can be steered")
    question = " ".join(question.split())
    if steering is Steering.ADD and not 0 < len(question) <= MAX_WORDS:
        raise UsageError(f"a question to add has 1 to {MAX_WORDS:,} characters")
    if steering is Steering.DROP:
        await _check_pending(service, run, task)
    wish = RunSteered(
        steering=steering,
        task=task if steering is Steering.DROP else "",
        question=question if steering is Steering.ADD else "",
    )
    await service.tell(run, "steer", wish)


async def settle(service: Service, run: str, conflict: str, upheld: str) -> ConflictSettled:
    """Keep which side of a conflict holds: a follow-up of the run begins with it, like with anything one knows."""
    found = [entry for entry in await asyncio.to_thread(service.conflicts, run) if entry.conflict.id == conflict]
    if not found:
        raise UsageError(f"run {run!r} has no conflict {conflict!r}")
    said = _said(found[0], upheld)
    body = ConflictSettled(conflict=conflict, upheld=upheld, says=said)
    await service.tell(run, f"settle-{conflict}", body)
    return body


def _said(entry: LedgerEntry, upheld: str) -> str:
    conflict = entry.conflict
    sides = {conflict.left: conflict.left_says, conflict.right: conflict.right_says}
    if upheld not in sides:
        raise UsageError(f"conflict {conflict.id!r} is between {conflict.left!r} and {conflict.right!r}")
    return f"{conflict.about}: {sides[upheld]}"


async def _check_pending(service: Service, run: str, task: str) -> None:
    state = await asyncio.to_thread(service.state, run)
    found = state.task(task)
    if found is None:
        raise UsageError(f"run {run!r} has no task {task!r}")
    if found.status is not TaskStatus.PENDING:
        raise UsageError(f"task {task!r} is {found.status.value}; only one that has not begun can be left out")
