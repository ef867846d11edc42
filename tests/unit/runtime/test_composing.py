"""What the reader of a composed text is shown of what was found."""

from __future__ import annotations

from fathoms.runtime.composing import untold
from tests.mind_making import fact


def test_a_claim_with_three_fifths_of_its_words_in_one_paragraph_is_told() -> None:
    told = fact("Copper anchors rust slowly daily.")
    assert untold("Anchors of copper will rust.", [told]) == ()


def test_a_claim_with_less_than_three_fifths_of_its_words_in_one_paragraph_is_not_told() -> None:
    left = fact("Copper anchors rust slowly daily.")
    assert untold("Anchors rust.", [left]) == (left.claim,)
    assert untold("Anchors rust.\nCopper is dear.", [left]) == (left.claim,), (
        "words of several paragraphs do not add up"
    )


def test_what_answers_most_comes_first_and_each_claim_once() -> None:
    lesser = fact("Bollards need paint.", answers=())
    greater = fact("Winches need grease.", answers=("q1", "q2"))
    again = fact("Winches need grease.", page="p-2")
    assert untold("Nothing of it.", [lesser, again, greater]) == (greater.claim, lesser.claim)
