"""The journal read back: every step of a run in order, with its time and what came of it.

Knows: the journal's tables, read-only.  Does not know: DBOS (a reader neither launches nor imports it).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime

from fathoms.domain.report import TaskOutcome
from fathoms.domain.value import Value
from fathoms.runtime import codec
from fathoms.runtime import records as _records  # noqa: F401 - registers the kinds that the journal holds
from fathoms.runtime.home import Home
from fathoms.stores.schema import damaged, read_only_address, says_damage

_MARK = "DBOS.patch"
"""The engine's own note of the rules by which a workflow began: no step of ours."""


class TracedStep(Value):
    """One recorded step."""

    task: str
    """Empty for the run itself."""
    number: int
    name: str
    started_at: datetime | None
    seconds: float
    output: str
    """What it returned, as JSON."""
    error: str = ""


def steps(home: Home, run: str) -> tuple[TracedStep, ...]:
    """Every recorded step of the run and its tasks, in the order they began."""
    chosen = """
        select workflow_uuid, function_id, function_name, started_at_epoch_ms, completed_at_epoch_ms, output, error
        from operation_outputs where workflow_uuid = ? or workflow_uuid like ? order by started_at_epoch_ms, function_id
    """
    with _reading(home) as journal:
        rows = journal.execute(chosen, (run, f"{run}:%")).fetchall() if journal else []
    return tuple(
        TracedStep(
            task=workflow.partition(":")[2],
            number=number,
            name=name,
            started_at=_time(began),
            seconds=round((ended - began) / 1000, 3) if began and ended else 0.0,
            output=output or "",
            error=error or "",
        )
        for workflow, number, name, began, ended, output, error in rows
        if not name.startswith(_MARK)
    )


def older_outcomes(home: Home, run: str) -> tuple[TaskOutcome, ...]:
    """What each ended task handed back, of runs from before the store kept it (`outcomes.py`); for nothing else."""
    chosen = """
        select output from operation_outputs
        where workflow_uuid like ? and function_name in ('conclude', 'discover', 'fail_task')
    """
    with _reading(home) as journal:
        rows = journal.execute(chosen, (f"{run}:%",)).fetchall() if journal else []
    decoded = (codec.decode(output) for (output,) in rows if output)
    return tuple(value for value in decoded if isinstance(value, TaskOutcome))


@contextmanager
def _reading(home: Home) -> Iterator[sqlite3.Connection | None]:
    if not home.journal.exists():
        yield None
        return
    address = f"{home.journal.as_uri()}?mode=ro" if home.writable else read_only_address(home.journal)
    with closing(sqlite3.connect(address, uri=True, timeout=30)) as connection:
        try:
            yield connection
        except sqlite3.DatabaseError as error:
            if says_damage(error):
                raise damaged(home.journal, str(error)) from error
            raise


def _time(epoch_ms: int | None) -> datetime | None:
    return datetime.fromtimestamp(epoch_ms / 1000, tz=UTC) if epoch_ms else None
