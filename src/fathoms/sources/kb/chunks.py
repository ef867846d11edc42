"""Cuts a document into passages: along headings and paragraphs, inside a paragraph at sentence ends.

Knows: block spans and how large a passage should be.  Does not know: file formats, tokens, the index.
Every chunk is a span of the stored text, so a quote is always real text at its offsets.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from fathoms.sources.formats.parsed import Block, BlockKind, Parsed
from fathoms.text.words import is_spaceless

TARGET_CHARS = 1_000
"""About 160 English words."""
MOST_CHARS = 1_400
"""A paragraph or section up to this size stays whole."""
SPACELESS_SHARE = 0.4
"""Japanese says in 400 characters what English says in 1,000."""

_SENTENCE_END = re.compile(r"(?:[.!?…][\"'”’)\]]*(?=\s)|[。！？][」』）]*|\n)\s*")
_INITIAL = re.compile(r"(?:\b[A-Z]|\b(?:Dr|Mr|Mrs|Ms|St|Prof|No|vs|etc|cf|e\.g|i\.e|approx|Fig|pp?))\.$")
_LINE_END = re.compile(r"\n")
_JOINERS = "\u200d\ufe0e\ufe0f"
_LONGEST_CLUSTER = 32
"""Marks piled on one character beyond this are no writing."""
_SAMPLE = 4_000


class Chunk(NamedTuple):
    start: int
    end: int
    path: tuple[str, ...]


def cut(parsed: Parsed) -> list[Chunk]:
    """The passages of a document, in order, without overlap."""
    scale = SPACELESS_SHARE if is_spaceless(parsed.text[:_SAMPLE]) else 1.0
    target, most = int(TARGET_CHARS * scale), int(MOST_CHARS * scale)
    chunks: list[Chunk] = []
    for section in _sections(parsed.blocks or _headings_alone(parsed)):
        chunks.extend(_pack(parsed.text, section, target, most))
    return chunks


def _headings_alone(parsed: Parsed) -> Iterator[Block]:
    """A document of nothing but headings still says something."""
    for heading in parsed.headings:
        span = _trimmed(parsed.text, heading.start, heading.end)
        if span is not None:
            yield Block(*span, BlockKind.PROSE, ())


def _sections(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """Runs of blocks under the same headings."""
    run: list[Block] = []
    for block in blocks:
        if run and block.path != run[-1].path:
            yield run
            run = []
        run.append(block)
    if run:
        yield run


def _pack(text: str, section: list[Block], target: int, most: int) -> Iterator[Chunk]:
    """Fill passages with whole blocks; the parts of one section come out about equally long."""
    path = section[0].path
    size = section[-1].end - section[0].start
    if size <= most:
        yield Chunk(section[0].start, section[-1].end, path)
        return
    goal = size / max(2, round(size / target))
    start: int | None = None
    end = 0
    for block in section:
        if start is not None and block.end - start > most:
            yield Chunk(start, end, path)
            start = None
        if block.end - block.start > most:
            yield from (Chunk(a, b, path) for a, b in _split(text, block, target))
            continue
        start = block.start if start is None else start
        end = block.end
        if end - start >= goal:
            yield Chunk(start, end, path)
            start = None
    if start is not None:
        yield Chunk(start, end, path)


def _split(text: str, block: Block, target: int) -> Iterator[tuple[int, int]]:
    """Cut one long block at the sentence ends (rows in a table, lines in code) nearest to equal parts."""
    size = block.end - block.start
    parts = max(2, round(size / target))
    start = block.start
    for part in range(1, parts):
        wanted = max(block.start + part * size // parts, start + 1)
        cut_at = _boundary(text, block, wanted, target // 2)
        if cut_at <= start:
            continue
        span = _trimmed(text, start, cut_at)
        if span is not None:
            yield span
        start = cut_at
    span = _trimmed(text, start, block.end)
    if span is not None:
        yield span


def _boundary(text: str, block: Block, wanted: int, reach: int) -> int:
    """The sentence or line end nearest to `wanted`, else a space, else a place that splits no character."""
    low, high = max(block.start + 1, wanted - reach), min(block.end, wanted + reach)
    best = _nearest((m.end() for m in _LINE_END.finditer(text, low, high)), wanted) if block.kind.by_lines else None
    if best is None and block.kind is not BlockKind.CODE:
        best = _nearest(_sentence_ends(text, low, high), wanted)
    if best is not None:
        return best
    space = text.rfind(" ", low, wanted)
    if space > 0:
        return space + 1
    at, furthest = wanted, min(block.end, wanted + _LONGEST_CLUSTER)
    while at < furthest and (unicodedata.combining(text[at]) or text[at] in _JOINERS or text[at - 1] == "\u200d"):
        at += 1
    return at


def _sentence_ends(text: str, low: int, high: int) -> Iterator[int]:
    for m in _SENTENCE_END.finditer(text, low, high):
        if not _INITIAL.search(text, max(low - 8, m.start() - 8), m.start() + 1):
            yield m.end()


def _nearest(ends: Iterable[int], wanted: int) -> int | None:
    return min(ends, key=lambda end: abs(end - wanted), default=None)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int] | None:
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None
