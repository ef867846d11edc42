"""What is said instead of a failed statement stands on the facts that it names."""

from __future__ import annotations

from fathoms.domain.report import Statement
from fathoms.runtime import checking
from tests.thread_making import make_fact

SAID = Statement(text="The harbour crane needs new ropes, which cost nine thousand crowns.", facts=("f1",))


def test_the_new_text_stands_on_the_facts_that_it_names_or_on_those_it_had() -> None:
    named = checking.said_instead(SAID, "New ropes cost nine thousand crowns.", (1,), ("f1", "f2"))
    assert (named.text, named.facts) == ("New ropes cost nine thousand crowns.", ("f2",))
    assert checking.said_instead(SAID, "It lifts.", (), ("f1", "f2")).facts == ("f1",)
    assert checking.said_instead(SAID, "It lifts.", (7,), ("f1", "f2")).facts == ("f1",)


LIFTS = make_fact("The harbour crane lifts 40 tonnes.", id="f1")
OPENS = make_fact("The quay opens in April.", id="f2")
FOUND = {"f1": LIFTS, "f2": OPENS}


def test_a_statement_loses_the_marks_that_say_nothing_of_it_and_gains_those_it_forgot() -> None:
    said = Statement(text="The crane is strong.", facts=("f1", "f2"))
    assert checking.holds_by(said, (), ("f2",), FOUND) == ("f1",)
    assert checking.holds_by(said, ("f3",), ("f1", "f2"), FOUND) == ("f3",)
    assert checking.holds_by(said, (), (), FOUND) == ("f1", "f2")


def test_the_last_mark_stays_and_so_do_those_that_its_figures_stand_in() -> None:
    said = Statement(text="The crane lifts 40 tonnes.", facts=("f1", "f2"))
    assert checking.holds_by(said, (), ("f1",), FOUND) == ("f1", "f2"), "nothing else has the 40"
    assert checking.holds_by(said, (), ("f1", "f2"), FOUND) == ("f1", "f2")


def test_the_name_of_an_item_stays_before_what_is_said_instead() -> None:
    named = Statement(text="Torn ropes: they cost nine thousand crowns.", facts=("f1",), strong="Torn ropes")
    assert checking.said_instead(named, "they cost something.", (), ()).text == "Torn ropes: they cost something."
    assert checking.said_instead(named, "Torn ropes cost.", (), ()).text == "Torn ropes cost."
    refused = checking.said_instead(named, "they cost something.", (), (), ("Torn ropes",))
    assert refused.text == "they cost something."
    amid = Statement(text="The crane tears ropes.", facts=("f1",), strong="tears ropes")
    assert checking.said_instead(amid, "It lifts.", (), ()).text == "It lifts."


def test_whoever_judges_sees_the_name_of_an_item_beside_what_it_says() -> None:
    named = Statement(
        text="The image carries the patients. A folder is copied.", strong="The image carries the patients"
    )
    assert checking.by_its_name(named) == ("The image carries the patients. ", "A folder is copied.")
    whole = Statement(text="A folder is copied.", strong="A folder is copied")
    assert checking.by_its_name(whole) == ("", whole.text)
