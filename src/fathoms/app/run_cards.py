"""A run on a card: what was asked, how far it is, and the first line of what came of it.

Knows: which of a run's values tell it apart from others.  Does not know: how a card is drawn.
"""

from __future__ import annotations

from datetime import datetime

from fathoms.app.queries import Looking
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import Report
from fathoms.domain.run import RunRow, RunStatus
from fathoms.domain.value import Value

INTERRUPTED = "interrupted"


class RunCard(Value):
    run: str
    status: str
    """`interrupted` when it has begun, has not ended, and nobody works on it."""
    question: str
    name: str = ""
    """What its owner calls it."""
    mind: str
    effort: str
    created_at: datetime
    started_at: datetime | None = None
    ended_at: datetime | None = None
    reason: str = ""
    tasks: int = 0
    tasks_done: int = 0
    facts: int = 0
    sources: int = 0
    conflicts: int = 0
    gaps: int = 0
    first_line: str = ""
    """What somebody who reads nothing else takes away."""
    usd: float = 0.0


def status_of(row: RunRow, worker: int | None) -> str:
    """The run's status, told apart from one that a dead process left."""
    left = row.status in (RunStatus.RUNNING, RunStatus.PLANNING) and worker is None
    return INTERRUPTED if left else row.status.value


def card_of(service: Looking, row: RunRow) -> RunCard:
    run = row.order.run
    state = service.state(run)
    report = service.report(run) if row.status.ended else None
    worker = None if row.status.ended else service.worker(run)
    carried = service.carrying(run)
    return RunCard(
        run=run,
        status=row.status.value if carried else status_of(row, worker),
        question=row.order.ask.question,
        name=row.order.name,
        mind=row.order.ask.mind,
        effort=row.order.ask.effort,
        created_at=row.order.created_at,
        started_at=row.started_at,
        ended_at=row.ended_at,
        reason=row.reason,
        tasks=len(state.tasks) or (len(row.proposal.plan.tasks) if row.proposal else 0),
        tasks_done=sum(1 for task in state.tasks if task.status is TaskStatus.DONE),
        facts=len(report.facts) if report else sum(task.facts for task in state.tasks),
        sources=len(report.references) if report else 0,
        conflicts=len(report.conflicts) if report else 0,
        gaps=len(report.gaps) if report else 0,
        first_line=first_line(report) if report else "",
        usd=state.spend.usd,
    )


def first_line(report: Report) -> str:
    """Of the answer, else of the summary, else of the first section that says something."""
    sections = [said for section in report.sections for part in section.paragraphs for said in part.statements]
    said = (*report.answer, *report.summary, *sections, *report.closest)
    return " ".join(said[0].text.split())[:280] if said else ""
