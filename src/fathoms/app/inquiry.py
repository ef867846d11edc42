"""A question under way in this process: its events as they happen, and its report once it is there.

    inquiry = await f.start("How does the battery work?", docs="documents", authorize=True)
    async for event in inquiry:
        print(event.body.type)
    print(await inquiry.report())

Knows: the steps from an entered question to its report.  Does not know: what any of them does.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

from fathoms.app.answer import Answer
from fathoms.app.service import Service
from fathoms.domain.events import Event
from fathoms.domain.run import RunRow, RunStatus
from fathoms.errors import Authorize, FathomsError, UsageError

_LOOK_AGAIN = 0.1


class Inquiry:
    """A run of one's own. Left before its end, it can be resumed like any other."""

    def __init__(self, service: Service, run: str) -> None:
        self.run = run
        """Its id."""
        self._service = service
        self._work = asyncio.create_task(_carried_out(service, run))
        self._work.add_done_callback(_seen)

    @property
    def done(self) -> bool:
        """Whether nothing more will come of it here."""
        return self._work.done()

    def __aiter__(self) -> AsyncIterator[Event]:
        return self.events()

    async def events(self, *, after: int = 0) -> AsyncIterator[Event]:
        """From the first, or the one `after`, to the end of the run or of the work on it."""
        while not self._work.done():  # watching may end before: between two steps nobody seems to be at work
            async for event in _until(self._work, self._service.watch(self.run, after=after)):
                yield event
                after = event.seq
            await asyncio.wait({self._work}, timeout=_LOOK_AGAIN)
        for event in await asyncio.to_thread(self._service.events, self.run, after=after):
            yield event

    async def report(self) -> Answer:
        """The report, when it is there. Raises what kept it from being made."""
        ended = await asyncio.shield(self._work)
        report = await asyncio.to_thread(self._service.report, self.run)
        if report is None:
            raise FathomsError(f"run {self.run!r} ended without a report: {ended.status} {ended.reason}")
        return Answer.of(report, await asyncio.to_thread(self._service.page_texts, report))

    async def cancel(self) -> RunRow:
        """End the run."""
        row = await self._service.cancel(self.run)
        await asyncio.gather(self._work, return_exceptions=True)
        return row

    async def leave(self) -> None:
        """Stop working on it; the run stays as it is and can be resumed. Nothing happens when it has ended."""
        self._work.cancel()
        await asyncio.gather(self._work, return_exceptions=True)


def _seen(work: asyncio.Task[RunRow]) -> None:
    """What went wrong is told by `report`; whoever does not ask for it need not hear of it."""
    if not work.cancelled():
        work.exception()


async def _carried_out(service: Service, run: str) -> RunRow:
    await service.take_in(run)
    row = await service.plan(run)
    if row.status is RunStatus.REFUSED and row.proposal and row.proposal.verdict:
        verdict = row.proposal.verdict
        reasons = "; ".join(reason.text for reason in verdict.reasons)
        asked = " ".join(f"{question.text} (answers=…)" for question in verdict.questions)
        raise UsageError(f"not feasible: {reasons}. {asked} Try: {' / '.join(verdict.splits)}")
    if not row.order.ask.authorized:
        raise UsageError(f"run {run!r} is planned and waits for you to agree", next_step=Authorize(run))
    return await service.carry_out(run)


async def _until(work: asyncio.Task[RunRow], events: AsyncIterator[Event]) -> AsyncIterator[Event]:
    """The events that come while the work goes on."""
    while True:
        coming = asyncio.ensure_future(anext(events))
        try:
            await asyncio.wait({coming, work}, return_when=asyncio.FIRST_COMPLETED)
            if not coming.done():
                return
            yield coming.result()
        except StopAsyncIteration:
            return
        finally:
            if not coming.done():
                coming.cancel()
                await asyncio.gather(coming, return_exceptions=True)
