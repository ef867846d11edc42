"""Files that are there whole or not at all.

Knows: how one is written so that neither a reader nor a crash sees half of it, and what a killed writer leaves behind.
Does not know: what is in them.
"""

from __future__ import annotations

import os
import tempfile
import time
from pathlib import Path

_PART_PREFIX, _PART_SUFFIX = ".fathoms-", ".part"


def write_whole(path: Path, content: str | bytes, *, mode: int = 0o600) -> None:
    """Write a file so that a reader, or a crash, never sees half of it; for the owner alone unless `mode` says more."""
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=_PART_PREFIX, suffix=_PART_SUFFIX)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).chmod(mode)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def private_file(path: Path) -> None:
    """An empty file of the owner alone where there is none; what SQLite puts beside it takes after it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))


def sweep_parts(folder: Path, *, older_than: float = 0.0) -> None:
    """Remove what killed processes left half-written; `older_than` so many seconds, where others may be writing."""
    newest = time.time() - older_than
    for part in folder.rglob(f"{_PART_PREFIX}*{_PART_SUFFIX}"):
        try:
            abandoned = part.stat().st_mtime <= newest
        except FileNotFoundError:  # its writer has just finished
            continue
        if abandoned:
            part.unlink(missing_ok=True)
