"""Every test gets a clean environment: no settings of the developer's, no user data directory; and the command line."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from tests.command_line import Cli, Outcome

settings.register_profile("shared machine", deadline=None)  # a busy neighbour is no failure
settings.load_profile("shared machine")


@pytest.fixture(autouse=True)
def _no_settings_of_the_developer(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in list(os.environ):
        if name.startswith("FATHOMS_") or name.upper().endswith("_PROXY") or name == "SSL_CERT_FILE":
            monkeypatch.delenv(name)
    monkeypatch.setenv("FATHOMS_SETTINGS", str(tmp_path / "no-settings.toml"))
    monkeypatch.setenv("FATHOMS_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("FATHOMS_MODEL_REACH", "local")  # no test can spend money by accident


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Iterator[Cli]:
    """Run a command in this process, the same code as `fathoms` runs, and catch what it leaves behind."""
    from fathoms.faces.cli import interrupts
    from fathoms.faces.cli.entry import run

    def call(*words: str | Path) -> Outcome:
        capsys.readouterr()
        try:
            code = run([str(word) for word in words])
        except SystemExit as leaving:
            code = int(leaving.code or 0)
        captured = capsys.readouterr()
        return Outcome(code, captured.out, captured.err)

    yield call
    interrupts.go_on_with("")
