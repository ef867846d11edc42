"""Cells of a comparison: the sentence that measures the respect."""

from __future__ import annotations

from report_making import make_fact, make_page

from fathoms.report.build.comparison import rows_asked_for

SIDES = ("North Array", "South Array")
NORTH = make_page(
    "The design life of the North Array's turbines is 25 years. It consists of sixteen seabed turbines.", title=SIDES[0]
)
SOUTH = make_page("The South Array has eight turbines.", title=SIDES[1], url="kb://world/south.md")


def test_of_a_thing_that_is_named_as_a_respect_its_number_is_told() -> None:
    facts = [make_fact(NORTH, NORTH.text), make_fact(SOUTH, SOUTH.text)]
    (row,) = rows_asked_for(("turbines",), SIDES, facts)
    assert [cell and cell.text for cell in row.cells] == [
        "It consists of sixteen seabed turbines.",
        "The South Array has eight turbines.",
    ]
