"""The stores of an embedded home, on one SQLite file.

Knows: rows in, values out; every write may be repeated and changes nothing the second time.
Does not know: workflows, steps, faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from fathoms.domain.calls import Deed, Party
from fathoms.domain.draft import ReportDraft
from fathoms.domain.events import Event, stored_body
from fathoms.domain.evidence import Evidence, Fact, Original, Page
from fathoms.domain.feasibility import Pace
from fathoms.domain.learning import ThreadSample
from fathoms.domain.ledger import Payment
from fathoms.domain.report import Finding, Report, TaskOutcome
from fathoms.domain.reuse import EarlierFinding
from fathoms.domain.run import Proposal, RunOrder, RunRow, RunStatus
from fathoms.domain.trail import KnownFact, Snapshot
from fathoms.errors import ListRuns, UnknownRun
from fathoms.stores.schema import (
    CALLS,
    DRAFTS,
    EVENTS,
    FACTS,
    FINDINGS,
    OUTCOMES,
    PAGES,
    PAYMENTS,
    REPORTS,
    RUNS,
    SAMPLES,
    TASK_OUTCOMES,
    home_errors,
    prepare,
    sqlite_engine,
)
from fathoms.text.addresses import document

PACE_RUNS = 50
"""Runs that the pace of a mind is counted on: the newest, because machines and models change."""
_MIND_OF_ORDER = ("$.ask.mind", "$.mind")
"""Where an order names its mind; in older ones outside the ask."""


class Stores:
    """All tables of one home. Calls block briefly: run them in a thread when on an event loop."""

    def __init__(self, home: Path, *, writable: bool = True) -> None:
        self._home = home
        self._writer = sqlite_engine(home / "store.db", writable=writable)
        self._reader = sqlite_engine(home / "store.db", writes=False, writable=writable)
        self._missing = prepare(self._writer, self._reader, home, writable=writable)

    def close(self) -> None:
        self._writer.dispose()
        self._reader.dispose()

    def _write(self, *statements: sa.Executable) -> None:
        with home_errors(self._home), self._writer.begin() as connection:
            for statement in statements:
                connection.execute(statement)

    def _add(self, table: sa.Table, *rows: Mapping[str, object]) -> None:
        """Insert rows; one whose key is there already is left as it was first written."""
        if rows:
            with home_errors(self._home), self._writer.begin() as connection:
                connection.execute(insert(table).on_conflict_do_nothing(), list(rows))

    # Runs

    def add_run(self, order: RunOrder) -> None:
        row = {"run": order.run, "status": RunStatus.PLANNING, "order": order.model_dump_json()}
        self._add(RUNS, {**row, "created_at": order.created_at.isoformat(), "reason": "", "report_path": ""})

    def remove_run(self, run: str) -> None:
        """Take out a run that never began: nothing but its own row and what was told of it."""
        self._write(RUNS.delete().where(RUNS.c.run == run), EVENTS.delete().where(EVENTS.c.run == run))

    def reopen(self, run: str, status: RunStatus) -> None:
        """A cancelled run goes on from where it was."""
        change = RUNS.update().where(RUNS.c.run == run, RUNS.c.status == RunStatus.CANCELLED)
        self._write(change.values(status=status, ended_at=None, reason=""))

    def set_proposal(self, run: str, proposal: Proposal, status: RunStatus = RunStatus.PROPOSED) -> None:
        change = RUNS.update().where(RUNS.c.run == run, RUNS.c.status == RunStatus.PLANNING)
        self._write(change.values(proposal=proposal.model_dump_json(), status=status))

    def plan_again(self, order: RunOrder) -> bool:
        """A run that has not begun is planned anew under a changed order; False when it has begun."""
        waiting = (RunStatus.PLANNING, RunStatus.PROPOSED, RunStatus.REFUSED)
        change = RUNS.update().where(RUNS.c.run == order.run, RUNS.c.status.in_(waiting))
        values = {"order": order.model_dump_json(), "proposal": None, "status": RunStatus.PLANNING}
        with home_errors(self._home), self._writer.begin() as connection:
            return connection.execute(change.values(**values)).rowcount == 1

    def mark_started(self, run: str, at: datetime) -> None:
        started = sa.func.coalesce(RUNS.c.started_at, at.isoformat())
        self._write(
            RUNS.update()
            .where(RUNS.c.run == run)
            .values(status=RunStatus.RUNNING, started_at=started, ended_at=None, reason="")
        )

    def mark_ended(self, run: str, status: RunStatus, at: datetime, *, reason: str = "", report_path: str = "") -> bool:
        """The first end counts: a run that has ended is left as it is, and False says so."""
        change = {"status": status, "reason": reason, "ended_at": at.isoformat()}
        if report_path:
            change["report_path"] = report_path
        ended = [status for status in RunStatus if status.ended]
        open_run = RUNS.update().where(RUNS.c.run == run, RUNS.c.status.not_in(ended))
        with home_errors(self._home), self._writer.begin() as connection:
            return connection.execute(open_run.values(**change)).rowcount == 1

    def run(self, run: str) -> RunRow:
        with self._reader.connect() as connection:
            row = connection.execute(sa.select(RUNS).where(RUNS.c.run == run)).one_or_none()
        if row is None:
            raise UnknownRun(f"there is no run {run!r} in this home", next_step=ListRuns())
        return _run_row(row)

    def runs(self) -> tuple[RunRow, ...]:
        """Every run, newest first."""
        with self._reader.connect() as connection:
            rows = connection.execute(sa.select(RUNS).order_by(RUNS.c.created_at.desc(), RUNS.c.run)).all()
        return tuple(_run_row(row) for row in rows)

    def run_ids(self) -> tuple[str, ...]:
        with self._reader.connect() as connection:
            return tuple(connection.execute(sa.select(RUNS.c.run).order_by(RUNS.c.created_at.desc())).scalars())

    def cancelled_among(self, runs: Iterable[str]) -> frozenset[str]:
        chosen = sa.select(RUNS.c.run).where(RUNS.c.run.in_(list(runs)), RUNS.c.status == RunStatus.CANCELLED)
        with self._reader.connect() as connection:
            return frozenset(connection.execute(chosen).scalars())

    # Events

    def append(self, events: Sequence[Event]) -> None:
        """Add events; one that a repeated step tells again changes nothing."""
        rows = [
            {
                "run": e.run,
                "task": e.task,
                "step": e.step,
                "n": e.n,
                "at": e.at.isoformat(),
                "body": e.body.model_dump_json(),
            }
            for e in events
        ]
        self._add(EVENTS, *rows)

    def events(self, run: str, *, after: int = 0, limit: int = 10_000) -> tuple[Event, ...]:
        chosen = sa.select(EVENTS).where(EVENTS.c.run == run, EVENTS.c.seq > after).order_by(EVENTS.c.seq).limit(limit)
        with self._reader.connect() as connection:
            rows = connection.execute(chosen).all()
        return tuple(
            Event(run=r.run, task=r.task, step=r.step, n=r.n, at=r.at, seq=r.seq, body=stored_body(r.body))
            for r in rows
        )

    # Calls

    def answer(self, run: str, key: str) -> str | None:
        with self._reader.connect() as connection:
            chosen = sa.select(CALLS.c.answer).where(CALLS.c.run == run, CALLS.c.key == key)
            return connection.execute(chosen).scalar()

    def keep_answer(
        self, run: str, key: str, *, kind: str, task: str, at: datetime, seconds: float, answer: str
    ) -> None:
        row = {"run": run, "key": key, "kind": kind, "task": task, "at": at.isoformat(), "seconds": seconds}
        self._add(CALLS, {**row, "answer": answer})

    def reserve(self, run: str, payment: Payment, at: datetime) -> None:
        """Before a request, with its worst case."""
        self._keep_payment(run, payment, at)

    def settle(self, run: str, payment: Payment, at: datetime) -> None:
        """After it, with its true cost; the time stays that of the reservation."""
        self._keep_payment(run, payment, at)

    def _keep_payment(self, run: str, payment: Payment, at: datetime) -> None:
        adding = insert(PAYMENTS).values(
            run=run, ticket=payment.ticket, at=at.isoformat(), body=payment.model_dump_json()
        )
        newer = {"body": adding.excluded.body}
        self._write(adding.on_conflict_do_update(index_elements=["run", "ticket"], set_=newer))

    def payments(self, run: str) -> tuple[Payment, ...]:
        """Every real request of a mind in this run, in the order they were made."""
        chosen = sa.select(PAYMENTS.c.body).where(PAYMENTS.c.run == run).order_by(PAYMENTS.c.at, PAYMENTS.c.ticket)
        with self._reader.connect() as connection:
            return tuple(Payment.stored(body) for body in connection.execute(chosen).scalars())

    # Pages, facts, findings, reports

    def keep_pages(self, pages: Sequence[Page]) -> None:
        """A snapshot stays as it was first written, but for its original: one that came later is noted with it."""
        rows = [
            {
                "id": p.id,
                "url": p.url,
                "title": p.title,
                "fetched_at": p.fetched_at.isoformat(),
                "body": p.model_dump_json(),
            }
            for p in pages
        ]
        self._add(PAGES, *rows)
        for page in pages:
            if page.original:
                self._note_original(page, page.original)

    def _note_original(self, page: Page, original: Original) -> None:
        place = (PAGES.c.id == page.id, PAGES.c.url == page.url)
        with home_errors(self._home), self._writer.begin() as connection:
            known = Page.stored(connection.execute(sa.select(PAGES.c.body).where(*place)).scalar_one())
            if known.original is None or (known.original.left_out and not original.left_out):
                noted = known.model_copy(update={"original": original})
                connection.execute(PAGES.update().where(*place).values(body=noted.model_dump_json()))

    def page(self, page_id: str, url: str = "") -> Page | None:
        """A snapshot by its id; where several addresses have that very text, the one of this address if it is there."""
        here = PAGES.c.url == url
        chosen = sa.select(PAGES.c.body).where(PAGES.c.id == page_id).order_by(here.desc(), PAGES.c.fetched_at).limit(1)
        with self._reader.connect() as connection:
            body = connection.execute(chosen).scalar()
        return Page.stored(body) if body else None

    def newest_page(self, url: str) -> Page | None:
        """The last snapshot of what stands at an address."""
        chosen = sa.select(PAGES.c.body).where(PAGES.c.url == url).order_by(PAGES.c.fetched_at.desc()).limit(1)
        with self._reader.connect() as connection:
            body = connection.execute(chosen).scalar()
        return Page.stored(body) if body else None

    def page_ids(self, beginning: str) -> tuple[str, ...]:
        """Every page whose id begins so."""
        chosen = sa.select(PAGES.c.id).where(PAGES.c.id.startswith(beginning, autoescape=True)).distinct()
        with self._reader.connect() as connection:
            return tuple(connection.execute(chosen.order_by(PAGES.c.id)).scalars())

    def snapshots(self, page_ids: Iterable[str] | None = None) -> tuple[Snapshot, ...]:
        """Every stored page, or those of these ids, without their text; newest first."""
        chosen = sa.select(
            PAGES.c.id,
            PAGES.c.url,
            PAGES.c.title,
            PAGES.c.fetched_at,
            sa.func.json_extract(PAGES.c.body, "$.original").label("original"),
        )
        if page_ids is not None:
            chosen = chosen.where(PAGES.c.id.in_(list(page_ids)))
        with self._reader.connect() as connection:
            rows = connection.execute(chosen.order_by(PAGES.c.fetched_at.desc(), PAGES.c.url)).all()
        return tuple(
            Snapshot(
                page_id=row.id,
                url=row.url,
                title=row.title,
                fetched_at=row.fetched_at,
                original=Original.stored(row.original) if row.original else None,
            )
            for row in rows
        )

    def page_texts(self, page_ids: Iterable[str]) -> dict[str, str]:
        found = {page_id: self.page(page_id) for page_id in dict.fromkeys(page_ids)}
        return {page_id: page.text for page_id, page in found.items() if page}

    def pages_behind(self, evidence: Iterable[Evidence]) -> dict[str, Page]:
        """The pages that quotes were taken from, by id, each as it was read at the address that is cited."""
        cited = {item.page_id: document(item.url) for item in evidence}
        found = {page_id: self.page(page_id, url) for page_id, url in cited.items()}
        return {page_id: page for page_id, page in found.items() if page}

    def keep_facts(self, run: str, task: str, facts: Sequence[Fact], at: datetime) -> None:
        """Keep facts with the time they were first found; one that a later round corroborated is kept as it is now."""
        rows = [
            {
                "run": run,
                "task": task,
                "id": f.id,
                "claim": f.claim,
                "confidence": f.confidence,
                "at": at.isoformat(),
                "body": f.model_dump_json(),
            }
            for f in facts
        ]
        if rows:
            adding = insert(FACTS)
            newer = {"confidence": adding.excluded.confidence, "body": adding.excluded.body}
            with home_errors(self._home), self._writer.begin() as connection:
                connection.execute(adding.on_conflict_do_update(index_elements=["run", "task", "id"], set_=newer), rows)

    def facts(self, run: str, task: str = "") -> tuple[Fact, ...]:
        chosen = sa.select(FACTS.c.body).where(FACTS.c.run == run)
        if task:
            chosen = chosen.where(FACTS.c.task == task)
        with self._reader.connect() as connection:
            bodies = connection.execute(chosen.order_by(FACTS.c.task, FACTS.c.at, FACTS.c.id)).scalars().all()
        return tuple(Fact.stored(body) for body in bodies)

    def claims(self) -> tuple[tuple[str, str], ...]:
        """Id and claim, with the title of its source, of every fact of every run; each once, oldest first."""
        title = sa.func.json_extract(FACTS.c.body, "$.evidence[0].title")
        chosen = sa.select(FACTS.c.id, FACTS.c.claim, title).group_by(FACTS.c.id)
        with self._reader.connect() as connection:
            rows = connection.execute(chosen.order_by(sa.func.min(FACTS.c.at), FACTS.c.id))
            return tuple((row[0], f"{row[1]} {row[2] or ''}") for row in rows)

    def known_fact(self, fact_id: str) -> KnownFact | None:
        """A fact as its newest run has it, with all the runs that found it."""
        chosen = sa.select(FACTS.c.run, FACTS.c.at, FACTS.c.body).where(FACTS.c.id == fact_id)
        with self._reader.connect() as connection:
            rows = connection.execute(chosen.order_by(FACTS.c.at.desc(), FACTS.c.run)).all()
        if not rows:
            return None
        return KnownFact(
            fact=Fact.stored(rows[0].body),
            runs=tuple(dict.fromkeys(row.run for row in rows)),
            first_seen=rows[-1].at,
            last_seen=rows[0].at,
        )

    def keep_finding(self, run: str, finding: Finding, at: datetime) -> None:
        row = {"run": run, "task": finding.task, "at": at.isoformat(), "body": finding.model_dump_json()}
        self._add(FINDINGS, row)

    def findings(self, run: str) -> tuple[Finding, ...]:
        chosen = sa.select(FINDINGS.c.body).where(FINDINGS.c.run == run).order_by(FINDINGS.c.task)
        with self._reader.connect() as connection:
            return tuple(Finding.stored(body) for body in connection.execute(chosen).scalars())

    def keep_task_outcome(self, run: str, outcome: TaskOutcome, at: datetime) -> None:
        """When a task ends. One that ends again, because its process died before that was recorded, replaces it."""
        adding = insert(TASK_OUTCOMES).values(
            run=run, task=outcome.task, at=at.isoformat(), body=outcome.model_dump_json()
        )
        newer = {"at": adding.excluded.at, "body": adding.excluded.body}
        self._write(adding.on_conflict_do_update(index_elements=["run", "task"], set_=newer))

    def task_outcomes(self, run: str) -> tuple[TaskOutcome, ...]:
        """Of every task that has ended, by task."""
        if TASK_OUTCOMES.name in self._missing:
            return ()
        chosen = sa.select(TASK_OUTCOMES.c.body).where(TASK_OUTCOMES.c.run == run).order_by(TASK_OUTCOMES.c.task)
        with self._reader.connect() as connection:
            return tuple(TaskOutcome.stored(body) for body in connection.execute(chosen).scalars())

    def keep_outcome(self, earlier: EarlierFinding, question_key: str) -> None:
        """Keep what a task handed back, so that a later run on the same question can take it over."""
        row = {"run": earlier.run, "task": earlier.outcome.task, "question_key": question_key}
        self._add(OUTCOMES, {**row, "at": earlier.found_at.isoformat(), "body": earlier.model_dump_json()})

    def outcomes_on(self, question_key: str) -> tuple[EarlierFinding, ...]:
        chosen = sa.select(OUTCOMES.c.body).where(OUTCOMES.c.question_key == question_key).order_by(OUTCOMES.c.at)
        with self._reader.connect() as connection:
            return tuple(EarlierFinding.stored(body) for body in connection.execute(chosen).scalars())

    def outcomes_of(self, run: str) -> tuple[EarlierFinding, ...]:
        chosen = sa.select(OUTCOMES.c.body).where(OUTCOMES.c.run == run).order_by(OUTCOMES.c.task)
        with self._reader.connect() as connection:
            return tuple(EarlierFinding.stored(body) for body in connection.execute(chosen).scalars())

    def lend_calls(self, lender: str, run: str) -> None:
        """Let a run answer the searches and page reads that another has made from what that one was told."""
        own = [column for column in CALLS.c if column.name != "run"]
        lent = sa.select(sa.literal(run), *own).where(CALLS.c.run == lender, asking_for(Deed.SEARCH, Deed.READ))
        self._write(insert(CALLS).from_select(["run", *(c.name for c in own)], lent).prefix_with("OR IGNORE"))

    def keep_sample(self, sample: ThreadSample) -> None:
        self._add(SAMPLES, {"run": sample.run, "task": sample.task, "body": sample.model_dump_json()})

    def samples(self) -> tuple[ThreadSample, ...]:
        chosen = sa.select(SAMPLES.c.body).order_by(SAMPLES.c.run, SAMPLES.c.task)
        with self._reader.connect() as connection:
            return tuple(ThreadSample.stored(body) for body in connection.execute(chosen).scalars())

    def mind_calls(self, run: str) -> tuple[tuple[str, str], ...]:
        """The key and task of every kept answer of a mind, in the order they were made."""
        chosen = sa.select(CALLS.c.key, CALLS.c.task).where(CALLS.c.run == run, asking_for(*_OF_MINDS))
        with self._reader.connect() as connection:
            return tuple((row[0], row[1]) for row in connection.execute(chosen.order_by(CALLS.c.at)))

    def keep_draft(self, draft: ReportDraft) -> None:
        """What a report is made from, so that it can be made again."""
        self._add(DRAFTS, {"run": draft.run, "body": draft.model_dump_json()})

    def draft(self, run: str) -> ReportDraft | None:
        with self._reader.connect() as connection:
            body = connection.execute(sa.select(DRAFTS.c.body).where(DRAFTS.c.run == run)).scalar()
        return ReportDraft.stored(body) if body else None

    def pace(self, mind: str) -> Pace:
        """What the newest finished runs with this mind took: calls of it, and seconds from start to report."""
        chosen = (
            sa.select(RUNS.c.started_at, RUNS.c.ended_at, sa.func.count())
            .join(CALLS, RUNS.c.run == CALLS.c.run)
            .where(RUNS.c.status == RunStatus.DONE, asking_for(*_OF_MINDS))
            .where(sa.func.coalesce(*(sa.func.json_extract(RUNS.c.order, place) for place in _MIND_OF_ORDER)) == mind)
            .group_by(RUNS.c.run)
            .order_by(RUNS.c.ended_at.desc())
            .limit(PACE_RUNS)
        )
        with self._reader.connect() as connection:
            rows = connection.execute(chosen).all()
        took = (datetime.fromisoformat(ended) - datetime.fromisoformat(began) for began, ended, _ in rows)
        return Pace(calls=sum(row[2] for row in rows), seconds=sum(span.total_seconds() for span in took))

    def keep_report(self, report: Report, at: datetime) -> None:
        row = {"run": report.run, "at": at.isoformat(), "body": report.model_dump_json()}
        self._add(REPORTS, row)

    def report(self, run: str) -> Report | None:
        with self._reader.connect() as connection:
            body = connection.execute(sa.select(REPORTS.c.body).where(REPORTS.c.run == run)).scalar()
        return Report.stored(body) if body else None


_OF_MINDS = tuple(deed for deed in Deed if deed.party is Party.MIND)


def asking_for(*deeds: Deed) -> sa.ColumnElement[bool]:
    """Calls with one of these deeds, whichever source they were asked of."""
    of_sources = [f"{deed}." for deed in deeds if deed.party is Party.SOURCE]
    beginning = sa.func.substr(CALLS.c.kind, 1, sa.func.instr(CALLS.c.kind, "."), type_=sa.String)
    # compared one by one: a list beside a function makes SQLAlchemy import its ORM, which another thread may be doing
    return sa.or_(CALLS.c.kind.in_([str(deed) for deed in deeds]), *(beginning == name for name in of_sources))


def _run_row(row: sa.Row[tuple[object, ...]]) -> RunRow:
    data = row._mapping
    return RunRow(
        order=RunOrder.stored(data["order"]),
        status=RunStatus(data["status"]),
        reason=data["reason"],
        proposal=Proposal.stored(data["proposal"]) if data["proposal"] else None,
        started_at=data["started_at"],
        ended_at=data["ended_at"],
        report_path=data["report_path"],
    )
