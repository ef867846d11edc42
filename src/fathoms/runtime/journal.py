"""The durable engine in this process: launched inside the event loop, one per process, never in a reader.

Every process has a fresh executor id and a queue of its own, so that no process ever takes over what
another one, still alive, is doing. Who works on a run holds the run's lock; the kernel frees it
when the process dies, and the next process resumes the run.

Knows: DBOS, its SQLite file, locks and queues.  Does not know: what a run does.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
from dbos import DBOS, DBOSClient, DBOSConfig, Serializer, SetWorkflowID, WorkflowHandleAsync
from dbos._error import DBOSAwaitedWorkflowCancelledError

from fathoms.domain.approval import ApprovalAnswer
from fathoms.errors import Cancelled, Fork, HomeError, JournalError, JournalVersion, Mend, OneOf, Repair
from fathoms.ports.lease import Leases
from fathoms.runtime import codec
from fathoms.runtime.approve import TOPIC
from fathoms.runtime.home import Home
from fathoms.runtime.process import Process
from fathoms.runtime.records import RunResult
from fathoms.runtime.research import research
from fathoms.stores.files import sweep_parts
from fathoms.stores.schema import home_errors, sqlite_engine

NAME = "fathoms"
JOURNAL_VERSION = "1"
"""Raised only when old journals can no longer be replayed; between breaks use `DBOS.patch_async`."""
_LAUNCH = "_launch"
_QUEUE_PREFIX = "p-"
_QUEUE_POLL = 0.2
"""Only resumed runs come through the queue; looking costs a write lock on the journal."""


class JournalCodec(Serializer):
    """How DBOS writes our values."""

    def name(self) -> str:
        return "fathoms-json-1"

    def serialize(self, data: Any) -> str:
        return codec.encode(data)

    def deserialize(self, serialized_data: str) -> Any:
        return codec.decode(serialized_data)


@dataclass(frozen=True, slots=True)
class Journal:
    """The launched engine: starts runs, and resumes those that a dead process left."""

    process: Process
    queue: str

    @property
    def home(self) -> Home:
        return self.process.workshop.home

    async def carry_out(self, run: str) -> RunResult:
        """Start the run, or go on where it stopped; holds its lock all the while."""
        with self.process.workshop.working_on(run), self.process.pace.active_run(), home_errors(self.home.path):
            await self._sweep_parts(run)
            handle: WorkflowHandleAsync[RunResult]
            if await self._unfinished(run):
                handle = await DBOS.retrieve_workflow_async(run)
            else:
                with SetWorkflowID(run):
                    handle = await DBOS.start_workflow_async(research, run)
            try:
                result = handle.get_result(polling_interval_sec=self.process.pace.poll_seconds)
                return await self.process.trouble.unless_met(result)
            except DBOSAwaitedWorkflowCancelledError:
                await self.process.watch.stop(run)  # so that it can be taken up again at once
                raise Cancelled(run) from None

    async def _sweep_parts(self, run: str) -> None:
        job = await self.process.workshop.job(run)
        artifacts = job.order.ask.artifacts
        for folder in (self.home.run_folder(run), *([Path(artifacts) / run] if artifacts else [])):
            await asyncio.to_thread(sweep_parts, folder)

    async def _unfinished(self, run: str) -> bool:
        """Put the run and its unfinished tasks on our own queue; False when it was never started.

        The tasks too: replaying a run does not restart the tasks that it had started directly.
        """
        known = await DBOS.list_workflows_async(workflow_id_prefix=run, load_input=False, load_output=False)
        family = [w for w in known if w.workflow_id == run or w.workflow_id.startswith(f"{run}:")]
        if not any(w.workflow_id == run for w in family):
            return False
        for workflow in family:
            if workflow.app_version != JOURNAL_VERSION:
                raise JournalVersion(
                    f"run {run!r} was written by journal version {workflow.app_version}, this is {JOURNAL_VERSION}",
                    next_step=OneOf((Mend(Repair.EARLIER_VERSION), Fork(run))),
                )
            if workflow.workflow_id == run and workflow.status in ("ERROR", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"):
                raise JournalError(f"run {run!r} ended in an error that it cannot be resumed from", next_step=Fork(run))
        left = [w.workflow_id for w in family if w.status not in ("SUCCESS", "ERROR")]
        await DBOS.resume_workflows_async(left, queue_name=self.queue)
        return True


@asynccontextmanager
async def launched(process: Process) -> AsyncIterator[Journal]:
    """Launch the engine for the home of this process, in the running event loop, until the block ends."""
    home, leases = process.workshop.home, process.workshop.leases
    _silence()
    name = f"{_QUEUE_PREFIX}{uuid4().hex[:12]}"
    engine = sqlite_engine(home.journal)
    process.trouble.close_journal(engine)
    try:
        with leases.held(name):
            with leases.held(_LAUNCH, wait=True), home_errors(home.path):
                fresh = not sa.inspect(engine).has_table("queues")
                if not fresh:
                    _sweep(engine, leases)
                    await asyncio.to_thread(_register_queue, engine, name)
                DBOS(config=_config(engine, name))
                DBOS.listen_queues([name])
                DBOS.launch()
                if fresh:
                    await asyncio.to_thread(_register_queue, engine, name)
            yield Journal(process=process, queue=name)
    finally:
        DBOS.destroy(workflow_completion_timeout_sec=0)
        # It had given the loop its own threads, and has just ended them; who goes on in this loop needs some.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(thread_name_prefix="fathoms"))
        with (
            suppress(sa.exc.DBAPIError, HomeError),
            engine.begin() as connection,
        ):  # a full disk: the next process sweeps it
            connection.execute(sa.text("delete from queues where name = :name"), {"name": name})
        engine.dispose()
        leases.forget(name)


def cancel(home: Home, run: str) -> None:
    """Mark the run and its tasks cancelled in the journal, from any process."""
    with _client(home) as client:
        client.cancel_workflow(run, cancel_children=True)


def forget(home: Home, run: str) -> None:
    """Take what the journal recorded of a run out of it."""
    if home.journal.exists():
        with _client(home) as client:
            client.delete_workflow(run, delete_children=True)


def send_answer(home: Home, run: str, answer: ApprovalAnswer) -> None:
    """Hand a person's answer to the run that waits for it; kept until the run is taken up again."""
    with _client(home) as client:
        client.send(f"{run}:{answer.request}", answer, topic=TOPIC, idempotency_key=f"{run}:{answer.request}")


@contextmanager
def _client(home: Home) -> Iterator[DBOSClient]:
    """The journal as seen from beside the process that works on it."""
    _silence()
    engine = sqlite_engine(home.journal)
    try:
        client = DBOSClient(system_database_engine=engine, serializer=JournalCodec(), application_name=NAME)
        try:
            yield client
        finally:
            client.destroy()
    finally:
        engine.dispose()


def _register_queue(engine: sa.Engine, name: str) -> None:
    """Before launch where possible: a queue that appears later is noticed only after a second."""
    client = DBOSClient(system_database_engine=engine, serializer=JournalCodec(), application_name=NAME)
    try:
        client.register_queue(name, polling_interval_sec=_QUEUE_POLL)
    finally:
        client.destroy()


def _config(engine: sa.Engine, executor: str) -> DBOSConfig:
    return {
        "name": NAME,
        "system_database_engine": engine,
        "serializer": JournalCodec(),
        "application_version": JOURNAL_VERSION,
        "executor_id": executor,
        "enable_patching": True,
        "log_level": "WARNING",
        "max_executor_threads": 32,
        "notification_listener_polling_interval_sec": 0.2,
    }


def _sweep(engine: sa.Engine, leases: Leases) -> None:
    """Remove the queues of processes that died without saying goodbye."""
    with engine.begin() as connection:
        names = connection.execute(
            sa.text("select name from queues where name like :ours"), {"ours": f"{_QUEUE_PREFIX}%"}
        ).scalars()
        for name in list(names):
            if leases.holder(name) is None:
                connection.execute(sa.text("delete from queues where name = :name"), {"name": name})
                leases.forget(name)


def _silence() -> None:
    """DBOS logs to the terminal unless its logger has a handler; what matters, we say ourselves."""
    log = logging.getLogger("dbos")
    if not log.handlers:
        log.addHandler(logging.NullHandler())
        log.propagate = False
