"""A source's title says which one it is."""

from __future__ import annotations

from report_making import make_fact, make_page

from fathoms.domain.evidence import Fact
from fathoms.report.citations import references


def _running(name: str) -> Fact:
    said = f"Pump {name} runs."
    return make_fact(make_page(said, url=f"kb://c/usage/{name}.rst", title="Examples"), said)


def test_sources_of_one_title_are_told_apart_by_their_files() -> None:
    both = references((_running("start"), _running("stop")))
    assert [reference.title for reference in both] == ["Examples (start.rst)", "Examples (stop.rst)"]


def test_a_title_that_no_other_source_has_stands_alone() -> None:
    assert [reference.title for reference in references((_running("start"),))] == ["Examples"]
