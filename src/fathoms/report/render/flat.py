"""The report as a flat run of blocks, for formats that are written from top to bottom (PDF, DOCX).

Knows: how each part of the outline becomes plain lines.  Does not know: the order of parts, fonts, pages or any file
format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import assert_never

from fathoms.domain.report import Plot, PlotKind, Reference, Report
from fathoms.report import blocks
from fathoms.report.citations import NOTE_QUOTE, Citations, mark_of, section_of
from fathoms.report.parts import Part, parts
from fathoms.report.words import Words, words_for
from fathoms.text.neutral import one_line, shortened, unmarked


class Style(StrEnum):
    TITLE = "title"
    HEADING = "heading"
    LABEL = "label"
    TEXT = "text"
    ITEM = "item"
    STEP = "step"
    NOTE = "note"
    TABLE = "table"
    BARS = "bars"
    MOMENTS = "moments"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph, a heading or a table; all text is one plain line."""

    style: Style
    text: str = ""
    level: int = 1
    """Of a heading."""
    rows: tuple[tuple[str, ...], ...] = ()
    """Of a table, its header first; of a plot, what each point is called and what is shown at it."""
    lengths: tuple[float, ...] = ()
    """Of bars: how long each is beside the longest, from 0 to 1."""


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
                return (_block(Style.LABEL if lines else Style.NOTE, text), *_items(lines))
            case blocks.Label(text):
                return (_block(Style.LABEL, text),)
            case blocks.Items(items):
                return _items(map(self._line, items))
            case blocks.Nearest(said):
                return _items(map(self._line, said))
            case blocks.Passages():
                return self._paragraph(block, block.label)
            case blocks.Moments(paragraphs):
                return (made for paragraph in paragraphs for made in self._paragraph(paragraph, paragraph.label))
            case blocks.Steps(paragraphs):
                return (made for one in paragraphs for made in self._paragraph(one, one.label, Style.STEP))
            case blocks.Sides(paragraphs):
                return (made for side in paragraphs for made in self._paragraph(side, side.name))
            case blocks.Hint():
                return ()
            case _:
                return self._exhibit(block)

    def _exhibit(self, block: blocks.Exhibit) -> Iterable[Block]:
        match block:
            case blocks.Table(columns, rows):
                cells = ((label, *(self._line(cell) if cell else "–" for cell in said)) for label, said in rows)
                return (_table((columns, *cells)),)
            case blocks.Overview(columns, rows):
                return (_table((columns, *rows)),)
            case blocks.Picture(plot):
                return (self._plot(plot),)
            case blocks.Ranking(sources):
                return _items(line for _, line in sources)
            case blocks.Disputes(disputes):
                return (made for dispute in disputes for made in self._dispute(dispute))
            case blocks.Verdicts(verdicts):
                return _items(f"{verdict.word}: {verdict.text}" for verdict in verdicts)
            case blocks.Pairs(pairs):
                return _items(f"{name}: {value}" for name, value in pairs)
            case blocks.Sources(heading, references):
                return (_heading(heading, 2), *_items(self._references(references)))
        assert_never(block)

    def _paragraph(self, paragraph: blocks.Passages, label: str, style: Style = Style.TEXT) -> Iterator[Block]:
        if label:
            yield _block(Style.LABEL, label)
        for said in paragraph.said:
            *lines, last = [line for line in said.statement.text.split("\n") if line.strip() and line != "```"] or [""]
            yield from (_block(style, line) for line in lines)
            shown = replace(said, statement=said.statement.model_copy(update={"text": last or said.statement.text}))
            yield _block(style, self._line(shown))

    def _plot(self, plot: Plot) -> Block:
        caption = one_line(f"{plot.title} {self._marks(dict.fromkeys(point.fact for point in plot.points))}")
        rows = tuple((one_line(point.label), one_line(point.shown)) for point in plot.points)
        if plot.kind is not PlotKind.BARS:
            return Block(Style.MOMENTS, caption, rows=rows)
        longest = max((abs(point.value) for point in plot.points), default=0.0) or 1.0
        lengths = tuple(abs(point.value) / longest for point in plot.points)
        return Block(Style.BARS, caption, rows=rows, lengths=lengths)

    def _dispute(self, dispute: blocks.Dispute) -> Iterator[Block]:
        yield _block(Style.LABEL, f"{dispute.about} ({dispute.state})")
        for voice in dispute.voices:
            yield _block(Style.ITEM, f"{voice.says}: {voice.who} {self._marks((voice.fact,))}")
        if dispute.settled:
            yield _block(Style.TEXT, dispute.settled)

    def _line(self, line: blocks.Said | blocks.Line) -> str:
        if isinstance(line, blocks.Line):
            return f"{line.text} {self._marks(line.facts)}".rstrip()
        flag = f"({line.flag})" if line.flag and not line.said_above else ""
        text = line.statement.text + (blocks.REASONED if line.reasoned else "")
        return " ".join(part for part in (text, self._marks(line.statement.facts), flag) if part)

    def _marks(self, fact_ids: Iterable[str]) -> str:
        return " ".join(f"[{mark.label}]" for mark in self.citations.marks(fact_ids))

    def _references(self, references: Iterable[Reference]) -> Iterator[str]:
        for reference in references:
            if not self.citations.by_passage:
                yield self._reference(reference)
                continue
            dated = f" ({reference.dated.isoformat()})" if reference.dated else ""
            yield f"[{reference.number}] {reference.title}{dated}, {reference.url}"
            for passage in reference.passages:
                place = f"{section}: " if (section := section_of(reference, passage)) else ""
                quote = shortened(unmarked(passage.quote), NOTE_QUOTE)
                yield f"[{mark_of(reference, passage)}] {place}“{quote}”"

    def _reference(self, reference: Reference) -> str:
        spans = ", ".join(f"{passage.start}–{passage.end}" for passage in reference.passages)
        dated = f" ({reference.dated.isoformat()})" if reference.dated else ""
        where = self.words.characters.format(spans=spans)
        return f"[{reference.number}] {reference.title}{dated}, {reference.url}, {where}"


def _block(style: Style, text: str) -> Block:
    return Block(style, one_line(text))


def _items(lines: Iterable[str]) -> tuple[Block, ...]:
    return tuple(_block(Style.ITEM, line) for line in lines)


def _table(rows: Iterable[Iterable[str]]) -> Block:
    return Block(Style.TABLE, rows=tuple(tuple(map(one_line, row)) for row in rows))


def _heading(text: str, level: int) -> Block:
    return Block(Style.HEADING, one_line(text), level=level) if level else _block(Style.TITLE, text)
