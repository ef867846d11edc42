"""What a face can look at: runs, events, facts, reports, the way from a sentence to its quote.

Knows: the stores of one home.  Does not know: how a run is started or changed; nothing here does either.
Reading never launches the durable engine. All but `watch` blocks: on an event loop, call it in a thread.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from fathoms.app.build import build
from fathoms.app.settings import Settings
from fathoms.app.tailing import Tailers
from fathoms.domain.approval import ApprovalRequest
from fathoms.domain.delta import Delta
from fathoms.domain.events import ApprovalAsked, ApprovalGiven, ConflictSettled, Event
from fathoms.domain.evidence import Fact, LedgerEntry, Original, Page
from fathoms.domain.learning import Counts, Priors
from fathoms.domain.ledger import Payment
from fathoms.domain.replay import Replay
from fathoms.domain.report import Finding, Length, Report, TaskOutcome
from fathoms.domain.run import RunRow
from fathoms.domain.state import RunState
from fathoms.domain.trail import KnownFact, Snapshot, Trail
from fathoms.engine.evidence import recall
from fathoms.engine.evidence.conflicts import ledger
from fathoms.engine.evidence.reuse import same_question
from fathoms.engine.run import learning
from fathoms.engine.run.state import fold
from fathoms.errors import KeepOriginals, ListPages, ListRuns, Resume, UnknownRun, UsageError
from fathoms.ports.knowledge import Knowledge
from fathoms.report import trail
from fathoms.report.build.assemble import assembled
from fathoms.report.delta import delta
from fathoms.report.statements import statements
from fathoms.report.written import replayed
from fathoms.runtime.damage import check_not_gone
from fathoms.runtime.outcomes import outcomes
from fathoms.runtime.process import Workshop
from fathoms.text.addresses import document

if TYPE_CHECKING:
    from fathoms.runtime.trace import TracedStep

LATEST = "last"
"""Stands for the newest run wherever a run is named."""


class Looking:
    """The half of the service that changes nothing."""

    def __init__(self, settings: Settings, shop: Workshop) -> None:
        self.settings = settings
        self.shop = shop
        self._tailers = Tailers(self)

    def find(self, name: str) -> str:
        """The full id of a run named by its id, a unique beginning of it, its name, or `last`."""
        ids = self.shop.stores.run_ids()
        if name == LATEST and ids:
            return ids[0]
        matches = [run for run in ids if run == name] or [run for run in ids if name and run.startswith(name)]
        if not matches:
            matches = [row.order.run for row in self.runs() if name and row.order.name.casefold() == name.casefold()]
        if len(matches) == 1:
            return matches[0]
        if matches:
            raise UnknownRun(f"{name!r} stands for {len(matches)} runs: {', '.join(matches[:5])}; give more of the id")
        raise UnknownRun(f"there is no run {name!r} in {str(self.shop.home.path)!r}", next_step=ListRuns())

    def runs(self) -> tuple[RunRow, ...]:
        return self.shop.stores.runs()

    def run(self, run: str) -> RunRow:
        return self.shop.stores.run(run)

    def runs_with(self, words: Iterable[str]) -> tuple[RunRow, ...]:
        """The runs whose question, name or report has all these words, newest first."""
        wanted = [word.casefold() for word in words]
        return tuple(row for row in self.runs() if all(word in self._told(row) for word in wanted))

    def _told(self, row: RunRow) -> str:
        report = self.shop.stores.report(row.order.run)
        said = (one.text for one in statements(report)) if report else ()
        return "\n".join((row.order.ask.question, row.order.name, *said)).casefold()

    def worker(self, run: str) -> int | None:
        """The process that works on this run right now."""
        return self.shop.leases.holder(run)

    def open_approvals(self, run: str) -> tuple[ApprovalRequest, ...]:
        """What the run waits for a person to decide."""
        bodies = [event.body for event in self.events(run)]
        given = {body.answer.request for body in bodies if isinstance(body, ApprovalGiven)}
        return tuple(b.request for b in bodies if isinstance(b, ApprovalAsked) and b.request.id not in given)

    def events(self, run: str, *, after: int = 0) -> tuple[Event, ...]:
        return self.shop.stores.events(run, after=after)

    def state(self, run: str, *, at_event: int | None = None) -> RunState:
        """Where it stands, or stood after so many of its own events."""
        return fold(self.events(run)[:at_event])

    def outcomes(self, run: str) -> tuple[TaskOutcome, ...]:
        """What each ended task of the run handed back."""
        return outcomes(self.shop, run)

    def report(self, run: str, *, length: Length | None = None) -> Report | None:
        """The report as it was written, or, with a length of its own, made again from the same draft."""
        row, draft = self.run(run), self.shop.stores.draft(run) if length else None
        if length is None or draft is None or row.proposal is None:
            return self.shop.stores.report(run)
        return assembled(row.order, row.proposal.brief, draft, length=length)

    def facts(self, run: str, task: str = "") -> tuple[Fact, ...]:
        return self.shop.stores.facts(run, task)

    def payments(self, run: str) -> tuple[Payment, ...]:
        """Every real request of a mind that costs something, also those that failed."""
        return self.shop.ledger.payments(run)

    def findings(self, run: str) -> tuple[Finding, ...]:
        return self.shop.stores.findings(run)

    def trace(self, run: str) -> tuple[TracedStep, ...]:
        """Every recorded step of a run, in the order they began."""
        from fathoms.runtime.trace import steps

        return steps(self.shop.home, run)

    def page_texts(self, report: Report) -> dict[str, str]:
        """The stored text behind every quote of a report, by page id."""
        return self.shop.stores.page_texts(e.page_id for reference in report.references for e in reference.passages)

    def why(self, run: str, asked: str, *, length: Length | None = None) -> tuple[Trail, ...]:
        """From a reference number (`[3]`) or a sentence of the report down to the quotes in their stored pages.

        A report of another length has other numbers: `length` says which one is meant.
        """
        report = self.report(run, length=length)
        if report is None:
            raise UsageError(f"run {run!r} has no report yet", next_step=Resume(run))
        known = range(1, len(report.references) + 1)
        if missing := [number for number in trail.reference_numbers(asked) if number not in known]:
            there = f"1 to {len(known)}" if len(known) > 1 else "[1]" if known else "none"
            raise UsageError(f"the report has no reference {', '.join(f'[{n}]' for n in missing)}; it has {there}")
        pages = self.shop.stores.pages_behind(evidence for fact in report.facts for evidence in fact.evidence)
        if found := trail.trails(report, pages, asked):
            return found
        near = trail.nearest(report, asked)
        advice = f"the nearest it says is: {near}" if near else 'name a reference such as "[1]", or words of a sentence'
        raise UsageError(f"the report says nothing like {asked!r}; {advice}")

    def snapshots(self, run: str = "") -> tuple[Snapshot, ...]:
        """Every page that this home has stored, newest first; with a run, those that its facts quote."""
        if not run:
            return self.shop.stores.snapshots()
        quoted = {(e.page_id, document(e.url)) for fact in self.facts(run) for e in fact.evidence}
        found = self.shop.stores.snapshots({page_id for page_id, _ in quoted})
        return tuple(snapshot for snapshot in found if (snapshot.page_id, snapshot.url) in quoted)

    def page(self, name: str) -> Page:
        """A stored page by its id, a unique beginning of it, or its address (then the newest snapshot).

        Of several addresses with that very text, one whose original was kept.
        """
        stores = self.shop.stores
        if "://" in name:
            page = stores.newest_page(document(name))
        else:
            ids = stores.page_ids(name) if name else ()
            if len(ids) > 1 and name not in ids:
                raise UsageError(f"{name!r} stands for {len(ids)} pages: {', '.join(ids[:5])}; give more of the id")
            chosen = stores.snapshots((name if name in ids else ids[0],)) if ids else ()
            best = max(chosen, key=lambda one: one.original is not None, default=None)
            page = stores.page(best.page_id, best.url) if best else None
        if page is None:
            raise UsageError(f"no run has stored a page {name!r}", next_step=ListPages())
        return page

    def holds_original(self, noted: Original) -> bool:
        return self.shop.originals.holds(noted.sha256)

    def original(self, page: Page) -> bytes:
        """The very bytes that a page was read from. Raises UsageError when they were not kept."""
        if page.original is None:
            raise UsageError(
                f"no original of {page.url} was kept: nobody asked for that when it was read, or its source has none",
                next_step=KeepOriginals(),
            )
        if page.original.left_out:
            raise UsageError(
                f"no original of {page.url} was kept: {page.original.left_out}; its SHA-256 is {page.original.sha256}"
            )
        return self.shop.originals.read(page.original.sha256)

    def delta(self, earlier: str, later: str) -> Delta:
        """What changed between two runs on the same question."""
        reports = [self.report(run) for run in (earlier, later)]
        for run, report in zip((earlier, later), reports, strict=True):
            if report is None:
                raise UsageError(f"run {run!r} has no report to compare")
        before, after = (report for report in reports if report)
        if not same_question(before.question, after.question):
            raise UsageError(f"runs {earlier!r} and {later!r} asked different questions; a delta needs the same one")
        return delta(before, after)

    def replay(self, run: str) -> Replay:
        """Make the report of a run again from what it kept, asking nobody, and hold it against what was written."""
        row, draft, kept = self.run(run), self.shop.stores.draft(run), self.shop.stores.report(run)
        if draft is None or kept is None or row.proposal is None:
            raise UsageError(f"run {run!r} has no report to replay", next_step=Resume(run))
        again = assembled(row.order, row.proposal.brief, draft)
        pages = self.shop.stores.pages_behind(e for fact in again.facts for e in fact.evidence)
        path = self.shop.home.run_folder(run) / Path(row.report_path).name  # wherever the home was when it was written
        return replayed(kept, again, pages, path.read_bytes() if path.is_file() else None)

    def conflicts(self, run: str) -> tuple[LedgerEntry, ...]:
        """The ledger of a run: as its report has it, or, while there is none, as its ended tasks left it."""
        report = self.report(run)
        if report is not None:
            return ledger(report.conflicts, report.facts)
        ended = self.outcomes(run)
        found = [conflict for outcome in ended for conflict in outcome.conflicts]
        return ledger(found, [fact for outcome in ended for fact in outcome.facts])

    def settled(self, run: str) -> tuple[ConflictSettled, ...]:
        """What the user says holds in the run's conflicts; the last word on each counts."""
        said = [event.body for event in self.shop.stores.events(run, kind="conflict.settled")]
        last = {body.conflict: body for body in said if isinstance(body, ConflictSettled)}
        return tuple(last.values())

    def search_facts(self, query: str, *, limit: int = 20) -> tuple[KnownFact, ...]:
        """What all runs of this home know about something, best first."""
        claims = self.shop.stores.claims()
        places = recall.ranked(query, [claim for _, claim in claims], limit=limit)
        found = (self.shop.stores.known_fact(claims[place][0]) for place in places)
        return tuple(known for known in found if known)

    def learned(self) -> tuple[Counts, tuple[Priors, ...]]:
        """Everything counted over the runs of this home, and what it suggests for each type of question."""
        counts = learning.counted(self.shop.stores.samples())
        return counts, tuple(learning.priors(counts, one.question_type) for one in counts.types)

    @property
    def writable(self) -> bool:
        """Whether anything can be written to this home."""
        return self.shop.home.writable

    def run_folder(self, run: str) -> Path:
        """Where the files of a run are."""
        return self.shop.home.run_folder(run)

    def threads_folder(self, run: str) -> Path:
        """Where the micro-reports of a run are."""
        chosen = self.run(run).order.ask.artifacts
        return Path(chosen) / run if chosen else self.shop.home.run_folder(run) / "threads"

    def knowledge(self) -> Knowledge:
        """The knowledge base of this home; use it as a context manager."""
        check_not_gone(self.shop.home, self.shop.stores.runs)
        return self.shop.open_knowledge()

    def watch(self, run: str, *, after: int = 0) -> AsyncIterator[Event]:
        """The events of a run as they happen, from its first (or the one `after`), whichever process works on it.

        Ends when the run has ended, or when its worker died; a run that waits to be authorised is waited for. However
        many watch a run, it is read once.
        """
        return self._tailers.follow(run, after=after)

    def watch_together(self, run: str, *, after: int = 0) -> AsyncIterator[tuple[Event, ...]]:
        """The same, with the events that are there at one moment in one piece."""
        return self._tailers.follow_together(run, after=after)

    def carrying(self, run: str) -> bool:
        """Whether this process is about to work on the run, or does; who only looks never does."""
        return False


@asynccontextmanager
async def looking(settings: Settings) -> AsyncIterator[Looking]:
    """One home, opened to look at: one that may only be read will do."""
    shop = build(settings, to_look=True)
    try:
        yield Looking(settings, shop)
    finally:
        await shop.aclose()
