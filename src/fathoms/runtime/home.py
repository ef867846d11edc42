"""One folder holds everything of an embedded Fathoms.

    home/
      store.db      runs, events, calls, pages, facts, findings, reports
      journal.db    the durable engine's record of steps
      kb.db         the knowledge base
      runs/RUN/     report files, threads/ with micro-reports
      originals/    the bytes that pages were read from, where they are kept
      locks/        one file per run that is being worked on

Knows: where things are.  Does not know: what is in them.
"""

from __future__ import annotations

import errno
import os
import stat
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from fathoms.errors import ChooseHome, HomeError
from fathoms.stores.schema import full

_FULL = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_ROOM = bytes(65_536)
"""What must fit for SQLite to open a file at all: the index beside it (-shm), and the first pages of its log."""


_OWNER_ONLY = 0o700
_OTHERS = stat.S_IRWXG | stat.S_IRWXO
_FILES = tuple(f"{name}.db{part}" for name in ("store", "journal", "kb") for part in ("", "-wal", "-shm"))


def _close_to_others(path: Path) -> None:
    """What is read for a question is the asker's alone; a home of an older version was open to others.

    A folder that is no home, or that everybody shares, is left as it is: its files are closed all the same.
    """
    mode = path.stat().st_mode
    is_home = (path / "store.db").exists() and not mode & stat.S_ISVTX
    for place in (*([path] if is_home else []), *(path / name for name in _FILES)):
        with suppress(OSError):  # somebody else's; who may write there decides
            if (open_to := place.stat().st_mode) & _OTHERS:
                place.chmod(stat.S_IMODE(open_to) & ~_OTHERS)


@dataclass(frozen=True, slots=True)
class Home:
    path: Path
    only_read: str = ""
    """Why it may only be read; empty when it can be written."""

    @classmethod
    def open(cls, path: Path, *, to_look: bool = False) -> Home:
        """Make the folder if need be; a home that cannot be written is refused here, before any work.

        To look at what is in it, one that may only be read will do.
        """
        try:
            if not path.exists():
                path.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
            _close_to_others(path)
            for name in ("runs", "locks"):
                (path / name).mkdir(exist_ok=True)
            with tempfile.TemporaryFile(dir=path) as file:
                file.write(_ROOM)
                file.flush()
        except (NotADirectoryError, FileExistsError):
            raise HomeError(f"the home {str(path)!r} is no folder", next_step=ChooseHome()) from None
        except OSError as error:
            if to_look and os.access(path / "store.db", os.R_OK):
                return cls(path.resolve(), only_read=error.strerror or str(error))
            if error.errno in _FULL:
                raise full(path) from error
            raise HomeError(
                f"the home {str(path)!r} cannot be written ({error.strerror})", next_step=ChooseHome()
            ) from error
        return cls(path.resolve())

    @property
    def writable(self) -> bool:
        return not self.only_read

    @property
    def journal(self) -> Path:
        return self.path / "journal.db"

    @property
    def kb(self) -> Path:
        return self.path / "kb.db"

    @property
    def originals(self) -> Path:
        return self.path / "originals"

    def run_folder(self, run: str) -> Path:
        return self.path / "runs" / run

    @property
    def locks(self) -> Path:
        return self.path / "locks"
