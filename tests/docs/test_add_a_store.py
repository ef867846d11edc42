"""The steps of docs/how-to/add-a-store.md, run as they stand there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.docs.page_steps import commands, contract, install, page, run

PAGE = page("add-a-store.md")


@pytest.fixture
def place(tmp_path: Path) -> Path:
    install(tmp_path, PAGE)
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "skarrow.md").write_text("The harbour of Skarrow was built in 1911.\n", encoding="utf-8")
    return tmp_path


def test_the_store_of_the_page_keeps_the_promises_of_its_ports(place: Path) -> None:
    done = contract(place, PAGE)
    assert done.returncode == 0, done.stdout[-3000:]
    assert "passed" in done.stdout


def test_a_run_is_kept_in_the_store_of_the_page_and_read_from_it_again(place: Path) -> None:
    ((setting, words),) = commands(PAGE)
    done = run(place, "-m", *words, **setting)
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in (place / "home" / "diary.jsonl").read_text("utf-8").splitlines()]
    shown = json.loads(run(place, "-m", "fathoms", "show", "last", "--events", "--json", **setting).stdout)
    assert len(told) == len(shown) > 0
    assert [row["seq"] for row in told] == sorted({row["seq"] for row in told})
    again = run(place, "-m", "fathoms", "export", "last", **setting)
    assert again.stdout == done.stdout


def test_a_store_that_is_not_installed_is_refused_by_name(place: Path) -> None:
    ((_, words),) = commands(PAGE)
    done = run(place, "-m", *words, FATHOMS_STORE="dairy")
    assert done.returncode == 2, done.stderr
    assert "there is no store 'dairy'" in done.stderr
    assert "diary" in done.stderr
