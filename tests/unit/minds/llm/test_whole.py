"""One hand writes the report out of its drafts, where one answer can hold it."""

from __future__ import annotations

import dataclasses
import json

import pytest

from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Fact
from fathoms.domain.report import CitedTable, Finding, Layout, Paragraph, Row, Statement
from fathoms.minds.llm import guard
from fathoms.minds.llm.citing import Keys
from fathoms.minds.llm.exchange import Reply
from fathoms.minds.llm.prompting import template
from fathoms.minds.llm.whole import TOKENS_A_WORD, write
from fathoms.ports.meter import counted_by
from fathoms.ports.mind import EditRequest
from tests.plan_making import make_plan, make_task
from tests.thread_making import make_brief, make_fact, make_passage
from tests.unit.minds.llm.asking_bench import Purse, Script, asker

CLAIMS = (
    "The harbour crane lifts forty tonnes.",
    "A new crane costs two million crowns.",
    "New ropes for the crane cost nine thousand crowns.",
)
FACTS = tuple(make_fact(claim, id=f"f{n}") for n, claim in enumerate(CLAIMS, start=1))
WHOLE: dict[str, object] = {
    "short_answer": "Renew the ropes of the crane: they cost nine thousand crowns [F3].",
    "table_columns": ["Cost"],
    "table_rows": [{"name": "New ropes", "cells": ["nine thousand crowns [F3]"]}],
    "sections": [
        {
            "heading": "Costs",
            "text": "A crane costs two million crowns [F2].\n\n1. Renew the ropes [F3].\n2. Lift [F1].",
        },
        {"heading": "Eleven elephants dance merrily round Lisbon", "text": "It lifts forty tonnes [F1]."},
        {"heading": "Empty", "text": ""},
    ],
    "open_questions": ["How long ropes last"],
    "criteria": [],
}


def request(words: int = 1_350) -> EditRequest:
    said = [Statement(text=fact.claim, facts=(fact.id,)) for fact in FACTS]
    findings = (
        Finding(task="1", question="q", heading="h", paragraphs=(Paragraph(statements=(said[0], said[2])),)),
        Finding(task="2", question="q", heading="h", paragraphs=(Paragraph(statements=(said[1],)),), gaps=("A gap?",)),
    )
    plan = make_plan(make_task("1"), make_task("2"))
    brief = make_brief(question="Should the harbour crane be replaced or the ropes renewed?")
    return EditRequest(brief=brief, plan=plan, findings=findings, facts=FACTS, words=words)


async def made(
    asked: EditRequest, window: int = 32_000, answer: dict[str, object] = WHOLE
) -> tuple[Edited | None, Script]:
    bench, script = asker(Reply(text=json.dumps(answer), tokens_in=window, tokens_out=50))
    bench.options = dataclasses.replace(bench.options, context_tokens=window)
    with counted_by(Purse()):
        return await write(bench, asked), script


async def test_whoever_sets_marks_is_shown_more_facts_than_whoever_writes() -> None:
    many = tuple(make_fact(f"Rope {n} of the crane {'holds ' * 70}.", id=f"many{n}") for n in range(600))
    asked = request().model_copy(update={"facts": (*FACTS, *many)})
    shown = []
    for text in ("", "Renew the ropes."):
        _, script = await made(asked.model_copy(update={"text": text}), window=200_000)
        shown.append(script.calls[0].user.count("<fact "))
    assert 1.4 <= shown[1] / shown[0] <= 1.6


async def test_sections_keep_their_layout_and_their_marks() -> None:
    whole, _ = await made(request())
    assert whole
    first = whole.body[0]
    assert first.heading == "Costs"
    assert [part.layout for part in first.paragraphs] == [Layout.PROSE, Layout.STEPS]
    # The drafts' facts come in turns: one of each part, then the rest.
    assert [one.facts for part in first.paragraphs for one in part.statements] == [("f2",), ("f3",), ("f1",)]


async def test_a_heading_that_claims_something_and_a_section_without_words_are_left_out() -> None:
    whole, _ = await made(request())
    assert whole
    assert [one.heading for one in whole.body] == ["Costs", ""]
    assert whole.gaps == ("How long ropes last",)


async def test_drafts_come_with_their_marks_and_with_what_is_open() -> None:
    _, script = await made(request())
    shown = script.calls[0].user
    assert f"{CLAIMS[0].removesuffix('.')} [F1]." in shown
    assert "A gap?" in shown


@pytest.mark.parametrize(("words", "written"), [(1_350, True), (4_250, False)])
async def test_a_report_that_one_answer_cannot_hold_is_left_to_an_editor(words: int, written: bool) -> None:
    whole, script = await made(request(words))
    assert (whole is not None, bool(script.calls)) == (written, written)


@pytest.mark.parametrize(("window", "written"), [(3 * 5_400, True), (3 * 5_399, False)])
async def test_a_window_whose_third_holds_the_report_is_large_enough(window: int, written: bool) -> None:
    assert 1_350 * TOKENS_A_WORD == 5_400
    whole, _ = await made(request(1_350), window)
    assert (whole is not None) is written


async def test_drafts_that_one_reading_cannot_hold_are_left_to_an_editor() -> None:
    many = tuple(make_fact(f"Crane number {n} {'lifts and lowers ' * 60}", id=f"m{n}") for n in range(120))
    told = tuple(Statement(text=fact.claim, facts=(fact.id,)) for fact in many)
    finding = request().findings[0].model_copy(update={"paragraphs": (Paragraph(statements=told),)})
    whole, script = await made(request().model_copy(update={"findings": (finding,), "facts": many}))
    assert whole is None
    assert not script.calls


async def test_without_facts_nobody_is_asked() -> None:
    whole, script = await made(request().model_copy(update={"facts": ()}))
    assert whole == Edited()
    assert not script.calls


async def test_what_two_parts_quote_alike_is_one_fact_with_one_mark() -> None:
    asked = request()
    again = FACTS[0].model_copy(update={"id": "f9", "task": "2"})
    told = Statement(text="Forty tonnes, says the second part.", facts=("f9",))
    second = asked.findings[1].model_copy(update={"paragraphs": (Paragraph(statements=(told,)),)})
    asked = asked.model_copy(update={"findings": (asked.findings[0], second), "facts": (*FACTS, again)})
    _, script = await made(asked)
    shown = script.calls[0].user
    assert "Forty tonnes, says the second part [F1]." in shown
    assert shown.count("<fact ") == len(FACTS)


async def test_the_same_words_at_another_place_are_a_fact_of_their_own() -> None:
    def said(place: int) -> Fact:
        fact = make_fact("It defaults to nothing.", id=f"f-at-{place}")
        at = fact.evidence[0].model_copy(update={"start": place, "end": place + 9})
        return fact.model_copy(update={"evidence": (at,)})

    _, script = await made(request().model_copy(update={"facts": (*FACTS, said(0), said(50))}))
    assert script.calls[0].user.count("<fact ") == len(FACTS) + 2


async def test_drafts_keep_their_steps_and_the_names_of_their_columns() -> None:
    cells = tuple(Statement(text=fact.claim, facts=(fact.id,)) for fact in FACTS[:1])
    table = CitedTable(columns=("Load",), rows=(Row(label="Crane", cells=cells),))
    steps = Paragraph(statements=(Statement(text="Renew it.", facts=("f3",)),), layout=Layout.STEPS, table=table)
    asked = request()
    asked = asked.model_copy(update={"findings": (asked.findings[0].model_copy(update={"paragraphs": (steps,)}),)})
    _, script = await made(asked)
    shown = script.calls[0].user
    assert "1. Renew it [F1]." in shown
    assert "|  | Load |\n|---|---|\n| Crane |" in shown


WARNING = "Above thirty tonnes the crane needs a second operator at the winch."
GUIDE = f"{CLAIMS[0]} {WARNING} {'The winch stands on the northern quay beside the old customs house. ' * 20}"
PAGES = (make_passage(GUIDE, title="Crane guide"),)
TAKEN: dict[str, object] = {
    **WHOLE,
    "sections": [{"heading": "", "text": "Above thirty tonnes it needs a second operator [N1]. It sinks [N2]."}],
    "taken": [
        {"key": "N1", "source_id": "S1", "quote": WARNING, "claim": WARNING},
        {"key": "[N1]", "source_id": "S1", "quote": "The winch stands on the northern quay", "claim": ""},
        {"key": "nothing", "source_id": "S1", "quote": "beside the old customs house", "claim": ""},
    ],
}


def paged(**changed: object) -> EditRequest:
    return request().model_copy(update={"pages": PAGES, **changed})


async def test_pages_are_shown_and_what_is_taken_from_them_is_cited_by_its_own_mark() -> None:
    whole, script = await made(paged(), answer=TAKEN)
    assert f'<source id="S1" title="Crane guide">{CLAIMS[0]}' in script.calls[0].user
    assert "taken" in str(script.calls[0].schema)
    assert whole
    assert {mark: (one.passage, one.quote) for mark, one in whole.taken.items()} == {"N1": ("S1", WARNING)}
    assert [one.facts for one in whole.body[0].paragraphs[0].statements] == [("N1",), ()]


async def test_a_window_with_no_room_for_pages_is_offered_none_and_nothing_to_take() -> None:
    for window, room in ((15_999, False), (32_000, True)):
        whole, script = await made(paged(words=1_000), window)
        assert whole
        assert ("<source" in script.calls[0].user) is room
        assert ("Pages." in script.calls[0].system) is room
        assert ("taken" in str(script.calls[0].schema)) is room


async def test_pages_never_take_the_room_of_a_fact() -> None:
    many = tuple(make_fact(f"Crane number {n} {'lifts and lowers ' * 30}", id=f"m{n}") for n in range(90))
    pages = tuple(make_passage(f"{GUIDE} {n}", key=f"S{n}", page_id=str(n)) for n in range(40))
    _, script = await made(paged(facts=(*FACTS, *many), pages=pages), 64_000)
    shown = script.calls[0].user
    assert shown.count("<fact ") == len(FACTS) + len(many)
    assert 0 < shown.count("<source ") < len(pages), "no more than a quarter of the window"


def test_the_writer_is_offered_code_a_second_table_and_advice_on_what_is_missing() -> None:
    told = " ".join(template("whole").system.split())
    assert "a block of code between two lines of ```, its marks on the line after it" in told
    assert "each sentence, cell, list item and block of code comes from, so each ends in one of two ways" in told
    assert "where several things share the same respects" in told
    assert '"; " and what to do or count on until it is known' in told
    assert "A text that is read once, with ease" in told
    assert "build the answer on it" in told
    assert "With [own], if it is your judgement" in told
    for heading in ("Traps", "What people get wrong", "What is lost"):
        assert not guard.leaks(heading), "a heading that a writer would choose is no prompt of ours"
    own = "We would switch when most of the work has come from outside for two quarters in a row; that is our own rule."
    assert not guard.leaks(own), "what the prompt asks for is not taken for the prompt"


async def test_an_answer_in_points_has_its_position_first_and_each_point_with_its_own_marks() -> None:
    points = "Renew the ropes [F3].\n\n- The crane lifts forty tonnes [F1].\n- A new one costs two million crowns [F2]."
    whole, _ = await made(request(), answer={**WHOLE, "short_answer": points})
    assert whole
    assert [one.facts for one in whole.answer] == [("f3",)]
    assert [one.facts for one in whole.key_points] == [("f1",), ("f2",)]
    assert set(whole.key_points) <= set(whole.told)
    behind, _ = await made(
        request(), answer={**WHOLE, "short_answer": f"{points}\n\nThat is nine thousand crowns [F3]."}
    )
    assert [one.text for one in behind.answer] == ["Renew the ropes.", "That is nine thousand crowns."]
    assert len(behind.key_points) == 2


async def test_of_two_lists_in_an_answer_the_first_stays_with_the_sentence_that_leads_to_it() -> None:
    text = "Choose by load:\n- Lift forty tonnes [F1].\n\nSet up first:\n- new ropes [F3]\n- a new crane [F2]"
    whole, _ = await made(request(), answer={**WHOLE, "short_answer": text})
    assert whole
    assert [one.text for one in whole.answer] == ["Choose by load:", "Lift forty tonnes.", "Set up first:"]
    assert [one.text for one in whole.key_points] == ["new ropes", "a new crane"]


@pytest.mark.parametrize("marks", ["[F2][F1]", "F2 F1", "F2, F1", "[F2, F1][F9]"])
def test_what_meets_a_criterion_is_named_with_brackets_or_without(marks: str) -> None:
    keys = Keys.of(FACTS, "")
    assert [fact.id for fact in keys.listed(marks)] == ["f2", "f1"]


@pytest.mark.parametrize(("rows", "told"), [(WHOLE["table_rows"], True), ([], False)])
async def test_what_a_head_says_in_brackets_is_told_with_the_answer_where_there_is_a_table(
    rows: object, told: bool
) -> None:
    heads = ["Cost (my own guess, at a tariff of last summer)"]
    edited, _ = await made(request(), answer={**WHOLE, "table_columns": heads, "table_rows": rows})
    assert edited
    assert (edited.answer[-1].text == "Cost: my own guess, at a tariff of last summer") is told
    assert bool(edited.table) is told
