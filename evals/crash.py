"""Kill -9 at every named crash point and at random moments, then resume: the same report, nothing paid twice.

All through the command line, in real processes. The audit log (`calls_log`) has a line before and after
every real call of a mind or source; a call that starts again after it was done counts as repeated.
"""

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from fathoms.runtime.crash import POINTS

PROOF = "SIGKILL at every crash point and at 20 random moments: same report, no finished call repeated"

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "examples" / "world"
QUESTION = "Compare the Kittlehead Tidal Array with the Skarrow Narrows Array: number of turbines, capacity and cost."
RANDOM_MOMENTS = 20


@dataclass(frozen=True)
class Ended:
    """What a finished run left behind, as far as it must not depend on how often it was killed."""

    report: str
    files: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, str], ...]
    repeated: int
    leftovers: tuple[str, ...]
    integrity: str


@dataclass(frozen=True)
class Survived:
    moment: str
    killed: bool
    same: bool
    repeated: int
    problem: str


class Bench:
    """One home, its audit log, and the command line."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.log = home / "calls.log"

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "fathoms", *arguments, "--home", str(self.home)]

    def environment(self, **settings: str) -> dict[str, str]:
        return {**os.environ, "FATHOMS_CALLS_LOG": str(self.log), **settings}

    def run(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments), env=self.environment(**settings), capture_output=True, text=True, check=False
        )

    def ask(self, **settings: str) -> subprocess.CompletedProcess[str]:
        return self.run("ask", QUESTION, "--docs", str(DOCS), "--yes", **settings)

    def finish(self) -> subprocess.CompletedProcess[str]:
        """Resume the run, or ask again when the kill came before there was one."""
        listed = self.run("runs", "--json")
        if not json.loads(listed.stdout or "[]"):
            return self.ask()
        return self.run("resume", "last")

    def ended(self, report: str) -> Ended:
        run = json.loads(self.run("runs", "--json").stdout)[0]["run"]
        folder = self.home / "runs" / run
        files = sorted(path for path in folder.rglob("*") if path.is_file())
        with sqlite3.connect(self.home / "store.db") as store:
            # Which task ends second, and so notices what two share, may differ from one execution to the next.
            chosen = "select task, step from events where run = ? and step != 'insights' order by task, step, n"
            events = store.execute(chosen, (run,)).fetchall()
            integrity = store.execute("pragma integrity_check").fetchone()[0]
        return Ended(
            report=report,
            files=tuple((_without_time(path.name), _without_time(path.read_text("utf-8"))) for path in files),
            events=tuple(sorted(events)),
            repeated=repeated_calls(self.log),
            leftovers=tuple(path.name for path in files if path.name.endswith(".part")),
            integrity=integrity,
        )


def _without_time(text: str) -> str:
    """Two runs start at different times; everything else must be the same."""
    text = re.sub(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(\+00:00|Z)?( UTC)?", "TIME", text)
    text = re.sub(r"report_[\d-]+_\d+_", "report_TIME_", text)
    return re.sub(r"\b\d{6}-[0-9a-f]{6}\b", "RUN", text)


def repeated_calls(log: Path) -> int:
    done: set[str] = set()
    repeated = 0
    for line in log.read_text().splitlines():
        moment, call = line.split(maxsplit=1)
        repeated += moment == "start" and call in done
        if moment == "done":
            done.add(call)
    return repeated


def unbroken(folder: Path) -> tuple[Ended, float]:
    bench = Bench(folder)
    began = time.monotonic()
    asked = bench.ask()
    if asked.returncode:
        raise RuntimeError(f"the unbroken run failed: {asked.stderr[-1000:]}")
    return bench.ended(asked.stdout), time.monotonic() - began


def compare(moment: str, bench: Bench, whole: Ended, *, killed: bool) -> Survived:
    finished = bench.finish()
    if finished.returncode:
        return Survived(moment, killed, False, 0, f"resume ended with {finished.returncode}: {finished.stderr[-300:]}")
    ended = bench.ended(finished.stdout)
    checks = {
        "another report": _without_time(ended.report) == _without_time(whole.report),
        "other files": ended.files == whole.files,
        "other events": ended.events == whole.events,
        f"half-written: {ended.leftovers}": not ended.leftovers,
        f"store: {ended.integrity}": ended.integrity == "ok",
    }
    problems = [name for name, good in checks.items() if not good]
    return Survived(moment, killed, not problems, ended.repeated, "; ".join(problems))


def at_point(point: str, folder: Path, whole: Ended) -> Survived:
    bench = Bench(folder)
    broken = bench.ask(FATHOMS_CRASH_AT=point)
    return compare(point, bench, whole, killed=broken.returncode == -signal.SIGKILL)


def at_moment(seconds: float, folder: Path, whole: Ended) -> Survived:
    bench = Bench(folder)
    command = bench.command("ask", QUESTION, "--docs", str(DOCS), "--yes")
    with subprocess.Popen(
        command, env=bench.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        killed = process.wait() == -signal.SIGKILL
    return compare(f"{seconds:.2f} s", bench, whole, killed=killed)


def main() -> int:
    dice = random.Random(int(os.environ.get("SEED", "20261115")))
    results: list[Survived] = []
    with tempfile.TemporaryDirectory() as base:
        whole, seconds = unbroken(Path(base) / "whole")
        print(f"the unbroken run took {seconds:.1f} s and {len(whole.events)} events")
        spots = [
            (point, times) for point in POINTS for times in ("", "*3") if (point.split(":")[0], times) != ("run", "*3")
        ]
        spots = [(p, t) for p, t in spots if not (t and p.startswith("report"))]
        for point, times in spots:
            results.append(at_point(point + times, Path(base) / f"{point.replace(':', '-')}{times[1:]}", whole))
        for n in range(RANDOM_MOMENTS):
            results.append(at_moment(dice.uniform(0.1, seconds), Path(base) / f"random-{n}", whole))
    for result in results:
        note = result.problem or ("" if result.killed else "(ended before the kill)")
        print(f"{result.moment:<22} {'same' if result.same else 'DIFFERS':<8} repeated {result.repeated}  {note}")
    counts = Counter((result.same, result.repeated == 0) for result in results)
    killed = sum(1 for result in results if result.killed)
    repeated = sum(result.repeated for result in results)
    missed = [r.moment for r in results if not r.killed and ":" in r.moment]
    print(f"{counts[True, True]} of {len(results)} moments survived ({killed} kills), {repeated} calls repeated")
    return 0 if counts[True, True] == len(results) and not missed else 1
