"""The steps of docs/how-to/add-a-mind.md, run as they stand there."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.page_steps import blocks, commands, contract, install, page, run

PAGE = page("add-a-mind.md")
NOTES = """# Skarrow

The harbour of Skarrow was built in 1911 on oak piles. It has two cranes.

Nobody knows who built the church.
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    install(tmp_path, PAGE)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "skarrow.md").write_text(NOTES, encoding="utf-8")
    return tmp_path


def test_the_mind_of_the_page_keeps_the_contract(place: Path) -> None:
    done = contract(place, PAGE)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout


def test_the_commands_of_the_page_give_a_report_by_its_mind(place: Path) -> None:
    assert commands(PAGE)
    for setting, words in commands(PAGE):
        done = run(place, "-m", *words, **setting)
        assert done.returncode == 0, done.stderr
        assert "The harbour of Skarrow was built in 1911 on oak piles." in done.stdout
        assert "Mind: gleaner" in done.stdout
        assert "two cranes" not in done.stdout
        assert done.stdout.startswith("*Extractive: selected quotes, no model.*")


def test_the_python_of_the_page_gives_the_same(place: Path) -> None:
    *_, script = blocks(PAGE, "python")
    done = run(place, "-c", script)
    assert done.returncode == 0, done.stderr
    assert done.stdout == "The harbour of Skarrow was built in 1911 on oak piles.\n"


def test_a_question_that_nothing_answers_is_said_to_have_no_answer(place: Path) -> None:
    asked = ("ask", "Which penguins breed here?", "--docs", "notes", "--mind", "gleaner", "--yes")
    done = run(place, "-m", "fathoms", *asked)
    assert done.returncode == 3, done.stdout
