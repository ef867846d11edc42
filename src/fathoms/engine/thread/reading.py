"""What a round reads: which hits, and which passages of their pages.

Knows: at most 5 results a round, fair turns between sources, paragraphs and sentences.  Does not know:
how a page is fetched.  Nothing is cut blindly: the words that are wanted pick the passages.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import chain, zip_longest

from fathoms.domain.evidence import Hit, Page, Passage, SourceKind
from fathoms.domain.survey import SearchAnswer
from fathoms.text.addresses import canonical, endpoint, is_external
from fathoms.text.sentences import Span, heading_before, sentences_in
from fathoms.text.words import content_words, weight_of

RESULTS = 5
"""Most results read in a round."""
PER_HOST = 2
"""Most of them from one external host."""
BEFORE_CHARS = 240

_PARAGRAPH = re.compile(r"\S(?:.*?\S)??(?=\s*?\n[ \t\r\f\v\u3000]*\n|\s*\Z)", re.DOTALL)


def choose_hits(
    answers: Mapping[str, SearchAnswer], *, already_read: Collection[str], most: int = RESULTS
) -> tuple[Hit, ...]:
    """The hits to read: sources take turns, each giving its best first; a page once, a host twice at most."""
    seen = {canonical(url) for url in already_read}
    hosts: Counter[tuple[str, str, int]] = Counter()
    chosen: list[Hit] = []
    turns = zip_longest(*(answer.hits for answer in answers.values()))
    for hit in chain.from_iterable(turns):
        if len(chosen) == most:
            break
        if hit is None or canonical(hit.url) in seen:
            continue
        host = endpoint(hit.url)
        if is_external(hit.url) and hosts[host] == PER_HOST:
            continue
        seen.add(canonical(hit.url))
        hosts[host] += 1
        chosen.append(hit)
    return tuple(chosen)


def passages(
    page: Page, hits: Sequence[Hit], wanted: Collection[str], weights: Mapping[str, float], *, max_chars: int
) -> tuple[Passage, ...]:
    """The spans of a page to offer, at most `max_chars` in all: the hits' own first, then the richest paragraphs."""
    picker = _Picker(page.text, frozenset(wanted), weights, max_chars)
    chosen: list[Passage] = []
    for hit in hits:
        span = picker.take_own(hit.start, hit.end)
        if span:
            chosen.append(_passage(page, span, hit, hit.score))
    for span in picker.take_richest(fallback=not chosen):
        chosen.append(_passage(page, span, None, 0.0))
    return tuple(chosen)


def keyed(found: Sequence[Passage]) -> tuple[Passage, ...]:
    """The passages under keys that say nothing of where they come from: S1, S2, …"""
    return tuple(passage.model_copy(update={"key": f"S{n}"}) for n, passage in enumerate(found, start=1))


def paragraphs(text: str) -> Iterator[Span]:
    """The stretches between blank lines, without outer blanks: a list or a table stays whole."""
    for match in _PARAGRAPH.finditer(text):
        yield Span(match.start(), match.end())


class _Picker:
    """Takes spans of one text until the cap is reached; no character is taken twice."""

    def __init__(self, text: str, wanted: frozenset[str], weights: Mapping[str, float], cap: int) -> None:
        self._text, self._wanted, self._weights, self._cap = text, wanted, weights, cap
        self._taken: list[Span] = []
        self._left = cap

    def take_own(self, start: int | None, end: int | None) -> Span | None:
        """A hit's own span, as the source gave it; one that is too long gives its richest sentences."""
        if start is None or end is None or not 0 <= start < end <= len(self._text):
            return None
        if any(start < span.end and span.start < end for span in self._taken):
            return None
        return self._take(Span(start, end))

    def take_richest(self, *, fallback: bool) -> Iterator[Span]:
        """Paragraphs by the weight of the wanted words in them; with `fallback`, the opening if none has any."""
        pieces = [piece for paragraph in paragraphs(self._text) for piece in self._free(paragraph)]
        scored = [(self._worth(piece), -piece.start, piece) for piece in pieces]
        found = False
        for worth, _, piece in sorted(scored, key=lambda item: item[:2], reverse=True):
            if worth <= 0 or self._left <= 0:
                break
            span = self._take(piece)
            if span:
                found = True
                yield span
        if fallback and not found and pieces:
            span = self._take(pieces[0])
            if span:
                yield span

    def _take(self, span: Span) -> Span | None:
        room = span
        if span.end - span.start > self._cap:
            shorter = self._richest_run(span)
            if shorter is None:
                return None
            room = shorter
        if room.end - room.start > self._left:
            return None
        self._taken.append(room)
        self._left -= room.end - room.start
        return room

    def _free(self, paragraph: Span) -> Iterator[Span]:
        """What of a paragraph is not taken yet."""
        start = paragraph.start
        for span in sorted(self._taken, key=lambda item: item.start):
            if span.end <= start or span.start >= paragraph.end:
                continue
            yield from self._trimmed(start, span.start)
            start = span.end
        yield from self._trimmed(start, paragraph.end)

    def _trimmed(self, start: int, end: int) -> Iterator[Span]:
        piece = self._text[start:end]
        if piece.strip():
            yield Span(start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip()))

    def _worth(self, span: Span) -> float:
        return weight_of(content_words(span.of(self._text)) & self._wanted, self._weights)

    def _richest_run(self, span: Span) -> Span | None:
        """Whole sentences around the one that carries most, as many as fit in what is left."""
        found = [s for s in _sentences(self._text, span, self._cap) if s.end - s.start <= self._left]
        if not found:
            return None
        best = max(range(len(found)), key=lambda at: (self._worth(found[at]), -at))
        first = last = best
        while True:
            if last + 1 < len(found) and self._fits(found[first], found[last + 1]):
                last += 1
            elif first > 0 and self._fits(found[first - 1], found[last]):
                first -= 1
            else:
                return Span(found[first].start, found[last].end)

    def _fits(self, first: Span, last: Span) -> bool:
        return last.end - first.start <= self._left


def _sentences(text: str, span: Span, cap: int) -> Iterator[Span]:
    """The sentences of a long span, looked for in windows so that a page of megabytes stays affordable."""
    start, window = span.start, max(4 * cap, 4000)
    while start < span.end:
        end = min(start + window, span.end)
        found = sentences_in(text, Span(start, end))
        whole = found if end == span.end else found[:-1]
        yield from whole
        # A window without a sentence end holds nothing that could be quoted whole: it is passed over.
        start = whole[-1].end if whole and end < span.end else end


def _passage(page: Page, span: Span, hit: Hit | None, score: float) -> Passage:
    internal = page.kind is SourceKind.INTERNAL
    own_address = f"{page.url}#{span.start}-{span.end}" if internal else page.url
    return Passage(
        key="",
        page_id=page.id,
        url=hit.url if hit and internal else own_address,
        title=page.title,
        title_path=hit.title_path if hit else _path(page, span.start),
        start=span.start,
        end=span.end,
        text=span.of(page.text),
        before=_before(page.text, span.start),
        score=score,
        source=page.source,
        kind=page.kind,
        dated=page.dated or (hit.dated if hit else None),
        language=page.language or (hit.language if hit else ""),
    )


def _path(page: Page, start: int) -> tuple[str, ...]:
    """The page's title and the heading over a paragraph, as a source would give them for a hit of its own."""
    heading = heading_before(page.text, start)
    return (page.title, heading) if heading and heading != page.title else (page.title,)


def _before(text: str, start: int) -> str:
    """The words just before a span in its paragraph."""
    reach = text[max(0, start - BEFORE_CHARS) : start]
    same = re.split(r"\n[ \t\r\f\v\u3000]*\n", reach)[-1]
    if same == reach and start > BEFORE_CHARS:
        same = same.partition(" ")[2] or same
    return same.strip()
