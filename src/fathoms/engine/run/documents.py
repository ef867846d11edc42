"""Which parts of the documents behind the facts come along when the whole is written: a quote alone tells neither its
conditions nor its neighbours.

Knows: the most cited document first, the sections round what was quoted, then the rest of it.  Does not know: how much
a mind takes in: it shows as many as fit, the first ones first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from fathoms.domain.evidence import Evidence, Fact, Hit, Page, Passage, SourceKind
from fathoms.engine.evidence.novelty import stated
from fathoms.engine.thread import reading
from fathoms.engine.thread.sections import sections
from fathoms.text.sentences import Span
from fathoms.text.words import content_words, tokens

MOST = 96_000
"""Characters in all: a quarter of a window of 128,000 tokens."""
LEAST_UNTOLD = 8
"""Words of a section that no fact quotes: one with fewer has nothing more to tell."""
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t].*$", re.MULTILINE)


def offered(
    facts: Sequence[Fact], cited: Sequence[str], pages: Mapping[str, Page], wanted: str, weights: Mapping[str, float]
) -> tuple[Passage, ...]:
    """The sections that facts were taken from, document by document, then what else stands in those documents."""
    usable = [fact for fact in facts if not (fact.loose or stated(fact))]
    first = set(cited)
    counted = Counter(fact.evidence[0].page_id for fact in usable)
    told = Counter(fact.evidence[0].page_id for fact in usable if fact.id in first)
    ranked = sorted((page for page in counted if page in pages), key=lambda page: (-told[page], -counted[page]))
    most = max(reading.LONG, MOST // max(1, len(ranked)))
    round_quotes: list[Passage] = []
    besides: list[Passage] = []
    for name in ranked:
        quoted = [item for fact in usable for item in fact.evidence if item.page_id == name]
        hits = list(_hits(pages[name], quoted))
        found = reading.passages(pages[name], hits, frozenset(tokens(wanted)), weights, max_chars=most)
        for passage in found:
            if _untold(passage, quoted) >= LEAST_UNTOLD:
                (round_quotes if passage.score else besides).append(passage)
    return reading.keyed(list(_within((*round_quotes, *besides), MOST)))


def _hits(page: Page, quoted: Sequence[Evidence]) -> Iterator[Hit]:
    """The sections that hold what was quoted, those with most of it first."""
    held = [(span, [item for item in quoted if span.start <= item.start < span.end]) for span in sections(page.text)]
    for span, items in sorted(held, key=lambda pair: -len(pair[1])):
        if items:
            own = page.kind is SourceKind.INTERNAL
            yield Hit(
                source=page.source,
                url=f"{page.url}#{span.start}-{span.end}" if own else page.url,
                title=page.title,
                score=float(len(items)),
                title_path=items[0].title_path,
                start=span.start,
                end=span.end,
            )


def _untold(passage: Passage, quoted: Sequence[Evidence]) -> int:
    """How many words of a passage stand neither in its headings nor in a quote."""
    spans = sorted(
        (Span(max(item.start, passage.start), min(item.end, passage.end)) for item in quoted),
        key=lambda span: span.start,
    )
    left, at = "", passage.start
    for span in spans:
        if span.start < span.end:
            left += f"{passage.text[at - passage.start : max(at, span.start) - passage.start]} "
            at = max(at, span.end)
    left += passage.text[at - passage.start :]
    return len(content_words(_HEADING.sub("", left)))


def _within(passages: Sequence[Passage], most: int) -> Iterator[Passage]:
    """As many as there is room for, the first ones first, each whole."""
    for passage in passages:
        if len(passage.text) <= most:
            most -= len(passage.text)
            yield passage
