"""Damage to the files of a home, looked for: what is gone, what cannot be read, what of it can be saved.

Knows: the three files, and what runs say should be in them.  Does not know: what stands in any of them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from fathoms.domain.run import RunRow
from fathoms.errors import HomeError, Mend, Repair
from fathoms.runtime.home import Home
from fathoms.stores.schema import SAVED, read_only_address

KB = "kb"


@dataclass(frozen=True, slots=True)
class Damage:
    file: str
    found: str

    @property
    def advice(self) -> str:
        return SAVED[self.file]


def unreadable(folder: Path) -> Iterator[Damage]:
    """The files of a home that SQLite finds something wrong with; takes as long as reading them."""
    for name in SAVED:
        path = folder / name
        if path.exists() and (found := _complaint(path)):
            yield Damage(name, f"damaged: {found}")


def gone(home: Home, rows: Sequence[RunRow]) -> Iterator[Damage]:
    """Files that runs have left their traces in, and that are no longer there or hold nothing any more."""
    if any(row.started_at for row in rows) and _holds_nothing(home.journal):
        yield Damage("journal.db", "gone or emptied, though runs were carried out here")
    if _holds_nothing(home.kb) and any(map(_searched, rows)):
        yield Damage("kb.db", "gone or emptied, though runs searched documents here")


def check_not_gone(home: Home, rows: Callable[[], Sequence[RunRow]]) -> None:
    """Before somebody is told that nothing was ever taken in here. Raises HomeError."""
    if not _holds_nothing(home.kb):
        return
    for damage in gone(home, rows()):
        if damage.file == home.kb.name:
            raise HomeError(
                f"{damage.file} of the home {str(home.path)!r} is {damage.found}; {damage.advice}",
                next_step=Mend(Repair.RESTORE),
            )


def check_knowledge(home: Home, row: RunRow, there: Iterable[str]) -> None:
    """Before a run goes on: the documents that were there when it was planned must be. Raises HomeError."""
    if missing := sorted(_searched(row) - set(there)):
        raise HomeError(
            f"the knowledge base of the home {str(home.path)!r} no longer holds {', '.join(missing)}, "
            f"which run {row.order.run!r} searches; ingest its documents again, then resume",
            next_step=Mend(Repair.RESTORE),
        )


def _holds_nothing(path: Path) -> bool:
    return not path.exists() or not path.stat().st_size


def _searched(row: RunRow) -> set[str]:
    """The collections that held documents when the run was planned."""
    held = {survey.source for survey in (row.proposal.surveys if row.proposal else ()) if survey.documents}
    return {spec.target for spec in row.order.sources if spec.plugin == KB and spec.name in held}


def _complaint(path: Path) -> str:
    try:
        with closing(sqlite3.connect(read_only_address(path), uri=True, timeout=30)) as connection:
            (said,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if said == "ok" else str(said).splitlines()[-1]
