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
