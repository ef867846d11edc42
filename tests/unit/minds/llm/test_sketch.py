"""What a mind would answer by itself, from each side, where somebody will build on it."""

from __future__ import annotations

import dataclasses
import json

import pytest

from fathoms.minds.llm.sketch import sketch
from fathoms.ports.meter import counted_by
from fathoms.ports.mind import SketchRequest, Stance
from tests.thread_making import make_brief
from tests.unit.minds.llm.asking_bench import Purse, asker


@pytest.mark.parametrize(("window", "asked"), [(15_999, 0), (16_000, 1)])
async def test_nothing_is_sketched_where_no_whole_report_can_be_written(window: int, asked: int) -> None:
    bench, script = asker(json.dumps({"sketch": "Renew the ropes."}))
    bench.options = dataclasses.replace(bench.options, context_tokens=window)
    with counted_by(Purse()):
        found = await sketch(bench, SketchRequest(brief=make_brief()))
    assert len(script.calls) == asked
    assert found.text == ("Renew the ropes." if asked else "")


async def test_each_side_is_asked_for_what_it_thinks_of_first() -> None:
    said = []
    for stance in Stance:
        bench, script = asker(json.dumps({"sketch": "Renew the ropes."}))
        bench.options = dataclasses.replace(bench.options, context_tokens=32_000)
        with counted_by(Purse()):
            await sketch(bench, SketchRequest(brief=make_brief(), stance=stance))
        said.append(script.calls[0].system)
    assert ["which causes may lie behind" in text for text in said] == [False, True, False]
    assert ["what means go on, change, stop" in text for text in said] == [False, False, True]
