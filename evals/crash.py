"""Kill -9 at every named crash point and at random moments, then resume: the same report, nothing paid twice.

Two courses: one over the example documents without a model, and one whose scripted model digs below a task and revises
the plan. Random moments are counted from when the run has begun, of the second from its first change of the plan.
`COURSE=` runs one of them, `MOMENTS=` sets how many random moments each has.

All through the command line, in real processes. The audit log (`calls_log`) has a line before and after
every real call of a mind or source; a call that starts again after it was done counts as repeated. What a report says
was spent may differ from the run nobody killed by the calls of minds that were under way at the kill, and by no more.
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
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from fathoms.runtime.crash import OF_CHANGES, POINTS
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest

PROOF = (
    "SIGKILL at every crash point and at 20 moments, also of runs that dig and revise: same report, no call repeated"
)

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "examples" / "world"
QUESTION = "Compare the Kittlehead Tidal Array with the Skarrow Narrows Array: number of turbines, capacity and cost."
MOMENTS = int(os.environ.get("MOMENTS", "10"))
LOOK_EVERY = 0.02
LONGEST_WAIT = 300.0
FIRST = ("What does the Kittlehead Tidal Array consist of?", "What does the Skarrow Narrows Array consist of?")


def digs_and_revises(asked: Asked) -> Answer | str | Fault:
    """Plans two tasks, finds the first too shallow, and the second short of a topic."""
    answer = honest(asked)
    assert isinstance(answer, dict)
    if asked.role == "plan":
        tasks = [
            {"id": str(n), "question": q, "sub_questions": [q], "importance": "central"} for n, q in enumerate(FIRST, 1)
        ]
        return {**answer, "tasks": tasks}
    if asked.role == "finding" and f"This section answers: {FIRST[0]}" in asked.user:
        return {
            **answer,
            "depth": "superficial",
            "sufficient": False,
            "follow_up_questions": ["What did its turbines cost?"],
        }
    if asked.role == "finding" and f"This section answers: {FIRST[1]}" in asked.user:
        topic = {"new_questions": ["How are porpoises protected from turbines?"], "new_importance": "central"}
        return {**answer, "plan_change_needed": True, "plan_change": "new topic", **topic}
    return answer


@dataclass(frozen=True)
class Course:
    """A way through the product: what is asked, with what, where it is killed."""

    name: str
    docs: tuple[Path, ...]
    points: tuple[str, ...]
    begun: str
    """The event after which random moments are counted."""
    settings: tuple[tuple[str, str], ...] = ()

    @property
    def words(self) -> tuple[str, ...]:
        return ("ask", QUESTION, *(word for folder in self.docs for word in ("--docs", str(folder))), "--yes")


@dataclass(frozen=True)
class Ended:
    """What a finished run left behind, as far as it must not depend on how often it was killed."""

    report: str
    files: tuple[tuple[str, str], ...]
    events: tuple[tuple[str, str], ...]
    repeated: int
    calls: int
    """What the report says was spent."""
    in_flight: int
    """Calls of minds that were under way when it was killed."""
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

    def __init__(self, home: Path, course: Course) -> None:
        self.home, self.course = home, course
        self.log = home / "calls.log"

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "fathoms", *arguments, "--home", str(self.home)]

    def environment(self, **settings: str) -> dict[str, str]:
        return {**os.environ, "FATHOMS_CALLS_LOG": str(self.log), **dict(self.course.settings), **settings}

    def run(self, *arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            self.command(*arguments), env=self.environment(**settings), capture_output=True, text=True, check=False
        )

    def ask(self, **settings: str) -> subprocess.CompletedProcess[str]:
        return self.run(*self.course.words, **settings)

    def happened(self, kind: str) -> list[datetime]:
        """When events of a kind were told; none while there is no store."""
        if not (self.home / "store.db").exists():
            return []
        with closing(sqlite3.connect(f"file:{self.home / 'store.db'}?mode=ro", uri=True, timeout=30)) as store:
            chosen = "select at from events where json_extract(body, '$.type') = ? order by seq"
            try:
                return [datetime.fromisoformat(at) for (at,) in store.execute(chosen, (kind,))]
            except sqlite3.OperationalError:
                return []  # its tables are being made

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
            # What a call costs that was in flight is told under a name of its own each time.
            unlike = "step != 'insights' and step not like 'spend/%'"
            chosen = f"select task, step from events where run = ? and {unlike} order by task, step, n"
            events = store.execute(chosen, (run,)).fetchall()
            integrity = store.execute("pragma integrity_check").fetchone()[0]
        return Ended(
            report=report,
            files=tuple((_without_time(path.name), _without_time(path.read_text("utf-8"))) for path in files),
            events=tuple(sorted(events)),
            repeated=repeated_calls(self.log),
            calls=spent_calls(report),
            in_flight=calls_in_flight(self.log),
            leftovers=tuple(path.name for path in files if path.name.endswith(".part")),
            integrity=integrity,
        )


def _without_time(text: str) -> str:
    """Two runs start at different times, and what was in flight is paid for again; all else must be the same."""
    text = re.sub(r"Spent(: |</dt><dd>)[^\n·<]*", "SPENT", text)
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


def spent_calls(report: str) -> int:
    told = re.search(r"\bSpent: [^\n·]*?([\d,]+) calls\b", report)
    if told is None:
        raise RuntimeError("the report does not say what was spent")
    return int(told[1].replace(",", ""))


def calls_in_flight(log: Path) -> int:
    """Calls of minds that were begun and had no answer."""
    moments = Counter(line.split()[0] for line in log.read_text().splitlines() if " mind." in line)
    return moments["start"] - moments["done"]


def unbroken(folder: Path, course: Course) -> tuple[Ended, float]:
    """What the run leaves when nobody kills it, and the seconds from when it had begun to its end."""
    bench = Bench(folder, course)
    asked = bench.ask()
    if asked.returncode:
        raise RuntimeError(f"the unbroken run failed: {asked.stderr[-1000:]}")
    begun = bench.happened(course.begun)
    if not begun:
        raise RuntimeError(f"the unbroken run of {course.name} has no {course.begun}")
    return bench.ended(asked.stdout), (bench.happened("run.ended")[-1] - begun[0]).total_seconds()


def compare(moment: str, bench: Bench, whole: Ended, *, killed: bool) -> Survived:
    finished = bench.finish()
    if finished.returncode:
        return Survived(moment, killed, False, 0, f"resume ended with {finished.returncode}: {finished.stderr[-300:]}")
    ended = bench.ended(finished.stdout)
    checks = {
        "another report": _without_time(ended.report) == _without_time(whole.report),
        "other files": ended.files == whole.files,
        "other events": ended.events == whole.events,
        f"{ended.calls} calls spent, {whole.calls} without a kill, {ended.in_flight} in flight": (
            whole.calls <= ended.calls <= whole.calls + ended.in_flight
        ),
        f"half-written: {ended.leftovers}": not ended.leftovers,
        f"store: {ended.integrity}": ended.integrity == "ok",
    }
    problems = [name for name, good in checks.items() if not good]
    return Survived(moment, killed, not problems, ended.repeated, "; ".join(problems))


def at_point(point: str, folder: Path, course: Course, whole: Ended) -> Survived:
    bench = Bench(folder, course)
    broken = bench.ask(FATHOMS_CRASH_AT=point)
    return compare(f"{course.name} {point}", bench, whole, killed=broken.returncode == -signal.SIGKILL)


def at_moment(seconds: float, folder: Path, course: Course, whole: Ended) -> Survived:
    bench = Bench(folder, course)
    with subprocess.Popen(
        bench.command(*course.words), env=bench.environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        late = time.monotonic() + LONGEST_WAIT
        while process.poll() is None and time.monotonic() < late and not bench.happened(course.begun):
            time.sleep(LOOK_EVERY)
        try:
            process.wait(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
        killed = process.wait() == -signal.SIGKILL
    return compare(f"{course.name} +{seconds:.2f} s", bench, whole, killed=killed)


def spots(course: Course) -> list[str]:
    """Each point the first time it is passed, and the third where it is passed so often and no time is said."""
    once = ("run", "report")
    again = (point for point in course.points if "*" not in point and point.partition(":")[0] not in once)
    return [*course.points, *(f"{point}*3" for point in again)]


def survived(base: Path, course: Course, dice: random.Random) -> Iterator[Survived]:
    whole, seconds = unbroken(base / f"{course.name}-whole", course)
    print(f"{course.name}: {seconds:.1f} s from {course.begun} to its end, {len(whole.events)} events", flush=True)
    for number, point in enumerate(spots(course)):
        yield at_point(point, base / f"{course.name}-point-{number}", course, whole)
    for number in range(MOMENTS):
        yield at_moment(dice.uniform(0.0, seconds), base / f"{course.name}-random-{number}", course, whole)


def courses(server: ModelServer) -> list[Course]:
    model = (("FATHOMS_MODEL", f"{server.url}#scripted"), ("FATHOMS_MODEL_REACH", "local"))
    changing = (
        *(f"{point}*{n}" for point in OF_CHANGES for n in (1, 2)),
        "task:enqueued*3",
        "conclude:unsaved*3",
        "call:answered*12",
    )
    every = [
        Course("plain", (DOCS,), POINTS, "run.started"),
        Course("changing", (DOCS / "engineering", DOCS / "decisions"), changing, "plan.revised", model),
    ]
    return [course for course in every if os.environ.get("COURSE", course.name) == course.name]


def main() -> int:
    dice = random.Random(int(os.environ.get("SEED", "20261115")))
    results: list[Survived] = []
    with tempfile.TemporaryDirectory() as base, ModelServer(digs_and_revises) as server:
        for course in courses(server):
            for result in survived(Path(base), course, dice):
                results.append(result)
                note = result.problem or ("" if result.killed else "(ended before the kill)")
                same = "same" if result.same else "DIFFERS"
                print(f"{result.moment:<30} {same:<8} repeated {result.repeated}  {note}", flush=True)
    counts = Counter((result.same, result.repeated == 0) for result in results)
    killed = sum(1 for result in results if result.killed)
    repeated = sum(result.repeated for result in results)
    missed = [r.moment for r in results if not r.killed and ":" in r.moment]
    print(f"{counts[True, True]} of {len(results)} moments survived ({killed} kills), {repeated} calls repeated")
    return 0 if counts[True, True] == len(results) and not missed else 1
