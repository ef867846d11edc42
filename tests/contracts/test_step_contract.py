"""What every step between two others promises, over every entry point of the group `fathoms.steps` and the fake."""

from __future__ import annotations

import pytest

from fathoms.app import plugins
from fathoms.domain.step import RoundFacts, Ruling, Rulings
from fathoms.ports.step import Step
from fathoms.testing import ScriptedStep
from fathoms.testing.contracts import finding
from fathoms.testing.steps import CASES, Case, problem
from tests.samples import STEPS


def opened(name: str) -> Step:
    step: Step = STEPS[name]() if name in STEPS else plugins.find(plugins.STEPS, name).load()()
    return step


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
@pytest.mark.parametrize("name", sorted({*finding.names(plugins.STEPS), *STEPS}))
async def test_a_step_rules_on_what_it_was_shown_or_fails_by_name(name: str, case: Case) -> None:
    assert await problem(opened(name), case) == ""


def stranger(_found: RoundFacts) -> Rulings:
    return Rulings(rulings=(Ruling(fact="f-elsewhere", reason="no"),))


def broken(_found: RoundFacts) -> Rulings:
    raise ValueError("no")


@pytest.mark.parametrize(("step", "said"), [(stranger, "which it was not shown"), (broken, "no ProviderError")])
async def test_a_step_that_breaks_its_promise_is_caught(step: object, said: str) -> None:
    assert said in await problem(ScriptedStep(on_look=step), CASES[1])  # type: ignore[arg-type]
