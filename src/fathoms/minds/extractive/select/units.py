"""Passages cut into sentences that know their surroundings: headings, lists, tables, what the page is about.

Knows: exact offsets inside a passage, paragraphs, how high a source put a page.  Does not know: any question.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import takewhile

from fathoms.domain.evidence import Passage
from fathoms.minds.extractive.read.matching import Surroundings
from fathoms.minds.extractive.select.cleaning import gives_orders, hangs, is_letterhead, quality, readable
from fathoms.text.sentences import Block, BlockKind, Span, blocks, sentences_in
from fathoms.text.terms import day_terms, in_order, terms
from fathoms.text.words import is_spaceless

_CLOSES = (".", "!", "?", "。", "！", "？", ";")
_RULE = "---"
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
    standing: float
    """How high its source put the passage, from 0 to 1."""
    block: Block
    spans: tuple[Span, ...]
    """The sentences of its paragraph."""
    position: int
    text: str
    around: Surroundings
    heading: str
    worth: float
    items: tuple[Block, ...] = ()
    """The list that its paragraph announces; of an item, those after it."""
    announced_by: Span | None = None
    """Of an item, the paragraph that announces its list."""
    opener: Span | None = None
    """The header of its table, when it is a row."""
    rows_below: tuple[Block, ...] = ()
    header: frozenset[str] = frozenset()
    """Tokens of that header."""
    opens: bool = False
    """It stands in the first paragraph, list or table under its heading."""

    @property
    def span(self) -> Span:
        return self.spans[self.position]


def units_of(passages: Sequence[Passage]) -> list[Unit]:
    """Every usable sentence of the passages, in order."""
    whole = _pages_without_own_subject(passages)
    newest = _newest_of_title(passages)
    standings = _standings(passages)
    return [
        unit
        for rank, passage in enumerate(passages)
        for unit in _units_in(
            passage,
            rank,
            standings[rank],
            whole.get(passage.page_id, frozenset()),
            _STALE if _is_stale(passage, newest) else 1.0,
        )
    ]


def _standings(passages: Sequence[Passage]) -> list[float]:
    """How high each passage stands with its source, by its own score and by the best on its page: which section of a
    page a short query meets is half chance. A source that gives no scores is taken at its order."""
    best: dict[str, float] = {}
    for passage in passages:
        best[passage.source] = max(best.get(passage.source, 0.0), passage.score)
    own = [
        passage.score / best[passage.source] if best[passage.source] > 0 else 1 - rank / len(passages)
        for rank, passage in enumerate(passages)
    ]
    pages: dict[str, float] = {}
    for passage, standing in zip(passages, own, strict=True):
        pages[passage.page_id] = max(pages.get(passage.page_id, 0.0), standing)
    return [(standing + pages[passage.page_id]) / 2 for passage, standing in zip(passages, own, strict=True)]


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


def _units_in(passage: Passage, rank: int, standing: float, page: frozenset[str], freshness: float) -> list[Unit]:
    found: list[Unit] = []
    path = " ".join((passage.title, *passage.title_path))
    title_tokens = terms(path) | day_terms(passage.dated)
    below_title = terms(" ".join(passage.title_path[1:]))
    trust = freshness * (_ORDERED_ABOUT if gives_orders(readable(passage.text)) else 1.0)
    heading = ""
    found_blocks = blocks(passage.text)
    for place, block in enumerate(found_blocks):
        if block.kind is BlockKind.HEADING:
            heading = readable(block.of(passage.text))
            continue
        if block.kind is BlockKind.PROSE and is_letterhead(block.of(passage.text)):
            continue
        header = _header(passage, found_blocks, place)
        if header is block:
            continue
        local = below_title | terms(heading)
        header_tokens = terms(header.of(passage.text)) if header else frozenset()
        headings = title_tokens | local | header_tokens
        announced = _announced(passage.text, found_blocks, place)
        spans = sentences_in(passage.text, block)
        previous = terms(passage.before) if block.start < 3 else frozenset()
        for position, span in enumerate(spans):
            text = readable(span.of(passage.text))
            words = terms(text)
            if len(previous) == 1:
                words |= previous  # a label: "Decision. The Council …"
            leaned_on = previous if hangs(text) else frozenset()
            found.append(
                Unit(
                    passage=passage,
                    rank=rank,
                    standing=standing,
                    block=block,
                    spans=spans,
                    position=position,
                    text=text,
                    around=Surroundings(
                        words, headings | leaned_on, previous, order_of(text), page, local | header_tokens
                    ),
                    heading=" ".join((*passage.title_path[1:], heading)).strip(),
                    worth=trust * _worth(text, block.kind, announced),
                    items=announced or _items_below(found_blocks, place),
                    announced_by=_announcing(passage.text, found_blocks, place),
                    opener=Span(header.start, header.end) if header else None,
                    rows_below=_rows_below(found_blocks, place),
                    header=header_tokens,
                    opens=_opens(found_blocks, place, header),
                )
            )
            previous = words
    return [unit for unit in found if unit.worth > 0]


def _header(passage: Passage, found: Sequence[Block], place: int) -> Block | None:
    """The first row of a row's table; none where the passage begins in the middle of it."""
    if found[place].kind is not BlockKind.ROW:
        return None
    rows = [block for block in found if block.kind is BlockKind.ROW and block.table == found[place].table]
    after = passage.text[rows[0].end : rows[1].start] if len(rows) > 1 else ""
    is_cut = passage.start > 0 and rows[0] is found[0] and _RULE not in after
    return None if is_cut else rows[0]


def _opens(found: Sequence[Block], place: int, header: Block | None) -> bool:
    """Whether a block is the first under its heading; a row, whether its table is."""
    first = found.index(header) if header else place
    return first == 0 or found[first - 1].kind is BlockKind.HEADING


def _worth(text: str, kind: BlockKind, announced: Sequence[Block]) -> float:
    """What a sentence is worth as a statement; one that opens a list is quoted with it and ends where the list does."""
    return quality(f"{text.rstrip(':：')}." if announced and text.endswith((":", "：")) else text, kind)


def order_of(text: str) -> tuple[str, ...]:
    """Where the words stand; in a script without spaces a name is one run and needs no such check."""
    return () if is_spaceless(text) else in_order(text)


def _announced(text: str, found: Sequence[Block], place: int) -> tuple[Block, ...]:
    """The list items right after a paragraph that ends with a colon, or breaks off before them."""
    if found[place].kind is not BlockKind.PROSE or found[place].of(text).endswith(_CLOSES):
        return ()
    return _items_after(found, place)


def _items_after(found: Sequence[Block], place: int) -> tuple[Block, ...]:
    return tuple(takewhile(lambda block: block.kind is BlockKind.ITEM, found[place + 1 :]))


def _items_below(found: Sequence[Block], place: int) -> tuple[Block, ...]:
    """The rest of its list, when the block is an item."""
    return _items_after(found, place) if found[place].kind is BlockKind.ITEM else ()


def _announcing(text: str, found: Sequence[Block], place: int) -> Span | None:
    """The paragraph that announces the list in which an item stands."""
    if found[place].kind is not BlockKind.ITEM:
        return None
    first = place - len(tuple(takewhile(lambda block: block.kind is BlockKind.ITEM, reversed(found[:place]))))
    if first == 0 or not _announced(text, found, first - 1):
        return None
    return Span(found[first - 1].start, found[first - 1].end)


def _rows_below(found: Sequence[Block], place: int) -> tuple[Block, ...]:
    """The rest of its table, when the block is a row."""
    if found[place].kind is not BlockKind.ROW:
        return ()
    return tuple(takewhile(lambda block: block.table == found[place].table, found[place + 1 :]))
