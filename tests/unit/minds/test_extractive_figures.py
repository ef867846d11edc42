"""Figures that differ: every gate, on both sides."""

from __future__ import annotations

from datetime import date

import pytest

from fathoms.minds.extractive.select.figures import Claimed, figures_that_differ, values

SAID = "The array delivered 81.4 GWh to the city grid in 2025."


def differ(
    left: str, right: str, *, same_document: bool = False, dated: tuple[date | None, date | None] = (None, None)
):
    other = "a" if same_document else "b"
    return figures_that_differ([Claimed("L", "a", left, dated[0])], [Claimed("R", other, right, dated[1])])


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
    assert differ(old, new, dated=(date(2022, 5, 1), date(2026, 5, 1))) == ()
    assert len(differ(old, new, dated=(date(2026, 1, 1), date(2026, 5, 1)))) == 1


def test_numbers_in_words_count():
    [conflict] = differ("Merganser was out of service for nine days.", "Merganser was out of service for six days.")
    assert (conflict.left_says, conflict.right_says) == ("nine days", "six days")


@pytest.mark.parametrize(
    ("left", "right", "alike"),
    [
        ("a budget of 3.4 million marks", "3,400,000 marks in all", True),
        ("it fell by 63 %", "it fell by 63 percent", True),
        ("年間310万トン", "年間3,100,000トン", True),
        ("exactly 1,940 encounters", "exactly 1,940 sightings", False),
        ("on 18 March 2021", "in 2025, at T4 and by DR-014", True),
    ],
)
def test_texts_are_told_apart_by_what_they_measure_and_count(left: str, right: str, alike: bool):
    assert (values(left) == values(right)) is alike
