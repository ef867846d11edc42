"""The frame of a round."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import Conflict, Severity
from fathoms.domain.thread import Phase, Saturation, SubjectState, SubjectStatus, SubQuestion, SubQuestionStatus
from fathoms.engine.thread.scoping import blocking_gap, forced_subject, next_scope, remaining_gaps
from tests.thread_making import after_round, make_brief, make_record, make_task, make_thread, new_facts

TASK = make_task(
    sub_questions=("What does the tidal array deliver?", "What does the ferry need?"),
    subjects=("tidal array", "ferry"),
)


def test_the_first_scope_has_everything_open_and_no_saturation() -> None:
    scope = next_scope(make_thread(TASK), make_brief())
    assert scope.round == 1
    assert scope.open_sub_questions == ("q1", "q2")
    assert scope.uncovered_subjects == ("tidal array", "ferry")
    assert scope.last_saturation is None
    assert (scope.phase, bool(scope.phase_reason)) == (Phase.SURVEY, True)
    assert scope.gap == "What does the tidal array deliver?"
    assert scope.targets == ("tidal array",)
    assert scope.gap in scope.intent


def test_what_is_answered_is_no_longer_open_and_the_emptiest_gap_blocks_most() -> None:
    questions = (
        SubQuestion(id="q1", text="One?", status=SubQuestionStatus.ANSWERED),
        SubQuestion(id="q2", text="Two?", status=SubQuestionStatus.PARTIAL, coverage=0.1),
        SubQuestion(id="q3", text="Three?", coverage=0.0),
        SubQuestion(id="q4", text="Four?", status=SubQuestionStatus.PARTIAL, coverage=0.0),
    )
    thread = make_thread(TASK, sub_questions=questions)
    assert next_scope(thread, make_brief()).open_sub_questions == ("q2", "q3", "q4")
    assert blocking_gap(thread) == "Three?"
    assert blocking_gap(thread.model_copy(update={"sub_questions": (*questions[:2], questions[3])})) == "Four?"


def test_with_all_answered_a_conflict_blocks_then_a_subject() -> None:
    answered = tuple(
        question.model_copy(update={"status": SubQuestionStatus.ANSWERED})
        for question in make_thread(TASK).sub_questions
    )
    conflict = Conflict(
        id="c", about="output", left="a", right="b", left_says="41", right_says="39", severity=Severity.HIGH
    )
    thread = make_thread(TASK, sub_questions=answered, conflicts=(conflict,))
    assert blocking_gap(thread) == "output: 41 / 39"
    assert remaining_gaps(thread)[0] == "open conflict: output"
    calm = thread.model_copy(update={"conflicts": ()})
    assert blocking_gap(calm) == "nothing has been searched on tidal array"
    searched = tuple(SubjectState(name=s.name, search_rounds=1) for s in calm.subjects)
    assert blocking_gap(calm.model_copy(update={"subjects": searched})) == ""


@pytest.mark.parametrize(
    ("rounds", "budget", "forced"), [(2, 4, False), (3, 4, True), (1, 2, False), (2, 3, True), (1, 1, True)]
)
def test_a_subject_is_forced_once_more_than_half_of_the_budget_is_gone(rounds: int, budget: int, forced: bool) -> None:
    subjects = (SubjectState(name="tidal array", search_rounds=1), SubjectState(name="ferry"))
    records = tuple(make_record(n + 1) for n in range(rounds))
    thread = make_thread(TASK, subjects=subjects, rounds=records, budget=budget)
    assert forced_subject(thread) == ("ferry" if forced else None)
    scope = next_scope(thread, make_brief())
    assert scope.forced_subject == ("ferry" if forced else None)
    if forced:
        assert scope.targets == ("ferry",)
        assert "ferry" in scope.gap


def test_a_subject_searched_once_is_never_forced() -> None:
    subjects = tuple(SubjectState(name=name, search_rounds=1) for name in TASK.subjects)
    thread = make_thread(TASK, subjects=subjects, rounds=tuple(make_record(n + 1) for n in range(5)))
    assert forced_subject(thread) is None


def test_the_last_counted_saturation_is_shown() -> None:
    thread = after_round(make_thread(TASK), facts=new_facts(3))
    thread = after_round(thread, drifted=True)
    assert next_scope(thread, make_brief()).last_saturation is Saturation.MEDIUM


def test_what_the_extraction_found_missing_enters_the_next_scope() -> None:
    thread = after_round(make_thread(TASK), facts=new_facts(3), reason="no figures for 2025")
    assert next_scope(thread, make_brief()).feedback == "no figures for 2025"
    content = after_round(make_thread(TASK), facts=new_facts(3), reason="all there", sufficient=True)
    assert next_scope(content, make_brief()).feedback == ""
    astray = after_round(make_thread(TASK), drifted=True)
    assert "ask with other words" in next_scope(astray, make_brief()).feedback


def test_a_gap_that_names_no_subject_is_for_those_not_searched_yet() -> None:
    subjects = (
        SubjectState(name="tidal array", search_rounds=1, status=SubjectStatus.COVERED),
        SubjectState(name="ferry"),
    )
    questions = (SubQuestion(id="q1", text="Who pays?"),)
    thread = make_thread(TASK, subjects=subjects, sub_questions=questions)
    scope = next_scope(thread, make_brief())
    assert scope.targets == ("ferry",)
    assert scope.uncovered_subjects == ("ferry",)
