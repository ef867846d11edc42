"""The command line in this process: the same code as the `fathoms` command, with its streams captured."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fathoms.faces.cli import interrupts
from fathoms.faces.cli.entry import run as run_cli

FATHOMS = Path(sys.executable).with_name("fathoms")
QUESTION = "How many turbines has the array, and what did it cost?"


@dataclass(frozen=True)
class Outcome:
    code: int
    out: str
    err: str


Cli = Callable[..., Outcome]


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Iterator[Cli]:
    """Run a command and catch what it leaves behind."""

    def call(*words: str | Path) -> Outcome:
        capsys.readouterr()
        try:
            code = run_cli([str(word) for word in words])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    yield call
    interrupts.go_on_with("")


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
