"""The store is never asked on the thread of the event loop: a slow disk must not hold up everybody else."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from fathoms.app.api import Fathoms
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.run import RunStatus
from fathoms.stores.sqlite import Stores
from tests.command_line import Cli
from tests.unit.runtime.scripted_runs import start, task

DOCUMENT = "# Crane\n\nThe crane on the north quay lifts thirty tonnes. It was built in 1998.\n"


@pytest.fixture
def asked_on_the_loop(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The store methods that were called where an event loop runs."""
    import asyncio

    found: list[str] = []

    def watched(name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **kwargs: Any) -> Any:
            if asyncio._get_running_loop() is not None:
                found.append(f"{name} on {threading.current_thread().name}")
            return method(*args, **kwargs)

        return call

    for name in dir(Stores):
        method = getattr(Stores, name)
        if not name.startswith("_") and callable(method) and name != "close":
            monkeypatch.setattr(Stores, name, watched(name, method))
    return found


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "crane.md").write_text(DOCUMENT, encoding="utf-8")
    return folder


async def test_during_a_scripted_run_with_a_fork_and_a_cancel(tmp_path: Path, asked_on_the_loop: list[str]) -> None:
    async with Service(load({"home": str(tmp_path / "home")})) as service:
        run, other = start(service, task("1"), task("2", "1")), start(service, task("1"), run="r2")
        asked_on_the_loop.clear()  # the test itself did
        working = await service.start(run)
        async for _ in service.watch(run):
            pass
        assert (await working).status is RunStatus.DONE
        await service.carry_out((await service.fork(run, "2")).order.run)
        await service.cancel(other)
        assert (await service.carry_out(other)).status is RunStatus.DONE
    assert asked_on_the_loop == []


async def test_during_a_question_from_python(tmp_path: Path, docs: Path, asked_on_the_loop: list[str]) -> None:
    async with Fathoms(tmp_path / "home") as fathoms:
        first = await fathoms.ask("What does the crane lift?", docs=docs, authorize=True, watch=lambda event: None)
        await fathoms.ask("When was the crane built?", follow=first.run, authorize=True)
    assert asked_on_the_loop == []


def test_during_a_command(cli: Cli, docs: Path, asked_on_the_loop: list[str]) -> None:
    assert cli("ask", "What does the crane lift?", "--docs", docs, "--yes").code == 0
    assert cli("show", "last").code == 0
    assert cli("runs").code == 0
    assert asked_on_the_loop == []
