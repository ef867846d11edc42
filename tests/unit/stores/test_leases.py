"""One process works on a run; another is told who."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from fathoms.errors import RunLocked
from fathoms.stores.leases import FileLeases

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
