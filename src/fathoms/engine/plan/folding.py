"""More tasks than there is room for: no planned question is lost, it is asked within the task nearest to it.

Knows: which tasks keep their place, and which one is nearest.  Does not know: who planned them.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.brief import Limits
from fathoms.domain.plan import Dependency, Plan, Task
from fathoms.domain.revision import Folded
from fathoms.text.language import language_of
from fathoms.text.words import content_words, overlap


def fold(plan: Plan, limits: Limits) -> tuple[Plan, tuple[Folded, ...]]:
    """The plan within the effort's number of tasks, and every question that is now asked within another task."""
    room = min(limits.top_tasks, limits.tasks)
    if len(plan.tasks) <= room or any(task.level > 1 for task in plan.tasks):
        return plan, ()
    ranked = sorted(enumerate(plan.tasks), key=lambda pair: (-pair[1].importance, pair[0]))
    places = {place for place, _ in ranked[:room]}
    kept = [task for place, task in enumerate(plan.tasks) if place in places]
    records: list[Folded] = []
    for gone in (task for place, task in enumerate(plan.tasks) if place not in places):
        host = _nearest(gone, kept)
        kept = _without(gone, host, kept)
        records.append(Folded(kept=host.id, question=gone.question))
    numbers = {task.id: str(number) for number, task in enumerate(kept, 1)}
    told = tuple(record.model_copy(update={"kept": numbers[record.kept]}) for record in records)
    approach = " ".join(filter(None, (plan.approach, *(_told(record) for record in told))))
    tasks = tuple(_renamed(task, numbers) for task in kept)
    return plan.model_copy(update={"tasks": tasks, "approach": approach}), told


def _nearest(gone: Task, kept: Sequence[Task]) -> Task:
    """The one that shares most of its words; of several the last."""
    words = content_words(gone.question)
    return max(enumerate(kept), key=lambda pair: (overlap(words, content_words(_asked(pair[1]))), pair[0]))[1]


def _asked(task: Task) -> str:
    return " ".join((task.question, task.focus, *task.sub_questions))


def _without(gone: Task, host: Task, kept: Sequence[Task]) -> list[Task]:
    """Its questions go to the host, and who waited for it waits for the host, unless that would close a circle."""
    own = tuple(dict.fromkeys((*(host.sub_questions or (host.question,)), gone.question, *gone.sub_questions)))
    subjects = tuple(dict.fromkeys((*host.subjects, *gone.subjects)))
    updated = [
        task.model_copy(update={"sub_questions": own, "subjects": subjects}) if task.id == host.id else task
        for task in kept
    ]
    for index, task in enumerate(updated):
        waits = tuple(d for d in task.depends_on if d.on != gone.id)
        if len(waits) == len(task.depends_on):
            continue
        need = next(d.need for d in task.depends_on if d.on == gone.id)
        free = task.id != host.id and not _waits_for(host.id, task.id, updated)
        if free and host.id not in {d.on for d in waits}:
            waits = (*waits, Dependency(on=host.id, need=need))
        updated[index] = task.model_copy(update={"depends_on": waits})
    return updated


def _waits_for(task_id: str, other: str, tasks: Sequence[Task]) -> bool:
    by_id = {task.id: task for task in tasks}
    seen: set[str] = set()
    open_ids = [task_id]
    while open_ids:
        current = open_ids.pop()
        if current == other:
            return True
        if current not in seen and current in by_id:
            seen.add(current)
            open_ids += by_id[current].dependency_ids
    return False


def _renamed(task: Task, numbers: dict[str, str]) -> Task:
    waits = tuple(d.model_copy(update={"on": numbers.get(d.on, d.on)}) for d in task.depends_on)
    return task.model_copy(update={"id": numbers[task.id], "depends_on": waits})


def _told(record: Folded) -> str:
    if language_of(record.question) == "ja":
        return f"「{record.question}」は課題{record.kept}の中で調べる。"
    return f"Asked within task {record.kept}: {record.question}"
