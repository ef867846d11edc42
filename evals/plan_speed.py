"""From question to plan: survey, brief, scouting search, plan and verdict, with the extractive mind.

Measured through the service on the example documents, already taken in. The figure is processor time, since the
machines that this runs on are shared; the wall clock is shown beside it.
"""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from evals.planning import DOCS, QUESTIONS, questions_of
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask

PROOF = "time from question to plan with the extractive mind on the example documents, under 1 s"

LIMIT = 1.0


@dataclass(frozen=True)
class Timed:
    id: str
    cpu: float
    wall: float


async def time_all(home: Path) -> list[Timed]:
    timed = []
    async with Service(load({"home": str(home)})) as service:
        await service.ingest((DOCS,))
        for asked in [one for path in QUESTIONS for one in questions_of(path)]:
            cpu, wall = time.process_time(), time.monotonic()
            await service.propose(Ask(question=asked.question, docs=(DOCS,)))
            timed.append(Timed(asked.id, time.process_time() - cpu, time.monotonic() - wall))
    return timed


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        timed = asyncio.run(time_all(Path(home)))
    slowest = sorted(timed, key=lambda one: -one.cpu)[:5]
    print(f"{'slowest':<8} {'CPU s':>7} {'wall s':>7}")
    for one in slowest:
        print(f"{one.id:<8} {one.cpu:>7.3f} {one.wall:>7.3f}")
    median = statistics.median(one.cpu for one in timed)
    print(f"median wall {statistics.median(one.wall for one in timed):.3f} s over {len(timed)} questions")
    worst = slowest[0].cpu
    print(f"question to plan: median {median:.3f} CPU s, slowest {worst:.3f} (< {LIMIT:g} s)")
    return 0 if worst < LIMIT else 1
