"""How a SQLite file that several processes share is put into WAL mode; stores and sources have such files.

Knows: that SQLite's own patience does not cover this.  Does not know: what is in the files.
"""

from __future__ import annotations

import sqlite3
import time

_AGAIN = 0.01


def into_wal(connection: sqlite3.Connection, *, seconds: float) -> None:
    """Beside another who writes or closes the file SQLite fails at once, whatever its timeout, so it is tried again."""
    until = time.monotonic() + seconds
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if "locked" not in str(error) or time.monotonic() > until:
                raise
            time.sleep(_AGAIN)
        else:
            return
