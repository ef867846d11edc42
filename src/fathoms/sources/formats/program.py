"""Programs of this machine that read what we do not: found, run on one file, ended when they take too long.

Knows: processes, their limits.  Does not know: any format.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from fathoms.sources.formats.parsed import Unreadable

MAX_SECONDS = 45.0
"""Less than the reader process has: a file that hangs a program is named with its reason."""


def found(names: Sequence[str]) -> str:
    """Where the first of these programs is; empty when none is installed."""
    return next((path for name in names if (path := shutil.which(name))), "")


def run(command: Sequence[str], *, folder: Path, what: str) -> bytes:
    """What the program printed. Raises Unreadable when it fails or takes too long."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env={"PATH": os.defpath, "HOME": str(folder), "LANG": "C.UTF-8"},  # none of the user's settings, none of ours
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        printed, _ = process.communicate(timeout=MAX_SECONDS)
    except subprocess.TimeoutExpired as exc:
        raise Unreadable(f"{what} took longer than {MAX_SECONDS:g} s over it") from exc
    finally:
        with contextlib.suppress(OSError):  # its children, too: it may have started some
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    if process.returncode:
        raise Unreadable(f"{what} could not read it (exit status {process.returncode})")
    return printed


def scratch() -> tempfile.TemporaryDirectory[str]:
    """A folder for one file, gone afterwards."""
    return tempfile.TemporaryDirectory(prefix="fathoms-", ignore_cleanup_errors=True)
