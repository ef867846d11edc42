"""The process that carries out runs: what its steps work with, and what they share while they do.

The durable engine finds workflows and steps by name in a module, so they cannot be handed their tools as
arguments: they ask `current()`. There is one `Process` at a time, because there is one durable engine; all that
is global hangs on it, and goes with it.

Knows: how a run's order becomes a mind and sources, once; which calls are under way, so that two tasks share one; how
often a waiting run looks.  Does not know: any particular plug-in.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import AbstractContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from fathoms.domain.evidence import Hit, SourceKind
from fathoms.domain.plan import Task
from fathoms.domain.run import Proposal, RunOrder, SourceSpec
from fathoms.domain.step import StepSpec
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Phase
from fathoms.engine.thread.reach import Reach, reach, within
from fathoms.errors import CloseHome, JournalError, ResumeToPlan, UsageError, WatchElsewhere
from fathoms.ports.clock import Clock
from fathoms.ports.knowledge import Knowledge
from fathoms.ports.lease import Leases
from fathoms.ports.ledger import SpendLedger
from fathoms.ports.mind import Mind
from fathoms.ports.source import Source
from fathoms.ports.step import Step
from fathoms.ports.store import Store
from fathoms.runtime.cancel import CancelWatch
from fathoms.runtime.home import Home
from fathoms.runtime.spans import Spans
from fathoms.runtime.spending import Purse
from fathoms.runtime.trouble import Trouble
from fathoms.stores.originals import Originals

_QUICKEST = 0.02
_PER_RUN = 0.01


class Pace:
    """Of one process; every active run makes all of them a little calmer."""

    def __init__(self) -> None:
        self._active = 0

    @contextmanager
    def active_run(self) -> Iterator[None]:
        self._active += 1
        try:
            yield
        finally:
            self._active -= 1

    @property
    def poll_seconds(self) -> float:
        return max(_QUICKEST, _PER_RUN * self._active)


class InFlight:
    """One turn per call of a run; the second who wants it finds its answer kept."""

    def __init__(self) -> None:
        self._wanted: dict[tuple[str, str], tuple[asyncio.Lock, int]] = {}

    @asynccontextmanager
    async def one_at_a_time(self, run: str, key: str) -> AsyncIterator[None]:
        lock, waiting = self._wanted.get((run, key), (asyncio.Lock(), 0))
        self._wanted[run, key] = (lock, waiting + 1)
        try:
            async with lock:
                yield
        finally:
            lock, waiting = self._wanted[run, key]
            if waiting == 1:
                del self._wanted[run, key]
            else:
                self._wanted[run, key] = (lock, waiting - 1)


@dataclass(frozen=True, slots=True)
class Job:
    """A run as its steps see it: immutable from the moment it is authorised."""

    order: RunOrder
    proposal: Proposal
    mind: Mind
    sources: tuple[Source, ...]
    steps: Mapping[str, Step] = field(default_factory=dict)

    def step(self, name: str) -> Step:
        return self.steps[name]

    def source(self, name: str) -> Source:
        for source in self.sources:
            if source.name == name:
                return source
        raise KeyError(name)

    @property
    def served(self) -> tuple[Phase, ...]:
        """The phases that some source of this run can serve, in order."""
        return tuple(phase for phase in Phase if any(phase in source.phases for source in self.sources))

    def served_to(self, task: Task) -> tuple[Phase, ...]:
        """Those that a source can serve which this task may ask."""
        far, _ = self.reach(task)
        if far is not Reach.HOME:
            return self.served
        own = [source for source in self.sources if source.kind is SourceKind.INTERNAL]
        return tuple(phase for phase in Phase if any(phase in source.phases for source in own))

    def surveys_for(self, task: Task, round: int = 1) -> tuple[Survey, ...]:
        """The sources that a round of this task may ask."""
        return within(self.proposal.surveys, self.reach(task)[0], round=round)

    def recalled(self, task: Task, round: int) -> tuple[Hit, ...]:
        """Where earlier runs found what the task asks, for its first round to begin with."""
        asked = {survey.source for survey in self.surveys_for(task, round)} if round == 1 else set[str]()
        return tuple(one.hit for one in self.proposal.recalled if one.task == task.id and one.hit.source in asked)

    def reach(self, task: Task) -> tuple[Reach, str]:
        """How far the task goes, and why."""
        said = " ".join((task.question, *task.sub_questions))
        proposal, ask = self.proposal, self.order.ask
        return reach(proposal.brief.question, said, proposal.surveys, both_named=bool(ask.docs and ask.web))


@dataclass(slots=True)
class Workshop:
    home: Home
    stores: Store
    ledger: SpendLedger
    leases: Leases
    originals: Originals
    clock: Clock
    make_mind: Callable[[str], Mind]
    open_source: Callable[[SourceSpec], Source]
    open_step: Callable[[StepSpec], Step]
    open_knowledge: Callable[[], Knowledge]
    close_sources: Callable[[], Awaitable[None]] | None = None
    """Lets go of what sources share, such as connections."""
    close_minds: Callable[[], Awaitable[None]] | None = None
    calls_log: Path | None = None
    """When set, every real call of a mind or source is noted here, before and after."""
    spans: Spans = field(default_factory=Spans)
    _jobs: dict[str, Job] = field(default_factory=dict)
    _purses: dict[str, Purse] = field(default_factory=dict)
    _answered: dict[str, set[str]] = field(default_factory=dict)

    async def job(self, run: str) -> Job:
        if run not in self._jobs:
            row = await asyncio.to_thread(self.stores.run, run)
            if row.proposal is None:
                raise UsageError(f"run {run!r} has no plan yet", next_step=ResumeToPlan(run))
            self._jobs[run] = self.make_job(row.order, row.proposal)
        return self._jobs[run]

    def make_job(self, order: RunOrder, proposal: Proposal) -> Job:
        sources = tuple(self.open_source(spec) for spec in order.sources)
        steps = {spec.name: self.open_step(spec) for spec in order.steps}
        return Job(order=order, proposal=proposal, mind=self.make_mind(order.ask.mind), sources=sources, steps=steps)

    async def purse(self, run: str) -> Purse:
        if run not in self._purses:
            row = await asyncio.to_thread(self.stores.run, run)
            made = await asyncio.to_thread(self.ledger.mind_calls, run)
            paid = await asyncio.to_thread(self.ledger.payments, run)
            self._purses.setdefault(run, Purse(row.order, made, self.clock, paid))
        return self._purses[run]

    async def answered(self, run: str) -> set[str]:
        """The keys of the run's kept answers: most requests are new, and need not be looked for."""
        if run not in self._answered:
            self._answered.setdefault(run, set(await asyncio.to_thread(self.stores.answered, run)))
        return self._answered[run]

    def lend_calls(self, lender: str, run: str) -> None:
        self.stores.lend_calls(lender, run)
        self._answered.pop(run, None)

    async def aclose(self) -> None:
        for close in (self.close_sources, self.close_minds):
            if close:
                await close()
        self.stores.close()

    def working_on(self, run: str) -> AbstractContextManager[None]:
        """Hold the lease of a run. Raises `RunLocked` while another process, or another task of this one, has it."""
        return self.leases.held(run, busy=f"run {run!r}", next_step=WatchElsewhere(run))

    def forget(self, run: str) -> None:
        self._jobs.pop(run, None)
        self._purses.pop(run, None)
        self._answered.pop(run, None)


class Process:
    """Everything that the runs of this process share; made when a home is opened to work in, gone when it is closed."""

    def __init__(self, workshop: Workshop) -> None:
        self.workshop = workshop
        self.watch = CancelWatch(workshop.stores.cancelled_among)
        self.in_flight = InFlight()
        self.pace = Pace()
        self.trouble = Trouble(workshop.home.path)


_current: Process | None = None


@contextmanager
def opened(workshop: Workshop) -> Iterator[Process]:
    """The process for this home until the block ends. Raises `JournalError` while another home is open to work in."""
    global _current
    if _current is not None:
        raise JournalError(
            f"this process already works in the home {str(_current.workshop.home.path)!r}", next_step=CloseHome()
        )
    process = _current = Process(workshop)
    try:
        yield process
    finally:
        process.watch.close()
        _current = None


def current() -> Process:
    if _current is None:
        raise RuntimeError("no home is open to work in: open a service first")
    return _current


def workshop() -> Workshop:
    """The tools of the current process."""
    return current().workshop
