"""A user steps into a run under way: nothing more is begun, a task is left out, a question is added."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.app.stepping_in import edit_plan, settle, steer
from fathoms.domain.events import (
    FactFound,
    RoundRead,
    RoundSearched,
    SectionGrowing,
    SectionWritten,
    Steering,
    TaskSkipped,
    TaskStarted,
)
from fathoms.domain.plan import Dependency, Plan, Task, TaskStatus
from fathoms.domain.run import RunStatus
from fathoms.domain.thread import Extraction
from fathoms.errors import PlanRefused, UsageError
from fathoms.ports.mind import ExtractRequest
from fathoms.testing import ScriptedMind
from tests.unit.runtime.scripted_runs import start, started, task


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with Service(load({"home": str(tmp_path / "home")})) as opened:
        yield opened


class Patient(ScriptedMind):
    """Takes nothing in before it is told to go on."""

    def __init__(self) -> None:
        super().__init__()
        self.go_on = asyncio.Event()

    async def extract(self, request: ExtractRequest) -> Extraction:
        await self.go_on.wait()
        return await super().extract(request)


async def _steered(service: Service, *tasks: Task, steering: Steering, **what: str) -> str:
    """Carry the run out and step in while its first task is under way."""
    mind = Patient()
    run = start(service, *tasks, slots=1, mind=mind)
    working = await service.start(run)
    async for event in service.watch(run):
        if isinstance(event.body, TaskStarted) and event.task == "1":
            await steer(service, run, steering, **what)
            mind.go_on.set()
    await working
    return run


async def test_stop_begins_nothing_more_and_writes_what_there_is(service: Service) -> None:
    run = await _steered(service, task("1"), task("2", "1"), task("3", "2"), steering=Steering.STOP)
    assert started(service) == ["1"]
    state = service.state(run)
    assert [state.task(name).status for name in ("2", "3")] == [TaskStatus.SKIPPED] * 2  # type: ignore[union-attr]
    assert service.run(run).status in (RunStatus.DONE, RunStatus.NOT_FOUND)
    assert service.report(run) is not None


async def test_a_task_that_is_left_out_is_skipped_and_the_others_go_on(service: Service) -> None:
    run = await _steered(service, task("1"), task("2", "1"), task("3", "1"), steering=Steering.DROP, task="2")
    assert started(service) == ["1", "3"]
    reasons = [event.body.reason for event in service.events(run) if isinstance(event.body, TaskSkipped)]
    assert reasons == ["left out by the user"]


async def test_an_added_question_becomes_a_task_of_its_own(service: Service) -> None:
    run = await _steered(service, task("1"), steering=Steering.ADD, question="Who owns the cranes?")
    assert started(service) == ["1", "2"]
    report = service.report(run)
    assert report
    assert [section.question for section in report.sections][-1] == "Who owns the cranes?"


@pytest.mark.parametrize(
    ("steering", "what", "told"),
    [
        (Steering.DROP, {"task": "9"}, "no task '9'"),
        (Steering.DROP, {"task": "1"}, "only one that has not begun"),
        (Steering.ADD, {"question": "  "}, "1 to 2,000 characters"),
    ],
)
async def test_a_wish_that_cannot_be_is_refused(
    service: Service, steering: Steering, what: dict[str, str], told: str
) -> None:
    mind = Patient()
    run = start(service, task("1"), task("2", "1"), mind=mind)
    working = await service.start(run)
    async for event in service.watch(run):
        if isinstance(event.body, TaskStarted) and event.task == "1":
            with pytest.raises(UsageError, match=told):
                await steer(service, run, steering, **what)
            mind.go_on.set()
    await working


async def test_what_has_ended_cannot_be_steered(service: Service) -> None:
    run = start(service, task("1"))
    await service.carry_out(run)
    with pytest.raises(UsageError, match="only one that is under way"):
        await steer(service, run, Steering.STOP)


async def test_a_plan_that_is_not_sound_is_refused_with_every_problem(service: Service) -> None:
    run = start(service, task("1"))
    circle = task("1").model_copy(update={"depends_on": (Dependency(on="1"),)})
    with pytest.raises(PlanRefused):
        await edit_plan(service, run, Plan(tasks=(circle,)))


async def test_a_conflict_that_is_not_there_cannot_be_settled(service: Service) -> None:
    run = start(service, task("1"))
    await service.carry_out(run)
    with pytest.raises(UsageError, match="no conflict"):
        await settle(service, run, "c-1", "f-1")


async def test_events_name_what_was_found_read_and_learnt_while_the_section_grows(service: Service) -> None:
    run = start(service, task("1"))
    await service.carry_out(run)
    bodies = [event.body for event in service.events(run)]
    searched = next(body for body in bodies if isinstance(body, RoundSearched))
    read = next(body for body in bodies if isinstance(body, RoundRead))
    assert searched.found
    assert all(place.title and place.url for place in searched.found)
    assert len(searched.found) == searched.hits
    assert all(service.page(place.page).title == place.title for place in read.read)
    found = [body.fact for body in bodies if isinstance(body, FactFound)]
    assert {fact.id for fact in found} == {fact.id for fact in service.facts(run)}
    assert all(not evidence.context for fact in found for evidence in fact.evidence)
    order = [type(body) for body in bodies if isinstance(body, SectionGrowing | SectionWritten)]
    assert order[-1] is SectionWritten
    assert SectionGrowing in order
