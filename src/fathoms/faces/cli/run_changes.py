"""Runs renamed and deleted from the command line.

Knows: what is asked before something is gone for good.  Does not know: where a run keeps what it has.
"""

from __future__ import annotations

import asyncio

import click

from fathoms.app.service import Service
from fathoms.errors import UsageError
from fathoms.faces.cli import interrupts, terminal
from fathoms.faces.cli.layout import plural
from fathoms.faces.cli.session import configured, look


def rename(name: str, new: str, home: str | None) -> int:
    async def work() -> str:
        async with Service(configured(home=home)) as service:
            run = service.find(name)
            await asyncio.to_thread(service.rename, run, new)
            return run

    run = interrupts.run(work())
    terminal.result(
        f"run {run} is called {terminal.clean(new)!r}" if new.strip() else f"run {run} has no name any more"
    )
    return 0


def delete(names: tuple[str, ...], home: str | None, *, yes: bool) -> int:
    """All of them or none: a name that stands for nothing, or a no, deletes nothing."""
    settings = configured(home=home)
    listed = look(settings, lambda service: [service.run(run) for run in dict.fromkeys(map(service.find, names))])
    for row in listed:
        terminal.note(f"{row.order.run}  {terminal.clean(row.order.name or row.order.ask.question)}")
    _agreed(f"Delete {plural(len(listed), 'run')} for good?", yes=yes)

    async def work() -> None:
        async with Service(settings) as service:
            for row in listed:
                await service.delete(row.order.run)

    interrupts.run(work())
    terminal.result(f"deleted {plural(len(listed), 'run')}")
    return 0


def _agreed(question: str, *, yes: bool) -> None:
    if yes:
        return
    if not terminal.can_ask():
        raise UsageError("nothing was deleted; say --yes where nobody can be asked")
    if not click.confirm(question, err=True):
        raise UsageError("nothing was deleted")
