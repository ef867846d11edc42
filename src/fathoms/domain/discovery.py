"""Discovery: a curated list of sources, ranked, tagged and justified. It starts no tasks.

Knows: sweeps, ranked sources, the suggested balance.  Does not know: how sources are judged
(`engine/thread/discovery.py`).
"""

from __future__ import annotations

from datetime import date
from enum import StrEnum

from pydantic import Field

from fathoms.domain.evidence import Failure, Query, SourceKind, Tier
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.value import Value


class Tag(StrEnum):
    """What a source is good for in a collection."""

    AUTHORITY = "authority"
    RECENCY = "recency"
    COVERAGE = "coverage"
    DIVERSITY = "diversity"


class Sweep(Value, kind="sweep"):
    """One well-scoped search of a discovery: a theme, looked at from one perspective."""

    theme: str
    perspective: str = ""
    query: Query


class Swept(Value, kind="swept"):
    """A sweep and what it brought."""

    sweep: Sweep
    answer: SearchAnswer = SearchAnswer()


class RankedSource(Value, kind="ranked_source"):
    """One page or document of the list, or one that was left out of it; `reason` says why."""

    rank: int = Field(default=0, ge=0)
    """1 is best; 0 for one that was left out."""
    url: str = Field(min_length=1)
    title: str = Field(min_length=1)
    source: str
    kind: SourceKind
    tier: Tier
    tags: tuple[Tag, ...] = ()
    themes: tuple[str, ...] = ()
    """The themes whose sweeps found it."""
    score: float = 0.0
    dated: date | None = None
    reason: str = Field(min_length=1)


class Share(Value, kind="share"):
    """How much of the list is of one sort, and how much would be balanced."""

    sort: str
    now: float = Field(ge=0, le=1)
    suggested: float = Field(ge=0, le=1)


class Discovery(Value, kind="discovery"):
    """What a discovery hands back."""

    included: tuple[RankedSource, ...] = ()
    excluded: tuple[RankedSource, ...] = ()
    balance: tuple[Share, ...] = ()
    advice: tuple[str, ...] = ()
    """What is missing for a balanced collection, in words."""
    calls: int = 0
    """Searches made, of those that the budget allowed."""
    failures: tuple[Failure, ...] = ()
    """Searches that were not answered and documents that could not be looked into."""
