"""No mind talks a run out of its bounds: tasks, levels, revisions, budget; what is finished stays as it is.

Two ways. The rules alone, driven by thousands of random proposals; and whole runs through the service with scripted
minds that ask for drill-downs and revisions at random. The table says how many drill-downs and revisions were
really taken and refused, so that a bound that nothing ever pressed against is seen.
"""

from __future__ import annotations

import asyncio
import os
import random
import tempfile
import zlib
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort, Limits
from fathoms.domain.budget import Budget, Spend
from fathoms.domain.events import PlanRevised, RunStarted, TaskEnded
from fathoms.domain.evidence import Conflict, Severity, SourceKind
from fathoms.domain.ledger import Ledger
from fathoms.domain.plan import STANDARD_GATE, Dependency, Mode, Order, Plan, Task, TaskStatus
from fathoms.domain.report import Depth, DepthVerdict, Finding
from fathoms.domain.revision import NewTask, RevisePolicy, RevisionProposal, TaskChange, Trigger
from fathoms.domain.run import Proposal, RunOrder, SourceSpec
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Phase
from fathoms.engine.plan import depth, drilling, revision, schedule, subplans
from fathoms.engine.plan import rules as plan_rules
from fathoms.engine.run import budget
from fathoms.ports.mind import ConcludeRequest
from fathoms.testing import ScriptedMind, ScriptedSource

PROOF = "random minds never push a run past 20 tasks, 3 levels, 3 revisions or its budget; finished tasks never change"

SIMULATED, RUNS = 1_000, 24
TOPICS = (
    "harbour", "tide", "ferry", "seal", "cable", "crane", "mussel", "beacon", "ledger", "anchor", "lantern", "quay",
    "buoy", "winch", "compass", "chart",
)  # fmt: skip


@dataclass
class Seen:
    """What the runs came to, and what went wrong."""

    most_tasks: int = 0
    deepest: int = 0
    most_revisions: int = 0
    counts: Counter[str] = field(default_factory=Counter)
    broken: list[str] = field(default_factory=list)

    def look(self, plan: Plan, revisions: int, limits: Limits) -> None:
        for part in subplans.parts(plan):
            self.most_tasks = max(self.most_tasks, len(part.tasks))
        self.deepest = max(self.deepest, max(task.level for task in plan.tasks))
        self.most_revisions = max(self.most_revisions, revisions)
        self.broken += plan_rules.problems(plan, limits)
        if revisions > limits.revisions:
            self.broken.append(f"{revisions} revisions, {limits.revisions} allowed")


class Dice:
    """A mind that asks for anything at any time."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def question(self) -> str:
        words = self.random.sample(TOPICS, 4)
        return f"What about the {words[0]} {words[1]} of the {words[2]} {words[3]} {self.random.randrange(1000)}?"

    def finding(self, task: Task, plan: Plan | None = None) -> Finding:
        areas = tuple(self.question() for _ in range(self.random.randrange(6)))
        verdict = DepthVerdict(depth=self.random.choice(list(Depth)), areas=areas)
        proposal = self.proposal(task, plan) if self.random.random() < 0.8 else None
        return Finding(task=task.id, question=task.question, heading=task.question, depth=verdict, revision=proposal)

    def proposal(self, task: Task, plan: Plan | None) -> RevisionProposal:
        ids = [t.id for t in plan.tasks] if plan else [task.id, "1", "2", "3"]
        return RevisionProposal(
            found_by=task.id,
            trigger=self.random.choice(list(Trigger)),
            reason="the dice say so",
            add=tuple(self.new_task(ids) for _ in range(self.random.randrange(5))),
            change=tuple(self.change(ids) for _ in range(self.random.randrange(4))),
        )

    def new_task(self, ids: list[str]) -> NewTask:
        edges = tuple(Dependency(on=on) for on in self.random.sample([*ids, "99"], self.random.randrange(2)))
        importance = self.random.choice((0.69, 0.7, 0.71, 1.0))
        return NewTask(question=self.question(), importance=importance, depends_on=edges)

    def change(self, ids: list[str]) -> TaskChange:
        edges = tuple(Dependency(on=on) for on in self.random.sample(ids, 1)) if self.random.random() < 0.5 else None
        return TaskChange(
            task=self.random.choice(ids),
            skip=self.random.random() < 0.2,
            question=self.question() if self.random.random() < 0.5 else None,
            importance=self.random.random(),
            depends_on=edges,
        )

    def conflicts(self) -> tuple[Conflict, ...]:
        severe = self.random.random() < 0.2
        made = Conflict(id="c", about="x", left="1", right="2", left_says="3", right_says="4", severity=Severity.HIGH)
        return (made,) if severe else ()

    def plan(self, limits: Limits) -> Plan:
        count = self.random.randint(2, limits.top_tasks)
        tasks = [
            Task(
                id=str(n),
                question=self.question(),
                importance=self.random.choice((0.4, 0.69, 0.7, 0.71, 1.0)),
                depends_on=(Dependency(on=str(self.random.randint(1, n - 1))),) if n > 1 and n % 2 else (),
                gates=STANDARD_GATE,
            )
            for n in range(1, count + 1)
        ]
        plan = Plan(mode=Mode.COMPLEX, tasks=tuple(tasks))
        return subplans.split_plans((plan, plan)) if self.random.random() < 0.2 else plan


def simulate(seed: int, seen: Seen) -> None:
    """One run by the rules alone: schedule, spend, drill down, revise, prune, in the order of the product."""
    dice = Dice(seed)
    limits = EFFORT_LIMITS[dice.random.choice(list(Effort))]
    policy = dice.random.choice(list(RevisePolicy))
    plan, revisions = dice.plan(limits), 0
    ledger = Ledger(budget=Budget(calls=dice.random.choice((10, 40, 1000))))
    ended: dict[str, Task] = {}
    while True:
        plan, _ = budget.pruned(ledger, plan)
        plan, _ = schedule.settle(plan)
        for task in schedule.ready(plan, slots=4, order=dice.random.choice(list(Order))):
            plan = plan.marking(task.id, TaskStatus.RUNNING)
        running = [task for task in plan.tasks if task.status is TaskStatus.RUNNING]
        if not running:
            break
        task = dice.random.choice(running)
        reserved = budget.reserve(ledger, f"{task.id}", Spend(calls=dice.random.randint(1, 6)), task=task.id)
        ledger = budget.settle(reserved.ledger, task.id, Spend(calls=1))
        status = TaskStatus.DONE if reserved.granted else TaskStatus.FAILED
        plan = plan.marking(task.id, status)
        ended[task.id] = plan.task(task.id)
        if status is TaskStatus.DONE:
            plan, revisions = _after(plan, task.id, dice, ledger, limits, policy, revisions, seen)
        seen.look(plan, revisions, limits)
        if any(plan.task(task_id) != was for task_id, was in ended.items()):
            seen.broken.append(f"seed {seed}: a finished task changed")
        if budget.committed(ledger).calls > (ledger.budget.calls or 0):
            seen.broken.append(f"seed {seed}: the budget was passed")


def _after(
    plan: Plan,
    task_id: str,
    dice: Dice,
    ledger: Ledger,
    limits: Limits,
    policy: RevisePolicy,
    revisions: int,
    seen: Seen,
) -> tuple[Plan, int]:
    task = plan.task(task_id)
    finding = dice.finding(task, plan)
    born = depth.drill_down(plan, task, finding, dice.conflicts(), limits, may_drill=budget.may_drill(ledger))
    seen.counts["children"] += len(born)
    plan = drilling.grown(plan, born)
    if finding.revision is None:
        return plan, revisions
    revised = revision.apply(plan, finding.revision, limits, revisions, policy, may_add=budget.may_add(ledger))
    seen.counts["revisions refused" if revised.record.refused else "revisions taken"] += 1
    return revised.plan, revisions + revised.record.counts


async def carry_out(service: Service, seed: int, seen: Seen) -> None:
    """One whole run of the product with a scripted mind; bounds are read off its events."""
    dice = Dice(seed)
    effort = dice.random.choice(list(Effort))
    limits = EFFORT_LIMITS[effort]
    plan = dice.plan(limits)

    def conclude(request: ConcludeRequest) -> Finding:
        return Dice(zlib.crc32(f"{seed} {request.task.question}".encode())).finding(request.task)

    mind = ScriptedMind(on_conclude=conclude)
    source = ScriptedSource(pages={"kb://world/page": "The harbour has four cranes."})
    allowed = dice.random.choice((None, 12, 40))
    service.shop.make_mind = lambda name: mind
    service.shop.open_source = lambda spec: source
    question = "How does the harbour work?"
    order = RunOrder(
        run=f"bounds-{seed}",
        ask=Ask(question=question, mind="scripted", effort=effort, budget=Budget(calls=allowed), cross_check=False),
        sources=(SourceSpec(plugin="scripted", name=source.name),),
        limits=limits,
        created_at=datetime.now(UTC),
    )
    survey = Survey(source=source.name, kind=SourceKind.INTERNAL, phases=tuple(Phase))
    brief = Brief(question=question, effort=effort, limits=limits, budget=order.ask.budget)
    service.shop.stores.add_run(order)
    service.shop.stores.set_proposal(order.run, Proposal(brief=brief, plan=plan, surveys=(survey,)))
    await service.carry_out(order.run)
    read_events(service, order.run, limits, seen)
    seen.counts["calls of minds"] += len(mind.asked)
    if allowed is not None and len(mind.asked) > allowed:
        seen.broken.append(f"{order.run}: {len(mind.asked)} calls, {allowed} allowed")


def read_events(service: Service, run: str, limits: Limits, seen: Seen) -> None:
    plan, revisions = Plan(), 0
    finished: set[str] = set()
    for event in service.events(run):
        body = event.body
        if isinstance(body, RunStarted):
            plan = body.plan
        elif isinstance(body, TaskEnded):
            finished.add(event.task)
        elif isinstance(body, PlanRevised):
            seen.counts["plan changes refused" if body.refused else "plan changes taken"] += 1
            if body.refused:
                continue
            grew_below = len(body.after.tasks) > len(body.before.tasks) and all(
                task.parent for task in body.after.tasks[len(body.before.tasks) :]
            )
            revisions += not grew_below
            if any(_text(body.after.task(task_id)) != _text(plan.task(task_id)) for task_id in finished):
                seen.broken.append(f"{run}: a finished task changed")
            plan = body.after
        if plan.tasks:
            seen.look(plan, revisions, limits)


def _text(task: Task) -> tuple[object, ...]:
    return task.question, task.depends_on, task.parent, task.sub_questions


async def carry_out_all(home: Path, seed: int, seen: Seen) -> None:
    async with Service(load({"home": str(home)})) as service:
        for n in range(RUNS):
            await carry_out(service, seed + n, seen)


def main() -> int:
    seed = int(os.environ.get("SEED", "20261115"))
    simulated, carried = Seen(), Seen()
    for n in range(SIMULATED):
        simulate(seed + n, simulated)
    with tempfile.TemporaryDirectory() as home:
        asyncio.run(carry_out_all(Path(home), seed, carried))
    print(f"{'way':<18} {'runs':>5} {'most tasks':>11} {'deepest':>8} {'revisions':>10}  happened")
    for name, count, seen in (("rules alone", SIMULATED, simulated), ("whole runs", RUNS, carried)):
        told = ", ".join(f"{n:,} {what}" for what, n in sorted(seen.counts.items())) or "no plan changed"
        print(f"{name:<18} {count:>5} {seen.most_tasks:>11} {seen.deepest:>8} {seen.most_revisions:>10}  {told}")
    broken = [*simulated.broken, *carried.broken]
    for problem in broken[:10]:
        print(f"BROKEN {problem}")
    most = max(simulated.most_tasks, carried.most_tasks)
    deepest = max(simulated.deepest, carried.deepest)
    revisions = max(simulated.most_revisions, carried.most_revisions)
    held = not broken and most <= 20 and deepest <= 3 and revisions <= 3
    print(
        f"most seen over {SIMULATED + RUNS:,} runs: {most} tasks (≤ 20), {deepest} levels (≤ 3), "
        f"{revisions} revisions (≤ 3); {len(broken)} bounds broken"
    )
    return 0 if held else 1
