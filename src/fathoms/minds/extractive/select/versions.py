"""Old versions of a page: kept and quotable, but not preferred to the page that replaced them.

Knows: titles and dates of the passages at hand.  Does not know: what either version says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from fathoms.domain.evidence import Passage
from fathoms.minds.extractive.read.facets import Facet, facet_of
from fathoms.minds.extractive.select.units import Unit
from fathoms.text.dates import years_in
from fathoms.text.words import fold

OUTDATED_WORTH = 0.2
"""What is left of a sentence's worth when a newer page of the same title is at hand."""


def newest_first(units: Sequence[Unit], question: str) -> list[Unit]:
    """The same sentences, those of outdated versions worth less; all alike when the question is about the past."""
    old = outdated([unit.passage for unit in units])
    if not old or facet_of(fold(question)) is Facet.HISTORY or years_in(question, since=1900):
        return list(units)
    return [replace(unit, worth=unit.worth * OUTDATED_WORTH) if unit.passage.page_id in old else unit for unit in units]


def outdated(passages: Sequence[Passage]) -> frozenset[str]:
    """Pages with a newer page of the same title beside them."""
    latest: dict[str, Passage] = {}
    for passage in passages:
        known = latest.get(fold(passage.title))
        if passage.dated and (known is None or known.dated is None or passage.dated > known.dated):
            latest[fold(passage.title)] = passage
    return frozenset(
        passage.page_id
        for passage in passages
        if (newest := latest.get(fold(passage.title)))
        and newest.page_id != passage.page_id
        and passage.dated
        and newest.dated
        and passage.dated < newest.dated
    )
