"""Before the report is written: its figures are looked up once more in the user's own documents.

Knows: whom to ask and what to keep; every search goes through the call cache.
Does not know: when two figures disagree (`report/build/crosscheck.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from datetime import datetime

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.evidence import Hit, Page, Query, SourceKind
from fathoms.domain.plan import Plan
from fathoms.domain.report import TaskOutcome
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Phase
from fathoms.errors import ProviderError
from fathoms.ports.source import Source
from fathoms.report.build import crosscheck
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job, workshop

RESULTS = 5
"""Passages looked at per figure."""


async def cross_checked(
    job: Job, plan: Plan, outcomes: Sequence[TaskOutcome], began: datetime
) -> tuple[TaskOutcome, ...]:
    """The outcomes with every conflict that the user's own documents, and the pages already read, hold against them."""
    shop = workshop()
    own_words, said = crosscheck.stated(job.proposal.brief, began)
    await asyncio.to_thread(shop.stores.keep_pages, own_words)
    outcomes = (*outcomes, *((said,) if said else ()))
    cited = [item for outcome in outcomes for fact in outcome.facts for item in fact.evidence]
    pages = await asyncio.to_thread(shop.stores.pages_behind, cited)
    checked = await asyncio.to_thread(crosscheck.figured, outcomes, pages)
    if not checked:
        return tuple(outcomes)
    own = [source for source in job.sources if source.kind is SourceKind.INTERNAL and Phase.VERIFY in source.phases]
    found = [await _looked_up(job, source, one.query) for source in own for one in checked]
    fresh = {page.id: page for some in found for page in some if page.id not in pages}
    await asyncio.to_thread(shop.stores.keep_pages, list(fresh.values()))
    every = (*pages.values(), *fresh.values())
    told = await asyncio.to_thread(crosscheck.disagreements, checked, every, outcomes, plan)
    await asyncio.to_thread(_keep_new_facts, job, outcomes, told)
    return told


async def _looked_up(job: Job, source: Source, words: str) -> tuple[Page, ...]:
    """The pages that speak of the same; a source that fails has nothing to add, and the report stands without it."""
    query = Query(source=source.name, text=words)
    run = job.order.run
    try:
        answer = await call(
            run,
            "",
            CallKind(Deed.CHECK, source.name),
            query,
            SearchAnswer,
            lambda: source.search(query, limit=RESULTS, phase=Phase.VERIFY),
        )
        return tuple([await _read(run, source, hit) for hit in _one_per_page(answer.hits)])
    except ProviderError:
        return ()


async def _read(run: str, source: Source, hit: Hit) -> Page:
    request = Query(source=source.name, text=hit.url.partition("#")[0])
    return await call(run, "", CallKind(Deed.CHECK_READ, source.name), request, Page, lambda: source.read(hit))


def _one_per_page(hits: Iterable[Hit]) -> tuple[Hit, ...]:
    by_page: dict[str, Hit] = {}
    for hit in hits:
        by_page.setdefault(hit.url.partition("#")[0], hit)
    return tuple(by_page.values())


def _keep_new_facts(job: Job, before: Sequence[TaskOutcome], after: Sequence[TaskOutcome]) -> None:
    shop = workshop()
    for old, new in zip(before, after, strict=True):
        fresh = [fact for fact in new.facts if fact not in old.facts]
        shop.stores.keep_facts(job.order.run, new.task, fresh, shop.clock.now())
