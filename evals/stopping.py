"""Stopping early costs nothing: the example questions once as usual, once with a mind that is never content.

The second run follows the same plan with the highest effort, endless patience, and the product's own mind behind a
wrapper that quotes the same and always says "not enough": no thread may stop because it has what it wants.
"""

from __future__ import annotations

import asyncio
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evals.answers import DOCS, QUESTIONS, holds
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.brief import Effort
from fathoms.domain.evidence import Evidence
from fathoms.domain.plan import Mode, Plan
from fathoms.domain.report import TaskOutcome
from fathoms.domain.run import RunRow
from fathoms.domain.thread import Extraction, StopReason
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ExtractRequest

PROOF = "threads stop because they are done, not because their rounds are spent, and lose no gold evidence by it"

EARLY_SHARE = 0.6
MOST_PATIENCE = 20
EARLY = (StopReason.CRITERIA_MET, StopReason.PLATEAU_STOPPED)


class NeverContent(ExtractiveMind):
    """Quotes what the built-in mind quotes, and reports that nothing is covered."""

    async def extract(self, request: ExtractRequest) -> Extraction:
        found = await super().extract(request)
        return found.model_copy(update={"coverage": {}, "sufficient": False})


@dataclass(frozen=True, slots=True)
class Thread:
    """How one thread ended."""

    reason: StopReason | None
    rounds: int
    ceiling: int

    @property
    def early(self) -> bool:
        return self.reason in EARLY


@dataclass(frozen=True, slots=True)
class Asked:
    """One question, asked one way."""

    threads: tuple[Thread, ...]
    gold: frozenset[int]
    """Numbers of the gold quotes among the facts."""
    facts: int


@dataclass(frozen=True, slots=True)
class Compared:
    """One question, asked both ways."""

    id: str
    gold: int
    usual: Asked
    all_rounds: Asked


def _asked(row: RunRow, outcomes: Sequence[TaskOutcome], gold: Sequence[dict[str, str]]) -> Asked:
    assert row.proposal is not None
    plan, limits = row.proposal.plan, row.order.limits
    facts = [fact for outcome in outcomes for fact in outcome.facts if not fact.loose]
    evidence: list[Evidence] = [item for fact in facts for item in fact.evidence]
    most = limits.rounds
    extra = {task.id: task.extra_rounds for task in plan.tasks}
    return Asked(
        threads=tuple(
            Thread(outcome.finding.stopped, outcome.finding.rounds, most + extra.get(outcome.task, 0))
            for outcome in outcomes
            if outcome.finding
        ),
        gold=frozenset(
            number
            for number, wanted in enumerate(gold)
            if any(holds(item, wanted["document"], wanted["quote"]) for item in evidence)
        ),
        facts=len(facts),
    )


def _relaxed(plan: Plan) -> Plan:
    """The same tasks, allowed all rounds of the effort; of no importance, so that none is dug into."""
    tasks = tuple(task.model_copy(update={"importance": 0.5}) for task in plan.tasks)
    return plan.model_copy(update={"mode": Mode.COMPLEX, "tasks": tasks})


class Bench:
    """One home with the example documents, and the two ways to ask."""

    def __init__(self, service: Service) -> None:
        self._service = service

    async def as_usual(self, question: str, gold: Sequence[dict[str, str]]) -> tuple[Asked, Plan]:
        self._service.shop.make_mind = lambda name: ExtractiveMind()
        row = await self._carried_out(Ask(question=question, docs=(DOCS,), learn=False, fresh=True))
        assert row.proposal is not None
        return self._result(row, gold), row.proposal.plan

    async def all_rounds(self, question: str, plan: Plan, gold: Sequence[dict[str, str]]) -> Asked:
        self._service.shop.make_mind = lambda name: NeverContent()
        ask = Ask(
            question=question,
            docs=(DOCS,),
            suggested=_relaxed(plan),
            effort=Effort.EXHAUSTIVE,
            patience=MOST_PATIENCE,
            learn=False,
            fresh=True,
        )
        return self._result(await self._carried_out(ask), gold)

    async def _carried_out(self, ask: Ask) -> RunRow:
        row = await self._service.propose(ask)
        return await self._service.carry_out(row.order.run)

    def _result(self, row: RunRow, gold: Sequence[dict[str, str]]) -> Asked:
        return _asked(row, self._service.outcomes(row.order.run), gold)


async def compared(questions: Sequence[dict[str, object]]) -> list[Compared]:
    rows = []
    with tempfile.TemporaryDirectory() as home:
        async with Service(load({"home": home})) as service:
            await service.ingest((DOCS,))
            bench = Bench(service)
            for question in questions:
                text, gold = str(question["question"]), question.get("gold", [])
                assert isinstance(gold, list)
                usual, plan = await bench.as_usual(text, gold)
                every = await bench.all_rounds(text, plan, gold)
                rows.append(Compared(str(question["id"]), len(gold), usual, every))
    return rows


def _reasons(threads: Sequence[Thread]) -> str:
    counted = Counter(thread.reason.value if thread.reason else "discovery" for thread in threads)
    return ", ".join(f"{reason} {count}" for reason, count in sorted(counted.items()))


def _rounds(threads: Sequence[Thread]) -> int:
    return sum(thread.rounds for thread in threads)


def main() -> int:
    rows = asyncio.run(compared(tomllib.loads(QUESTIONS.read_text("utf-8"))["question"]))
    print(f"{'id':<5} {'gold':>4} {'usual':>6} {'rounds':>7} {'all':>5} {'rounds':>7}  stopped as usual")
    for row in rows:
        usual, every = row.usual, row.all_rounds
        print(
            f"{row.id:<5} {row.gold:>4} {len(usual.gold):>6} {_rounds(usual.threads):>7} {len(every.gold):>5} "
            f"{_rounds(every.threads):>7}  {_reasons(usual.threads)}"
        )
    threads = [thread for row in rows for thread in row.usual.threads]
    unhurried = [thread for row in rows for thread in row.all_rounds.threads]
    print(f"as usual:   {_reasons(threads)}; {_rounds(threads) / len(threads):.2f} rounds a thread")
    print(f"all rounds: {_reasons(unhurried)}; {_rounds(unhurried) / len(unhurried):.2f} rounds a thread")
    strict = sum(1 for thread in threads if thread.early and thread.rounds < thread.ceiling) / len(threads)
    print(f"done before the ceiling of its rounds: {strict:.1%} of {len(threads)} threads")
    print(f"gold quotes that only all rounds found: {sum(len(r.all_rounds.gold - r.usual.gold) for r in rows)}")
    gold = sum(row.gold for row in rows)
    found, could = sum(len(row.usual.gold) for row in rows), sum(len(row.all_rounds.gold) for row in rows)
    share = sum(1 for thread in threads if thread.early) / len(threads)
    print(
        f"stopped early {share:.1%} (≥ {EARLY_SHARE:.0%}); gold recall {found}/{gold} = {found / gold:.3f}, "
        f"with all rounds {could}/{gold} = {could / gold:.3f} (no worse)"
    )
    return 0 if share >= EARLY_SHARE and found >= could else 1
