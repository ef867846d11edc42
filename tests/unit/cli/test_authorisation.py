"""Nothing is researched before the user says so."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

from fathoms.domain.run import AUTHORISATION
from fathoms.faces.cli import authorisation, terminal
from tests.command_line import Cli, Outcome
from tests.unit.cli.conftest import QUESTION


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """A terminal at which somebody types this."""
    stdin = io.StringIO()
    monkeypatch.setattr("sys.stdin", stdin)
    monkeypatch.setattr(terminal, "can_ask", lambda: True)
    return stdin


def type_in(stdin: io.StringIO, line: str) -> None:
    stdin.write(line)
    stdin.seek(0)


@pytest.mark.parametrize("line", [AUTHORISATION, "authorized to execute.", "  AUTHORIZED to execute", "y", "Yes"])
def test_the_phrase_in_any_case_starts_the_run_and_y_one_that_costs_nothing(
    line: str, cli: Cli, docs: Path, typed: io.StringIO
) -> None:
    type_in(typed, f"{line}\n")
    outcome = cli("ask", QUESTION, "--docs", docs)
    assert outcome.code == 0
    assert "sixteen turbines" in outcome.out
    assert "To start it, type: Authorized to execute" in outcome.err
    assert "Verdict   feasible" in outcome.err


@pytest.mark.parametrize(
    "line",
    ["", "\n", "no\n", "execute\n", "Authorized to execute!\n", "Not authorized to execute\n"],
)
def test_anything_else_starts_nothing_and_says_how_to(line: str, cli: Cli, docs: Path, typed: io.StringIO) -> None:
    type_in(typed, line)
    outcome = cli("ask", QUESTION, "--docs", docs)
    assert (outcome.code, outcome.out) == (7, "")
    assert "nothing was started; to start it: fathoms authorize" in outcome.err
    (run,) = json.loads(cli("runs", "--json").out)
    assert (run["status"], run["started_at"]) == ("proposed", None)


def test_where_something_is_spent_only_the_phrase_is_a_yes() -> None:
    assert not authorisation.is_yes("y\n", free=False)
    assert not authorisation.is_yes("yes\n", free=False)
    assert authorisation.is_yes("authorized to execute.\n", free=False)


def test_without_a_terminal_the_plan_is_the_result(cli: Cli, docs: Path) -> None:
    outcome = cli("ask", QUESTION, "--docs", docs)
    assert outcome.code == 7
    for part in ("Question  ", "Verdict   feasible", "├─ ○ 1", "importance", "Estimate  ", "no cost"):
        assert part in outcome.out
    assert "fathoms authorize" in outcome.err


def test_an_authorised_plan_is_carried_out_later(cli: Cli, docs: Path) -> None:
    cli("plan", QUESTION, "--docs", docs)
    outcome = cli("authorize", "last")
    assert outcome.code == 0
    assert "sixteen turbines" in outcome.out


def test_resuming_a_plan_that_waits_asks_again(cli: Cli, docs: Path) -> None:
    cli("plan", QUESTION, "--docs", docs)
    outcome = cli("resume", "last")
    assert outcome.code == 7
    assert "Verdict" in outcome.out
    assert cli("resume", "last", "--yes").code == 0


def test_the_command_to_type_next_names_the_home_that_was_named(cli: Cli, docs: Path, tmp_path: Path) -> None:
    home = tmp_path / "a home"
    assert f"--home '{home}'" in cli("plan", QUESTION, "--docs", docs, "--home", home).err


def test_the_plan_is_also_there_as_json(cli: Cli, docs: Path) -> None:
    plan = json.loads(cli("plan", QUESTION, "--docs", docs, "--json").out)
    assert plan["status"] == "proposed"
    assert plan["verdict"]["feasible"] is True
    assert {"id", "question", "depends_on", "importance"} <= set(plan["plan"]["tasks"][0])


def test_a_question_that_is_not_feasible_is_refused_with_narrower_ones(cli: Cli, docs: Path) -> None:
    for words in (("plan",), ("ask", "--yes")):
        outcome = cli(*words, "Tell me everything about every country", "--docs", docs)
        assert outcome.code == 9
        assert "not feasible as it stands" in outcome.out
    assert cli("authorize", "last").code == 9


def test_a_fork_asks_for_itself(cli: Cli, done: Outcome) -> None:
    outcome = cli("fork", "last", "--from", "1")
    assert outcome.code == 7
    assert cli("show", "last").out.startswith("Run ")
