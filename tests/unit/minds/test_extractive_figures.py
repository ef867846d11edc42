"""Figures that differ: every gate, on both sides."""

from __future__ import annotations

import pytest

from fathoms.minds.extractive.select.figures import Saying, figures_in, figures_that_differ

SAID = "The array delivered 81.4 GWh to the city grid in 2025."


def differ(left: str, right: str, *, same_document: bool = False, years: tuple[int | None, int | None] = (None, None)):
    other = "a" if same_document else "b"
    return figures_that_differ([Saying("L", "a", left, years[0])], [Saying("R", other, right, years[1])])


def test_two_documents_with_another_number_for_one_thing_differ():
    [conflict] = differ(SAID, "According to the meters, the array delivered 76.9 GWh to the city grid in 2025.")
    assert (conflict.left, conflict.right) == ("L", "R")
    assert (conflict.left_says, conflict.right_says) == ("81.4 GWh", "76.9 GWh")


@pytest.mark.parametrize(
    ("other", "gate"),
    [
        ("The array delivered 81.4 GWh to the city grid in 2025.", "same number"),
        ("The array delivered 76.9 GWh to the city grid in 2024.", "other period"),
        ("The array delivered 76.9 MWh to the city grid in 2025.", "other unit"),
        ("The ferries used 9.7 GWh of diesel fuel in 2025.", "other subject"),
        ("The array delivered between 70 GWh and 80 GWh in 2025.", "more than one figure"),
        ("Veskerry used 905 GWh in 2025.", "too little in common"),
    ],
)
def test_a_gate_keeps_a_false_alarm_out(other: str, gate: str):
    assert differ(SAID, other) == (), gate


def test_one_document_does_not_differ_from_itself():
    assert differ(SAID, "The array delivered 76.9 GWh to the city grid in 2025.", same_document=True) == ()


def test_a_sentence_without_a_year_stands_for_the_year_of_its_document():
    old, new = "The array costs 96 million marks in all.", "The array costs 118 million marks in all."
    assert differ(old, new, years=(2022, 2026)) == ()
    assert len(differ(old, new, years=(2026, 2026))) == 1


def test_numbers_in_words_count():
    [conflict] = differ("Merganser was out of service for nine days.", "Merganser was out of service for six days.")
    assert (conflict.left_says, conflict.right_says) == ("nine days", "six days")


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("a budget of 3.4 million marks", 3_400_000.0, "mark"),
        ("exactly 1,940 encounters", 1940.0, "encount"),
        ("it fell by 63 %", 63.0, "percent"),
        ("$2 billion", 2e9, "dollar"),
        ("年間310万トン", 3_100_000.0, "トン"),
    ],
)
def test_a_figure_has_a_value_and_a_unit(text: str, value: float, unit: str):
    assert [(figure.value, figure.unit) for figure in figures_in(text)] == [(value, unit)]


@pytest.mark.parametrize("text", ["on 18 March 2021", "in 2025", "T4 and DR-014", "no figure at all"])
def test_dates_years_and_identifiers_are_no_figures(text: str):
    assert figures_in(text) == ()
