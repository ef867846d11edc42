"""What a report needs of one's own documents beside its facts is looked up before it is written: what no round read on
its questions, and what somebody with experience would look up.

Knows: the run's own sources; no mind is asked for it.  Does not know: whether it helps: whoever writes may take a quote
from it, and code admits that like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from fathoms.domain.evidence import Page, Passage, SourceKind
from fathoms.domain.thread import Phase
from fathoms.engine.plan import overlooked
from fathoms.engine.thread import reading
from fathoms.engine.thread.weights import over_all
from fathoms.runtime.overlooking import hits_on
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.steps import page_behind
from fathoms.text.addresses import document
from fathoms.text.words import tokens

MOST_DOCUMENTS = 16
"""Those that stand highest on any of the questions."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far a look goes: the hits of each search, the characters in all, and whether what else these documents hold
    comes along."""

    hits: int
    chars: int
    whole: bool = False


ON_DOUBTS = Reach(overlooked.HIGH, 36_000)
"""On what somebody with experience names: not half of what comes along of documents."""
ON_QUESTIONS = Reach(8, 60_000, whole=True)
"""For whoever has nothing else of documents: a page of a few thousand is whole."""
ON_UNREAD = Reach(12, 24_000)
"""Beside the pages behind the facts: what a round has no place for stands sixth to tenth, search after search."""


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What there is to read, what was looked up first; and the pages that it is of, by their ids."""

    passages: tuple[Passage, ...]
    pages: Mapping[str, Page]


async def looked_up(
    job: Job,
    asked: Sequence[str],
    offered: Sequence[Passage],
    pages: Mapping[str, Page],
    reach: Reach,
    *,
    shown: Collection[str] = (),
) -> LookedUp:
    """The parts of documents that were offered, behind those that the questions lead to; of these none that was shown
    to somebody before."""
    own = [source for source in job.sources if source.kind is SourceKind.INTERNAL]
    before = reading.shown_before(shown)
    found = await asyncio.gather(
        *(hits_on(job, source, text, Phase.SURVEY, most=reach.hits) for text in asked for source in own)
    )
    new = [[hit for hit in hits if not reading.was_shown(hit, before.get(document(hit.url), ()))] for hits in found]
    groups = reading.by_page(hit for turn in zip_longest(*new) for hit in turn if hit)[:MOST_DOCUMENTS]
    read = await asyncio.gather(*(page_behind(job, "", hits[0]) for hits in groups))
    got = [(page, hits) for page, hits in zip(read, groups, strict=True) if isinstance(page, Page)]
    if not got:
        return LookedUp(tuple(offered), pages)
    await asyncio.to_thread(workshop().stores.keep_pages, [page for page, _ in got])
    wanted, weights = frozenset(tokens(" ".join(asked))), over_all(job.proposal.surveys)
    room = reading.shares([len(page.text) for page, _ in got], reach.chars)
    first = [
        passage
        for (page, hits), most in zip(got, room, strict=True)
        for passage in reading.passages(page, hits, wanted, weights, max_chars=most)
        if reach.whole or passage.score
    ]
    rest = [passage for passage in offered if not any(_same(passage, one) for one in first)]
    return LookedUp(reading.keyed([*first, *rest]), {**pages, **{page.id: page for page, _ in got}})


def _same(offered: Passage, found: Passage) -> bool:
    """Whether most of what was offered stands in what was found."""
    if offered.page_id != found.page_id:
        return False
    shared = min(offered.end, found.end) - max(offered.start, found.start)
    return 2 * shared > offered.end - offered.start
