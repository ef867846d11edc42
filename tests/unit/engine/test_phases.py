"""When a phase is left, and what it adds to a query."""

from __future__ import annotations

import pytest

from fathoms.domain.thread import Phase, Saturation
from fathoms.engine.thread import phases


@pytest.mark.parametrize(("phase", "ceiling"), [(Phase.SURVEY, 2), (Phase.EXTRACT, 3), (Phase.DIVERSIFY, 2)])
def test_a_phase_is_left_at_its_ceiling_and_not_before(phase: Phase, ceiling: int) -> None:
    before = phases.after_round(phase, tuple(Phase), rounds_in_phase=ceiling - 1, saturation=Saturation.MEDIUM)
    at = phases.after_round(phase, tuple(Phase), rounds_in_phase=ceiling, saturation=Saturation.MEDIUM)
    assert (before.phase, before.advanced) == (phase, False)
    assert at.advanced
    assert at.phase is list(Phase)[list(Phase).index(phase) + 1]


@pytest.mark.parametrize("phase", [Phase.SURVEY, Phase.EXTRACT, Phase.DIVERSIFY])
def test_a_phase_that_is_kept_brief_gets_the_one_round_it_must(phase: Phase) -> None:
    step = phases.after_round(phase, tuple(Phase), rounds_in_phase=1, saturation=Saturation.MEDIUM, brief=True)
    assert step.advanced
    assert "earlier runs" in step.reason
    verify = phases.after_round(Phase.VERIFY, tuple(Phase), rounds_in_phase=5, saturation=Saturation.LOW, brief=True)
    assert not verify.advanced, "it lasts until everything is answered"


def test_verify_lasts_until_the_thread_ends() -> None:
    step = phases.after_round(Phase.VERIFY, tuple(Phase), rounds_in_phase=50, saturation=Saturation.LOW)
    assert (step.phase, step.advanced) == (Phase.VERIFY, False)


@pytest.mark.parametrize(
    ("saturation", "advanced"), [(Saturation.HIGH, True), (Saturation.MEDIUM, False), (Saturation.LOW, False)]
)
def test_only_high_saturation_leaves_a_phase_early(saturation: Saturation, advanced: bool) -> None:
    step = phases.after_round(Phase.SURVEY, tuple(Phase), rounds_in_phase=1, saturation=saturation)
    assert step.advanced is advanced


def test_a_round_that_does_not_count_leaves_no_phase_early_but_the_ceiling_holds() -> None:
    assert not phases.after_round(Phase.SURVEY, tuple(Phase), rounds_in_phase=1, saturation=None).advanced
    assert phases.after_round(Phase.SURVEY, tuple(Phase), rounds_in_phase=2, saturation=None).advanced


def test_a_phase_that_no_source_serves_is_passed_over() -> None:
    knowledge_base = (Phase.SURVEY, Phase.EXTRACT, Phase.VERIFY)
    assert phases.next_phase(Phase.EXTRACT, knowledge_base) is Phase.VERIFY
    assert phases.next_phase(Phase.EXTRACT, tuple(Phase)) is Phase.DIVERSIFY
    assert phases.next_phase(Phase.SURVEY, (Phase.SURVEY,)) is None


def test_with_no_later_phase_the_thread_stays_and_says_why() -> None:
    step = phases.after_round(Phase.SURVEY, (Phase.SURVEY,), rounds_in_phase=2, saturation=Saturation.HIGH)
    assert (step.phase, step.advanced) == (Phase.SURVEY, False)
    assert "no source serves a later phase" in step.reason


@pytest.mark.parametrize(
    ("phase", "query"),
    [
        (Phase.SURVEY, "tide tables (site:gov OR site:org OR site:edu)"),
        (Phase.EXTRACT, "tide tables records and data"),
        (Phase.DIVERSIFY, 'tide tables "experience with" (site:reddit.com OR site:news.ycombinator.com)'),
        (Phase.VERIFY, "tide tables official"),
    ],
)
def test_each_phase_adds_its_hints(phase: Phase, query: str) -> None:
    assert phases.with_hints("tide tables", phase) == query


def test_a_hint_that_the_query_has_already_is_not_added_again() -> None:
    assert phases.with_hints("official data records", Phase.EXTRACT) == "official data records"
    assert phases.with_hints("tides site:noaa.gov", Phase.SURVEY) == "tides site:noaa.gov"
