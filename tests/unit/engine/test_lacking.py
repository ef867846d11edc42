"""Whoever says a failed statement otherwise is offered the facts that share most of its words."""

from __future__ import annotations

from fathoms.domain.evidence import Confidence, Fact
from fathoms.engine.evidence.lacking import OFFERED, SHOWN, Beside
from tests.thread_making import make_fact

CRANE = make_fact("The harbour crane lifts forty tonnes.", id="f1")
ROPES = make_fact("New ropes for the crane cost nine thousand crowns.", id="f2")
FERRY = make_fact("The ferry leaves at dawn.", id="f3")
SAID = "The harbour crane needs new ropes, which cost nine thousand crowns."


def by_id(*facts: Fact) -> dict[str, Fact]:
    return {fact.id: fact for fact in facts}


def test_what_shares_words_is_offered_and_what_shares_none_or_is_cited_is_not() -> None:
    assert Beside(by_id(CRANE, ROPES, FERRY)).nearest(SAID, ("f1",)) == (ROPES,)


def test_a_word_that_few_facts_have_outweighs_one_that_all_have() -> None:
    alike = [make_fact(f"The harbour crane has lamp {n}.", id=f"a{n}") for n in range(9)]
    setting = make_fact("With `max_age` it is retired.", id="f9")
    said = "The harbour crane has a `max_age`."
    assert Beside(by_id(CRANE, *alike, setting)).nearest(said, ("f1",))[0] is setting


def test_only_the_nearest_few_are_offered() -> None:
    facts = by_id(CRANE, *(make_fact(f"Old crane {n} is here.", id=f"c{n}") for n in range(OFFERED + 1)))
    assert len(Beside(facts).nearest("The old crane is here.", ("f1",))) == OFFERED
    assert len(Beside(facts).nearest("The old crane is here.", ("f1",), SHOWN)) == SHOWN


def test_what_is_loose_or_of_unknown_standing_is_not_offered() -> None:
    loose = ROPES.model_copy(update={"loose": True})
    unsure = ROPES.model_copy(update={"confidence": Confidence.UNVERIFIED})
    assert Beside(by_id(CRANE, loose)).nearest(SAID, ("f1",)) == ()
    assert Beside(by_id(CRANE, unsure)).nearest(SAID, ("f1",)) == ()
