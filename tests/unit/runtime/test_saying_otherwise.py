"""Whoever says a failed statement otherwise is offered the facts of the report that come nearest to it."""

from __future__ import annotations

from fathoms.domain.report import Statement
from fathoms.runtime import checking
from tests.thread_making import make_fact

CRANE = make_fact("The harbour crane lifts forty tonnes.", id="f1")
ROPES = make_fact("New ropes for the crane cost nine thousand crowns.", id="f2")
FERRY = make_fact("The ferry leaves at dawn.", id="f3")
SAID = Statement(text="The harbour crane needs new ropes, which cost nine thousand crowns.", facts=("f1",))


def test_what_holds_words_that_the_own_facts_lack_is_offered_and_what_shares_none_is_not() -> None:
    facts = {fact.id: fact for fact in (CRANE, ROPES, FERRY)}
    assert checking.near(SAID, facts) == (ROPES,)


def test_the_new_text_stands_on_the_facts_that_it_names_or_on_those_it_had() -> None:
    named = checking.said_instead(SAID, "New ropes cost nine thousand crowns.", (1,), ("f1", "f2"))
    assert (named.text, named.facts) == ("New ropes cost nine thousand crowns.", ("f2",))
    assert checking.said_instead(SAID, "It lifts.", (), ("f1", "f2")).facts == ("f1",)
    assert checking.said_instead(SAID, "It lifts.", (7,), ("f1", "f2")).facts == ("f1",)
