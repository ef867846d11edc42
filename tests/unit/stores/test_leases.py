"""One process works on a run; another is told who."""

from __future__ import annotations

import os
import runpy
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path

import pytest

import fathoms.stores.leases
from fathoms.errors import RunLocked
from fathoms.ports.lease import Leases
from fathoms.stores.leases import FileLeases
from fathoms.testing.contracts import lease

HOLD = """
import sys, pathlib
from fathoms.stores.leases import FileLeases
with FileLeases(pathlib.Path(sys.argv[1])).held('a'):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_free_before_and_after_it_is_held(tmp_path: Path) -> None:
    leases = FileLeases(tmp_path)
    assert leases.holder("a") is None
    with leases.held("a"):
        assert leases.holder("a") == os.getpid()
    assert leases.holder("a") is None


def test_a_lock_names_the_process_that_holds_it_and_is_freed_when_that_is_killed(tmp_path: Path) -> None:
    leases = FileLeases(tmp_path)
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        assert leases.holder("a") == other.pid
        expected = f"run 'x' is held by process {other.pid}"
        with pytest.raises(RunLocked, match=expected), leases.held("a", busy="run 'x'"):
            pass
        other.kill()
        other.wait()
    with leases.held("a"):
        assert leases.holder("a") == os.getpid()


def _where_there_is_no_flock(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Leases:
    """The leases as Windows loads them, with a stand-in for its locking that goes with the descriptor, too."""
    import fcntl

    def locking(descriptor: int, _mode: int, _size: int) -> None:
        assert os.lseek(descriptor, 0, os.SEEK_CUR) > 0, "behind what is written: a locked byte cannot be read there"
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)

    theirs = types.ModuleType("msvcrt")
    vars(theirs).update(locking=locking, LK_NBLCK=2)
    monkeypatch.setitem(sys.modules, "msvcrt", theirs)
    monkeypatch.setattr(sys, "platform", "win32")
    loaded = runpy.run_path(str(fathoms.stores.leases.__file__))
    monkeypatch.undo()
    made: Leases = loaded["FileLeases"](folder)
    return made


@pytest.mark.parametrize("check", lease.CHECKS, ids=lambda check: check.__name__)
def test_without_flock_the_promises_are_the_same(
    check: Callable[[Leases], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    check(_where_there_is_no_flock(monkeypatch, tmp_path))
