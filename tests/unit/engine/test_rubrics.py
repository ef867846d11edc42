"""What is asked of each source in a round, where the planner leaves it unsaid."""

from __future__ import annotations

import asyncio

import pytest

from fathoms.domain.brief import Period
from fathoms.domain.evidence import Confidence
from fathoms.domain.plan import ExtractionMode, ExtractionSpec, Gates, TaskRole
from fathoms.domain.thread import Scope, SubQuestion, SubQuestionStatus
from fathoms.engine.thread import rubrics
from fathoms.minds.llm.extract import extract
from fathoms.ports.mind import ExtractRequest
from tests.thread_making import make_brief, make_passage, make_task, make_thread
from tests.unit.minds.llm.asking_bench import asker

COST = SubQuestion(id="q1", text="What did the cable cost?")
SEALS = SubQuestion(id="q2", text="How many seals were counted?")
DONE = SubQuestion(id="q3", text="Who laid the cable?", status=SubQuestionStatus.ANSWERED)
LEDGER = make_passage(
    "The cable cost 9 million marks.",
    key="S1",
    url="kb://world/ledger.md#0-9",
    title="Ledger",
    title_path=("Ledger", "Cost of the cable"),
)
COUNT = make_passage("In May 44 seals were counted.", key="S2", url="kb://world/count.md#0-9", title="Count")
THREAD = make_thread(sub_questions=(COST, SEALS, DONE))


def test_each_source_is_asked_what_its_words_touch_and_nothing_that_is_answered() -> None:
    rubric = rubrics.composed(make_task(), THREAD, make_brief(), (LEDGER, COUNT))
    assert [(one.source, one.questions, one.spans) for one in rubric.sources] == [
        ("S1", ("q1",), ("Cost of the cable",)),
        ("S2", ("q2",), ()),
    ]


def test_a_source_that_touches_nothing_is_asked_everything_that_is_open() -> None:
    leeks = make_passage("Leeks are steamed.", key="S3")
    (only,) = rubrics.composed(make_task(), THREAD, make_brief(), (leeks,)).sources
    assert only.questions == ("q1", "q2")


def test_the_scope_of_the_brief_and_the_confidence_of_the_gate_are_told() -> None:
    brief = make_brief(place="Norway", period=Period(first=2010, last=2015))
    sure = make_thread(make_task(gates=Gates(minimum_confidence=0.8)))
    assert rubrics.composed(make_task(), sure, brief, ()).scope == "Norway; 2010-2015"
    assert rubrics.composed(make_task(), sure, brief, ()).target is Confidence.VERIFIED
    assert rubrics.composed(make_task(), THREAD, brief, ()).target is Confidence.PLAUSIBLE


@pytest.mark.parametrize(
    ("fields", "mode"),
    [
        ({}, ExtractionMode.FACTS),
        ({"role": TaskRole.OVERVIEW}, ExtractionMode.SUMMARY),
        ({"spec": ExtractionSpec(mode=ExtractionMode.ANSWERS)}, ExtractionMode.ANSWERS),
    ],
)
def test_the_mode_is_the_specs_and_else_follows_what_the_task_is_for(
    fields: dict[str, object], mode: ExtractionMode
) -> None:
    assert rubrics.mode_of(make_task(**fields)) is mode


def prompt(**task_fields: object) -> str:
    task = make_task(**task_fields)
    passages = (LEDGER, COUNT)
    rubric = rubrics.composed(task, THREAD, make_brief(place="Norway"), passages)
    request = ExtractRequest(
        brief=make_brief(), task=task, scope=Scope(round=1), thread=THREAD, passages=passages, rubric=rubric
    )
    made, script = asker('{"facts": []}')
    asyncio.run(extract(made, request))
    return str(script.calls[0])


def test_a_model_is_told_what_to_ask_of_each_source_and_where_to_look() -> None:
    told = prompt()
    assert "Ask of S1: q1." in told
    assert "Scope: Norway." in told
    assert "Cost of the cable" in told[told.index("<source") :], "words of a source stand inside its block"
    assert "Cost of the cable" not in told[: told.index("<source")]


def test_the_planners_own_spec_takes_the_place_of_the_rubric_and_its_mode_is_said() -> None:
    told = prompt(spec=ExtractionSpec(mode=ExtractionMode.ANSWERS, questions=("How much, in marks?",)))
    assert "Extract: How much, in marks?" in told
    assert "only what answers a sub-question outright" in told
    assert "Ask of S1" not in told
