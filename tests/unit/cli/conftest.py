"""Small documents, and a run over them that every test may look at."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command_line import Outcome

FATHOMS = Path(sys.executable).with_name("fathoms")
QUESTION = "How many turbines has the array? What did the array cost? When was the array built?"


def write_docs(folder: Path) -> Path:
    folder.mkdir()
    (folder / "array.md").write_text(
        "# The Array\n\nThe array has sixteen turbines of 1.5 MW each. It was built in 2023.\n\n"
        "## Cost\n\nThe array cost 118 million marks, more than the 96 million that were approved.\n"
    )
    (folder / "ferry.md").write_text("# The Ferry\n\nThe ferry runs twice a day and carries forty cars.\n")
    return folder


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    return write_docs(tmp_path / "docs")


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Outcome]:
    """One run carried out by the real command, once: its home, and what it left on the streams."""
    place = tmp_path_factory.mktemp("finished")
    words = ("ask", QUESTION, "--docs", str(write_docs(place / "docs")), "--home", str(place / "home"), "--yes")
    done = subprocess.run([FATHOMS, *words], capture_output=True, text=True, check=False, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, done.stderr
    return place / "home", Outcome(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def done(finished: tuple[Path, Outcome], tmp_path: Path) -> Outcome:
    """A home of this test's own with that run in it."""
    home, outcome = finished
    shutil.copytree(home, tmp_path / "home")
    return outcome
