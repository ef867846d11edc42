"""Where queries leave for a source outside: they pass one rule there, whichever mind wrote them.

Knows: what a run's user asked, which outside pages a thread has read.  Does not know: the rule
(`engine/thread/private_words.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.run import Proposal, RunOrder
from fathoms.domain.thread import DroppedQuery, ThreadState
from fathoms.engine.thread import private_words
from fathoms.engine.thread.allocation import normalised
from fathoms.engine.thread.private_words import EVERYTHING, Public
from fathoms.ports.source import Source
from fathoms.ports.store import PageStore
from fathoms.runtime.process import Job, workshop
from fathoms.text.addresses import document, is_external
from fathoms.text.words import content_words


@dataclass(frozen=True, slots=True)
class Leaving:
    """What of a round's queries is sent, and what stays at home."""

    queries: tuple[Query, ...]
    dropped: tuple[DroppedQuery, ...] = ()


def before_authorised(order: RunOrder, sources: Iterable[Source]) -> Public:
    """While a run is planned: the words of its user."""
    return _allowed(order, None, [source.kind for source in sources], ())


async def leaving(job: Job, queries: tuple[Query, ...], thread: ThreadState | None = None) -> Leaving:
    """The queries as they may be sent: those to the user's own sources as they are."""
    outside = {source.name for source in job.sources if source.kind is SourceKind.EXTERNAL}
    if not any(query.source in outside for query in queries):
        return Leaving(queries)
    heard = await asyncio.to_thread(lambda: tuple(_heard(workshop().stores, thread)) if thread else ())
    allowed = _allowed(job.order, job.proposal, [source.kind for source in job.sources], heard)
    before = set(thread.sent) if thread else set[str]()
    going: dict[tuple[str, str], Query] = {}
    dropped: list[DroppedQuery] = []
    for query in queries:
        final = private_words.sent(query, allowed) if query.source in outside else query
        if final is None:
            dropped.append(DroppedQuery(query=query, reason=private_words.stays(query.text.split())))
        elif final.text != query.text and normalised(final.text) in before:
            dropped.append(DroppedQuery(query=query, reason=f"sent before, but for words that are {final.reason}"))
        else:
            going.setdefault((final.source, normalised(final.text)), final)
    return Leaving(tuple(going.values()), tuple(dropped))


def _allowed(
    order: RunOrder, proposal: Proposal | None, kinds: list[SourceKind], heard: Iterable[frozenset[str]]
) -> Public:
    if private_words.nothing_private(order, proposal, kinds):
        return EVERYTHING
    return private_words.public(private_words.asked(order), heard)


def _heard(stores: PageStore, thread: ThreadState) -> Iterator[frozenset[str]]:
    """The words of the outside pages that the thread, and whoever it builds on, has read."""
    for fact in (*thread.known, *thread.facts):
        for evidence in fact.evidence:
            if evidence.kind is SourceKind.EXTERNAL:
                yield content_words(f"{evidence.title} {evidence.quote}")
    read = dict.fromkeys(document(url) for record in thread.rounds for url in record.read_urls if is_external(url))
    for url in read:
        if page := stores.newest_page(url):
            yield _words_of(page.title, page.text)


@lru_cache(maxsize=64)
def _words_of(title: str, text: str) -> frozenset[str]:
    return content_words(f"{title} {text}")
