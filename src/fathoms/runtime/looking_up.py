"""What a text's writer is unsure of, and what its reader misses, is looked up in one's own documents before the text is
written once more.

Knows: the run's own sources; no mind is asked for it.  Does not know: whether it helps: whoever writes may take a quote
from it, and code admits that like any other.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
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
from fathoms.text.words import tokens

WIDE = 8
"""Passages on a question, where nobody else has looked for them."""
MOST_DOCUMENTS = 16
"""Those that stand highest on any of the questions."""
MOST_CHARS = 36_000
"""Of what was looked up, in all: not half of what comes along of documents."""
WIDE_CHARS = 60_000
"""The same for whoever has nothing else of documents: a page of a few thousand is whole."""


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
    *,
    wide: bool = False,
) -> LookedUp:
    """The parts of documents that were offered, behind those that the questions lead to; `wide`, with more of the
    ranking and what else these documents hold."""
    most = WIDE if wide else overlooked.HIGH
    own = [source for source in job.sources if source.kind is SourceKind.INTERNAL]
    found = await asyncio.gather(
        *(hits_on(job, source, text, Phase.SURVEY, most=most) for text in asked for source in own)
    )
    groups = reading.by_page(hit for turn in zip_longest(*found) for hit in turn if hit)[:MOST_DOCUMENTS]
    read = await asyncio.gather(*(page_behind(job, "", hits[0]) for hits in groups))
    got = [(page, hits) for page, hits in zip(read, groups, strict=True) if isinstance(page, Page)]
    if not got:
        return LookedUp(tuple(offered), pages)
    await asyncio.to_thread(workshop().stores.keep_pages, [page for page, _ in got])
    wanted, weights = frozenset(tokens(" ".join(asked))), over_all(job.proposal.surveys)
    room = reading.shares([len(page.text) for page, _ in got], WIDE_CHARS if wide else MOST_CHARS)
    first = [
        passage
        for (page, hits), most in zip(got, room, strict=True)
        for passage in reading.passages(page, hits, wanted, weights, max_chars=most)
        if wide or passage.score
    ]
    rest = [passage for passage in offered if not any(_same(passage, one) for one in first)]
    return LookedUp(reading.keyed([*first, *rest]), {**pages, **{page.id: page for page, _ in got}})


def _same(offered: Passage, found: Passage) -> bool:
    """Whether most of what was offered stands in what was found."""
    if offered.page_id != found.page_id:
        return False
    shared = min(offered.end, found.end) - max(offered.start, found.start)
    return 2 * shared > offered.end - offered.start
