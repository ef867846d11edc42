"""A claim is held against sentences: for it, against it, or deciding neither."""

from __future__ import annotations

import pytest

from fathoms.engine.evidence.claimed import Claim, Side, telling

FOR, AGAINST = Side.FOR, Side.AGAINST


@pytest.mark.parametrize(
    ("claim", "sentence", "side"),
    [
        ("the cable was laid in 1987", "Most of it is imported through a single mainland cable laid in 1987.", FOR),
        ("the cable was laid in 1987", "The mainland cable was laid in 1991.", AGAINST),
        ("the cable was laid in 1987", "The cable is rated at 140 MW.", None),
        ("the array cost 96 million marks", "The final cost of the array was 118.6 million marks.", AGAINST),
        ("the array cost 96 million marks", "The array cost 96 million marks.", FOR),
        ("the array cost 96 million marks", "The ferry cost 40 million marks.", None),
        ("the array has sixteen turbines", "The array consists of 16 turbines.", FOR),
        ("the array has twelve turbines", "The array consists of 16 turbines.", AGAINST),
        ("the committee approved the ferry", "The committee approved the ferry in March.", FOR),
        ("the committee approved the ferry", "The committee did not approve the ferry.", AGAINST),
        ("the committee approved the ferry", "The committee met in March.", None),
    ],
)
def test_a_sentence_stands_for_a_claim_or_against_it_or_decides_nothing(
    claim: str, sentence: str, side: Side | None
) -> None:
    assert Claim(claim).side_of(sentence) is side


def test_a_heading_says_what_a_sentence_is_about() -> None:
    claim = Claim("the Kittlehead array has twelve turbines")
    assert claim.side_of("It consists of sixteen turbines.") is None
    assert claim.side_of("It consists of sixteen turbines.", "Kittlehead Tidal Array") is AGAINST


@pytest.mark.parametrize(
    ("sentence", "heading"),
    [
        ("The city could borrow 70 million marks for thirty years.", "Item 1: Kittlehead array"),
        ("In its present form it comes at a cost of 104 million marks.", "Skarrow Narrows Array"),
    ],
)
def test_a_figure_of_something_else_under_a_like_heading_decides_nothing(sentence: str, heading: str) -> None:
    assert Claim("the Kittlehead array cost 96 million marks").side_of(sentence, heading) is None


def test_the_sentence_that_decides_is_shown_and_what_speaks_against_weighs_more() -> None:
    claim = Claim("the array cost 96 million marks")
    passage = "The array was to cost 96 million marks. The final cost of the array was 118.6 million marks."
    assert telling(claim, passage) == (AGAINST, "The final cost of the array was 118.6 million marks.")
    assert telling(claim, "Bread is baked at dawn.") is None
