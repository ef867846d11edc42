"""Scheduling: how close a run comes to its critical path, on an uneven graph of 40 tasks.

Eight chains of five tasks; in each chain one task is long, at a different level in each. Searches
take a fixed time, everything else is the product itself: workflows, steps, journal, events.
"""

from __future__ import annotations

import asyncio
import heapq
import resource
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.events import TaskEnded, TaskStarted
from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Dependency, Mode, Order, Plan, Task, TaskStatus
from fathoms.domain.run import Proposal, RunOrder, SourceSpec
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Phase
from fathoms.engine.plan import schedule
from fathoms.testing import ScriptedMind, ScriptedSource

PROOF = "40 uneven tasks: makespan ÷ critical path with free slots, and ÷ the ideal list schedule with 4"

CHAINS, LENGTH, SHORT = 8, 5, 0.4
LONG_STEPS = (3.0, 6.0, 10.0)
"""Seconds of the one long task of each chain: the shorter it is, the more the overhead weighs."""
FREE_LIMIT, FOUR_LIMIT = 1.15, 1.10
TASKS_A_RUN = 20
PAGE = {"kb://world/page": "The harbour has four cranes. They were built in 1987."}


def uneven_plan(long: float) -> tuple[Plan, dict[str, float]]:
    tasks, seconds = [], {}
    for chain in range(CHAINS):
        for step in range(LENGTH):
            task_id = str(chain * LENGTH + step + 1)
            before = (Dependency(on=str(chain * LENGTH + step)),) if step else ()
            tasks.append(Task(id=task_id, question=f"What about task {task_id}?", depends_on=before))
            seconds[task_id] = long if step == chain % LENGTH else SHORT
    return Plan(mode=Mode.SIMPLE, tasks=tuple(tasks)), seconds


def critical_path(plan: Plan, seconds: dict[str, float]) -> float:
    ends: dict[str, float] = {}
    for task in plan.tasks:
        ends[task.id] = max((ends[d] for d in task.dependency_ids), default=0.0) + seconds[task.id]
    return max(ends.values())


def with_level_barrier(seconds: dict[str, float]) -> float:
    return sum(max(seconds[str(chain * LENGTH + step + 1)] for chain in range(CHAINS)) for step in range(LENGTH))


def ideal(plan: Plan, seconds: dict[str, float], slots: int) -> float:
    """The list schedule in the product's own order, with no overhead at all."""
    now = 0.0
    running: list[tuple[float, str]] = []
    while not plan.ended:
        for task in schedule.ready(plan, slots=slots, order=Order.BREADTH):
            heapq.heappush(running, (now + seconds[task.id], task.id))
            plan = plan.marking(task.id, TaskStatus.RUNNING)
        now, done = heapq.heappop(running)
        plan = plan.marking(done, TaskStatus.DONE)
    return now


async def measured(home: Path, plan: Plan, seconds: dict[str, float], slots: int) -> tuple[float, float, int]:
    """Makespan between the first task's start and the last one's end, CPU seconds, and recorded steps."""
    async with Service(load({"home": str(home)})) as service:
        source = ScriptedSource(pages=PAGE, seconds=lambda query: seconds[query.text.split()[3].rstrip("?")])
        service.shop.make_mind = lambda name: ScriptedMind()
        service.shop.open_source = lambda spec: source
        survey = Survey(source=source.name, kind=SourceKind.INTERNAL, phases=tuple(Phase))
        now = datetime.now(UTC)
        order = RunOrder(
            run=f"schedule-{slots}",
            ask=Ask(question="How does the harbour work?", mind="scripted", slots=slots, cross_check=False),
            sources=(SourceSpec(plugin="scripted", name=source.name),),
            limits=EFFORT_LIMITS[Effort.DEEP],
            created_at=now,
        )
        service.shop.stores.add_run(order)
        service.shop.stores.set_proposal(
            order.run, Proposal(brief=Brief(question=order.ask.question), plan=plan, surveys=(survey,))
        )
        cpu = time.process_time()
        await service.carry_out(order.run)
        cpu = time.process_time() - cpu
        events = service.events(order.run)
        begins = [event.at for event in events if isinstance(event.body, TaskStarted)]
        ends = [event.at for event in events if isinstance(event.body, TaskEnded) and event.body.status == "done"]
        if len(ends) != len(plan.tasks):
            raise RuntimeError(f"only {len(ends)} of {len(plan.tasks)} tasks ended well")
        from fathoms.runtime.trace import steps

        return (max(ends) - min(begins)).total_seconds(), cpu, len(steps(service.shop.home, order.run))


def cpu_per_step(runs: int) -> tuple[int, float]:
    """CPU of runs with 20 tasks each, the most a plan may have, whose searches take no time at all."""
    tasks = tuple(Task(id=str(n), question=f"What about task {n}?") for n in range(1, TASKS_A_RUN + 1))
    plan, no_time = Plan(mode=Mode.SIMPLE, tasks=tasks), {task.id: 0.0 for task in tasks}
    total_steps, total_cpu = 0, 0.0
    for _ in range(runs):
        with tempfile.TemporaryDirectory() as folder:
            _, cpu, steps = asyncio.run(measured(Path(folder), plan, no_time, slots=16))
        total_steps, total_cpu = total_steps + steps, total_cpu + cpu
    return total_steps, total_cpu * 1000 / total_steps


def main() -> int:
    print(f"{'step s':>6} {'slots':>5} {'makespan s':>11} {'goal s':>7} {'overhead s':>10} {'ratio':>6} {'CPU s':>6}")
    ratios: list[tuple[float, int, float, float]] = []
    for long in LONG_STEPS:
        plan, seconds = uneven_plan(long)
        for slots in (len(plan.tasks), 4):
            with tempfile.TemporaryDirectory() as folder:
                makespan, cpu, _ = asyncio.run(measured(Path(folder), plan, seconds, slots))
            free = slots == len(plan.tasks)
            goal = critical_path(plan, seconds) if free else ideal(plan, seconds, slots)
            over, ratio = makespan - goal, makespan / goal
            ratios.append((long, slots, ratio, FREE_LIMIT if free else FOUR_LIMIT))
            print(
                f"{long:>6.0f} {slots:>5} {makespan:>11.2f} {goal:>7.2f} {over:>10.2f} {ratio:>6.3f} {cpu:>6.2f}",
                flush=True,
            )
    barrier = with_level_barrier(seconds) / critical_path(plan, seconds)
    print(f"a barrier between levels would need {barrier:.2f} critical paths")
    for runs in (5, 50):
        steps, ms = cpu_per_step(runs)
        print(f"CPU per step over {steps:,} steps: {ms:.2f} ms (whole product: mind, stores, journal, events)")
    print(f"peak memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")
    told = "; ".join(f"{long:g} s with {slots} slots {ratio:.3f} (≤ {limit})" for long, slots, ratio, limit in ratios)
    print(f"makespan ÷ what cannot be shorter: {told}")
    return 0 if all(ratio <= limit for _, _, ratio, limit in ratios) else 1
