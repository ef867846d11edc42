"""A process that works on a run which asks a person: `python -m tests.scenarios.approval_run HOME`.

Starts the run `asks` in HOME, or goes on with it. Its first task stays shallow, so the run asks whether it may dig.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Dependency, Mode, Plan, Task
from fathoms.domain.report import Depth, DepthVerdict, Finding
from fathoms.domain.run import Proposal, RunOrder, SourceSpec
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Phase
from fathoms.ports.mind import ConcludeRequest
from fathoms.testing import ScriptedMind, ScriptedSource
from fathoms.testing.fakes import all_facts

RUN = "asks"
PAGES = {"kb://world/page": "Crane 1 lifts 10 tonnes."}
PLAN = Plan(
    mode=Mode.COMPLEX,
    tasks=(
        Task(id="1", question="How do the cranes work?", importance=0.9),
        Task(id="2", question="Who owns the quay?", importance=0.5),
        Task(id="3", question="What do cranes and quay cost?", depends_on=(Dependency(on="2"),), importance=0.5),
    ),
)


def shallow_first(request: ConcludeRequest) -> Finding:
    finding = all_facts(request)
    if request.task.id != "1":
        return finding
    verdict = DepthVerdict(depth=Depth.SUPERFICIAL, areas=("How is a crane braked?",), reasoning="only generalities")
    return finding.model_copy(update={"depth": verdict})


def propose(service: Service) -> None:
    order = RunOrder(
        run=RUN,
        question="How do the cranes work, and who owns the quay?",
        sources=(SourceSpec(plugin="scripted", name="scripted"),),
        mind="scripted",
        limits=EFFORT_LIMITS[Effort.STANDARD],
        created_at=datetime.now(UTC),
        interactive=True,
    )
    survey = Survey(source="scripted", kind=SourceKind.INTERNAL, phases=tuple(Phase))
    service.shop.stores.add_run(order)
    service.shop.stores.set_proposal(
        RUN, Proposal(brief=Brief(question=order.question, limits=order.limits), plan=PLAN, surveys=(survey,))
    )


async def work(home: Path) -> None:
    async with Service(load({"home": str(home), "calls_log": ""})) as service:
        service.shop.make_mind = lambda name: ScriptedMind(on_conclude=shallow_first)
        service.shop.open_source = lambda spec: ScriptedSource(pages=PAGES)
        if RUN not in service.shop.stores.run_ids():
            propose(service)
        await service.carry_out(RUN)


if __name__ == "__main__":
    asyncio.run(work(Path(sys.argv[1])))
