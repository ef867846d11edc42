"""Steps that a user put between ours: asked once per round, recorded, shown, and part of the run's order."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
import pytest_asyncio

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.events import StepRan
from fathoms.domain.evidence import Confidence, Failure
from fathoms.domain.run import RunStatus
from fathoms.domain.step import RoundFacts, Ruling, Rulings, Slot, StepSpec
from fathoms.domain.thread import Extraction
from fathoms.errors import BadAnswer, UnknownPlugin
from fathoms.faces.cli.tree import state_lines
from fathoms.ports.mind import ExtractRequest
from fathoms.ports.step import Step
from fathoms.runtime import trace
from fathoms.testing import ScriptedMind, ScriptedStep
from tests.unit.runtime.scripted_runs import start, task


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with Service(load({"home": str(tmp_path / "home")})) as opened:
        yield opened


def dropping(words: str) -> Callable[[RoundFacts], Rulings]:
    return lambda found: Rulings(
        rulings=tuple(Ruling(fact=f.id, drop=True, reason=f"it says {words}") for f in found.facts if words in f.claim)
    )


def ran(service: Service) -> list[StepRan]:
    return [event.body for event in service.events("r1") if isinstance(event.body, StepRan)]


async def test_a_step_sees_a_rounds_facts_with_their_quotes_and_passages(service: Service) -> None:
    step = ScriptedStep()
    await service.carry_out(start(service, task("1"), steps={"checker": step}))
    (shown,) = step.shown
    assert (shown.question, shown.task.id, shown.round) == ("How do the cranes work?", "1", 1)
    assert [fact.claim for fact in shown.facts] == [f"Crane {n} lifts {n}0 tonnes." for n in (1, 2, 3)]
    texts = {passage.page_id: passage.text for passage in shown.passages}
    assert all(item.quote in texts[item.page_id] for fact in shown.facts for item in fact.evidence)


async def test_what_a_step_drops_is_in_no_report_and_its_reason_is_told(service: Service) -> None:
    row = await service.carry_out(start(service, task("1"), steps={"checker": ScriptedStep(on_look=dropping("20"))}))
    text = Path(row.report_path).read_text("utf-8")
    assert row.status is RunStatus.DONE
    assert "10 tonnes" in text
    assert "20 tonnes" not in text
    (told,) = ran(service)
    assert (told.name, told.slot, told.round, told.looked_at) == ("checker", Slot.AFTER_EXTRACT, 1, 3)
    assert [(one.claim, one.reason) for one in told.dropped] == [("Crane 2 lifts 20 tonnes.", "checker: it says 20")]
    (micro,) = (service.shop.home.run_folder("r1") / "threads").glob("*micro*")
    assert "dropped by checker: it says 20" in micro.read_text("utf-8")


async def test_the_tree_and_the_trace_show_what_a_step_did(service: Service) -> None:
    await service.carry_out(start(service, task("1"), steps={"checker": ScriptedStep(on_look=dropping("20"))}))
    state = service.state("r1")
    assert state.plan
    assert any("after_extract checker: 3 facts, 1 dropped" in line for line in state_lines(state.plan, state.tasks))
    names = [step.name for step in trace.steps(service.shop.home, "r1") if step.task == "1"]
    assert names == ["scope", "search", "read", "extract", "after_extract", "conclude"]


async def test_a_step_can_make_a_fact_trusted_less(service: Service) -> None:
    def doubting(found: RoundFacts) -> Rulings:
        return Rulings(rulings=(Ruling(fact=found.facts[0].id, at_most=Confidence.UNVERIFIED, reason="hearsay"),))

    await service.carry_out(start(service, task("1"), steps={"checker": ScriptedStep(on_look=doubting)}))
    facts = {fact.claim: fact.confidence for fact in service.outcomes("r1")[0].facts}
    assert facts["Crane 1 lifts 10 tonnes."] is Confidence.UNVERIFIED
    assert facts["Crane 2 lifts 20 tonnes."] is not Confidence.UNVERIFIED


async def test_steps_look_one_after_the_other_at_what_is_left(service: Service) -> None:
    first, second = ScriptedStep(on_look=dropping("20")), ScriptedStep(on_look=dropping("30"))
    await service.carry_out(start(service, task("1"), steps={"one": first, "two": second}))
    assert [len(step.shown[0].facts) for step in (first, second)] == [3, 2]
    assert [fact.claim for fact in service.outcomes("r1")[0].facts] == ["Crane 1 lifts 10 tonnes."]


async def test_a_round_without_facts_asks_no_step(service: Service) -> None:
    def nothing(request: ExtractRequest) -> Extraction:
        return Extraction(reason="nothing there")

    step = ScriptedStep()
    mind = ScriptedMind(on_extract=nothing)
    row = await service.carry_out(start(service, task("1"), mind=mind, steps={"checker": step}))
    assert row.status is RunStatus.NOT_FOUND
    assert step.shown == []


@pytest.mark.parametrize("error", [BadAnswer("the checker is tired", provider="checker"), ZeroDivisionError("tired")])
async def test_a_step_that_fails_leaves_the_facts_as_they_were_and_is_named_in_the_report(
    service: Service, error: Exception
) -> None:
    def fail(found: RoundFacts) -> Rulings:
        raise error

    row = await service.carry_out(start(service, task("1"), steps={"checker": ScriptedStep(on_look=fail)}))
    report = service.report("r1")
    assert row.status is RunStatus.DONE
    assert report
    assert [(failure.what, failure.target) for failure in report.failures] == [("step", "checker")]
    assert "tired" in report.failures[0].reason
    assert len(report.facts) == 3


async def test_a_ruling_on_a_fact_that_was_not_shown_is_a_failure_by_name(service: Service) -> None:
    def mistaken(found: RoundFacts) -> Rulings:
        tired = Failure(what="step", target="checker", reason="one page was too long")
        return Rulings(rulings=(Ruling(fact="f-other", drop=True, reason="no"),), failures=(tired,))

    await service.carry_out(start(service, task("1"), steps={"checker": ScriptedStep(on_look=mistaken)}))
    report = service.report("r1")
    assert report
    assert len(report.facts) == 3
    assert [failure.reason for failure in report.failures] == [
        "one page was too long",
        "it ruled on 'f-other', which it was not shown",
    ]


async def test_a_run_does_not_go_on_without_a_step_it_was_asked_for_with(service: Service) -> None:
    run = start(service, task("1"), steps={"checker": ScriptedStep()})
    there = service.shop.open_step

    def gone(spec: StepSpec) -> Step:
        raise UnknownPlugin(f"there is no step {spec.name!r}")

    service.shop.open_step = gone
    with pytest.raises(UnknownPlugin, match="asked for with the step 'checker', which is not installed here"):
        await service.carry_out(run)
    service.shop.open_step = there
    assert (await service.carry_out(run)).status is RunStatus.DONE
