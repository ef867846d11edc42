"""A home that may be read but not written: looking works, changing is refused before anything is done."""

from __future__ import annotations

import ctypes
import json
import os
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from fathoms.stores.leases import FileLeases
from tests.command_line import Cli, Outcome
from tests.unit.cli.conftest import QUESTION

_CAPABILITY_VERSION_3 = 0x20080522
_CAP_DAC_OVERRIDE = 1 << 1
LOOKING = (
    ("runs",),
    ("runs", "--json"),
    ("show", "last"),
    ("show", "last", "--tree"),
    ("show", "last", "--trace"),
    ("show", "last", "--micro"),
    ("why", "last", "[1]"),
    ("facts", "search", "turbines", "--json"),
    ("export", "last", "--format", "json"),
    ("replay", "last"),
    ("resume", "last"),
    ("kb", "list"),
    ("kb", "search", "turbines"),
    ("kb", "stats"),
)


@contextmanager
def bound_by_permissions() -> Iterator[None]:
    """Root may write everywhere; without its capability to do so, permissions bind it like anybody else."""
    if os.geteuid() != 0:
        yield
        return
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(_CAPABILITY_VERSION_3, 0)
    usual = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable: the lower 32 bits, then the upper
    assert libc.capget(header, usual) == 0
    bound = (ctypes.c_uint32 * 6)(*usual)
    bound[0] &= ~_CAP_DAC_OVERRIDE
    assert libc.capset(header, bound) == 0
    try:
        yield
    finally:
        assert libc.capset(header, usual) == 0


@pytest.fixture
def archive(done: Outcome, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The home of a finished run, copied and then protected."""
    home = tmp_path / "archive"
    shutil.copytree(tmp_path / "home", home)
    _set_modes(home, folders=0o555, files=0o444)
    monkeypatch.setenv("FATHOMS_HOME", str(home))
    yield home
    _set_modes(home, folders=0o755, files=0o644)


def _set_modes(home: Path, *, folders: int, files: int) -> None:
    home.chmod(0o755)
    for path in sorted(home.rglob("*")):
        path.chmod(folders if path.is_dir() else files)
    home.chmod(folders)


@pytest.mark.parametrize("words", LOOKING, ids=" ".join)
def test_what_only_looks_says_the_same_as_in_a_home_that_can_be_written(
    words: tuple[str, ...], cli: Cli, tmp_path: Path, archive: Path
) -> None:
    usual = cli(*words, "--home", tmp_path / "home")
    before = _files(archive)
    with bound_by_permissions():
        outcome = cli(*words)
    assert (outcome.code, outcome.out) == (0, usual.out), outcome.err
    assert _files(archive) == before


def _files(home: Path) -> set[str]:
    return {str(path) for path in home.rglob("*")}


@pytest.mark.parametrize(
    "words",
    [("ask", QUESTION, "--yes"), ("plan", QUESTION), ("kb", "remove", "--collection", "x"), ("cancel", "last")],
    ids=lambda words: words[0],
)
def test_what_would_change_it_is_refused_with_the_next_step(
    words: tuple[str, ...], cli: Cli, docs: Path, archive: Path
) -> None:
    with bound_by_permissions():
        outcome = cli(*words, *(("--docs", docs) if words[0] in ("ask", "plan") else ()))
    assert outcome.code == 4
    assert f"the home {str(archive)!r} cannot be written (Permission denied); choose another with --home" in outcome.err


def test_a_report_of_it_can_be_written_elsewhere(cli: Cli, done: Outcome, archive: Path) -> None:
    page = archive.parent / "report.md"
    with bound_by_permissions():
        assert cli("export", "last", "-o", page).code == 0
    assert page.read_text() == done.out


def test_a_knowledge_base_that_is_gone_from_it_is_named(cli: Cli, archive: Path) -> None:
    archive.chmod(0o755)
    (archive / "kb.db").unlink()
    archive.chmod(0o555)
    with bound_by_permissions():
        outcome = cli("kb", "list", "--json")
    assert (outcome.code, outcome.out) == (4, "")
    assert "kb.db of the home" in outcome.err


def test_what_another_process_has_just_written_is_seen(cli: Cli, archive: Path) -> None:
    """A writer that is alive has its last changes in the file beside (-wal), which a reader must not pass over."""
    archive.chmod(0o755)
    (archive / "store.db").chmod(0o644)
    writer = sqlite3.connect(archive / "store.db")
    try:
        writer.execute("UPDATE runs SET status='failed', reason='by hand'")
        writer.commit()
        archive.chmod(0o555)
        with bound_by_permissions():
            (run,) = json.loads(cli("runs", "--json").out)
    finally:
        archive.chmod(0o755)
        writer.close()
    assert (run["status"], run["reason"]) == ("failed", "by hand")


def test_an_empty_folder_that_cannot_be_written_is_no_home(cli: Cli, archive: Path) -> None:
    empty = archive.parent / "empty"
    empty.mkdir(mode=0o555)
    with bound_by_permissions():
        outcome = cli("runs", "--home", empty)
    assert outcome.code == 4
    assert "cannot be written" in outcome.err


def test_doctor_says_that_it_may_only_be_read(cli: Cli, archive: Path) -> None:
    with bound_by_permissions():
        checks = json.loads(cli("doctor", "--json").out)
    (home,) = [check for check in checks if check["what"] == "home"]
    assert home["verdict"] == "fail"
    assert "only readable (Permission denied)" in home["found"]


@contextmanager
def full_disk() -> Iterator[None]:
    """No file may grow: the nearest that a process can come to a full disk without one."""
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1024, usual[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)


@pytest.mark.parametrize("words", [("runs", "--json"), ("show", "last"), ("kb", "search", "turbines")], ids=" ".join)
def test_a_home_on_a_full_disk_can_be_looked_at(words: tuple[str, ...], cli: Cli, done: Outcome) -> None:
    usual = cli(*words)
    with full_disk():
        outcome = cli(*words)
    assert (outcome.code, outcome.out) == (0, usual.out), outcome.err


def test_a_full_disk_is_told_before_anything_is_done(cli: Cli, docs: Path, done: Outcome) -> None:
    with full_disk():
        outcome = cli("ask", QUESTION, "--docs", docs, "--yes")
    assert outcome.code == 4
    assert "is full; free some space" in outcome.err


def test_who_works_on_a_run_is_seen_where_its_lock_may_only_be_read(archive: Path) -> None:
    archive.chmod(0o755)
    (archive / "locks").chmod(0o755)
    leases = FileLeases(archive / "locks")
    with leases.held("x"), bound_by_permissions():
        assert leases.holder("x") == os.getpid()
    with bound_by_permissions():
        assert leases.holder("x") is None
