"""Every fault of the fake world on every question: always a report or an honest refusal, never an invention."""

from __future__ import annotations

import os
import re
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from evals import SKIPPED
from evals.fake_world import QUICK, Asked, World, missing, questions
from fathoms.domain.events import SpendNoted
from fathoms.domain.evidence import SourceKind
from fathoms.errors import EXIT_NOT_FOUND, EXIT_REFUSED, ProviderError
from fathoms.stores.sqlite import Stores

PROOF = "faults of models, searches and pages: a report or an honest refusal, losses named, nothing invented"

TIMEOUT = 3.0
TRIES = 3
SLACK = 2.0
"""Seconds between tries, and of a busy machine."""
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
    "search 500 70 %": {"search_500": 0.7},
    "page 404 20 %": {"page_404": 0.2},
}
HONEST = {0, EXIT_NOT_FOUND, EXIT_REFUSED, ProviderError.exit_code}


@dataclass(frozen=True)
class Outcome:
    code: int
    references: int
    losses: int
    waited: float
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
        wrong.append(f"a request took {longest:.1f} s")
    tries, between = _patience(home)
    waited = between + longest
    if tries > TRIES:
        wrong.append(f"a call was tried {tries} times")
    if waited > TIMEOUT * TRIES + SLACK:
        wrong.append(f"a call was waited for {waited:.1f} s")
    if "llm_max_inflight" in fault and refused > MOST_REFUSED:
        wrong.append(f"{refused:.0%} refused")
    wrong += _unnamed(asked, log)
    return Outcome(
        code=asked.code,
        references=len(asked.report.references) if asked.report else 0,
        losses=_losses(asked),
        waited=waited,
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


def _patience(home: Path) -> tuple[int, float]:
    """Most tries of one question to a model, and the longest time between two requests for one, as the run kept them.

    A call may ask in several roles (an editor, then its order): each is tried for itself. Being told to come back later
    is no try; the wait runs from the end of the first request to that of the last, so one request's time comes on top.
    """
    stores = Stores(home)
    try:
        run = stores.run_ids()[0]
        paid = {payment.ticket: payment for payment in stores.payments(run)}
        settled = {
            event.step.removeprefix("spend/"): event.at.timestamp()
            for event in stores.events(run)
            if isinstance(event.body, SpendNoted)
        }
    finally:
        stores.close()
    asked = {ticket: (payment.call, payment.role) for ticket, payment in paid.items()}
    tries = Counter(asked[p.ticket] for p in paid.values() if p.actual is None or p.actual.tokens)
    times: dict[tuple[str, str], list[float]] = {}
    for ticket, at in settled.items():
        times.setdefault(asked[ticket], []).append(at)
    between = max((max(ends) - min(ends) for ends in times.values()), default=0.0)
    return max(tries.values(), default=0), between


_GIVEN_UP = re.compile(r" failed as (\w+):")
_NAMES = {"brief": "brief", "plan": "plan", "scope": "queries", "extract": "facts", "finding": "section"}
"""How the report names what a role did not deliver."""


def _unnamed(asked: Asked, log: list[dict[str, str]]) -> list[str]:
    """Losses that the report must name, each by what was lost, and does not."""
    report = asked.report
    if report is None:
        return []
    named = {failure.what for failure in report.failures}
    told = " ".join(f"{failure.target} {failure.reason}" for failure in report.failures)
    roles = set(_GIVEN_UP.findall(asked.err))
    lost = [f"{role} was lost" for role in roles if _NAMES.get(role, "") not in named | {""} and not report.unfinished]
    unwritten = roles & {"editor", "whole"} and "No summary" not in " ".join(report.gaps)
    lost += ["the summary was lost"] if unwritten else []
    pages = {entry["url"] for entry in log if entry["kind"] == "page" and entry.get("fault") == "404"}
    lost += [f"{url} could not be read" for url in sorted(pages) if url not in told]
    last = {entry["q"]: entry.get("fault", "") for entry in log if entry["kind"] == "search"}
    lost += [f"the search {query!r} failed" for query, fault in last.items() if fault and query not in told]
    return [f"not named: {what}" for what in lost]


def main() -> int:
    if why := missing():
        print(why)
        return SKIPPED
    chosen = os.environ.get("CASE", "")
    held = tried = 0
    print(f"{'fault':<18} {'exits':<10} {'references':>10} {'losses named':>13} {'longest wait':>13} {'refused':>8}")
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
                f"{max(row.waited for row in rows):>11.1f} s {max(row.refused for row in rows):>8.0%}",
                *(text for row in rows for text in row.wrong),
                flush=True,
            )
            tried += len(rows)
            held += sum(not row.wrong for row in rows)
    print(f"{held} of {tried} cases held ({len(CASES)} faults on {len(questions())} questions)")
    return 0 if held == tried else 1
