"""What code notices about a statement, and when all of it together makes a suspicion."""

from __future__ import annotations

import pytest

from fathoms.engine.evidence.doubts import ODD, WEIGHTS, Doubt, Suspicion, is_odd
from fathoms.engine.evidence.support import Grounds
from fathoms.engine.evidence.suspicions import MOST_COMPARED, MOST_NEW, MOST_TURNED, suspicions
from tests.thread_making import make_evidence, make_fact

CRANE = "The harbour crane may lift forty tonnes in calm weather."
ROPES = "New ropes cost nine thousand crowns and last ten years."


def noticed(statement: str, *claims: str, context: str = "", title: str = "Harbour") -> dict[Doubt, Suspicion]:
    facts = []
    for claim in claims or (CRANE,):
        evidence = make_evidence(claim).model_copy(update={"context": context, "title": title})
        facts.append(make_fact(claim, evidence=[evidence]))
    return {one.doubt: one for one in suspicions(statement, Grounds(facts))}


@pytest.mark.parametrize(
    ("statement", "doubt"),
    [
        ("The harbour crane always lifts forty tonnes in calm weather.", Doubt.FIRMER),
        ("The harbour crane may lift more in calm weather.", Doubt.COMPARED),
        ("The harbour crane may not lift forty tonnes in calm weather.", Doubt.TURNED),
        ("The harbour crane may lift forty tonnes, so that ships berth.", Doubt.CAUSE),
        ("The harbour crane may lift containers.", Doubt.NEW),
    ],
)
def test_what_the_evidence_does_not_say_is_noticed(statement: str, doubt: Doubt) -> None:
    assert doubt in noticed(statement)
    assert doubt not in noticed("In calm weather the harbour crane may lift forty tonnes.")


def test_a_hedge_that_stays_is_not_firmer() -> None:
    assert Doubt.FIRMER not in noticed("Every harbour crane may lift forty tonnes in calm weather.")


def test_words_of_one_fact_among_those_of_another_are_noticed() -> None:
    assert Doubt.MERGED in noticed("The crane may lift nine thousand crowns in calm weather.", CRANE, ROPES)
    assert Doubt.MERGED not in noticed(f"{CRANE} {ROPES}", CRANE, ROPES)


def test_what_holds_not_always_does_not_claim_all() -> None:
    assert Doubt.SCOPE in noticed("The harbour crane always lifts forty tonnes.")
    assert Doubt.SCOPE not in noticed("The harbour crane cannot always lift forty tonnes.")


def test_a_figure_or_name_that_only_the_surroundings_of_a_quote_have_is_noticed() -> None:
    near = "It was built in Havnsby with 12 wheels."
    assert {Doubt.FAR_FIGURE, Doubt.FAR_NAME} <= set(noticed("The crane of Havnsby has 12 wheels.", context=near))
    titled = set(noticed("Since 2.12 the crane may lift forty tonnes.", context=near, title="Crane 2.12"))
    assert Doubt.FAR_FIGURE not in titled


def test_the_plural_of_an_acronym_is_no_new_name() -> None:
    assert Doubt.NAME not in noticed("Back up the PVCs.", "Each PVC is backed up.")
    assert Doubt.NAME in noticed("Back up the CRDs.", "Each PVC is backed up.")


@pytest.mark.parametrize(
    ("words", "doubt", "most"),
    [
        ("Amber birds carry dusty eggs past grey hens", Doubt.NEW, MOST_NEW),
        ("more less higher lower", Doubt.COMPARED, MOST_COMPARED),
    ],
)
def test_what_is_counted_has_its_full_strength_from_a_number_of_words_on(words: str, doubt: Doubt, most: int) -> None:
    every = words.split()
    assert len(every) >= most
    assert noticed(f"The crane: {' '.join(every[: most - 1])}")[doubt].strength == pytest.approx((most - 1) / most)
    assert noticed(f"The crane: {' '.join(every)}")[doubt].strength == 1


def test_denied_words_have_their_full_strength_from_a_number_on() -> None:
    turned = noticed("The harbour crane may not lift forty tonnes.")[Doubt.TURNED]
    assert turned.strength == pytest.approx(len(turned.detail.split(", ")) / MOST_TURNED)


def test_light_doubts_make_a_suspicion_together() -> None:
    light, other = Suspicion(Doubt.SCOPE, "all"), Suspicion(Doubt.TURNED, "crane")
    assert not is_odd([light])
    assert not is_odd([other])
    assert is_odd([light, other])


def test_a_suspicion_begins_at_its_weight() -> None:
    share = ODD / WEIGHTS[Doubt.NEW]
    assert is_odd([Suspicion(Doubt.NEW, "words", share)])
    assert not is_odd([Suspicion(Doubt.NEW, "words", share - 0.01)])


def test_every_kind_of_doubt_has_a_weight() -> None:
    assert set(WEIGHTS) == set(Doubt)
