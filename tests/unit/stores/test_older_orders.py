"""Orders that an earlier version wrote are read as they were meant."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Effort
from fathoms.domain.budget import Budget
from fathoms.domain.report import Length
from fathoms.domain.run import RunOrder, RunStatus, SourceSpec
from fathoms.runtime import codec
from fathoms.stores.schema import RUNS, sqlite_engine
from fathoms.stores.sqlite import Stores

FLAT = """{"run":"261116-6ce77b","question":"How many turbines has the array?","sources":[{"plugin":"kb","name":
"documents","target":"docs-6b69d17b","keep_originals":true}],"mind":"extractive","effort":"quick","limits":{
"top_tasks":3,"levels":1,"rounds":2,"revisions":0,"tasks":3},"order":"breadth","slots":2,"patience":2,"plateau":
"escape","budget":{"usd":1.5,"tokens":null,"calls":null,"seconds":600.0},"task_budget":{"usd":null,"tokens":null,
"calls":9,"seconds":null},"artifacts":"","created_at":"2026-11-16T21:41:27.222795Z","forked_from":"","docs":[
"/tmp/docs"],"authorized":false,"revise":"adaptive","interactive":false,"approval_seconds":null,"suggested":null,
"answers":["wind"],"split":false,"fresh":false,"learn":false,"authority":{"primary":[],"secondary":[],"community":[],
"primary_prefixes":[],"community_prefixes":[]},"follows":"261115-aaaaaa","known":["It is new."],"strict":0.95,
"length":"short","cross_check":true}""".replace("\n", "")
"""As the version before wrote it, with the fields of the ask among those of the order."""

MEANT = RunOrder(
    run="261116-6ce77b",
    ask=Ask(
        question="How many turbines has the array?",
        docs=(Path("/tmp/docs"),),
        effort=Effort.QUICK,
        slots=2,
        patience=2,
        budget=Budget(usd=1.5, seconds=600),
        task_budget=Budget(calls=9),
        answers=("wind",),
        learn=False,
        follow="261115-aaaaaa",
        known=("It is new.",),
        strict=0.95,
        length=Length.SHORT,
    ),
    sources=(SourceSpec(plugin="kb", name="documents", target="docs-6b69d17b", keep_originals=True),),
    limits=EFFORT_LIMITS[Effort.QUICK],
    created_at=datetime(2026, 11, 16, 21, 41, 27, 222795, tzinfo=UTC),
)


def test_an_order_with_the_ask_among_its_own_fields_is_read_as_it_was_meant() -> None:
    assert RunOrder.stored(FLAT) == MEANT


def test_an_order_from_before_the_cross_check_does_without_it() -> None:
    assert not RunOrder.stored(FLAT.replace(',"cross_check":true', "")).ask.cross_check


def test_an_order_survives_being_kept() -> None:
    assert RunOrder.stored(MEANT.model_dump_json()) == MEANT
    assert codec.decode(codec.encode(MEANT)) == MEANT


@pytest.mark.parametrize("kept", [FLAT, MEANT.model_dump_json()], ids=["older", "newer"])
def test_a_home_with_either_is_opened_and_its_mind_has_a_pace(tmp_path: Path, kept: str) -> None:
    stores = Stores(tmp_path)
    stores.add_run(MEANT)
    writer = sqlite_engine(tmp_path / "store.db")
    with writer.begin() as connection:
        connection.execute(sa.update(RUNS).values(order=kept))
    writer.dispose()
    at = MEANT.created_at
    stores.keep_answer(MEANT.run, "k", kind="mind.scope", task="1", at=at, seconds=1, answer="")
    stores.mark_started(MEANT.run, at)
    stores.mark_ended(MEANT.run, RunStatus.DONE, at)
    assert stores.run(MEANT.run).order == MEANT
    assert stores.pace("extractive").calls == 1
    stores.close()
