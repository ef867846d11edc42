"""What code proposes where no mind does: conflicts, gaps that two sections name, questions that a source raises."""

from __future__ import annotations

from fathoms.domain.evidence import Conflict
from fathoms.domain.plan import Plan
from fathoms.domain.report import Depth, TaskOutcome
from fathoms.domain.revision import Trigger
from fathoms.domain.thread import Insight, InsightKind, SubQuestion
from fathoms.engine.plan import proposing, revision
from tests.plan_making import DONE, STANDARD, make_conflict, make_finding, make_plan, make_task

MISSING = "Which ropes hold the winch of the crane?"


def outcome(task_id: str, *, gaps: tuple[str, ...] = (), insights: tuple[Insight, ...] = ()) -> TaskOutcome:
    finding = make_finding(make_task(task_id), Depth.ADEQUATE, gaps=gaps, insights=insights)
    return TaskOutcome(task=task_id, status=DONE, finding=finding)


def plan() -> Plan:
    return make_plan(make_task("1", status=DONE), make_task("2", status=DONE), make_task("3"))


def with_conflict(conflict: Conflict) -> TaskOutcome:
    return outcome("1").model_copy(update={"conflicts": (conflict,)})


def test_an_open_conflict_of_high_severity_becomes_a_task() -> None:
    proposal = proposing.proposal(plan(), with_conflict(make_conflict()), ())
    assert proposal is not None
    assert proposal.trigger is Trigger.CONTRADICTION
    assert "120 metres" in proposal.add[0].question
    revised = revision.apply(plan(), proposal, STANDARD, 0)
    assert len(revised.plan.tasks) == 4
    assert proposing.proposal(revised.plan, with_conflict(make_conflict()), ()) is None, "it is asked already"


def test_a_conflict_that_a_child_looks_into_needs_no_task_of_its_own() -> None:
    dug = make_plan(make_task("1", status=DONE), make_task("1.1"))
    assert proposing.proposal(dug, with_conflict(make_conflict()), ()) is None


def test_a_gap_that_two_sections_name_becomes_a_task() -> None:
    first, second = outcome("1", gaps=(MISSING,)), outcome("2", gaps=(MISSING.replace("Which", "What"),))
    proposal = proposing.proposal(plan(), second, (first,))
    assert proposal is not None
    assert (proposal.trigger, proposal.found_by) == (Trigger.SCOPE, "2")
    assert "tasks 1 and 2" in proposal.reason
    assert proposing.proposal(plan(), second, ()) is None, "one section alone is no reason"
    told = outcome("1", gaps=("Only one source was found.",))
    assert proposing.proposal(plan(), told, (told,)) is None, "a remark is no question"


def test_a_task_and_its_child_that_miss_the_same_are_one_section_and_a_gap_is_asked_in_its_own_words() -> None:
    parent, child = outcome("1", gaps=(MISSING,)), outcome("1.1", gaps=(MISSING,))
    dug = make_plan(make_task("1", status=DONE), make_task("1.1", status=DONE), make_task("2", status=DONE))
    assert proposing.proposal(dug, child, (parent,)) is None, "it was looked for twice already"
    asked = SubQuestion(id="q1", text=MISSING)
    told = outcome("2", gaps=(f"Not found: {MISSING}",))
    assert told.finding is not None
    told = told.model_copy(update={"finding": told.finding.model_copy(update={"sub_questions": (asked,)})})
    proposal = proposing.proposal(dug, told, (outcome("1", gaps=(f"Not found: {MISSING}",)),))
    assert proposal is not None
    assert proposal.add[0].question == MISSING


def test_a_question_that_a_source_raises_becomes_a_task_when_it_is_sure_enough() -> None:
    sure = Insight(kind=InsightKind.FOLLOW_UP, text=MISSING, confidence=0.6, rationale="its limits section says so")
    proposal = proposing.proposal(plan(), outcome("1", insights=(sure,)), ())
    assert proposal is not None
    assert proposal.trigger is Trigger.NEW_TOPIC
    vague = sure.model_copy(update={"confidence": 0.5})
    assert proposing.proposal(plan(), outcome("1", insights=(vague,)), ()) is None
    link = sure.model_copy(update={"kind": InsightKind.LINKED_SOURCE})
    assert proposing.proposal(plan(), outcome("1", insights=(link,)), ()) is None


def test_what_contradicts_matters_more_than_what_is_missing() -> None:
    weights = proposing.WEIGHT
    assert weights[Trigger.CONTRADICTION] > weights[Trigger.SCOPE] > weights[Trigger.NEW_TOPIC] > revision.WORTH_ADDING
