"""How a plan changes while it runs, as a user sees it: the real command, and a mind that follows a script.

Each script of `scripts/` says what it is; the documents only have to be there.
"""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import Cli
from tests.unit.cli.conftest import FATHOMS

HERE = Path(__file__).parent
GOLDEN = HERE.parent / "golden"
QUESTION = "How does the harbour work?"
PATIENCE = 30
CALLS_BEFORE_THE_FIRST_TASK_ENDS = 5
"""Brief, plan, and scope, extraction and conclusion of one round."""


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    text = "# Harbour\n\nThe crane lifts ten tonnes.\n\n## Light\n\nThe keeper maintains the lighthouse.\n"
    (folder / "harbour.md").write_text(text)
    return folder


def asking(script: str, docs: Path, *options: str) -> tuple[str | Path, ...]:
    mind = f"scripted:{HERE / 'scripts' / script}.toml"
    return ("ask", QUESTION, "--docs", docs, "--mind", mind, "--yes", "--fresh", "--slots", "1", *options)


def told(cli: Cli, kind: str) -> list[tuple[str, dict[str, object]]]:
    """The events of one kind, each with its task."""
    events = json.loads(cli("show", "last", "--events", "--json").out)
    return [(event["task"], event["body"]) for event in events if event["body"]["type"] == kind]


def started(cli: Cli) -> list[str]:
    return [task for task, _ in told(cli, "task.started")]


# Orders


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ("breadth", ["1", "2", "3", "1.1", "1.2", "3.1", "3.1.1"]),
        ("depth", ["1", "1.1", "1.2", "1.2.1", "2", "3", "3.1"]),
        ("adaptive", ["2", "3", "1"]),
    ],
)
def test_on_one_slot_tasks_start_in_the_order_that_was_chosen(
    order: str, expected: list[str], docs: Path, cli: Cli
) -> None:
    assert cli(*asking(order, docs, "--order", order, "--effort", "deep")).code == 0
    assert started(cli) == expected


# Depth and revision


def test_a_shallow_task_that_matters_is_dug_into_and_five_tasks_become_seven(docs: Path, cli: Cli) -> None:
    outcome = cli(*asking("five-become-seven", docs))
    assert outcome.code == 0
    ((_, drill),) = told(cli, "plan.revised")
    assert (len(drill["before"]["tasks"]), len(drill["after"]["tasks"])) == (5, 7)  # type: ignore[index]
    born = [task for task in drill["after"]["tasks"] if task["parent"]]  # type: ignore[index]
    assert [(task["id"], task["level"], task["importance"]) for task in born] == [("1.1", 2, 0.7), ("1.2", 2, 0.7)]
    assert started(cli) == ["3", "4", "1", "5", "2", "1.1", "1.2"], "task 2 is shallow too, at importance 0.69"
    history = cli("show", "last", "--plan-history").out
    assert "proposed (5 tasks)" in history
    assert "depth: superficial at importance 0.7 (7 tasks)" in history
    assert "+ 1.2  Who inspects its brakes?" in history


def test_a_finding_on_a_new_topic_adds_two_tasks_beside_the_others(docs: Path, cli: Cli) -> None:
    assert cli(*asking("new-topic", docs, "--revise", "adaptive")).code == 0
    ((_, revision),) = told(cli, "plan.revised")
    new = [task for task in revision["after"]["tasks"] if task["id"] in ("4", "5")]  # type: ignore[index]
    assert [task["question"] for task in new] == ["Which tug serves the quay?", "Who owns the salvage company?"]
    assert [[edge["on"] for edge in task["depends_on"]] for task in new] == [[], ["4"]]
    assert revision["trigger"] == "new topic"
    assert revision["impact"] == "the tug is covered"
    assert "'What colour is the customs house?': importance 0.7 is not above 0.7" in str(revision["reason"])
    assert started(cli) == ["1", "4", "5", "2", "3"], "what was added matters more than what waits"


def test_under_the_static_policy_the_same_finding_becomes_children(docs: Path, cli: Cli) -> None:
    assert cli(*asking("new-topic", docs, "--revise", "static")).code == 0
    ((_, revision),) = told(cli, "plan.revised")
    new = [task for task in revision["after"]["tasks"] if task["parent"] == "1"]  # type: ignore[index]
    assert [task["id"] for task in new] == ["1.1", "1.2"]
    assert started(cli) == ["1", "2", "3", "1.1", "1.2"]


def test_a_plan_with_a_cycle_is_made_again_then_flattened_and_each_step_is_told(docs: Path, cli: Cli) -> None:
    outcome = cli(*asking("rejected", docs))
    assert outcome.code == 0
    assert [body["fallback"] for _, body in told(cli, "plan.rejected")] == ["planned again", "flattened to a list"]
    assert started(cli) == ["1", "2"]


# Budget


@pytest.mark.parametrize(("calls", "dug"), [(8, False), (9, True)])
def test_from_seventy_percent_of_the_budget_on_nothing_is_dug_into(calls: int, dug: bool, docs: Path, cli: Cli) -> None:
    """After the first task 5 calls are made: 74 % of what 8 leave beside the reserve of 15 %, 65 % of what 9 leave."""
    share = CALLS_BEFORE_THE_FIRST_TASK_ENDS / (calls * 0.85)
    assert (share < 0.7) is dug
    cli(*asking("pruned", docs, "--max-calls", str(calls)))
    assert bool(told(cli, "plan.revised")) is dug


@pytest.mark.parametrize(("calls", "skipped"), [(10, ["4", "3"]), (40, [])])
def test_from_ninety_percent_on_what_matters_least_is_skipped_first(
    calls: int, skipped: list[str], docs: Path, cli: Cli
) -> None:
    """After two tasks 8 calls are made: 94 % of what 10 leave; task 2 at importance 0.5 has not been skipped."""
    cli(*asking("pruned", docs, "--max-calls", str(calls)))
    assert [task for task, _ in told(cli, "task.skipped")] == skipped
    assert started(cli)[:2] == ["1", "2"]
    if skipped:
        assert all("budget" in str(body["reason"]) for _, body in told(cli, "task.skipped"))
        report = cli("show", "last").out
        assert "How deep is the channel?" in report, "the report names what was given up"


# What is seen of it


def test_the_tree_marks_a_task_that_is_ready_but_not_started(docs: Path, cli: Cli) -> None:
    """Killed while its first task held the only slot: one runs, three wait for the slot, one for the first."""
    words = [str(word) for word in asking("five-become-seven", docs)]
    killed = subprocess.run(
        [FATHOMS, *words],
        env=os.environ | {"FATHOMS_CRASH_AT": "scope:unsaved"},
        capture_output=True,
        check=False,
        stdin=subprocess.DEVNULL,
    )
    assert killed.returncode == -signal.SIGKILL
    drawn = re.sub(r"· [\d.]+ s$", "· … s", cli("show", "last", "--tree").out, flags=re.MULTILINE)
    tree = drawn[drawn.index("├─") :]
    assert tree == (GOLDEN / "tree-with-a-ready-task.txt").read_text(encoding="utf-8")
    mermaid = cli("show", "last", "--mermaid").out
    assert 't2["◎ 2: Who maintains the lighthouse?"]' in mermaid
    assert "class t3 running" in mermaid


# A person who is asked


def test_an_approval_is_answered_after_a_kill_while_the_rest_of_the_run_had_gone_on(docs: Path, cli: Cli) -> None:
    process = interactive(docs)
    try:
        wait_until(lambda: ends_but_for_the_answer(cli))
    finally:
        process.kill()
        process.wait()
    assert told(cli, "run.ended") == []
    waits = cli("show", "last").out
    assert "Waits     a1: drill-down of task 1 (" in waits
    assert "1.1  How is a crane braked?" in waits
    assert "fathoms approve" in waits
    events = cli("show", "last", "--events").out
    assert "drill-down of task 1" in events
    assert cli("approve", "last").code == 0
    assert cli("resume", "last").code == 0
    assert "How is a crane braked?" in cli("show", "last", "--tree").out
    ((_, given),) = told(cli, "approval.given")
    assert given["answer"]["approved"] is True  # type: ignore[index]
    assert started(cli)[-1] == "1.1"
    assert [body["status"] for _, body in told(cli, "run.ended")] == ["done"]


def test_what_was_refused_is_not_dug_into_and_the_reason_is_kept_with_the_plan(docs: Path, cli: Cli) -> None:
    process = interactive(docs)
    try:
        wait_until(lambda: ends_but_for_the_answer(cli))
        assert cli("refuse", "last", "--reason", "not now").code == 0
        assert process.wait(timeout=PATIENCE) == 0
    finally:
        process.kill()
        process.wait()
    assert started(cli) == ["1", "2", "3"]
    assert "refused: not now" in cli("show", "last", "--plan-history").out


def interactive(docs: Path) -> subprocess.Popen[bytes]:
    words = [str(word) for word in asking("asks-to-dig", docs, "--interactive")]
    quiet = subprocess.DEVNULL
    return subprocess.Popen([FATHOMS, *words], stdin=quiet, stdout=quiet, stderr=quiet)


def ends_but_for_the_answer(cli: Cli) -> bool:
    """The question is open, and the two tasks that do not hang on it are done."""
    outcome = cli("show", "last", "--events", "--json")
    if outcome.code:
        return False
    events = json.loads(outcome.out)
    done = {event["task"] for event in events if event["body"]["type"] == "task.ended"}
    return {"1", "2", "3"} <= done and any(event["body"]["type"] == "approval.asked" for event in events)


def wait_until(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, "it did not happen in time"
        time.sleep(0.05)
