"""What is known about something: facts ranked by the words of a query."""

from __future__ import annotations

from fathoms.engine.evidence.recall import MOST_BEARING, bearing, ranked

CLAIMS = [
    "The Cold Quay Battery can hold 18 MWh.",
    "The ferry draws 3 MW from the battery at its berth, on windy days more, and the timetable is thinned then.",
    "The breakwater is 640 metres long.",
    "汐浦精機は軸受カートリッジを製造する。",
]


def test_the_claim_that_says_most_about_the_query_comes_first() -> None:
    assert ranked("Cold Quay Battery", CLAIMS, limit=5)[0] == 0
    assert ranked("battery", CLAIMS, limit=5) == (0, 1)  # the shorter one says less beside it


def test_claims_that_hold_less_than_half_of_the_query_are_left_out() -> None:
    assert ranked("breakwater cost insurance premium", CLAIMS, limit=5) == ()
    assert ranked("length of the breakwater in metres", CLAIMS, limit=5) == (2,)


def test_japanese_is_found_by_its_characters() -> None:
    assert ranked("軸受カートリッジ", CLAIMS, limit=5) == (3,)


def test_no_more_than_asked_for() -> None:
    assert len(ranked("battery", CLAIMS, limit=1)) == 1
    assert ranked("", CLAIMS, limit=5) == ()


def test_what_bears_on_a_gap_need_not_say_half_of_it() -> None:
    asked = "What does the ferry need at its berth to draw power from another battery, and who pays for it?"
    assert ranked(asked, CLAIMS, limit=5) == ()
    assert bearing(asked, CLAIMS) == (1,)
    assert len(bearing("battery berth", ["The battery stands at the berth."] * 40)) == MOST_BEARING
