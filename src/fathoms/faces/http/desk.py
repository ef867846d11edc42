"""What the server keeps between requests: the service, what it plans in the background, and what came of that.

Knows: one home, opened to work in.  Does not know: HTTP.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import OrderedDict
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from fathoms.app.run_cards import RunCard, card_of
from fathoms.app.service import Service
from fathoms.domain.run import RunRow, RunStatus
from fathoms.errors import FathomsError, UnknownRun

T = TypeVar("T")
_log = logging.getLogger(__name__)
_CARDS = 500
_TROUBLES = 100


class Desk:
    """One per server."""

    def __init__(self, service: Service, *, local: bool) -> None:
        self.service = service
        self.local = local
        """Whether only this machine can reach the server: then a question may name its folders."""
        self.closing = asyncio.Event()
        self.streams = 0
        self._work: dict[str, asyncio.Task[None]] = {}
        self._troubles: OrderedDict[str, FathomsError] = OrderedDict()
        self._cards: OrderedDict[tuple[str, str], RunCard] = OrderedDict()

    async def look(self, view: Callable[[], T]) -> T:
        """What blocks goes to a thread."""
        return await asyncio.to_thread(view)

    async def find(self, name: str) -> str:
        """The run of this name. One that could not be planned says why instead of not being there."""
        try:
            return await asyncio.to_thread(self.service.find, name)
        except UnknownRun:
            if name in self._troubles:
                raise self._troubles[name] from None
            raise

    def trouble(self, run: str) -> str:
        """Why a run that waits could not be planned or carried out; empty when nothing is known."""
        return str(self._troubles[run]) if run in self._troubles else ""

    def begin(self, run: str) -> None:
        """Take its documents in, plan it, and carry it out if that was agreed to; all in the background."""
        if run in self._work and not self._work[run].done():
            return
        self._troubles.pop(run, None)
        self._work[run] = asyncio.create_task(self._begun(run), name=f"begin {run}")

    async def _begun(self, run: str) -> None:
        try:
            await self.service.take_in(run)
            row = await self.service.plan(run)
            if row.order.ask.authorized and not row.status.ended:
                await self.service.start(run)
        except FathomsError as error:
            self._troubles[run] = error
            while len(self._troubles) > _TROUBLES:
                self._troubles.popitem(last=False)
        except Exception:  # noqa: BLE001 - the worker that turns a crash into something that is told
            _log.exception("run %s could not be begun", run)
            self._troubles[run] = FathomsError(f"run {run!r} could not be planned: the server's log has the details")
        finally:
            self._work.pop(run, None)

    def busy(self, run: str) -> bool:
        return run in self._work

    async def go_on(self) -> int:
        """Take up the runs that an earlier server left in the middle; returns how many."""
        rows = await asyncio.to_thread(self.service.runs)
        left = [row for row in rows if row.status is RunStatus.RUNNING and not self.service.worker(row.order.run)]
        for row in left:
            await self.service.start(row.order.run)
        return len(left)

    async def cards(self, rows: list[RunRow]) -> list[RunCard]:
        return await asyncio.to_thread(lambda: [self.card(row) for row in rows])

    def card(self, row: RunRow) -> RunCard:
        """A run that has ended changes no more: its card is made once."""
        if not row.ended_at:
            return card_of(self.service, row)
        key = (row.order.run, row.ended_at.isoformat())
        if key not in self._cards:
            self._cards[key] = card_of(self.service, row)
            while len(self._cards) > _CARDS:
                self._cards.popitem(last=False)
        return self._cards[key]

    def forget(self, run: str) -> None:
        for key in [key for key in self._cards if key[0] == run]:
            del self._cards[key]

    @property
    def uploads(self) -> Path:
        return self.service.shop.home.path / "uploads"

    async def close(self) -> None:
        """Let go of what is being planned; it can be gone on with."""
        self.closing.set()
        work = tuple(self._work.values())
        for task in work:
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.gather(*work, return_exceptions=True)
