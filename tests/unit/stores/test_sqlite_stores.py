"""Rows in, values out; a repeated write changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
import sqlalchemy as sa

from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.events import Event, RunEnded, TaskSkipped
from fathoms.domain.evidence import Confidence, Evidence, Fact, Original, Page, SourceKind
from fathoms.domain.plan import Plan
from fathoms.domain.run import Proposal, RunOrder, RunStatus
from fathoms.errors import ChooseHome, HomeError, Mend, OneOf, Repair, UnknownRun
from fathoms.stores.schema import META, PAGES, sqlite_engine
from fathoms.stores.sqlite import Stores

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
LATER = datetime(2026, 11, 15, 13, tzinfo=UTC)


@pytest.fixture
def stores(tmp_path: Path) -> Iterator[Stores]:
    opened = Stores(tmp_path)
    yield opened
    opened.close()


def order(run: str = "r1") -> RunOrder:
    return RunOrder(run=run, ask=Ask(question="why?"), limits=EFFORT_LIMITS[Effort.QUICK], created_at=NOW)


def test_a_run_goes_from_planning_to_its_end_and_keeps_its_first_start(stores: Stores) -> None:
    stores.add_run(order())
    assert stores.run("r1").status is RunStatus.PLANNING
    stores.set_proposal("r1", Proposal(brief=Brief(question="why?"), plan=Plan()))
    assert stores.run("r1").status is RunStatus.PROPOSED
    stores.mark_started("r1", NOW)
    stores.mark_started("r1", LATER)
    assert stores.run("r1").started_at == NOW
    stores.mark_ended("r1", RunStatus.DONE, LATER, report_path="/x")
    row = stores.run("r1")
    assert (row.status, row.ended_at, row.report_path) == (RunStatus.DONE, LATER, "/x")


def test_a_run_is_planned_again_only_before_it_begins(stores: Stores) -> None:
    stores.add_run(order())
    stores.set_proposal("r1", Proposal(brief=Brief(question="why?"), plan=Plan()), RunStatus.REFUSED)
    assert stores.plan_again(order().asking(answers=("because",)))
    row = stores.run("r1")
    assert (row.status, row.proposal, row.order.ask.answers) == (RunStatus.PLANNING, None, ("because",))
    stores.mark_started("r1", NOW)
    assert not stores.plan_again(order())
    assert stores.run("r1").order.ask.answers == ("because",)


def test_the_pace_counts_the_finished_runs_of_one_mind(stores: Stores) -> None:
    for run, mind in (("r1", "a"), ("r2", "a"), ("r3", "b")):
        stores.add_run(order(run).asking(mind=mind))
        for n in range(3):
            stores.keep_answer(
                run, f"k{n}", kind="mind.scope" if n else "search.kb", task="1", at=NOW, seconds=1, answer=""
            )
        stores.mark_started(run, NOW)
    assert stores.pace("a").calls == 0, "nothing has ended yet"
    stores.mark_ended("r1", RunStatus.DONE, LATER)
    stores.mark_ended("r3", RunStatus.DONE, LATER)
    assert (stores.pace("a").calls, stores.pace("a").seconds) == (2, 3600.0)
    assert stores.pace("nobody").calls == 0


def test_an_unknown_run_is_named(stores: Stores) -> None:
    with pytest.raises(UnknownRun, match="'nope'"):
        stores.run("nope")


def test_a_repeated_event_is_kept_as_it_was_first_written(stores: Stores) -> None:
    first = Event(run="r1", task="1", step="skip", at=NOW, body=TaskSkipped(reason="first"))
    again = Event(run="r1", task="1", step="skip", at=LATER, body=TaskSkipped(reason="second"))
    stores.append([first])
    stores.append([again, Event(run="r1", step="end", at=LATER, body=RunEnded(status="done"))])
    kept = stores.events("r1")
    assert [(e.step, e.at) for e in kept] == [("skip", NOW), ("end", LATER)]
    assert stores.events("r1", after=kept[0].seq) == kept[1:]


def test_an_answer_is_kept_once_and_belongs_to_its_run(stores: Stores) -> None:
    for answer in ("one", "two"):
        stores.keep_answer("r1", "k", kind="mind.plan", task="", at=NOW, seconds=0.1, answer=answer)
    assert stores.answer("r1", "k") == "one"
    assert stores.answer("r2", "k") is None
    assert stores.mind_calls("r1") == (("k", ""),)


def test_only_searches_and_reads_are_lent(stores: Stores) -> None:
    kinds = ("search.documents", "read.web.example", "survey.documents", "check.documents", "mind.scope", "scout.web")
    for key in kinds:
        stores.keep_answer("r1", key, kind=key, task="", at=NOW, seconds=0.1, answer="told")
    stores.lend_calls("r1", "r2")
    assert [key for key in kinds if stores.answer("r2", key)] == ["search.documents", "read.web.example"]


def test_pages_and_facts_come_back_as_they_went_in(stores: Stores) -> None:
    page = Page(
        id="p-1", url="kb://a/b", title="B", text="日本 text\r\n", source="kb", kind=SourceKind.INTERNAL, fetched_at=NOW
    )
    evidence = Evidence(page_id="p-1", url="kb://a/b#0-2", title="B", quote="日本", start=0, end=2, source="kb")
    fact = Fact(id="f-1", claim="日本", evidence=(evidence,), confidence=Confidence.PLAUSIBLE)
    stores.keep_pages([page, page])
    stores.keep_facts("r1", "1", [fact], NOW)
    stores.keep_facts("r1", "1", [fact], LATER)
    assert stores.page("p-1") == page
    assert stores.page_texts(["p-1", "p-2"]) == {"p-1": page.text}
    assert stores.facts("r1") == (fact,)
    assert stores.facts("r1", "2") == ()


def _page(original: Original | None = None, *, page_id: str = "p-1", at: datetime = NOW) -> Page:
    address, kind = "https://a.example/b", SourceKind.EXTERNAL
    return Page(
        id=page_id, url=address, title="B", text="B.", source="web", kind=kind, fetched_at=at, original=original
    )


def test_an_original_that_came_later_is_noted_with_the_page_as_it_was_first_written(stores: Stores) -> None:
    left_out = Original(sha256="0" * 64, media_type="text/html", size=9, left_out="too large")
    kept = Original(sha256="1" * 64, media_type="text/html", size=9)
    for given, expected in ((None, None), (left_out, left_out), (kept, kept), (left_out, kept), (None, kept)):
        stores.keep_pages([_page(given, at=LATER if given else NOW)])
        assert stores.page("p-1") == _page(expected)


def test_stored_pages_are_listed_newest_first_with_their_originals(stores: Stores) -> None:
    kept = Original(sha256="1" * 64, media_type="text/html", size=9)
    stores.keep_pages([_page(kept), _page(page_id="p-12", at=LATER)])
    listed = stores.snapshots()
    assert [(s.page_id, s.fetched_at, s.original) for s in listed] == [("p-12", LATER, None), ("p-1", NOW, kept)]
    assert stores.snapshots(["p-1"]) == listed[1:]
    assert stores.page_ids("p-1") == ("p-1", "p-12")
    assert stores.page_ids("p_1") == (), "an underscore stands for itself"


def test_a_text_that_stands_at_two_addresses_is_taken_from_the_one_that_is_cited(stores: Stores) -> None:
    elsewhere = _page().model_copy(update={"url": "kb://mine/b.md"})
    stores.keep_pages([_page(), elsewhere])
    for page, url in ((_page(), "https://a.example/b"), (elsewhere, "kb://mine/b.md#0-2")):
        quote = Evidence(page_id="p-1", url=url, title="B", quote="B.", start=0, end=2, source="x")
        assert stores.pages_behind([quote]) == {"p-1": page}
    gone = Evidence(page_id="p-2", url="kb://mine/b.md", title="B", quote="B.", start=0, end=2, source="x")
    assert stores.pages_behind([gone]) == {}


def test_a_page_that_was_stored_before_there_were_originals_is_read_as_before(stores: Stores, tmp_path: Path) -> None:
    old = _page().model_dump_json(exclude={"original"})
    row = {"id": "p-1", "url": "https://a.example/b", "title": "B", "fetched_at": NOW.isoformat(), "body": old}
    engine = sqlite_engine(tmp_path / "store.db")
    with engine.begin() as connection:
        connection.execute(PAGES.insert().values(**row))
    engine.dispose()
    assert stores.page("p-1") == _page()
    assert [snapshot.original for snapshot in stores.snapshots()] == [None]


def test_only_cancelled_runs_are_reported_as_cancelled(stores: Stores) -> None:
    for run in ("r1", "r2"):
        stores.add_run(order(run))
    stores.mark_ended("r2", RunStatus.CANCELLED, NOW)
    assert stores.cancelled_among(["r1", "r2"]) == {"r2"}


def test_a_home_made_by_a_newer_version_is_refused_with_the_next_step(tmp_path: Path) -> None:
    Stores(tmp_path).close()
    engine = sqlite_engine(tmp_path / "store.db")
    with engine.begin() as connection:
        connection.execute(sa.update(META).values(value="99"))
    engine.dispose()
    with pytest.raises(HomeError, match="newer Fathoms") as caught:
        Stores(tmp_path)
    assert caught.value.next_step == OneOf((Mend(Repair.UPGRADE), ChooseHome()))


def test_a_damaged_file_is_a_home_error(tmp_path: Path) -> None:
    (tmp_path / "store.db").write_bytes(b"no database at all" * 100)
    with pytest.raises(HomeError, match="damaged"):
        Stores(tmp_path)


def test_what_is_written_together_is_there_whole_or_not_at_all(stores: Stores) -> None:
    def written(run: str) -> None:
        with stores.together():
            stores.keep_answer(run, "a", kind="mind.plan", task="", at=NOW, seconds=0.1, answer="one")
            assert stores.answered(run) == frozenset(), "others do not see half of it"
            stores.keep_answer(run, "b", kind="mind.plan", task="", at=NOW, seconds=0.1, answer="two")
            if run == "broken":
                raise ValueError("in the middle")

    written("whole")
    with pytest.raises(ValueError, match="in the middle"):
        written("broken")
    assert stores.answered("whole") == {"a", "b"}
    assert stores.answered("broken") == frozenset()
    stores.keep_answer("broken", "c", kind="mind.plan", task="", at=NOW, seconds=0.1, answer="after it")
    assert stores.answered("broken") == {"c"}
