"""Every fault of the fake world on every question: always a report or an honest refusal, never an invention."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from pathlib import Path

from evals.fake_world import QUICK, Asked, World, missing, questions
from fathoms.domain.evidence import SourceKind
from fathoms.errors import EXIT_NOT_FOUND, EXIT_REFUSED, ProviderError

PROOF = "faults of models, searches and pages: a report or an honest refusal, losses named, nothing invented"

TIMEOUT = 3.0
TRIES = 3
MOST_REFUSED = 0.05
CASES: dict[str, dict[str, float]] = {
    "429 at 10 %": {"llm_429": 0.1},
    "429 at 30 %": {"llm_429": 0.3},
    "bad JSON 10 %": {"llm_badjson": 0.1},
    "bad JSON 30 %": {"llm_badjson": 0.3},
    "empty 10 %": {"llm_empty": 0.1},
    "cut streams 10 %": {"llm_cut": 0.1},
    "500 at 10 %": {"llm_500": 0.1},
    "hangs 5 %": {"llm_hang": 0.05},
    "invented 10 %": {"llm_cite_fake": 0.1},
    "invented 30 %": {"llm_cite_fake": 0.3},
    "4 in flight": {"llm_max_inflight": 4},
    "search 500 30 %": {"search_500": 0.3},
    "page 404 20 %": {"page_404": 0.2},
}
HONEST = {0, EXIT_NOT_FOUND, EXIT_REFUSED, ProviderError.exit_code}


@dataclass(frozen=True)
class Outcome:
    code: int
    references: int
    losses: int
    longest: float
    refused: float
    wrong: tuple[str, ...]


def measure(world: World, fault: dict[str, float], question: str, home: Path) -> Outcome:
    world.reset("proof", **{**QUICK, **fault})
    asked = world.ask(question, home, model_timeout=str(TIMEOUT))
    stats, log = world.stats(), world.log()
    calls = [entry for entry in log if entry["kind"] == "llm"]
    longest = max((entry["t1"] - entry["t0"] for entry in calls), default=0.0)
    refused = sum(entry.get("status") == 429 for entry in calls) / max(1, len(calls))
    wrong = list(_wrong(asked, stats["fetched"]))
    if longest > TIMEOUT + 1.0:
        wrong.append(f"a call took {longest:.1f} s")
    if asked.seconds > 60 + TIMEOUT * TRIES:
        wrong.append(f"the run took {asked.seconds:.0f} s")
    if "llm_max_inflight" in fault and refused > MOST_REFUSED:
        wrong.append(f"{refused:.0%} refused")
    if _lost(log) and asked.report and not _losses(asked):
        wrong.append("a loss is not named")
    return Outcome(
        code=asked.code,
        references=len(asked.report.references) if asked.report else 0,
        losses=_losses(asked),
        longest=longest,
        refused=refused,
        wrong=tuple(wrong),
    )


def _wrong(asked: Asked, fetched: list[str]) -> list[str]:
    found = []
    if asked.code not in HONEST:
        found.append(f"exit {asked.code}: {asked.err.strip()[-200:]}")
    if asked.code in (0, EXIT_NOT_FOUND) and asked.report is None:
        found.append("no report")
    if "Traceback" in asked.err:
        found.append("a traceback")
    for reference in asked.report.references if asked.report else ():
        if reference.kind is SourceKind.EXTERNAL and reference.url not in fetched:
            found.append(f"{reference.url} is cited and was not read")
    return found


def _losses(asked: Asked) -> int:
    return len(asked.report.failures) + len(asked.report.unfinished) if asked.report else 0


def _lost(log: list[dict[str, str]]) -> bool:
    """Pages that could not be had: nobody can mend those, so the report must name them."""
    return any(entry["kind"] == "page" and entry.get("fault") == "404" for entry in log)


def main() -> int:
    if why := missing():
        print(why)
        return 0
    chosen = os.environ.get("CASE", "")
    held = tried = 0
    print(f"{'fault':<18} {'exits':<10} {'references':>10} {'losses named':>13} {'longest call':>13} {'refused':>8}")
    with World() as world, tempfile.TemporaryDirectory() as folder:
        for name, fault in CASES.items():
            if chosen not in name:
                continue
            rows = [
                measure(world, fault, question, Path(folder) / name.replace(" ", "-") / str(n))
                for n, question in enumerate(questions())
            ]
            exits = ",".join(str(row.code) for row in rows)
            print(
                f"{name:<18} {exits:<10} {sum(row.references for row in rows):>10} {sum(r.losses for r in rows):>13} "
                f"{max(row.longest for row in rows):>11.1f} s {max(row.refused for row in rows):>8.0%}",
                *(text for row in rows for text in row.wrong),
                flush=True,
            )
            tried += len(rows)
            held += sum(not row.wrong for row in rows)
    print(f"{held} of {tried} cases held ({len(CASES)} faults on {len(questions())} questions)")
    return 0 if held == tried else 1
