"""Asking a person whether a plan may change, in the middle of a run.

Knows: how an open question is put and what counts as a yes.  Does not know: what the run does meanwhile.
"""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING

from fathoms.domain.approval import ApprovalRequest
from fathoms.domain.events import ApprovalAsked
from fathoms.errors import UsageError
from fathoms.faces.cli import terminal
from fathoms.faces.cli.terminal import clean

if TYPE_CHECKING:
    from fathoms.app.service import Service


def the_one_asked(service: Service, run: str, request: str | None) -> ApprovalRequest:
    """The open question of this id; without an id, the only one there is."""
    waiting = service.open_approvals(run)
    if not waiting:
        raise UsageError(f"run {run!r} waits for no approval; `fathoms show {run}` says where it stands")
    chosen = [asked for asked in waiting if request in (None, asked.id)]
    if len(chosen) != 1:
        listed = "; ".join(f"{asked.id}: task {asked.task}, {asked.reason}" for asked in waiting)
        raise UsageError(f"run {run!r} waits for {listed}; say which")
    return chosen[0]


def lines(asked: ApprovalRequest) -> list[str]:
    """What is to be decided: of which task, why, and the tasks that there would be more."""
    whose = f"{asked.kind.value} of task {asked.task}" if asked.task else asked.kind.value
    head = [f"{asked.id}: {whose} ({clean(asked.reason)})"]
    head += [f"    {clean(asked.question)}"] if asked.question else []
    return head + [f"    {task.id}  {clean(task.question)}" for task in asked.added]


async def ask_on_terminal(service: Service, run: str, after: int) -> None:
    """Put each question to the person at the terminal as it comes up; the run goes on meanwhile."""
    for asked in await asyncio.to_thread(service.open_approvals, run):
        await _ask(service, run, asked)
    async for event in service.watch(run, after=after):
        if isinstance(event.body, ApprovalAsked):
            await _ask(service, run, event.body.request)


async def _ask(service: Service, run: str, asked: ApprovalRequest) -> None:
    terminal.note("\n".join(lines(asked)))
    sys.stderr.write("  approve? [y/N] ")
    sys.stderr.flush()
    said = (await asyncio.to_thread(sys.stdin.readline)).strip().lower()
    await service.answer(run, asked.id, approved=said in ("y", "yes"))
