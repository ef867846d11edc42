"""Changes of a plan while it runs: only pending tasks, only what is worth it, all of it recorded."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import Limits
from fathoms.domain.plan import Dependency, Lean, Mode, Plan, TaskStatus
from fathoms.domain.revision import NewTask, RevisePolicy, RevisionProposal, TaskChange, Trigger
from fathoms.engine.plan import revision
from fathoms.engine.plan import rules as plan_rules
from tests.plan_making import (
    DEEP,
    DONE,
    FAILED,
    PENDING,
    QUICK,
    RUNNING,
    SKIPPED,
    STANDARD,
    ids,
    make_plan,
    make_proposal,
    make_task,
)

ROPES = NewTask(question="What ropes hold the winch?", importance=0.9)
BRAKES = NewTask(question="Who inspects the brakes?", importance=0.8)


def plan_under_way() -> Plan:
    return make_plan(make_task("1", status=DONE), make_task("2"), make_task("3", "2"))


@pytest.mark.parametrize(("importance", "taken"), [(0.69, False), (0.70, False), (0.71, True)])
def test_a_new_task_must_be_more_important_than_seven_tenths(importance: float, taken: bool) -> None:
    new = NewTask(question="What ropes hold the winch?", importance=importance)
    revised = revision.apply(plan_under_way(), make_proposal(add=[new]), STANDARD, 0)
    assert (len(revised.plan.tasks) == 4) is taken
    assert bool(revised.record.refused) is not taken


def test_two_tasks_on_a_new_topic_join_at_the_top() -> None:
    before = plan_under_way()
    revised = revision.apply(before, make_proposal(add=[ROPES, BRAKES]), STANDARD, 0)
    assert ids(revised.plan.tasks) == ["1", "2", "3", "4", "5"]
    assert [task.level for task in revised.plan.tasks[3:]] == [1, 1]
    assert plan_rules.problems(revised.plan, STANDARD) == ()


def test_the_same_finding_under_the_static_policy_becomes_children() -> None:
    before = plan_under_way()
    revised = revision.apply(before, make_proposal(add=[ROPES, BRAKES]), STANDARD, 0, RevisePolicy.STATIC)
    assert ids(revised.plan.tasks) == ["1", "2", "3", "1.1", "1.2"]
    assert not revised.record.counts
    assert revised.plan.task("1.1").importance == before.task("1").importance


def test_the_record_tells_everything() -> None:
    before = plan_under_way()
    proposal = make_proposal(
        add=[ROPES], trigger=Trigger.SCOPE, reason="ropes matter", expected_impact="one section more"
    )
    record = revision.apply(before, proposal, STANDARD, 0).record
    assert (record.trigger, record.reason, record.expected_impact) == (
        Trigger.SCOPE,
        "ropes matter",
        "one section more",
    )
    assert record.before == before
    assert ids(record.after.tasks) == ["1", "2", "3", "4"]
    assert (record.refused, record.left_out, record.counts, record.found_by) == ("", (), True, "1")


@pytest.mark.parametrize(
    ("limits", "so_far", "taken"),
    [(STANDARD, 1, True), (STANDARD, 2, False), (DEEP, 2, True), (DEEP, 3, False), (QUICK, 0, False)],
)
def test_the_number_of_revisions_is_capped(limits: Limits, so_far: int, taken: bool) -> None:
    plan = make_plan(make_task("1", status=DONE), make_task("2"))
    revised = revision.apply(plan, make_proposal(add=[ROPES]), limits, so_far)
    assert bool(revised.record.refused) is not taken
    assert revised.record.counts is taken


def test_drill_down_children_under_the_static_policy_are_not_capped_as_revisions() -> None:
    revised = revision.apply(plan_under_way(), make_proposal(add=[ROPES]), STANDARD, 99, RevisePolicy.STATIC)
    assert not revised.record.refused


@pytest.mark.parametrize(("top", "taken"), [(5, True), (6, False)])
def test_a_revision_past_the_top_tasks_is_refused_whole(top: int, taken: bool) -> None:
    plan = make_plan(*(make_task(str(n), status=DONE if n == 1 else PENDING) for n in range(1, top + 1)))
    revised = revision.apply(plan, make_proposal(add=[ROPES]), STANDARD, 0)
    assert bool(revised.record.refused) is not taken
    if not taken:
        assert revised.plan == plan == revised.record.after
        assert "top tasks" in revised.record.refused


@pytest.mark.parametrize(
    "question",
    ["What does the harbour crane lift?", "what does the HARBOUR crane lift", "Harbour crane: what does it lift?"],
)
def test_a_task_that_is_there_already_is_not_added(question: str) -> None:
    revised = revision.apply(
        plan_under_way(), make_proposal(add=[NewTask(question=question, importance=1.0)]), STANDARD, 0
    )
    assert "asks that already" in revised.record.refused


def test_a_proposal_that_repeats_itself_adds_one_task() -> None:
    revised = revision.apply(plan_under_way(), make_proposal(add=[ROPES, ROPES]), STANDARD, 0)
    assert ids(revised.plan.tasks) == ["1", "2", "3", "4"]
    assert len(revised.record.left_out) == 1


def test_what_is_not_worth_it_is_left_out_and_the_rest_is_taken() -> None:
    small = NewTask(question="Who paints the bollards?", importance=0.2)
    revised = revision.apply(plan_under_way(), make_proposal(add=[small, BRAKES]), STANDARD, 0)
    assert [task.question for task in revised.plan.tasks[3:]] == ["Who inspects the brakes?"]
    assert "0.2" in revised.record.left_out[0]


@pytest.mark.parametrize("status", [DONE, RUNNING, FAILED, SKIPPED])
def test_only_pending_tasks_change(status: TaskStatus) -> None:
    plan = make_plan(make_task("1", status=DONE), make_task("2", status=status))
    change = TaskChange(task="2", question="Who paints the bollards?", importance=1.0, priority=1)
    revised = revision.apply(plan, make_proposal(change=[change]), STANDARD, 0)
    assert revised.plan == plan
    assert "only pending tasks change" in revised.record.refused


def test_a_pending_task_can_be_skipped_moved_and_rewritten() -> None:
    changes = [
        TaskChange(task="2", skip=True, reason="answered by task 1"),
        TaskChange(task="3", priority=7, importance=0.3, question="How high is the tide?", depends_on=()),
    ]
    plan = revision.apply(plan_under_way(), make_proposal(change=changes), STANDARD, 0).plan
    assert (plan.task("2").status, plan.task("2").reason) == (SKIPPED, "answered by task 1")
    moved = plan.task("3")
    assert (moved.priority, moved.importance, moved.question) == (7, 0.3, "How high is the tide?")
    assert (moved.sub_questions, moved.depends_on) == (("How high is the tide?",), ())


@pytest.mark.parametrize(
    ("change", "taken"),
    [
        (TaskChange(task="1.1", question="How high is the tide?"), False),
        (TaskChange(task="1.1", depends_on=(Dependency(on="2"),)), False),
        (TaskChange(task="1.1", sub_questions=("How high is the tide?",)), False),
        (TaskChange(task="1.1", priority=9), True),
        (TaskChange(task="1.1", skip=True), True),
    ],
)
def test_text_and_edges_of_what_descends_from_a_finished_task_never_change(change: TaskChange, taken: bool) -> None:
    plan = make_plan(make_task("1", status=DONE), make_task("1.1"), make_task("2"))
    revised = revision.apply(plan, make_proposal(change=[change]), STANDARD, 0)
    assert bool(revised.record.refused) is not taken


def test_what_descends_from_a_pending_task_can_still_be_rewritten() -> None:
    plan = make_plan(make_task("1", status=DONE), make_task("2"), make_task("2.1"))
    change = TaskChange(task="2.1", question="How high is the tide?")
    assert (
        revision.apply(plan, make_proposal(change=[change]), STANDARD, 0).plan.task("2.1").question == change.question
    )


def test_a_new_dependency_that_closes_a_cycle_is_refused_and_recorded() -> None:
    change = TaskChange(task="2", depends_on=(Dependency(on="3"),))
    revised = revision.apply(
        plan_under_way(), make_proposal(change=[change], trigger=Trigger.NEW_DEPENDENCY), STANDARD, 0
    )
    assert "cycle" in revised.record.refused
    assert revised.plan == plan_under_way()


def test_new_tasks_may_depend_on_one_another_and_be_waited_for() -> None:
    ropes = ROPES.model_copy(update={"key": "ropes", "depends_on": (Dependency(on="1"),)})
    brakes = BRAKES.model_copy(update={"key": "brakes", "depends_on": (Dependency(on="ropes"),)})
    change = TaskChange(task="3", depends_on=(Dependency(on="2"), Dependency(on="brakes")))
    plan = revision.apply(plan_under_way(), make_proposal(add=[brakes, ropes], change=[change]), STANDARD, 0).plan
    assert plan.task("4").dependency_ids == ("5",)
    assert plan.task("5").dependency_ids == ("1",)
    assert plan.task("3").dependency_ids == ("2", "4")


def test_a_dependency_on_a_task_that_does_not_exist_is_refused() -> None:
    new = ROPES.model_copy(update={"depends_on": (Dependency(on="9"),)})
    assert "'9'" in revision.apply(plan_under_way(), make_proposal(add=[new]), STANDARD, 0).record.refused


def test_a_new_task_takes_subjects_and_lean_from_the_task_that_found_it() -> None:
    plan = make_plan(make_task("1", status=DONE, subjects=("Crane 3",), lean=Lean.EXTERNAL), make_task("2"))
    new = revision.apply(plan, make_proposal(add=[ROPES]), STANDARD, 0).plan.task("3")
    assert (new.subjects, new.lean, new.sub_questions) == (("Crane 3",), Lean.EXTERNAL, (ROPES.question,))
    assert new.rationale == "the finding names something else"


@pytest.mark.parametrize(
    ("proposal", "reason"),
    [
        (make_proposal(found_by="9", add=[ROPES]), "not in the plan"),
        (make_proposal(), "changes nothing"),
        (make_proposal(change=[TaskChange(task="9", skip=True)]), "not in the plan"),
    ],
)
def test_a_proposal_that_makes_no_sense_is_refused_and_recorded(proposal: RevisionProposal, reason: str) -> None:
    revised = revision.apply(plan_under_way(), proposal, STANDARD, 0)
    assert reason in revised.record.refused
    assert revised.plan == plan_under_way()


def test_a_simple_plan_is_never_revised() -> None:
    plan = make_plan(make_task("1", status=DONE), mode=Mode.SIMPLE)
    for policy in RevisePolicy:
        assert "simple" in revision.apply(plan, make_proposal(add=[ROPES]), DEEP, 0, policy).record.refused


def test_a_budget_that_is_nearly_spent_lets_tasks_be_skipped_but_not_added() -> None:
    plan = plan_under_way()
    assert revision.apply(plan, make_proposal(add=[ROPES]), STANDARD, 0, may_add=False).record.refused
    skipping = make_proposal(change=[TaskChange(task="2", skip=True)])
    assert not revision.apply(plan, skipping, STANDARD, 0, may_add=False).record.refused


def test_the_static_policy_changes_no_pending_task_and_says_so() -> None:
    proposal = make_proposal(add=[ROPES], change=[TaskChange(task="2", skip=True)])
    revised = revision.apply(plan_under_way(), proposal, STANDARD, 0, RevisePolicy.STATIC)
    assert revised.plan.task("2").status is PENDING
    assert any("static" in reason for reason in revised.record.left_out)


def test_under_the_static_policy_what_has_no_room_is_named() -> None:
    plan = make_plan(make_task("1", status=DONE), make_task("1.1"), make_task("1.2"), make_task("2"))
    revised = revision.apply(plan, make_proposal(add=[ROPES, BRAKES]), STANDARD, 0, RevisePolicy.STATIC)
    assert ids(revised.plan.tasks)[-1] == "1.3"
    assert any("no room" in reason for reason in revised.record.left_out)


def test_in_a_run_with_several_plans_a_new_task_joins_the_plan_that_found_it() -> None:
    plan = make_plan(make_task("A/1"), make_task("A/2"), make_task("B/1", status=DONE, question="Why is it red?"))
    revised = revision.apply(plan, make_proposal(found_by="B/1", add=[ROPES]), STANDARD, 0)
    assert ids(revised.plan.tasks) == ["A/1", "A/2", "B/1", "B/2"]


@pytest.mark.parametrize(
    "change",
    [
        TaskChange(task="3", question="What else do mussels do?"),
        TaskChange(task="3", depends_on=(Dependency(on="1"), Dependency(on="2"))),
    ],
)
def test_text_and_edges_of_what_depends_on_a_finished_task_never_change(change: TaskChange) -> None:
    plan = make_plan(make_task("1", status=DONE), make_task("2"), make_task("3", "1"), make_task("4", "3"))
    revised = revision.apply(plan, make_proposal(change=[change]), STANDARD, 0)
    assert revised.plan == plan
    assert "comes after task 1, which is finished" in revised.record.refused
    further = change.model_copy(update={"task": "4"})
    assert revision.apply(plan, make_proposal(change=[further]), STANDARD, 0).record.refused, "further down as well"
    moved = TaskChange(task="3", priority=4, importance=0.9)
    assert revision.apply(plan, make_proposal(change=[moved]), STANDARD, 0).plan.task("3").priority == 4
