"""Where a page can be cut: sections under headings, paragraphs, sentences; and which of them fit.

Knows: spans of one text, the worth of the words in them, a cap.  Does not know: pages, sources, rounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from fathoms.text.code_blocks import fences, without_code
from fathoms.text.sentences import Span, heading_before, sentences_in
from fathoms.text.words import content_words, weight_of

LONGEST_SECTION = 3_000
"""Characters from which a section is cut between its paragraphs."""
MOST_HEADINGS = 40
_REACH = 20_000
"""Characters before a place in which the beginning of its code is looked for."""

_BLANK_LINES = re.compile(r"\n[^\S\n]*+(?:\n|\Z)\s*+|\Z")
_HEADING = re.compile(r"^[ \t]{0,3}#{1,6}[ \t]+(?P<text>\S.*?)[ \t#]*$", re.MULTILINE)


def paragraphs(text: str) -> Iterator[Span]:
    """The stretches between blank lines, without outer blanks: a list or a table stays whole."""
    start = 0
    for gap in _BLANK_LINES.finditer(text):
        yield from _trimmed(text, start, gap.start())
        start = gap.end()


def sections(text: str) -> Iterator[Span]:
    """Headings with what stands under them; a long one in runs of whole paragraphs."""
    run: list[Span] = []
    said = without_code(text)
    for paragraph in paragraphs(text):
        opens = _HEADING.match(said, paragraph.start) is not None
        if run and (opens or paragraph.end - run[0].start > LONGEST_SECTION):
            yield Span(run[0].start, run[-1].end)
            run = []
        run.append(paragraph)
    if run:
        yield Span(run[0].start, run[-1].end)


def headings(text: str) -> tuple[str, ...]:
    """The outline of a page."""
    found = dict.fromkeys(match["text"] for match in _HEADING.finditer(without_code(text)))
    return tuple(found)[:MOST_HEADINGS]


def heading_over(text: str, start: int) -> str:
    """The heading that a span opens with, else the one under which it stands."""
    own = _HEADING.match(text, start)
    within_code = len(fences(text, max(0, start - _REACH), start)) % 2
    return own["text"] if own and not within_code else heading_before(text, start)


class Picker:
    """Takes spans of one text until the cap is reached; no character is taken twice, none that was shown before."""

    def __init__(
        self, text: str, wanted: frozenset[str], weights: Mapping[str, float], cap: int, shown: Sequence[Span] = ()
    ) -> None:
        self._text, self._wanted, self._weights, self._cap = text, wanted, weights, cap
        self._taken: list[Span] = list(shown)
        self._left = cap
        self.left_out = False
        """Whether something of the text was neither taken nor shown before."""

    def take_own(self, start: int | None, end: int | None) -> Span | None:
        """A hit's own span, as the source gave it; one that is too long gives its richest sentences."""
        if start is None or end is None or not 0 <= start < end <= len(self._text):
            return None
        if any(start < span.end and span.start < end for span in self._taken):
            return None
        return self._take(Span(start, end))

    def take_rest(self, *, fallback: bool) -> Iterator[Span]:
        """All that is left where it fits; else sections by the weight of the wanted words in them, and of one that is
        longer than the cap its paragraphs. With `fallback`, the opening if none has any."""
        pieces = list(self._pieces(sections(self._text)))
        whole = sum(piece.end - piece.start for piece in pieces) <= self._left
        self.left_out = not whole
        if not whole and any(piece.end - piece.start > self._cap for piece in pieces):
            pieces = list(self._pieces(paragraphs(self._text)))
        found = False
        for worth, piece in self._richest_first(pieces):
            if self._left <= 0 or (worth <= 0 and not whole):
                break
            span = self._take(piece)
            if span:
                found = True
                yield span
        if fallback and not found and pieces:
            span = self._take(pieces[0])
            if span:
                yield span

    def _pieces(self, spans: Iterator[Span]) -> Iterator[Span]:
        """What is free of each; headings alone only where there is nothing else."""
        free = [piece for span in spans for piece in self._free(span)]
        told = [piece for piece in free if _HEADING.sub("", piece.of(self._text)).strip()]
        yield from (told if self._taken else free)

    def _richest_first(self, pieces: Sequence[Span]) -> list[tuple[float, Span]]:
        scored = [(self._worth(piece), piece) for piece in pieces]
        return sorted(scored, key=lambda item: (-item[0], item[1].start))

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
            yield from _trimmed(self._text, start, span.start)
            start = max(start, span.end)
        yield from _trimmed(self._text, start, paragraph.end)

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


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    """The span without outer blanks; nothing when it is blank."""
    piece = text[start:end]
    if piece.strip():
        yield Span(start + len(piece) - len(piece.lstrip()), end - len(piece) + len(piece.rstrip()))
