"""Watching a run: it ends when the run does or its worker dies, and however many watch, it is read once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from fathoms.app import tailing
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.events import Event, RunEnded, RunStarted, TaskSkipped
from fathoms.domain.plan import Plan
from fathoms.domain.run import RunStatus
from fathoms.errors import UnknownRun
from tests.unit.runtime.scripted_runs import start, task

WATCHERS = 300
NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with Service(load({"home": str(tmp_path / "home")})) as opened:
        yield opened


class CountedReads:
    """Every read of events, with what it brought; and how many were under way at once."""

    def __init__(self, service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
        self.brought: list[tuple[Event, ...]] = []
        self.most_at_once = self._now = 0
        self._read = service.shop.stores.events
        monkeypatch.setattr(service.shop.stores, "events", self.events)

    def events(self, run: str, *, after: int = 0, kind: str = "") -> tuple[Event, ...]:
        if kind:  # the run itself, which looks whether it is steered
            return self._read(run, after=after, kind=kind)
        self._now += 1
        self.most_at_once = max(self.most_at_once, self._now)
        found = self._read(run, after=after)
        self._now -= 1
        self.brought.append(found)
        return found


async def _seen(service: Service, run: str, after: int = 0) -> list[Event]:
    return [event async for event in service.watch(run, after=after)]


async def test_three_hundred_watchers_of_a_run_cost_one_reader(
    service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = start(service, task("1"), task("2", "1"))
    reads = CountedReads(service, monkeypatch)
    watching = [asyncio.create_task(_seen(service, run)) for _ in range(WATCHERS)]
    await service.carry_out(run)
    seen = await asyncio.gather(*watching)
    told = service.shop.stores.events(run)
    assert all(tuple(events) == told for events in seen)
    during = reads.brought[:-1]
    assert sum(len(batch) for batch in during) == len(told), "every event was read once, for all of them"
    assert reads.most_at_once == 1


async def test_who_comes_later_sees_everything_and_is_read_for_by_the_same_reader(service: Service) -> None:
    run = start(service, task("1"))
    early = asyncio.create_task(_seen(service, run))
    working = await service.start(run)
    await working
    late = await _seen(service, run)
    assert late == await early
    assert isinstance(late[-1].body, RunEnded)
    assert await _seen(service, run, after=late[-1].seq) == [], "nothing follows the end"


async def test_starting_returns_at_once_and_twice_is_once(service: Service) -> None:
    run = start(service, task("1"))
    working = await service.start(run)
    assert not working.done()
    assert await service.start(run) is working
    assert (await working).status is RunStatus.DONE


async def test_a_run_that_is_not_there_cannot_be_started_or_watched(service: Service) -> None:
    with pytest.raises(UnknownRun):
        await service.start("nope")
    with pytest.raises(UnknownRun):
        await _seen(service, "nope")


async def test_a_watch_ends_when_the_worker_died(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """As a killed process leaves it: running, its lease free."""
    monkeypatch.setattr(tailing, "GONE_AFTER", 0.0)
    run = start(service, task("1"))
    service.shop.stores.mark_started(run, NOW)
    _told(service, run, [RunStarted(question="q", mind="m", plan=Plan())])
    assert [event.body.type for event in await _seen(service, run)] == ["run.started"]


async def test_a_watch_goes_on_while_somebody_holds_the_run(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tailing, "GONE_AFTER", 0.0)
    monkeypatch.setattr(tailing, "WORKER_LOOK_EVERY", 0.0)
    run = start(service, task("1"))
    service.shop.stores.mark_started(run, NOW)
    with service.shop.working_on(run):
        watching = asyncio.create_task(_seen(service, run))
        await asyncio.wait({watching}, timeout=5 * tailing.LOOK_EVERY)
        assert not watching.done()
        _told(service, run, [TaskSkipped(reason="x")])
    assert len(await watching) == 1


async def test_a_plan_that_waits_for_its_user_is_waited_for(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tailing, "GONE_AFTER", 0.0)
    monkeypatch.setattr(tailing, "WORKER_LOOK_EVERY", 0.0)
    run = start(service, task("1"))
    watching = asyncio.create_task(_seen(service, run))
    await asyncio.wait({watching}, timeout=5 * tailing.LOOK_EVERY)
    assert not watching.done()
    await service.cancel(run)
    assert isinstance((await watching)[-1].body, RunEnded)


async def test_what_was_started_and_not_awaited_can_be_resumed_when_the_service_is_closed(tmp_path: Path) -> None:
    async with Service(load({"home": str(tmp_path / "other")})) as first:
        run = start(first, task("1"))
        await first.start(run)
    async with Service(load({"home": str(tmp_path / "other")})) as second:
        start(second, task("1"), run="r2")  # for its mind and source
        assert (await second.carry_out(run)).status is RunStatus.DONE


def _told(service: Service, run: str, bodies: Sequence[RunStarted | TaskSkipped]) -> None:
    service.shop.stores.append([Event(run=run, step="told", n=n, at=NOW, body=body) for n, body in enumerate(bodies)])
