"""Planning as a user meets it: the real command, its plan, what starts it, and what becomes of it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.learning import RoundSample, ThreadSample
from fathoms.domain.plan import Mode, Strategy
from fathoms.domain.run import AUTHORISATION
from fathoms.domain.thread import Phase
from tests.command_line import Cli
from tests.unit.cli.conftest import write_docs
from tests.unit.cli.test_at_a_terminal import Terminal

QUESTION = "How many turbines has the array, and what did it cost?"
TOO_WIDE = (
    "Compare the cost, output, history, staff, noise and upkeep of the array, the ferry, the battery and the cable."
)


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return write_docs(tmp_path / "docs")


def events(cli: Cli, run: str = "last") -> list[dict[str, object]]:
    told: list[dict[str, object]] = json.loads(cli("show", run, "--events", "--json").out)
    return told


def bodies(cli: Cli, kind: str, run: str = "last") -> list[dict[str, object]]:
    found = [event["body"] for event in events(cli, run)]
    return [body for body in found if isinstance(body, dict) and body["type"] == kind]


# What starts a run


@pytest.mark.parametrize("phrase", ["no", "Authorized to execute!"])
def test_at_a_terminal_any_other_phrase_starts_nothing(phrase: str, docs: Path, cli: Cli) -> None:
    at = Terminal("ask", QUESTION, "--docs", docs)
    at.until(f"type: {AUTHORISATION}")
    at.type(f"{phrase}\n")
    assert at.end() == 7
    assert "nothing was started" in at.shown
    assert {event["body"]["type"] for event in events(cli)} == {"plan.proposed"}  # type: ignore[index]


def test_without_a_terminal_and_without_yes_the_verdict_is_printed_and_nothing_starts(docs: Path, cli: Cli) -> None:
    outcome = cli("ask", QUESTION, "--docs", docs)
    assert outcome.code == 7
    assert "Verdict   feasible: 1 task" in outcome.out
    assert bodies(cli, "run.started") == []


# What is asked back


def test_a_vague_question_is_asked_about_at_a_terminal_and_planned_with_the_answer(docs: Path, cli: Cli) -> None:
    at = Terminal("ask", "How much did it cost?", "--docs", docs)
    at.until("What is it about?")
    at.type("the array\n")
    at.until(f"type: {AUTHORISATION}")
    assert "How much did the array cost?" in at.shown
    at.type(f"{AUTHORISATION}\n")
    assert at.end() == 0
    assert "118 million marks" in at.shown
    assert [body["answer"] for body in bodies(cli, "question.clarified")] == ["the array"]
    assert len(bodies(cli, "plan.proposed")) == 2, "refused at first, planned with the answer"


def test_an_empty_answer_passes_the_question_over_and_the_refusal_stands(docs: Path) -> None:
    at = Terminal("ask", "What should we do?", "--docs", docs)
    at.until("What is it about?")
    at.type("\n")
    assert at.end() == 9
    assert "not feasible as it stands" in at.shown


def test_without_a_terminal_the_questions_are_printed_with_the_verdict(docs: Path, cli: Cli) -> None:
    outcome = cli("ask", "How much did it cost?", "--docs", docs)
    assert outcome.code == 9
    assert "? What is it about? (" in outcome.out
    assert "--answer TEXT" in outcome.err


def test_an_answer_given_beforehand_enters_the_brief(docs: Path, cli: Cli) -> None:
    offer = json.loads(cli("plan", "How much did it cost?", "--docs", docs, "--answer", "the array", "--json").out)
    assert offer["verdict"]["feasible"] is True
    assert offer["verdict"]["questions"] == []
    assert offer["brief"]["question"] == "How much did the array cost?"
    assert [said["answer"] for said in offer["brief"]["clarified"]] == ["the array"]


def test_an_answer_that_nobody_asked_for_is_an_error(docs: Path, cli: Cli) -> None:
    sharp = cli("plan", "How much did the array cost?", "--docs", docs, "--answer", "the ferry")
    assert sharp.code == 2
    assert "nothing is asked about this question that 'the ferry' could answer" in sharp.err
    one_too_many = cli("plan", "How much did it cost?", "--docs", docs, "--answer", "the array", "--answer", "a ship")
    assert one_too_many.code == 2
    assert "'a ship'" in one_too_many.err


def test_two_of_one_name_are_asked_about_and_the_answer_changes_the_plan(docs: Path, cli: Cli) -> None:
    (docs / "a.md").write_text("# Maren Holloway\n\n## Role\n\nMaren Holloway leads the yard.\n")
    (docs / "b.md").write_text("# Maren Halloway\n\n## Role\n\nMaren Halloway counts seals.\n")
    question = "What does Maren do?"
    first = json.loads(cli("plan", question, "--docs", docs, "--json").out)
    (asked,) = first["verdict"]["questions"]
    assert set(asked["options"]) == {"Maren Holloway", "Maren Halloway"}
    second = json.loads(cli("plan", question, "--docs", docs, "--answer", "Maren Halloway", "--json").out)
    assert [subject["name"] for subject in second["brief"]["subjects"]] == ["Maren Halloway"]
    assert [subject["name"] for subject in first["brief"]["subjects"]] == ["Maren"]
    assert "Maren Halloway" in second["plan"]["tasks"][0]["question"]


def test_a_sharp_question_is_not_asked_about(docs: Path, cli: Cli) -> None:
    assert json.loads(cli("plan", QUESTION, "--docs", docs, "--json").out)["verdict"]["questions"] == []


# The mode and the limits


def test_the_user_says_whether_a_question_is_taken_apart(docs: Path, cli: Cli) -> None:
    def mode(*words: str) -> str:
        return str(
            json.loads(cli("plan", "Who built the array?", "--docs", docs, "--json", *words).out)["plan"]["mode"]
        )

    assert (mode(), mode("--mode", "complex"), mode("--mode", "simple")) == ("simple", "complex", "simple")


def test_each_limit_is_set_alone_within_its_ceiling(docs: Path, cli: Cli) -> None:
    words = ("--levels", "3", "--tasks", "4", "--rounds", "7", "--revisions", "0", "--top-k", "2")
    brief = json.loads(cli("plan", QUESTION, "--docs", docs, "--json", *words).out)["brief"]
    alone = {"top_tasks": 4, "levels": 3, "rounds": 7, "revisions": 0, "tasks": 4, "documents": 2}
    assert {name: brief["limits"][name] for name in alone} == alone
    assert cli("plan", QUESTION, "--docs", docs, "--levels", "4").code == 2


def test_the_threshold_of_the_mode_is_set_with_the_question(docs: Path, cli: Cli) -> None:
    question = "Explain in detail how the array was built"  # deep wording and an open request: two signs

    def mode(*words: str) -> str:
        return str(json.loads(cli("plan", question, "--docs", docs, "--json", *words).out)["plan"]["mode"])

    assert (mode("--mode-signals", "2"), mode("--mode-signals", "3")) == ("complex", "simple")
    assert [cli("plan", question, "--docs", docs, "--mode-signals", n).code for n in ("0", "10")] == [2, 2]


# Several questions at once


def test_several_questions_are_as_many_plans_side_by_side_and_one_report(docs: Path, cli: Cli) -> None:
    words = ("--also", "How much did the array cost?", "--docs", docs)
    offer = json.loads(cli("plan", "Who built the array?", *words, "--json").out)
    assert {task["id"].partition("/")[0] for task in offer["plan"]["tasks"]} == {"A", "B"}
    assert offer["brief"]["question"] == "Who built the array? How much did the array cost?"
    outcome = cli("ask", "Who built the array?", *words, "--yes")
    assert outcome.code == 0
    assert "118 million marks" in outcome.out


def test_a_file_of_questions_is_asked_line_by_line(docs: Path, tmp_path: Path, cli: Cli) -> None:
    listed = tmp_path / "questions.txt"
    listed.write_text("# for the board\nWho built the array?\n\nHow much did the array cost?\n", encoding="utf-8")
    offer = json.loads(cli("plan", "--questions", listed, "--docs", docs, "--json").out)
    assert {task["id"].partition("/")[0] for task in offer["plan"]["tasks"]} == {"A", "B"}
    assert cli("plan", "--questions", tmp_path / "none.txt", "--docs", docs).code == 2


def test_of_several_questions_the_one_that_is_refused_is_named(docs: Path, cli: Cli) -> None:
    outcome = cli("plan", "Who built the array?", "--also", "Explain the universe", "--docs", docs)
    assert outcome.code == 9
    assert "“Explain the universe”" in outcome.out


# Too wide


@pytest.mark.parametrize(
    ("question", "field"),
    [("Explain the universe", "universe"), ("再生可能エネルギーについて教えてください。", "再生可能エネルギー")],
)
def test_a_boundless_subject_is_narrowed_to_questions_on_that_subject(
    question: str, field: str, docs: Path, cli: Cli
) -> None:
    outcome = cli("plan", question, "--docs", docs)
    assert outcome.code == 9
    splits = [line.strip(" -") for line in outcome.out.splitlines() if line.startswith("  - ")]
    assert len(splits) > 1
    assert all(field in split for split in splits)


def test_nothing_but_the_subject_that_was_asked_is_offered_in_its_place(docs: Path, cli: Cli) -> None:
    asked = json.loads(cli("plan", "Explain the universe", "--docs", docs, "--json").out)["verdict"]["questions"]
    assert [one["options"] for one in asked] == [[]]


@pytest.mark.parametrize(
    ("question", "told"), [("What did Nokia pay?", True), ("Who built the array?", False), ("Who is the pilot?", False)]
)
def test_a_subject_that_no_document_names_is_told_before_anything_is_searched(
    question: str, told: bool, docs: Path, cli: Cli
) -> None:
    outcome = cli("plan", question, "--docs", docs)
    assert outcome.code == 0
    assert ("no document names Nokia" in outcome.out) is told


def test_a_question_that_is_too_wide_is_refused_with_questions_that_are_not(docs: Path, cli: Cli) -> None:
    outcome = cli("ask", TOO_WIDE, "--docs", docs, "--yes")
    assert outcome.code == 9
    assert "not feasible as it stands" in outcome.out
    splits = [line.strip(" -") for line in outcome.out.splitlines() if line.startswith("  - ")]
    assert len(splits) == 4
    for split in splits:
        assert cli("plan", split, "--docs", docs).code == 0


def test_split_in_parts_it_is_a_plan_for_each_and_one_report(docs: Path, cli: Cli) -> None:
    outcome = cli("ask", TOO_WIDE, "--docs", docs, "--yes", "--split")
    assert outcome.code == 0
    (started,) = bodies(cli, "run.started")
    tasks = [task["id"] for task in started["plan"]["tasks"]]  # type: ignore[index]
    assert {task.partition("/")[0] for task in tasks} == {"A", "B", "C", "D", "E"}
    (proposed,) = bodies(cli, "plan.proposed")
    assert proposed["verdict"]["questions"] == [], "nothing has to be left out"  # type: ignore[index]
    assert "A/1" in tasks
    assert "B/1" in tasks
    assert len(bodies(cli, "report.written")) == 1
    assert outcome.out.count("\n# ") == 1
    assert f"# {TOO_WIDE}" in outcome.out


def test_a_split_is_offered_where_its_parts_ask_all_of_the_question(docs: Path, cli: Cli) -> None:
    assert "--split researches them side by side" in cli("plan", TOO_WIDE, "--docs", docs).out
    boundless = cli("plan", "Explain the universe", "--docs", docs)
    assert "--split" not in boundless.out


@pytest.mark.parametrize(
    ("question", "code", "said"),
    [("Explain the universe", 9, "a split does not help"), ("Who built the array?", 0, "it is not split")],
)
def test_where_a_split_does_not_help_that_is_said(question: str, code: int, said: str, docs: Path, cli: Cli) -> None:
    outcome = cli("plan", question, "--docs", docs, "--split")
    assert outcome.code == code
    assert said in outcome.out


def test_split_plans_have_criteria_of_their_own_and_a_task_that_tells_them_together(docs: Path, cli: Cli) -> None:
    offer = json.loads(cli("plan", TOO_WIDE, "--docs", docs, "--split", "--json").out)
    asked = " ".join(criterion["text"] for criterion in offer["brief"]["criteria"])
    assert all(split in asked for split in offer["verdict"]["splits"])
    *parts, whole = offer["plan"]["tasks"]
    assert (whole["id"], whole["kind"], whole["question"]) == ("E/1", "synthesis", TOO_WIDE)
    assert {edge["on"] for edge in whole["depends_on"]} == {task["id"] for task in parts}
    assert {name["name"] for name in offer["brief"]["subjects"]} >= {"array", "ferry", "battery", "cable"}
    assert offer["verdict"]["estimate"]["tasks"] == len(offer["plan"]["tasks"])


# A plan that the user hands over


def plan_file(folder: Path, *tasks: str) -> Path:
    path = folder / "plan.toml"
    path.write_text("\n".join(f"[[task]]\n{task}" for task in tasks))
    return path


def test_a_sound_suggested_plan_is_adopted_as_it_is(docs: Path, tmp_path: Path, cli: Cli) -> None:
    suggested = plan_file(
        tmp_path,
        'id = "1"\nquestion = "How many turbines has the array?"',
        'id = "2"\nquestion = "What did the array cost?"\ndepends_on = ["1"]\nimportance = 0.9',
    )
    offer = json.loads(cli("plan", QUESTION, "--docs", docs, "--plan", suggested, "--json").out)
    assert [(task["id"], task["importance"]) for task in offer["plan"]["tasks"]] == [("1", 0.5), ("2", 0.9)]
    assert [body["verdict"] for body in bodies(cli, "plan.suggested")] == ["adopted"]


def test_a_suggested_plan_that_is_too_large_is_adapted_and_what_is_left_out_is_told(
    docs: Path, tmp_path: Path, cli: Cli
) -> None:
    words = ("turbines", "ferry", "cost", "cars", "marks", "age", "crane", "cable")
    suggested = plan_file(tmp_path, *(f'id = "{n}"\nquestion = "What about the {w}?"' for n, w in enumerate(words, 1)))
    offer = json.loads(cli("plan", QUESTION, "--docs", docs, "--plan", suggested, "--json").out)
    assert [task["id"] for task in offer["plan"]["tasks"]] == ["1", "2", "3", "4", "5", "6"]
    (told,) = bodies(cli, "plan.suggested")
    assert told["verdict"] == "adapted"
    assert "left out: 7, 8" in str(told["reason"])


def test_a_broken_suggested_plan_is_refused_with_the_reason_and_another_made(
    docs: Path, tmp_path: Path, cli: Cli
) -> None:
    suggested = plan_file(
        tmp_path,
        'id = "1"\nquestion = "How many turbines?"\ndepends_on = ["2"]',
        'id = "2"\nquestion = "What did it cost?"\ndepends_on = ["1"]',
    )
    offer = json.loads(cli("plan", QUESTION, "--docs", docs, "--plan", suggested, "--json").out)
    (told,) = bodies(cli, "plan.suggested")
    assert told["verdict"] == "refused"
    assert "cycl" in str(told["reason"])
    assert offer["plan"]["tasks"][0]["question"] == QUESTION


def test_tasks_that_ask_the_same_are_merged_and_it_is_told(docs: Path, tmp_path: Path, cli: Cli) -> None:
    suggested = plan_file(
        tmp_path,
        'id = "1"\nquestion = "What did the array cost?"',
        'id = "2"\nquestion = "How many cars does the ferry carry?"',
        'id = "3"\nquestion = "How much did the array cost?"\ndepends_on = ["2"]',
    )
    offer = json.loads(cli("plan", QUESTION, "--docs", docs, "--plan", suggested, "--json").out)
    first, second = offer["plan"]["tasks"]
    assert (first["id"], [edge["on"] for edge in first["depends_on"]], second["id"]) == ("1", ["2"], "2")
    assert [body["question"] for body in bodies(cli, "plan.merged")] == ["How much did the array cost?"]


def test_a_task_of_a_suggested_plan_has_phases_and_the_report_says_of_each_what_was_met(
    docs: Path, tmp_path: Path, cli: Cli
) -> None:
    suggested = plan_file(
        tmp_path,
        'id = "1"\nquestion = "What did the array cost?"\n'
        'gates = { name = "ground", themes = ["turbines"] }\n'
        'then = [{ name = "proof", corroboration = 3, budget = 1 }]',
    )
    outcome = cli("ask", QUESTION, "--docs", docs, "--plan", suggested, "--yes")
    assert outcome.code == 0
    (told,) = [line for line in outcome.out.splitlines() if line.startswith("- Gates")]
    assert "1 (ground): " in told
    assert "1 (proof): " in told
    assert "– met" in told
    assert "– not met" in told


# What earlier runs give


def test_a_second_run_takes_over_the_findings_of_the_first_unless_told_to_start_fresh(docs: Path, cli: Cli) -> None:
    first = cli("ask", QUESTION, "--docs", docs, "--yes")
    again = cli("ask", QUESTION, "--docs", docs, "--yes")
    assert (first.code, again.code) == (0, 0)
    told = [(event["task"], event["body"]["type"]) for event in events(cli)]  # type: ignore[index]
    reused = {task for task, kind in told if kind == "finding.reused"}
    assert reused == {"1"}
    assert reused.isdisjoint(task for task, kind in told if kind == "round.searched")
    assert "sixteen turbines" in again.out
    assert cli("ask", QUESTION, "--docs", docs, "--yes", "--fresh").code == 0
    assert bodies(cli, "finding.reused") == []
    assert bodies(cli, "round.searched")


def test_learning_raises_the_first_budget_only_after_ten_threads(docs: Path, tmp_path: Path, cli: Cli) -> None:
    """Nine threads that found something new in their third round, and one of this run: ten."""
    suggested = plan_file(tmp_path, 'id = "1"\nquestion = "How many turbines has the array?"')
    asyncio.run(_teach(tmp_path / "home", threads=9, useful_rounds=3))

    def first_budget() -> object:
        assert cli("ask", QUESTION, "--docs", docs, "--yes", "--fresh", "--plan", suggested).code == 0
        (started,) = bodies(cli, "task.started")
        return started["budget"]

    assert first_budget() == 2, "nine threads are one too few"
    assert first_budget() == 3, "nine of ten threads still found something in their third round"


def test_learning_lowers_the_first_budget_only_after_ten_threads_and_can_be_turned_off(
    docs: Path, tmp_path: Path, cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Threads whose second round brought nothing: nine of them change nothing, ten take a round away."""
    suggested = plan_file(tmp_path, 'id = "1"\nquestion = "How many turbines has the array?"')

    def first_budget() -> object:
        assert cli("ask", QUESTION, "--docs", docs, "--yes", "--fresh", "--plan", suggested).code == 0
        (started,) = bodies(cli, "task.started")
        return started["budget"]

    asyncio.run(_teach(tmp_path / "home", threads=9, useful_rounds=1, idle_rounds=1))
    assert first_budget() == 2
    asyncio.run(_teach(tmp_path / "home", threads=10, useful_rounds=1, idle_rounds=1))
    assert first_budget() == 1
    monkeypatch.setenv("FATHOMS_LEARN", "off")
    assert first_budget() == 2


async def _teach(home: Path, *, threads: int, useful_rounds: int, idle_rounds: int = 0) -> None:
    one = RoundSample(question_type=Strategy.ASPECT, phase=Phase.SURVEY, sources=(("documents", 1),), useful=True)
    none = RoundSample(question_type=Strategy.ASPECT, phase=Phase.EXTRACT, sources=(("documents", 0),))
    async with Service(load({"home": str(home)})) as service:
        for number in range(threads):
            service.shop.stores.keep_sample(
                ThreadSample(
                    run=f"earlier-{number}",
                    task="1",
                    question_type=Strategy.ASPECT,
                    mode=Mode.COMPLEX,
                    rounds=(one,) * useful_rounds + (none,) * idle_rounds,
                    sufficient=True,
                )
            )
