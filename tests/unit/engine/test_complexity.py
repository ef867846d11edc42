"""Simple or complex, decided by code, for every mind."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Lean, Mode, Strategy
from fathoms.engine.plan import complexity, folding
from fathoms.engine.plan.complexity import Signal
from fathoms.ports.mind import PlanRequest
from tests.plan_making import make_plan, make_task
from tests.thread_making import make_brief

EXAMPLES = Path(__file__).parents[3] / "examples"
QUICK = EFFORT_LIMITS[Effort.QUICK]


def mode(question: str, effort: Effort = Effort.STANDARD) -> Mode:
    return complexity.mode_of(complexity.signals(question, ()), question, effort)


@pytest.mark.parametrize(
    "name",
    [
        "planning_questions",
        "planning_questions_heldout",
        "planning_modes",
        "planning_modes_later",
        "planning_modes_once",
    ],
)
def test_nine_of_ten_prompts_are_taken_as_they_are_meant(name: str) -> None:
    rows = tomllib.loads((EXAMPLES / f"{name}.toml").read_text("utf-8"))["question"]
    asked = [row for row in rows if row["expect"] != "infeasible"]
    wrong = [row["question"] for row in asked if mode(row["question"]) != row["expect"]]
    assert len(wrong) <= len(asked) / 10, wrong


@pytest.mark.parametrize("signal", sorted(complexity.DECISIVE))
def test_each_of_these_decides_alone(signal: Signal) -> None:
    assert complexity.mode_of([signal], "How does it work?", Effort.QUICK) is Mode.COMPLEX


def test_the_rest_decides_together_and_the_user_says_how_many_it_takes() -> None:
    one, two = [Signal.DEEP], [Signal.DEEP, Signal.LENGTH]
    assert complexity.mode_of(one, "What is it?", Effort.STANDARD) is Mode.SIMPLE
    assert complexity.mode_of(two, "What is it?", Effort.STANDARD) is Mode.COMPLEX
    assert complexity.mode_of(one, "What is it?", Effort.STANDARD, together=1) is Mode.COMPLEX
    assert complexity.mode_of(two, "What is it?", Effort.STANDARD, together=3) is Mode.SIMPLE


@pytest.mark.parametrize("effort", [Effort.DEEP, Effort.EXHAUSTIVE])
def test_a_thorough_effort_takes_all_but_a_single_fact_as_complex(effort: Effort) -> None:
    assert mode("How does a heat pump work?", effort) is Mode.COMPLEX
    assert mode("Who painted the ceiling of the Sistine Chapel?", effort) is Mode.SIMPLE
    assert mode("富士山の標高は何メートルですか。", effort) is Mode.SIMPLE


def test_the_user_s_word_goes_before_every_signal() -> None:
    both = [Signal.COMPARISON, Signal.SEVERAL]
    assert complexity.mode_of(both, "Which?", Effort.EXHAUSTIVE, asked=Mode.SIMPLE) is Mode.SIMPLE
    assert complexity.mode_of([], "Who?", Effort.QUICK, asked=Mode.COMPLEX) is Mode.COMPLEX


def test_two_tasks_with_evidence_of_their_own_are_a_judgement_and_one_that_draws_on_others_is_not() -> None:
    one, other = make_task("1"), make_task("2")
    assert complexity.judged([one, other]) == (Signal.JUDGEMENT,)
    assert complexity.judged([one, other.model_copy(update={"lean": Lean.TASKS})]) == ()
    assert complexity.judged([one], broad=True) == (Signal.JUDGEMENT,)


def test_documents_and_web_together_are_a_signal() -> None:
    kinds = {SourceKind.INTERNAL, SourceKind.EXTERNAL}
    assert Signal.BOTH_WORLDS in complexity.signals("What is it?", kinds)


def test_a_plan_that_is_to_be_simple_keeps_every_planned_question() -> None:
    plan = make_plan(make_task("1", question="What does it cost?"), make_task("2", question="Who pays?"))
    one = complexity.as_one(plan, make_brief())
    assert (one.mode, one.strategy, len(one.tasks)) == (Mode.SIMPLE, Strategy.SINGLE, 1)
    assert one.tasks[0].sub_questions == ("What does it cost?", "Who pays?")


def test_what_exceeds_the_cap_is_asked_within_the_nearest_task_and_told() -> None:
    plan = make_plan(
        make_task("1", question="What does the cable cost?", importance=0.9),
        make_task("2", question="Who lays the cable?", importance=0.2),
        make_task("3", question="What do porpoises hear?", importance=0.9),
        make_task("4", "2", question="What does the battery cost?", importance=0.9),
    )
    folded, told = folding.fold(plan, QUICK)
    assert [task.id for task in folded.tasks] == ["1", "2", "3"]
    assert [(one.kept, one.question) for one in told] == [("1", "Who lays the cable?")]
    assert "Who lays the cable?" in folded.tasks[0].sub_questions
    assert folded.tasks[2].dependency_ids == ("1",)
    assert "Who lays the cable?" in folded.approach


def test_a_plan_within_the_cap_is_left_as_it_is() -> None:
    plan = make_plan(make_task("1"), make_task("2"))
    assert folding.fold(plan, QUICK) == (plan, ())


def test_code_settles_the_mode_of_a_plan_whoever_made_it() -> None:
    brief = make_brief(Effort.STANDARD).model_copy(update={"question": "What did the quay cost?"})
    several = make_plan(make_task("1"), make_task("2"), make_task("3"))
    request = PlanRequest(brief=brief)
    assert complexity.settled(several, request).signals == (Signal.JUDGEMENT,)
    assert len(complexity.settled(several, request).tasks) == 3
    wanted_simple = complexity.settled(several, PlanRequest(brief=brief, mode=Mode.SIMPLE))
    assert (wanted_simple.mode, len(wanted_simple.tasks)) == (Mode.SIMPLE, 1)
    alone = complexity.settled(make_plan(make_task("1")), request)
    assert alone.mode is Mode.SIMPLE
