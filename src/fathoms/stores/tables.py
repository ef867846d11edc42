"""The SQLite file behind a store, and the two ways in which all its tables are written.

Knows: one engine that writes and one that reads; every write may be repeated and changes nothing the second time.
Does not know: what the rows mean.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.dialects.sqlite import insert

from fathoms.stores.schema import (
    home_errors,
    prepare,
    sqlite_engine,
)


class Tables:
    """Calls block briefly: run them in a thread when on an event loop."""

    def __init__(self, home: Path, *, writable: bool = True) -> None:
        self._home = home
        self._writer = sqlite_engine(home / "store.db", writable=writable)
        self._reader = sqlite_engine(home / "store.db", writes=False, writable=writable)
        self._missing = prepare(self._writer, self._reader, home, writable=writable)
        self._of_this_thread = threading.local()

    def close(self) -> None:
        self._writer.dispose()
        self._reader.dispose()

    @contextmanager
    def together(self) -> Iterator[None]:
        """What this thread writes within is one write: a process that dies meanwhile leaves all of it or nothing."""
        with self._writing() as connection:
            self._of_this_thread.writing = connection
            try:
                yield
            finally:
                self._of_this_thread.writing = None

    @contextmanager
    def _writing(self) -> Iterator[sa.Connection]:
        """A transaction, or the one that this thread is in already."""
        under_way: sa.Connection | None = getattr(self._of_this_thread, "writing", None)
        if under_way is not None:
            yield under_way
            return
        with home_errors(self._home), self._writer.begin() as connection:
            yield connection

    def _write(self, *statements: sa.Executable) -> None:
        with self._writing() as connection:
            for statement in statements:
                connection.execute(statement)

    def _add(self, table: sa.Table, *rows: Mapping[str, object]) -> None:
        """Insert rows; one whose key is there already is left as it was first written."""
        if rows:
            with self._writing() as connection:
                connection.execute(insert(table).on_conflict_do_nothing(), list(rows))
