"""Tasks that ask for the same thing become one.

Knows: when two questions ask the same.  Does not know: what the tasks found; only pending ones are merged.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from itertools import combinations

from fathoms.domain.plan import Dependency, Lean, Need, Plan, Task, TaskStatus
from fathoms.domain.revision import Merged, MergeRecord
from fathoms.engine.plan import rules as plan_rules
from fathoms.text.denials import denies
from fathoms.text.figures import numerals
from fathoms.text.words import content_words, fold

SAME_TASK = 0.8
"""Share of the content words of the longer question that the other has too, from which both ask the same."""

_NAME = re.compile(r"\b[A-Z][\w'’-]*")


def similarity(left: str, right: str) -> float:
    """Shared content words ÷ those of the longer question: a part is never taken for the whole."""
    return _shared(content_words(left), content_words(right))


def alike(left: str, right: str, *, left_subjects: Iterable[str] = (), right_subjects: Iterable[str] = ()) -> bool:
    """Whether two questions ask the same of the same.

    Sharing 0.8 of the words is not enough when the words that differ are the ones that count: another
    subject, another year, a "not", or, under a long name, all that is asked about it.
    """
    if similarity(left, right) < SAME_TASK:
        return False
    if numerals(left) != numerals(right) or denies(left) != denies(right):
        return False
    if _other_names(left, right) or _other_names(right, left):
        return False
    mine, other = frozenset(map(fold, left_subjects)), frozenset(map(fold, right_subjects))
    if mine and other and not (mine <= other or other <= mine):
        return False
    about = _words_of(mine | other)
    asked, also = content_words(left) - about, content_words(right) - about
    return asked == also or _shared(asked, also) >= SAME_TASK


def same_task(left: Task, right: Task) -> bool:
    return alike(left.question, right.question, left_subjects=left.subjects, right_subjects=right.subjects)


def merge(plan: Plan) -> Merged:
    """The plan with each group of like pending tasks as one: the first of them, with all that the others wait for."""
    records: list[MergeRecord] = []
    while pair := _next_pair(plan):
        kept, gone, merged = pair
        records.append(
            MergeRecord(
                kept=kept.id,
                merged=gone.id,
                question=gone.question,
                overlap=round(similarity(kept.question, gone.question), 3),
            )
        )
        plan = merged
    return Merged(plan=plan, records=tuple(records))


def _next_pair(plan: Plan) -> tuple[Task, Task, Plan] | None:
    """The first two tasks to merge, with the plan after it; a pair whose merging would close a cycle is left."""
    pending = [task for task in plan.tasks if task.status is TaskStatus.PENDING]
    for kept, gone in combinations(pending, 2):
        if kept.kind is gone.kind and kept.parent == gone.parent and same_task(kept, gone):
            merged = _without(plan, kept, gone)
            if not plan_rules.problems(merged):
                return kept, gone, merged
    return None


def _without(plan: Plan, kept: Task, gone: Task) -> Plan:
    """The plan in which `kept` does the work of both and stands wherever `gone` stood."""
    joined = kept.model_copy(
        update={
            "depends_on": _united((*kept.depends_on, *gone.depends_on), never=(kept.id, gone.id)),
            "importance": max(kept.importance, gone.importance),
            "priority": min(kept.priority, gone.priority),
            "extra_rounds": max(kept.extra_rounds, gone.extra_rounds),
            "subjects": tuple(dict.fromkeys((*kept.subjects, *gone.subjects))),
            "sub_questions": _distinct_questions((*kept.sub_questions, *gone.sub_questions)),
            "lean": kept.lean if kept.lean is gone.lean else Lean.BOTH,
            "spec": kept.spec or gone.spec,
            "gates": kept.gates or gone.gates,
            "then": kept.then or gone.then,
        }
    )
    tasks = (joined if task.id == kept.id else _redirected(task, gone.id, kept.id) for task in plan.tasks)
    return plan.model_copy(update={"tasks": tuple(task for task in tasks if task.id != gone.id)})


def _redirected(task: Task, gone: str, kept: str) -> Task:
    if gone not in task.dependency_ids and task.parent != gone:
        return task
    edges = tuple(Dependency(on=kept if d.on == gone else d.on, need=d.need) for d in task.depends_on)
    parent = kept if task.parent == gone else task.parent
    return task.model_copy(update={"depends_on": _united(edges), "parent": parent})


def _united(edges: Iterable[Dependency], never: Collection[str] = ()) -> tuple[Dependency, ...]:
    """Each dependency once, in order; hard when any of its mentions is."""
    needs: dict[str, Need] = {}
    for edge in edges:
        if edge.on not in never:
            needs[edge.on] = Need.HARD if Need.HARD in (edge.need, needs.get(edge.on)) else Need.SOFT
    return tuple(Dependency(on=on, need=need) for on, need in needs.items())


def _distinct_questions(texts: Iterable[str]) -> tuple[str, ...]:
    kept: list[str] = []
    for text in texts:
        if not any(alike(text, other) for other in kept):
            kept.append(text)
    return tuple(kept)


def _other_names(text: str, other: str) -> bool:
    """Whether the text has a name, a capital not at its beginning, that the other lacks."""
    have = content_words(other)
    return any(not content_words(name.group()) <= have for name in _NAME.finditer(text) if name.start())


def _shared(left: frozenset[str], right: frozenset[str]) -> float:
    longer = max(len(left), len(right))
    return len(left & right) / longer if longer else 0.0


def _words_of(subjects: Iterable[str]) -> frozenset[str]:
    return frozenset(word for subject in subjects for word in content_words(subject))
