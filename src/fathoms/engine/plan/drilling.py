"""Children of a task: one for each area that deserves a look of its own.

Knows: ids, levels, caps, and that no child repeats a task of the plan.  Does not know: why a task is dug
into (`depth.py`, and `revision.py` under the static policy).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from fathoms.domain.brief import Limits
from fathoms.domain.plan import STANDARD_GATE, Plan, Task, TaskKind
from fathoms.engine.plan import subplans
from fathoms.engine.plan.merging import alike
from fathoms.text.language import language_of
from fathoms.text.naming import names
from fathoms.text.neutral import shortened
from fathoms.text.words import content_words

MOST_CHILDREN = 3
"""Of one task, whatever calls for them and however often."""
LONGEST_HEADING = 88
"""Characters of a heading that a reader takes in at a glance."""


def room(plan: Plan, parent: Task, limits: Limits) -> int:
    """How many children the task can still have: by level, by number, by the tasks of its plan."""
    if parent.level >= limits.levels:
        return 0
    own = subplans.part(plan, subplans.letter(parent.id))
    return max(0, min(MOST_CHILDREN - len(plan.children(parent.id)), limits.tasks - len(own.tasks)))


def children(plan: Plan, parent: Task, areas: Sequence[str], limits: Limits, *, reason: str) -> tuple[Task, ...]:
    """One child per area, most wanted first, as many as there is room for; an area asked elsewhere is left out."""
    born: list[Task] = []
    free = room(plan, parent, limits)
    for area in areas:
        if len(born) >= free:
            break
        question = about(area, parent)
        if question and not _asked(question, parent.subjects, (*plan.tasks, *born)):
            born.append(_child(parent, _next_id(plan, parent, born), question, area, reason))
    return tuple(born)


def grown(plan: Plan, born: Iterable[Task]) -> Plan:
    """The plan with new tasks at its end: numbers and order of what is there stay."""
    return plan.model_copy(update={"tasks": (*plan.tasks, *born)})


def about(area: str, parent: Task) -> str:
    """The area as a question that stands alone: its subject is named, so that nobody has to guess it."""
    text = " ".join(area.split())
    if not content_words(text):
        return ""
    if not parent.subjects or any(names(text, subject) for subject in parent.subjects):
        return text
    bare = text.rstrip("?？。. ")
    subject = parent.subjects[0]
    mark = text[len(bare) :].strip()
    return f"{bare}（{subject}）{mark}" if language_of(text) == "ja" else f"{bare} ({subject}){mark}"


def _child(parent: Task, task_id: str, question: str, area: str, reason: str) -> Task:
    return Task(
        id=task_id,
        question=question,
        rationale=reason,
        focus=_heading(area),
        kind=TaskKind.RESEARCH,
        parent=parent.id,
        level=parent.level + 1,
        priority=parent.priority,
        importance=parent.importance,
        subjects=parent.subjects,
        sub_questions=(question,),
        lean=parent.lean,
        gates=STANDARD_GATE,
    )


def _heading(area: str) -> str:
    """What the section is about; of a question between two sayings, what they are about."""
    subject, both, _ = " ".join(area.split()).partition(": “")
    subject, said, _ = subject.partition("について、「") if not both else (subject, "", "")
    return shortened(f"{subject}{said.rstrip('、「')}".rstrip("?？。 "), LONGEST_HEADING)


def _next_id(plan: Plan, parent: Task, born: Sequence[Task]) -> str:
    taken = {task.id for task in (*plan.tasks, *born)}
    number = 1
    while f"{parent.id}.{number}" in taken:
        number += 1
    return f"{parent.id}.{number}"


def _asked(question: str, subjects: tuple[str, ...], others: Iterable[Task]) -> bool:
    return any(
        alike(question, other.question, left_subjects=subjects, right_subjects=other.subjects) for other in others
    )
