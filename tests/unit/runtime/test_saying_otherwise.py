"""What is said instead of a failed statement stands on the facts that it names."""

from __future__ import annotations

from fathoms.domain.report import Statement
from fathoms.runtime import checking

SAID = Statement(text="The harbour crane needs new ropes, which cost nine thousand crowns.", facts=("f1",))


def test_the_new_text_stands_on_the_facts_that_it_names_or_on_those_it_had() -> None:
    named = checking.said_instead(SAID, "New ropes cost nine thousand crowns.", (1,), ("f1", "f2"))
    assert (named.text, named.facts) == ("New ropes cost nine thousand crowns.", ("f2",))
    assert checking.said_instead(SAID, "It lifts.", (), ("f1", "f2")).facts == ("f1",)
    assert checking.said_instead(SAID, "It lifts.", (7,), ("f1", "f2")).facts == ("f1",)


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
