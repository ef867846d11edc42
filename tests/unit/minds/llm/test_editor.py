"""The editor sees the whole draft and says what it comes to; code keeps what cites its facts."""

from __future__ import annotations

import dataclasses
import json

import pytest

from fathoms.domain.draft import Edited
from fathoms.domain.report import Finding, Paragraph, Statement, StatementKind
from fathoms.minds.llm.editor import edit
from fathoms.ports.meter import counted_by
from fathoms.ports.mind import EditRequest
from tests.plan_making import make_plan, make_task
from tests.thread_making import make_brief, make_fact
from tests.unit.minds.llm.asking_bench import Purse, Script, asker

QUESTION = "Should the harbour crane be replaced or the ropes renewed?"
CLAIMS = (
    "The harbour crane lifts forty tonnes.",
    "A new crane costs two million crowns.",
    "New ropes for the crane cost nine thousand crowns.",
)
FACTS = tuple(make_fact(claim, id=f"f{n}") for n, claim in enumerate(CLAIMS, start=1))
ANSWER = {
    "short_answer": "Renew the ropes of the crane: they cost nine thousand crowns [F3], a crane two million [F2].",
    "key_points": ["The harbour crane lifts forty tonnes [F1]."],
    "table_columns": ["Cost", "Lifts"],
    "table_rows": [
        {"name": "New ropes", "cells": ["nine thousand crowns [F3]", ""]},
        {"name": "New crane", "cells": ["two million crowns [F2]", "It cites nothing"]},
        {"name": "Secrets of the deep blue sea", "cells": ["forty tonnes [F1]"]},
    ],
    "across": ["The crane costs two million crowns, so new ropes at nine thousand crowns come first [F3][F2]."],
    "recommendations": ["Renew the ropes of the crane [F3]."],
    "open_questions": ["How long do new ropes last?"],
}
ORDER = {"section_order": ["2", "1", "9"], "repeated": ["D3", "D77"]}


def request(question: str = QUESTION) -> EditRequest:
    tasks = (make_task("1"), make_task("2"))
    said = [Statement(text=fact.claim, facts=(fact.id,)) for fact in FACTS]
    again = Statement(text="Forty tonnes is what the crane lifts.", facts=("f1",))
    findings = (
        Finding(task="1", question="q", heading="h", paragraphs=(Paragraph(statements=(said[0], said[2], again)),)),
        Finding(task="2", question="q", heading="h", paragraphs=(Paragraph(statements=(said[1],)),), gaps=("A gap?",)),
    )
    brief = make_brief(question=question)
    return EditRequest(brief=brief, plan=make_plan(*tasks), findings=findings, facts=FACTS)


async def made(
    asked: EditRequest, window: int = 32_000, order: dict[str, object] | None = None, **changed: object
) -> tuple[Edited, Script]:
    bench, script = asker(json.dumps({**ANSWER, **changed}), json.dumps(order or ORDER))
    bench.options = dataclasses.replace(bench.options, context_tokens=window)
    with counted_by(Purse()):
        return await edit(bench, asked), script


@pytest.fixture
async def edited() -> Edited:
    return (await made(request()))[0]


async def test_the_answer_and_its_points_stand_on_the_facts_they_cite(edited: Edited) -> None:
    assert [one.facts for one in edited.answer] == [("f3", "f2")]
    assert [one.facts for one in edited.key_points] == [("f1",)]


async def test_cells_keep_their_marks_or_go_on_without_and_a_row_is_named_by_known_words(edited: Edited) -> None:
    assert edited.table
    assert edited.table.columns == ("Cost", "Lifts")
    assert [(row.label, [cell and cell.facts for cell in row.cells]) for row in edited.table.rows] == [
        ("New ropes", [("f3",), None]),
        ("New crane", [("f2",), ()]),
    ]


@pytest.mark.parametrize(
    ("heads", "corner", "columns"),
    [(["Crane", "Cost", "Lifts"], "Crane", ("Cost", "Lifts")), (["Cost", "Lifts"], "", ("Cost", "Lifts"))],
)
async def test_one_head_more_than_cells_is_that_of_the_rows_names(
    heads: list[str], corner: str, columns: tuple[str, ...]
) -> None:
    edited, _ = await made(request(), table_columns=heads)
    assert edited.table
    assert (edited.table.corner, edited.table.columns) == (corner, columns)


async def test_what_follows_across_sections_is_marked_as_reasoned(edited: Edited) -> None:
    assert [(one.kind, one.facts) for one in edited.across] == [(StatementKind.REASONED, ("f3", "f2"))]
    assert [one.kind for one in edited.recommendations] == [StatementKind.REASONED]


async def test_order_and_repetition_name_what_there_is(edited: Edited) -> None:
    assert edited.order == ("2", "1")
    assert edited.repeated == ("Forty tonnes is what the crane lifts.",)


async def test_advice_is_given_only_where_it_is_asked_for() -> None:
    found, _ = await made(request("What do ropes of the harbour crane cost?"))
    assert not found.recommendations


async def test_an_editor_sees_every_sentence_with_its_marks_and_all_gaps() -> None:
    _, script = await made(request())
    answering, ordering = (call.user for call in script.calls)
    assert "Forty tonnes is what the crane lifts [F1]." in answering
    assert "A gap?" in answering
    assert "Forty tonnes is what the crane lifts. [D3]" in ordering
    assert "Renew the ropes of the crane" in ordering


async def test_a_small_window_is_shown_what_each_section_says_first() -> None:
    asked = request()
    long = tuple(Statement(text=f"{CLAIMS[0]} Number {n} of many.", facts=("f1",)) for n in range(200))
    told = asked.findings[0].model_copy(update={"paragraphs": (Paragraph(statements=long),), "summary": long[:1]})
    asked = asked.model_copy(update={"findings": (told, asked.findings[1])})
    _, script = await made(asked, window=8_192)
    shown = script.calls[0].user
    assert "Number 0 of many" in shown
    assert "Number 9 of many" not in shown


async def test_without_a_cited_sentence_nobody_is_asked() -> None:
    found, script = await made(request().model_copy(update={"facts": ()}))
    assert found == Edited()
    assert not script.calls


async def test_facts_that_no_section_used_are_shown_last() -> None:
    unused = make_fact("The crane was painted in 1990.", id="f9")
    _, script = await made(request().model_copy(update={"facts": (unused, *FACTS)}))
    shown = script.calls[0].user
    assert shown.index(CLAIMS[2]) < shown.rindex("painted in 1990")


async def test_a_lead_in_with_a_figure_or_for_a_section_that_is_none_is_left_out() -> None:
    leading = [{"section": "2", "text": "What that costs comes next."}, {"section": "1", "text": "It costs 40 crowns."}]
    found, _ = await made(request(), order={"lead_ins": leading})
    assert found.lead_ins == {"2": "What that costs comes next."}


async def test_an_order_that_nobody_can_use_leaves_the_sections_as_they_are() -> None:
    bench, script = asker(json.dumps(ANSWER), "no order")
    with counted_by(Purse()):
        found = await edit(bench, request())
    assert found.answer
    assert not found.order
    assert len(script.calls) > 1


async def test_one_section_is_not_asked_about() -> None:
    alone = request()
    _, script = await made(alone.model_copy(update={"findings": alone.findings[:1]}))
    assert len(script.calls) == 1
