"""The report as a flat run of blocks, for formats that are written from top to bottom (PDF, DOCX).

Knows: how each part of the outline becomes lines, and where their words lead.  Does not know: the order of parts,
fonts, pages or any file format.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import chain, count, groupby
from typing import TypeAlias, assert_never

from fathoms.domain.evidence import Evidence
from fathoms.domain.report import Plot, PlotKind, Reference, Report
from fathoms.report import blocks
from fathoms.report.citations import (
    NOTE_QUOTE,
    Citations,
    Cited,
    mark_of,
    passage_anchor,
    section_of,
    source_anchor,
    words_quoted,
)
from fathoms.report.parts import Part, parts
from fathoms.report.passage_layout import Set, cells_of, laid_out
from fathoms.report.words import Words, words_for
from fathoms.text.addresses import place
from fathoms.text.neutral import harmless, in_code, one_line, shortened

TAB = 4
"""Columns that a tab in code takes."""


class Style(StrEnum):
    TITLE = "title"
    HEADING = "heading"
    LABEL = "label"
    TEXT = "text"
    ITEM = "item"
    STEP = "step"
    INSIDE = "inside"
    """Words of the item above them, behind its code."""
    CODE = "code"
    MARKS = "marks"
    """Of the code or the table above them."""
    NOTE = "note"
    TABLE = "table"
    BARS = "bars"
    MOMENTS = "moments"
    SOURCE = "source"
    QUOTE = "quote"
    """Words of the source above it."""


@dataclass(frozen=True, slots=True)
class Run:
    """Words that lead to one place, or nowhere; a space stands between a run and the next."""

    text: str
    cited: Cited | None = None
    """What the words, `[3b]`, stand for: each of its marks leads to a place of its own."""
    url: str = ""
    """The page of the web that they name."""


Line: TypeAlias = tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading, a table or a line of code; all text is one plain line."""

    style: Style
    line: Line = ()
    level: int = 1
    """Of a heading; of a step, its number."""
    rows: tuple[tuple[Line, ...], ...] = ()
    """Of a table, its header first; of a plot, what each point is called and what is shown at it."""
    lengths: tuple[float, ...] = ()
    """Of bars: how long each is beside the longest, from 0 to 1."""
    anchor: str = ""
    """Of a source or a quote: the name by which marks find it."""

    @property
    def text(self) -> str:
        return plain(self.line)


def plain(line: Line) -> str:
    return " ".join(run.text for run in line)


def flattened(report: Report) -> Iterator[Block]:
    """Everything the report says, in reading order."""
    return _Run(report).of(parts(report))


class _Run:
    """One report on its way to a run of blocks."""

    def __init__(self, report: Report) -> None:
        self.words: Words = words_for(report.language)
        self.citations = Citations(report)

    def of(self, outline: Iterable[Part]) -> Iterator[Block]:
        for part in outline:
            if part.heading:
                yield _heading(f"{part.number} {part.heading}".strip(), part.level)
            for block in part.blocks:
                yield from self._blocks(block)
            yield from self.of(part.parts)

    def _blocks(self, block: blocks.Block) -> Iterable[Block]:
        match block:
            case blocks.Text(text):
                return (_block(Style.TEXT, text),)
            case blocks.Note(text):
                return (_block(Style.NOTE, text),)
            case blocks.Notice(text, lines):
                return (_block(Style.LABEL if lines else Style.NOTE, text), *_items(map(_said, lines)))
            case blocks.Label(text):
                return (_block(Style.LABEL, text),)
            case blocks.Items(items):
                return (made for item in blocks.items_in(items) for made in self._item(item, Style.ITEM))
            case blocks.Nearest(said):
                return _items(map(self._line, said))
            case blocks.Passages():
                made = self._paragraph(block, block.label)
                return made if block.apart else _running_on(made)
            case blocks.Code(one):
                return self._code(one)
            case blocks.Moments(paragraphs):
                return (made for paragraph in paragraphs for made in self._paragraph(paragraph, paragraph.label))
            case blocks.Steps(paragraphs, first):
                return self._numbered(paragraphs, first)
            case blocks.Sides(paragraphs):
                return (made for side in paragraphs for made in self._paragraph(side, side.name))
            case blocks.Hint():
                return ()
            case _:
                return self._exhibit(block)

    def _exhibit(self, block: blocks.Exhibit) -> Iterable[Block]:
        match block:
            case blocks.Table(columns, rows):
                cells = (
                    (_said(name), *(self._line(one) if one else _said("–") for one in told)) for name, told in rows
                )
                return (_table((map(_said, columns), *cells)),)
            case blocks.Overview(columns, rows):
                return (_table(map(_said, row) for row in (columns, *rows)),)
            case blocks.Picture(plot):
                return (self._plot(plot),)
            case blocks.Ranking(sources):
                return _items(_said(line) for _, line in sources)
            case blocks.Disputes(disputes):
                return (made for dispute in disputes for made in self._dispute(dispute))
            case blocks.Verdicts(verdicts):
                return _items(_said(f"{verdict.word}: {verdict.text}") for verdict in verdicts)
            case blocks.Pairs(pairs):
                return _items(_said(f"{name}: {value}") for name, value in pairs)
            case blocks.Sources(heading, references):
                return (_heading(heading, 2), *self._references(references))
        assert_never(block)

    def _paragraph(self, paragraph: blocks.Passages, label: str) -> Iterator[Block]:
        if label:
            yield _block(Style.LABEL, label)
        for said in paragraph.said:
            yield from self._passage(said, Style.TEXT)

    def _passage(self, said: blocks.Said, style: Style) -> Iterator[Block]:
        """A statement with its marks behind its last words, or below them."""
        if said.statement.code:
            yield from self._code(said)
            return
        *before, last = _laid_out(said.statement.text, style) or [Block(style)]
        yield from before
        marks = self._behind(said)
        if last.style in (Style.TABLE, Style.CODE):
            yield from (last, Block(Style.MARKS, marks)) if marks else (last,)
        else:
            yield replace(last, line=(*last.line, *marks))

    def _item(self, item: Iterable[blocks.Said | blocks.Line], style: Style) -> list[Block]:
        """Its sentences run on; behind its code they go on below that."""
        made: list[Block] = []
        before: blocks.Said | blocks.Line | None = None
        for one in item:
            if isinstance(one, blocks.Said) and (style is Style.STEP or one.statement.code):
                shown = list(self._passage(one, style))
            else:
                shown = [Block(style, self._line(one))]
            if made and shown[0].style is style:
                first = shown.pop(0)
                if made[-1].style in (style, Style.INSIDE) and (before is None or blocks.runs_on(before, one)):
                    made[-1] = replace(made[-1], line=(*made[-1].line, *first.line))
                else:
                    made.append(replace(first, style=Style.INSIDE))
            made += shown
            before = one
        return made

    def _numbered(self, paragraphs: Iterable[blocks.Passages], first: int) -> Iterator[Block]:
        """Steps with their numbers."""
        number = count(first)
        for paragraph in paragraphs:
            if paragraph.label:
                yield _block(Style.LABEL, paragraph.label)
            for item in blocks.items_in(paragraph.said):
                for block in self._item(item, Style.STEP):
                    yield replace(block, level=next(number)) if block.style is Style.STEP else block

    def _code(self, said: blocks.Said) -> Iterator[Block]:
        yield from (_block(Style.CODE, line) for line in said.statement.text.split("\n"))
        if said.cited:
            yield Block(Style.MARKS, _bracket(said.cited))

    def _plot(self, plot: Plot) -> Block:
        caption = (
            *_said(plot.title),
            *_bracket(self.citations.cited(dict.fromkeys(point.fact for point in plot.points))),
        )
        rows = tuple((_said(point.label), _said(point.shown)) for point in plot.points)
        if plot.kind is not PlotKind.BARS:
            return Block(Style.MOMENTS, caption, rows=rows)
        longest = max((abs(point.value) for point in plot.points), default=0.0) or 1.0
        lengths = tuple(abs(point.value) / longest for point in plot.points)
        return Block(Style.BARS, caption, rows=rows, lengths=lengths)

    def _dispute(self, dispute: blocks.Dispute) -> Iterator[Block]:
        state = f" ({dispute.state})" if dispute.state else ""
        yield _block(Style.LABEL, f"{dispute.about}{state}")
        for voice in dispute.voices:
            yield Block(
                Style.ITEM, (*_said(f"{voice.says}: {voice.who}"), *_bracket(self.citations.cited((voice.fact,))))
            )
        if dispute.settled:
            yield _block(Style.TEXT, dispute.settled)

    def _line(self, line: blocks.Said | blocks.Line) -> Line:
        if isinstance(line, blocks.Line):
            return _said(line.text)
        return (*_said(line.statement.text), *self._behind(line))

    def _behind(self, said: blocks.Said) -> Line:
        """What stands behind the words of a statement."""
        flag = _said(f"({said.flag})") if said.flag and not said.said_above else ()
        return (*_bracket(said.cited), *flag)

    def _references(self, references: Iterable[Reference]) -> Iterator[Block]:
        """Each source with its address, and below it the words that its marks mean."""
        for reference in references:
            dated = f" ({reference.dated.isoformat()})" if reference.dated else ""
            address = one_line(reference.url)
            where = Run(address, url=address) if _WEB.fullmatch(address) else Run(one_line(place(address)))
            named = Run(one_line(f"[{reference.number}] {reference.title}{dated},"))
            yield Block(Style.SOURCE, (named, where), anchor=source_anchor(reference))
            for passage in reference.passages:
                yield self._quote(reference, passage)

    def _quote(self, reference: Reference, passage: Evidence) -> Block:
        lettered = self.citations.by_passage and len(reference.passages) > 1
        mark = f"[{mark_of(reference, passage)}] " if lettered else ""
        above = f"{section}: " if (section := section_of(reference, passage)) else ""
        told = f"{mark}{above}“{shortened(words_quoted(passage), NOTE_QUOTE)}”"
        return Block(Style.QUOTE, _said(told), anchor=passage_anchor(reference, passage))


_WEB = re.compile(r"https?://[^\s\"'<>\\`]+")


def _laid_out(text: str, style: Style) -> list[Block]:
    """A passage as its source laid it out: code, lists and tables stay what they are, all else has the style."""
    made: list[Block] = []
    for kind, lines in laid_out(text):
        match kind:
            case Set.ROWS:
                made.append(_table(map(_said, row) for row in cells_of(lines)))
            case Set.ITEMS:
                made += (_block(Style.ITEM if style is Style.TEXT else style, line) for line in lines)
            case Set.CODE:
                made += (_block(Style.CODE, line) for line in lines)
            case Set.PROSE:
                made += (_block(style, line) for line in lines)
    return made


def _bracket(cited: Cited) -> Line:
    return (Run(cited.text, cited=cited),) if cited else ()


def _said(text: str) -> Line:
    return (Run("".join(piece for piece, _ in in_code(one_line(text)))),)


def _block(style: Style, text: str) -> Block:
    if style is Style.CODE:
        return Block(style, (Run(harmless(text).expandtabs(TAB).rstrip()),))
    return Block(style, _said(text))


def _running_on(made: Iterable[Block]) -> Iterator[Block]:
    """Sentences of one paragraph on the same lines, as far as no list, table or code stands between them."""
    for style, group in groupby(made, key=lambda block: block.style):
        if style is Style.TEXT:
            first, *others = group
            yield replace(first, line=(*first.line, *chain.from_iterable(one.line for one in others)))
        else:
            yield from group


def _items(lines: Iterable[Line]) -> tuple[Block, ...]:
    return tuple(Block(Style.ITEM, line) for line in lines)


def _table(rows: Iterable[Iterable[Line]]) -> Block:
    return Block(Style.TABLE, rows=tuple(tuple(row) for row in rows))


def _heading(text: str, level: int) -> Block:
    return Block(Style.HEADING, _said(text), level=level) if level else _block(Style.TITLE, text)
