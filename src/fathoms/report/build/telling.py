"""Which selected passages are near enough to the request to be told, and which are left for a longer report.

Knows: how near each passage is, as the mind that selected it says, and which sections would be empty without theirs.
Does not know: words or room (`length.py`); sentences that a model wrote, none of which is weaker than another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fathoms.domain.report import Report, Section, Shape, Statement
from fathoms.report.build.shaping import stands_apart, statements_of

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

Place = tuple[str, int, int]
"""Task, paragraph, statement."""


class Telling:
    """What of one report is told: the passages worth it, and among them those that a section cannot do without."""

    def __init__(self, report: Report) -> None:
        self._all = not stands_apart(report)
        everything = [statement for section in every(report.sections) for _, statement in places(section)]
        self._only_loose = all(said.loose for said in everything)
        self._nearest = max((said.near for said in everything if self._only_loose or not said.loose), default=0.0)
        self._is_one_section = len(report.sections) == 1
        self.needed: set[Place] = set()
        self.worth: set[Place] = set()
        for section in every(report.sections):
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

    def _is_worth_it(self, place: Place, said: Statement, *, has_more: bool, dated: bool) -> bool:
        least = NEAR_IN_TIME if dated else NEAR_LATER if place[2] >= _LATER else NEAR_ENOUGH
        is_far = said.loose or said.near < NEAR_AT_LEAST
        return self._all or (not is_far and self.is_near(said, NEAR_BESIDE if has_more else least))

    def _nearest_loose(self, told: Sequence[tuple[Place, Statement]]) -> set[Place]:
        """One that is only loosely related, if it is nearly as near as the best of the report: better than nothing."""
        loose = sorted(((place, said) for place, said in told if said.loose), key=lambda turn: -turn[1].near)
        return {place for place, said in loose[:1] if self.is_near(said, NEAR_BESIDE)}

    def _best(self, section: Section, told: Sequence[tuple[Place, Statement]]) -> set[Place]:
        """The passage that the section opens with, or the nearest of a timeline, if it is not too far off."""
        firm = [(place, said) for place, said in told if not said.loose or self._only_loose]
        if section.shape is Shape.TIMELINE:
            firm.sort(key=lambda turn: -turn[1].near)
        return {place for place, said in firm[:1] if self._only_loose or self.is_near(said, NEAR_ALONE)}


def every(sections: Sequence[Section]) -> Iterator[Section]:
    """The sections and all below them, in reading order."""
    for section in sections:
        yield section
        yield from every(section.children)


def places(section: Section) -> Iterator[tuple[Place, Statement]]:
    """The section's own passages and where they stand."""
    for number, paragraph in enumerate(section.paragraphs):
        for turn, statement in enumerate(paragraph.statements):
            yield (section.task, number, turn), statement
