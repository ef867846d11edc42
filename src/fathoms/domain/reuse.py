"""A finding of an earlier run, with what it was asked of and when.

Knows: what is needed to take it over.  Does not know: when it is still fresh (`engine/evidence/reuse.py`).
"""

from __future__ import annotations

from datetime import datetime

from fathoms.domain.evidence import Hit
from fathoms.domain.report import TaskOutcome
from fathoms.domain.value import Value


class EarlierFinding(Value, kind="earlier_finding"):
    run: str
    question: str
    sources: tuple[str, ...]
    """What was searched: plug-in, target and, where there is one, the state of the collection."""
    found_at: datetime
    outcome: TaskOutcome


class RecalledFact(Value, kind="recalled_fact"):
    """A fact of an earlier run that carries what a task asks: where it stood is read first."""

    task: str
    claim: str
    run: str
    found_at: datetime
    hit: Hit
