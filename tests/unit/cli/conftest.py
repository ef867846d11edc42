"""The command line in this process: the same code as the `fathoms` command, with its streams captured."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from fathoms.faces.cli import interrupts
from fathoms.faces.cli.entry import run as run_cli

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


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "array.md").write_text(
        "# The Array\n\nThe array has sixteen turbines of 1.5 MW each. It was built in 2023.\n\n"
        "## Cost\n\nThe array cost 118 million marks, more than the 96 million that were approved.\n"
    )
    (folder / "ferry.md").write_text("# The Ferry\n\nThe ferry runs twice a day and carries forty cars.\n")
    return folder


@pytest.fixture
def done(cli: Cli, docs: Path) -> Outcome:
    """A run that has been carried out to its report."""
    outcome = cli("ask", QUESTION, "--docs", docs, "--yes")
    assert outcome.code == 0, outcome.err
    return outcome
