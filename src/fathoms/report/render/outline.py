"""The report as a flat run of blocks, for formats that are written from top to bottom (PDF, DOCX).

Knows: the order of parts and their words.  Does not know: fonts, pages or any file format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from fathoms.domain.evidence import SourceKind
from fathoms.domain.report import Plot, PlotKind, Reference, Report, Section, Shape, Statement
from fathoms.engine.evidence.conflicts import ledger
from fathoms.report.build.arranging import parts_map
from fathoms.report.build.curated import source_line
from fathoms.report.citations import Citations
from fathoms.report.render import layout
from fathoms.report.words import Words, words_for
from fathoms.text.neutral import one_line


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


def outlined(report: Report) -> Iterator[Block]:
    """Everything the report says, in reading order."""
    return _Outline(report).blocks()


class _Outline:
    def __init__(self, report: Report) -> None:
        self.report = report
        self.words: Words = words_for(report.language)
        self.citations = Citations(report)

    def blocks(self) -> Iterator[Block]:
        report, words = self.report, self.words
        yield _block(Style.NOTE, words.mode_line(report.run_facts.mind))
        yield _block(Style.TITLE, report.question)
        if report.withheld:
            yield _block(Style.NOTE, report.withheld)
        if report.unfinished:
            yield _block(Style.LABEL, words.incomplete)
            yield from (_block(Style.ITEM, line) for line in layout.unfinished_lines(report, words))
        if not report.found:
            yield _heading(words.not_found)
            yield _block(Style.TEXT, words.not_found_text)
            yield from self._listed(words.closest, (self._said(s) for s in report.closest), level=2)
        yield from self._listed(words.in_brief, (self._said(s) for s in layout.summary_of(report)))
        if parts := parts_map(report, words):
            yield _heading(parts.heading)
            yield from (_block(Style.NOTE, note) for note in (parts.note,) if note)
            rows = ((one_line(cell) for cell in row) for row in (parts.columns, *parts.rows))
            yield Block(Style.TABLE, rows=tuple(tuple(row) for row in rows))
        for section in report.sections:
            yield from self._section(section, level=1)
        if report.left_out:
            yield _block(Style.NOTE, words.left_out.format(count=report.left_out))
        yield from self._rest()

    def _rest(self) -> Iterator[Block]:
        report, words = self.report, self.words
        shared = (f"{layout.shared_line(point, words)} {self._marks(point.facts)}" for point in report.insights)
        yield from self._listed(words.shared_points, shared)
        yield from self._conflicts()
        yield from self._listed(words.gaps, layout.gap_lines(report, words))
        met = (f"{words.met if c.met else words.not_met}: {c.text}" for c in report.criteria)
        yield from self._listed(words.criteria, met)
        said = (self._said(s) for s in report.conclusion)
        yield from self._listed(words.conclusion, (*said, *layout.conclusion_lines(report, words)))
        yield from self._listed(words.recommendations, (self._said(s) for s in report.recommendations))
        yield from self._listed(words.tried, report.tried)
        yield from self._listed(words.failures, layout.failure_lines(report))
        yield from self._listed(words.cuts, layout.cut_lines(report))
        yield from self._references()
        yield from self._listed(words.about, (f"{name}: {value}" for name, value in layout.about_rows(report, words)))

    def _listed(self, heading: str, lines: Iterable[str], *, level: int = 1) -> Iterator[Block]:
        items = [_block(Style.ITEM, line) for line in lines]
        if items:
            yield _heading(heading, level)
            yield from items

    def _section(self, section: Section, *, level: int) -> Iterator[Block]:
        number = layout.section_number(section, self.report)
        yield _heading(f"{number} {section.heading}".strip(), level)
        if section.rows:
            header = (self.words.aspect, *section.sides)
            cells = (tuple(self._said(c) if c else "–" for c in row.cells) for row in section.rows)
            body = ((one_line(row.label), *said) for row, said in zip(section.rows, cells, strict=True))
            yield Block(Style.TABLE, rows=(tuple(map(one_line, header)), *body))
        yield from map(self._plot, section.plots)
        style = Style.STEP if section.shape is Shape.PROCEDURE else Style.TEXT
        for paragraph in layout.besides(section):
            if label := layout.label_of(paragraph, self.words, under=section.heading):
                yield _block(Style.LABEL, label)
            loose = layout.all_loose(paragraph)
            yield from (_block(style, self._said(s, said_above=loose)) for s in paragraph.statements)
        if section.shape is Shape.COMPARISON and not section.rows:
            for side, statements in layout.sides_of(section).items():
                yield _block(Style.LABEL, side)
                yield from (_block(Style.TEXT, self._said(s)) for s in statements)
        yield from (_block(Style.ITEM, source_line(source)) for source in section.sources)
        if see := layout.see_line(section, self.words):
            yield _block(Style.NOTE, see)
        if not section.paragraphs and not section.rows:
            yield from (_block(Style.ITEM, gap) for gap in section.gaps)
        for child in section.children:
            yield from self._section(child, level=level + 1)

    def _plot(self, plot: Plot) -> Block:
        caption = one_line(f"{plot.title} {self._marks(dict.fromkeys(point.fact for point in plot.points))}")
        rows = tuple((one_line(point.label), one_line(point.shown)) for point in plot.points)
        if plot.kind is not PlotKind.BARS:
            return Block(Style.MOMENTS, caption, rows=rows)
        longest = max((abs(point.value) for point in plot.points), default=0.0) or 1.0
        lengths = tuple(abs(point.value) / longest for point in plot.points)
        return Block(Style.BARS, caption, rows=rows, lengths=lengths)

    def _said(self, statement: Statement, *, said_above: bool = False) -> str:
        flag = layout.flag_of(statement, self.words, said_above=said_above)
        return " ".join(part for part in (statement.text, self._marks(statement.facts), flag and f"({flag})") if part)

    def _marks(self, fact_ids: Iterable[str]) -> str:
        return " ".join(f"[{reference.number}]" for reference, _ in self.citations.of(fact_ids))

    def _conflicts(self) -> Iterator[Block]:
        entries = ledger(self.report.conflicts, self.report.facts)
        if entries:
            yield _heading(self.words.conflicts)
        for entry in entries:
            yield _block(Style.LABEL, f"{entry.conflict.about} ({layout.state_of(entry.conflict, self.words)})")
            for voice in entry.voices:
                line = f"{voice.says}: {layout.voice_line(voice, self.words)} {self._marks((voice.fact,))}"
                yield _block(Style.ITEM, line)
            if settled := layout.settled_line(entry, self.words):
                yield _block(Style.TEXT, settled)

    def _references(self) -> Iterator[Block]:
        if self.report.references:
            yield _heading(self.words.references)
        for heading, kind in ((self.words.internal, SourceKind.INTERNAL), (self.words.external, SourceKind.EXTERNAL)):
            yield from self._listed(
                heading, (self._reference(r) for r in self.report.references if r.kind is kind), level=2
            )

    def _reference(self, reference: Reference) -> str:
        spans = ", ".join(f"{passage.start}–{passage.end}" for passage in reference.passages)
        dated = f" ({reference.dated.isoformat()})" if reference.dated else ""
        where = self.words.characters.format(spans=spans)
        return f"[{reference.number}] {reference.title}{dated}, {reference.url}, {where}"


def _block(style: Style, text: str) -> Block:
    return Block(style, one_line(text))


def _heading(text: str, level: int = 1) -> Block:
    return Block(Style.HEADING, one_line(text), level=level)
