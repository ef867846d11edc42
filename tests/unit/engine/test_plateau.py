"""Saturation, overlap, plateau levels and the ways out, on both sides of each threshold."""

from __future__ import annotations

from typing import Any

import pytest

from fathoms.domain.thread import Escape, Lead, Phase, Plateau, PlateauPolicy, Saturation, StopReason, ThreadState
from fathoms.engine.thread import plateau, rounds, scoping
from tests.thread_making import (
    KB_PHASES,
    after_round,
    make_brief,
    make_fact,
    make_record,
    make_task,
    make_thread,
    new_facts,
)

FIVE = tuple(f"kb://world/doc.md#{n}-{n + 1}" for n in range(5))


@pytest.mark.parametrize(
    ("new", "saturation"),
    [
        (0, Saturation.HIGH),
        (1, Saturation.HIGH),
        (2, Saturation.MEDIUM),
        (4, Saturation.MEDIUM),
        (5, Saturation.LOW),
        (50, Saturation.LOW),
    ],
)
def test_saturation_is_high_when_little_is_new(new: int, saturation: Saturation) -> None:
    assert plateau.saturation_of(new) is saturation


@pytest.mark.parametrize(("shared", "level"), [(2, Plateau.NONE), (3, Plateau.REFORMULATE), (5, Plateau.REFORMULATE)])
def test_three_results_of_five_seen_before_call_for_other_words(shared: int, level: Plateau) -> None:
    thread = after_round(make_thread(), facts=new_facts(2), urls=FIVE)
    fresh = tuple(f"kb://world/new.md#{n}-{n + 1}" for n in range(5 - shared))
    thread = after_round(thread, facts=new_facts(2, round=2), urls=(*FIVE[:shared], *fresh))
    assert thread.rounds[-1].overlap_previous == shared / 5
    assert thread.plateau is level
    assert thread.must_reformulate is (level is Plateau.REFORMULATE)


def test_an_empty_result_set_is_a_failed_query_and_no_overlap() -> None:
    assert plateau.overlap((), FIVE) == 0.0
    assert plateau.overlap(FIVE, ()) == 0.0


def test_tracking_parameters_do_not_make_a_page_new() -> None:
    assert plateau.overlap(["https://a.org/x?utm_source=y#top"], ["https://A.org/x"]) == 1.0


def test_alternating_queries_are_caught_against_all_earlier_rounds() -> None:
    others = tuple(f"kb://world/other.md#{n}-{n + 1}" for n in range(5))
    thread = after_round(make_thread(), facts=new_facts(5), urls=FIVE)
    thread = after_round(thread, facts=new_facts(5, round=2), urls=others)
    assert thread.plateau is Plateau.NONE
    thread = after_round(thread, facts=new_facts(2, round=3), urls=FIVE)
    assert thread.rounds[-1].overlap_previous == 0.0
    assert thread.rounds[-1].overlap_all == 1.0
    assert thread.plateau is Plateau.REFORMULATE
    assert after_round(thread, urls=others).plateau is Plateau.STUCK


@pytest.mark.parametrize(
    ("overlap", "new", "stale", "level"),
    [
        (0.59, 0, 1, Plateau.NONE),
        (0.6, 1, 0, Plateau.REFORMULATE),
        (0.6, 0, 1, Plateau.STUCK),
        (0.59, 0, 2, Plateau.NEXT_PHASE),
        (1.0, 0, 2, Plateau.STUCK),
        (0.0, 1, 0, Plateau.NONE),
    ],
)
def test_the_level_is_the_gravest_sign(overlap: float, new: int, stale: int, level: Plateau) -> None:
    assert plateau.level(overlap=overlap, new_facts=new, stale_rounds=stale) is level


def test_a_round_with_nothing_left_to_ask_is_stuck() -> None:
    assert plateau.level(overlap=0.0, new_facts=0, stale_rounds=1, asked=False) is Plateau.STUCK


def test_two_rounds_running_without_a_new_fact_lead_to_the_next_phase() -> None:
    thread = after_round(make_thread(), facts=new_facts(3))
    once = after_round(thread)
    assert once.plateau is Plateau.NONE
    twice = after_round(once)
    assert twice.plateau is Plateau.NEXT_PHASE
    assert twice.phase is not once.phase


def test_a_drifted_round_neither_breaks_nor_makes_a_stale_run() -> None:
    barren, drifted = make_record(1), make_record(2, drifted=True)
    assert plateau.stale_rounds([barren, drifted], 0) == 2
    assert plateau.stale_rounds([drifted], 0) == 1
    assert plateau.stale_rounds([barren, drifted], 1) == 0
    assert plateau.stale_rounds([make_record(1, new_facts=("f-1",)), drifted], 0) == 1


def test_zero_results_call_for_other_words_once_and_then_for_the_next_phase() -> None:
    start = make_thread()
    first = after_round(start, urls=())
    assert (first.empty_searches, first.must_reformulate, first.phase) == (1, True, Phase.SURVEY)
    second = after_round(first, urls=())
    assert (second.empty_searches, second.must_reformulate, second.phase) == (2, False, Phase.EXTRACT)
    assert second.stopped is None
    assert second.phase_reason == "no results twice running"
    third = after_round(second, facts=new_facts(2))
    assert third.empty_searches == 0


def stuck(**fields: Any) -> ThreadState:
    """A thread at level 3: the second round brought the first one's results and nothing new."""
    return after_round(after_round(make_thread(**fields), facts=new_facts(3), urls=FIVE), urls=FIVE)


def test_at_level_three_the_first_escape_is_to_reformulate() -> None:
    thread = stuck()
    assert thread.plateau is Plateau.STUCK
    assert thread.stopped is None
    scope = scoping.next_scope(thread, make_brief())
    assert (scope.escape, scope.must_reformulate) == (Escape.REFORMULATE, True)


def test_policy_immediate_stops_at_level_three_at_once() -> None:
    assert stuck(policy=PlateauPolicy.IMMEDIATE).stopped is StopReason.PLATEAU_STOPPED


@pytest.mark.parametrize(("patience", "rounds_done"), [(1, 3), (2, 4), (3, 5)])
def test_as_many_fruitless_escapes_as_there_is_patience_stop_the_thread(patience: int, rounds_done: int) -> None:
    thread = stuck(patience=patience)
    while thread.stopped is None:
        thread = after_round(thread, urls=FIVE)
    assert thread.stopped is StopReason.PLATEAU_STOPPED
    assert len(thread.rounds) == rounds_done
    assert len(thread.escapes_tried) == patience
    assert thread.next_escape is None


def test_all_escapes_are_tried_in_order_each_once_and_then_the_thread_stops() -> None:
    thread = stuck(patience=9)
    while thread.stopped is None:
        thread = after_round(thread, urls=FIVE)
    assert thread.escapes_tried == tuple(Escape)
    assert [record.scope.escape for record in thread.rounds[2:]] == list(Escape)
    assert thread.stopped is StopReason.PLATEAU_STOPPED
    assert len(thread.rounds) == thread.ceiling == 8


def test_an_escape_that_does_not_apply_costs_no_round() -> None:
    thread = stuck(patience=9, served=KB_PHASES)
    while thread.stopped is None:
        thread = after_round(thread, urls=FIVE)
    assert Escape.COMMUNITY not in thread.escapes_tried
    assert thread.stopped is StopReason.PLATEAU_STOPPED
    assert len(thread.rounds) == 7


def test_what_each_escape_needs() -> None:
    bare = make_thread(served=(Phase.SURVEY,))
    assert [escape for escape in Escape if plateau.applies(escape, bare)] == [
        Escape.REFORMULATE,
        Escape.NEGATIVE,
        Escape.REFRAME,
    ]
    assert plateau.applies(Escape.LATERAL, bare.model_copy(update={"leads": (Lead(text="Skarrow"),)}))
    assert plateau.applies(Escape.LATERAL, bare.model_copy(update={"facts": (make_fact(),)}))


def test_an_escape_that_brings_no_query_is_passed_over_without_a_round() -> None:
    thread = stuck()
    passed = rounds.pass_over_escape(thread)
    assert passed.rounds == thread.rounds
    assert passed.next_escape is Escape.NEXT_PHASE
    assert (thread.phase, passed.phase) == (Phase.EXTRACT, Phase.DIVERSIFY)
    while passed.next_escape is not None:
        passed = rounds.pass_over_escape(passed)
    assert passed.stopped is StopReason.PLATEAU_STOPPED
    assert rounds.pass_over_escape(passed) == passed


def test_a_new_fact_ends_the_run_of_fruitless_escapes() -> None:
    thread = after_round(stuck(), urls=FIVE)
    assert thread.fruitless_escapes == 1
    thread = after_round(thread, facts=new_facts(5, round=4))
    assert (thread.fruitless_escapes, thread.stopped) == (0, None)
    assert thread.escapes_tried == (Escape.REFORMULATE, Escape.NEXT_PHASE)


def test_the_next_phase_is_entered_by_its_escape_only() -> None:
    thread = stuck()
    assert thread.phase is Phase.EXTRACT, "SURVEY had its two rounds"
    escaped = after_round(thread, urls=FIVE)
    assert escaped.next_escape is Escape.NEXT_PHASE
    assert escaped.phase is Phase.DIVERSIFY


def test_the_community_is_asked_where_it_is_served_and_the_phase_stays() -> None:
    thread = stuck().model_copy(update={"next_escape": Escape.COMMUNITY, "phase": Phase.VERIFY, "rounds_in_phase": 1})
    scope = scoping.next_scope(thread, make_brief())
    assert scope.phase is Phase.DIVERSIFY
    after = after_round(thread, facts=new_facts(2, round=3), scope=scope)
    assert (after.phase, after.rounds_in_phase) == (Phase.VERIFY, 1)
    assert after.rounds[-1].next_step.startswith("STAY")


def test_a_forced_subject_takes_the_round_and_the_escape_waits() -> None:
    thread = make_thread(make_task(subjects=("tidal array", "ferry")), ceiling=3, budget=2)
    thread = after_round(thread, facts=new_facts(2), urls=FIVE, queries={"kb": "tidal array"})
    thread = after_round(thread, urls=FIVE, queries={"kb": "tidal array again"})
    assert thread.next_escape is Escape.REFORMULATE
    scope = scoping.next_scope(thread, make_brief())
    assert (scope.forced_subject, scope.escape) == ("ferry", None)
    assert after_round(thread, facts=new_facts(2, round=3), scope=scope).escapes_tried == ()


def test_in_a_collection_the_unit_of_overlap_is_the_section() -> None:
    assert plateau.overlap(["kb://w/long.md#0-900"], ["kb://w/long.md#900-1800"]) == 0.0
    assert plateau.overlap(["kb://w/long.md#0-900"], ["kb://w/long.md#0-900"]) == 1.0
    assert plateau.overlap(["https://a.org/x#two"], ["https://a.org/x#one"]) == 1.0
