"""The tables of a home, and how its SQLite file is opened.

Knows: columns, indexes, pragmas, the schema's version.  Does not know: what the rows mean.
"""

from __future__ import annotations

import threading
from pathlib import Path
from sqlite3 import Connection as SqliteConnection
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.pool import ConnectionPoolEntry

from fathoms.errors import ChooseHome, HomeError, Mend, OneOf, Repair
from fathoms.ports.wal import into_wal
from fathoms.stores.files import private_file

SCHEMA_VERSION = 1
"""Raised when an older Fathoms could no longer read what a newer one writes. A table that only adds something does
not raise it: it is made when a home that lacks it is opened to be written, and is empty until then."""


class _Word(sa.String):
    """Text that is compared with members of an enum as they are. SQLAlchemy would ask its object mapper what they may
    be, which another thread may just be importing."""

    def coerce_compared_value(self, op: object, value: object) -> _Word:
        return self


METADATA = sa.MetaData()

_BUSY_SECONDS = 30
_HAS_TURN = "fathoms.has_turn"

META = sa.Table("meta", METADATA, sa.Column("name", sa.String, primary_key=True), sa.Column("value", sa.String))

RUNS = sa.Table(
    "runs",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("status", _Word, nullable=False),
    sa.Column("reason", sa.String, nullable=False, default=""),
    sa.Column("order", sa.Text, nullable=False),
    sa.Column("proposal", sa.Text),
    sa.Column("created_at", sa.String, nullable=False),
    sa.Column("started_at", sa.String),
    sa.Column("ended_at", sa.String),
    sa.Column("report_path", sa.String, nullable=False, default=""),
)

EVENTS = sa.Table(
    "events",
    METADATA,
    sa.Column("seq", sa.Integer, primary_key=True, autoincrement=True),
    sa.Column("run", sa.String, nullable=False),
    sa.Column("task", sa.String, nullable=False),
    sa.Column("step", sa.String, nullable=False),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("at", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    sa.UniqueConstraint("run", "task", "step", "n"),
)

CALLS = sa.Table(
    "calls",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("task", sa.String, nullable=False),
    sa.Column("at", sa.String, nullable=False),
    sa.Column("seconds", sa.Float, nullable=False),
    sa.Column("answer", sa.Text, nullable=False),
)

PAYMENTS = sa.Table(
    "payments",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("ticket", sa.String, primary_key=True),
    sa.Column("at", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

PAGES = sa.Table(
    "pages",
    METADATA,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("url", sa.String, primary_key=True),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("fetched_at", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

FACTS = sa.Table(
    "facts",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("task", sa.String, primary_key=True),
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("claim", sa.Text, nullable=False),
    sa.Column("confidence", sa.String, nullable=False),
    sa.Column("at", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

FINDINGS = sa.Table(
    "findings",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("task", sa.String, primary_key=True),
    sa.Column("at", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

OUTCOMES = sa.Table(  # what later runs on the same question may take over
    "outcomes",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("task", sa.String, primary_key=True),
    sa.Column("question_key", sa.String, nullable=False, index=True),
    sa.Column("at", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

TASK_OUTCOMES = sa.Table(
    "task_outcomes",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("task", sa.String, primary_key=True),
    sa.Column("at", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)

SAMPLES = sa.Table(
    "samples",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("task", sa.String, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)

DRAFTS = sa.Table(
    "drafts",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("body", sa.Text, nullable=False),
)

REPORTS = sa.Table(
    "reports",
    METADATA,
    sa.Column("run", sa.String, primary_key=True),
    sa.Column("at", sa.String, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)


def sqlite_engine(path: Path, *, writes: bool = True, writable: bool = True) -> sa.Engine:
    """An engine for one of home's SQLite files: WAL; writers queue up instead of failing, readers never wait."""
    url = (
        sa.URL.create("sqlite", database=str(path))
        if writable
        else sa.URL.create("sqlite", database=read_only_address(path), query={"uri": "true"})
    )
    if writable:
        with home_errors(path.parent):
            private_file(path)
    engine = sa.create_engine(url, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False})

    @event.listens_for(engine, "handle_error")
    def _named(context: sa.engine.ExceptionContext) -> None:
        if says_damage(context.original_exception):
            raise damaged(path, str(context.original_exception)) from context.original_exception

    @event.listens_for(engine, "connect")
    def _pragmas(connection: SqliteConnection, _record: object) -> None:
        connection.isolation_level = None  # we begin transactions ourselves, below
        if writable:
            into_wal(connection, seconds=_BUSY_SECONDS)
            connection.execute("PRAGMA synchronous=NORMAL")

    if writes:
        _let_writers_take_turns(engine)
    return engine


def read_only_address(path: Path) -> str:
    """The SQLite address of a file in a home that may only be read; one that is not there is an empty database.

    Beside a file in WAL mode SQLite wants two more (-wal, -shm) and would make them, which it cannot here. Where they
    are missing, nobody has the file open and nothing is pending in them: it is read as a file that does not change.
    """
    if not path.exists():
        return "file::memory:"
    in_use = path.with_name(f"{path.name}-wal").exists()
    return f"file:{quote(str(path))}?mode=ro{'' if in_use else '&immutable=1'}"


def _let_writers_take_turns(engine: sa.Engine) -> None:
    """Writers of one process hand over at once; SQLite alone would have them sleep and try again."""
    turn = threading.Lock()

    @event.listens_for(engine, "begin")
    def _begin_immediate(connection: sa.Connection) -> None:
        if not connection.info.get(_HAS_TURN):
            turn.acquire()
            connection.info[_HAS_TURN] = True
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    @event.listens_for(engine, "checkin")
    def _hand_over(_connection: SqliteConnection | None, record: ConnectionPoolEntry) -> None:
        if record.info.pop(_HAS_TURN, False):
            turn.release()


def prepare(writer: sa.Engine, reader: sa.Engine, home: Path, *, writable: bool) -> frozenset[str]:
    """Create the tables that a home lacks; refuse one that a newer Fathoms made. A home in use is only looked at.

    Returns the tables that are missing: those younger than a home that may only be read.
    """
    with home_errors(home):
        version, missing = _version(reader)
        if version is None and (left := _runs_left(home)):
            raise HomeError(
                f"store.db of the home {str(home)!r} is gone or was emptied, though {left} runs left files; "
                f"{SAVED['store.db']}; to begin anew here, move the folder runs away",
                next_step=OneOf((Mend(Repair.RESTORE), ChooseHome())),
            )
        if version is None or (missing and writable):
            with writer.begin() as connection:
                METADATA.create_all(connection)
                version_row = META.insert().prefix_with("OR IGNORE").values(name="schema", value=str(SCHEMA_VERSION))
                connection.execute(version_row)
            version, missing = _version(reader)
            version = version or SCHEMA_VERSION
    if version > SCHEMA_VERSION:
        raise HomeError(
            f"the home {str(home)!r} was made by a newer Fathoms (schema {version}, this one knows {SCHEMA_VERSION})",
            next_step=OneOf((Mend(Repair.UPGRADE), ChooseHome())),
        )
    return missing


def _runs_left(home: Path) -> int:
    """How many runs left a folder: without a store, that is no fresh home."""
    try:
        return sum(1 for folder in (home / "runs").iterdir() if folder.is_dir())
    except OSError:
        return 0


def _version(reader: sa.Engine) -> tuple[int | None, frozenset[str]]:
    """None of a home that is still to be made; and the tables that are missing."""
    with reader.connect() as connection:
        missing = METADATA.tables.keys() - set(sa.inspect(connection).get_table_names())
        if META.name in missing:
            return None, frozenset(missing)
        value = connection.execute(sa.select(META.c.value).where(META.c.name == "schema")).scalar()
        return (int(value) if value else None), frozenset(missing)


class home_errors:  # noqa: N801 - a context manager, used like a function
    """Turns what a full disk or a read-only folder makes SQLite say into a `HomeError` with the next step."""

    def __init__(self, home: Path) -> None:
        self._home = home

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _traceback: object) -> None:
        if isinstance(error, (DBAPIError, OSError)):
            meant = as_home_error(error, self._home)
            if meant:
                raise meant from error


def as_home_error(error: BaseException, home: Path) -> HomeError | None:
    """The home's own fault behind a database or file error, if it is one."""
    text = str(error.orig if isinstance(error, DBAPIError) else error).lower()
    if "disk is full" in text or "no space left" in text or "file too large" in text or "disk i/o error" in text:
        return full(home)
    if "readonly" in text or "read-only" in text or "permission denied" in text or "unable to open" in text:
        return HomeError(
            f"the home {str(home)!r} cannot be written", next_step=OneOf((Mend(Repair.PERMISSIONS), ChooseHome()))
        )
    if isinstance(error, OperationalError) and "locked" in text:
        return HomeError(
            f"the home {str(home)!r} stayed locked for {_BUSY_SECONDS} s;"
            " is a backup or another program holding its files?"
        )
    return None


SAVED = {
    "store.db": "the reports stand as files in its folder runs, the documents in kb.db",
    "journal.db": "move it away: ended runs are whole without it, others begin again with what they paid for kept",
    "kb.db": "move it away and ingest again: runs, their pages and reports are in store.db",
}
"""What can be saved when one of the files of a home is gone or damaged."""


def says_damage(error: BaseException | None) -> bool:
    text = str(error).lower()
    return "not a database" in text or "malformed" in text


def damaged(path: Path, how: str) -> HomeError:
    """The error of a file that cannot be read as what it is."""
    return HomeError(
        f"{path.name} of the home {str(path.parent)!r} is damaged ({how}); {SAVED[path.name]}",
        next_step=OneOf((Mend(Repair.RESTORE), ChooseHome())),
    )


def full(home: Path) -> HomeError:
    """The error of a disk without room."""
    return HomeError(
        f"the disk that holds the home {str(home)!r} is full", next_step=OneOf((Mend(Repair.SPACE), ChooseHome()))
    )
