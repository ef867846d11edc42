"""Which files of a collection's folders were not read, and why: kept beside the documents until the next ingest.

Knows: one table.  Does not know: formats, or who is told.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable
from pathlib import Path

from fathoms.domain.knowledge import UnreadFile
from fathoms.sources.kb.files import Unread
from fathoms.sources.kb.schema import writing


def keep_unread(
    connection: sqlite3.Connection,
    collection: int,
    unread: Iterable[Unread],
    *,
    roots: Collection[Path],
    kept: Collection[tuple[str, str]],
    looked_at: Collection[tuple[str, str]],
) -> None:
    """Replace what was said of the folders and files just looked at; files that held others and did not change keep
    what was said of those."""
    folders = {str(root) for root in roots}
    rows = connection.execute("SELECT root, relative FROM unread WHERE collection=?", (collection,)).fetchall()
    gone = [
        (collection, root, relative)
        for root, relative in rows
        if (root in folders or (root, relative) in looked_at or inside_any(root, relative, looked_at))
        and not inside_any(root, relative, kept)
    ]
    with writing(connection):
        connection.executemany("DELETE FROM unread WHERE collection=? AND root=? AND relative=?", gone)
        connection.executemany(
            "INSERT OR REPLACE INTO unread VALUES (?,?,?,?,?,?)",
            ((collection, str(one.root), one.path, one.reason, one.remedy, one.fault) for one in unread),
        )


def unread_files(connection: sqlite3.Connection, collection: int) -> tuple[UnreadFile, ...]:
    """By path, those with a fault first. None in a knowledge base of a version that did not keep them."""
    known = connection.execute("SELECT 1 FROM sqlite_master WHERE name='unread'").fetchone()
    if known is None:
        return ()
    rows = connection.execute(
        "SELECT root, relative, reason, remedy, fault FROM unread WHERE collection=?"
        " ORDER BY fault DESC, relative, root",
        (collection,),
    )
    return tuple(
        UnreadFile(path=str(Path(root, relative)), name=relative, reason=reason, remedy=remedy, fault=bool(fault))
        for root, relative, reason, remedy, fault in rows
    )


def inside_any(root: str, relative: str, holders: Collection[tuple[str, str]]) -> bool:
    """Whether a path leads into one of these files."""
    at = relative.find("/")
    while at > 0:
        if (root, relative[:at]) in holders:
            return True
        at = relative.find("/", at + 1)
    return False
