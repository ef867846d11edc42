"""Fathoms from Python: ask a question over documents and the web, get the report as a value.

    import fathoms
    report = fathoms.ask("How does the battery work?", docs="documents", authorize=True)
    print(report)

    async with fathoms.Fathoms(home="~/research", effort="deep") as f:
        report = await f.ask("How does the battery work?", docs="documents", max_usd=0.5, authorize=True)

Every option of the command line is an argument here by the same name (docs/reference/options.md), and what is not given
is as the settings have it.

Knows: the service.  Does not know: anything the service does not.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack
from pathlib import Path
from types import TracebackType
from typing import Unpack

from fathoms.app import asking
from fathoms.app.answer import Answer
from fathoms.app.api_words import advise
from fathoms.app.asking import Options
from fathoms.app.inquiry import Inquiry
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.events import Event
from fathoms.domain.run import RunRow
from fathoms.errors import UsageError


class Fathoms:
    """A home to research in. One per process at a time; many questions at once are fine."""

    def __init__(self, home: str | Path | None = None, **options: Unpack[Options]) -> None:
        """`options` go with every question that does not say otherwise."""
        self._home = str(Path(home).expanduser()) if home else None
        self._options = options
        self._stack = AsyncExitStack()
        self._service: Service | None = None
        self._inquiries: list[Inquiry] = []

    async def __aenter__(self) -> Fathoms:
        settings, _ = asking.request("", self._options, load({"home": self._home}))
        self._service = await self._stack.enter_async_context(Service(settings))
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        advise(error)
        for inquiry in self._inquiries:
            await inquiry.leave()
        self._service = None
        await self._stack.aclose()

    @property
    def service(self) -> Service:
        """Everything else: runs, events, cancel, resume, fork."""
        if self._service is None:
            raise UsageError("open it first: `async with Fathoms() as f:`")
        return self._service

    async def plan(self, question: str, **options: Unpack[Options]) -> RunRow:
        """Brief, plan and verdict for a question. Nothing starts.

        `row.proposal.verdict.questions` are what the user could be asked, two at most; `clarify` takes what they say.
        """
        run = await self._registered(question, options, authorize=False)
        await self.service.take_in(run)
        return await self.service.plan(run)

    async def clarify(self, run: str, *answers: str) -> RunRow:
        """The run planned anew, with answers to the questions of its verdict in their order."""
        return await self.service.clarify(run, answers)

    async def start(self, question: str, *, authorize: bool = False, **options: Unpack[Options]) -> Inquiry:
        """Begin to research a question and return at once: `async for event in inquiry`, `await inquiry.report()`.

        Without `authorize=True` it is planned, and no further.
        """
        inquiry = Inquiry(self.service, await self._registered(question, options, authorize=authorize))
        self._inquiries = [*(one for one in self._inquiries if not one.done), inquiry]
        return inquiry

    async def ask(
        self,
        question: str,
        *,
        authorize: bool = False,
        watch: Callable[[Event], None] | None = None,
        **options: Unpack[Options],
    ) -> Answer:
        """Research a question. Nothing starts without `authorize=True`; `watch` is called with every event."""
        inquiry = await self.start(question, authorize=authorize, **options)
        try:
            if watch:
                async for event in inquiry:
                    watch(event)
            return await inquiry.report()
        finally:
            await inquiry.leave()

    async def events(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        """The events of any run of this home, as they happen, from the first (or the one `after`) to its end."""
        found = await asyncio.to_thread(self.service.find, run)
        async for event in self.service.watch(found, after=after):
            yield event

    async def _registered(self, question: str, options: Options, *, authorize: bool) -> str:
        given = {**asking.merged(self._options, options), "authorize": authorize}
        _, asked = asking.request(question, given, self.service.settings)
        return (await self.service.register(asked)).order.run


def ask(
    question: str, *, home: str | Path | None = None, authorize: bool = False, **options: Unpack[Options]
) -> Answer:
    """Research a question and return the report; the same as `fathoms ask`, for scripts and notebooks."""

    async def asked() -> Answer:
        async with Fathoms(home) as opened:
            return await opened.ask(question, authorize=authorize, **options)

    def on_a_loop_of_its_own() -> Answer:
        return asyncio.run(asked())

    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return on_a_loop_of_its_own()
    with ThreadPoolExecutor(max_workers=1) as beside:  # a notebook's loop is running and must not be entered again
        return beside.submit(on_a_loop_of_its_own).result()
