"""What whoever wrote the whole took from pages itself: admitted as facts, each by the task that it fits best.

Knows: that it is admitted as what an extraction brings is (`facts.py`), and whose it becomes.  Does not know: who wrote
it.  A quote that is not in its page is dropped, and what cites it cites nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fathoms.domain.authority import TierRules
from fathoms.domain.draft import Edited, WrittenSection
from fathoms.domain.evidence import Fact, Passage
from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import CitedTable, Paragraph, Statement, TaskOutcome
from fathoms.domain.thread import Admitted, Claim, SubjectState, ThreadState
from fathoms.engine.evidence import facts
from fathoms.text.words import content_words


@dataclass(frozen=True, slots=True)
class Taken:
    """The edit with its own facts cited, the outcomes that hold them, and which of them are new, by task."""

    edited: Edited
    outcomes: tuple[TaskOutcome, ...]
    fresh: Mapping[str, tuple[Fact, ...]]
    invented: int = 0
    """Quotes that are not in their pages."""


def admitted(
    edited: Edited,
    outcomes: Sequence[TaskOutcome],
    plan: Plan,
    passages: Sequence[Passage],
    texts: Mapping[str, str],
    rules: TierRules,
) -> Taken:
    """Each claim as a fact of a task, in the order in which they were taken."""
    held = {outcome.task: outcome for outcome in outcomes}
    tasks = [task for task in plan.tasks if task.id in held and held[task.id].facts]
    fresh: dict[str, tuple[Fact, ...]] = {}
    names: dict[str, str] = {}
    invented = 0
    for key, claim in edited.taken.items():
        task = _home(claim, tasks, held, passages)
        if task is None:
            names[key] = ""
            continue
        made = facts.admit((claim,), passages, texts, _thread(task, held), task=task, round=0, rules=rules)
        held[task.id] = _with(held[task.id], made)
        fresh[task.id] = (*fresh.get(task.id, ()), *made.facts, *made.corroborated)
        names[key] = next((name for name in (*(fact.id for fact in made.facts), *made.repeated)), "")
        invented += made.invented
    told = tuple(held[outcome.task] for outcome in outcomes)
    found = {fact.id: fact for outcome in told for fact in outcome.facts}
    return Taken(_citing(edited, names, found), told, {task: some for task, some in fresh.items() if some}, invented)


def _home(
    claim: Claim, tasks: Sequence[Task], held: Mapping[str, TaskOutcome], passages: Sequence[Passage]
) -> Task | None:
    """The task that asks for most of what is claimed; of several the one that took most from the same document."""
    page = next((passage.page_id for passage in passages if passage.key == claim.passage), "")
    words = content_words(f"{claim.text} {claim.quote}")

    def fits(task: Task) -> tuple[int, int]:
        asked = content_words(" ".join((task.question, *task.sub_questions, *task.subjects)))
        return len(words & asked), sum(fact.evidence[0].page_id == page for fact in held[task.id].facts)

    return max(tasks, key=fits, default=None)


def _thread(task: Task, held: Mapping[str, TaskOutcome]) -> ThreadState:
    """The task's thread, as far as an admission looks at it."""
    finding = held[task.id].finding
    others = (fact for name, outcome in held.items() if name != task.id for fact in outcome.facts)
    return ThreadState(
        task=task.id,
        name=task.id,
        sub_questions=finding.sub_questions if finding else (),
        subjects=tuple(SubjectState(name=name) for name in dict.fromkeys(task.subjects)),
        facts=held[task.id].facts,
        known=tuple({fact.id: fact for fact in others}.values()),
    )


def _with(outcome: TaskOutcome, made: Admitted) -> TaskOutcome:
    raised = {fact.id: fact for fact in made.corroborated}
    return outcome.model_copy(update={"facts": (*(raised.get(fact.id, fact) for fact in outcome.facts), *made.facts)})


def _citing(edited: Edited, names: Mapping[str, str], found: Mapping[str, Fact]) -> Edited:
    """The edit with every statement on facts that there are; an UNVERIFIED one meets no criterion."""

    def ids(cited: Sequence[str]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for key in cited if (name := names.get(key, key))))

    def said(one: Statement) -> Statement:
        return one.model_copy(update={"facts": ids(one.facts)})

    def table(one: CitedTable | None) -> CitedTable | None:
        if one is None:
            return None
        rows = (row.model_copy(update={"cells": tuple(cell and said(cell) for cell in row.cells)}) for row in one.rows)
        return one.model_copy(update={"rows": tuple(rows)})

    def paragraph(one: Paragraph) -> Paragraph:
        return one.model_copy(update={"statements": tuple(map(said, one.statements)), "table": table(one.table)})

    def section(one: WrittenSection) -> WrittenSection:
        return one.model_copy(update={"paragraphs": tuple(map(paragraph, one.paragraphs))})

    return edited.model_copy(
        update={
            "answer": tuple(map(said, edited.answer)),
            "key_points": tuple(map(said, edited.key_points)),
            "table": table(edited.table),
            "body": tuple(map(section, edited.body)),
            "criteria": {
                name: tuple(one for one in ids(cited) if one in found and found[one].confidence.answers)
                for name, cited in edited.criteria.items()
            },
            "taken": {},
        }
    )
