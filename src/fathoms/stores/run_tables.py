"""Runs, what happened in them, what was asked of minds and sources, and what that cost.

Knows: rows in, values out.  Does not know: workflows, steps, faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from fathoms.domain.calls import Deed, Party
from fathoms.domain.events import Event, stored_body
from fathoms.domain.feasibility import Pace
from fathoms.domain.ledger import Payment
from fathoms.domain.run import Proposal, RunOrder, RunRow, RunStatus
from fathoms.errors import ListRuns, UnknownRun
from fathoms.stores.schema import (
    CALLS,
    EVENTS,
    PAYMENTS,
    RUNS,
)
from fathoms.stores.tables import Tables

PACE_RUNS = 50
"""Runs that the pace of a mind is counted on: the newest, because machines and models change."""
_MIND_OF_ORDER = ("$.ask.mind", "$.mind")
"""Where an order names its mind; in older ones outside the ask."""
_OF_MINDS = tuple(deed for deed in Deed if deed.party is Party.MIND)
_NEWEST_FIRST: sa.ColumnElement[int] = sa.literal_column("rowid").desc()
"""By the order they were added in, not by a clock, which may have been set back in between."""


class RunTables(Tables):
    """The ports of runs, events and calls, and the ledger of spend."""

    def add_run(self, order: RunOrder) -> None:
        row = {"run": order.run, "status": RunStatus.PLANNING, "order": order.model_dump_json()}
        self._add(RUNS, {**row, "created_at": order.created_at.isoformat(), "reason": "", "report_path": ""})

    def remove_run(self, run: str) -> None:
        """Take out a run that never began: nothing but its own row and what was told of it."""
        self._write(RUNS.delete().where(RUNS.c.run == run), EVENTS.delete().where(EVENTS.c.run == run))

    def rename_run(self, run: str, name: str) -> None:
        order = self.run(run).order.model_copy(update={"name": name})
        self._write(RUNS.update().where(RUNS.c.run == run).values(order=order.model_dump_json()))

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
        with self._writing() as connection:
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
        with self._writing() as connection:
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
            rows = connection.execute(sa.select(RUNS).order_by(_NEWEST_FIRST, RUNS.c.run)).all()
        return tuple(_run_row(row) for row in rows)

    def run_ids(self) -> tuple[str, ...]:
        with self._reader.connect() as connection:
            return tuple(connection.execute(sa.select(RUNS.c.run).order_by(_NEWEST_FIRST)).scalars())

    def cancelled_among(self, runs: Iterable[str]) -> frozenset[str]:
        chosen = sa.select(RUNS.c.run).where(RUNS.c.run.in_(list(runs)), RUNS.c.status == RunStatus.CANCELLED)
        with self._reader.connect() as connection:
            return frozenset(connection.execute(chosen).scalars())

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
        took = [
            ((datetime.fromisoformat(ended) - datetime.fromisoformat(began)).total_seconds(), calls)
            for began, ended, calls in rows
        ]
        forward = [
            (seconds, calls) for seconds, calls in took if seconds >= 0
        ]  # a clock that was set back tells nothing
        return Pace(calls=sum(calls for _, calls in forward), seconds=sum(seconds for seconds, _ in forward))

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

    def events(self, run: str, *, after: int = 0, limit: int = 10_000, kind: str = "") -> tuple[Event, ...]:
        chosen = sa.select(EVENTS).where(EVENTS.c.run == run, EVENTS.c.seq > after).order_by(EVENTS.c.seq).limit(limit)
        if kind:
            chosen = chosen.where(sa.func.json_extract(EVENTS.c.body, "$.type") == kind)
        with self._reader.connect() as connection:
            rows = connection.execute(chosen).all()
        return tuple(
            Event(run=r.run, task=r.task, step=r.step, n=r.n, at=r.at, seq=r.seq, body=stored_body(r.body))
            for r in rows
        )

    def answer(self, run: str, key: str) -> str | None:
        with self._reader.connect() as connection:
            chosen = sa.select(CALLS.c.answer).where(CALLS.c.run == run, CALLS.c.key == key)
            return connection.execute(chosen).scalar()

    def answered(self, run: str) -> frozenset[str]:
        """The keys of all that is kept, lent calls included."""
        with self._reader.connect() as connection:
            return frozenset(connection.execute(sa.select(CALLS.c.key).where(CALLS.c.run == run)).scalars())

    def keep_answer(
        self, run: str, key: str, *, kind: str, task: str, at: datetime, seconds: float, answer: str
    ) -> None:
        row = {"run": run, "key": key, "kind": kind, "task": task, "at": at.isoformat(), "seconds": seconds}
        self._add(CALLS, {**row, "answer": answer})

    def lend_calls(self, lender: str, run: str) -> None:
        """Let a run answer the searches and page reads that another has made from what that one was told."""
        own = [column for column in CALLS.c if column.name != "run"]
        lent = sa.select(sa.literal(run), *own).where(CALLS.c.run == lender, asking_for(Deed.SEARCH, Deed.READ))
        self._write(insert(CALLS).from_select(["run", *(c.name for c in own)], lent).prefix_with("OR IGNORE"))

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

    def mind_calls(self, run: str) -> tuple[tuple[str, str], ...]:
        """The key and task of every kept answer of a mind, in the order they were made."""
        chosen = sa.select(CALLS.c.key, CALLS.c.task).where(CALLS.c.run == run, asking_for(*_OF_MINDS))
        with self._reader.connect() as connection:
            return tuple((row[0], row[1]) for row in connection.execute(chosen.order_by(CALLS.c.at)))


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
