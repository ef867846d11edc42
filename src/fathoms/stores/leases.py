"""Leases as locked files: who works on a run, and who is just starting up in a home.

Knows: one file per name, its lock freed by the kernel when its process dies, even by kill -9.
Does not know: what a run is.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from fathoms.errors import NextStep, RunLocked

_TRIES = 5
_TRY_EVERY = 0.01
_SUFFIX = ".lock"
_LOCKED_BYTE = 1 << 30
"""Where a lock holds a byte instead of the whole file, far behind what is written there, so that it can be read."""


class FileLeases:
    """All leases of one home, in a folder. They hold between processes, and between holders in one process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @contextmanager
    def held(
        self, name: str, *, wait: bool = False, busy: str = "", next_step: NextStep | None = None
    ) -> Iterator[None]:
        """Hold a lease until the block ends. Without `wait`, one that is held raises `RunLocked`."""
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            if not _taken(descriptor, wait):
                who = self.holder(name) or "unknown"
                raise RunLocked(f"{busy or name} is held by process {who}", next_step=next_step)
            os.ftruncate(descriptor, 0)
            os.write(descriptor, str(os.getpid()).encode())
            yield
        finally:
            os.close(descriptor)

    def holder(self, name: str) -> int | None:
        """The process that holds it right now, or None when it is free."""
        path = self._path(name)
        try:
            descriptor = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            return None
        except OSError:  # a home that may only be read
            descriptor = os.open(path, os.O_RDONLY)
        try:
            if _lock(descriptor):
                return None
            written = os.read(descriptor, 20).decode(errors="replace").strip()
            return int(written) if written.isdigit() else 0
        finally:
            os.close(descriptor)

    def forget(self, name: str) -> None:
        self._path(name).unlink(missing_ok=True)

    def names(self) -> tuple[str, ...]:
        return tuple(sorted(path.name.removesuffix(_SUFFIX) for path in self._folder.glob(f"*{_SUFFIX}")))

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}{_SUFFIX}"


def _taken(descriptor: int, wait: bool) -> bool:
    """Somebody who only looks (`holder`) has the lock for an instant: that is no reason to give up."""
    attempt = 0
    while not _lock(descriptor):
        attempt += 1
        if not wait and attempt == _TRIES:
            return False
        time.sleep(_TRY_EVERY)
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(descriptor: int) -> bool:
        os.lseek(descriptor, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        finally:
            os.lseek(descriptor, 0, os.SEEK_SET)
        return True

else:
    import fcntl

    def _lock(descriptor: int) -> bool:
        """Take the lock if it is free; it goes with the descriptor."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
