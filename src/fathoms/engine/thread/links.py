"""Links that lead on: which of a page's links speak of what is open, and which of them the next round reads.

Knows: the words of a link and of the paragraph it stands in, and what was read.  Does not know: how a page is fetched.
Only pages from outside lead on: an address that stands in a document of the user's own is the user's, and is not sent
anywhere. A mind has no part in it, and writes no address.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from fathoms.domain.evidence import Hit, Page, PageLink, SourceKind
from fathoms.domain.thread import Insight, InsightKind, SubQuestionStatus, ThreadState
from fathoms.text.addresses import document
from fathoms.text.naming import share
from fathoms.text.words import content_words

MOST_NOTICED = 6
"""Links of one round that are kept."""
MOST_FOLLOWED = 2
"""Documents of a round that a link may name: the others are what the search found."""
LEAST_SHARE = 0.5
"""Share of a question's words that a link and its paragraph must carry; one of them stands in the link itself."""


def noticed(pages: Iterable[Page], questions: Sequence[str]) -> tuple[Insight, ...]:
    """The links of these pages that speak of one of the questions, best first."""
    wanted = [words for text in questions if (words := content_words(text))]
    found: dict[str, Insight] = {}
    for page in pages:
        for link in page.links if page.kind is SourceKind.EXTERNAL else ():
            worth = max((_worth(link, words) for words in wanted), default=0.0)
            if worth >= LEAST_SHARE and document(link.url) not in found:
                found[document(link.url)] = _insight(page, link, worth)
    return tuple(sorted(found.values(), key=lambda insight: -insight.confidence)[:MOST_NOTICED])


def to_follow(thread: ThreadState) -> tuple[Hit, ...]:
    """What the next round reads because a page named it: links that speak of what is open and were not read yet."""
    wanted = [content_words(sub.text) for sub in thread.sub_questions if sub.status is not SubQuestionStatus.ANSWERED]
    fresh = [
        insight
        for insight in unread(thread)
        if any(share(words, content_words(f"{insight.text} {insight.snippet}")) >= LEAST_SHARE for words in wanted)
    ]
    best = sorted(fresh, key=lambda insight: -insight.confidence)[:MOST_FOLLOWED]
    return tuple(
        Hit(source=one.source, url=one.url, title=one.text, snippet=one.snippet, score=one.confidence) for one in best
    )


def unread(thread: ThreadState) -> Iterator[Insight]:
    """The linked sources that the thread noticed and has neither read nor failed to read, each once."""
    tried = {document(url) for record in thread.rounds for url in record.read_urls}
    tried |= {document(lost.target) for record in thread.rounds for lost in record.failures}
    for record in thread.rounds:
        for insight in record.insights:
            if insight.kind is InsightKind.LINKED_SOURCE and document(insight.url) not in tried:
                tried.add(document(insight.url))
                yield insight


def _worth(link: PageLink, wanted: frozenset[str]) -> float:
    said = content_words(link.text)
    return share(wanted, said | content_words(link.around)) if said & wanted else 0.0


def _insight(page: Page, link: PageLink, worth: float) -> Insight:
    return Insight(
        kind=InsightKind.LINKED_SOURCE,
        text=link.text,
        url=link.url,
        source=page.source,
        confidence=round(worth, 3),
        rationale=f"linked by {page.title}",
        snippet=link.around,
    )
