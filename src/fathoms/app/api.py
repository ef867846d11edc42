"""Fathoms from Python: ask a question over documents and the web, get the report as a value.

    import fathoms
    report = fathoms.ask("How does the battery work?", docs=["documents"], authorize=True)

    async with fathoms.Fathoms(home="~/research") as f:
        report = await f.ask("How does the battery work?", docs=["documents"], authorize=True)

Knows: the service.  Does not know: anything the service does not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType

from fathoms.app.api_words import advise
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.brief import Effort
from fathoms.domain.events import Event
from fathoms.domain.plan import Plan
from fathoms.domain.report import Report
from fathoms.domain.run import RunRow, RunStatus
from fathoms.errors import Authorize, FathomsError, UsageError


class Fathoms:
    """A home to research in. One per process at a time; many questions at once are fine."""

    def __init__(self, home: str | Path | None = None, *, keep_originals: bool | None = None) -> None:
        """What is left as None is as the settings have it."""
        self._flags = {
            "home": str(Path(home).expanduser()) if home else None,
            "keep_originals": None if keep_originals is None else "on" if keep_originals else "off",
        }
        self._stack = AsyncExitStack()
        self._service: Service | None = None

    async def __aenter__(self) -> Fathoms:
        self._service = await self._stack.enter_async_context(Service(load(self._flags)))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        advise(error)
        self._service = None
        await self._stack.aclose()

    @property
    def service(self) -> Service:
        """Everything else: runs, events, cancel, resume, fork."""
        if self._service is None:
            raise UsageError("open it first: `async with Fathoms() as f:`")
        return self._service

    async def plan(
        self,
        question: str,
        *,
        docs: Sequence[str | Path] = (),
        web: bool = False,
        effort: Effort | str = Effort.STANDARD,
        suggested: Plan | None = None,
        answers: Sequence[str] = (),
    ) -> RunRow:
        """Brief, plan and verdict for a question. Nothing starts.

        `row.proposal.verdict.questions` are what the user could be asked, two at most; `clarify` takes what they say.
        """
        places = tuple(Path(place) for place in docs)
        row = await self.service.register(
            Ask(
                question=question,
                docs=places,
                web=web,
                sources=self.service.settings.words("sources"),
                offline=self.service.settings.on("offline"),
                keep_originals=self.service.settings.on("keep_originals"),
                effort=Effort(effort),
                suggested=suggested,
                answers=tuple(answers),
            )
        )
        await self.service.take_in(row.order.run)
        return await self.service.plan(row.order.run)

    async def clarify(self, run: str, *answers: str) -> RunRow:
        """The run planned anew, with answers to the questions of its verdict in their order."""
        return await self.service.clarify(run, answers)

    async def ask(
        self,
        question: str,
        *,
        docs: Sequence[str | Path] = (),
        web: bool = False,
        effort: Effort | str = Effort.STANDARD,
        suggested: Plan | None = None,
        answers: Sequence[str] = (),
        authorize: bool = False,
        watch: Callable[[Event], None] | None = None,
    ) -> Report:
        """Research a question. Nothing starts without `authorize=True`; `watch` is called with every event."""
        row = await self.plan(question, docs=docs, web=web, effort=effort, suggested=suggested, answers=answers)
        run = row.order.run
        if row.status is RunStatus.REFUSED and row.proposal and row.proposal.verdict:
            verdict = row.proposal.verdict
            reasons = "; ".join(reason.text for reason in verdict.reasons)
            asked = " ".join(f"{question.text} (answers=…)" for question in verdict.questions)
            raise UsageError(f"not feasible: {reasons}. {asked} Try: {' / '.join(verdict.splits)}")
        if not authorize:
            raise UsageError(f"run {run!r} is planned and waits for you to agree", next_step=Authorize(run))
        ended = await (self._watched(run, watch) if watch else self.service.carry_out(run))
        report = self.service.report(run)
        if report is None:
            raise FathomsError(f"run {run!r} ended without a report: {ended.status} {ended.reason}")
        return report

    async def _watched(self, run: str, watch: Callable[[Event], None]) -> RunRow:
        """Carry out a run; every event it has left behind when it ends has been shown."""
        shown = 0

        def show(event: Event) -> None:
            nonlocal shown
            watch(event)
            shown = event.seq

        async def follow() -> None:
            async for event in self.service.watch(run):
                show(event)

        following = asyncio.create_task(follow())
        try:
            return await self.service.carry_out(run)
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
            for event in self.service.events(run, after=shown):
                show(event)


def ask(
    question: str,
    *,
    docs: Sequence[str | Path] = (),
    web: bool = False,
    home: str | Path | None = None,
    effort: Effort | str = Effort.STANDARD,
    authorize: bool = False,
) -> Report:
    """Research a question and return the report; the same as `fathoms ask`, for scripts without an event loop."""

    async def asked() -> Report:
        async with Fathoms(home) as opened:
            return await opened.ask(question, docs=docs, web=web, effort=effort, authorize=authorize)

    return asyncio.run(asked())
