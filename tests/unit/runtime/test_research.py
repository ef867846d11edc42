"""The durable flow with a scripted mind: order, failures, what a task may know, cancel, resume, fork."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.events import SelfCheckFailed, TaskEnded, TaskStarted
from fathoms.domain.evidence import SELF_CHECK, Query
from fathoms.domain.plan import Need, TaskStatus
from fathoms.domain.run import RunStatus
from fathoms.domain.thread import Extraction, Phase, ThreadState
from fathoms.engine.thread import rounds
from fathoms.errors import BadAnswer, UsageError
from fathoms.ports.mind import ExtractRequest
from fathoms.runtime import trace
from fathoms.testing import ScriptedMind, ScriptedSource
from fathoms.testing.fakes import first_lines
from tests.unit.runtime.scripted_runs import PAGES, start, started, task


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with Service(load({"home": str(tmp_path / "home")})) as opened:
        yield opened


async def test_a_run_ends_with_a_report_whose_quotes_stand_in_their_pages(service: Service) -> None:
    row = await service.carry_out(start(service, task("1"), task("2", "1")))
    report = service.report("r1")
    assert row.status is RunStatus.DONE
    assert report
    assert Path(row.report_path).read_text("utf-8")
    for fact in report.facts:
        for evidence in fact.evidence:
            page = service.shop.stores.page(evidence.page_id)
            assert page
            assert page.text[evidence.start : evidence.end] == evidence.quote


async def test_a_task_starts_only_after_what_it_depends_on(service: Service) -> None:
    run = start(service, task("1", "3"), task("2", "1"), task("3"))
    await service.carry_out(run)
    assert started(service, run) == ["3", "1", "2"]


async def test_a_task_knows_the_facts_of_its_dependencies_and_of_nobody_else(service: Service) -> None:
    known: dict[str, set[str]] = {}

    def extract(request: ExtractRequest) -> Extraction:
        known[request.task.id] = {fact.task for fact in request.thread.known}
        return first_lines(request)

    own_page = ScriptedSource(
        pages={f"kb://world/{n}": f"Crane {n} is new." for n in range(1, 5)},
        on_search=lambda query: [f"kb://world/{query.text.split()[3].rstrip('?')}"],
    )
    tasks = (task("1"), task("2", "1"), task("3"), task("4", "2"))
    await service.carry_out(start(service, *tasks, mind=ScriptedMind(on_extract=extract), source=own_page, slots=1))
    assert known == {"1": set(), "2": {"1"}, "3": set(), "4": {"1", "2"}}


def broken_for(task_id: str) -> ScriptedMind:
    def extract(request: ExtractRequest) -> Extraction:
        if request.task.id == task_id:
            raise BadAnswer("the model answered nonsense", provider="scripted")
        return first_lines(request)

    return ScriptedMind(on_extract=extract)


async def test_a_failed_task_skips_what_needs_it_and_its_siblings_go_on(service: Service) -> None:
    row = await service.carry_out(start(service, task("1"), task("2", "1"), task("3"), mind=broken_for("1")))
    state = service.state("r1")
    assert row.status is RunStatus.DONE
    assert [t.status for t in state.tasks] == [TaskStatus.FAILED, TaskStatus.SKIPPED, TaskStatus.DONE]
    assert "nonsense" in Path(row.report_path).read_text("utf-8")


async def test_a_soft_dependency_that_failed_is_named_as_a_gap(service: Service) -> None:
    row = await service.carry_out(start(service, task("1"), task("2", "1", need=Need.SOFT), mind=broken_for("1")))
    report = service.report("r1")
    assert row.status is RunStatus.DONE
    assert report
    assert any("task 1" in gap for section in report.sections for gap in section.gaps)


async def test_a_mind_that_crashes_is_a_failed_task_and_no_crash_of_the_run(service: Service) -> None:
    def crash(request: ExtractRequest) -> Extraction:
        raise ZeroDivisionError("division by zero")

    row = await service.carry_out(start(service, task("1"), mind=ScriptedMind(on_extract=crash)))
    assert row.status is RunStatus.FAILED
    ended = [event.body for event in service.events("r1") if isinstance(event.body, TaskEnded)]
    assert "ZeroDivisionError" in ended[0].reason


async def test_a_page_that_cannot_be_read_is_a_failure_by_name_and_the_others_are_read(service: Service) -> None:
    url = "kb://world/page-1"
    source = ScriptedSource(pages=PAGES, fails={url: BadAnswer("torn", provider="scripted")})
    row = await service.carry_out(start(service, task("1"), source=source))
    outcome = service.outcomes("r1")[0]
    assert row.status is RunStatus.DONE
    assert [(failure.what, failure.target) for failure in outcome.failures] == [("read", url)]


async def test_nothing_found_is_an_honest_answer_and_no_report_from_nothing(service: Service) -> None:
    row = await service.carry_out(start(service, task("1"), source=ScriptedSource()))
    report = service.report("r1")
    assert row.status is RunStatus.NOT_FOUND
    assert report
    assert not report.found
    assert report.references == ()


async def test_slots_are_never_exceeded(service: Service) -> None:
    source = ScriptedSource(pages=PAGES)
    at_once = most = 0
    plain = source.search

    async def counting(query: Query, *, limit: int, phase: Phase) -> object:
        nonlocal at_once, most
        at_once += 1
        most = max(most, at_once)
        await asyncio.sleep(0)
        answer = await plain(query, limit=limit, phase=phase)
        at_once -= 1
        return answer

    class Counting(ScriptedSource):
        search = staticmethod(counting)  # type: ignore[assignment]

    await service.carry_out(start(service, *(task(str(n)) for n in range(1, 7)), source=Counting(pages=PAGES), slots=2))
    assert 1 <= most <= 2


async def test_a_run_that_has_ended_is_not_run_again(service: Service) -> None:
    mind = ScriptedMind()
    run = start(service, task("1"), mind=mind)
    first = await service.carry_out(run)
    calls = list(mind.asked)
    assert await service.carry_out(run) == first
    assert mind.asked == calls


async def test_cancel_is_noticed_in_the_middle_of_a_step_and_the_run_can_be_resumed(service: Service) -> None:
    slow = ScriptedSource(pages=PAGES, seconds=lambda query: 60)
    run = start(service, task("1"), source=slow)
    working = asyncio.create_task(service.carry_out(run))
    async for event in service.watch(run):
        if isinstance(event.body, TaskStarted):
            break
    async with asyncio.timeout(2):
        await service.cancel(run)
        assert (await working).status is RunStatus.CANCELLED
    with pytest.raises(UsageError, match="already ended"):
        await service.cancel(run)
    service.shop.open_source = lambda spec: ScriptedSource(pages=PAGES)
    assert (await service.carry_out(run)).status is RunStatus.DONE


async def test_a_fork_repeats_only_the_task_and_what_builds_on_it(service: Service) -> None:
    await service.carry_out(start(service, task("1"), task("2", "1"), task("3")))
    forked = (await service.fork("r1", "2")).order.run
    row = await service.carry_out(forked)
    assert row.status is RunStatus.DONE
    assert started(service, forked) == ["2"]
    assert row.order.forked_from == "r1:2"
    before, after = service.report("r1"), service.report(forked)
    assert before
    assert after
    assert [s.heading for s in after.sections] == [s.heading for s in before.sections]


async def test_a_fork_from_a_task_that_does_not_exist_says_which_do(service: Service) -> None:
    await service.carry_out(start(service, task("1")))
    with pytest.raises(UsageError, match="its tasks are 1"):
        await service.fork("r1", "9")


async def test_the_trace_has_every_step_in_order_with_its_output(service: Service) -> None:
    await service.carry_out(start(service, task("1")))
    names = [step.name for step in trace.steps(service.shop.home, "r1") if step.task == "1"]
    assert names == ["scope", "search", "read", "extract", "conclude"]


async def test_the_state_can_be_seen_as_it_was_at_any_event(service: Service) -> None:
    run = start(service, task("1"), task("2", "1"))
    await service.carry_out(run)
    first_end = next(event.seq for event in service.events(run) if isinstance(event.body, TaskEnded))
    then = service.state(run, at_event=first_end)
    assert [t.status for t in then.tasks] == [TaskStatus.DONE, TaskStatus.PENDING]
    assert [t.status for t in service.state(run).tasks] == [TaskStatus.DONE, TaskStatus.DONE]


async def test_a_round_that_adds_up_fails_no_self_check(service: Service) -> None:
    row = await service.carry_out(start(service, task("1"), task("2", "1")))
    assert not [event for event in service.events("r1") if isinstance(event.body, SelfCheckFailed)]
    assert "does not add up" not in Path(row.report_path).read_text("utf-8")


async def test_a_round_that_does_not_add_up_is_told_and_named_on_top_of_the_report(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = rounds.close

    def forgetful(thread: ThreadState, **round_: Any) -> ThreadState:
        after = close(thread, **round_)
        return after.model_copy(update={"sent": ()}) if thread.task == "2" else after

    monkeypatch.setattr(rounds, "close", forgetful)
    row = await service.carry_out(start(service, task("1"), task("2", "1")))
    (failed,) = [event for event in service.events("r1") if isinstance(event.body, SelfCheckFailed)]
    assert (failed.task, failed.body.round) == ("2", 1)
    assert row.status is RunStatus.DONE
    report = service.report("r1")
    assert report
    assert [failure.what for failure in report.failures] == [SELF_CHECK]
    top, _, rest = Path(row.report_path).read_text("utf-8").partition("\n## ")
    assert "Part 2, “What about crane 2?”, does not add up" in top
    assert "history appended: not every query that was sent is remembered" in top
    assert rest
