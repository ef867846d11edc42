"""The plan settles the form of the answer; writers are told it, how long to be, and what others write."""

from __future__ import annotations

import json

import pytest

from fathoms.domain.plan import AnswerForm, Form, Gates
from fathoms.domain.report import Length
from fathoms.engine.plan.lengths import section_words
from fathoms.minds.llm import showing
from fathoms.minds.llm.finding import conclude
from fathoms.minds.llm.plan import make_plan
from fathoms.ports.meter import counted_by
from fathoms.ports.mind import ConcludeRequest, PlanRequest
from tests.plan_making import make_task
from tests.thread_making import make_brief, make_fact, make_thread
from tests.unit.minds.llm.asking_bench import Purse, asker

QUESTION = "Which crane of the harbour lifts most, and what does each cost?"
TASKS = [{"id": str(n), "question": f"What does crane {n} of the harbour cost?"} for n in (1, 2)]


async def planned(**more: object) -> AnswerForm | None:
    bench, _ = asker(json.dumps({"tasks": TASKS, "strategy": "aspect", **more}))
    return (await make_plan(bench, PlanRequest(brief=make_brief(question=QUESTION)))).form


async def test_a_planner_is_told_what_each_form_consists_of() -> None:
    bench, script = asker(json.dumps({"tasks": TASKS, "strategy": "aspect"}))
    await make_plan(bench, PlanRequest(brief=make_brief(question=QUESTION)))
    told = script.calls[0].system
    assert [form.value for form in Form if form.value not in told or form.parts not in told] == []


async def test_a_form_with_a_table_keeps_its_rows_and_columns() -> None:
    form = await planned(form="matrix", form_rows=["crane 1", "crane 2"], form_columns=["lifts", "x" * 90])
    assert form == AnswerForm(form=Form.MATRIX, rows=("crane 1", "crane 2"), columns=("lifts",))


async def test_a_form_without_one_has_none_and_a_plan_that_names_no_form_is_an_essay() -> None:
    assert await planned(form="verdict", form_rows=["crane"]) == AnswerForm(form=Form.VERDICT)
    beside = await planned(form="procedure", form_rows=["crane 1", "crane 2"], form_columns=["lifts"])
    assert beside is not None
    assert beside.has_table
    assert await planned() == AnswerForm(form=Form.ESSAY)


async def test_a_plan_says_what_a_task_may_not_end_without_and_code_makes_phases_of_it() -> None:
    wanted = {"must_cover": ["price of the crane", "year"], "two_sources": True}
    bench, _ = asker(json.dumps({"tasks": [{**TASKS[0], **wanted}, TASKS[1]]}))
    gated, free = (await make_plan(bench, PlanRequest(brief=make_brief(question=QUESTION)))).tasks
    assert gated.gates == Gates(themes=("price of the crane", "year"))
    assert gated.then == (Gates(corroboration=2),)
    assert free.gates is None
    assert free.then == ()


async def test_what_only_the_form_of_the_answer_can_meet_is_a_wish_for_it_and_no_gate_of_a_task() -> None:
    wanted = {"must_cover": ["as a table", "price of the crane", "in 500 words"]}
    bench, _ = asker(json.dumps({"tasks": [{**TASKS[0], **wanted}, {**TASKS[1], "must_cover": ["in 500 words"]}]}))
    plan = await make_plan(bench, PlanRequest(brief=make_brief(question=QUESTION)))
    assert [task.gates for task in plan.tasks] == [Gates(themes=("price of the crane",)), None]
    assert plan.form is not None
    assert plan.form.wishes == ("as a table", "in 500 words")
    assert showing.shape(plan.form).endswith("It is to look like this: as a table; in 500 words.")


async def test_a_section_is_told_its_form_its_length_and_what_the_others_answer() -> None:
    text = "The crane lifts forty tonnes [F1]."
    bench, script = asker(json.dumps({"paragraphs": [{"text": text}], "depth": "adequate", "sufficient": True}))
    task = make_task("1")
    thread = make_thread(task).model_copy(update={"facts": (make_fact("The crane lifts forty tonnes."),)})
    request = ConcludeRequest(
        brief=make_brief(question=QUESTION),
        task=task,
        thread=thread,
        words=340,
        beside=("What does it cost?",),
        form=Form.CAUSE,
    )
    await conclude(bench, request)
    call = script.calls[0]
    assert "340 words" in call.system
    assert "It is to be: cause (what happened, the reasons that are stated for it, and by whom)." in call.user
    assert "- What does it cost?" in call.user


@pytest.mark.parametrize(
    ("length", "sections", "words"), [(Length.STANDARD, 3, 500), (Length.LONG, 5, 870), (Length.SHORT, 4, 80)]
)
def test_sections_share_the_length_of_the_report(length: Length, sections: int, words: int) -> None:
    assert section_words(length, sections) == words


@pytest.mark.parametrize(("written", "left"), [(6, 0), (8, 2)])
async def test_sub_questions_beyond_the_room_that_a_task_has_are_put_down_with_the_reason(
    written: int, left: int
) -> None:
    subs = [f"What does part {n} of the crane cost?" for n in range(written)]
    bench, _ = asker(json.dumps({"tasks": [{**TASKS[0], "sub_questions": subs}, TASKS[1]]}))
    with counted_by(purse := Purse()):
        plan = await make_plan(bench, PlanRequest(brief=make_brief(question=QUESTION)))
    assert plan.tasks[0].sub_questions == tuple(subs[:6])
    assert purse.left_out == ([(tuple(subs[6:]), "sub_questions has room for 6")] if left else [])


async def test_a_task_that_shares_nothing_with_the_question_is_put_down_with_the_reason() -> None:
    foreign = {"id": "3", "question": "Who won the regatta?"}
    bench, _ = asker(json.dumps({"tasks": [*TASKS, foreign]}))
    with counted_by(purse := Purse()):
        plan = await make_plan(bench, PlanRequest(brief=make_brief(question=QUESTION)))
    assert len(plan.tasks) == 2
    assert purse.left_out == [((foreign["question"],), "it has nothing to do with the question")]


async def test_the_only_task_of_a_plan_is_emphasised_over_nothing() -> None:
    stressed = [{**task, "emphasised": True} for task in TASKS]
    for tasks, more in ((stressed[:1], [0]), (stressed, [1, 1])):
        bench, _ = asker(json.dumps({"tasks": tasks}))
        plan = await make_plan(bench, PlanRequest(brief=make_brief(question=QUESTION)))
        assert [task.extra_rounds for task in plan.tasks] == more
