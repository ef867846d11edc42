"""A report of the length that was asked for: what is told first, and what is left for a longer one.

Knows: how many words each length has room for; how near each selected passage is to the request, as the mind that
selected it says, and which sections would be empty without theirs.  Does not know: what was researched; nothing is
lost, the rest stays in the store and a longer report shows it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fathoms.domain.report import Length, Report, Section, Shape, Statement
from fathoms.report.build.compose import numbered
from fathoms.report.build.shaping import stands_apart
from fathoms.report.statements import Place, every_section, map_sections, map_statements, statements_of
from fathoms.report.words import words_for
from fathoms.text.words import is_spaceless

ROOM = {Length.SHORT: 350, Length.STANDARD: 1_600}
"""Words of all sections together; a long report has room for everything."""
SUMMARY_LINES = {Length.SHORT: 3}
NEAR_ENOUGH = 0.65
"""How near the request a passage must be, beside the nearest of the report."""
NEAR_ALONE = 0.55
"""The same for the best passage of a section, which would be empty without it."""
NEAR_AT_LEAST = 0.4
"""How near the request itself a passage must be, where its section has a better one: beside something far off, much is
near."""
NEAR_LATER = 0.7
"""The same for the third passage of a paragraph and those after it: what the first two left unsaid."""
NEAR_IN_TIME = 0.55
"""The same for an entry of a timeline that is the whole report: it tells the request in pieces."""
NEAR_BESIDE = 0.8
"""The same where a section's best stands elsewhere or in its table, and for a loosely related passage."""

_LATER = 2

Turn = tuple[Place, int]
"""A paragraph, and which of its statements."""


def fitted(report: Report, length: Length) -> Report:
    """The report within its room: the first passage of every paragraph, then the second of each, and so on."""
    room = ROOM.get(length)
    if room is None or not report.found:
        return report
    telling = Telling(report)
    everything = {place: said for section in every_section(report.sections) for place, said in places(section)}
    # the first of every paragraph, then the second, and so on; what a section cannot do without comes first
    turns = sorted(everything.items(), key=lambda turn: (turn[0] not in telling.needed, turn[0][1]))
    kept: set[Turn] = set()
    for place, statement in turns:
        length_of_it = word_count(statement.text)
        if place in telling.needed or (place in telling.worth and length_of_it <= room):
            kept.add(place)
            room -= length_of_it
    shorter = _with_only(report, kept)
    summary = tuple(line for line in report.summary if telling.holds(line, shorter.sections)) or report.summary
    summary = summary[: SUMMARY_LINES.get(length, len(summary))]
    update = {"summary": summary, "left_out": len(turns) - len(kept)}
    return numbered(shorter.model_copy(update=update), {fact.id: fact for fact in report.facts})


def word_count(text: str) -> int:
    """Words; in a script without spaces two characters count as one."""
    return len(text) // 2 if is_spaceless(text) else len(text.split())


def _with_only(report: Report, kept: set[Turn]) -> Report:
    """The report with these passages of its sections; one that has nothing left says so."""

    def told(place: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        if place.paragraph is None:
            return said
        return tuple(statement for turn, statement in enumerate(said) if (place, turn) in kept)

    had_passages = {section.task for section in every_section(report.sections) if section.paragraphs}
    only_far = words_for(report.language).only_far

    def explained(section: Section) -> Section:
        has_more = section.paragraphs or section.see or section.rows or section.gaps
        return (
            section
            if has_more or section.task not in had_passages
            else section.model_copy(update={"gaps": (only_far,)})
        )

    shorter = map_statements(report, told)
    return shorter.model_copy(update={"sections": map_sections(shorter.sections, explained)})


class Telling:
    """What of one report is told: the passages worth it, and among them those that a section cannot do without."""

    def __init__(self, report: Report) -> None:
        self._all = not stands_apart(report)
        everything = [statement for section in every_section(report.sections) for _, statement in places(section)]
        self._only_loose = all(said.loose for said in everything)
        self._nearest = max((said.near for said in everything if self._only_loose or not said.loose), default=0.0)
        self._is_one_section = len(report.sections) == 1
        self.needed: set[Turn] = set()
        self.worth: set[Turn] = set()
        for section in every_section(report.sections):
            self._look_at(section)

    def is_near(self, statement: Statement, least: float = NEAR_ENOUGH) -> bool:
        return self._all or statement.near >= least * self._nearest

    def holds(self, line: Statement, sections: Sequence[Section]) -> bool:
        """Whether a line of the summary is told below too: what a section leaves out is no summary of it."""
        told = {said.text for section in sections for said in statements_of(section)}
        return self._all or (self.is_near(line) and line.text in told)

    def _look_at(self, section: Section) -> None:
        told = list(places(section))
        has_more = bool(section.see or section.rows)
        dated = section.shape is Shape.TIMELINE and self._is_one_section
        self.worth.update(
            place for place, said in told if self._is_worth_it(place, said, has_more=has_more, dated=dated)
        )
        if not has_more or self._all:
            self.needed.update(self._best(section, told))
        if not has_more and not any(place in self.worth | self.needed for place, _ in told):
            self.worth.update(self._nearest_loose(told))

    def _is_worth_it(self, place: Turn, said: Statement, *, has_more: bool, dated: bool) -> bool:
        least = NEAR_IN_TIME if dated else NEAR_LATER if place[1] >= _LATER else NEAR_ENOUGH
        is_far = said.loose or said.near < NEAR_AT_LEAST
        return self._all or (not is_far and self.is_near(said, NEAR_BESIDE if has_more else least))

    def _nearest_loose(self, told: Sequence[tuple[Turn, Statement]]) -> set[Turn]:
        """One that is only loosely related, if it is nearly as near as the best of the report: better than nothing."""
        loose = sorted(((place, said) for place, said in told if said.loose), key=lambda turn: -turn[1].near)
        return {place for place, said in loose[:1] if self.is_near(said, NEAR_BESIDE)}

    def _best(self, section: Section, told: Sequence[tuple[Turn, Statement]]) -> set[Turn]:
        """The passage that the section opens with, or the nearest of a timeline, if it is not too far off."""
        firm = [(place, said) for place, said in told if not said.loose or self._only_loose]
        if section.shape is Shape.TIMELINE:
            firm.sort(key=lambda turn: -turn[1].near)
        return {place for place, said in firm[:1] if self._only_loose or self.is_near(said, NEAR_ALONE)}


def places(section: Section) -> Iterator[tuple[Turn, Statement]]:
    """The section's own passages and where they stand."""
    for number, paragraph in enumerate(section.paragraphs):
        for turn, statement in enumerate(paragraph.statements):
            yield (Place(section.task, number), turn), statement
