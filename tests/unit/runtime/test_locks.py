"""One process works on a run; another is told who."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fathoms.errors import RunLocked
from fathoms.runtime import locks

HOLD = """
import sys, pathlib
from fathoms.runtime import locks
with locks.held(pathlib.Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_lock_is_free_before_and_after_it_is_held(tmp_path: Path) -> None:
    lock = tmp_path / "a.lock"
    assert locks.holder(lock) is None
    with locks.held(lock):
        assert locks.holder(lock) == os.getpid()
    assert locks.holder(lock) is None


def test_a_lock_names_the_process_that_holds_it_and_is_freed_when_that_is_killed(tmp_path: Path) -> None:
    lock = tmp_path / "a.lock"
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout
        assert other.stdout.readline() == "held\n"
        assert locks.holder(lock) == other.pid
        expected = f"run 'x' is held by process {other.pid}"
        with pytest.raises(RunLocked, match=expected), locks.held(lock, busy="run 'x'"):
            pass
        other.kill()
        other.wait()
    with locks.held(lock):
        assert locks.holder(lock) == os.getpid()
