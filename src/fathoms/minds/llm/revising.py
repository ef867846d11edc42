"""What a mind would change in the rest of the plan because of a finding.

Knows: pending tasks, and how an answer becomes a proposal.  Does not know: what comes of it
(`engine/plan/revision.py`).
"""

from __future__ import annotations

from fathoms.domain.plan import Dependency, Need, Task
from fathoms.domain.revision import NewTask, RevisionProposal, TaskChange
from fathoms.minds.llm import guard
from fathoms.minds.llm.plan import IMPORTANCE
from fathoms.minds.llm.shapes import FindingShape, PlanAct, TaskChangeShape, Weight
from fathoms.ports.mind import ConcludeRequest
from fathoms.text.words import content_words

_RELATED = 0.5
_NEW = "new"
"""How a mind names the first task that it adds."""


def revision(request: ConcludeRequest, answer: FindingShape, known: frozenset[str]) -> RevisionProposal | None:
    """Only what the mind calls for outright and what has to do with the question; code decides what comes of it."""
    new = [text for text in guard.plain_lines(answer.new_questions) if _asked_for(request, text, known)]
    changed = _changes(request, answer, known, added=bool(new))
    if not answer.plan_change_needed or not (new or changed):
        return None
    wanted = (*new, *(f"task {change.task}: {change.reason}" for change in changed))
    return RevisionProposal(
        found_by=request.task.id,
        trigger=answer.plan_change,
        reason=f"task {request.task.id} found that the whole question needs: {' / '.join(wanted)}",
        add=tuple(
            NewTask(
                key=f"{_NEW}{number}",
                question=text,
                importance=IMPORTANCE[answer.new_importance],
                subjects=request.task.subjects,
            )
            for number, text in enumerate(new, start=1)
        ),
        change=changed,
    )


def _asked_for(request: ConcludeRequest, text: str, known: frozenset[str]) -> bool:
    return related(text, known) and bool(content_words(text) & content_words(request.brief.question))


def _changes(
    request: ConcludeRequest, answer: FindingShape, known: frozenset[str], *, added: bool
) -> tuple[TaskChange, ...]:
    """One change per pending task, as far as it says what it needs to say."""
    pending = {task.id: task for task in request.remaining}
    made: dict[str, TaskChange] = {}
    for said in answer.changes:
        if said.task in pending and (change := _change(request, pending[said.task], said, known, added=added)):
            made.setdefault(said.task, change)
    return tuple(made.values())


def _change(
    request: ConcludeRequest, task: Task, said: TaskChangeShape, known: frozenset[str], *, added: bool
) -> TaskChange | None:
    priorities = [other.priority for other in request.remaining]
    instead = guard.plain(said.instead)
    reason = f"{said.change.value} (after task {request.task.id})"
    match said.change:
        case PlanAct.SKIP:
            return TaskChange(task=task.id, skip=True, reason=f"task {request.task.id} found that it is not needed")
        case PlanAct.FIRST:
            raised = max(task.importance, IMPORTANCE[Weight.IMPORTANT])
            return TaskChange(task=task.id, priority=min(priorities), importance=raised, reason=reason)
        case PlanAct.LAST:
            lowered = min(task.importance, IMPORTANCE[Weight.USEFUL])
            return TaskChange(task=task.id, priority=max(priorities) + 1, importance=lowered, reason=reason)
        case PlanAct.REWORD:
            if not instead or not _asked_for(request, instead, known | content_words(task.question)):
                return None
            return TaskChange(task=task.id, question=instead, reason=f"{said.change.value}: {instead}")
        case PlanAct.WAIT:
            on = f"{_NEW}1" if said.wait_for.strip() == _NEW and added else said.wait_for.strip()
            if on != f"{_NEW}1" and on not in {other.id for other in request.remaining} - {task.id}:
                return None
            edges = (*task.depends_on, Dependency(on=on, need=Need.SOFT))
            return TaskChange(task=task.id, depends_on=edges, reason=f"{said.change.value} {said.wait_for}")


def related(text: str, known: frozenset[str]) -> bool:
    """Whether at least half of what a text is about has come up before."""
    words = content_words(text)
    return bool(words) and len(words & known) / len(words) >= _RELATED
