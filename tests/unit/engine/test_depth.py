"""Whether a finding is dug into: both sides of every threshold, and a reason in every case."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import Limits
from fathoms.domain.evidence import ConflictStatus, Severity
from fathoms.domain.plan import Mode
from fathoms.domain.report import Depth, Paragraph, Statement, WhyUndug
from fathoms.domain.thread import SubQuestion, SubQuestionStatus
from fathoms.engine.plan import depth
from tests.plan_making import (
    DEEP,
    DONE,
    QUICK,
    STANDARD,
    ids,
    make_conflict,
    make_finding,
    make_plan,
    make_task,
)

AREAS = ("What ropes hold it?", "Who inspects its brakes?")


@pytest.mark.parametrize(("importance", "dug"), [(0.69, False), (0.70, True), (0.71, True)])
def test_a_superficial_finding_is_dug_into_from_importance_seven_tenths_on(importance: float, dug: bool) -> None:
    task = make_task("1", status=DONE, importance=importance)
    born = depth.drill_down(make_plan(task), task, make_finding(task, areas=AREAS), (), STANDARD)
    assert bool(born) is dug


@pytest.mark.parametrize(("verdict", "dug"), [(Depth.SUPERFICIAL, True), (Depth.ADEQUATE, False), (Depth.DEEP, False)])
def test_only_a_superficial_finding_is_dug_into(verdict: Depth, dug: bool) -> None:
    task = make_task("1", status=DONE, importance=1.0)
    decision = depth.decide(make_plan(task), task, make_finding(task, verdict, AREAS), (), STANDARD)
    assert decision.dig is dug
    assert decision.reason


@pytest.mark.parametrize(
    ("limits", "level", "dug"),
    [(STANDARD, 1, True), (STANDARD, 2, False), (DEEP, 2, True), (DEEP, 3, False), (QUICK, 1, False)],
)
def test_the_last_level_is_judged_but_not_deepened(limits: Limits, level: int, dug: bool) -> None:
    lineage = [make_task(".".join("1" * n), status=DONE, importance=1.0) for n in range(1, level + 1)]
    task = lineage[-1]
    decision = depth.decide(make_plan(*lineage), task, make_finding(task, areas=AREAS), (), limits)
    assert decision.dig is dug
    assert dug or "last" in decision.reason


@pytest.mark.parametrize(
    ("severity", "status", "dug"),
    [
        (Severity.HIGH, ConflictStatus.OPEN, True),
        (Severity.MEDIUM, ConflictStatus.OPEN, False),
        (Severity.HIGH, ConflictStatus.RESOLVED, False),
    ],
)
def test_an_open_severe_conflict_is_dug_into_whatever_the_importance(
    severity: Severity, status: ConflictStatus, dug: bool
) -> None:
    task = make_task("1", status=DONE, importance=0.1)
    finding = make_finding(task, Depth.DEEP)
    born = depth.drill_down(make_plan(task), task, finding, [make_conflict(severity, status)], STANDARD)
    assert bool(born) is dug
    if dug:
        assert "the length of the quay" in born[0].question
        assert "120 metres" in born[0].question


def test_a_conflict_that_the_section_weighs_in_one_sentence_is_not_dug_into() -> None:
    task = make_task("1", status=DONE, importance=0.9)
    apart = (Statement(text="120 metres.", facts=("f-1",)), Statement(text="90 metres.", facts=("f-2",)))
    both = Statement(text="One page has 120 metres, another 90.", facts=("f-1", "f-2"))
    for said, dug in ((apart, True), ((both,), False)):
        finding = make_finding(task, Depth.DEEP, paragraphs=(Paragraph(statements=said),))
        assert bool(depth.drill_down(make_plan(task), task, finding, [make_conflict()], STANDARD)) is dug


def test_a_statement_that_several_contradict_is_asked_about_once() -> None:
    task, other = make_task("1", status=DONE, importance=0.9), make_task("2", status=DONE, importance=0.9)
    first = make_conflict()
    second = make_conflict().model_copy(update={"left": "f-3", "left_says": "The quay is 70 metres long."})
    apart = second.model_copy(update={"right": "f-4", "right_says": "The quay is 80 metres long."})
    finding = make_finding(task, Depth.DEEP)
    plan = make_plan(task, other)
    assert len(depth.decide(plan, task, finding, [first, second], STANDARD).areas) == 1
    assert len(depth.decide(plan, task, finding, [first, apart], STANDARD).areas) == 2
    grown = make_plan(task, other, *depth.drill_down(plan, task, finding, [first], STANDARD))
    assert depth.decide(grown, other, make_finding(other, Depth.DEEP), [second, apart], STANDARD).areas == (
        depth.settling(apart, other),
    )


def test_a_conflict_comes_before_the_areas_of_the_verdict() -> None:
    task = make_task("1", status=DONE, importance=0.9)
    born = depth.drill_down(make_plan(task), task, make_finding(task, areas=AREAS), [make_conflict()], STANDARD)
    assert [t.id for t in born] == ["1.1", "1.2", "1.3"]
    assert born[0].question.startswith("Which is right")


def test_a_section_on_a_conflict_is_headed_by_what_it_is_about() -> None:
    task = make_task("1", status=DONE)
    (born,) = depth.drill_down(make_plan(task), task, make_finding(task, Depth.DEEP), [make_conflict()], STANDARD)
    assert born.focus == "Which is right about the length of the quay"
    task = make_task("1", status=DONE, question="岸壁の長さは何メートルですか。")
    (born,) = depth.drill_down(make_plan(task), task, make_finding(task, Depth.DEEP), [make_conflict()], STANDARD)
    assert born.focus == "the length of the quayについて"


def test_a_conflict_in_a_japanese_task_is_asked_about_in_japanese() -> None:
    task = make_task("1", status=DONE, question="岸壁の長さは何メートルですか。")
    decision = depth.decide(make_plan(task), task, make_finding(task, Depth.DEEP), [make_conflict()], STANDARD)
    assert decision.areas[0].endswith("どちらが正しいか。")


def test_a_long_quote_is_shortened_in_the_question_that_should_settle_it() -> None:
    long = make_conflict().model_copy(update={"left_says": "word " * 200})
    task = make_task("1", status=DONE)
    decision = depth.decide(make_plan(task), task, make_finding(task, Depth.DEEP), [long], STANDARD)
    assert len(decision.areas[0]) < 3 * depth.LONGEST_SIDE


def test_a_simple_plan_is_never_drilled() -> None:
    task = make_task("1", status=DONE, importance=1.0)
    plan = make_plan(task, mode=Mode.SIMPLE)
    decision = depth.decide(plan, task, make_finding(task, areas=AREAS), [make_conflict()], DEEP)
    assert not decision.dig
    assert "simple" in decision.reason


def test_a_budget_that_is_nearly_spent_forbids_a_drill_down() -> None:
    task = make_task("1", status=DONE, importance=1.0)
    decision = depth.decide(make_plan(task), task, make_finding(task, areas=AREAS), (), STANDARD, may_drill=False)
    assert not decision.dig
    assert "budget" in decision.reason


def test_without_areas_the_open_sub_questions_are_dug_into() -> None:
    task = make_task("1", status=DONE, importance=1.0)
    subs = (
        SubQuestion(id="q1", text="What ropes hold it?"),
        SubQuestion(id="q2", text="Who paints it?", status=SubQuestionStatus.ANSWERED),
    )
    born = depth.drill_down(make_plan(task), task, make_finding(task, sub_questions=subs), (), STANDARD)
    assert [t.question for t in born] == ["What ropes hold it?"]


def test_nothing_to_dig_into_is_said() -> None:
    task = make_task("1", status=DONE, importance=1.0)
    decision = depth.decide(make_plan(task), task, make_finding(task), (), STANDARD)
    assert not decision.dig
    assert "nothing was named" in decision.reason


@pytest.mark.parametrize(("others", "children"), [(7, 2), (8, 1), (9, 0)])
def test_children_stop_at_the_tasks_that_the_effort_allows(others: int, children: int) -> None:
    task = make_task("1", status=DONE, importance=1.0)
    rest = [make_task(f"2.{n}", parent=None, level=1) for n in range(1, others + 1)]
    born = depth.drill_down(make_plan(task, *rest), task, make_finding(task, areas=AREAS), (), STANDARD)
    assert len(born) == children


def test_a_plan_of_five_tasks_grows_to_seven() -> None:
    tasks = [make_task(str(n), status=DONE if n == 2 else "pending", importance=0.8) for n in range(1, 6)]
    plan = make_plan(*tasks)
    task = plan.task("2")
    born = depth.drill_down(plan, task, make_finding(task, areas=AREAS), (), STANDARD)
    assert ids(born) == ["2.1", "2.2"]


FOUR = (*AREAS, "How old is it?", "Where does it stand?")


@pytest.mark.parametrize(
    ("importance", "limits", "may_drill", "why"),
    [
        (0.69, STANDARD, True, WhyUndug.UNIMPORTANT),
        (0.9, QUICK, True, WhyUndug.LAST_LEVEL),
        (0.9, STANDARD, False, WhyUndug.BUDGET),
    ],
)
def test_an_area_that_is_not_dug_into_is_kept_with_the_reason(
    importance: float, limits: Limits, may_drill: bool, why: WhyUndug
) -> None:
    task = make_task("1", status=DONE, importance=importance)
    decision = depth.decide(make_plan(task), task, make_finding(task, areas=AREAS), (), limits, may_drill=may_drill)
    assert [(left.area, left.why) for left in decision.left] == [(area, why) for area in AREAS]


def test_a_fourth_area_is_named() -> None:
    task = make_task("1", status=DONE, importance=0.9)
    decision = depth.decide(make_plan(task), task, make_finding(task, areas=FOUR), (), STANDARD)
    assert [(left.area, left.why) for left in decision.left] == [("Where does it stand?", WhyUndug.NO_ROOM)]


def test_what_is_deep_enough_leaves_nothing_undug() -> None:
    task = make_task("1", status=DONE, importance=0.9)
    assert depth.decide(make_plan(task), task, make_finding(task, Depth.ADEQUATE, FOUR), (), STANDARD).left == ()
