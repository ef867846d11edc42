"""A file of a home that is gone or damaged is named by whoever meets it, with what can be saved."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.command_line import Cli

QUESTION = "How many cranes has the harbour of Skarrow?"


@pytest.fixture
def home(cli: Cli, tmp_path: Path) -> Path:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("The harbour of Skarrow has four cranes. They were built in 1987.", "utf-8")
    assert cli("ask", QUESTION, "--docs", docs, "--yes", "--home", tmp_path / "h").code == 0
    return tmp_path / "h"


def without(name: str) -> Callable[[Path], None]:
    def deed(home: Path) -> None:
        for path in home.glob(f"{name}*"):
            path.unlink()

    return deed


def with_noise(name: str) -> Callable[[Path], None]:
    def deed(home: Path) -> None:
        without(f"{name}-")(home)
        (home / name).write_bytes(os.urandom(20_000))

    return deed


def with_a_hole(name: str) -> Callable[[Path], None]:
    def deed(home: Path) -> None:
        without(f"{name}-")(home)
        with (home / name).open("r+b") as file:
            file.seek(2 * 4096)
            file.write(os.urandom(24 * 4096))

    return deed


def emptied(name: str) -> Callable[[Path], None]:
    def deed(home: Path) -> None:
        without(f"{name}-")(home)
        (home / name).write_bytes(b"")

    return deed


RUNS, SHOW, TRACE = ("runs",), ("show", "last"), ("show", "last", "--trace")
LIST, SEARCH, ASK = ("kb", "list"), ("kb", "search", "cranes"), ("ask", "How deep is the harbour of Skarrow?", "--yes")


@pytest.mark.parametrize(
    ("deed", "commands", "said"),
    [
        (without("store.db"), (RUNS, SHOW, ASK), "store.db"),
        (emptied("store.db"), (RUNS, SHOW, ASK), "store.db"),
        (with_noise("store.db"), (RUNS, SHOW, ASK), "store.db"),
        (with_a_hole("store.db"), (RUNS, SHOW), "store.db"),
        (without("kb.db"), (LIST, SEARCH, ASK), "kb.db"),
        (emptied("kb.db"), (LIST, SEARCH, ASK), "kb.db"),
        (emptied("journal.db"), (), "journal.db"),
        (with_noise("kb.db"), (LIST, SEARCH, ASK), "kb.db"),
        (with_noise("journal.db"), (TRACE, ASK), "journal.db"),
    ],
)
def test_the_command_that_meets_it_and_doctor_name_the_file_and_what_can_be_saved(
    cli: Cli, home: Path, deed: Callable[[Path], None], commands: tuple[tuple[str, ...], ...], said: str
) -> None:
    deed(home)
    checked = cli("doctor", "--home", home)
    assert checked.code == 1
    assert said in checked.out
    for words in commands:
        outcome = cli(*words, "--home", home)
        assert outcome.code == 4, (words, outcome)
        assert said in outcome.err, (words, outcome.err)
        assert "bug" not in outcome.err


def test_without_its_journal_an_ended_run_is_whole_and_doctor_says_that_it_is_gone(cli: Cli, home: Path) -> None:
    without("journal.db")(home)
    assert "four cranes" in cli("show", "last", "--home", home).out
    checked = cli("doctor", "--home", home)
    assert "journal.db" in checked.out


def test_a_run_whose_documents_are_gone_does_not_go_on_and_says_no_absence(
    cli: Cli, home: Path, tmp_path: Path
) -> None:
    docs = tmp_path / "docs"
    planned = cli("plan", "How deep is the harbour of Skarrow?", "--docs", docs, "--home", home)
    assert planned.code == 0
    without("kb.db")(home)
    outcome = cli("authorize", "last", "--home", home)
    assert outcome.code == 4
    assert "no longer holds" in outcome.err
    cli("ingest", docs, "--home", home)
    assert cli("authorize", "last", "--home", home).code in (0, 3)


def test_a_home_whose_runs_were_moved_away_is_a_fresh_one(cli: Cli, home: Path) -> None:
    without("store.db")(home)
    shutil.rmtree(home / "runs")
    assert cli("runs", "--home", home).code == 0
