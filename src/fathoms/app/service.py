"""Everything a face can ask for: propose, authorise, follow, resume, cancel, fork, look.

Knows: the life of a run.  Does not know: terminals, HTTP, or how anything is drawn.
Reading never launches the durable engine; only `carry_out` does, once per process.
"""

from __future__ import annotations

import asyncio
import functools
import shutil
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING
from uuid import uuid4

from fathoms.app import fetched, ordering, steps, telemetry
from fathoms.app.build import build
from fathoms.app.embedding import Embedding
from fathoms.app.ordering import collection_name, to_take_in
from fathoms.app.queries import LATEST, Looking
from fathoms.app.readiness import Readiness
from fathoms.app.settings import Settings
from fathoms.domain.approval import ApprovalAnswer
from fathoms.domain.asking import Ask
from fathoms.domain.events import Body, Event, RunEnded, RunResumed
from fathoms.domain.knowledge import FileNote, IngestResult, Progress
from fathoms.domain.plan import Plan, PlanStatus, TaskStatus
from fathoms.domain.run import RunOrder, RunRow, RunStatus
from fathoms.engine.plan import schedule
from fathoms.errors import (
    Cancelled,
    ConfigError,
    FathomsError,
    JournalError,
    Mend,
    NameOtherDocuments,
    OneOf,
    Repair,
    ReportBug,
    ResumeToPlan,
    UsageError,
)
from fathoms.runtime import damage
from fathoms.runtime import process as processes
from fathoms.runtime.propose import propose

if TYPE_CHECKING:
    from fathoms.runtime.journal import Journal

_CANCELLED = "cancelled by the user"
LONGEST_NAME = 120


class Service(Looking):
    """One home, opened. Use as `async with Service(settings) as service:`."""

    def __init__(self, settings: Settings) -> None:
        telemetry.begin(settings)
        super().__init__(settings, build(settings))
        self._stack = AsyncExitStack()
        self._launching = asyncio.Lock()
        self._journal: Journal | None = None
        self._embedding = Embedding(self.knowledge)
        self._readiness = Readiness()
        self._carrying: Counter[str] = Counter()
        self._started: dict[str, asyncio.Task[RunRow]] = {}

    async def __aenter__(self) -> Service:
        self._stack.push_async_callback(self.shop.aclose)
        try:
            self._stack.enter_context(processes.opened(self.shop))
        except JournalError:
            await self._stack.aclose()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        try:
            await self._leave()
            await self._readiness.done()
            await asyncio.to_thread(telemetry.flush)
            await asyncio.to_thread(self._embedding.stop)
        finally:
            await self._stack.aclose()

    # From question to report

    async def ingest(
        self, docs: Sequence[Path], progress: Callable[[Progress], None] | None = None, *, collection: str = ""
    ) -> IngestResult:
        """Bring folders and files into the knowledge base: into the collection that follows them, or a named one.

        Where another embedder has been chosen since, all vectors are made anew before this returns.
        """
        return await asyncio.to_thread(self._ingest, docs, progress, collection or collection_name(docs))

    async def add_pages(
        self, addresses: Sequence[str], progress: Callable[[Progress], None] | None = None, *, collection: str = ""
    ) -> IngestResult:
        """Bring web pages that runs have read into the knowledge base; their files are kept in the home."""
        folder = self.shop.home.path / fetched.FOLDER / (collection or fetched.FOLDER)
        await asyncio.to_thread(fetched.written_out, self.shop.stores, addresses, folder)
        return await self.ingest((folder,), progress, collection=collection or fetched.FOLDER)

    def _ingest(
        self, docs: Sequence[Path], progress: Callable[[Progress], None] | None, collection: str, beside: bool = False
    ) -> IngestResult:
        most = self.settings.number("max_file_mb") * 1_000_000
        with self.shop.open_knowledge() as kb:
            result = kb.ingest(docs, collection=collection, progress=progress, max_bytes=most)
            if kb.wants_embedding(collection):
                if beside:
                    self._embedding.start(collection)
                else:
                    kb.embed(collection=collection, progress=progress)
        return result

    async def propose(self, ask: Ask) -> RunRow:
        """Brief and plan for a question. The documents must have been ingested. Nothing else starts."""
        row = await self.register(ask)
        return await self.plan(row.order.run)

    async def register(self, ask: Ask) -> RunRow:
        """Enter a question as a run before anything is read: from here on it can be interrupted and resumed."""
        if ask.follow and ask.question.strip():
            earlier = await asyncio.to_thread(lambda: self.run(self.find(ask.follow)))
            settled = await asyncio.to_thread(self.settled, earlier.order.run)
            ask = ordering.following(ask, earlier).with_changes(known=(*ask.known, *(one.says for one in settled)))
        order = ordering.ordered(ask, self.settings, self.shop)
        await asyncio.to_thread(self.shop.stores.add_run, order)
        return await self._row(order.run)

    async def take_in(self, run: str, progress: Callable[[Progress], None] | None = None) -> IngestResult:
        """Ingest the documents of a run. A run with nothing to read is no run: it is refused and forgotten."""
        order = (await self._row(run)).order
        docs = to_take_in(order.ask.docs)
        if not docs:
            return IngestResult(collection="")
        with self._working_on(run):
            try:
                result = await asyncio.to_thread(self._ingest, docs, progress, collection_name(docs), beside=True)
                _refuse_nothing(result)
            except UsageError as error:
                if len(order.sources) > 1:  # there is something else to search
                    return await asyncio.to_thread(self._without_documents, docs, str(error))
                await asyncio.to_thread(self.shop.stores.remove_run, run)
                raise
        return result

    def _without_documents(self, docs: Sequence[Path], reason: str) -> IngestResult:
        """A folder with nothing to read, in a run that has more to search: said, and what it once held is let go."""
        collection = collection_name(docs)
        with self.shop.open_knowledge() as kb:
            if collection in kb.collections():
                kb.remove(collection=collection)
        return IngestResult(collection=collection, notes=(FileNote(path=str(docs[0]), note=reason),))

    async def plan(self, run: str) -> RunRow:
        """Brief and plan of a registered run, unless it has them."""
        with self._working_on(run):
            row = await self._row(run)
            if row.proposal is None:
                if row.order.ask.authorized:
                    self._readiness.begin(row.order)
                try:
                    await propose(row.order)
                except ConfigError:
                    await asyncio.to_thread(self._forget_unbegun, run)
                    raise
        return await self._row(run)

    def _forget_unbegun(self, run: str) -> None:
        """What could not even be planned, for a key or a package that is missing, is no run, and not the last one."""
        paid = (payment.actual or payment.worst for payment in self.shop.ledger.payments(run))
        if not any(spend.calls or spend.tokens for spend in paid):
            self.shop.stores.remove_run(run)

    async def clarify(self, run: str, answers: Sequence[str]) -> RunRow:
        """Plan a waiting or refused run anew, with answers to the questions that its verdict asks."""
        with self._working_on(run):
            row = await self._row(run)
            asked = row.proposal.verdict.questions if row.proposal and row.proposal.verdict else ()
            if len(answers) > len(asked):
                raise UsageError(f"run {run!r} asks {len(asked)} questions; {len(answers)} answers were given")
            await self._plan_anew(row, row.order.asking(answers=(*row.order.ask.answers, *answers)))
        return await self.plan(run)

    async def replan(self, run: str, plan: Plan) -> RunRow:
        """Plan a waiting or refused run anew, with the user's plan; what was understood of the question stays."""
        with self._working_on(run):
            row = await self._row(run)
            await self._plan_anew(row, row.order.asking(suggested=plan))
        return await self.plan(run)

    async def _plan_anew(self, row: RunRow, order: RunOrder) -> None:
        if not await asyncio.to_thread(self.shop.stores.plan_again, order):
            raise UsageError(f"run {order.run!r} is {row.status.value}: what it asks can no longer be changed")
        self.shop.forget(order.run)

    @contextmanager
    def _working_on(self, run: str) -> Iterator[None]:
        with self.shop.working_on(run):
            self._carrying[run] += 1
            try:
                yield
            finally:
                self._carrying[run] -= 1

    async def start(self, run: str) -> asyncio.Task[RunRow]:
        """Authorise it and return at once; it runs in the background, to be awaited, watched or cancelled.

        One that is under way is not started twice. What is still going when the service is closed can be resumed.
        """
        await self._row(run)  # one that is not there says so now
        working = self._started.get(run)
        if working is None or working.done():
            working = self._started[run] = asyncio.create_task(self.carry_out(run), name=f"run {run}")
            working.add_done_callback(functools.partial(self._left, run))
        return working

    def _left(self, run: str, working: asyncio.Task[RunRow]) -> None:
        """A run that breaks in the background says so in its own row; nobody has to await it."""
        self._started.pop(run, None)
        if not working.cancelled():
            working.exception()

    async def _leave(self) -> None:
        """Let go of what was started; nothing of it is recorded as failed."""
        started = tuple(self._started.values())
        for working in started:
            working.cancel()
        await asyncio.gather(*started, return_exceptions=True)

    def carrying(self, run: str) -> bool:
        return self._carrying[run] > 0

    async def carry_out(self, run: str) -> RunRow:
        """Authorise and run it, or go on where it stopped. Returns when it has ended."""
        self._carrying[run] += 1
        try:
            return await self._carry_out(run)
        finally:
            self._carrying[run] -= 1

    async def _carry_out(self, run: str) -> RunRow:
        row = await self._row(run)
        if row.status.ended and row.status is not RunStatus.CANCELLED:
            return row
        steps.check_there(run, row.order.steps, self.shop.open_step)
        with self._working_on(run):
            pass  # say so at once when another process has it; the journal takes it for good
        if row.status is RunStatus.CANCELLED:
            row = await self._reopen(row)
        if row.proposal is None:
            await self.take_in(run)
            row = await self.plan(run)
            if row.status is RunStatus.REFUSED:
                return row
        await asyncio.to_thread(self._check_knowledge, row)
        journal = await self._launch()
        try:
            result = await journal.carry_out(run)
        except Cancelled:
            await self._end(run, RunStatus.CANCELLED, _CANCELLED)  # the one who cancels may not have got that far yet
            return await self._row(run)
        except (FathomsError, asyncio.CancelledError):
            raise
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            await self._end(run, RunStatus.FAILED, reason)
            raise FathomsError(f"run {run!r} broke: {reason}", next_step=ReportBug(run)) from error
        finally:
            self.shop.forget(run)
        row = await self._row(run)
        if row.status.ended:
            return row
        # It had come to its end just as it was cancelled, and was then taken up again.
        ended = functools.partial(self.shop.stores.mark_ended, run, result.status, self.shop.clock.now())
        await asyncio.to_thread(ended, report_path=result.report_path)
        return await self._row(run)

    def _check_knowledge(self, row: RunRow) -> None:
        """What the run is to search is there; a knowledge base that is gone is no empty one."""
        if any(spec.plugin == damage.KB for spec in row.order.sources):
            there: tuple[str, ...] = ()
            if self.shop.home.kb.exists():
                with self.shop.open_knowledge() as kb:
                    there = kb.collections()
            damage.check_knowledge(self.shop.home, row, there)

    async def _launch(self) -> Journal:
        async with self._launching:
            if self._journal is None:
                await self._readiness.done()
                from fathoms.runtime.journal import launched  # the durable engine takes half a second to import

                self._journal = await self._stack.enter_async_context(launched(processes.current()))
            return self._journal

    async def cancel(self, run: str) -> RunRow:
        """End a run from any process; a step in flight notices within a second."""
        row = await self._row(run)
        if row.status.ended:
            raise UsageError(f"run {run!r} has already ended ({row.status}); there is nothing to cancel")
        if row.started_at is not None:
            from fathoms.runtime.journal import cancel

            await asyncio.to_thread(cancel, self.shop.home, run)
        await self._end(run, RunStatus.CANCELLED, _CANCELLED)
        row = await self._row(run)
        if row.status is not RunStatus.CANCELLED:
            raise UsageError(f"run {run!r} has just ended ({row.status}); there is nothing to cancel")
        return row

    async def answer(self, run: str, request: str, *, approved: bool, reason: str = "") -> None:
        """Approve or refuse what a run asks for, from any process, also while nobody works on it."""
        waiting = {asked.id for asked in await asyncio.to_thread(self.open_approvals, run)}
        if request not in waiting:
            known = ", ".join(sorted(waiting)) or "nothing"
            raise UsageError(f"run {run!r} does not wait for {request!r}; it waits for {known}")
        from fathoms.runtime.journal import send_answer

        given = ApprovalAnswer(request=request, approved=approved, reason=reason, at=self.shop.clock.now())
        await asyncio.to_thread(send_answer, self.shop.home, run, given)

    async def delete(self, run: str) -> None:
        """Take a run out of this home with everything that was derived from it: nothing of it can be had again."""
        row = await self._row(run)
        with self._working_on(run):
            if row.started_at is not None:
                from fathoms.runtime.journal import forget

                await asyncio.to_thread(forget, self.shop.home, run)
            await asyncio.to_thread(self.shop.stores.forget_run, run)
            await asyncio.to_thread(shutil.rmtree, self.shop.home.run_folder(run), ignore_errors=True)
            self.shop.forget(run)

    async def _end(self, run: str, status: RunStatus, reason: str) -> None:
        """The first end counts, and is told."""
        end = functools.partial(self.shop.stores.mark_ended, run, status, self.shop.clock.now(), reason=reason)
        if await asyncio.to_thread(end):
            await self.tell(run, "end", RunEnded(status=status, reason=reason))

    async def _reopen(self, row: RunRow) -> RunRow:
        """A cancelled run goes on; not while the process that worked on it has not yet noticed the cancelling."""
        run = row.order.run
        with self._working_on(run):
            planned = RunStatus.PROPOSED if row.proposal else RunStatus.PLANNING
            await asyncio.to_thread(self.shop.stores.reopen, run, RunStatus.RUNNING if row.started_at else planned)
            await self.tell(run, "resume", RunResumed())
        return await self._row(run)

    async def _row(self, run: str) -> RunRow:
        return await asyncio.to_thread(self.shop.stores.run, run)

    async def tell(self, run: str, step: str, body: Body) -> None:
        """An event that may come more than once in a run: its time is part of its key."""
        now = self.shop.clock.now()
        event = Event(run=run, step=f"{step}-{now.isoformat()}", at=now, body=body)
        await asyncio.to_thread(self.shop.stores.append, [event])

    def rename(self, run: str, name: str) -> None:
        """Give a run a name of its user's own; an empty one takes it away. It blocks."""
        name = " ".join(name.split())
        if name == LATEST or len(name) > LONGEST_NAME:
            raise UsageError(f"a run cannot be called {name[:40]!r}: `{LATEST}` and names over {LONGEST_NAME} letters")
        self.shop.stores.rename_run(run, name)

    async def fork(self, run: str, task: str) -> RunRow:
        """A new run that keeps every outcome of `run` but those of `task` and of what builds on it."""
        row = await self._row(run)
        if row.proposal is None:
            raise UsageError(f"run {run!r} has no plan to fork", next_step=ResumeToPlan(run))
        plan = (await asyncio.to_thread(self.state, run)).plan or row.proposal.plan
        if task not in {t.id for t in plan.tasks}:
            raise UsageError(f"run {run!r} has no task {task!r}; its tasks are {', '.join(t.id for t in plan.tasks)}")
        again = schedule.downstream(plan, task)
        own = await asyncio.to_thread(self.outcomes, run)
        kept = {outcome.task: outcome for outcome in (*row.proposal.carried, *own)}
        carried = tuple(o for o in kept.values() if o.task not in again and o.status is TaskStatus.DONE)
        now = self.shop.clock.now()
        order = row.order.asking(authorized=False).model_copy(
            update={"run": f"{now:%y%m%d}-{uuid4().hex[:6]}", "created_at": now, "forked_from": f"{run}:{task}"}
        )
        fresh = _fresh(plan, done={outcome.task: f"taken over from run {run}" for outcome in carried})
        proposal = row.proposal.model_copy(update={"carried": carried, "plan": fresh})
        await asyncio.to_thread(self.shop.stores.add_run, order)
        await asyncio.to_thread(self.shop.stores.set_proposal, order.run, proposal)
        return await self._row(order.run)


def _refuse_nothing(result: IngestResult) -> None:
    """Documents of which not one could be read are a mistake to say at once, not a search without results."""
    if result.added or result.updated or result.unchanged:
        return
    unread = (*result.failed, *result.skipped)
    reasons = "; ".join(f"{file.path!r}: {'; '.join(filter(None, (file.reason, file.remedy)))}" for file in unread[:5])
    more = f" and {len(unread) - 5:,} more" if len(unread) > 5 else ""
    raise UsageError(
        f"none of the documents could be read ({reasons}{more})",
        next_step=OneOf((Mend(Repair.DOCUMENTS), NameOtherDocuments())),
    )


def _fresh(plan: Plan, done: Mapping[str, str]) -> Plan:
    """The plan before anything was done but these tasks, each with the reason."""

    def status(task: str) -> TaskStatus:
        return TaskStatus.DONE if task in done else TaskStatus.PENDING

    tasks = (t.model_copy(update={"status": status(t.id), "reason": done.get(t.id, "")}) for t in plan.tasks)
    return plan.replacing(*tasks).model_copy(update={"status": PlanStatus.PLANNING})
