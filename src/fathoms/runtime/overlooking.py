"""Each open point is looked for once more in one's own documents, by code alone, before it is called missing.

Knows: the run's own sources, what its tasks were shown.  Does not know: which passage counts
(`engine/plan/overlooked.py`), or what is made of it (`gaps.py`, the report).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.evidence import Hit, Query, SourceKind
from fathoms.domain.report import TaskOutcome
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Phase
from fathoms.engine.plan import overlooked
from fathoms.errors import ProviderError
from fathoms.ports.source import Source
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job
from fathoms.runtime.steps import SearchRequest


async def unread_on(job: Job, points: Iterable[str], outcomes: Sequence[TaskOutcome]) -> dict[str, str]:
    """By point, the title of the document whose passage on it nobody was shown."""
    shown = [url for outcome in outcomes for url in outcome.shown]
    asked = tuple(dict.fromkeys(points))
    found = await asyncio.gather(*(_nearest(job, point, shown) for point in asked))
    return {point: hit.title for point, hit in zip(asked, found, strict=True) if hit}


async def _nearest(job: Job, point: str, shown: Sequence[str]) -> Hit | None:
    for source in (one for one in job.sources if one.kind is SourceKind.INTERNAL):
        if hit := overlooked.overlooked(point, await hits_on(job, source, point), shown):
            return hit
    return None


async def hits_on(
    job: Job, source: Source, point: str, phase: Phase = Phase.EXTRACT, *, most: int = overlooked.HIGH
) -> tuple[Hit, ...]:
    """What a source has on it, the best first; nothing where it cannot be searched now."""
    query = Query(source=source.name, text=point)
    request = SearchRequest(query=query, phase=phase)
    kind = CallKind(Deed.SEARCH, source.name)
    try:
        answer = await call(
            job.order.run,
            "",
            kind,
            request,
            SearchAnswer,
            lambda: source.search(query, limit=most, phase=phase),
        )
    except ProviderError:
        return ()
    return answer.hits
