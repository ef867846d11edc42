"""Windows of a passage that can be quoted: a sentence with as much around it as helps a reader.

Knows: where sentences, lists and tables begin and end, what may open a quotation.  Does not know: scores; what is
telling is told by who asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from fathoms.minds.extractive.read.matching import Surroundings
from fathoms.minds.extractive.select.cleaning import gives_orders, hangs, readable, word_count
from fathoms.minds.extractive.select.units import Unit, order_of
from fathoms.text.sentences import BlockKind, Span, sentences_in
from fathoms.text.terms import terms

WINDOW_WORDS = 75
"""The longest quotation: enough for a thought with its neighbours, short enough to read."""

_WORD = re.compile(r"\S+")
_CONTINUES = 0.5
_STEPS_BACK = 2


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
    while last > unit.position and _words_from(unit, first, last) > WINDOW_WORDS:
        last -= 1  # counted apart, short sentences of a script without spaces add up to less than together
    start, end = unit.spans[first].start, unit.spans[last].end
    if unit.opener is not None:
        start, end = _in_table(unit, unit.opener, relevance)
    if unit.announced_by is not None and not alone:
        start, end = _from_announcement(unit, unit.announced_by, start, end)
    elif unit.block.kind is BlockKind.PROSE and last == len(unit.spans) - 1:
        end = _with_items(unit, start, end)
    start, end = _cut(unit.passage.text, start, end, relevance)
    text = readable(unit.passage.text[start:end])
    if not text:
        return None
    return Window(unit, start, end, text, replace(unit.around, words=terms(text), order=order_of(text)))


def _words_from(unit: Unit, first: int, last: int) -> int:
    return word_count(readable(unit.passage.text[unit.spans[first].start : unit.spans[last].end]))


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


def _from_announcement(unit: Unit, announcement: Span, start: int, end: int) -> tuple[int, int]:
    """An item is a part of what announces its list: it is quoted from there, and the list to its end, as far as that
    fits; by itself when it stands too far down, or when the announcement leans on something before it."""
    text = unit.passage.text
    for sentence in sentences_in(text, announcement):
        fits = word_count(readable(text[sentence.start : end])) <= WINDOW_WORDS
        if fits and not hangs(readable(sentence.of(text))):
            return sentence.start, _with_items(unit, sentence.start, end)
    return start, end


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
