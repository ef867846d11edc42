"""Files of a home that two processes open at the same moment."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
import sqlalchemy as sa

from fathoms.ports.wal import into_wal
from fathoms.sources.kb.schema import connect
from fathoms.sources.web.cache import PageCache
from fathoms.stores.schema import sqlite_engine


def _open_engine(path: Path) -> None:
    with sqlite_engine(path).connect() as connection:
        connection.execute(sa.text("SELECT 1"))


def _open_cache(path: Path) -> None:
    assert PageCache(path).get("https://example.org/") is None


@pytest.mark.parametrize("open_it", [_open_engine, connect, _open_cache])
def test_a_file_is_opened_while_another_process_still_makes_it(
    tmp_path: Path, open_it: Callable[[Path], object]
) -> None:
    path = tmp_path / "home.db"
    maker = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    maker.execute("BEGIN IMMEDIATE")
    ends = threading.Timer(0.1, maker.execute, ("COMMIT",))
    ends.start()
    open_it(path)
    ends.join()
    assert maker.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    maker.close()


def test_a_file_that_stays_locked_is_given_up(tmp_path: Path) -> None:
    maker = sqlite3.connect(tmp_path / "home.db", isolation_level=None)
    maker.execute("BEGIN IMMEDIATE")
    other = sqlite3.connect(tmp_path / "home.db")
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        into_wal(other, seconds=0.05)
    other.close()
    maker.close()
