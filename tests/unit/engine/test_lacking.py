"""Whoever says a failed statement otherwise is offered the facts that hold what its own do not."""

from __future__ import annotations

from fathoms.domain.evidence import Confidence, Fact
from fathoms.engine.evidence.lacking import OFFERED, OFFERED_TO_MANY, nearest
from tests.thread_making import make_fact

CRANE = make_fact("The harbour crane lifts forty tonnes.", id="f1")
ROPES = make_fact("New ropes for the crane cost nine thousand crowns.", id="f2")
FERRY = make_fact("The ferry leaves at dawn.", id="f3")
SAID = "The harbour crane needs new ropes, which cost nine thousand crowns."
SETTINGS = ("max_age", "max_load", "grease_by", "rope_kind", "night_shift", "wind_stop", "deck_lamp")


def by_id(*facts: Fact) -> dict[str, Fact]:
    return {fact.id: fact for fact in facts}


def test_what_holds_words_that_the_own_facts_lack_is_offered_and_what_shares_none_is_not() -> None:
    assert nearest(SAID, ("f1",), by_id(CRANE, ROPES, FERRY)) == (ROPES,)


def test_a_fact_that_repeats_the_own_ones_comes_behind_one_that_says_the_missing_setting() -> None:
    alike = [make_fact(f"The harbour crane lifts forty tonnes on day {n}.", id=f"a{n}") for n in range(9)]
    setting = make_fact("With `max_age` the crane is retired.", id="f9")
    said = "The harbour crane lifts forty tonnes and has a `max_age`."
    assert nearest(said, ("f1",), by_id(CRANE, *alike, setting))[0] is setting


def test_each_of_several_settings_gets_a_fact_before_one_gets_two() -> None:
    wordy = [make_fact(f"The crane has `max_age` and is old, case {n}.", id=f"w{n}") for n in range(5)]
    rest = [make_fact(f"The crane has `{name}`.", id=name) for name in SETTINGS[1:5]]
    said = f"The old crane has {', '.join(f'`{name}`' for name in SETTINGS[:5])}."
    found = {fact.id for fact in nearest(said, ("f1",), by_id(CRANE, *wordy, *rest))}
    assert set(SETTINGS[1:5]) <= found


def test_more_are_offered_where_several_settings_are_named() -> None:
    facts = by_id(CRANE, *(make_fact(f"The old crane has `{name}`.", id=name) for name in SETTINGS))
    named = ", ".join(f"`{name}`" for name in SETTINGS)
    assert len(nearest(f"The old crane has {named}.", ("f1",), facts)) == OFFERED_TO_MANY
    assert len(nearest("The old crane has `max_age`.", ("f1",), facts)) == OFFERED


def test_what_a_judge_quotes_as_wanting_is_looked_for_first() -> None:
    oil = make_fact("The crane wants oil weekly.", id="f4")
    facts = by_id(CRANE, ROPES, oil)
    said = "The harbour crane wants oil weekly and new ropes, which cost nine thousand crowns."
    assert nearest(said, ("f1",), facts) == (ROPES, oil)
    assert nearest(said, ("f1",), facts, reason='"wants oil weekly" stands in none') == (oil, ROPES)


def test_what_is_loose_or_of_unknown_standing_is_not_offered() -> None:
    loose = ROPES.model_copy(update={"loose": True})
    unsure = ROPES.model_copy(update={"confidence": Confidence.UNVERIFIED})
    assert nearest(SAID, ("f1",), by_id(CRANE, loose)) == ()
    assert nearest(SAID, ("f1",), by_id(CRANE, unsure)) == ()
