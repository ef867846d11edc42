"""A parent after its children: what they and it show together takes the place of what it wrote before them.

Knows: from how many children on, and what is said where no mind can put it into words.  Does not know: calls.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import Finding, Paragraph, Statement, TaskOutcome

LEAST_CHILDREN = 2


def parents_at(level: int, plan: Plan, by_task: Mapping[str, TaskOutcome]) -> tuple[Task, ...]:
    """The tasks of a level whose children are to be told together."""
    return tuple(
        task for task in plan.tasks if task.level == level and len(finished(plan, task, by_task)) >= LEAST_CHILDREN
    )


def finished(plan: Plan, task: Task, by_task: Mapping[str, TaskOutcome]) -> tuple[Finding, ...]:
    """Of a task that has a finding itself: those of its children that have something to tell."""
    if task.id not in by_task or by_task[task.id].finding is None:
        return ()
    outcomes = (by_task.get(child.id) for child in plan.children(task.id))
    return tuple(o.finding for o in outcomes if o and o.finding and o.finding.paragraphs)


def in_their_words(parent: Finding, children: Sequence[Finding]) -> Finding:
    """Without a mind that writes: what the parent tells and no child does, then what each child found first."""
    told = {statement.text for child in children for statement in _statements(child)}
    kept = tuple(
        paragraph.model_copy(update={"statements": own})
        for paragraph in parent.paragraphs
        if (own := tuple(statement for statement in paragraph.statements if statement.text not in told))
    )
    return parent.model_copy(update={"paragraphs": (*kept, Paragraph(statements=leads(children)))})


def leads(findings: Sequence[Finding]) -> tuple[Statement, ...]:
    """What each of them found first, every statement once, and no longer part of a list."""
    first = (
        lead.model_copy(update={"item": 0})
        for finding in findings
        for lead in (finding.summary or _statements(finding))[:1]
    )
    return tuple({lead.text: lead for lead in first}.values())


def replaced(finding: Finding, statements: tuple[Statement, ...]) -> Finding:
    """The section with these statements in the place of what it said before."""
    if not statements:
        return finding
    return finding.model_copy(update={"paragraphs": (Paragraph(statements=statements),), "summary": statements[:2]})


def _statements(finding: Finding) -> tuple[Statement, ...]:
    return tuple(statement for paragraph in finding.paragraphs for statement in paragraph.told)
