"""How far threads get through their phases: random yields at each effort, by the rules alone.

Each thread has sources for every phase, a question that nothing answers, and rounds that bring a random number of new
facts from results that overlap at random. Counted is who enters which phase before its rounds are over.
"""

from __future__ import annotations

import random
from collections import Counter

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.plan import Task
from fathoms.domain.thread import Phase, PlateauPolicy, StopReason, ThreadState
from fathoms.engine.thread import opening
from tests.thread_making import after_round, new_facts

PROOF = "random yields: at deep, threads that stay open reach DIVERSIFY (≥ 60 %) and VERIFY (≥ 40 %)"

THREADS = 1_000
MOST_FACTS = 6
RESULTS = 5
LEAST = {Phase.DIVERSIFY: 0.6, Phase.VERIFY: 0.4}


def played(effort: Effort, chance: random.Random) -> ThreadState:
    """A thread that no fact answers, to its end."""
    brief = Brief(question="What of the tide?", effort=effort, limits=EFFORT_LIMITS[effort])
    task = Task(id="1", question=brief.question)
    thread = opening.start(
        task,
        brief,
        served=tuple(Phase),
        known=(),
        patience=ThreadState.model_fields["patience"].default,
        policy=PlateauPolicy.ESCAPE,
    )
    seen: list[str] = []
    while thread.stopped is None:
        number = len(thread.rounds) + 1
        fresh = [f"https://site-{number}-{n}.example/" for n in range(RESULTS)]
        urls = [chance.choice(seen) if seen and chance.random() < 0.4 else url for url in fresh]
        found = new_facts(chance.randint(0, MOST_FACTS), round=number)
        thread = after_round(thread, facts=found, urls=urls if chance.random() > 0.05 else ())
        seen += urls
    return thread


def shares(effort: Effort, chance: random.Random) -> tuple[dict[Phase, float], Counter[StopReason | None], float]:
    threads = [played(effort, chance) for _ in range(THREADS)]
    entered = Counter(phase for thread in threads for phase in {record.scope.phase for record in thread.rounds})
    rounds = sum(len(thread.rounds) for thread in threads) / len(threads)
    return {phase: entered[phase] / THREADS for phase in Phase}, Counter(t.stopped for t in threads), rounds


def main() -> int:
    chance = random.Random(20261116)
    print(f"{'effort':<12} {'threads':>7} {'rounds':>6}  " + "  ".join(f"{phase.value:>9}" for phase in Phase))
    deep: dict[Phase, float] = {}
    for effort in Effort:
        entered, _, rounds = shares(effort, chance)
        deep = entered if effort is Effort.DEEP else deep
        print(f"{effort.value:<12} {THREADS:>7} {rounds:>6.1f}  " + "  ".join(f"{entered[p]:>9.0%}" for p in Phase))
    told = ", ".join(f"{phase.value} {deep[phase]:.0%} (≥ {least:.0%})" for phase, least in LEAST.items())
    print(f"at deep, of {THREADS} threads that stay open: {told}")
    return 0 if all(deep[phase] >= least for phase, least in LEAST.items()) else 1
