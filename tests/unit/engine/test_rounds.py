"""The end of a round: what it changes, what it leaves alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from fathoms.domain.brief import Effort
from fathoms.domain.evidence import SELF_CHECK, Confidence, Fact, Novelty
from fathoms.domain.thread import (
    Escape,
    Insight,
    InsightKind,
    Lead,
    Phase,
    Plateau,
    RoundRecord,
    Saturation,
    StopReason,
    SubjectState,
    SubjectStatus,
    SubQuestion,
    SubQuestionStatus,
    ThreadState,
)
from fathoms.engine.thread.rounds import budget_after, selfchecks
from fathoms.engine.thread.scoping import next_scope
from fathoms.engine.thread.self_checks import noted
from tests.thread_making import (
    after_round,
    confirming,
    make_brief,
    make_evidence,
    make_fact,
    make_passage,
    make_task,
    make_thread,
    new_facts,
)


@pytest.mark.parametrize(
    ("budget", "ceiling", "saturation", "after"),
    [
        (2, 3, Saturation.LOW, 3),
        (2, 8, Saturation.LOW, 3),
        (3, 3, Saturation.LOW, 3),
        (2, 3, Saturation.MEDIUM, 2),
        (2, 3, Saturation.HIGH, 2),
        (6, 8, Saturation.HIGH, 6),
        (2, 3, None, 2),
    ],
)
def test_the_budget_grows_after_low_and_never_shrinks(
    budget: int, ceiling: int, saturation: Saturation | None, after: int
) -> None:
    assert budget_after(budget, ceiling, saturation) == after


def test_a_round_appends_exactly_one_record_and_changes_nothing_of_the_others() -> None:
    first = after_round(make_thread(), facts=new_facts(2))
    second = after_round(first, facts=new_facts(2, round=2))
    assert [record.number for record in second.rounds] == [1, 2]
    assert second.rounds[0] == first.rounds[0]


def test_a_passage_that_the_mind_had_no_room_for_does_not_count_as_read() -> None:
    urls = ("kb://world/a.md#0-9", "kb://world/a.md#9-20")
    assert after_round(make_thread(), urls=urls).rounds[-1].read_urls == urls
    assert after_round(make_thread(), urls=urls, passed_over=["S2"]).rounds[-1].read_urls == urls[:1]


def test_a_thread_that_has_what_it_wants_stops_in_its_first_round() -> None:
    thread = after_round(make_thread(), facts=new_facts(2, answers=("q1",)), coverage={"q1": 0.6})
    assert thread.stopped is StopReason.CRITERIA_MET
    assert thread.rounds[-1].focus == "none, the thread stops: CRITERIA_MET"


@pytest.mark.parametrize(("coverage", "status"), [(0.59, SubQuestionStatus.PARTIAL), (0.6, SubQuestionStatus.ANSWERED)])
def test_a_sub_question_is_answered_at_six_tenths_of_its_weight(coverage: float, status: SubQuestionStatus) -> None:
    thread = after_round(make_thread(), facts=new_facts(2, answers=("q1",)), coverage={"q1": coverage})
    assert thread.sub_questions[0].status is status


def test_coverage_without_a_fact_answers_nothing() -> None:
    thread = after_round(make_thread(), facts=new_facts(2), coverage={"q1": 1.0})
    assert thread.sub_questions[0].status is SubQuestionStatus.OPEN
    loose = after_round(make_thread(), facts=new_facts(2, answers=("q1",), loose=True), coverage={"q1": 1.0})
    assert loose.sub_questions[0].status is SubQuestionStatus.OPEN


def test_an_unverified_fact_never_answers() -> None:
    facts = new_facts(2, answers=("q1",), confidence=Confidence.UNVERIFIED)
    thread = after_round(make_thread(), facts=facts, coverage={"q1": 1.0})
    assert thread.sub_questions[0].status is SubQuestionStatus.PARTIAL
    assert thread.stopped is None
    assert thread.rounds[-1].only_unverified
    better = after_round(thread, facts=new_facts(1, round=2, answers=("q1",), confidence=Confidence.PLAUSIBLE))
    assert better.sub_questions[0].status is SubQuestionStatus.ANSWERED
    assert better.sub_questions[0].confidence is Confidence.PLAUSIBLE
    assert not better.rounds[-1].only_unverified


def test_a_fact_that_a_second_source_verifies_answers_then() -> None:
    weak = new_facts(1, answers=("q1",), confidence=Confidence.UNVERIFIED)
    thread = after_round(make_thread(), facts=weak, coverage={"q1": 1.0})
    raised = weak[0].model_copy(update={"confidence": Confidence.PLAUSIBLE})
    thread = after_round(thread, corroborated=[raised], facts=new_facts(1, round=2))
    assert thread.facts[0] == raised
    assert thread.sub_questions[0].status is SubQuestionStatus.ANSWERED


@pytest.mark.parametrize(
    ("confidence", "relied", "status"),
    [
        (Confidence.PLAUSIBLE, True, SubQuestionStatus.ANSWERED),
        (Confidence.UNVERIFIED, True, SubQuestionStatus.PARTIAL),
        (Confidence.PLAUSIBLE, False, SubQuestionStatus.OPEN),
    ],
)
def test_what_the_tasks_before_found_can_answer(
    confidence: Confidence, relied: bool, status: SubQuestionStatus
) -> None:
    known = new_facts(1, confidence=confidence)
    relies_on = {"q1": (known[0].id,)} if relied else {}
    thread = after_round(make_thread(known=known), coverage={"q1": 0.9}, relies_on=relies_on)
    assert thread.sub_questions[0].status is status


def test_a_status_never_goes_back() -> None:
    task = make_task(sub_questions=("One?", "Two?"))
    thread = after_round(make_thread(task), facts=new_facts(2, answers=("q1",)), coverage={"q1": 0.9})
    thread = after_round(thread, facts=new_facts(2, round=2), coverage={"q1": 0.1})
    assert thread.sub_questions[0].status is SubQuestionStatus.ANSWERED
    assert thread.sub_questions[0].coverage == 0.9


def test_the_key_finding_stays_until_a_better_one_comes() -> None:
    task = make_task(sub_questions=("One?", "Two?"))
    first = new_facts(1, answers=("q1",), confidence=Confidence.PLAUSIBLE, score=0.5)
    thread = after_round(make_thread(task), facts=first)
    equal = new_facts(1, round=2, answers=("q1",), confidence=Confidence.PLAUSIBLE, score=0.5)
    thread = after_round(thread, facts=equal)
    assert thread.sub_questions[0].key_fact == first[0].id
    better = new_facts(1, round=3, answers=("q1",), confidence=Confidence.VERIFIED, score=0.1)
    assert after_round(thread, facts=better).sub_questions[0].key_fact == better[0].id


ARRAY = make_task(subjects=("tidal array", "ferry"))


def status_after(thread: ThreadState) -> dict[str, tuple[int, SubjectStatus]]:
    return {subject.name: (subject.search_rounds, subject.status) for subject in thread.subjects}


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({}, SubjectStatus.COVERED),
        ({"confidence": Confidence.UNVERIFIED}, SubjectStatus.PARTIAL),
        ({"novelty": Novelty.CONFIRMING}, SubjectStatus.PARTIAL),
        ({"loose": True}, SubjectStatus.PARTIAL),
        ({"subjects": ()}, SubjectStatus.UNCOVERED),
    ],
)
def test_a_subject_is_covered_by_a_new_fact_that_names_it(fields: dict[str, object], status: SubjectStatus) -> None:
    fact = make_fact("words", **{"subjects": ("ferry",), **fields})
    assert status_after(after_round(make_thread(ARRAY), facts=[fact]))["ferry"][1] is status


def test_a_subject_gains_a_round_when_a_query_names_it() -> None:
    thread = after_round(make_thread(ARRAY), facts=new_facts(2), queries={"kb": "the tidal array's output"})
    assert {name: rounds for name, (rounds, _) in status_after(thread).items()} == {"tidal array": 1, "ferry": 0}


def test_when_the_queries_name_none_those_the_round_was_for_gain_it() -> None:
    thread = make_thread(ARRAY)
    scope = next_scope(thread, make_brief()).model_copy(update={"targets": ("ferry",)})
    thread = after_round(thread, facts=new_facts(2), queries={"kb": "the chargers of Cold Quay"}, scope=scope)
    assert {name: rounds for name, (rounds, _) in status_after(thread).items()} == {"tidal array": 0, "ferry": 1}
    silent = after_round(make_thread(ARRAY), queries={}, urls=())
    assert all(rounds == 0 for rounds, _ in status_after(silent).values())


def test_a_drifted_round_is_charged_but_does_not_count() -> None:
    thread = after_round(make_thread(brief=make_brief(Effort.DEEP)), facts=new_facts(3))
    drifted = after_round(thread, drifted=True, urls=thread.rounds[0].urls)
    assert len(drifted.rounds) == 2
    assert drifted.budget == thread.budget
    assert drifted.plateau is Plateau.NONE
    assert drifted.rounds[-1].drifted
    assert next_scope(drifted, make_brief()).last_saturation is Saturation.MEDIUM


def test_rounds_end_with_the_budget_even_when_all_of_them_drift() -> None:
    thread = make_thread(brief=make_brief(Effort.DEEP))
    while thread.stopped is None:
        thread = after_round(thread, drifted=True)
    assert thread.stopped is StopReason.BUDGET_EXHAUSTED
    assert len(thread.rounds) == 4


def test_loose_facts_are_kept_but_are_no_progress() -> None:
    thread = after_round(make_thread(), facts=new_facts(6, loose=True))
    assert len(thread.facts) == len(thread.rounds[-1].loose_facts) == 6
    assert thread.rounds[-1].new_facts == ()
    assert thread.rounds[-1].saturation is Saturation.HIGH
    assert selfchecks(thread) == ()


def test_confirming_facts_are_counted_apart() -> None:
    known = new_facts(1)[0]
    thread = after_round(make_thread(), facts=[known, confirming(known, round=1)])
    assert (len(thread.rounds[-1].new_facts), len(thread.rounds[-1].confirming_facts)) == (1, 1)


def test_leads_are_kept_once_with_their_best_weight_heaviest_first() -> None:
    thread = after_round(make_thread(), leads=[Lead(text="Skarrow", weight=1), Lead(text="Heron", weight=2)])
    thread = after_round(thread, leads=[Lead(text="skarrow ", weight=3), Lead(text="Heron", weight=1), Lead(text=" ")])
    assert [(lead.text.strip().lower(), lead.weight) for lead in thread.leads] == [("skarrow", 3), ("heron", 2)]


INSIGHT = Insight(kind=InsightKind.GAP, text="No figure for 2025.")


@pytest.mark.parametrize(
    ("confidence", "kept"), [(Confidence.UNVERIFIED, True), (Confidence.PLAUSIBLE, False), (Confidence.VERIFIED, False)]
)
def test_insights_are_kept_on_low_confidence(confidence: Confidence, kept: bool) -> None:
    thread = after_round(make_thread(), facts=new_facts(2, confidence=confidence), insights=[INSIGHT])
    assert thread.rounds[-1].insights == ((INSIGHT,) if kept else ())


def test_insights_are_kept_when_the_task_asks_for_them() -> None:
    thread = after_round(make_thread(discovery_intense=True), facts=new_facts(2), insights=[INSIGHT])
    assert thread.rounds[-1].insights == (INSIGHT,)


def test_next_round_guidance_says_stay_or_advance() -> None:
    stays = after_round(make_thread(), facts=new_facts(5))
    assert stays.rounds[-1].next_step.startswith("STAY: LOW saturation")
    leaves = after_round(make_thread(), facts=new_facts(1))
    assert leaves.rounds[-1].next_step.startswith("ADVANCE to EXTRACT: HIGH saturation")
    assert leaves.rounds[-1].remaining == ("q1 OPEN: How does the tidal array feed the ferry?",)


def test_low_then_medium_in_survey_then_extract() -> None:
    thread = after_round(make_thread(), facts=new_facts(5))
    thread = after_round(thread, facts=new_facts(3, round=2))
    assert thread.phase is Phase.EXTRACT
    thread = after_round(thread, facts=new_facts(1, round=3))
    assert [(r.saturation, r.scope.phase) for r in thread.rounds] == [
        (Saturation.LOW, Phase.SURVEY),
        (Saturation.MEDIUM, Phase.SURVEY),
        (Saturation.HIGH, Phase.EXTRACT),
    ]


def test_an_empty_search_keeps_its_promise_of_another_try_but_not_beyond_the_ceiling() -> None:
    thread = make_thread(brief=make_brief(Effort.QUICK))
    first = after_round(thread, urls=())
    assert (first.budget, first.stopped) == (2, None)
    second = after_round(first, urls=())
    assert second.stopped is StopReason.BUDGET_EXHAUSTED


def test_a_barren_first_round_does_not_take_the_next_phase_back() -> None:
    quick = make_brief(Effort.QUICK)
    first = after_round(make_thread(brief=quick))
    assert (first.phase, first.budget, first.stopped) == (Phase.EXTRACT, 2, None)
    assert after_round(first).stopped is StopReason.BUDGET_EXHAUSTED


def test_high_saturation_moves_a_thread_on_instead_of_ending_it() -> None:
    thread = make_thread(brief=make_brief(Effort.DEEP))
    entered = []
    while thread.stopped is None:
        thread = after_round(thread, facts=new_facts(1, round=len(thread.rounds) + 1))
        entered.append(thread.rounds[-1].scope.phase)
    assert entered == list(Phase)
    assert thread.stopped is StopReason.BUDGET_EXHAUSTED
    assert len(thread.rounds) == thread.budget == 4


@pytest.mark.parametrize("yields", [(2, 2, 2, 2), (5, 2, 2, 2, 2), (4, 3, 2, 5, 5)])
def test_at_deep_a_phase_that_yields_leaves_the_later_ones_a_round_each(yields: tuple[int, ...]) -> None:
    thread = make_thread(brief=make_brief(Effort.DEEP))
    for number, count in enumerate(yields, start=1):
        thread = after_round(thread, facts=new_facts(count, round=number))
    assert {record.scope.phase for record in thread.rounds} == set(Phase)


def test_the_patience_of_a_thread_is_the_whole_ladder_unless_it_is_lowered() -> None:
    assert ThreadState(task="1", name="1").patience == len(Escape) == 6


def without_title(thread: ThreadState) -> tuple[Fact, ...]:
    first, *rest = thread.facts
    nameless = first.evidence[0].model_copy(update={"title": " "})
    return (first.model_copy(update={"evidence": (nameless,)}), *rest)


def reopened(thread: ThreadState) -> tuple[SubQuestion, ...]:
    return tuple(q.model_copy(update={"status": SubQuestionStatus.OPEN}) for q in thread.sub_questions)


def unfounded(thread: ThreadState) -> tuple[SubQuestion, ...]:
    return tuple(q.model_copy(update={"key_fact": "f-none"}) for q in thread.sub_questions)


def overcounted(thread: ThreadState) -> tuple[SubjectState, ...]:
    return tuple(subject.model_copy(update={"search_rounds": 9}) for subject in thread.subjects)


def misjudged(thread: ThreadState) -> RoundRecord:
    return thread.rounds[-1].model_copy(update={"saturation": Saturation.LOW})


def doubled(thread: ThreadState) -> tuple[RoundRecord, ...]:
    last = thread.rounds[-1]
    return (last.model_copy(update={"new_facts": last.new_facts * 2}),)


@pytest.mark.parametrize(
    ("check", "broken"),
    [
        ("micro-report", lambda thread: {"rounds": thread.rounds * 2}),
        ("URLs on all facts", lambda thread: {"facts": without_title(thread)}),
        ("statuses updated", lambda thread: {"sub_questions": reopened(thread)}),
        ("statuses updated", lambda thread: {"sub_questions": unfounded(thread)}),
        ("subjects updated", lambda thread: {"subjects": ()}),
        ("subjects updated", lambda thread: {"subjects": overcounted(thread)}),
        ("plateau checked", lambda thread: {"rounds": (misjudged(thread),)}),
        ("plateau checked", lambda thread: {"plateau": Plateau.STUCK}),
        ("history appended", lambda thread: {"sent": ()}),
        ("history appended", lambda thread: {"facts": thread.facts[1:]}),
        ("history appended", lambda thread: {"facts": thread.facts * 2, "rounds": doubled(thread)}),
        ("convergence evaluated", lambda thread: {"stopped": None}),
        ("convergence evaluated", lambda thread: {"budget": 0}),
    ],
)
def test_each_self_check_can_fail(check: str, broken: Callable[[ThreadState], dict[str, object]]) -> None:
    facts = new_facts(2, answers=("q1",), subjects=("ferry",))
    thread = after_round(make_thread(ARRAY), facts=facts, coverage={"q1": 1}, queries={"kb": "tidal array, ferry"})
    assert thread.stopped is StopReason.CRITERIA_MET
    assert selfchecks(thread) == ()
    problems = selfchecks(thread.model_copy(update=broken(thread)))
    assert any(problem.startswith(f"{check}:") for problem in problems)


def test_a_fact_from_a_page_that_drifted_is_noticed() -> None:
    thread = after_round(make_thread(), drifted=True)
    url = thread.rounds[-1].drifts[0].url
    fact = make_fact("words", evidence=[make_evidence("words", url=url)], round=1)
    assert any("drift checked" in problem for problem in selfchecks(thread.model_copy(update={"facts": (fact,)})))


def test_a_missing_micro_report_is_noticed() -> None:
    thread = after_round(make_thread(), facts=new_facts(2))
    assert selfchecks(thread, reports=["micro-report-1.md"]) == ()
    assert selfchecks(thread, reports=[]) == ("micro-report: 0 reports for 1 rounds",)
    assert selfchecks(make_thread()) == ()


def test_a_question_that_relies_on_what_was_known_before_adds_up() -> None:
    before = make_fact("words of the task before")
    known = make_thread().model_copy(update={"known": (before,)})
    thread = after_round(known, relies_on={"q1": (before.id,)}, coverage={"q1": 1})
    assert thread.sub_questions[0].key_fact == before.id
    assert selfchecks(thread) == ()
    forgotten = selfchecks(thread.model_copy(update={"known": ()}))
    assert any(problem.startswith("statuses updated:") for problem in forgotten)


def test_a_round_that_adds_up_is_left_as_it_is() -> None:
    thread = after_round(make_thread(), facts=new_facts(2))
    assert noted(thread) is thread


def test_what_does_not_add_up_is_named_once_among_the_failures_of_its_round() -> None:
    thread = after_round(make_thread(), facts=new_facts(2)).model_copy(update={"sent": ("one", "two")})
    told = noted(thread)
    (failure,) = told.rounds[-1].failures
    assert (failure.what, failure.target) == (SELF_CHECK, thread.name)
    assert failure.reason.startswith("history appended:")
    assert noted(told) == told


def test_passages_are_listed_with_their_titles() -> None:
    thread = after_round(make_thread(), urls=("kb://world/a.md#0-9", "kb://world/b.md#0-9"))
    assert thread.rounds[-1].read_urls == ("kb://world/a.md#0-9", "kb://world/b.md#0-9")
    assert thread.rounds[-1].read_titles == (make_passage("x").title,) * 2
