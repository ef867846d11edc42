"""Whoever will write the report goes through documents first: what it is shown, and what becomes of its answer."""

from __future__ import annotations

import dataclasses
import json

import pytest

from fathoms.domain.report import Statement
from fathoms.minds.llm.citing import claimed
from fathoms.minds.llm.consult import MOST_KNOWN, consult
from fathoms.minds.llm.exchange import Reply
from fathoms.minds.llm.fit import tokens_in
from fathoms.minds.llm.paging import LEAST_PAGES
from fathoms.minds.llm.shapes import MOST_NOTED, MOST_SOUGHT
from fathoms.ports.meter import counted_by
from fathoms.ports.mind import Consulted, ConsultRequest
from tests.thread_making import make_brief, make_fact, make_passage
from tests.unit.minds.llm.asking_bench import Purse, Script, asker

PAGE = "The crane lifts forty tonnes. It is locked whenever the wind blows above eight."
FACT = make_fact("The harbour crane lifts forty tonnes.", id="f1")
NOTE = "What it lifts is of no use above a wind of eight"
LOCKED = {"key": "N1", "source_id": "S1", "quote": "It is locked whenever the wind blows above eight.", "claim": ""}


def replied(answer: object) -> Reply:
    return Reply(text=json.dumps(answer), tokens_in=20_000, tokens_out=50)


async def looked(request: ConsultRequest, answer: object = None, window: int = 32_000) -> tuple[Consulted, Script]:
    bench, script = asker(replied(answer or {"notes": [], "look_up": ["wind lock override"]}))
    bench.options = dataclasses.replace(bench.options, context_tokens=window)
    with counted_by(Purse()):
        return await consult(bench, request), script


def request(**changes: object) -> ConsultRequest:
    asked = ConsultRequest(brief=make_brief(), facts=(FACT,), pages=(make_passage(PAGE, key="S1"),), looks_left=2)
    return asked.model_copy(update=changes)


async def test_a_note_stands_on_facts_and_on_what_it_takes_itself() -> None:
    made, _ = await looked(request(), {"taken": [LOCKED], "notes": [f"{NOTE} [F1][N1]."], "look_up": []})
    assert [(note.text, note.facts) for note in made.notes] == [(f"{NOTE}.", ("f1", "N1"))]
    assert made.taken["N1"].quote == LOCKED["quote"]
    assert made.seen == ("S1",)
    assert made.look_up == ()


@pytest.mark.parametrize(("left", "wanted"), [(1, ("wind lock override",)), (0, ())])
async def test_the_last_look_asks_for_nothing_more(left: int, wanted: tuple[str, ...]) -> None:
    made, script = await looked(request(looks_left=left))
    assert made.look_up == wanted
    assert ("this was the last look" in script.calls[0].system) is not bool(left)
    assert (f"this time included: {left}" in script.calls[0].system) is bool(left)


async def test_it_is_told_what_it_noted_and_asked_for_before() -> None:
    before = Statement(text="Ropes wear out in salt", facts=("f1",))
    _, script = await looked(request(notes=(before,), asked=("rope life",), tree=("crane/ (3 documents)",)))
    assert "Ropes wear out in salt [F1]" in script.calls[0].user
    assert "- rope life" in script.calls[0].user
    assert "crane/ (3 documents)" in script.calls[0].user


@pytest.mark.parametrize(("window", "asked"), [(4 * LEAST_PAGES - 1, 0), (4 * LEAST_PAGES, 1)])
async def test_nobody_is_asked_where_there_is_no_room_for_pages(window: int, asked: int) -> None:
    made, script = await looked(request(), window=window)
    assert len(script.calls) == asked
    assert bool(made.look_up) is bool(asked)


@pytest.mark.parametrize(("more", "left_out"), [(0, 0), (1, 1)])
async def test_claims_take_no_more_room_than_they_may(more: int, left_out: int) -> None:
    size = tokens_in(claimed("F000", make_fact(f"Rope 1000 holds {'well ' * 60}.", id="x")))
    fits = MOST_KNOWN // size
    facts = tuple(make_fact(f"Rope {1000 + n} holds {'well ' * 60}.", id=f"f{n}") for n in range(fits + more))
    _, script = await looked(request(facts=facts), window=200_000)
    assert len(facts) - script.calls[0].user.count("<fact ") == left_out


@pytest.mark.parametrize(("field", "most"), [("notes", MOST_NOTED), ("look_up", MOST_SOUGHT)])
async def test_what_is_too_much_for_one_look_is_left_out_with_a_record(field: str, most: int) -> None:
    many = [f"Rope {n} of the harbour crane is worn [F1]" for n in range(most + 1)]
    bench, _ = asker(replied({"notes": [], "look_up": [], field: many}))
    bench.options = dataclasses.replace(bench.options, context_tokens=32_000)
    purse = Purse()
    with counted_by(purse):
        made = await consult(bench, request())
    assert len(getattr(made, field)) == most
    assert purse.left_out
