"""A home is its owner's alone."""

from __future__ import annotations

import stat
from pathlib import Path

from fathoms.runtime.home import Home
from tests.command_line import Cli


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_new_home_and_every_file_in_it_is_for_its_owner_alone(cli: Cli, tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("The harbour has four cranes. They were built in 1987.", "utf-8")
    home = tmp_path / "mine"
    question = "How many cranes has the harbour?"
    assert cli("ask", question, "--docs", docs, "--yes", "--home", home, "--keep-originals").code == 0
    assert mode(home) == 0o700
    open_files = [path for path in home.rglob("*") if path.is_file() and mode(path) & 0o077]
    assert open_files == []


def test_an_older_home_is_closed_to_others(tmp_path: Path) -> None:
    home = tmp_path / "h"
    home.mkdir(mode=0o755)
    (home / "store.db").touch(mode=0o644)
    Home.open(home)
    assert (mode(home), mode(home / "store.db")) == (0o700, 0o600)


def test_a_folder_that_is_no_home_yet_keeps_its_mode(tmp_path: Path) -> None:
    folder = tmp_path / "shared"
    folder.mkdir()
    folder.chmod(0o1777)
    Home.open(folder)
    assert mode(folder) == 0o1777
