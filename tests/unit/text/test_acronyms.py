"""Acronyms both ways, and what a definition in brackets says."""

from __future__ import annotations

import pytest

from fathoms.text.acronyms import definitions, same_by_acronym, spelled_out
from fathoms.text.names import distinct
from fathoms.text.naming import Names, names

LOCK = "global interpreter lock"


@pytest.mark.parametrize(
    ("left", "right"),
    [("GIL", LOCK), (LOCK, "GIL"), ("U.S.A.", "United States of America"), ("HPA", "Horizontal Pod Autoscaler")],
)
def test_a_name_and_its_acronym_are_one(left: str, right: str):
    assert same_by_acronym(left, right)


@pytest.mark.parametrize(
    ("left", "right"),
    [("GIL", "global lock"), ("GIL", "GIL"), ("GIL", "the " + LOCK + " of Python"), ("gil", LOCK), ("G", "global")],
)
def test_names_that_do_not_spell_each_other_are_two(left: str, right: str):
    assert not same_by_acronym(left, right)


def test_a_text_defines_its_acronyms_in_brackets():
    text = f"Python has a {LOCK} (GIL). The Office for Sea Traffic（OST） (see above) agreed."
    assert list(definitions(text)) == [(LOCK, "GIL"), ("Office for Sea Traffic", "OST")]


def test_words_side_by_side_spell_an_acronym():
    assert spelled_out("GIL", f"Threads wait for the {LOCK}.")
    assert not spelled_out("CPU", "the critical path on an uneven graph")
    assert not spelled_out("IL", "an interpreter lock")


@pytest.mark.parametrize(
    ("statement", "quote", "missing"),
    [
        ("Threads wait for the GIL.", f"Threads wait for the {LOCK}.", ""),
        ("Threads wait for the Global Interpreter Lock.", "Threads wait for the GIL.", ""),
        ("Threads wait for the GIL.", "Threads wait for the lock.", "GIL"),
        ("Threads wait for the Global Interpreter Lock.", "Threads wait for the GPU.", "Global"),
    ],
)
def test_a_statement_may_say_the_other_form_of_a_quoted_name(statement: str, quote: str, missing: str):
    assert Names(quote).missing(statement) == missing


@pytest.mark.parametrize(
    ("name", "text", "named"),
    [
        ("GIL", f"Threads wait for the {LOCK}.", True),
        ("Global Interpreter Lock", "Threads wait for the GIL.", True),
        ("Bureau of Sea Traffic", "The BST agreed.", True),
        ("GIL", "Threads wait.", False),
        ("Global Interpreter Lock", "Threads wait for the GPU.", False),
        ("interpreter lock", "The IL agreed.", False),
    ],
)
def test_a_text_names_something_by_its_other_form(name: str, text: str, named: bool):
    assert names(text, name) is named


def test_of_a_name_and_its_acronym_the_longer_stays():
    assert distinct(["GIL", "Global Interpreter Lock", "PEP"]) == ("Global Interpreter Lock", "PEP")
    assert distinct(["Global Interpreter Lock", "GIL"]) == ("Global Interpreter Lock",)
