"""Values that only the durable flow passes around: what its steps and workflows take and return."""

from __future__ import annotations

from datetime import datetime, timedelta

from pydantic import Field

from fathoms.domain.approval import ApprovalKind, ApprovalRequest
from fathoms.domain.budget import Spend
from fathoms.domain.events import RunSteered
from fathoms.domain.evidence import Fact, Failure, Hit, Query
from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import TaskOutcome
from fathoms.domain.run import RunStatus
from fathoms.domain.step import RuledFact
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Admitted, DroppedQuery, Extraction, ScopeDraft
from fathoms.domain.value import Value


class Assignment(Value, kind="assignment"):
    """A task with all that it may know: the outcomes of what it depends on or descends from."""

    run: str
    task: Task
    predecessors: tuple[TaskOutcome, ...] = ()
    missing: tuple[str, ...] = ()
    """Soft dependencies that ended without a result."""
    remaining: tuple[Task, ...] = ()
    """What else was pending as it started, where its finding may change that."""
    besides: tuple[Fact, ...] = ()
    """What bears on it of the tasks that had ended when the gaps were weighed: nothing is read again for these."""

    @property
    def known_facts(self) -> tuple[Fact, ...]:
        """Each once, those of what it depends on first."""
        found = (*(fact for outcome in self.predecessors for fact in outcome.facts), *self.besides)
        return tuple({fact.id: fact for fact in found}.values())


class Scoped(Value, kind="scoped"):
    """What a round looks for, and whether code had to say so because the mind could not."""

    draft: ScopeDraft
    failures: tuple[Failure, ...] = ()


class Searched(Value, kind="searched"):
    answers: dict[str, SearchAnswer] = Field(default_factory=dict)
    """By source."""
    failures: tuple[Failure, ...] = ()
    unanswered: tuple[Query, ...] = ()
    """What a source failed to answer."""
    queries: tuple[Query, ...] | None = None
    """As they were sent; None: as they were chosen."""
    dropped: tuple[DroppedQuery, ...] = ()
    """What stayed at home."""
    near: tuple[Hit, ...] = ()
    """What was found beyond the documents that are kept."""

    @property
    def weights(self) -> dict[str, float]:
        """Of every token in what was searched and found; the highest where sources differ."""
        merged: dict[str, float] = {}
        for answer in self.answers.values():
            for token, weight in answer.weights.items():
                merged[token] = max(weight, merged.get(token, 0.0))
        return merged


class Extracted(Value, kind="extracted"):
    """What a mind said of a round's reading, and which of it became facts."""

    extraction: Extraction
    admitted: Admitted
    at: datetime
    failures: tuple[Failure, ...] = ()
    rulings: tuple[RuledFact, ...] = ()
    """What steps put in between have said of its facts so far."""


class Opened(Value, kind="opened"):
    """When a run began and what its planning had cost by then: the same however often it is taken up again."""

    began: datetime
    planning: Spend = Spend()


class Steered(Value, kind="steered"):
    """What the user wanted by then, and the event up to which that was looked for."""

    seq: int
    wishes: tuple[RunSteered, ...] = ()


class PlanChange(Value, kind="plan_change"):
    """A drill-down or a revision: what it would make of the plan, and why."""

    approval: ApprovalKind
    task: str
    """The task whose finding calls for it."""
    trigger: str
    reason: str
    impact: str = ""
    before: Plan
    after: Plan
    refused: str = ""
    counts: bool = False
    """Whether it counts against the effort's number of revisions."""

    def request(self, request_id: str, *, asked_at: datetime, wait_seconds: float | None) -> ApprovalRequest:
        return ApprovalRequest(
            id=request_id,
            kind=self.approval,
            task=self.task,
            reason=self.reason,
            before=self.before,
            after=self.after,
            asked_at=asked_at,
            deadline=asked_at + timedelta(seconds=wait_seconds) if wait_seconds else None,
        )


class RunResult(Value, kind="run_result"):
    status: RunStatus
    report_path: str = ""
