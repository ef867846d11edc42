"""Runs with a scripted mind and source, for the tests of the durable flow."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime

from fathoms.app.service import Service
from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.budget import Budget
from fathoms.domain.events import TaskStarted
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Dependency, Mode, Need, Plan, Task
from fathoms.domain.revision import RevisePolicy
from fathoms.domain.run import Proposal, RunOrder, SourceSpec
from fathoms.domain.step import StepSpec
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Phase
from fathoms.testing import ScriptedMind, ScriptedSource, ScriptedStep

PAGES = {f"kb://world/page-{n}": f"Crane {n} lifts {n}0 tonnes.\nIt stands on quay {n}." for n in range(1, 4)}


def start(
    service: Service,
    *tasks: Task,
    mind: ScriptedMind | None = None,
    source: ScriptedSource | None = None,
    slots: int = 4,
    run: str = "r1",
    effort: Effort = Effort.STANDARD,
    budget: Budget | None = None,
    revise: RevisePolicy = RevisePolicy.ADAPTIVE,
    interactive: bool = False,
    approval_seconds: float | None = None,
    steps: Mapping[str, ScriptedStep] | None = None,
    known: tuple[str, ...] = (),
) -> str:
    """An authorised run with this plan, this mind, this source and these steps, ready to be carried out."""
    mind, source = mind or ScriptedMind(), source or ScriptedSource(pages=PAGES)
    service.shop.make_mind = lambda name: mind
    service.shop.open_source = lambda spec: source
    between = dict(steps or {})
    service.shop.open_step = lambda spec: between[spec.name]
    survey = Survey(source=source.name, kind=SourceKind.INTERNAL, phases=tuple(Phase))
    order = RunOrder(
        run=run,
        ask=Ask(
            question="How do the cranes work?",
            mind="scripted",
            effort=effort,
            slots=slots,
            budget=budget or Budget(),
            revise=revise,
            interactive=interactive,
            approval_seconds=approval_seconds,
            cross_check=False,
        ),
        sources=(SourceSpec(plugin="scripted", name=source.name),),
        limits=EFFORT_LIMITS[effort],
        created_at=datetime.now(UTC),
        steps=tuple(StepSpec(name=name, slot=step.slot) for name, step in between.items()),
    )
    brief = Brief(
        question=order.ask.question, effort=effort, limits=order.limits, budget=order.ask.budget, known_facts=known
    )
    service.shop.stores.add_run(order)
    service.shop.stores.set_proposal(
        run, Proposal(brief=brief, plan=Plan(mode=Mode.COMPLEX, tasks=tasks), surveys=(survey,))
    )
    return run


def task(task_id: str, *depends_on: str, need: Need = Need.HARD, importance: float = 0.5) -> Task:
    dependencies = tuple(Dependency(on=other, need=need) for other in depends_on)
    question = f"What about crane {task_id}?"
    return Task(id=task_id, question=question, depends_on=dependencies, importance=importance)


def started(service: Service, run: str = "r1") -> list[str]:
    return [event.task for event in service.events(run) if isinstance(event.body, TaskStarted)]
