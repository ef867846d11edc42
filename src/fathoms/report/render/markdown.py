"""The report as Markdown, made to be read in a terminal as well as rendered.

Knows: the layout and how to take the force out of Markdown in other people's text.
Does not know: what belongs into a report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

from fathoms.domain.evidence import SourceKind
from fathoms.domain.report import Paragraph, Reference, Report, Section, Shape, Statement
from fathoms.engine.evidence.conflicts import ledger
from fathoms.report.build.arranging import PartsMap, parts_map
from fathoms.report.build.curated import source_line
from fathoms.report.build.shaping import stands_apart
from fathoms.report.citations import Citations
from fathoms.report.render import layout
from fathoms.report.tables import table
from fathoms.report.words import Words, words_for
from fathoms.text.neutral import one_line

_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_CITATION_LIKE = re.compile(r"\[(\d[\d,;\s–-]*)\]")
_MARKS = re.compile(
    r"[\\`\[\]|~]"  # wherever they stand
    r"|\*(?!\s)|(?<!\s)\*"  # an asterisk that could open or close emphasis
    r"|(?<![^\W_])_|_(?![^\W_])"  # an underscore that is not inside a word
)
_WEB = re.compile(r"https?://[^\s<>\\`]+")
_AT_START = re.compile(r"^(?:[#>=]|[+-](?=[\s-]|$)|\d{1,9}(?=[.)](?:\s|$)))")


def escaped(text: str) -> str:
    """Other people's words as plain text: no heading, list, table, link, emphasis, tag or false citation."""
    line = _CITATION_LIKE.sub(r"(\1)", one_line(text))
    line = _ENTITY.sub("&amp;", line).replace("<", "&lt;")
    line = _MARKS.sub(lambda match: "\\" + match.group(), line)
    return _AT_START.sub(_start_escaped, line)


def _start_escaped(match: re.Match[str]) -> str:
    start = match.group()
    return start + "\\" if start.isdigit() else "\\" + start


def render(report: Report) -> str:
    """The whole report; its first line says honestly what kind of mind wrote it."""
    return "\n\n".join(block for block in _Page(report).blocks() if block) + "\n"


class _Page:
    """One report on its way to text."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.words: Words = words_for(report.language)
        self.citations = Citations(report)

    def blocks(self) -> Iterator[str]:
        report, words = self.report, self.words
        yield f"*{escaped(words.mode_line(report.run_facts.mind))}*"
        yield f"# {escaped(report.question)}"
        if report.withheld:
            yield f"> **{escaped(report.withheld)}**"
        yield self._incomplete()
        if not report.found:
            yield from self._not_found()
        yield from _listed(words.in_brief, (self._statement(item) for item in layout.summary_of(report)))
        if at_a_glance := parts_map(report, words):
            yield from self._parts_map(at_a_glance)
        for section in report.sections:
            yield from self._section(section, level=2)
        if report.left_out:
            yield f"*{escaped(words.left_out.format(count=report.left_out))}*"
        yield from _listed(words.shared_points, self._shared_points())
        yield from _listed(words.conflicts, self._conflicts())
        yield from _listed(words.gaps, map(escaped, layout.gap_lines(report, words)))
        yield from _listed(words.criteria, self._criteria())
        yield from _listed(words.conclusion, self._conclusion())
        yield from _listed(words.recommendations, map(self._statement, report.recommendations))
        yield from _listed(words.tried, map(escaped, report.tried))
        yield from _listed(words.failures, map(escaped, layout.failure_lines(report)))
        yield from _listed(words.cuts, map(escaped, layout.cut_lines(report)))
        yield from self._references()
        yield from _listed(
            words.about, (f"{name}: {escaped(value)}" for name, value in layout.about_rows(report, words))
        )

    def _parts_map(self, parts: PartsMap) -> Iterator[str]:
        yield f"## {escaped(parts.heading)}"
        yield f"*{escaped(parts.note)}*" if parts.note else ""
        yield table([escaped(column) for column in parts.columns], parts.rows)

    def _incomplete(self) -> str:
        if not self.report.unfinished:
            return ""
        lines = (f"- {escaped(line)}" for line in layout.unfinished_lines(self.report, self.words))
        return "\n".join((f"> **{self.words.incomplete}**", ">", *(f"> {line}" for line in lines)))

    def _not_found(self) -> Iterator[str]:
        yield f"## {self.words.not_found}"
        yield self.words.not_found_text
        if self.report.closest:
            yield f"### {self.words.closest}"
            yield "\n".join(f"- {self._cited(item)}" for item in self.report.closest)

    def _section(self, section: Section, *, level: int) -> Iterator[str]:
        number = layout.section_number(section, self.report)
        heading = f"{number}{'' if '.' in number else '.'} " if number else ""
        yield f"{'#' * min(level, 6)} {heading}{escaped(section.heading)}"
        if section.rows:
            yield self._table(section)
        if section.shape is Shape.PROCEDURE:
            yield from self._steps(section)
        else:
            for paragraph in layout.besides(section):
                yield from self._paragraph(paragraph, under=section.heading)
        if section.shape is Shape.COMPARISON and not section.rows:
            yield from self._comparison(section)
        if see := layout.see_line(section, self.words):
            yield f"*{escaped(see)}*"
        if section.sources:
            yield "\n".join(f"{s.rank}. {escaped(source_line(s))}" for s in section.sources)
        if not section.paragraphs and section.gaps:
            yield "\n".join(f"- {escaped(gap)}" for gap in section.gaps)
        for child in section.children:
            yield from self._section(child, level=level + 1)

    def _paragraph(self, paragraph: Paragraph, *, under: str = "") -> Iterator[str]:
        label = layout.label_of(paragraph, self.words, under=under)
        if label:
            yield f"**{escaped(label)}**"
        loose = layout.all_loose(paragraph)
        lines = [self._statement(statement, said_above=loose) for statement in paragraph.statements]
        yield ("\n\n" if stands_apart(self.report) else " ").join(lines)

    def _steps(self, section: Section) -> Iterator[str]:
        """Statements as numbered steps, through all paragraphs."""
        number = 0
        for paragraph in section.paragraphs:
            if label := layout.label_of(paragraph, self.words, under=section.heading):
                yield f"**{escaped(label)}**"
            lines = []
            for statement in paragraph.statements:
                number += 1
                lines.append(f"{number}. {self._statement(statement, said_above=layout.all_loose(paragraph))}")
            yield "\n".join(lines)

    def _table(self, section: Section) -> str:
        """A row per respect, a column per side."""
        lines = [f"| {' | '.join(map(escaped, (self.words.aspect, *section.sides)))} |"]
        lines.append(f"|{'---|' * (len(section.sides) + 1)}")
        for row in section.rows:
            cells = (self._statement(cell) if cell else "–" for cell in row.cells)
            lines.append(f"| **{escaped(row.label)}** | {' | '.join(cells)} |")
        return "\n".join(lines)

    def _comparison(self, section: Section) -> Iterator[str]:
        """Sides as columns for as many rows as every side can fill; what is left over follows below."""
        sides = layout.sides_of(section)
        rows = min(len(statements) for statements in sides.values())
        lines = [f"| {' | '.join(map(escaped, sides))} |", f"|{'---|' * len(sides)}"]
        for row in range(rows):
            lines.append(f"| {' | '.join(self._statement(statements[row]) for statements in sides.values())} |")
        yield "\n".join(lines)
        for label, statements in sides.items():
            if len(statements) > rows:
                yield from self._paragraph(Paragraph(label=label, statements=statements[rows:]))

    def _statement(self, statement: Statement, *, said_above: bool = False) -> str:
        flag = layout.flag_of(statement, self.words, said_above=said_above)
        return self._cited(statement) + (f" *({flag})*" if flag else "")

    def _cited(self, statement: Statement) -> str:
        return " ".join(part for part in (escaped(statement.text), self._marks(statement.facts)) if part)

    def _marks(self, fact_ids: Iterable[str]) -> str:
        return " ".join(citation(reference) for reference, _ in self.citations.of(fact_ids))

    def _shared_points(self) -> Iterator[str]:
        for point in self.report.insights:
            yield f"{escaped(layout.shared_line(point, self.words))} {self._marks(point.facts)}".rstrip()

    def _conflicts(self) -> Iterator[str]:
        for entry in ledger(self.report.conflicts, self.report.facts):
            lines = [f"**{escaped(entry.conflict.about)}** ({layout.state_of(entry.conflict, self.words)})"]
            for voice in entry.voices:
                who = escaped(layout.voice_line(voice, self.words))
                lines.append(f"{escaped(voice.says)}: {who} {self._marks((voice.fact,))}".rstrip())
            if settled := layout.settled_line(entry, self.words):
                lines.append(escaped(settled))
            yield "\n  - ".join(lines)

    def _conclusion(self) -> Iterator[str]:
        yield from map(self._statement, self.report.conclusion)
        yield from map(escaped, layout.conclusion_lines(self.report, self.words))

    def _criteria(self) -> Iterator[str]:
        for result in self.report.criteria:
            where = f" → {escaped(result.where)}" if result.where else ""
            yield f"{self.words.met if result.met else self.words.not_met}: {escaped(result.text)}{where}"

    def _references(self) -> Iterator[str]:
        groups = ((self.words.internal, SourceKind.INTERNAL), (self.words.external, SourceKind.EXTERNAL))
        if self.report.references:
            yield f"## {self.words.references}"
        for heading, kind in groups:
            lines = [self._reference(reference) for reference in self.report.references if reference.kind is kind]
            if lines:
                yield f"### {heading}"
                yield "\n".join(lines)

    def _reference(self, reference: Reference) -> str:
        spans = ", ".join(f"{passage.start}–{passage.end}" for passage in reference.passages)
        dated = f" ({reference.dated.isoformat()})" if reference.dated else ""
        where = self.words.characters.format(spans=spans)
        return f"- [{reference.number}] {escaped(reference.title)}{dated}, {address(reference.url)}, {where}"


def _listed(heading: str, items: Iterable[str]) -> Iterator[str]:
    lines = [f"- {item}" for item in items]
    if lines:
        yield f"## {heading}"
        yield "\n".join(lines)


def citation(reference: Reference) -> str:
    """`[1]`, or `[1, 2024]` where the source has a date: an old fact should look old."""
    return f"[{reference.number}, {reference.dated.year}]" if reference.dated else f"[{reference.number}]"


def address(url: str) -> str:
    """Where a source is: a link only for the web, everything else as inert text."""
    line = one_line(url)
    if _WEB.fullmatch(line):
        return f"<{line}>"
    return "`" + one_line(unquote(line)).replace("`", "'") + "`"
