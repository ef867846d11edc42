"""Gates: a thread goes on for them, within its rounds, and says what changed."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import Confidence, Conflict, ConflictStatus, Fact
from fathoms.domain.plan import STANDARD_GATE, Gates
from fathoms.domain.report import GateKind
from fathoms.domain.thread import Extraction, StopReason, ThreadState
from fathoms.engine.thread import coverage, gates
from fathoms.engine.thread.scoping import next_scope
from tests.thread_making import after_round, make_brief, make_evidence, make_fact, make_task, make_thread


def answering(name: str, claim: str = "", confidence: Confidence = Confidence.PLAUSIBLE, round: int = 1) -> Fact:
    text = claim or f"words of {name}"
    proof = make_evidence(text, url=f"https://{name}/x")
    return make_fact(text, evidence=[proof], answers=("q1",), confidence=confidence, round=round)


def gated(gate: Gates, *facts: Fact, **changed: object) -> ThreadState:
    return make_thread(make_task(gates=gate), facts=facts, **changed)


def unmet(thread: ThreadState) -> int:
    return len(gates.checked(thread)[1])


def test_a_thread_without_gates_has_nothing_to_meet() -> None:
    assert gates.checked(make_thread()) == ((), ())
    assert not gates.may_iterate(make_thread())
    assert gates.checked(gated(Gates())) == ((), ())


def test_corroboration_counts_independent_sources() -> None:
    gate = Gates(corroboration=2)
    assert unmet(gated(gate)) == 1
    assert unmet(gated(gate, answering("a.org"), answering("www.a.org"))) == 1
    assert unmet(gated(gate, answering("a.org"), answering("b.org"))) == 0


def test_every_theme_must_occur_in_a_fact() -> None:
    gate = Gates(themes=("porpoise curtailment", "cable costs"))
    assert unmet(gated(gate, answering("a.org", "The porpoise curtailment lasts."))) == 1
    both = (answering("a.org", "The porpoise curtailment lasts."), answering("b.org", "Cable costs rose."))
    assert unmet(gated(gate, *both)) == 0


def test_a_theme_may_be_covered_by_facts_that_each_speak_of_a_part_of_it() -> None:
    gate = Gates(themes=("winter cable costs and summer turbine repairs",))
    cables = answering("a", "Winter cable costs rose.")
    assert unmet(gated(gate, cables)) == 1
    assert unmet(gated(gate, cables, answering("b", "Summer turbine repairs were fewer."))) == 0
    assert unmet(gated(gate, cables, answering("b", "Summer came late."))) == 1


def test_whether_a_theme_is_covered_is_for_the_mind_to_say_that_read_the_sources() -> None:
    gate = Gates(themes=("redelivery after a lost ack",))
    said = answering("a", "A message whose acknowledgement never arrives is sent again.")
    assert unmet(gated(gate, said)) == 1  # by its words alone
    assert unmet(gated(gate, said, covered=gate.themes)) == 0
    assert unmet(gated(gate, covered=gate.themes)) == 1  # nothing was found that could cover it
    literally = answering("a", "Redelivery after a lost ack is rare.")
    assert unmet(gated(gate, literally, covered=())) == 1
    doubtful = answering("a", "Sent again.", Confidence.UNVERIFIED)
    assert unmet(gated(gate, doubtful, covered=gate.themes)) == 1


def test_what_a_mind_calls_covered_stays_covered_and_counts_as_searched() -> None:
    subject = "retention"
    thread = make_thread(make_task(subjects=(subject,), gates=Gates(themes=("lost acks", "disk loss"))))
    assert coverage.to_cover(thread) == ("lost acks", "disk loss", subject)
    first = coverage.said_covered(thread, Extraction(covered=("lost acks",)))
    assert first == ("lost acks",)
    later = thread.model_copy(update={"covered": first})
    assert coverage.to_cover(later) == ("disk loss", subject)
    assert coverage.said_covered(later, Extraction()) == first
    assert coverage.said_covered(later, Extraction(covered=())) == first
    assert coverage.said_covered(thread, Extraction()) is None
    asked = {"kb": "keep-daily and prune"}
    frame = next_scope(thread, make_brief()).model_copy(update={"targets": ()})
    unnamed = after_round(thread, facts=[answering("a")], queries=asked, scope=frame)
    assert coverage.unsearched(unnamed) == (subject,)
    called = after_round(thread, facts=[answering("a")], queries=asked, scope=frame, covered=(subject,))
    assert coverage.unsearched(called) == ()
    assert called.covered == (subject,)


@pytest.mark.parametrize(("status", "left"), [(ConflictStatus.OPEN, 1), (ConflictStatus.RESOLVED, 0)])
def test_conflicts_must_be_resolved(status: ConflictStatus, left: int) -> None:
    conflict = Conflict(id="c", about="x", left="a", right="b", left_says="1", right_says="2", status=status)
    assert unmet(gated(Gates(conflicts_resolved=True), conflicts=(conflict,))) == left


@pytest.mark.parametrize(
    ("confidence", "least", "left"),
    [
        (Confidence.UNVERIFIED, 0.2, 0),
        (Confidence.UNVERIFIED, 0.21, 1),
        (Confidence.PLAUSIBLE, 0.6, 0),
        (Confidence.PLAUSIBLE, 0.61, 1),
        (Confidence.VERIFIED, 1.0, 0),
    ],
)
def test_the_least_confidence_holds_for_each_sub_question(confidence: Confidence, least: float, left: int) -> None:
    assert unmet(gated(Gates(minimum_confidence=least), answering("a.org", confidence=confidence))) == left


def iterating(max_iterations: int) -> ThreadState:
    """Answered at once by one source; the gate wants two."""
    thread = gated(Gates(corroboration=2, max_iterations=max_iterations))
    return after_round(thread, facts=[answering("a.org")], coverage={"q1": 1.0})


def test_a_gate_makes_a_thread_go_on_and_logs_why() -> None:
    thread = iterating(2)
    assert thread.stopped is None
    assert [(d.iteration, d.round) for d in thread.gate_log] == [(1, 1)]
    assert thread.gate_log[0].unmet == ("q1 stands on 2 independent sources",)
    assert thread.gate_log[0].changed == "1 new facts since the start"
    scope = next_scope(thread, make_brief())
    assert scope.gap == "words of a.org", "what one source says, for another to say it too"
    assert "2 independent sources" in scope.feedback


def test_a_gate_that_is_met_ends_the_thread() -> None:
    thread = after_round(iterating(2), facts=[answering("b.org", round=2)])
    assert thread.stopped is StopReason.CRITERIA_MET


def test_a_gate_has_its_tries_and_no_more() -> None:
    thread = after_round(iterating(2))
    assert thread.stopped is None
    assert [d.iteration for d in thread.gate_log] == [1, 2]
    assert thread.gate_log[1].changed == "0 new facts since iteration 1"
    thread = after_round(thread)
    assert thread.stopped is StopReason.BUDGET_EXHAUSTED
    assert len(thread.gate_log) == 2


def test_a_shrinking_budget_does_not_take_back_a_gates_round_but_the_ceiling_does() -> None:
    thread = gated(Gates(corroboration=2), ceiling=2, budget=1)
    thread = after_round(thread, facts=[answering("a.org")], coverage={"q1": 1.0})
    assert (thread.budget, thread.stopped) == (2, None)
    lowest = gated(Gates(corroboration=2), ceiling=1, budget=1)
    lowest = after_round(lowest, facts=[answering("a.org")], coverage={"q1": 1.0})
    assert lowest.stopped is StopReason.BUDGET_EXHAUSTED


def test_what_a_gate_has_met_is_named_when_it_changes() -> None:
    gate = Gates(corroboration=2, themes=("cable costs",), max_iterations=3)
    thread = after_round(gated(gate), facts=[answering("a.org")], coverage={"q1": 1.0})
    thread = after_round(thread, facts=[answering("a.org", "Cable costs rose.", round=2)])
    assert "now met: the theme 'cable costs' is covered" in thread.gate_log[1].changed


def test_more_facts_never_lower_what_a_gate_has_met() -> None:
    gate = Gates(corroboration=2, themes=("cable costs",), minimum_confidence=0.6)
    facts = [answering("a.org", "Cable costs rose."), answering("b.org")]
    met = set(gates.checked(gated(gate, *facts))[0])
    more = [*facts, answering("c.org", confidence=Confidence.UNVERIFIED)]
    assert met <= set(gates.checked(gated(gate, *more))[0])


def test_the_next_query_comes_from_the_unmet_criterion() -> None:
    one_source = gated(Gates(corroboration=2), answering("a.org", "The array has sixteen turbines."))
    assert gates.wanted(one_source) == "The array has sixteen turbines."
    assert gates.wanted(gated(Gates(themes=("cable costs",)))).startswith("cable costs")
    assert gates.wanted(gated(Gates())) == ""


def test_every_criterion_is_told_and_the_standard_gate_only_where_it_is_unmet() -> None:
    two = gated(Gates(corroboration=2), answering("a.org"))
    assert [(result.kind, result.met) for result in gates.results(two)] == [(GateKind.CORROBORATION, False)]
    assert gates.results(gated(STANDARD_GATE, answering("a.org", confidence=Confidence.VERIFIED))) == ()
    weak = gated(STANDARD_GATE, answering("a.org", confidence=Confidence.UNVERIFIED))
    assert [result.met for result in gates.results(weak)] == [False]


def in_phases(*phases: Gates, **changed: object) -> ThreadState:
    """Answered at once by one source, with phases of gates before it."""
    thread = make_thread(make_task(gates=phases[0], then=phases[1:]), ceiling=6, budget=5, **changed)
    return after_round(thread, facts=[answering("a.org")], coverage={"q1": 1.0})


COVERED, CONFIRMED = Gates(name="ground", themes=("cable costs",)), Gates(name="proof", corroboration=2)


def test_a_phase_is_entered_when_the_one_before_is_met() -> None:
    thread = in_phases(COVERED, CONFIRMED)
    assert (thread.gates, thread.gate_log[-1].phase) == (COVERED, 1)
    thread = after_round(thread, facts=[answering("a.org", "Cable costs rose.", round=2)])
    assert (thread.gates, thread.stopped) == (CONFIRMED, None)
    assert gates.wanted(thread) == "words of a.org", "the second phase asks for what it wants itself"
    thread = after_round(thread, facts=[answering("b.org", round=3)])
    assert thread.stopped is StopReason.CRITERIA_MET
    assert [(result.phase, result.met) for result in gates.results(thread)] == [("ground", True), ("proof", True)]


def test_each_phase_has_tries_of_its_own() -> None:
    thread = after_round(in_phases(COVERED, CONFIRMED.model_copy(update={"max_iterations": 2})))
    assert [(delta.phase, delta.iteration) for delta in thread.gate_log] == [(1, 1), (2, 1)]
    thread = after_round(after_round(thread))
    assert [(delta.phase, delta.iteration) for delta in thread.gate_log] == [(1, 1), (2, 1), (2, 2)]
    assert thread.stopped is StopReason.BUDGET_EXHAUSTED
    assert [(result.phase, result.met) for result in gates.results(thread)] == [("ground", False), ("proof", False)]


@pytest.mark.parametrize(("budget", "tries"), [(1, 1), (2, 2)])
def test_each_phase_has_rounds_of_its_own(budget: int, tries: int) -> None:
    patient = Gates(name="ground", themes=("cable costs",), max_iterations=9, budget=budget + 1)
    thread = in_phases(patient, CONFIRMED)
    while thread.stopped is None and thread.gates == patient:
        thread = after_round(thread)
    assert sum(delta.phase == 1 for delta in thread.gate_log) == tries
    assert thread.gates == CONFIRMED


def test_a_phase_that_was_never_entered_is_told_as_unmet() -> None:
    thread = in_phases(COVERED, CONFIRMED)
    assert [(result.phase, result.met) for result in gates.results(thread)] == [("ground", False), ("proof", False)]
