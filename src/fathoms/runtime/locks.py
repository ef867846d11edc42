"""File locks: who works on a run, and who is just starting up in a home.

Knows: one lock per name, freed by the kernel when its process dies, even by kill -9.
Does not know: what a run is.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fathoms.errors import NextStep, RunLocked

_TRIES = 5
_TRY_EVERY = 0.01


@contextmanager
def held(path: Path, *, wait: bool = False, busy: str = "", next_step: NextStep | None = None) -> Iterator[None]:
    """Hold the lock at `path`. Without `wait`, a lock that another process holds raises `RunLocked`."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        try:
            _take(descriptor, wait)
        except BlockingIOError:
            who = holder(path) or "unknown"
            raise RunLocked(f"{busy or path.name} is held by process {who}", next_step=next_step) from None
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, str(os.getpid()).encode(), 0)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, wait: bool) -> None:
    """Somebody who only looks (`holder`) has the lock for an instant: that is no reason to give up."""
    for attempt in range(_TRIES):
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            return
        except BlockingIOError:
            if attempt == _TRIES - 1:
                raise
            time.sleep(_TRY_EVERY)


def holder(path: Path) -> int | None:
    """The process that holds a lock right now, or None when it is free."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return None
    except OSError:  # a home that may only be read
        descriptor = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        written = os.pread(descriptor, 20, 0).decode(errors="replace").strip()
        return int(written) if written.isdigit() else 0
    finally:
        os.close(descriptor)
    return None
