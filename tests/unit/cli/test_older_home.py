"""A home of a version whose values had a field that has since been removed is read as if it were not there."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from tests.command_line import Cli, Outcome
from tests.unit.cli.conftest import QUESTION

LOOKING = (
    ("runs", "--json"),
    ("show", "last"),
    ("show", "last", "--tree"),
    ("show", "last", "--events", "--json"),
    ("show", "last", "--facts"),
    ("show", "last", "--cost"),
    ("show", "last", "--plan-history"),
    ("why", "last", "[1]"),
    ("facts", "search", "turbines", "--json"),
    ("export", "last", "--length", "long"),
    ("replay", "last"),
)

MAPPINGS = {"coverage", "relies_on", "weights", "verdicts", "rewrites", "restated", "unread"}
"""Fields of values whose keys are data."""


@pytest.fixture
def older(done: Outcome, tmp_path: Path) -> Path:
    """A home in which every object that is stored, at whatever depth, has a field that no value knows."""
    home = tmp_path / "home"
    with sqlite3.connect(home / "store.db") as store:
        for (table,) in store.execute("SELECT name FROM sqlite_master WHERE type='table'").fetchall():
            _add_field(store, table, {"body", "order", "proposal", "answer"})
    store.close()
    with sqlite3.connect(home / "journal.db") as journal:
        _add_field(journal, "operation_outputs", {"output"})
    journal.close()
    return home


def _add_field(database: sqlite3.Connection, table: str, columns: set[str]) -> None:
    for column in columns & {row[1] for row in database.execute(f"PRAGMA table_info({table})")}:
        chosen = f'SELECT rowid, "{column}" FROM {table} WHERE "{column}" IS NOT NULL'
        for row, text in database.execute(chosen).fetchall():
            changed = json.dumps(_with_field(json.loads(text)))
            database.execute(f'UPDATE {table} SET "{column}"=? WHERE rowid=?', (changed, row))


def _with_field(value: object) -> object:
    match value:
        case dict():
            fields = {key: item if key in MAPPINGS else _with_field(item) for key, item in value.items()}
            return fields | {"since_removed": 0}
        case list():
            return [_with_field(item) for item in value]
    return value


@pytest.mark.parametrize("words", LOOKING, ids=" ".join)
def test_what_it_holds_is_shown_as_ever(
    words: tuple[str, ...], cli: Cli, request: pytest.FixtureRequest, done: Outcome
) -> None:
    before = cli(*words)
    request.getfixturevalue("older")
    assert cli(*words) == before


def test_a_new_run_takes_over_what_an_older_one_recorded(cli: Cli, older: Path, docs: Path) -> None:
    forked = cli("fork", "last", "--from", "1", "--yes")
    assert (forked.code, "sixteen turbines" in forked.out) == (0, True), forked.err
    asked = cli("ask", QUESTION, "--docs", docs, "--yes")
    assert (asked.code, "sixteen turbines" in asked.out) == (0, True), asked.err
