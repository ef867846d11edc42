"""A process that works on one run: `python -m tests.crash.slow_run HOME LOG GATE RUN`.

Starts RUN in HOME, or goes on with it. No search comes back before the file GATE exists; every real call
is noted in LOG, before and after.
"""

from __future__ import annotations

import asyncio
import sys
from datetime import UTC, datetime
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.plan import Plan, Task
from fathoms.domain.run import Proposal, RunOrder, SourceSpec
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Phase
from fathoms.errors import FathomsError
from fathoms.testing import ScriptedMind, ScriptedSource

TASKS = 4
PAGES = {"kb://world/page": "Crane 1 lifts 10 tonnes."}


def propose_slow_run(service: Service, run: str) -> None:
    survey = Survey(source="scripted", kind=SourceKind.INTERNAL, phases=tuple(Phase))
    order = RunOrder(
        run=run,
        ask=Ask(question="How do the cranes work?", mind="scripted", slots=2, cross_check=False),
        sources=(SourceSpec(plugin="scripted", name="scripted"),),
        limits=EFFORT_LIMITS[Effort.STANDARD],
        created_at=datetime.now(UTC),
    )
    plan = Plan(tasks=tuple(Task(id=str(n), question=f"What about crane {n}?") for n in range(1, TASKS + 1)))
    service.shop.stores.add_run(order)
    service.shop.stores.set_proposal(
        run, Proposal(brief=Brief(question=order.ask.question), plan=plan, surveys=(survey,))
    )


class GatedSource(ScriptedSource):
    """Answers a search once its gate is open."""

    gate = Path()

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        while not self.gate.exists():  # noqa: ASYNC110 - the other process has only files
            await asyncio.sleep(0.02)
        return await super().search(query, limit=limit, phase=phase)


async def work(home: Path, log: Path, gate: Path, run: str) -> int:
    async with Service(load({"home": str(home), "calls_log": str(log)})) as service:
        service.shop.make_mind = lambda name: ScriptedMind()
        GatedSource.gate = gate
        service.shop.open_source = lambda spec: GatedSource(pages=PAGES)
        if run not in service.shop.stores.run_ids():
            propose_slow_run(service, run)
        try:
            row = await service.carry_out(run)
        except FathomsError as error:
            print(f"refused: {error}", flush=True)
            return error.exit_code
        print(row.status, flush=True)
        return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(work(Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), sys.argv[4])))
