"""Pages that were fetched, kept with their age, so that the next run need not ask for what it has.

Knows: one SQLite file.  Does not know: the network.  A kept page that is too old is asked for again with its
validators; the server may say that it has not changed.
"""

from __future__ import annotations

import logging
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path

from pydantic import ValidationError

from fathoms.domain.evidence import Page
from fathoms.ports.wal import into_wal

_log = logging.getLogger(__name__)

_BUSY_SECONDS = 10
KEEP_DAYS = 30
_SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
  address TEXT PRIMARY KEY, page TEXT NOT NULL, fetched_at TEXT NOT NULL,
  etag TEXT NOT NULL DEFAULT '', last_modified TEXT NOT NULL DEFAULT ''
)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    page: Page
    etag: str
    last_modified: str

    def fresh(self, now: datetime, hours: float) -> bool:
        """A page of the future was kept before the clock was set back: nobody knows how old it is."""
        return timedelta(0) <= now - self.page.fetched_at < timedelta(hours=hours)


class PageCache:
    """Opened per call: pages are few and large, and any thread may ask."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._ready = False

    def get(self, address: str) -> Kept | None:
        """The kept page of an address, however old."""
        if not self._path.exists():
            return None
        try:
            with closing(self._connect()) as db:
                row = db.execute("SELECT page, etag, last_modified FROM pages WHERE address = ?", (address,)).fetchone()
        except sqlite3.Error as error:
            _log.warning("the page cache cannot be read: %s", error)
            return None
        if row is None:
            return None
        try:
            return Kept(page=Page.stored(row[0]), etag=row[1], last_modified=row[2])
        except ValidationError:
            return None  # written by another version: as good as not there

    def keep(self, address: str, page: Page, *, etag: str, last_modified: str) -> None:
        row = (address, page.model_dump_json(), page.fetched_at.isoformat(), etag, last_modified)
        oldest = (page.fetched_at - timedelta(days=KEEP_DAYS)).isoformat()
        try:
            with closing(self._connect()) as db, db:
                db.execute("INSERT OR REPLACE INTO pages VALUES (?, ?, ?, ?, ?)", row)
                db.execute("DELETE FROM pages WHERE fetched_at < ?", (oldest,))
        except sqlite3.Error as error:  # a page that was read is not lost because it cannot be kept for later
            _log.warning("the page cache cannot be written: %s", error)

    def _connect(self) -> sqlite3.Connection:
        db = sqlite3.connect(self._path, timeout=_BUSY_SECONDS)
        if not self._ready:
            into_wal(db, seconds=_BUSY_SECONDS)
            db.execute(_SCHEMA)
            self._ready = True
        db.execute("PRAGMA synchronous = NORMAL")
        return db
