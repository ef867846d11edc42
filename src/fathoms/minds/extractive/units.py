"""Passages cut into sentences that know their surroundings, and windows of them that can be quoted.

Knows: exact offsets inside a passage, paragraphs, what may open a quotation.  Does not know: scores.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import takewhile

from fathoms.domain.evidence import Passage
from fathoms.engine.sentences import Block, BlockKind, Span, blocks, sentences_in
from fathoms.engine.words import is_spaceless
from fathoms.minds.extractive.cleaning import gives_orders, hangs, is_letterhead, quality, readable, word_count
from fathoms.minds.extractive.matching import Surroundings
from fathoms.minds.extractive.terms import in_order, terms

_WORD = re.compile(r"\S+")
WINDOW_WORDS = 75
"""The longest quotation: enough for a thought with its neighbours, short enough to read."""

_CONTINUES = 0.5
_STEPS_BACK = 2
_OWN_SUBJECT = 2
"""Paragraphs that repeat a word of the page's title: from here on the page is about what its title names."""
_STALE = 0.6
"""What a page is worth beside a newer one of the same title."""
_ORDERED_ABOUT = 0.6
"""What sentences beside an order to the reader are still worth."""


@dataclass(frozen=True, slots=True)
class Unit:
    """One sentence, list item or table row of a passage."""

    passage: Passage
    rank: int
    """Of the passage among those offered; 0 is the best."""
    block: Block
    spans: tuple[Span, ...]
    """The sentences of its paragraph."""
    position: int
    text: str
    around: Surroundings
    local_headings: frozenset[str]
    """Tokens of the headings below the document's title."""
    heading: str
    worth: float
    items: tuple[Block, ...] = ()
    """The list that its paragraph announces with a colon."""
    opener: Span | None = None
    """The header of its table, when it is a row."""
    rows_below: tuple[Block, ...] = ()

    @property
    def span(self) -> Span:
        return self.spans[self.position]


@dataclass(frozen=True, slots=True)
class Window:
    """A quotable stretch of a passage around one unit."""

    unit: Unit
    start: int
    end: int
    text: str
    around: Surroundings

    @property
    def quote(self) -> str:
        return self.unit.passage.text[self.start : self.end]

    def overlaps(self, other: Window) -> bool:
        same = self.unit.passage.page_id == other.unit.passage.page_id
        mine, theirs = self.unit.passage.start, other.unit.passage.start
        return same and mine + self.start < theirs + other.end and theirs + other.start < mine + self.end


def units_of(passages: Sequence[Passage]) -> list[Unit]:
    """Every usable sentence of the passages, in order."""
    whole = _pages_without_own_subject(passages)
    newest = _newest_of_title(passages)
    return [
        unit
        for rank, passage in enumerate(passages)
        for unit in _units_in(
            passage, rank, whole.get(passage.page_id, frozenset()), _STALE if _is_stale(passage, newest) else 1.0
        )
    ]


def _newest_of_title(passages: Sequence[Passage]) -> dict[frozenset[str], date]:
    newest: dict[frozenset[str], date] = {}
    for passage in passages:
        title = terms(passage.title)
        if passage.dated is not None:
            newest[title] = max(passage.dated, newest.get(title, passage.dated))
    return newest


def _is_stale(passage: Passage, newest: Mapping[frozenset[str], date]) -> bool:
    """Whether another page of the same title is newer."""
    return passage.dated is not None and passage.dated < newest[terms(passage.title)]


def _pages_without_own_subject(passages: Sequence[Passage]) -> dict[str, frozenset[str]]:
    """The tokens of those pages whose title names nothing that their text goes on about ("Incident report")."""
    pages: dict[str, set[str]] = {}
    said: dict[str, Counter[str]] = {}
    for passage in passages:
        title = terms(passage.title)
        for block in blocks(passage.text):
            words = terms(readable(block.of(passage.text)))
            pages.setdefault(passage.page_id, set()).update(words)
            said.setdefault(passage.page_id, Counter()).update(words & title)
    return {
        page: frozenset(words) for page, words in pages.items() if max(said[page].values(), default=0) < _OWN_SUBJECT
    }


def _units_in(passage: Passage, rank: int, page: frozenset[str], freshness: float) -> list[Unit]:
    found: list[Unit] = []
    path = " ".join((passage.title, *passage.title_path))
    title_tokens = terms(path)
    below_title = terms(" ".join(passage.title_path[1:]))
    trust = freshness * (_ORDERED_ABOUT if gives_orders(readable(passage.text)) else 1.0)
    heading, header = "", None
    found_blocks = blocks(passage.text)
    for place, block in enumerate(found_blocks):
        if block.kind is BlockKind.HEADING:
            heading = readable(block.of(passage.text))
            continue
        if block.kind is BlockKind.PROSE and is_letterhead(block.of(passage.text)):
            continue
        if block.kind is not BlockKind.ROW:
            header = None
        elif header is None or header.table != block.table:
            header = block
            continue
        local = below_title | terms(heading)
        header_tokens = terms(header.of(passage.text)) if header else frozenset()
        headings = title_tokens | local | header_tokens
        spans = sentences_in(passage.text, block)
        previous = terms(passage.before) if block.start < 3 else frozenset()
        for position, span in enumerate(spans):
            text = readable(span.of(passage.text))
            words = terms(text)
            leaned_on = previous if hangs(text) else frozenset()
            found.append(
                Unit(
                    passage=passage,
                    rank=rank,
                    block=block,
                    spans=spans,
                    position=position,
                    text=text,
                    around=Surroundings(words, headings | leaned_on, previous, _order(text), page),
                    local_headings=local | header_tokens,
                    heading=" ".join((*passage.title_path[1:], heading)).strip(),
                    worth=trust * quality(text, block.kind),
                    items=_announced(passage.text, found_blocks, place),
                    opener=Span(header.start, header.end) if header else None,
                    rows_below=_rows_below(found_blocks, place),
                )
            )
            previous = words
    return [unit for unit in found if unit.worth > 0]


def _order(text: str) -> tuple[str, ...]:
    """Where the words stand; in a script without spaces a name is one run and needs no such check."""
    return () if is_spaceless(text) else in_order(text)


def _announced(text: str, found: Sequence[Block], place: int) -> tuple[Block, ...]:
    """The list items right after a paragraph that ends with a colon."""
    if found[place].kind is not BlockKind.PROSE or not found[place].of(text).endswith((":", "：")):
        return ()
    return tuple(takewhile(lambda block: block.kind is BlockKind.ITEM, found[place + 1 :]))


def _rows_below(found: Sequence[Block], place: int) -> tuple[Block, ...]:
    """The rest of its table, when the block is a row."""
    if found[place].kind is not BlockKind.ROW:
        return ()
    return tuple(takewhile(lambda block: block.table == found[place].table, found[place + 1 :]))


def window_around(
    unit: Unit, relevance: Callable[[frozenset[str]], float], *, allow_hanging: bool = False, alone: bool = False
) -> Window | None:
    """The unit with as much of its paragraph as helps a reader; None when it cannot stand on its own.

    With `alone` nothing is added that it can do without: its neighbours are quoted already.
    """
    first, last = unit.position, unit.position
    texts = [readable(span.of(unit.passage.text)) for span in unit.spans]
    lengths = [word_count(text) for text in texts]
    usable = [not gives_orders(text) for text in texts]
    while first > 0 and unit.position - first < _STEPS_BACK and hangs(texts[first]) and usable[first - 1]:
        first -= 1
    if hangs(texts[first]) and not allow_hanging:
        return None
    if sum(lengths[first : last + 1]) > WINDOW_WORDS:
        first = unit.position
        if hangs(texts[first]) and not allow_hanging:
            return None
    if alone:
        pass
    elif sum(lengths) <= WINDOW_WORDS and all(usable) and not hangs(texts[0]):
        first, last = 0, len(texts) - 1
    else:
        first, last = _grown(first, last, texts, lengths, usable, relevance)
    start, end = unit.spans[first].start, unit.spans[last].end
    if unit.opener is not None:
        start, end = _in_table(unit, unit.opener, relevance)
    end = _with_items(unit, start, end) if last == len(unit.spans) - 1 else end
    start, end = _cut(unit.passage.text, start, end, relevance)
    text = readable(unit.passage.text[start:end])
    if not text:
        return None
    return Window(unit, start, end, text, replace(unit.around, words=terms(text), order=_order(text)))


def _in_table(unit: Unit, header: Span, relevance: Callable[[frozenset[str]], float]) -> tuple[int, int]:
    """The row alone where its own words answer; with the header and the rows between them where the header does.

    The rows above one that answers are about other things; a table whose columns are what is asked for is read whole.
    """
    text = unit.passage.text

    def fits(end: int) -> bool:
        return word_count(readable(text[header.start : end])) <= WINDOW_WORDS

    end = unit.span.end
    if not fits(end):
        return unit.span.start, end
    is_next = not text[header.end : unit.span.start].strip(" \t\n|:-")
    if relevance(terms(readable(header.of(text)))) == 0:
        return (header.start if is_next else unit.span.start), end
    for row in unit.rows_below:
        if not fits(row.end):
            break
        end = row.end
    return header.start, end


def _with_items(unit: Unit, start: int, end: int) -> int:
    """The end of the quotation with the list that its last sentence announces, as far as it fits."""
    for item in unit.items:
        if word_count(readable(unit.passage.text[start : item.end])) > WINDOW_WORDS:
            break
        end = item.end
    return end


def _grown(
    first: int,
    last: int,
    texts: Sequence[str],
    lengths: Sequence[int],
    usable: Sequence[bool],
    relevance: Callable[[frozenset[str]], float],
) -> tuple[int, int]:
    """Add the neighbours that fit, the more telling one first; one that continues the thought counts as telling."""

    def worth(index: int) -> float:
        if not 0 <= index < len(texts) or not usable[index] or total + lengths[index] > WINDOW_WORDS:
            return -1.0
        if index < first and hangs(texts[index]):
            return -1.0
        return relevance(terms(texts[index])) + _CONTINUES * (index > last and hangs(texts[index]))

    total = sum(lengths[first : last + 1])
    while True:
        before, after = worth(first - 1), worth(last + 1)
        if max(before, after) < 0:
            return first, last
        if after >= before:
            last += 1
            total += lengths[last]
        else:
            first -= 1
            total += lengths[first]


def _cut(text: str, start: int, end: int, relevance: Callable[[frozenset[str]], float]) -> tuple[int, int]:
    """What is quoted of a sentence too long to quote whole: up to its last comma or semicolon that fits, or, where
    there is none, the stretch of it that says most."""
    if word_count(readable(text[start:end])) <= WINDOW_WORDS:
        return start, end
    best = end
    for position in range(start, end):
        if text[position] in ",;、；" and not text[position + 1 : position + 2].isdigit():
            if word_count(readable(text[start:position])) > WINDOW_WORDS:
                break
            best = position
    return (start, best) if best < end else _richest(text, start, end, relevance)


def _richest(text: str, start: int, end: int, relevance: Callable[[frozenset[str]], float]) -> tuple[int, int]:
    """The first of the stretches of words, half overlapping, that have most of what is wanted."""
    words = [match.span() for match in _WORD.finditer(text, start, end)]
    stretches = [
        (words[first][0], words[min(first + WINDOW_WORDS, len(words)) - 1][1])
        for first in range(0, max(len(words) - WINDOW_WORDS // 2, 1), WINDOW_WORDS // 2)
    ]
    return max(stretches, key=lambda stretch: relevance(terms(text[stretch[0] : stretch[1]])))
