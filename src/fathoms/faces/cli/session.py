"""Opening a home for one command.

Knows: settings and the service.  Does not know: what the command looks at.
"""

from __future__ import annotations

import asyncio
import shlex
from collections.abc import Callable
from typing import TypeVar

from fathoms.app import settings
from fathoms.app.options import Scalar
from fathoms.app.queries import Looking, looking
from fathoms.app.settings import Origin, Settings
from fathoms.errors import FathomsError
from fathoms.faces.cli import interrupts

T = TypeVar("T")


def configured(**flags: Scalar | None) -> Settings:
    """All settings, with the flags of this command on top."""
    return settings.load(flags)


def look(chosen: Settings, view: Callable[[Looking], T]) -> T:
    """Open the home, take what `view` sees, close it. Nothing is changed, so a home that may only be read will do."""

    async def work() -> T:
        async with looking(chosen) as service:
            return await asyncio.to_thread(view, service)

    return interrupts.run(work())


def command(words: str, chosen: Settings) -> str:
    """A command to type next, with `--home` when this one needed it."""
    home = chosen.values["home"]
    return f"{words} --home {shlex.quote(str(home.value))}" if home.origin is Origin.FLAG else words


def known_runs(home: str | None) -> tuple[tuple[str, str], ...]:
    """Ids and questions, newest first, for completion: a home that cannot be used has none."""
    try:
        chosen = configured(home=home)
        if not (chosen.home / "store.db").exists():
            return ()
        return look(chosen, lambda service: tuple((row.order.run, row.order.ask.question) for row in service.runs()))
    except FathomsError:
        return ()
