"""The rules of a thread over random worlds: the eight self-checks after each round, and what always holds.

The worlds, minds and rules are those of `tests/property/test_thread_rounds.py`; here they are counted. A part
of the worlds is then played through the durable runtime, with its files on disk.
"""

from __future__ import annotations

import asyncio
import random
import tempfile
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from hypothesis import HealthCheck, given, settings

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.events import SelfCheckFailed
from fathoms.domain.evidence import Hit, Page, Query
from fathoms.domain.plan import Gates, Task, TaskStatus
from fathoms.domain.report import Finding
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Extraction, Phase, ScopeDraft, ThreadState
from fathoms.engine.run.fallbacks import READ, SEARCH
from fathoms.engine.thread.rounds import selfchecks
from fathoms.errors import BadAnswer
from fathoms.ports.mind import ConcludeRequest, ExtractRequest, ScopeRequest
from fathoms.testing import ScriptedMind
from fathoms.testing.fakes import all_facts
from tests.property.test_thread_rounds import (
    KB,
    WEB,
    test_whatever_mind_and_source_do_the_rules_hold,
    threads_played,
)
from tests.scenarios.playing import play
from tests.thread_world import CLAIM_MANNERS, MIND_MANNERS, SOURCE_MANNERS, Round, World
from tests.thread_world import ScriptedMind as RandomMind

PROOF = "random worlds and minds: the eight self-checks hold after every round, and no rule is broken"

EXAMPLES = 600
THROUGH_THE_RUNTIME = 60
SELF_CHECKS = 8
LOST = "nothing could be searched or read"
"""How a task ends whose sources never answered: it fails, and every self-check held until then."""

_rules = test_whatever_mind_and_source_do_the_rules_hold.hypothesis.inner_test  # type: ignore[attr-defined]


@dataclass(slots=True)
class Tally:
    """What was tried, and what did not hold."""

    threads: int = 0
    rounds: int = 0
    failures: list[str] = field(default_factory=list)
    stops: Counter[str] = field(default_factory=Counter)

    def ended(self, thread: ThreadState) -> None:
        self.threads += 1
        self.rounds += len(thread.rounds)
        self.stops[thread.stopped or "never"] += 1


def over_random_worlds(examples: int) -> Tally:
    """The property, with every failure counted instead of the first one raised."""
    tally = Tally()

    @settings(max_examples=examples, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(threads_played())
    def tried(case: tuple[ThreadState, list[Round], World]) -> None:
        played = [moment for moment in case[1] if not moment.passed_over]
        tally.ended(case[1][-1].after)
        tally.failures += [problem for moment in played for problem in selfchecks(moment.after)]
        try:
            _rules(case)
        except AssertionError as broken:
            tally.failures.append(f"a rule is broken: {broken}")

    tried()
    return tally


async def through_the_runtime(threads: int) -> Tally:
    """Worlds and minds of the same kind, behind the ports, with steps recorded and reports written."""
    tally = Tally()
    chance = random.Random(20261115)
    with tempfile.TemporaryDirectory() as home:
        async with Service(load({"home": home})) as service:
            for number in range(threads):
                await _one_thread(service, f"w{number}", chance, tally)
    return tally


async def _one_thread(service: Service, run: str, chance: random.Random, tally: Tally) -> None:
    effort = chance.choice(list(Effort))
    brief = Brief(question="How does the tide reach the ferry?", effort=effort, limits=EFFORT_LIMITS[effort])
    gates = Gates(corroboration=2, themes=("porpoise",), max_iterations=2) if chance.random() < 0.3 else None
    task = Task(id="1", question=brief.question, subjects=("tide", "ferry")[: chance.randint(0, 2)], gates=gates)
    world = World(chance, chance.choice([*SOURCE_MANNERS, "mixed"]))
    mind = RandomMind(chance, chance.choice([*MIND_MANNERS, "mixed"]), chance.choice([*CLAIM_MANNERS, "mixed"]))
    watched = Watched(mind, service.shop.home.run_folder(run) / "threads")
    sources = tuple(WorldSource(survey, world) for survey in chance.choice([(KB,), (WEB,), (KB, WEB)]))
    await play(service, run, brief=brief, tasks=[task], mind=watched.behind_the_port(), sources=sources)
    tally.failures += watched.problems
    if watched.ended is not None:
        tally.ended(watched.ended)
    elif _nothing_to_be_had(service, run):
        tally.stops[LOST] += 1
    else:
        tally.failures.append(f"{run}: the thread did not conclude")


def _nothing_to_be_had(service: Service, run: str) -> bool:
    """Whether the task failed for its sources alone, after rounds in which every self-check held."""
    (outcome,) = service.outcomes(run)
    lost = {failure.what for failure in outcome.failures}
    broken = any(isinstance(event.body, SelfCheckFailed) for event in service.events(run))
    return outcome.status is TaskStatus.FAILED and bool(lost) and lost <= {SEARCH, READ} and not broken


class Watched:
    """A random mind whose thread is checked, with the files on disk, each time it is asked for a scope."""

    def __init__(self, mind: RandomMind, folder: Path) -> None:
        self._mind, self._folder = mind, folder
        self.problems: list[str] = []
        self.ended: ThreadState | None = None

    def behind_the_port(self) -> ScriptedMind:
        return ScriptedMind(on_scope=self._scope, on_extract=self._extract, on_conclude=self._conclude)

    def _check(self, thread: ThreadState) -> None:
        written = self._folder.glob(
            f"micro-report-{thread.name}-round-*.md"
        )  # a task may have been dug into: not its own
        self.problems += selfchecks(thread, reports=[path.name for path in written])

    def _scope(self, request: ScopeRequest) -> ScopeDraft:
        self._check(request.thread)
        return self._mind.scope(request.scope)

    def _extract(self, request: ExtractRequest) -> Extraction:
        return self._mind.extract(request.thread, request.passages)

    def _conclude(self, request: ConcludeRequest) -> Finding:
        self._check(request.thread)
        self.ended = request.thread
        return all_facts(request)


class WorldSource:
    """A random world behind the port."""

    def __init__(self, survey: Survey, world: World) -> None:
        self.name, self.kind, self.phases = survey.source, survey.kind, frozenset(survey.phases)
        self._survey, self._world = survey, world

    async def survey(self, question: str) -> Survey:
        return self._survey

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        answer = self._world.search(query)
        if answer is None:
            raise BadAnswer("the source failed", provider=self.name)
        return answer

    async def read(self, hit: Hit) -> Page:
        return self._world.page_of(hit)


def main() -> int:
    pure = over_random_worlds(EXAMPLES)
    durable = asyncio.run(through_the_runtime(THROUGH_THE_RUNTIME))
    print(f"{'':<22} {'threads':>7} {'rounds':>7} {'self-checks':>11} {'failures':>8}  stopped")
    for name, tally in (("rules alone", pure), ("through the runtime", durable)):
        stops = ", ".join(f"{reason} {count}" for reason, count in sorted(tally.stops.items()))
        checks = tally.rounds * SELF_CHECKS
        print(f"{name:<22} {tally.threads:>7} {tally.rounds:>7} {checks:>11} {len(tally.failures):>8}  {stops}")
    failures = [*pure.failures, *durable.failures]
    for problem in failures[:10]:
        print(f"  {problem}")
    ended = durable.threads + durable.stops[LOST]
    tried = pure.threads + ended
    print(f"{tried} random worlds tried (≥ 500), {len(failures)} failures (0)")
    return 0 if tried >= 500 and ended == THROUGH_THE_RUNTIME and not failures else 1
