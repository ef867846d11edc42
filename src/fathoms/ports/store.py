"""What is kept of runs, and how it is asked for again. One store holds all of it; who needs less asks for less.

Every write may be repeated and changes nothing the second time, unless it says otherwise: steps run at least once.
Calls block; on an event loop they belong in a thread. An implementation is put through
`fathoms.testing.contracts.store`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime
from typing import Protocol

from fathoms.domain.draft import ReportDraft
from fathoms.domain.events import Event
from fathoms.domain.evidence import Evidence, Fact, Page
from fathoms.domain.feasibility import Pace
from fathoms.domain.learning import ThreadSample
from fathoms.domain.report import Finding, Report, TaskOutcome
from fathoms.domain.reuse import EarlierFinding
from fathoms.domain.run import Proposal, RunOrder, RunRow, RunStatus
from fathoms.domain.trail import KnownFact, Snapshot


class RunStore(Protocol):
    """Runs and how far each has come."""

    def add_run(self, order: RunOrder) -> None: ...

    def remove_run(self, run: str) -> None:
        """Take out a run that never began: nothing but its own row and what was told of it."""
        ...

    def forget_run(self, run: str) -> None:
        """Take out a run with all that was derived from it, and the pages that nothing else stands on."""
        ...

    def rename_run(self, run: str, name: str) -> None:
        """What its user calls it; an empty name takes it away."""
        ...

    def set_proposal(self, run: str, proposal: Proposal, status: RunStatus = RunStatus.PROPOSED) -> None:
        """Of a run that is being planned; one that has gone further is left as it is."""
        ...

    def plan_again(self, order: RunOrder) -> bool:
        """A run that has not begun is planned anew under a changed order; False when it has begun."""
        ...

    def mark_started(self, run: str, at: datetime) -> None:
        """It runs; the first start counts."""
        ...

    def mark_ended(self, run: str, status: RunStatus, at: datetime, *, reason: str = "", report_path: str = "") -> bool:
        """The first end counts: a run that has ended is left as it is, and False says so."""
        ...

    def reopen(self, run: str, status: RunStatus) -> None:
        """A cancelled run goes on from where it was; any other is left as it is."""
        ...

    def run(self, run: str) -> RunRow:
        """Raises `UnknownRun`."""
        ...

    def runs(self) -> tuple[RunRow, ...]:
        """Every run, newest first."""
        ...

    def run_ids(self) -> tuple[str, ...]:
        """Newest first."""
        ...

    def cancelled_among(self, runs: Iterable[str]) -> frozenset[str]: ...

    def pace(self, mind: str) -> Pace:
        """What the newest finished runs with this mind took: calls of it, and seconds from start to report."""
        ...


class EventStore(Protocol):
    """What happened in a run, in order."""

    def append(self, events: Sequence[Event]) -> None:
        """One that a repeated step tells again, under the same run, task, step and number, changes nothing."""
        ...

    def events(self, run: str, *, after: int = 0, limit: int = 10_000, kind: str = "") -> tuple[Event, ...]:
        """Those whose `seq` is greater than `after`, in the order they were told; with a kind, only those of it."""
        ...


class CallStore(Protocol):
    """Answers of minds and sources, each kept under what was asked."""

    def answer(self, run: str, key: str) -> str | None: ...

    def answered(self, run: str) -> frozenset[str]:
        """The keys of every answer that the run has or was lent."""
        ...

    def keep_answer(
        self, run: str, key: str, *, kind: str, task: str, at: datetime, seconds: float, answer: str
    ) -> None: ...

    def lend_calls(self, lender: str, run: str) -> None:
        """Let a run answer the searches and page reads that another has made from what that one was told."""
        ...


class PageStore(Protocol):
    """Pages as they were read. A snapshot never changes; two addresses may have the very same text, and so one id."""

    def keep_pages(self, pages: Sequence[Page]) -> None:
        """A snapshot stays as it was first written, but for its original: one that came later is noted with it."""
        ...

    def page(self, page_id: str, url: str = "") -> Page | None:
        """A snapshot by its id; where several addresses have that very text, the one of this address if it is there."""
        ...

    def newest_page(self, url: str) -> Page | None:
        """The last snapshot of what stands at an address."""
        ...

    def page_ids(self, beginning: str) -> tuple[str, ...]:
        """Every page whose id begins so."""
        ...

    def snapshots(self, page_ids: Iterable[str] | None = None) -> tuple[Snapshot, ...]:
        """Every stored page, or those of these ids, without their text; newest first."""
        ...

    def page_texts(self, page_ids: Iterable[str]) -> dict[str, str]:
        """By id; a page that is not there is left out."""
        ...

    def remove_pages(self, address: str) -> int:
        """Every snapshot of a document; how many there were."""
        ...

    def pages_behind(self, evidence: Iterable[Evidence]) -> dict[str, Page]:
        """The pages that quotes were taken from, by id, each as it was read at the address that is cited."""
        ...


class FactStore(Protocol):
    """What was found out, in every run."""

    def keep_facts(self, run: str, task: str, facts: Sequence[Fact], at: datetime) -> None:
        """With the time they were first found; one that a later round corroborated is kept as it is now."""
        ...

    def facts(self, run: str, task: str = "") -> tuple[Fact, ...]: ...

    def claims(self) -> tuple[tuple[str, str], ...]:
        """Id and claim, with the title of its source, of every fact of every run; each once, oldest first."""
        ...

    def runs_quoting(self, address: str) -> tuple[str, ...]:
        """The runs that took facts from this document, by their ids."""
        ...

    def known_fact(self, fact_id: str) -> KnownFact | None:
        """A fact as its newest run has it, with all the runs that found it."""
        ...


class OutcomeStore(Protocol):
    """What tasks handed back, and what later runs may make of it."""

    def keep_task_outcome(self, run: str, outcome: TaskOutcome, at: datetime) -> None:
        """When a task ends. One that ends again, because its process died before that was recorded, replaces it."""
        ...

    def task_outcomes(self, run: str) -> tuple[TaskOutcome, ...]:
        """Of every task that has ended, by task."""
        ...

    def keep_finding(self, run: str, finding: Finding, at: datetime) -> None: ...

    def findings(self, run: str) -> tuple[Finding, ...]:
        """By task."""
        ...

    def keep_outcome(self, earlier: EarlierFinding, question_key: str) -> None:
        """Keep what a task handed back, so that a later run on the same question can take it over."""
        ...

    def outcomes_on(self, question_key: str) -> tuple[EarlierFinding, ...]:
        """Oldest first."""
        ...

    def outcomes_of(self, run: str) -> tuple[EarlierFinding, ...]:
        """By task."""
        ...

    def keep_sample(self, sample: ThreadSample) -> None: ...

    def samples(self) -> tuple[ThreadSample, ...]:
        """By run and task."""
        ...


class ReportStore(Protocol):
    """Reports, and what each was made from."""

    def keep_draft(self, draft: ReportDraft) -> None: ...

    def draft(self, run: str) -> ReportDraft | None: ...

    def keep_report(self, report: Report, at: datetime) -> None: ...

    def report(self, run: str) -> Report | None: ...


class Store(RunStore, EventStore, CallStore, PageStore, FactStore, OutcomeStore, ReportStore, Protocol):
    """All that is kept of the runs of one home."""

    def together(self) -> AbstractContextManager[None]:
        """What this thread writes within is one write: a process that dies meanwhile leaves all of it or nothing."""
        ...

    def close(self) -> None: ...
