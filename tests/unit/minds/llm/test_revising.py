"""What a model may do to the rest of the plan: add, skip, move, reword, and make wait."""

from __future__ import annotations

import pytest

from fathoms.domain.plan import Task
from fathoms.domain.report import Depth
from fathoms.domain.revision import RevisionProposal, Trigger
from fathoms.engine.plan import revision as rules
from fathoms.minds.llm.revising import revision
from fathoms.minds.llm.shapes import FindingShape, PlanAct, TaskChangeShape, Weight
from fathoms.ports.mind import ConcludeRequest
from fathoms.text.words import content_words
from tests.plan_making import DONE, STANDARD, make_plan, make_task
from tests.thread_making import make_brief, make_thread

QUESTION = "How does the harbour crane lift its load, and who inspects it?"
KNOWN = content_words("harbour crane ropes brakes winch load inspects lift tunnel")
PENDING = (make_task("2"), make_task("3", importance=0.9), make_task("4", "2", priority=3))


def request(remaining: tuple[Task, ...] = PENDING) -> ConcludeRequest:
    task = make_task("1", status=DONE)
    return ConcludeRequest(
        brief=make_brief(question=QUESTION), task=task, thread=make_thread(task), remaining=remaining
    )


def proposed(
    *changes: TaskChangeShape, new: tuple[str, ...] = (), importance: Weight = Weight.IMPORTANT, needed: bool = True
) -> RevisionProposal | None:
    answer = FindingShape(
        paragraphs=[],
        depth=Depth.ADEQUATE,
        sufficient=True,
        plan_change_needed=needed,
        plan_change=Trigger.SCOPE,
        new_questions=list(new),
        new_importance=importance,
        changes=list(changes),
    )
    return revision(request(), answer, KNOWN)


def change(task: str, act: PlanAct, **fields: str) -> TaskChangeShape:
    return TaskChangeShape(task=task, change=act, **fields)


def applied(proposal: RevisionProposal | None) -> dict[str, Task]:
    assert proposal is not None
    plan = make_plan(make_task("1", status=DONE), *PENDING)
    revised = rules.apply(plan, proposal, STANDARD, 0)
    assert not revised.record.refused
    return {task.id: task for task in revised.plan.tasks}


def test_a_finding_may_skip_move_reword_and_add_an_edge_to_pending_tasks() -> None:
    after = applied(
        proposed(
            change("2", PlanAct.FIRST),
            change("3", PlanAct.REWORD, instead="Which ropes of the harbour crane are inspected?"),
            change("4", PlanAct.SKIP),
        )
    )
    assert after["2"].importance == 0.75
    assert after["3"].question == "Which ropes of the harbour crane are inspected?"
    assert after["4"].status == "skipped"
    late = applied(proposed(change("3", PlanAct.LAST)))
    assert (late["3"].priority, late["3"].importance) == (4, 0.5)


def test_a_pending_task_may_be_made_to_wait_for_another_or_for_what_is_added() -> None:
    after = applied(proposed(change("3", PlanAct.WAIT, wait_for="new"), new=("How deep is the harbour crane tunnel?",)))
    assert after["3"].dependency_ids == ("5",)
    assert applied(proposed(change("3", PlanAct.WAIT, wait_for="2")))["3"].dependency_ids == ("2",)
    assert proposed(change("3", PlanAct.WAIT, wait_for="9")) is None
    assert proposed(change("3", PlanAct.WAIT, wait_for="3")) is None


@pytest.mark.parametrize(
    ("weight", "importance"), [(Weight.CENTRAL, 0.9), (Weight.IMPORTANT, 0.75), (Weight.MINOR, 0.3)]
)
def test_the_importance_of_what_is_added_is_judged(weight: Weight, importance: float) -> None:
    proposal = proposed(new=("How deep is the harbour crane tunnel?",), importance=weight)
    assert proposal is not None
    assert proposal.add[0].importance == importance


def test_what_the_mind_does_not_call_for_or_what_is_not_asked_changes_nothing() -> None:
    assert proposed(change("2", PlanAct.SKIP), needed=False) is None
    assert proposed(change("9", PlanAct.SKIP)) is None
    assert proposed(change("3", PlanAct.REWORD, instead="Who won the election?")) is None
    assert proposed(change("3", PlanAct.REWORD)) is None
