"""Several processes on one home: nobody disturbs a live run, and a dead one's run is taken up by the next."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from evals.crash import repeated_calls
from fathoms.app import tailing
from fathoms.app.queries import looking
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.events import Event, RoundEnded, RoundSearched, RunEnded
from fathoms.domain.run import RunStatus

pytestmark = pytest.mark.crash


class TwoProcesses:
    """A home, and the processes that work in it."""

    def __init__(self, folder: Path) -> None:
        self.home, self.log = folder / "home", folder / "calls.log"
        self._folder = folder

    def work(self, run: str = "slow", *, gate: str = "") -> subprocess.Popen[str]:
        """A process on this run; with a gate, its searches wait until the gate is opened."""
        path = self._folder / gate if gate else self._folder
        command = [sys.executable, "-m", "tests.crash.slow_run", str(self.home), str(self.log), str(path), run]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def open(self, gate: str) -> None:
        (self._folder / gate).touch()

    def look(self, question: Callable[[Service], object]) -> object:
        """Ask something of the home from this process, which never launches the engine."""

        async def asked() -> object:
            async with Service(load({"home": str(self.home)})) as service:
                return question(service)

        return asyncio.run(asked())

    def wait_until(self, holds: Callable[[Service], object], seconds: float = 60) -> None:
        deadline = time.monotonic() + seconds
        while not (self.home.exists() and self.look(holds)):
            assert time.monotonic() < deadline, "it did not happen in time"
            time.sleep(0.05)

    def cancel(self, run: str) -> None:
        async def asked() -> None:
            async with Service(load({"home": str(self.home)})) as service:
                await service.cancel(run)

        asyncio.run(asked())


@pytest.fixture
def shared(tmp_path: Path) -> TwoProcesses:
    return TwoProcesses(tmp_path)


def at_work(run: str = "slow") -> Callable[[Service], bool]:
    """The run is in the middle of its first searches."""
    return lambda service: (
        run in service.shop.stores.run_ids() and any(event.step.endswith("/scope") for event in service.events(run))
    )


def ended_with(process: subprocess.Popen[str]) -> tuple[int, str]:
    output, _ = process.communicate(timeout=60)
    return process.returncode, output.strip()


def test_a_second_process_that_works_and_looks_disturbs_nothing(shared: TwoProcesses) -> None:
    first = shared.work(gate="first")
    shared.wait_until(at_work())
    second = shared.work(run="quick")
    assert ended_with(second) == (0, "done")
    assert shared.look(lambda service: service.run("slow").status) is RunStatus.RUNNING
    assert shared.look(lambda service: service.worker("slow")) == first.pid
    shared.open("first")
    assert ended_with(first) == (0, "done")
    assert repeated_calls(shared.log) == 0
    started = [line for line in shared.log.read_text().splitlines() if line.startswith("start ") and " search." in line]
    assert len(started) == len(set(started)) == 8  # each crane once in each of the two runs


def test_of_two_processes_that_want_one_run_the_second_says_who_holds_it(shared: TwoProcesses) -> None:
    first = shared.work(gate="first")
    shared.wait_until(at_work())
    status, said = ended_with(shared.work())
    assert status == 6
    assert f"process {first.pid}" in said
    shared.open("first")
    assert ended_with(first) == (0, "done")
    assert repeated_calls(shared.log) == 0


def test_a_dead_process_s_run_is_taken_up_by_the_next_while_another_is_alive(shared: TwoProcesses) -> None:
    dead = shared.work(gate="never")
    alive = shared.work(run="other", gate="later")
    shared.wait_until(at_work())
    shared.wait_until(at_work("other"))
    dead.kill()
    dead.communicate()
    assert shared.look(lambda service: service.worker("slow")) is None
    assert ended_with(shared.work()) == (0, "done")
    shared.open("later")
    assert ended_with(alive) == (0, "done")
    assert repeated_calls(shared.log) == 0
    for run in ("slow", "other"):
        searched = shared.look(
            lambda service, run=run: [e.task for e in service.events(run) if isinstance(e.body, RoundSearched)]
        )
        ended = shared.look(
            lambda service, run=run: [e.task for e in service.events(run) if isinstance(e.body, RoundEnded)]
        )
        assert sorted(searched) == sorted(ended) == ["1", "2", "3", "4"]  # type: ignore[call-overload]


def test_a_cancel_from_another_process_is_noticed_within_a_second(shared: TwoProcesses) -> None:
    working = shared.work(gate="never")
    shared.wait_until(at_work())
    shared.cancel("slow")
    began = time.monotonic()
    assert ended_with(working) == (0, "cancelled")
    assert time.monotonic() - began < 10  # a second to notice, the rest for a process to end on a busy machine
    assert ended_with(shared.work()) == (0, "done")


def test_a_watch_from_another_process_goes_on_while_the_worker_lives_and_ends_when_it_is_killed(
    shared: TwoProcesses,
) -> None:
    working = shared.work(gate="never")
    shared.wait_until(at_work())

    async def watched() -> list[Event]:
        async with looking(load({"home": str(shared.home)})) as opened:
            watching = asyncio.create_task(_all(opened.watch("slow")))
            await asyncio.wait({watching}, timeout=3 * tailing.GONE_AFTER)
            assert not watching.done()
            working.kill()
            return await asyncio.wait_for(watching, timeout=60)

    told = asyncio.run(watched())
    working.communicate()
    assert any(event.step.endswith("/scope") for event in told)
    assert not any(isinstance(event.body, RunEnded) for event in told)


async def _all(events: AsyncIterator[Event]) -> list[Event]:
    return [event async for event in events]
