"""The report as Markdown, made to be read in a terminal as well as rendered.

Knows: the layout and how to take the force out of Markdown in other people's text.
Does not know: what belongs into a report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import unquote

from fathoms.domain.evidence import SourceKind
from fathoms.domain.report import Paragraph, Reference, Report, Section, Shape, Statement, Support
from fathoms.report.citations import Citations
from fathoms.report.neutral import one_line
from fathoms.report.words import Words, words_for

_ENTITY = re.compile(r"&(?=#?\w{1,32};)")
_CITATION_LIKE = re.compile(r"\[(\d[\d,;\s–-]*)\]")
_MARKS = re.compile(
    r"[\\`\[\]|~]"  # wherever they stand
    r"|\*(?!\s)|(?<!\s)\*"  # an asterisk that could open or close emphasis
    r"|(?<![^\W_])_|_(?![^\W_])"  # an underscore that is not inside a word
)
_AT_START = re.compile(r"^(?:[#>+=-]|\d{1,9}(?=[.)]))")


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
        self.numbered_sections = len(report.sections) > 1
        self.one_passage_a_block = report.run_facts.mind == "extractive"
        """Selected passages come from many hands; run together they would read as one."""

    def blocks(self) -> Iterator[str]:
        report, words = self.report, self.words
        yield f"*{escaped(words.mode_line(report.run_facts.mind))}*"
        yield f"# {escaped(report.question)}"
        yield self._incomplete()
        if not report.found:
            yield from self._not_found()
        yield from self._listed(words.in_brief, (self._statement(item) for item in report.summary))
        for section in report.sections:
            yield from self._section(section, level=2)
        yield from self._listed(words.shared_points, self._shared_points())
        yield from self._listed(words.conflicts, self._conflicts())
        yield from self._listed(words.gaps, map(escaped, report.gaps))
        yield from self._listed(words.criteria, self._criteria())
        yield from self._listed(words.tried, map(escaped, report.tried))
        yield from self._listed(words.failures, (escaped(f"{f.what}: {f.target}: {f.reason}") for f in report.failures))
        yield from self._listed(words.cuts, (escaped(f"{cut.text} ({cut.reason})") for cut in report.cuts))
        yield from self._references()
        yield from self._listed(words.about, self._about())

    def _listed(self, heading: str, items: Iterable[str]) -> Iterator[str]:
        lines = [f"- {item}" for item in items]
        if lines:
            yield f"## {heading}"
            yield "\n".join(lines)

    def _incomplete(self) -> str:
        if not self.report.unfinished:
            return ""
        lines = [f"**{self.words.incomplete}**"]
        for lost in self.report.unfinished:
            sentence = self.words.task_status(lost.status)
            reason = lost.reason or lost.status.value
            lines.append(f"- {escaped(sentence.format(task=lost.task, question=lost.question, reason=reason))}")
        return "\n".join(f"> {line}" for line in (lines[0], "", *lines[1:]))

    def _not_found(self) -> Iterator[str]:
        yield f"## {self.words.not_found}"
        yield self.words.not_found_text
        if self.report.closest:
            yield f"### {self.words.closest}"
            yield "\n".join(f"- {self._cited(item)}" for item in self.report.closest)

    def _section(self, section: Section, *, level: int) -> Iterator[str]:
        number = f"{section.task}. " if self.numbered_sections and "." not in section.task else ""
        number = f"{section.task} " if "." in section.task else number
        yield f"{'#' * min(level, 6)} {number}{escaped(section.heading)}"
        if section.shape is Shape.COMPARISON:
            yield from self._comparison(section.paragraphs)
        else:
            for paragraph in section.paragraphs:
                yield from self._paragraph(paragraph)
        if not section.paragraphs and section.gaps:
            yield "\n".join(f"- {escaped(gap)}" for gap in section.gaps)
        for child in section.children:
            yield from self._section(child, level=level + 1)

    def _paragraph(self, paragraph: Paragraph) -> Iterator[str]:
        if paragraph.label:
            yield f"**{escaped(paragraph.label)}**"
        lines = [self._statement(statement) for statement in paragraph.statements]
        yield ("\n\n" if self.one_passage_a_block else " ").join(lines)

    def _comparison(self, paragraphs: Sequence[Paragraph]) -> Iterator[str]:
        """Sides as columns for as many rows as every side can fill; what is left over follows below."""
        sides: dict[str, list[Statement]] = {}
        for paragraph in paragraphs:
            sides.setdefault(paragraph.label, []).extend(paragraph.statements)
        rows = min(len(statements) for statements in sides.values())
        lines = [f"| {' | '.join(map(escaped, sides))} |", f"|{'---|' * len(sides)}"]
        for row in range(rows):
            lines.append(f"| {' | '.join(self._statement(statements[row]) for statements in sides.values())} |")
        yield "\n".join(lines)
        for label, statements in sides.items():
            if len(statements) > rows:
                yield from self._paragraph(Paragraph(label=label, statements=tuple(statements[rows:])))

    def _statement(self, statement: Statement) -> str:
        marks = [self.words.loose] if statement.loose else []
        if statement.support is Support.UNCHECKED and statement.facts and not statement.loose:
            marks.append(self.words.unchecked)
        return self._cited(statement) + "".join(f" *({mark})*" for mark in marks)

    def _cited(self, statement: Statement) -> str:
        return " ".join(part for part in (escaped(statement.text), self._marks(statement.facts)) if part)

    def _marks(self, fact_ids: Iterable[str]) -> str:
        return " ".join(citation(reference) for reference, _ in self.citations.of(fact_ids))

    def _shared_points(self) -> Iterator[str]:
        for point in self.report.insights:
            line = self.words.shared_by.format(shared=point.shared, tasks=", ".join(point.tasks))
            yield f"{escaped(line)} {self._marks(point.facts)}".rstrip()

    def _conflicts(self) -> Iterator[str]:
        for conflict in self.report.conflicts:
            state = f"{self.words.conflict_status(conflict.status)}, {self.words.severity[conflict.severity]}"
            lines = [f"**{escaped(conflict.about)}** ({state})"]
            for fact_id, says in ((conflict.left, conflict.left_says), (conflict.right, conflict.right_says)):
                lines.append(f"{escaped(says)} {self._marks((fact_id,))}".rstrip())
            if conflict.resolution:
                lines.append(escaped(conflict.resolution))
            yield "\n  - ".join(lines)

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

    def _about(self) -> Iterator[str]:
        facts, words = self.report.run_facts, self.words
        yield f"{words.written_at}: {self.report.written_at:%Y-%m-%d %H:%M %Z}".rstrip()
        yield f"{words.run}: {escaped(self.report.run)}"
        yield f"{words.mind}: {escaped(facts.mind)}"
        yield f"{words.question_kind}: {words.mode[facts.mode]}"
        yield f"{words.effort}: {escaped(facts.effort)}"
        yield f"{words.tasks}: {facts.tasks}"
        yield f"{words.rounds}: {facts.rounds}"
        if facts.spend.calls or facts.spend.usd:
            yield f"{words.spend}: {spent(self.report)}"
        if self.report.found:
            yield f"{words.checked}: {checked_share(self.report)}"


def citation(reference: Reference) -> str:
    """`[1]`, or `[1, 2024]` where the source has a date: an old fact should look old."""
    return f"[{reference.number}, {reference.dated.year}]" if reference.dated else f"[{reference.number}]"


def address(url: str) -> str:
    """Where a source is: a link only for the web, everything else as inert text."""
    line = one_line(url)
    if re.fullmatch(r"https?://[^\s<>\\`]+", line):
        return f"<{line}>"
    return "`" + one_line(unquote(line)).replace("`", "'") + "`"


def spent(report: Report) -> str:
    spend = report.run_facts.spend
    return f"{spend.usd:.4f} USD, {spend.tokens} tokens, {spend.calls} calls"


def checked_share(report: Report) -> str:
    facts = report.run_facts
    template = words_for(report.language).checked_value
    return template.format(checked=f"{facts.checked:.0%}", supported=f"{facts.supported:.0%}", cut=len(report.cuts))
