"""What tasks handed back, what later runs may make of it, and reports with what they were made from.

Knows: rows in, values out.  Does not know: when an outcome is fresh, or how a report is made.
"""

from __future__ import annotations

from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from fathoms.domain.draft import ReportDraft
from fathoms.domain.learning import ThreadSample
from fathoms.domain.report import Finding, Report, TaskOutcome
from fathoms.domain.reuse import EarlierFinding
from fathoms.stores.schema import (
    DRAFTS,
    FINDINGS,
    OUTCOMES,
    REPORTS,
    SAMPLES,
    TASK_OUTCOMES,
)
from fathoms.stores.tables import Tables


class OutcomeTables(Tables):
    """The ports of outcomes and reports."""

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

    def keep_finding(self, run: str, finding: Finding, at: datetime) -> None:
        row = {"run": run, "task": finding.task, "at": at.isoformat(), "body": finding.model_dump_json()}
        self._add(FINDINGS, row)

    def findings(self, run: str) -> tuple[Finding, ...]:
        chosen = sa.select(FINDINGS.c.body).where(FINDINGS.c.run == run).order_by(FINDINGS.c.task)
        with self._reader.connect() as connection:
            return tuple(Finding.stored(body) for body in connection.execute(chosen).scalars())

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

    def keep_sample(self, sample: ThreadSample) -> None:
        self._add(SAMPLES, {"run": sample.run, "task": sample.task, "body": sample.model_dump_json()})

    def samples(self) -> tuple[ThreadSample, ...]:
        chosen = sa.select(SAMPLES.c.body).order_by(SAMPLES.c.run, SAMPLES.c.task)
        with self._reader.connect() as connection:
            return tuple(ThreadSample.stored(body) for body in connection.execute(chosen).scalars())

    def keep_draft(self, draft: ReportDraft) -> None:
        """What a report is made from, so that it can be made again."""
        self._add(DRAFTS, {"run": draft.run, "body": draft.model_dump_json()})

    def draft(self, run: str) -> ReportDraft | None:
        with self._reader.connect() as connection:
            body = connection.execute(sa.select(DRAFTS.c.body).where(DRAFTS.c.run == run)).scalar()
        return ReportDraft.stored(body) if body else None

    def keep_report(self, report: Report, at: datetime) -> None:
        row = {"run": report.run, "at": at.isoformat(), "body": report.model_dump_json()}
        self._add(REPORTS, row)

    def report(self, run: str) -> Report | None:
        with self._reader.connect() as connection:
            body = connection.execute(sa.select(REPORTS.c.body).where(REPORTS.c.run == run)).scalar()
        return Report.stored(body) if body else None
