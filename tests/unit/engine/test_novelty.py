"""New or confirming."""

from __future__ import annotations

import pytest

from fathoms.engine.evidence.novelty import confirmed_by, same_claim
from fathoms.text.figures import numerals
from tests.thread_making import make_evidence, make_fact

KNOWN = "The Skarrow array delivered 41.2 MW to the island grid in 2024."


@pytest.mark.parametrize(
    "claim",
    [
        KNOWN,
        "In 2024 the Skarrow array delivered 41.2 MW to the grid.",
        "The Skarrow array delivers 41.2 MW to the island grid.",
        "the skarrow array delivered 41.2 MW",
    ],
)
def test_a_claim_that_adds_nothing_confirms(claim: str) -> None:
    assert same_claim(claim, KNOWN)


@pytest.mark.parametrize(
    "claim",
    [
        "The Skarrow array delivered 39.8 MW to the island grid in 2024.",
        "The Skarrow array delivered 41.2 MW to the island grid in 2025.",
        "The Skarrow array never delivered 41.2 MW to the island grid in 2024.",
        "The Kittlehead array delivered 41.2 MW to the island grid in 2024.",
        "The Skarrow array feeds the ferry chargers at Cold Quay.",
        "The Skarrow array delivered power; curtailment for porpoises lasted weeks and cost revenue.",
        "The Skarrow array delivered 41.2 MW to the island grid in 2024 after repair of blades, seals and cables.",
        "The array grid delivered electromagnetically.",
        "",
        "the of and",
    ],
)
def test_another_number_name_turn_or_matter_is_new(claim: str) -> None:
    assert not same_claim(claim, KNOWN)


def test_japanese_claims_are_compared_too() -> None:
    known = "潮流発電所の出力は2024年に41.2MWに達した。"
    assert same_claim("潮流発電所の出力は2024年に41.2MWに達した", known)
    assert not same_claim("潮流発電所の出力は2024年に39.8MWに達した。", known)
    assert not same_claim("潮流発電所の出力は2024年に41.2MWに達しなかった。", known)


def test_thousands_are_read_alike_and_decimals_kept() -> None:
    assert numerals("1,200 and 41.2, then 1200") == {"1200", "41.2"}
    assert numerals("3,5 percent") == {"3,5"}


def test_the_same_words_read_again_are_not_found_again() -> None:
    evidence = make_evidence("a" * 100, url="kb://world/a.md#0-100")
    fact = make_fact("something else entirely", evidence=[evidence])
    nearly = make_evidence("a" * 100, url="kb://world/a.md#0-100", start=10)
    farther = make_evidence("a" * 100, url="kb://world/a.md#0-100", start=30)
    elsewhere = make_evidence("a" * 100, url="kb://world/b.md#0-100")
    assert confirmed_by("claim one", nearly, [fact]) == fact
    assert confirmed_by("claim one", farther, [fact]) is None
    assert confirmed_by("claim one", elsewhere, [fact]) is None
