"""The way down from a sentence of a report to the words it stands on, what earlier runs know and have read.

Knows: the links of that chain.  Does not know: how it is found (`report/trail.py`) or shown (faces).
"""

from __future__ import annotations

from datetime import datetime

from fathoms.domain.evidence import Evidence, Fact, Original
from fathoms.domain.report import Support
from fathoms.domain.value import Value


class Footing(Value, kind="footing"):
    """One quote in its stored page: the end of the chain."""

    number: int
    """Of the reference in the report."""
    evidence: Evidence
    fetched_at: datetime | None = None
    """When the page was stored; None when it is no longer there."""
    before: str = ""
    after: str = ""
    """The words around the quote in the stored page."""
    in_place: bool = False
    """The stored page holds exactly these words at these offsets."""
    original: Original | None = None
    """What the page was read from, where that was kept."""


class Snapshot(Value, kind="snapshot"):
    """A stored page as a list shows it: where it stands, when it was read, and whether its original was kept."""

    page_id: str
    url: str
    title: str
    fetched_at: datetime
    original: Original | None = None


class Ground(Value, kind="ground"):
    """A fact that a statement cites, with its quotes."""

    fact: Fact
    footings: tuple[Footing, ...] = ()


class Trail(Value, kind="trail"):
    """A statement, and everything below it."""

    statement: str
    section: str = ""
    """The heading it stands under; empty for the summary."""
    support: Support = Support.UNCHECKED
    grounds: tuple[Ground, ...] = ()


class KnownFact(Value, kind="known_fact"):
    """A fact with the runs that found it: the same words in two runs are one fact, found twice."""

    fact: Fact
    runs: tuple[str, ...]
    """Newest first."""
    first_seen: datetime
    last_seen: datetime
