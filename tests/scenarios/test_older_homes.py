"""A home that an earlier version made still opens, and everything in it can still be used."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest

from fathoms.app.queries import looking
from fathoms.app.settings import load
from fathoms.stores.sqlite import Stores
from tests.command_line import Cli

MADE_BEFORE = Path(__file__).parents[1] / "data" / "home-1.zip"
DONE, KILLED, CANCELLED = "261116-5b3693", "261116-9097ea", "261116-c0a9be"


@pytest.fixture
def older(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that holds the unpacked `home` and the `documents` it was asked about."""
    with zipfile.ZipFile(MADE_BEFORE) as packed:
        packed.extractall(tmp_path / "older")
    monkeypatch.setenv("FATHOMS_HOME", str(tmp_path / "older" / "home"))
    return tmp_path / "older"


@pytest.mark.usefixtures("older")
def test_its_runs_are_listed_as_they_were(cli: Cli) -> None:
    rows = json.loads(cli("runs", "--json").out)
    assert {row["run"]: row["status"] for row in rows} == {
        DONE: "done",
        KILLED: "interrupted",
        CANCELLED: "cancelled",
    }


@pytest.mark.usefixtures("older")
def test_a_finished_run_is_shown_followed_exported_and_searched(cli: Cli) -> None:
    assert "18 MWh" in cli("show", DONE).out
    assert "found at its place" in cli("why", DONE, "[1]").out
    assert "18 MWh" in cli("export", DONE, "--format", "html").out
    assert DONE in cli("facts", "search", "Cold Quay Battery").out
    assert "conclude" in cli("show", DONE, "--trace").out


@pytest.mark.usefixtures("older")
def test_its_report_is_replayed_and_every_quote_is_at_its_place(cli: Cli) -> None:
    outcome = json.loads(cli("replay", DONE, "--json").out)
    assert (outcome["quotes"], outcome["lost_quotes"]) == (5, [])


@pytest.mark.usefixtures("older")
def test_a_run_that_was_killed_goes_on_and_repeats_no_finished_task(cli: Cli) -> None:
    outcome = cli("resume", KILLED)
    assert outcome.code == 0, outcome.err
    tasks = [line.split()[3] for line in outcome.err.splitlines() if " task started" in line]
    assert tasks == [], "all three had started before"
    assert "Cold Quay Battery" in outcome.out


def test_what_its_tasks_handed_back_is_found_in_the_journal_once_and_then_in_the_store(older: Path, cli: Cli) -> None:
    first = cli("fork", KILLED, "--from", "2", "--yes")
    assert first.code == 0, first.err
    assert "1  task started" not in first.err, "the outcome of the first task is taken over"
    again = cli("fork", DONE, "--from", "3", "--yes")
    assert again.code == 0, again.err
    (older / "home" / "journal.db").unlink()  # what was found there has been kept
    third = cli("fork", DONE, "--from", "3", "--yes")
    assert "1  task started" not in third.err


@pytest.mark.usefixtures("older")
async def test_the_conflicts_of_an_unfinished_run_come_from_its_ended_tasks() -> None:
    async with looking(load({})) as opened:
        assert [outcome.task for outcome in opened.outcomes(KILLED)] == ["1", "2"]
        assert opened.conflicts(KILLED) == ()
        assert [outcome.task for outcome in opened.shop.stores.task_outcomes(KILLED)] == ["1", "2"]


@pytest.mark.usefixtures("older")
def test_a_cancelled_run_is_taken_up_again(cli: Cli) -> None:
    assert cli("resume", CANCELLED, "--yes").code in (0, 3)


def test_a_follow_up_takes_over_what_the_run_before_found(older: Path, cli: Cli) -> None:
    outcome = cli("ask", "What does it cost?", "--follow", DONE, "--docs", older / "documents", "--yes")
    assert outcome.code == 0, outcome.err
    assert "13.9 million marks" in outcome.out


def test_it_can_be_looked_at_where_nothing_may_be_written(older: Path) -> None:
    stores = Stores(older / "home", writable=False)
    assert stores.report(DONE) is not None
    assert stores.task_outcomes(DONE) == (), "the table is younger than the home"
    stores.close()
