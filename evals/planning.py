"""How questions are taken: simple, complex, or refused with narrower questions that are feasible themselves.

Each question goes through the product's own planning (`Service.propose`) on the example documents; so does each
narrower question that a refusal offers. `QUESTIONS=` names another file in the format of
examples/planning_questions.toml (several with a colon between), `DOCS=` other documents.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import tomllib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.feasibility import Verdict
from fathoms.domain.run import Proposal
from fathoms.engine.intake import feasibility

PROOF = "230 questions in six languages taken as simple, complex or infeasible; narrower questions are feasible"

EXAMPLES = Path(__file__).parent.parent / "examples"
OWN = tuple(EXAMPLES / f"planning_{name}.toml" for name in ("questions", "modes", "modes_later", "modes_once"))
QUESTIONS = tuple(map(Path, filter(None, os.environ.get("QUESTIONS", "").split(os.pathsep)))) or OWN
DOCS = Path(os.environ.get("DOCS") or EXAMPLES / "world")
RIGHT_SHARE = 0.9
LEAST_TASKS, MOST_TASKS = 1, 8
"""A mind without a model takes apart what the words name; it makes up no question to fill a plan."""
FULL_PLAN = 3
"""Tasks from which a plan of a complex question is a full one; how many are is told, not required of this mind."""


@dataclass(frozen=True)
class Asked:
    id: str
    question: str
    expect: str
    split_about: tuple[str, ...] = ()


@dataclass(frozen=True)
class Taken:
    asked: Asked
    mode: str
    tasks: int
    splits: int
    problem: str

    @property
    def right(self) -> bool:
        return self.mode == self.asked.expect


def verdict_on(proposal: Proposal) -> Verdict:
    """The verdict that the user is shown."""
    return proposal.verdict or feasibility.judge(proposal.brief, proposal.plan, surveys=proposal.surveys)


class Bench:
    def __init__(self, service: Service) -> None:
        self._service = service

    async def proposal(self, question: str) -> Proposal:
        row = await self._service.propose(Ask(question=question, docs=(DOCS,)))
        assert row.proposal is not None
        return row.proposal

    async def take(self, asked: Asked) -> Taken:
        proposal = await self.proposal(asked.question)
        verdict = verdict_on(proposal)
        tasks = len(proposal.plan.tasks)
        if not verdict.feasible:
            return Taken(asked, "infeasible", 0, len(verdict.splits), await self._refusal_problem(asked, verdict))
        return Taken(asked, proposal.plan.mode.value, tasks, 0, _plan_problem(proposal.plan.mode.value, tasks))

    async def _refusal_problem(self, asked: Asked, verdict: Verdict) -> str:
        """What is wrong with a refusal: no reason, nothing to ask instead, or a proposal that is refused in turn."""
        if not verdict.reasons or not verdict.splits:
            return "refused without a reason or without a narrower question"
        for split in verdict.splits:
            if not verdict_on(await self.proposal(split)).feasible:
                return f"its narrower question {split!r} is refused in turn"
        told = " ".join(verdict.splits).casefold()
        missing = [about for about in asked.split_about if about.casefold() not in told]
        return f"no narrower question is about {', '.join(missing)}" if missing else ""


def _plan_problem(mode: str, tasks: int) -> str:
    if mode == "simple":
        return "" if tasks == 1 else f"simple with {tasks} tasks"
    return "" if LEAST_TASKS <= tasks <= MOST_TASKS else f"complex with {tasks} tasks"


async def take_all(home: Path, questions: Sequence[Asked]) -> list[Taken]:
    async with Service(load({"home": str(home)})) as service:
        await service.ingest((DOCS,))
        bench = Bench(service)
        return [await bench.take(asked) for asked in questions]


def questions_of(path: Path) -> list[Asked]:
    rows = tomllib.loads(path.read_text("utf-8"))["question"]
    return [Asked(r["id"], r["question"], r["expect"], tuple(r.get("split_about", ()))) for r in rows]


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        taken = asyncio.run(take_all(Path(home), [one for path in QUESTIONS for one in questions_of(path)]))
    print(f"{'id':<5} {'expected':<11} {'taken':<11} {'tasks':>5} {'splits':>6}  note")
    for one in taken:
        wrong = "" if one.right else "WRONG  "
        print(
            f"{one.asked.id:<5} {one.asked.expect:<11} {one.mode:<11} {one.tasks or '-':>5} {one.splits or '-':>6}  "
            f"{wrong}{one.problem or ('' if one.right else one.asked.question)}"
        )
    for kind in ("simple", "complex", "infeasible"):
        group = [one for one in taken if one.asked.expect == kind]
        print(f"{kind:<11} {sum(one.right for one in group)}/{len(group)} right")
    complex_ones = Counter(min(one.tasks, FULL_PLAN) for one in taken if one.mode == "complex")
    print(
        f"complex plans with {FULL_PLAN} to {MOST_TASKS} tasks: {complex_ones[FULL_PLAN]}, two: {complex_ones[2]}, "
        f"the whole question as one: {complex_ones[1]}"
    )
    share = sum(one.right for one in taken) / max(len(taken), 1)
    refusals = [one for one in taken if one.mode == "infeasible"]
    sound = sum(1 for one in refusals if not one.problem)
    crooked = [one.asked.id for one in taken if one.problem]
    if crooked:
        print(f"not sound: {', '.join(crooked)}")
    print(f"mode right {share:.1%} (≥ {RIGHT_SHARE:.0%}); refusals with feasible splits {sound}/{len(refusals)} (all)")
    return 0 if share >= RIGHT_SHARE and not crooked else 1
