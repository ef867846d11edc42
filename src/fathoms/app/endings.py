"""How a run's status ends a program that waited for it.

Knows: the exit code of every status that somebody can be left with.  Does not know: what is said along with it.
"""

from __future__ import annotations

from collections.abc import Mapping

from fathoms.domain.run import SILENT, UNHEARD, RunRow, RunStatus
from fathoms.errors import (
    EXIT_AWAITING_AUTHORISATION,
    EXIT_CANCELLED,
    EXIT_DONE,
    EXIT_FAILED,
    EXIT_NOT_FOUND,
    EXIT_REFUSED,
    EXIT_WITHHELD,
    ProviderError,
)

EXIT_CODES: Mapping[RunStatus, int] = {
    RunStatus.DONE: EXIT_DONE,
    RunStatus.NOT_FOUND: EXIT_NOT_FOUND,
    RunStatus.FAILED: EXIT_FAILED,
    RunStatus.CANCELLED: EXIT_CANCELLED,
    RunStatus.WITHHELD: EXIT_WITHHELD,
    RunStatus.REFUSED: EXIT_REFUSED,
    RunStatus.PROPOSED: EXIT_AWAITING_AUTHORISATION,
}


def exit_code(row: RunRow) -> int:
    """Of a run that has ended; sources that failed are told from tasks that did."""
    if row.status is RunStatus.FAILED and row.reason.startswith((SILENT, UNHEARD)):
        return ProviderError.exit_code
    return EXIT_CODES[row.status]
