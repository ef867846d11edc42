"""The steps of docs/how-to/add-a-source.md, run as they stand there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.page_steps import commands, contract, install, page, run

PAGE = page("add-a-source.md")
NOTES = (
    {"title": "The lighthouse", "text": "The lighthouse of Skarrow was painted by Ada Brenn in 1932. It is white."},
    {"title": "The quay", "text": "The quay was built on oak piles."},
)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    install(tmp_path, PAGE)
    (tmp_path / "notes.jsonl").write_text("\n".join(map(json.dumps, NOTES)), encoding="utf-8")
    return tmp_path


def test_the_source_of_the_page_keeps_the_contract(place: Path) -> None:
    done = contract(place, PAGE)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout


def test_the_commands_of_the_page_search_its_source(place: Path) -> None:
    assert commands(PAGE)
    for setting, words in commands(PAGE):
        done = run(place, "-m", *words, **setting)
        assert done.returncode == 0, done.stderr
        assert "The lighthouse of Skarrow was painted by Ada Brenn in 1932." in done.stdout
        assert "shelf://notes.jsonl/0" in done.stdout
        assert "oak piles" not in done.stdout


def test_the_pages_of_the_source_are_stored_and_quoted_in_place(place: Path) -> None:
    (setting, words) = commands(PAGE)[0]
    assert run(place, "-m", *words, **setting).returncode == 0
    (place / "notes.jsonl").unlink()
    again = run(place, "-m", "fathoms", "replay", "last")
    assert again.returncode == 0, again.stdout + again.stderr


def test_a_file_that_is_no_shelf_is_named_before_anything_is_planned(place: Path) -> None:
    (place / "notes.jsonl").write_text("no JSON at all", encoding="utf-8")
    (setting, words) = commands(PAGE)[0]
    done = run(place, "-m", *words, **setting)
    assert done.returncode == 5, done.stdout
    assert "notes.jsonl is no shelf of notes" in done.stderr
