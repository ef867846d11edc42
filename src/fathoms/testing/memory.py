"""Keepers that keep nothing when the process ends: a store with its ledger, and leases.

They pass the contract suites (`fathoms.testing.contracts`) that those on disk pass, and show how small a second
implementation can be.

Knows: dictionaries.  Does not know: files, other processes.
"""

from __future__ import annotations

import functools
import os
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from fathoms.domain.calls import Deed, Party
from fathoms.domain.draft import ReportDraft
from fathoms.domain.events import Event
from fathoms.domain.evidence import Evidence, Fact, Page
from fathoms.domain.feasibility import Pace
from fathoms.domain.learning import ThreadSample
from fathoms.domain.ledger import Payment
from fathoms.domain.report import Finding, Report, TaskOutcome
from fathoms.domain.reuse import EarlierFinding
from fathoms.domain.run import Proposal, RunOrder, RunRow, RunStatus
from fathoms.domain.trail import KnownFact, Snapshot
from fathoms.errors import ListRuns, NextStep, RunLocked, UnknownRun
from fathoms.text.addresses import document

_WAITING = (RunStatus.PLANNING, RunStatus.PROPOSED, RunStatus.REFUSED)
_LENT = (f"{Deed.SEARCH}.", f"{Deed.READ}.")
_OF_MINDS = tuple(deed for deed in Deed if deed.party is Party.MIND)


@dataclass(frozen=True, slots=True)
class _Call:
    kind: str
    task: str
    answer: str


Kept = TypeVar("Kept", bound="type[_Runs]")


def _in_turn(kept: Kept) -> Kept:
    """Every public method of the class runs alone: calls come from several threads."""

    def alone(method: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(method)
        def call(self: _Runs, *args: Any, **kwargs: Any) -> Any:
            with self.turn:
                return method(self, *args, **kwargs)

        return call

    for name, method in tuple(vars(kept).items()):
        if not name.startswith("_"):
            setattr(kept, name, alone(method))
    return kept


@_in_turn
class _Runs:
    """Runs, events, calls and what they cost."""

    def __init__(self) -> None:
        self.turn = threading.RLock()
        self._runs: dict[str, RunRow] = {}
        self._events: dict[tuple[str, str, str, int], Event] = {}
        self._seq = 0
        self._calls: dict[tuple[str, str], _Call] = {}
        self._payments: dict[tuple[str, str], Payment] = {}

    def close(self) -> None:
        """Nothing to let go of."""

    def _change(self, run: str, **change: object) -> None:
        self._runs[run] = self._runs[run].model_copy(update=change)

    def add_run(self, order: RunOrder) -> None:
        self._runs.setdefault(order.run, RunRow(order=order, status=RunStatus.PLANNING))

    def remove_run(self, run: str) -> None:
        self._runs.pop(run, None)
        self._events = {key: event for key, event in self._events.items() if event.run != run}

    def rename_run(self, run: str, name: str) -> None:
        self._change(run, order=self.run(run).order.model_copy(update={"name": name}))

    def set_proposal(self, run: str, proposal: Proposal, status: RunStatus = RunStatus.PROPOSED) -> None:
        if self._runs[run].status is RunStatus.PLANNING:
            self._change(run, proposal=proposal, status=status)

    def plan_again(self, order: RunOrder) -> bool:
        if self._runs[order.run].status not in _WAITING:
            return False
        self._change(order.run, order=order, proposal=None, status=RunStatus.PLANNING)
        return True

    def mark_started(self, run: str, at: datetime) -> None:
        started = self._runs[run].started_at or at
        self._change(run, status=RunStatus.RUNNING, started_at=started, ended_at=None, reason="")

    def mark_ended(self, run: str, status: RunStatus, at: datetime, *, reason: str = "", report_path: str = "") -> bool:
        if self._runs[run].status.ended:
            return False
        path = report_path or self._runs[run].report_path
        self._change(run, status=status, reason=reason, ended_at=at, report_path=path)
        return True

    def reopen(self, run: str, status: RunStatus) -> None:
        if self._runs[run].status is RunStatus.CANCELLED:
            self._change(run, status=status, ended_at=None, reason="")

    def run(self, run: str) -> RunRow:
        if run not in self._runs:
            raise UnknownRun(f"there is no run {run!r}", next_step=ListRuns())
        return self._runs[run]

    def runs(self) -> tuple[RunRow, ...]:
        return tuple(sorted(self._runs.values(), key=lambda row: row.order.created_at, reverse=True))

    def run_ids(self) -> tuple[str, ...]:
        return tuple(row.order.run for row in self.runs())

    def cancelled_among(self, runs: Iterable[str]) -> frozenset[str]:
        return frozenset(r for r in runs if r in self._runs and self._runs[r].status is RunStatus.CANCELLED)

    def pace(self, mind: str) -> Pace:
        done = [r for r in self._runs.values() if r.status is RunStatus.DONE and r.order.ask.mind == mind]
        spans = [row.ended_at - row.started_at for row in done if row.ended_at and row.started_at]
        calls = sum(len(self.mind_calls(row.order.run)) for row in done)
        return Pace(calls=calls, seconds=sum(span.total_seconds() for span in spans))

    def append(self, events: Sequence[Event]) -> None:
        for event in events:
            key = (event.run, event.task, event.step, event.n)
            if key not in self._events:
                self._seq += 1
                self._events[key] = event.model_copy(update={"seq": self._seq})

    def events(self, run: str, *, after: int = 0, limit: int = 10_000, kind: str = "") -> tuple[Event, ...]:
        mine = (event for event in self._events.values() if event.run == run and event.seq > after)
        return tuple(event for event in mine if kind in ("", event.body.type))[:limit]

    def answer(self, run: str, key: str) -> str | None:
        kept = self._calls.get((run, key))
        return kept.answer if kept else None

    def answered(self, run: str) -> frozenset[str]:
        return frozenset(key for owner, key in self._calls if owner == run)

    def keep_answer(
        self, run: str, key: str, *, kind: str, task: str, at: datetime, seconds: float, answer: str
    ) -> None:
        self._calls.setdefault((run, key), _Call(kind, task, answer))

    def lend_calls(self, lender: str, run: str) -> None:
        for (owner, key), call in tuple(self._calls.items()):
            if owner == lender and call.kind.startswith(_LENT):
                self._calls.setdefault((run, key), call)

    def reserve(self, run: str, payment: Payment, at: datetime) -> None:
        self._payments[run, payment.ticket] = payment

    def settle(self, run: str, payment: Payment, at: datetime) -> None:
        self._payments[run, payment.ticket] = payment

    def payments(self, run: str) -> tuple[Payment, ...]:
        return tuple(payment for (owner, _), payment in self._payments.items() if owner == run)

    def mind_calls(self, run: str) -> tuple[tuple[str, str], ...]:
        made = ((key, call) for (owner, key), call in self._calls.items() if owner == run)
        return tuple((key, call.task) for key, call in made if call.kind in _OF_MINDS)


@_in_turn
class MemoryStore(_Runs):
    """All of it: a `Store` and a `SpendLedger`."""

    def together(self) -> AbstractContextManager[None]:
        """What is in memory is gone with the process anyway."""
        return nullcontext()

    def __init__(self) -> None:
        super().__init__()
        self._pages: dict[tuple[str, str], Page] = {}
        self._facts: dict[tuple[str, str, str], tuple[datetime, Fact]] = {}
        self._findings: dict[tuple[str, str], Finding] = {}
        self._ended: dict[tuple[str, str], TaskOutcome] = {}
        self._earlier: dict[tuple[str, str], tuple[str, EarlierFinding]] = {}
        self._samples: dict[tuple[str, str], ThreadSample] = {}
        self._drafts: dict[str, ReportDraft] = {}
        self._reports: dict[str, Report] = {}

    def keep_pages(self, pages: Sequence[Page]) -> None:
        for page in pages:
            known = self._pages.setdefault((page.id, page.url), page)
            noted = page.original
            if noted and (known.original is None or (known.original.left_out and not noted.left_out)):
                self._pages[page.id, page.url] = known.model_copy(update={"original": noted})

    def page(self, page_id: str, url: str = "") -> Page | None:
        same = sorted((p for p in self._pages.values() if p.id == page_id), key=lambda p: (p.url != url, p.fetched_at))
        return same[0] if same else None

    def newest_page(self, url: str) -> Page | None:
        return max((p for p in self._pages.values() if p.url == url), key=lambda p: p.fetched_at, default=None)

    def page_ids(self, beginning: str) -> tuple[str, ...]:
        return tuple(sorted({page_id for page_id, _ in self._pages if page_id.startswith(beginning)}))

    def snapshots(self, page_ids: Iterable[str] | None = None) -> tuple[Snapshot, ...]:
        wanted = None if page_ids is None else set(page_ids)
        chosen = sorted((p for p in self._pages.values() if wanted is None or p.id in wanted), key=lambda p: p.url)
        return tuple(
            Snapshot(page_id=p.id, url=p.url, title=p.title, fetched_at=p.fetched_at, original=p.original)
            for p in sorted(chosen, key=lambda p: p.fetched_at, reverse=True)
        )

    def page_texts(self, page_ids: Iterable[str]) -> dict[str, str]:
        found = {page_id: self.page(page_id) for page_id in page_ids}
        return {page_id: page.text for page_id, page in found.items() if page}

    def remove_pages(self, address: str) -> int:
        gone = [key for key, page in self._pages.items() if document(page.url) == address]
        for key in gone:
            del self._pages[key]
        return len(gone)

    def runs_quoting(self, address: str) -> tuple[str, ...]:
        found = {key[0] for key, (_, fact) in self._facts.items() for e in fact.evidence if document(e.url) == address}
        return tuple(sorted(found))

    def pages_behind(self, evidence: Iterable[Evidence]) -> dict[str, Page]:
        found = {item.page_id: self.page(item.page_id, document(item.url)) for item in evidence}
        return {page_id: page for page_id, page in found.items() if page}

    def forget_run(self, run: str) -> None:
        self.remove_run(run)
        kept = (self._calls, self._payments, self._facts, self._findings, self._ended, self._earlier, self._samples)
        for rows in kept:
            for key in [key for key in rows if key[0] == run]:
                del rows[key]  # type: ignore[arg-type]
        self._drafts.pop(run, None)
        self._reports.pop(run, None)
        cited = {evidence.page_id for _, fact in self._facts.values() for evidence in fact.evidence}
        told = "".join(call.answer for call in self._calls.values())
        for key in [key for key in self._pages if key[0] not in cited and key[0] not in told]:
            del self._pages[key]

    def keep_facts(self, run: str, task: str, facts: Sequence[Fact], at: datetime) -> None:
        for fact in facts:
            first, _ = self._facts.get((run, task, fact.id), (at, fact))
            self._facts[run, task, fact.id] = (first, fact)

    def facts(self, run: str, task: str = "") -> tuple[Fact, ...]:
        chosen = [(key, *kept) for key, kept in self._facts.items() if key[0] == run and task in ("", key[1])]
        return tuple(fact for _, _, fact in sorted(chosen, key=lambda one: (one[0][1], one[1], one[0][2])))

    def claims(self) -> tuple[tuple[str, str], ...]:
        said: dict[str, str] = {}
        for _, fact in sorted(self._facts.values(), key=lambda kept: (kept[0], kept[1].id)):
            said.setdefault(fact.id, f"{fact.claim} {fact.evidence[0].title if fact.evidence else ''}")
        return tuple(said.items())

    def known_fact(self, fact_id: str) -> KnownFact | None:
        found = [(at, key[0], fact) for key, (at, fact) in self._facts.items() if key[2] == fact_id]
        if not found:
            return None
        found.sort(key=lambda one: one[0], reverse=True)
        runs = tuple(dict.fromkeys(run for _, run, _ in found))
        return KnownFact(fact=found[0][2], runs=runs, first_seen=found[-1][0], last_seen=found[0][0])

    def keep_task_outcome(self, run: str, outcome: TaskOutcome, at: datetime) -> None:
        self._ended[run, outcome.task] = outcome

    def task_outcomes(self, run: str) -> tuple[TaskOutcome, ...]:
        return tuple(outcome for (owner, _), outcome in sorted(self._ended.items()) if owner == run)

    def keep_finding(self, run: str, finding: Finding, at: datetime) -> None:
        self._findings.setdefault((run, finding.task), finding)

    def findings(self, run: str) -> tuple[Finding, ...]:
        return tuple(self._findings[key] for key in sorted(self._findings) if key[0] == run)

    def keep_outcome(self, earlier: EarlierFinding, question_key: str) -> None:
        self._earlier.setdefault((earlier.run, earlier.outcome.task), (question_key, earlier))

    def outcomes_on(self, question_key: str) -> tuple[EarlierFinding, ...]:
        found = (earlier for key, earlier in self._earlier.values() if key == question_key)
        return tuple(sorted(found, key=lambda earlier: earlier.found_at))

    def outcomes_of(self, run: str) -> tuple[EarlierFinding, ...]:
        return tuple(self._earlier[key][1] for key in sorted(self._earlier) if key[0] == run)

    def keep_sample(self, sample: ThreadSample) -> None:
        self._samples.setdefault((sample.run, sample.task), sample)

    def samples(self) -> tuple[ThreadSample, ...]:
        return tuple(self._samples[key] for key in sorted(self._samples))

    def keep_draft(self, draft: ReportDraft) -> None:
        self._drafts.setdefault(draft.run, draft)

    def draft(self, run: str) -> ReportDraft | None:
        return self._drafts.get(run)

    def keep_report(self, report: Report, at: datetime) -> None:
        self._reports.setdefault(report.run, report)

    def report(self, run: str) -> Report | None:
        return self._reports.get(run)


class MemoryLeases:
    """Leases among the threads and tasks of one process."""

    def __init__(self) -> None:
        self._locks: dict[str, threading.Lock] = {}

    @contextmanager
    def held(
        self, name: str, *, wait: bool = False, busy: str = "", next_step: NextStep | None = None
    ) -> Iterator[None]:
        lock = self._locks.setdefault(name, threading.Lock())
        if not lock.acquire(blocking=wait):
            raise RunLocked(f"{busy or name} is held by process {os.getpid()}", next_step=next_step)
        try:
            yield
        finally:
            lock.release()

    def holder(self, name: str) -> int | None:
        return os.getpid() if name in self._locks and self._locks[name].locked() else None

    def forget(self, name: str) -> None:
        self._locks.pop(name, None)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(self._locks))
