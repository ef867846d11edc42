"""A whole run with a real language model, the smallest there is: it breaks everything, and nothing may break.

The model loops, invents names, leaves JSON half-done and copies its instructions. What is asserted is the shape of
the outcome, never what it says: an honest exit, no crash, every quote where the report says it stands, every
failed call named.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from evals import SKIPPED
from evals.small_model import SmallModel, missing
from fathoms.domain.report import Report
from fathoms.errors import EXIT_NOT_FOUND, EXIT_REFUSED
from fathoms.stores.sqlite import Stores

PROOF = "a real, tiny language model through the command line: an honest end, no crash, no invented quote, losses named"

QUESTIONS = (
    "How many turbines does the Kittlehead Tidal Array have?",
    "How long is the smoked mussel pie baked, and at how many degrees?",
)
DOCS = Path(__file__).parent.parent / "examples" / "world"
FAILED = 1
HONEST = {0: "a report", EXIT_NOT_FOUND: "not found", EXIT_REFUSED: "refused", FAILED: "failed, by name"}
SETTINGS = {"model_reading": "600", "model_answer": "400", "model_timeout": "240", "model_parallel": "1"}
"""What a slow machine and a small window ask for; each is a setting for any model of that kind."""
MOST_CALLS = 20
NAMES = {"brief": "brief", "plan": "plan", "scope": "queries", "extract": "facts", "finding": "section"}
"""How the report names what a role did not deliver."""
_GIVEN_UP = re.compile(r" failed as (\w+):")


@dataclass(frozen=True)
class Outcome:
    code: int
    seconds: float
    calls: int
    unusable: int
    quotes: int
    wrong: tuple[str, ...]


def run(model: str, home: Path, question: str) -> Outcome:
    """One question through the command line, to its end."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith("FATHOMS_")}
    chosen = {**SETTINGS, "settings": str(home / "none.toml"), "home": str(home), "model_reach": "local"}
    flags = ["--effort", "quick", "--max-calls", str(MOST_CALLS), "--yes", "--format", "json"]
    began = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-m", "fathoms", "ask", question, "--docs", str(DOCS), "--model", model, *flags],
        env={**clean, **{f"FATHOMS_{name.upper()}": value for name, value in chosen.items()}},
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.monotonic() - began
    report = _report(done.stdout)
    stores = Stores(home)
    try:
        run_id = stores.run_ids()[0]
        paid = [payment for payment in stores.payments(run_id) if payment.actual]
        wrong = [*_ended_badly(done, report), *(_bad_quotes(report, stores) if report else ())]
    finally:
        stores.close()
    lost = _GIVEN_UP.findall(done.stderr)
    wrong += [f"lost as {role} and not named" for role in sorted(set(lost)) if report and not _named(role, report)]
    quotes = sum(len(reference.passages) for reference in report.references) if report else 0
    return Outcome(done.returncode, seconds, len(paid), len(lost), quotes, tuple(wrong))


def _named(role: str, report: Report) -> bool:
    """Whether the report says what was lost when the model could not answer in this role."""
    if report.unfinished:
        return True
    if role in ("editor", "whole"):
        return any("No summary was written" in gap for gap in report.gaps)
    return role not in NAMES or any(failure.what == NAMES[role] for failure in report.failures)


def _report(out: str) -> Report | None:
    try:
        return Report.model_validate(json.loads(out))
    except ValueError:
        return None


def _ended_badly(done: subprocess.CompletedProcess[str], report: Report | None) -> list[str]:
    wrong = []
    if done.returncode not in HONEST:
        wrong.append(f"exit {done.returncode}: {done.stderr.strip()[-300:]}")
    if done.returncode in (0, EXIT_NOT_FOUND, FAILED) and report is None:
        wrong.append("no report")
    if report and report.found is not (done.returncode == 0):
        wrong.append(f"exit {done.returncode}, and the report says found: {report.found}")
    if "Traceback" in done.stderr or "this is a bug" in done.stderr:
        wrong.append("a crash")
    return wrong


def _bad_quotes(report: Report, stores: Stores) -> list[str]:
    """Every quote stands in its stored page, at its place, word for word."""
    cited = [evidence for fact in report.facts for evidence in fact.evidence]
    cited += [passage for reference in report.references for passage in reference.passages]
    texts = stores.page_texts([evidence.page_id for evidence in cited])
    return [
        f"invented: {evidence.quote[:60]!r}"
        for evidence in cited
        if texts.get(evidence.page_id, "")[evidence.start : evidence.start + len(evidence.quote)] != evidence.quote
    ]


def main() -> int:
    if why := missing():
        print(why)
        return SKIPPED
    with SmallModel() as small, tempfile.TemporaryDirectory() as folder:
        print(f"{'ended as':<18} {'minutes':>8} {'calls':>6} {'given up':>9} {'quotes':>7}")
        outcomes = []
        for number, question in enumerate(QUESTIONS):
            one = run(small.model, Path(folder) / str(number), question)
            outcomes.append(one)
            ended = HONEST.get(one.code, f"exit {one.code}")
            print(f"{ended:<18} {one.seconds / 60:>8.1f} {one.calls:>6} {one.unusable:>9} {one.quotes:>7}", *one.wrong)
    held = sum(not one.wrong for one in outcomes)
    print(
        f"{held} of {len(outcomes)} runs with a real model of 135 million parameters held: "
        f"{sum(one.calls for one in outcomes)} calls, {sum(one.unusable for one in outcomes)} roles given up, "
        f"{sum(one.quotes for one in outcomes)} quotes, all in place, at most "
        f"{max(one.seconds for one in outcomes) / 60:.1f} minutes"
    )
    return 0 if held == len(outcomes) else 1
