"""Statements that are planted to try a judge: a true one with one thing wrong."""

from __future__ import annotations

import pytest

from fathoms.engine.evidence.planting import altered, planted
from fathoms.engine.evidence.support import Grounds
from fathoms.engine.evidence.suspicions import suspicions
from tests.thread_making import make_evidence, make_fact

CRANE = make_fact("The crane of Anselm lifts 40 tonnes and must be greased.", evidence=[make_evidence("It lifts 40.")])
QUAY = make_fact("The quay of Skarrow is open in winter.", evidence=[make_evidence("Open in winter.")])


@pytest.mark.parametrize("claim", [CRANE.claim, QUAY.claim])
def test_one_thing_is_wrong_and_the_rest_is_as_it_was(claim: str) -> None:
    fact = CRANE if claim == CRANE.claim else QUAY
    made = altered(fact, [CRANE, QUAY])
    changed = set(made.split()) ^ set(claim.split())
    assert made != claim
    assert 1 <= len(changed) <= 2, made
    assert made not in Grounds((fact,)).everything


def test_a_figure_is_another_one_that_stands_nowhere_in_the_evidence() -> None:
    fact = make_fact("It was dredged in 1987.", evidence=[make_evidence("1987, 1981, 1982 and 1984")])
    made = altered(fact, [])
    assert made != fact.claim
    assert suspicions(made, Grounds((fact,)))


def test_what_the_statements_beside_it_do_not_tell_is_planted_first() -> None:
    assert planted([CRANE, QUAY], [CRANE.claim]).fact is QUAY  # type: ignore[union-attr]
    assert planted([CRANE, QUAY], [QUAY.claim]).fact is CRANE  # type: ignore[union-attr]
    assert planted([CRANE], [CRANE.claim]).fact is CRANE, "better beside its original than nowhere"  # type: ignore[union-attr]


def test_the_same_words_plant_the_same() -> None:
    assert planted([CRANE, QUAY], ["a"]) == planted([QUAY, CRANE], ["a"])


def test_where_nothing_can_be_altered_nothing_is_planted() -> None:
    assert planted([make_fact("Greased cranes.")], []) is None
    assert planted([], []) is None


def test_a_second_look_is_at_another_one() -> None:
    first, second = (planted([CRANE, QUAY], ["a"], look) for look in (0, 1))
    assert first
    assert second
    assert first.fact is not second.fact


def test_another_form_of_the_same_name_is_no_other_name() -> None:
    fact = make_fact("All gateways of the Collector hold it.", evidence=[make_evidence("It holds.")])
    others = (fact, make_fact("Most of the Collectors hold one."), make_fact("Ask the Operator for it."))
    assert altered(fact, others) == "All gateways of the Operator hold it."


def test_a_name_whose_stem_is_spelled_otherwise_is_not_put_in_its_own_place() -> None:
    fact = make_fact("It is sold since January.", evidence=[make_evidence("Sold since January.")])
    assert altered(fact, [fact]) == "It is not sold since January."
