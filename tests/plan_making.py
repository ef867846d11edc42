"""Values of a plan for tests: small, valid, and different where a test says so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.evidence import Conflict, ConflictStatus, Severity
from fathoms.domain.plan import STANDARD_GATE, Dependency, Mode, Need, Plan, Task, TaskStatus
from fathoms.domain.report import Depth, DepthVerdict, Finding
from fathoms.domain.revision import NewTask, RevisionProposal, TaskChange, Trigger

DONE, FAILED, PENDING, RUNNING, SKIPPED = (
    TaskStatus.DONE,
    TaskStatus.FAILED,
    TaskStatus.PENDING,
    TaskStatus.RUNNING,
    TaskStatus.SKIPPED,
)
QUICK, STANDARD, DEEP = (EFFORT_LIMITS[effort] for effort in (Effort.QUICK, Effort.STANDARD, Effort.DEEP))

QUESTIONS = {
    "1": "What does the harbour crane lift?",
    "2": "Who maintains the lighthouse?",
    "3": "When do mussels spawn?",
    "4": "How deep is the channel?",
    "5": "Which birds nest on the skerry?",
    "6": "Why did the ferry strike end?",
    "7": "Where is the salt stored?",
    "8": "What colour is the customs house?",
}
"""Questions that share no word, so that none is taken for another."""


def make_task(task_id: str, *after: str, soft: Sequence[str] = (), **fields: Any) -> Task:
    """A task whose level and parent follow from its id."""
    number = task_id.rpartition("/")[2]
    fields.setdefault("question", QUESTIONS.get(number, f"What about item {number.replace('.', ' point ')}?"))
    fields.setdefault("parent", task_id.rpartition(".")[0] or None)
    fields.setdefault("level", task_id.count(".") + 1)
    fields.setdefault("gates", STANDARD_GATE)
    hard = tuple(Dependency(on=other) for other in after)
    edges = hard + tuple(Dependency(on=other, need=Need.SOFT) for other in soft)
    return Task(id=task_id, depends_on=edges, **fields)


def make_plan(*tasks: Task, mode: Mode = Mode.COMPLEX) -> Plan:
    return Plan(mode=mode, tasks=tasks)


def make_finding(task: Task, depth: Depth = Depth.SUPERFICIAL, areas: Sequence[str] = (), **fields: Any) -> Finding:
    verdict = DepthVerdict(depth=depth, areas=tuple(areas))
    return Finding(task=task.id, question=task.question, heading=task.question, depth=verdict, **fields)


def make_conflict(severity: Severity = Severity.HIGH, status: ConflictStatus = ConflictStatus.OPEN) -> Conflict:
    return Conflict(
        id="c-1",
        about="the length of the quay",
        left="f-1",
        right="f-2",
        left_says="120 metres",
        right_says="90 metres",
        severity=severity,
        status=status,
    )


def make_proposal(
    found_by: str = "1", *, add: Sequence[NewTask] = (), change: Sequence[TaskChange] = (), **fields: Any
) -> RevisionProposal:
    fields.setdefault("trigger", Trigger.NEW_TOPIC)
    fields.setdefault("reason", "the finding names something else")
    return RevisionProposal(found_by=found_by, add=tuple(add), change=tuple(change), **fields)


def ids(tasks: Sequence[Task]) -> list[str]:
    return [task.id for task in tasks]
