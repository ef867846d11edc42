"""Fitting drafts to what the effort allows: own ideas go, the user's questions share a task."""

from __future__ import annotations

from dataclasses import replace

import pytest

from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.plan import Lean, Plan, Strategy
from fathoms.engine.plan import rules as plan_rules
from fathoms.minds.extractive.plan.agreement import filled, is_plural
from fathoms.minds.extractive.plan.briefing import make_brief
from fathoms.minds.extractive.plan.drafts import Draft, fitted, tasks_of
from fathoms.minds.extractive.plan.planning import make_plan
from fathoms.ports.mind import BriefRequest, PlanRequest


def draft(key: str, *needs: str, asked: bool = True, keep: int = 5, importance: float = 0.6) -> Draft:
    return Draft(
        key=key,
        question=f"What is {key}?",
        focus=key,
        rationale="",
        needs=needs,
        asked=asked,
        keep=keep,
        importance=importance,
    )


def plan_of(question: str, effort: Effort = Effort.STANDARD, rejected: tuple[str, ...] = ()) -> Plan:
    limits = EFFORT_LIMITS[effort]
    brief = make_brief(BriefRequest(question=question, effort=effort, limits=limits))
    return make_plan(PlanRequest(brief=brief, rejected=rejected))


def test_what_fits_stays_as_it_is() -> None:
    drafts = [draft("a"), draft("b", "a")]
    assert fitted(drafts, 2) == drafts


def test_an_idea_of_our_own_goes_before_any_question_of_the_user() -> None:
    kept = fitted([draft("a", keep=1), draft("ours", asked=False, keep=9), draft("b", "ours", keep=1)], 2)
    assert [one.key for one in kept] == ["a", "b"]
    assert kept[1].needs == ()


def test_questions_beyond_the_limit_share_a_task_and_are_all_there() -> None:
    kept = fitted([draft("a"), draft("b"), draft("c"), draft("d")], 2)
    assert [sub for one in kept for sub in (one.subs or (one.question,))] == [f"What is {key}?" for key in "abcd"]


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_what_waited_for_a_joined_task_waits_for_the_joint_one(limit: int) -> None:
    kept = fitted([draft("a"), draft("b"), draft("c", "a", "b"), draft("d", "c")], limit)
    tasks = tasks_of(kept, only_internal=True)
    assert len(tasks) == limit
    assert plan_rules.problems(Plan(tasks=tasks)) == ()


def test_what_is_stressed_shares_its_task_last() -> None:
    kept = fitted([draft("a"), draft("b", importance=1.0), draft("c"), draft("d")], 3)
    assert [one.key for one in kept] == ["a", "b", "c"]
    assert kept[1].subs == ()


def test_a_joint_task_leans_on_both_when_its_halves_lean_apart() -> None:
    apart = [replace(draft("a"), lean=Lean.INTERNAL), replace(draft("b"), lean=Lean.EXTERNAL)]
    (joint,) = fitted(apart, 1)
    assert joint.lean is Lean.BOTH


@pytest.mark.parametrize("effort", list(Effort))
@pytest.mark.parametrize(
    "question",
    [
        "Who built the quay? When was it opened? What did it cost? Who owns it? How deep is it? Who uses it? How old?",
        "Compare Kittlehead, Skarrow, Marlock and Oban in cost, and which should we choose?",
        "Describe the history, cost, output, staff and risks of the array.",
    ],
)
def test_no_question_of_the_user_is_lost_at_any_effort(question: str, effort: Effort) -> None:
    plan = plan_of(question, effort)
    assert plan_rules.problems(plan, EFFORT_LIMITS[effort]) == ()
    told = " ".join((*(t.question for t in plan.tasks), *(s for t in plan.tasks for s in t.sub_questions)))
    for word in ("opened", "cost", "owns", "deep", "uses", "old", "Oban", "choose", "staff", "risks"):
        assert word not in question or word in told


def test_a_rejected_plan_is_followed_by_the_same_questions_without_dependencies() -> None:
    question = "Compare A and B in cost and output."
    first, second = plan_of(question), plan_of(question, rejected=("a cycle",))
    assert [task.question for task in second.tasks] == [task.question for task in first.tasks]
    assert [task.sub_questions for task in second.tasks] == [task.sub_questions for task in first.tasks]
    assert all(not task.depends_on for task in second.tasks)
    assert plan_of(question, rejected=("a cycle", "again")).strategy is Strategy.SINGLE


@pytest.mark.parametrize(
    ("name", "plural"),
    [
        ("heat pumps", True),
        ("solid-state batteries", True),
        ("limits of the array", True),
        ("the array of turbines", False),
        ("the 2008 financial crisis", False),
        ("electronics in Japan", False),
        ("glass", False),
        ("Skarrow Narrows", False),
    ],
)
def test_a_plural_is_told_by_the_head_of_its_phrase(name: str, plural: bool) -> None:
    assert is_plural(name) is plural


def test_the_verb_agrees_with_what_it_is_about() -> None:
    assert filled("How does {} work?", "heat pumps") == "How do heat pumps work?"
    assert filled("How does {} work?", "a heat pump") == "How does a heat pump work?"
    assert filled("{}とは何か。", "heat pumps") == "heat pumpsとは何か。"
