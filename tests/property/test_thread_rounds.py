"""What holds for every thread, whatever its mind and its sources do."""

from __future__ import annotations

import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort, Period
from fathoms.domain.evidence import Confidence, SourceKind
from fathoms.domain.plan import Gates, Lean, Task
from fathoms.domain.survey import Survey
from fathoms.domain.thread import (
    Escape,
    Phase,
    PlateauPolicy,
    StopReason,
    SubQuestionStatus,
    ThreadState,
)
from fathoms.engine.thread import opening, reading
from fathoms.engine.thread.allocation import NEW_TERMS, new_terms, same_query
from fathoms.engine.thread.rounds import selfchecks
from fathoms.report import micro
from fathoms.text.addresses import document
from tests.thread_making import KB_PHASES
from tests.thread_world import (
    CLAIM_MANNERS,
    MIND_MANNERS,
    SOURCE_MANNERS,
    WORDS,
    Round,
    ScriptedMind,
    World,
    play,
)

KB = Survey(source="kb", kind=SourceKind.INTERNAL, phases=KB_PHASES, relevance=0.9)
WEB = Survey(source="web", kind=SourceKind.EXTERNAL, phases=tuple(Phase))
EXAMPLES = settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@st.composite
def tasks(draw: st.DrawFn) -> Task:
    subjects = draw(st.lists(st.sampled_from(WORDS), max_size=3, unique=True))
    questions = draw(st.lists(st.sampled_from(["What tide?", "Which cable?", "Who?"]), max_size=2, unique=True))
    gated = draw(st.booleans())
    return Task(
        id=draw(st.sampled_from(["1", "2.1", "A/1.2"])),
        question="How does the tide reach the ferry?",
        subjects=tuple(subjects),
        sub_questions=tuple(questions),
        importance=draw(st.sampled_from([0.1, 0.69, 0.7, 1.0])),
        extra_rounds=draw(st.integers(0, 1)),
        lean=draw(st.sampled_from(list(Lean))),
        gates=Gates(corroboration=2, themes=("porpoise",), max_iterations=draw(st.integers(1, 3))) if gated else None,
    )


@st.composite
def threads_played(draw: st.DrawFn) -> tuple[ThreadState, list[Round], World]:
    """A thread played to its end in a world and with a mind of drawn manners."""
    chance = random.Random(draw(st.integers(0, 2**32)))
    effort = draw(st.sampled_from([*Effort, Effort.EXHAUSTIVE, Effort.EXHAUSTIVE]))
    brief = Brief(
        question="How does the tide reach the ferry?",
        limits=EFFORT_LIMITS[effort],
        period=draw(st.sampled_from([None, Period(first=2019, last=2021)])),
        domain=draw(st.sampled_from([None, "tidal energy"])),
    )
    task = draw(tasks())
    surveys = draw(st.sampled_from([(KB,), (WEB,), (KB, WEB)]))
    thread = opening.start(
        task,
        brief,
        served=tuple({phase for survey in surveys for phase in survey.phases}),
        known=(),
        patience=draw(st.integers(1, 7)),
        policy=draw(st.sampled_from(list(PlateauPolicy))),
    )
    world = World(chance, draw(st.sampled_from([*SOURCE_MANNERS, "searches", "always new", "mixed", "mixed"])))
    mind = ScriptedMind(
        chance,
        draw(st.sampled_from([*MIND_MANNERS, "asks", "asks", "asks", "mixed"])),
        draw(st.sampled_from([*CLAIM_MANNERS, "quotes", "quotes", "quotes", "mixed"])),
    )
    return thread, play(thread, brief, task, surveys, world, mind), world


@EXAMPLES
@given(threads_played())
def test_whatever_mind_and_source_do_the_rules_hold(case: tuple[ThreadState, list[Round], World]) -> None:
    start, played, world = case
    end = played[-1].after
    reports: set[str] = set()
    for moment in played:
        if moment.passed_over:
            continue
        reports.add(micro.micro_name(moment.after, moment.after.rounds[-1].number))
        assert selfchecks(moment.after, reports=reports) == ()
        _one_record_was_appended(moment)
        _allocation_kept_to_its_rules(moment)
        _reading_kept_to_its_rules(moment)
        _statuses_went_forward(moment)
    _facts_stand_in_their_pages(end, world)
    _it_ended_within_its_rounds(start, end)
    _escapes_were_tried_in_order(end)
    assert ThreadState.model_validate_json(end.model_dump_json()) == end
    assert micro.completion_report(end).count("\n## ") == 6


def _one_record_was_appended(moment: Round) -> None:
    before, after = moment.before.rounds, moment.after.rounds
    assert after[:-1] == before
    record = after[-1]
    assert 1 <= record.budget_after <= moment.after.ceiling
    report = micro.micro_report(moment.after, record)
    assert report.count("\n## ") == 7
    told = len(record.new_facts) + len(record.confirming_facts) + len(record.loose_facts)
    assert sum(line.startswith(f"| {n + 1} |") for n in range(told) for line in report.splitlines()) == told


def _allocation_kept_to_its_rules(moment: Round) -> None:
    asked = moment.allocation.queries
    open_ones = max(1, len(moment.scope.open_sub_questions))
    for source in ("kb", "web"):
        assert sum(query.source == source for query in asked) <= min(5, open_ones)
    for query in asked:
        assert not any(same_query(query.text, earlier) for earlier in moment.before.sent)
        assert moment.scope.phase is not Phase.DIVERSIFY or query.source == "web"
        if moment.scope.forced_subject:
            assert moment.scope.forced_subject in query.text
        earlier = [q.text for r in moment.before.rounds for q in r.queries if q.source == query.source]
        if moment.scope.must_reformulate and earlier and query.source == "kb":
            assert new_terms(query.text, earlier[-1]) >= NEW_TERMS
    for source in ("kb", "web"):
        assert sum(1 for query in moment.allocation.backlog if query.source == source) <= 5


def _reading_kept_to_its_rules(moment: Round) -> None:
    assert len({document(hit.url) for hit in moment.hits}) <= 5
    shown = reading.shown_before([url for record in moment.before.rounds for url in record.read_urls])
    for passage in moment.passages:
        before = shown.get(passage.url.partition("#")[0], ())
        assert not any(passage.start < span.end and span.start < passage.end for span in before), "shown twice"
    assert len({passage.key for passage in moment.passages}) == len(moment.passages)
    away = {document(drift.url) for drift in moment.sifted.drifts}
    assert not any(document(fact.evidence[0].url) in away for fact in moment.admitted.facts)
    assert moment.after.rounds[-1].drifted is moment.sifted.ended


def _statuses_went_forward(moment: Round) -> None:
    order = list(SubQuestionStatus)
    for before, after in zip(moment.before.sub_questions, moment.after.sub_questions, strict=True):
        assert order.index(before.status) <= order.index(after.status)
    for earlier, later in zip(moment.before.subjects, moment.after.subjects, strict=True):
        assert earlier.search_rounds <= later.search_rounds <= earlier.search_rounds + 1
    phases = list(Phase)
    assert phases.index(moment.before.phase) <= phases.index(moment.after.phase)
    assert {c.id for c in moment.before.conflicts} <= {c.id for c in moment.after.conflicts}


def _facts_stand_in_their_pages(end: ThreadState, world: World) -> None:
    texts = {page.id: page.text for page in world.pages.values()}
    for fact in end.facts:
        for item in fact.evidence:
            assert texts[item.page_id][item.start : item.end] == item.quote
    facts = {fact.id: fact for fact in end.facts}
    for question in end.sub_questions:
        if question.status is SubQuestionStatus.ANSWERED:
            assert facts[question.key_fact or ""].confidence is not Confidence.UNVERIFIED


def _it_ended_within_its_rounds(start: ThreadState, end: ThreadState) -> None:
    assert end.stopped is not None
    assert len(end.rounds) <= end.ceiling == start.ceiling
    if end.stopped is StopReason.BUDGET_EXHAUSTED and end.gates is None:
        assert len(end.rounds) >= end.budget


def _escapes_were_tried_in_order(end: ThreadState) -> None:
    order = list(Escape)
    tried = [order.index(escape) for escape in end.escapes_tried]
    assert tried == sorted(set(tried))


@pytest.mark.parametrize("effort", list(Effort))
@pytest.mark.parametrize("asks", [*MIND_MANNERS])
@pytest.mark.parametrize("searches", [*SOURCE_MANNERS])
def test_a_mind_that_is_never_content_and_a_world_without_end_still_come_to_one(
    effort: Effort, asks: str, searches: str
) -> None:
    brief = Brief(question="What of the tide?", limits=EFFORT_LIMITS[effort])
    task = Task(id="1", question="What of the tide?", sub_questions=("What?", "Why?", "Who else?"))
    chance = random.Random(7)
    thread = opening.start(task, brief, served=tuple(Phase), known=(), patience=99, policy=PlateauPolicy.ESCAPE)
    end = play(thread, brief, task, (KB, WEB), World(chance, searches), ScriptedMind(chance, asks, "quotes"))[-1].after
    assert end.stopped is not None
    assert len(end.rounds) <= EFFORT_LIMITS[effort].rounds
