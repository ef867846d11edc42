"""Why a thread stops, and what keeps it going."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import Confidence, Conflict, ConflictStatus, Severity
from fathoms.domain.thread import ConflictClaim, StopReason, SubjectState, SubQuestionStatus, ThreadState
from fathoms.engine.thread.convergence import criteria_met, verdict
from tests.thread_making import after_round, make_fact, make_record, make_task, make_thread, new_facts


def done(**changed: object) -> ThreadState:
    """A thread that has all it wants after one round of a budget of six."""
    thread = make_thread(make_task(subjects=("tidal array",)))
    question = thread.sub_questions[0].model_copy(
        update={"status": SubQuestionStatus.ANSWERED, "confidence": Confidence.PLAUSIBLE, "key_fact": "f-1"}
    )
    settled = {
        "sub_questions": (question,),
        "subjects": (SubjectState(name="tidal array", search_rounds=1),),
        "rounds": (make_record(),),
    }
    return thread.model_copy(update=settled | changed)


def conflict(severity: Severity, status: ConflictStatus = ConflictStatus.OPEN) -> Conflict:
    sides = {"left": "f-1", "right": "f-2", "left_says": "1", "right_says": "2"}
    return Conflict(id="c-1", about="figure", severity=severity, status=status, **sides)


def test_a_thread_with_all_it_wants_has_met_its_criteria() -> None:
    assert verdict(done()) is StopReason.CRITERIA_MET


def test_a_thread_without_a_round_has_not_begun() -> None:
    assert verdict(done(rounds=())) is None


@pytest.mark.parametrize("status", [SubQuestionStatus.OPEN, SubQuestionStatus.PARTIAL])
def test_an_open_sub_question_keeps_it_going(status: SubQuestionStatus) -> None:
    question = done().sub_questions[0].model_copy(update={"status": status})
    assert verdict(done(sub_questions=(question,))) is None


@pytest.mark.parametrize(
    ("confidence", "met"),
    [(None, False), (Confidence.UNVERIFIED, False), (Confidence.PLAUSIBLE, True), (Confidence.VERIFIED, True)],
)
def test_an_answer_needs_at_least_plausible(confidence: Confidence | None, met: bool) -> None:
    question = done().sub_questions[0].model_copy(update={"confidence": confidence})
    assert criteria_met(done(sub_questions=(question,))) is met


def test_a_subject_that_no_round_searched_keeps_it_going() -> None:
    assert verdict(done(subjects=(SubjectState(name="tidal array"),))) is None


@pytest.mark.parametrize(
    ("severity", "status", "met"),
    [
        (Severity.LOW, ConflictStatus.OPEN, True),
        (Severity.MEDIUM, ConflictStatus.OPEN, True),
        (Severity.HIGH, ConflictStatus.OPEN, False),
        (Severity.HIGH, ConflictStatus.RESOLVED, True),
    ],
)
def test_only_an_open_conflict_above_medium_blocks(severity: Severity, status: ConflictStatus, met: bool) -> None:
    assert criteria_met(done(conflicts=(conflict(severity, status),))) is met


@pytest.mark.parametrize(("rounds", "reason"), [(5, None), (6, StopReason.BUDGET_EXHAUSTED)])
def test_the_budget_ends_what_nothing_else_ends(rounds: int, reason: StopReason | None) -> None:
    records = tuple(make_record(n) for n in range(1, rounds + 1))
    assert verdict(done(rounds=records, subjects=(SubjectState(name="tidal array"),))) is reason


def test_what_is_met_in_the_last_round_is_met_and_not_exhausted() -> None:
    assert verdict(done(rounds=tuple(make_record(n) for n in range(1, 7)))) is StopReason.CRITERIA_MET


def asked_two_things(**changed: object) -> ThreadState:
    """One of two sub-questions is answered in the first round; the other brought nothing."""
    thread = make_thread(make_task(sub_questions=("What is it?", "What did it cost?"))).model_copy(update=changed)
    return after_round(thread, facts=new_facts(5, answers=("q1",)), coverage={"q1": 1.0})


def test_what_was_looked_for_in_two_rounds_in_vain_buys_no_third_where_rounds_are_paid_for() -> None:
    assert asked_two_things(frugal=True).stopped is None
    assert after_round(asked_two_things(frugal=True)).stopped is StopReason.PLATEAU_STOPPED
    assert after_round(asked_two_things()).stopped is None, "without a model rounds cost nothing"


def test_a_round_that_brings_something_on_it_keeps_the_question_open() -> None:
    found = make_fact("It cost more than was planned.", answers=("q2",), round=2)
    assert after_round(asked_two_things(frugal=True), facts=(found,), coverage={"q2": 0.3}).stopped is None


def test_where_nothing_at_all_is_answered_the_thread_goes_on() -> None:
    thread = make_thread(make_task(sub_questions=("What is it?", "What did it cost?"))).model_copy(
        update={"frugal": True}
    )
    assert after_round(after_round(thread)).stopped is None


def test_a_subject_that_tasks_before_found_something_on_need_not_be_searched_again() -> None:
    known = (make_fact("The tidal array is new.", subjects=("tidal array",)),)
    idle = (SubjectState(name="tidal array"),)
    assert criteria_met(done(subjects=idle, known=known, frugal=True))
    assert not criteria_met(done(subjects=idle, known=known))
    assert not criteria_met(done(subjects=idle, frugal=True))


def disputed(**changed: object) -> ThreadState:
    """Answered in the first round, by two facts that cannot both hold, in a task that matters."""
    thread = make_thread(make_task(importance=0.9)).model_copy(update=changed)
    left, right = new_facts(2, answers=("q1",))
    claim = ConflictClaim(about="figure", left=left.id, right=right.id)
    return after_round(thread, facts=(left, right), coverage={"q1": 1.0}, conflicts=[claim])


def test_what_would_settle_a_conflict_is_looked_for_once_where_rounds_are_paid_for() -> None:
    assert disputed(frugal=True).stopped is None
    assert after_round(disputed(frugal=True)).stopped is StopReason.PLATEAU_STOPPED
    assert after_round(disputed()).stopped is None
