"""A parent is told together with its children, by either mind."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import Finding, Paragraph, Statement, TaskOutcome
from fathoms.engine.run import together
from fathoms.runtime.parents import brought_together
from fathoms.runtime.process import Job
from tests.plan_making import make_finding, make_plan, make_task


def told(task_id: str, *texts: str) -> TaskOutcome:
    statements = tuple(Statement(text=text, facts=(f"f-{task_id}",)) for text in texts)
    finding = make_finding(make_task(task_id), paragraphs=(Paragraph(statements=statements),), summary=statements[:1])
    return TaskOutcome(task=task_id, status=TaskStatus.DONE, finding=finding)


def texts(finding: Finding | None) -> list[str]:
    assert finding
    return [statement.text for paragraph in finding.paragraphs for statement in paragraph.statements]


PLAN = make_plan(make_task("1"), make_task("1.1"), make_task("1.2"), make_task("2"), make_task("2.1"))
OUTCOMES = (
    told("1", "The quay is long.", "It was dear."),
    told("1.1", "It cost 9 marks.", "It was dear."),
    told("1.2", "It took a year."),
    told("2", "The ferry is old."),
    told("2.1", "It is from 1950."),
)


def test_a_parent_of_two_is_told_with_them_and_a_parent_of_one_is_not() -> None:
    by_task = {outcome.task: outcome for outcome in OUTCOMES}
    assert [task.id for task in together.parents_at(1, PLAN, by_task)] == ["1"]


async def test_without_a_model_the_section_that_a_parent_wrote_before_is_replaced() -> None:
    job = cast("Job", SimpleNamespace(mind=cast("Any", object())))
    after = {outcome.task: outcome for outcome in await brought_together(job, PLAN, OUTCOMES)}
    assert texts(after["1"].finding) == ["The quay is long.", "It cost 9 marks.", "It took a year."]
    assert texts(after["2"].finding) == ["The ferry is old."]


def test_what_a_mind_wrote_of_the_whole_takes_the_place_of_what_stood_there() -> None:
    before = OUTCOMES[0].finding
    assert before
    whole = Statement(text="Nine marks and a year made a long quay.", facts=("f-1.1", "f-1.2"))
    assert texts(together.replaced(before, (whole,))) == [whole.text]
    assert together.replaced(before, ()) == before


def test_what_is_told_of_a_finding_elsewhere_is_no_longer_part_of_its_list() -> None:
    said = Statement(text="It cost 9 marks.", facts=("f",), item=1)
    listed = make_finding(make_task("1.1"), paragraphs=(Paragraph(statements=(said,)),), summary=())
    assert [one.item for one in together.leads([listed])] == [0]
