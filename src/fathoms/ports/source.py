"""A place to search: the user's documents, a search engine, somebody else's collection.

A source gives one answer to one question. What its provider asks for (waiting, limits, trying again) is its own
affair; it prints nothing, and raises `ProviderError` and nothing else.
"""

from __future__ import annotations

from typing import Protocol

from fathoms.domain.evidence import Hit, Page, Query, SourceKind
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Phase


class Source(Protocol):
    name: str
    """Unique within a run; stands in every hit and fact that comes from here."""
    kind: SourceKind
    phases: frozenset[Phase]
    """The phases of an investigation that this source can serve."""

    async def survey(self, question: str) -> Survey:
        """Describe yourself for this question. Cheap; called once per run, before planning."""
        ...

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        """Hits, best first, at most `limit`; empty when there are none."""
        ...

    async def read(self, hit: Hit) -> Page:
        """The whole page behind a hit, as it is to be stored."""
        ...
