"""Below the answer a written report tells each thing once: the fuller telling stays, and every loss has a record.

Where sections are written side by side, an editor adds points and a table: what each of them says in its own words, the
others may have said. Steps, cells and code stay, since a gap in them would be read as one; a sentence that the next one
leans on or that leads to a block of code stays, and so does the last of a section.
Knows: whose words and facts another statement holds.  Does not know: whether anything holds (`check.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from fathoms.domain.report import CitedTable, Cut, Flaw, Layout, Paragraph, Report, Section, Statement
from fathoms.engine.evidence.suspicions import leans_back
from fathoms.report.build.compose import numbered
from fathoms.report.statements import every_section, map_sections
from fathoms.report.words import Words, words_for
from fathoms.text.denials import denies
from fathoms.text.figures import numerals
from fathoms.text.words import content_words

SAME_FACTS = 0.7
"""Share of a statement's words that one on the same facts must hold to say it, too."""
IN_A_CELL = 0.9
"""The same where that one is a cell: a few words rarely say why, and a sentence that says why is the fuller one."""
OTHER_FACTS = 0.95
"""The same where the other cites something else: then the words have to be the same."""
TOGETHER = 0.6
"""Share of a key point's words that those who share its facts must hold between them."""


def told_once(report: Report) -> Report:
    """The report without what it says again below its answer. One hand that wrote the whole knows what it has said."""
    if not report.found or not report.answer or report.by_one_hand:
        return report
    once = _Once(report)
    sections = map_sections(report.sections, once.section)
    told = (*report.answer, *_cells(report.table), *_body(sections))
    points = tuple(one for one in report.summary if once.keeps(one, told))
    across = tuple(one for one in report.across if not once.repeats(one, (*points, *_body(sections))))
    left = {"sections": sections, "summary": points, "across": across, "cuts": (*report.cuts, *once.cuts)}
    return numbered(report.model_copy(update=left), {fact.id: fact for fact in report.facts})


@dataclass(frozen=True, slots=True)
class _Telling:
    """A statement as it is compared, with the names of the row and column that it stands in."""

    statement: Statement
    about: str = ""

    @property
    def words(self) -> frozenset[str]:
        return content_words(f"{self.about} {self.statement.text}")

    @property
    def figures(self) -> frozenset[str]:
        return numerals(f"{self.about} {self.statement.text}")


class _Once:
    """Walks a report from its top and remembers what has been told."""

    def __init__(self, report: Report) -> None:
        self._words: Words = words_for(report.language)
        self._table = tuple(_named_cells(report.table))
        self._everything = tuple(enumerate(_tellings(report.sections)))
        self._gone: set[int] = set()
        self.cuts: list[Cut] = []

    def section(self, section: Section) -> Section:
        """What is left of a section; one that tells nothing of its own keeps its first sentence, which answers best."""
        left = tuple(one for one in map(self._paragraph, section.paragraphs) if one.told) or _first(section)
        kept = {id(one) for paragraph in left for one in paragraph.statements}
        said = (one for paragraph in section.paragraphs for one in paragraph.statements)
        self._record(section.task, (one for one in said if id(one) not in kept))
        return section.model_copy(update={"paragraphs": left})

    def _paragraph(self, paragraph: Paragraph) -> Paragraph:
        if paragraph.layout is Layout.STEPS:
            return paragraph
        said = paragraph.statements
        needed = {one.text for one, after in pairwise(said) if after.code or leans_back(after.text)}
        kept = tuple(one for one in said if one.code or one.text in needed or not self._is_told(one))
        return paragraph.model_copy(update={"statements": kept})

    def _is_told(self, statement: Statement) -> bool:
        """By a cell of the main table, by an earlier statement of the body, or by a later one that says more."""
        one = _Telling(statement)
        place = next((n for n, other in self._everything if other.statement is statement), None)
        if place is None or not statement.facts:
            return False
        others = ((n, other) for n, other in self._everything if n != place and n not in self._gone)
        told = any(_says(cell, one) for cell in self._table) or any(
            _says(other, one) and (n < place or not _says(one, other)) for n, other in others
        )
        self._gone |= {place} if told else set()
        return told

    def keeps(self, point: Statement, told: Sequence[Statement]) -> bool:
        """Whether a key point adds to what those who share its facts say between them."""
        near = [other for other in told if set(other.facts) & set(point.facts)]
        whole = " ".join(other.text for other in near)
        facts = {fact for other in near for fact in other.facts}
        words = content_words(point.text)
        held = len(words & content_words(whole)) >= TOGETHER * len(words)
        if held and set(point.facts) <= facts and numerals(point.text) <= numerals(whole):
            self._record("", (point,))
            return False
        return True

    def repeats(self, statement: Statement, told: Iterable[Statement]) -> bool:
        found = any(_says(_Telling(other), _Telling(statement)) for other in told)
        if found:
            self._record("", (statement,))
        return found

    def _record(self, task: str, gone: Iterable[Statement]) -> None:
        reason = self._words.flaws[Flaw.REPEATED]
        self.cuts.extend(Cut(task=task, text=one.text, reason=reason) for one in gone)


def _first(section: Section) -> tuple[Paragraph, ...]:
    cited = ((one, said) for one in section.paragraphs for said in one.statements if said.facts)
    return tuple(one.model_copy(update={"statements": (said,), "label": ""}) for one, said in cited)[:1]


def _says(other: _Telling, one: _Telling) -> bool:
    """Whether one telling holds all that another says: its figures, its side, most of its words."""
    words = one.words
    if not words or not one.figures <= other.figures or denies(one.statement.text) != denies(other.statement.text):
        return False
    same = bool(one.statement.facts) and set(one.statement.facts) <= set(other.statement.facts)
    least = OTHER_FACTS if not same else IN_A_CELL if other.about else SAME_FACTS
    return len(words & other.words) >= least * len(words)


def _body(sections: Iterable[Section]) -> tuple[Statement, ...]:
    return tuple(telling.statement for telling in _tellings(sections))


def _tellings(sections: Iterable[Section]) -> Iterator[_Telling]:
    for section in every_section(sections):
        for paragraph in section.paragraphs:
            yield from map(_Telling, paragraph.statements)
            yield from _named_cells(paragraph.table)


def _named_cells(table: CitedTable | None) -> Iterator[_Telling]:
    for row in table.rows if table else ():
        for column, cell in zip(table.columns if table else (), row.cells, strict=True):
            if cell:
                yield _Telling(cell, f"{row.label} {column}")


def _cells(table: CitedTable | None) -> tuple[Statement, ...]:
    return table.cells if table else ()
