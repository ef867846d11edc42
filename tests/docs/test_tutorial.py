"""What the tutorial and the pages beside it tell a reader to type works as it stands, and shows what they say."""

from __future__ import annotations

import re
import shlex
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.docs.page_steps import ROOT, blocks, run

LEFT_OUT = "…"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder of the reader's own, with the example documents where the pages expect them."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    return tmp_path


def typed(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a page with the lines that are shown below it."""
    for block in blocks(text, "console"):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *shown = part.rstrip("\n").split("\n")
            yield command, shown


def carried_out(command: str, place: Path) -> subprocess.CompletedProcess[str]:
    line, _, target = command.partition(" > ")
    done = run(place, "-m", *shlex.split(line))
    if target:
        (place / target).write_text(done.stdout, encoding="utf-8")
    return done


def as_pattern(line: str) -> str:
    return ".*".join(map(re.escape, line.split(LEFT_OUT)))


def shown_on(page: str) -> list[tuple[str, list[str]]]:
    """The commands of a page; of the front page those that show what they print."""
    commands = typed((ROOT / page).read_text(encoding="utf-8"))
    return [(command, shown) for command, shown in commands if page != "README.md" or shown]


@pytest.mark.parametrize("page", ["README.md", "docs/tutorial.md", "docs/how-to/scripting.md"])
def test_every_command_of_the_page_works_and_shows_what_is_printed_there(page: str, place: Path) -> None:
    commands = shown_on(page)
    assert commands
    for command, shown in commands:
        done = carried_out(command, place)
        assert done.returncode == 0, f"{command}\n{done.stderr}"
        said = done.stdout + done.stderr
        for line in filter(None, shown):
            assert line == LEFT_OUT or re.search(as_pattern(line), said), f"{command}\n{line}\n{said[:2000]}"


def test_the_python_of_its_page_runs_as_it_stands(place: Path) -> None:
    for number, code in enumerate(blocks((ROOT / "docs/how-to/python.md").read_text(encoding="utf-8"), "python")):
        (place / f"part{number}.py").write_text(code, encoding="utf-8")
        done = run(place, f"part{number}.py")
        assert done.returncode == 0, done.stderr
        assert done.stdout


def test_the_pages_link_to_pages_that_are_there() -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        for target in re.findall(r"\]\((?!https?:|#)([^)#\s]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.relative_to(ROOT)} links to {target}"
