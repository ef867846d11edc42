"""Forms of a section other than one passage after another: side by side, and by date.

Knows: sides and years in facts.  Does not know: which side is better.
"""

from __future__ import annotations

from collections.abc import Sequence

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Paragraph, Statement
from fathoms.minds.extractive.select.selecting import is_repeat
from fathoms.minds.extractive.tell.wording import Words
from fathoms.text.dates import years_in
from fathoms.text.terms import terms

PER_SIDE = 3
_DATED_LEAST = 2
_FIRST_YEAR = 1500


def side_by_side(sides: Sequence[str], facts: Sequence[Fact], words: Words) -> tuple[Paragraph, ...]:
    """What is said of both together first, then each side under its name; empty unless two sides have something."""
    joint: list[Fact] = []
    own: dict[str, list[Fact]] = {side: [] for side in sides}
    for fact in facts:
        named = [side for side in sides if _is_about(fact, side)]
        shelf = joint if len(named) > 1 else own[named[0]] if named else None
        if shelf is not None and len(shelf) < PER_SIDE and not is_repeat(fact.claim, (other.claim for other in shelf)):
            shelf.append(fact)
    if not joint and sum(bool(shelf) for shelf in own.values()) < 2:
        return ()
    paragraphs = [Paragraph(label=words.comparison, statements=_statements(joint))] if joint else []
    paragraphs += [Paragraph(label=side, statements=_statements(shelf)) for side, shelf in own.items() if shelf]
    return tuple(paragraphs)


def by_date(facts: Sequence[Fact]) -> tuple[Paragraph, ...]:
    """Facts in the order of the years they name, the year as label; empty when hardly any names one."""
    dated = sorted(
        ((years[0], index, fact) for index, fact in enumerate(facts) if (years := years_in(fact.claim, _FIRST_YEAR))),
        key=lambda item: item[:2],
    )
    if len(dated) < _DATED_LEAST:
        return ()
    told: dict[str, list[Fact]] = {}
    for year, _, fact in dated:
        told.setdefault(str(year), []).append(fact)
    rest = [fact for fact in facts if not years_in(fact.claim, _FIRST_YEAR)]
    paragraphs = [Paragraph(label=year, statements=_statements(found)) for year, found in told.items()]
    if rest:
        paragraphs.append(Paragraph(statements=_statements(rest)))
    return tuple(paragraphs)


def _is_about(fact: Fact, side: str) -> bool:
    """By its own words; by its document's title when its words name no side."""
    wanted = terms(side)
    if len(wanted & terms(fact.claim)) * 3 >= len(wanted) * 2:
        return True
    title = terms(" ".join((fact.evidence[0].title, *fact.evidence[0].title_path)))
    return wanted <= title or side in fact.subjects


def _statements(facts: Sequence[Fact]) -> tuple[Statement, ...]:
    return tuple(Statement(text=fact.claim, facts=(fact.id,), loose=fact.loose) for fact in facts)
