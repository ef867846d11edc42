"""What is still open when all threads have ended, and the tasks that close what matters of it.

Knows: open sub-questions, gaps that sections name, criteria that are not met, cells that nothing fills.  Does not
know: which of them matter for the whole question (a mind; without one a gap that two sections name), nor whether the
plan may grow (`revision.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fathoms.domain.plan import AnswerForm
from fathoms.domain.report import TaskOutcome
from fathoms.domain.revision import NewTask, OpenPoint, RevisionProposal, Trigger
from fathoms.engine.plan.merging import alike
from fathoms.text.words import content_words

MOST_POINTS = 20
"""Open points that are weighed."""
MOST_TASKS = 3
"""Tasks that one pass adds."""
WEIGHT = 0.8
"""Importance of a task that closes a gap."""

_ASKING = ("?", "？", "か。", "か")


def open_points(question: str, outcomes: Sequence[TaskOutcome], criteria: Iterable[str] = ()) -> tuple[OpenPoint, ...]:
    """Each open point of the question once, with the tasks that name it; those that several name come first.

    What shares no word with the question is somebody else's: a page may have asked for it."""
    merged: list[OpenPoint] = []
    asked = content_words(question)
    named = (*_named(outcomes), *((outcomes[0].task, text) for text in criteria if outcomes))
    for task, text in ((task, text) for task, text in named if content_words(text) & asked):
        at = next((n for n, point in enumerate(merged) if alike(point.question, text)), None)
        if at is None:
            merged.append(OpenPoint(key="", question=text, tasks=(task,)))
        elif task not in merged[at].tasks:
            merged[at] = merged[at].model_copy(update={"tasks": (*merged[at].tasks, task)})
    ranked = sorted(merged, key=lambda point: -len(point.tasks))[:MOST_POINTS]
    return tuple(point.model_copy(update={"key": f"G{number}"}) for number, point in enumerate(ranked, start=1))


def blank_cells(form: AnswerForm | None, subject: str, outcomes: Sequence[TaskOutcome]) -> Iterator[str]:
    """The cells of the table that was settled for which no fact speaks of its row and its column, as questions."""
    told = [
        content_words(" ".join((fact.claim, *(part for one in fact.evidence for part in (one.quote, *one.title_path)))))
        for outcome in outcomes
        for fact in outcome.facts
    ]
    for row in form.rows if form else ():
        for column in form.columns if form else ():
            if not any(content_words(row) & said and content_words(column) & said for said in told):
                about = f"{row} ({subject})" if subject and not content_words(subject) & content_words(row) else row
                yield f"{about}: {column.rstrip('?')}?"


def _named(outcomes: Sequence[TaskOutcome]) -> Iterator[tuple[str, str]]:
    for outcome in outcomes:
        if finding := outcome.finding:
            yield from ((outcome.task, sub.text) for sub in finding.sub_questions if not sub.founded)
            yield from ((outcome.task, gap) for gap in finding.gaps if gap.rstrip().endswith(_ASKING))


def told_twice(points: Sequence[OpenPoint]) -> tuple[str, ...]:
    """The points that two sections name: what code takes to matter."""
    return tuple(point.key for point in points if len(point.tasks) > 1)


def closing(points: Sequence[OpenPoint], chosen: Iterable[str], *, room: int) -> RevisionProposal | None:
    """The tasks for the chosen points, as many as there is room for; each is asked as it was named."""
    by_key = {point.key: point for point in points}
    picked = [by_key[key] for key in dict.fromkeys(chosen) if key in by_key][: min(MOST_TASKS, max(0, room))]
    if not picked:
        return None
    return RevisionProposal(
        found_by=picked[0].tasks[0],
        trigger=Trigger.SCOPE,
        reason="when all tasks had ended, the whole question still lacked this",
        expected_impact=f"{len(picked)} more of what was asked is looked into",
        add=tuple(NewTask(question=point.question, importance=WEIGHT) for point in picked),
    )
