"""Half of what an unbounded run cost, on each axis: the run still ends in a report and no limit is passed.

The plan is four tasks side by side, so that four calls are in flight. What was spent is read twice: from the
run's own payments, and from the log of the fake world, which counts for itself.
"""

from __future__ import annotations

import json
import tempfile
from dataclasses import dataclass
from pathlib import Path

from evals import SKIPPED
from evals.fake_world import QUICK, Asked, World, missing, questions
from fathoms.domain.ledger import Purpose
from fathoms.engine.run.budget import RESERVE
from fathoms.stores.sqlite import Stores

PROOF = "half the budget on money, tokens and calls: a report, the reserve kept, no limit passed with 4 calls in flight"

PRICE_IN, PRICE_OUT = 3.0, 15.0
SLACK = 1e-9
TASKS = (
    "What asynchronous support did each Django release add?",
    "Which parts of Django are not asynchronous yet?",
    "How is an asynchronous Django project deployed?",
    "How do asynchronous views perform against synchronous ones?",
)


@dataclass(frozen=True)
class Spent:
    usd: float
    tokens: int
    calls: int
    work_usd: float
    work_tokens: int
    work_calls: int
    seen_usd: float
    seen_tokens: int
    seen_calls: int
    at_once: int


def run(world: World, home: Path, plan: Path, *flags: str) -> tuple[Asked, Spent]:
    world.reset("proof", **{**QUICK, "llm_base": 0.3})
    prices = {"model_price_in": str(PRICE_IN), "model_price_out": str(PRICE_OUT)}
    asked = world.ask(questions()[0], home, "--plan", str(plan), *flags, **prices)
    stats = world.stats()
    stores = Stores(home)
    try:
        paid = [p for p in stores.payments(stores.run_ids()[0]) if p.actual]
    finally:
        stores.close()
    work = [p.actual for p in paid if p.actual and p.purpose is Purpose.WORK]
    every = [p.actual for p in paid if p.actual]
    seen = (stats["prompt_tokens"] * PRICE_IN + stats["completion_tokens"] * PRICE_OUT) / 1e6
    return asked, Spent(
        usd=sum(spend.usd for spend in every),
        tokens=sum(spend.tokens for spend in every),
        calls=sum(spend.calls for spend in every),
        work_usd=sum(spend.usd for spend in work),
        work_tokens=sum(spend.tokens for spend in work),
        work_calls=sum(spend.calls for spend in work),
        seen_usd=seen,
        seen_tokens=stats["prompt_tokens"] + stats["completion_tokens"],
        seen_calls=stats["llm_calls"],
        at_once=stats["peak_llm"],
    )


def holds(asked: Asked, spent: Spent, axis: str, limit: float) -> list[str]:
    """What is wrong; nothing when it holds."""
    own, seen, work = (float(getattr(spent, f"{part}{axis}")) for part in ("", "seen_", "work_"))
    wrong = []
    if asked.code != 0 or asked.report is None or not asked.report.found:
        wrong.append(f"no report (exit {asked.code}: {asked.err[-200:]})")
    if own > limit + SLACK or seen > limit + SLACK:
        wrong.append("the limit was passed")
    if work > limit * (1 - RESERVE) + SLACK:
        wrong.append("work took from the reserve")
    if own < 0.25 * limit:
        wrong.append("hardly anything was used")
    return wrong


def main() -> int:
    if why := missing():
        print(why)
        return SKIPPED
    failed = cases = 0
    with World() as world, tempfile.TemporaryDirectory() as folder:
        plan = Path(folder) / "plan.json"
        tasks = [{"id": str(n), "question": text, "importance": 0.6} for n, text in enumerate(TASKS, 1)]
        plan.write_text(json.dumps({"mode": "complex", "tasks": tasks}), encoding="utf-8")
        free, whole = run(world, Path(folder) / "free", plan)
        print(f"unbounded: ${whole.usd:.4f}, {whole.tokens:,} tokens, {whole.calls} calls, {whole.at_once} at once")
        if free.code:
            print(free.err[-1_000:])
        print(f"{'axis':<8} {'limit':>10} {'spent':>10} {'seen':>10} {'work':>10}  ")
        for axis, flag, limit in (
            ("usd", "--max-usd", whole.usd / 2),
            ("tokens", "--max-tokens", whole.tokens // 2),
            ("calls", "--max-calls", whole.calls // 2),
        ):
            cases += 1
            asked, spent = run(world, Path(folder) / axis, plan, flag, str(limit))
            wrong = holds(asked, spent, axis, float(limit))
            failed += bool(wrong)
            figures = (limit, *(getattr(spent, f"{part}{axis}") for part in ("", "seen_", "work_")))
            print(f"{axis:<8} " + " ".join(f"{figure:>10.4g}" for figure in figures), " ".join(wrong))
    if whole.at_once < 4:
        print(f"only {whole.at_once} calls were in flight at once")
        failed += 1
    print(f"{cases - failed} of {cases} budgets held at half the cost, with {whole.at_once} calls in flight")
    return 1 if failed else 0
