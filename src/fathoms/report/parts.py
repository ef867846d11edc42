"""The outline of a report: its parts, in the order in which every format and every reader goes through them.

Knows: which parts there are, their order, and what each is made of.  Does not know: any format; a renderer shows each
kind of block (`blocks.py`) its own way and takes the order from here.  docs/how-to/add-a-report-section.md adds a part.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import groupby, takewhile

from fathoms.domain.evidence import ConflictStatus, LedgerEntry, SourceKind
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import (
    UNNAMED_CODE,
    CitedTable,
    Layout,
    Paragraph,
    Report,
    Row,
    Section,
    Shape,
    Statement,
    StatementKind,
)
from fathoms.engine.evidence.conflicts import ledger
from fathoms.engine.run.fallbacks import READ, SEARCH, UNSEARCHED
from fathoms.report import lines
from fathoms.report.blocks import (
    NOTHING,
    Block,
    Code,
    Dispute,
    Disputes,
    Hint,
    Items,
    Label,
    Line,
    Moments,
    Nearest,
    Note,
    Notice,
    Pairs,
    Passages,
    Picture,
    Ranking,
    Said,
    Sides,
    Sources,
    Steps,
    Table,
    Text,
    Verdict,
    Verdicts,
    Voice,
    statements_in,
)
from fathoms.report.build.shaping import stands_apart
from fathoms.report.citations import Citations, Cited
from fathoms.report.statements import every_section, statements
from fathoms.report.words import Words, words_for

TRIED_SHOWN = 5
"""Searches that a written report names; the events of its run have all."""


class Role(StrEnum):
    """What a part is there for. The value names its place in a page."""

    MODE = "mode"
    TITLE = "title"
    WITHHELD = "withheld"
    UNFINISHED = "unfinished"
    NOT_FOUND = "not-found"
    CLOSEST = "closest"
    ANSWER = "answer"
    TABLE = "table"
    BRIEF = "brief"
    MAP = "map"
    SECTION = "section"
    ACROSS = "across"
    LEFT_OUT = "left-out"
    SHARED = "shared"
    CONFLICTS = "conflicts"
    SETTLED = "settled"
    GAPS = "gaps"
    CRITERIA = "criteria"
    CONCLUSION = "conclusion"
    RECOMMENDATIONS = "recommendations"
    TRIED = "tried"
    FAILURES = "failures"
    CUTS = "cuts"
    REFERENCES = "references"
    ABOUT = "about"
    HOW_MADE = "how-made"


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """One part of a report: what it is there for, its heading, what it is made of, and the parts below it."""

    role: Role
    heading: str = ""
    level: int = 1
    """Of the heading: 0 for the title of the whole."""
    number: str = ""
    task: str = ""
    """Of a section: whose findings it tells."""
    blocks: tuple[Block, ...] = ()
    parts: tuple[Part, ...] = ()


def parts(report: Report) -> tuple[Part, ...]:
    """Everything that the report says, in reading order; a part with nothing to say is not there."""
    return tuple(_Outline(report).parts())


def every_part(outline: Iterable[Part]) -> Iterator[Part]:
    """The parts and all below them, in reading order."""
    for part in outline:
        yield part
        yield from every_part(part.parts)


def said_in(part: Part) -> Iterator[Said]:
    """The statements of a part, without those below it."""
    return (said for block in part.blocks for said in statements_in(block))


def passages(
    paragraph: Paragraph,
    words: Words,
    citations: Citations,
    *,
    under: str = "",
    apart: bool = False,
    running: bool = False,
) -> Passages:
    """A paragraph below a heading, which its label does not repeat; its sentences run on, or have a line each."""
    loose = lines.all_loose(paragraph)
    said = tuple(
        Said(
            one,
            lines.flag_of(one, words, quoted=apart),
            said_above=loose and one.loose and not one.unverified,
            cited=shown,
            cited_beside=beside,
        )
        for one, shown, beside in cited(paragraph.statements, citations, running=running)
    )
    label = lines.label_of(paragraph, words, under=under)
    return Passages(said, label=label, name=paragraph.label, apart=apart)


def cited(
    said: Sequence[Statement], citations: Citations, *, running: bool
) -> Iterator[tuple[Statement, Cited, Cited]]:
    """Each statement with what stands behind it, and with what its neighbour's bracket says for it: a block of code is
    cited by the sentence that leads to it; of sentences that run on, in a paragraph or in one item of a list, the last
    of those on the same passages has marks."""
    own = [_bracket((one, *_led_to(said[place:])), citations) for place, one in enumerate(said)]
    led = False
    for place, one in enumerate(said):
        together = place > 0 and one.stands_with(said[place - 1])
        led = led and together if one.code else any(_led_to(said[place:]))
        after = said[place + 1] if place + 1 < len(said) else None
        runs_on = after and not after.code and (running or (one.item and after.stands_with(one) and after.runs_on(one)))
        alike = runs_on and not one.code and own[place] == own[place + 1]
        elsewhere = alike or (one.code and led)
        yield (one, NOTHING, own[place]) if elsewhere else (one, own[place], NOTHING)


def _led_to(said: Sequence[Statement]) -> Iterator[Statement]:
    """The blocks of code whose sources the first of these names, if that is a sentence: it announces them, or rests on
    the same. What merely stands before a block says something else, and the block's sources stand below it."""
    first, *others = said
    blocks = list(takewhile(lambda one: bool(one.code) and one.stands_with(first), () if first.code else others))
    theirs = {fact for block in blocks for fact in block.facts} - set(first.facts)
    yield from blocks if first.announces or not theirs else ()


def _bracket(said: Iterable[Statement], citations: Citations) -> Cited:
    told = tuple(said)
    facts = dict.fromkeys(fact for one in told for fact in one.facts)
    reasoned = any(one.kind in (StatementKind.REASONED, StatementKind.JUDGEMENT) for one in told)
    return citations.cited(facts, reasoned=reasoned)


class _Outline:
    """One report on its way to its parts."""

    def __init__(self, report: Report) -> None:
        self.report = report
        self.words: Words = words_for(report.language)
        self.citations = Citations(report)
        self.apart = stands_apart(report)

    def parts(self) -> Iterator[Part]:
        """The order of a report."""
        return self._quoted() if self.apart else self._written()

    def _written(self) -> Iterator[Part]:
        """Of sentences that a mind wrote: what it says, then its sources, then how it was made."""
        report, words = self.report, self.words
        yield from self._opening()
        yield from _part(Role.ANSWER, words.answer, tuple(self._answer()))
        if (table := report.table) and report.found:
            yield from _part(Role.TABLE, words.at_a_glance, (self._cited_table(table),))
        if not report.by_one_hand:
            yield from self._listed(Role.BRIEF, words.in_brief, self._said(lines.summary_of(report)))
        yield from (self._section(section, level=1) for section in report.sections)
        yield from self._listed(Role.ACROSS, words.across, self._said(report.across))
        yield from self._listed(Role.CONCLUSION, words.conclusion, self._said(report.conclusion))
        yield from self._advice()
        yield from _part(Role.CONFLICTS, words.conflicts, self._conflicts(still_open=True))
        yield from self._listed(
            Role.GAPS, words.missing, (Line(gap, coded=True) for gap in lines.gap_lines(report, words))
        )
        if not report.found:
            yield from self._listed(Role.TRIED, words.tried, map(Line, report.tried))
        reasoned = any(one.kind is StatementKind.REASONED for one in statements(report))
        notes = (Note(words.reasoned),) if reasoned else ()
        yield from _part(Role.REFERENCES, words.references, (*notes, *self._references()))
        yield Part(role=Role.HOW_MADE, heading=words.how_made, parts=tuple(self._made()))

    def _answer(self) -> Iterator[Block]:
        """What one hand wrote in points stands with its answer; an editor's points come after the table."""
        if self.report.answer:
            yield Passages(self._said(self.report.answer, running=True))
        if self.report.by_one_hand and self.report.summary:
            yield Items(self._said(self.report.summary))
        own = [one for one in statements(self.report) if one.is_judgement]
        if own:
            runs = any(one.code not in ("", UNNAMED_CODE) for one in own)
            notes = (self.words.own_note, self.words.own_code if runs else "")
            yield Note(" ".join(filter(None, notes)))

    def _made(self) -> Iterator[Part]:
        """How a written report came about: nothing of it answers the question."""
        report, words = self.report, self.words
        yield from _part(Role.CRITERIA, words.criteria, self._criteria(), level=2)
        yield from self._listed(Role.SETTLED, words.settled_conflicts, self._settled(), level=2)
        if report.found:
            left = ("…",) if len(report.tried) > TRIED_SHOWN else ()
            tried: list[Block] = [Text(" · ".join((*report.tried[:TRIED_SHOWN], *left)))] if report.tried else []
            if looked := tuple(Line(line, coded=True) for line in lines.looked_lines(report, words)):
                tried.append(Items(looked))
            yield from _part(Role.TRIED, words.tried, tried, level=2)
        if report.found or not self._lost:
            yield from self._failures(level=2)
        yield from self._listed(Role.CUTS, words.cuts, map(Line, lines.cut_lines(report, words)), level=2)
        about = (Text(words.mode_line(report.run_facts)), Pairs(tuple(lines.about_rows(report, words))))
        yield from _part(Role.ABOUT, words.about, about, level=2)

    def _quoted(self) -> Iterator[Part]:
        """Of passages: the answer first, one honest line at the end; nothing counts them or tells them again."""
        report, words = self.report, self.words
        yield from self._opening()
        yield from (self._section(section, level=1) for section in report.sections)
        yield from self._advice()
        yield from _part(Role.CONFLICTS, words.conflicts, self._conflicts())
        if report.found:
            yield Part(role=Role.GAPS, blocks=(Note(lines.found_line(report, words)),))
        else:
            yield from self._listed(Role.TRIED, words.tried, map(Line, report.tried))
        if report.found or not self._lost:
            yield from self._failures(level=1)
        yield from self._listed(Role.CUTS, words.cuts, map(Line, lines.cut_lines(report, words)))
        yield from _part(Role.REFERENCES, words.references, self._references())
        yield from _part(Role.ABOUT, words.about, (Pairs(tuple(lines.about_rows(report, words))),))

    @property
    def _lost(self) -> bool:
        """Whether something could not be searched or read: then nothing is said to be absent, and that comes first."""
        failed = any(one.status is TaskStatus.FAILED for one in self.report.unfinished)
        return failed or any(failure.what in (SEARCH, READ, UNSEARCHED) for failure in self.report.failures)

    def _failures(self, *, level: int) -> Iterator[Part]:
        told = map(Line, lines.failure_lines(self.report))
        yield from self._listed(Role.FAILURES, self.words.failures, told, level=level)

    def _advice(self) -> Iterator[Part]:
        report, words = self.report, self.words
        yield from self._listed(Role.RECOMMENDATIONS, words.recommendations, self._said(report.recommendations))

    def _opening(self) -> Iterator[Part]:
        """What stands before the answer: that all of it is quotes, the question, what is wrong with the whole."""
        report, words = self.report, self.words
        if self.apart:
            yield Part(role=Role.MODE, blocks=(Note(words.mode_line(report.run_facts)),))
        yield Part(role=Role.TITLE, heading=report.title or report.question, level=0)
        if report.withheld:
            yield Part(role=Role.WITHHELD, blocks=(Notice(report.withheld),))
        if report.unfinished:
            notice = Notice(words.incomplete, tuple(lines.unfinished_lines(report, words)))
            yield Part(role=Role.UNFINISHED, blocks=(notice,))
        if not report.found:
            heading, said = (
                (words.not_known, words.not_known_text) if self._lost else (words.not_found, words.not_found_text)
            )
            yield Part(role=Role.NOT_FOUND, heading=heading, blocks=(Text(said),))
            if self._lost:
                yield from self._failures(level=2)
            if report.closest:
                blocks = (Hint(words.closest_note), Nearest(self._said(report.closest)))
                yield Part(role=Role.CLOSEST, heading=words.closest, level=2, blocks=blocks)

    def _listed(self, role: Role, heading: str, items: Iterable[Said | Line], *, level: int = 1) -> Iterator[Part]:
        listed = tuple(items)
        yield from _part(role, heading, (Items(listed),) if listed else (), level=level)

    def _said(self, statements: Sequence[Statement], *, running: bool = False) -> tuple[Said, ...]:
        return tuple(
            Said(one, lines.flag_of(one, self.words, quoted=self.apart), cited=shown, cited_beside=beside)
            for one, shown, beside in cited(statements, self.citations, running=running)
        )

    def _section(self, section: Section, *, level: int) -> Part:
        return Part(
            role=Role.SECTION,
            heading=self._heading(section),
            level=level,
            number=lines.section_number(section, self.report),
            task=section.task,
            blocks=tuple(self._blocks(section)),
            parts=tuple(self._section(child, level=level + 1) for child in section.children),
        )

    def _heading(self, section: Section) -> str:
        """A lone section of quotes needs none: the title asks its question."""
        return "" if self.apart and len(self.report.sections) == 1 and "." not in section.task else section.heading

    def _blocks(self, section: Section) -> Iterator[Block]:
        """What a section says, and what it points to."""
        if section.note:
            yield Note(section.note)
        if section.rows:
            yield self._table(section)
        yield from map(Picture, section.plots)
        yield from self._telling(section)
        if section.shape is Shape.COMPARISON and not section.rows:
            sides = lines.sides_of(section).items()
            yield Sides(tuple(Passages(self._said(said), name, name, self.apart) for name, said in sides))
        if see := lines.see_line(section, self.report, self.words):
            yield Note(see)
        if section.sources:
            yield Ranking(tuple((source.rank, lines.source_line(source)) for source in section.sources))
        if section.gaps and not section.paragraphs:
            yield Items(tuple(map(Line, section.gaps)))

    def _telling(self, section: Section) -> Iterator[Block]:
        above = section.heading
        beside: list[Passages] = []
        for paragraph in lines.besides(section):
            running = not self.apart and paragraph.layout is Layout.PROSE and section.shape is not Shape.PROCEDURE
            told = passages(paragraph, self.words, self.citations, under=above, apart=self.apart, running=running)
            beside.append(told)
            above = paragraph.label if self.apart else above
        if section.shape is Shape.PROCEDURE:
            yield Steps(tuple(beside))
        elif section.shape is Shape.TIMELINE:
            yield Moments(tuple(beside))
        else:
            steps = self._steps_before(section)
            for paragraph, told in zip(lines.besides(section), beside, strict=True):
                if paragraph.layout is Layout.STEPS and told.said:
                    before = steps if paragraph.goes_on else 0
                    steps = before + len(paragraph.items)
                    yield from _listed(told, Steps((replace(told, label=""),), first=before + 1))
                else:
                    yield from self._set(paragraph, told)
                if paragraph.table:
                    yield replace(self._cited_table(paragraph.table), within=paragraph.within)

    def _steps_before(self, section: Section) -> int:
        """The number of the last step of the sections before this one: "step 8" may stand two sections on."""
        last = 0
        for one in takewhile(lambda other: other is not section, every_section(self.report.sections)):
            for paragraph in one.paragraphs:
                if paragraph.layout is Layout.STEPS and paragraph.statements:
                    last = (last if paragraph.goes_on else 0) + len(paragraph.items)
        return last

    def _set(self, paragraph: Paragraph, told: Passages) -> Iterator[Block]:
        """The words of a paragraph as its writer laid them out, or the label of its table."""
        if not told.said or paragraph.layout is Layout.LIST:
            yield from _listed(told, Items(told.said, within=paragraph.within))
        else:
            yield from _around_code(replace(told, within=paragraph.within))

    def _cited_table(self, table: CitedTable) -> Table:
        corner = table.corner or self.words.corner
        return Table((corner, *table.columns), tuple((row.label, self._cells(row)) for row in table.rows))

    def _table(self, section: Section) -> Table:
        rows = (
            (row.label, tuple(self._said((cell,))[0] if cell else None for cell in row.cells)) for row in section.rows
        )
        return Table((self.words.aspect, *section.sides), tuple(rows))

    def _cells(self, row: Row) -> tuple[Said | None, ...]:
        return tuple(self._said((cell,))[0] if cell else None for cell in row.cells)

    def _conflicts(self, *, still_open: bool = False) -> Iterator[Disputes]:
        """All of them, or those that the text leaves open, with who says what."""
        wanted = [one for one in self.report.conflicts if not still_open or one.status is ConflictStatus.OPEN]
        if found := tuple(map(self._dispute, ledger(wanted, self.report.facts))):
            yield Disputes(found)

    def _settled(self) -> Iterator[Line]:
        """What the text weighs, or a source has settled, in a line each: it is told where it matters."""
        settled = [one for one in self.report.conflicts if one.status is not ConflictStatus.OPEN]
        for entry in ledger(settled, self.report.facts):
            marks = ", ".join(mark.label for voice in entry.voices for mark in self.citations.marks((voice.fact,)))
            why = lines.settled_line(entry, self.words)
            told = f"{entry.conflict.about} ({marks})"
            yield Line(f"{told}: {why}" if why else told)

    def _dispute(self, entry: LedgerEntry) -> Dispute:
        words, briefly = self.words, self.report.by_one_hand
        return Dispute(
            about=entry.conflict.about,
            state="" if briefly else lines.state_of(entry.conflict, words),
            voices=tuple(
                Voice(one.says, lines.voice_line(one, words, briefly=briefly), one.fact) for one in entry.voices
            ),
            settled=lines.settled_line(entry, words),
        )

    def _criteria(self) -> Iterator[Verdicts]:
        if results := self.report.criteria:
            told = (Verdict(lines.criterion_word(one, self.words), one.text, one.where, one.met) for one in results)
            yield Verdicts(tuple(told))

    def _references(self) -> Iterator[Sources]:
        for heading, kind in ((self.words.internal, SourceKind.INTERNAL), (self.words.external, SourceKind.EXTERNAL)):
            if found := tuple(reference for reference in self.report.references if reference.kind is kind):
                yield Sources(heading, found)


def _listed(told: Passages, as_list: Items | Steps) -> Iterator[Block]:
    """A list under its label."""
    if told.label:
        yield Label(told.label)
    if told.said:
        yield as_list


def _around_code(told: Passages) -> Iterator[Block]:
    """Sentences as paragraphs, their blocks of code between them, all under one label."""
    label = told.label
    for is_code, group in groupby(told.said, key=lambda said: bool(said.statement.code)):
        said = tuple(group)
        if label and is_code:
            yield Label(label)
        if is_code:
            yield from (Code(one, told.within) for one in said)
        else:
            yield replace(told, said=said, label=label)
        label = ""


def _part(role: Role, heading: str, blocks: Iterable[Block], *, level: int = 1) -> Iterator[Part]:
    """The part, if there is anything in it."""
    if made := tuple(blocks):
        yield Part(role=role, heading=heading, level=level, blocks=made)
