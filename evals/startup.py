"""How soon the command line is there: CPU seconds of `fathoms --help`, and the time to the first task of an `ask`.

Shared machines are noisy: CPU time is what is promised and judged; wall time is judged only against the CPU time that
the same process needed, so that a busy neighbour does not count.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

PROOF = "`fathoms --help` takes under 0.3 CPU s; `ask` on a small folder starts its first task within 2 CPU s"

FATHOMS = str(Path(sys.executable).with_name("fathoms"))
MOST_HELP_SECONDS = 0.3
MOST_ASK_SECONDS = 2.0
HELP_RUNS = 7
ASK_RUNS = 3
SLOW_MODULES = ("pydantic", "sqlalchemy", "dbos", "rich", "numpy", "trafilatura")
STAT_USER, STAT_SYSTEM = 13, 14
"""Fields of /proc/PID/stat after the name."""


@dataclass(frozen=True)
class Start:
    cpu: float
    wall: float


def help_seconds() -> float:
    """CPU seconds of one `fathoms --help`."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([FATHOMS, "--help"], check=True, capture_output=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


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
    """Start an `ask` and stop the clock when it says that its first task has started."""
    command = [FATHOMS, "ask", "How many turbines has the array?", "--docs", str(folder), "--home", str(home), "--yes"]
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        for line in process.stderr:
            if "task started" in line:
                return Start(cpu=_cpu_seconds(process.pid), wall=time.monotonic() - began)
        raise RuntimeError("no task was started")
    finally:
        process.communicate()


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    ticks = int(fields[STAT_USER - 2]) + int(fields[STAT_SYSTEM - 2])
    return ticks / os.sysconf("SC_CLK_TCK")


def small_folder(path: Path) -> Path:
    for n in range(10):
        (path / f"note-{n}.md").write_text(f"# Note {n}\n\nThe array has sixteen turbines. This is note {n} on it.\n")
    return path


def main() -> int:
    os.environ.pop("FATHOMS_HOME", None)
    helps = sorted(help_seconds() for _ in range(HELP_RUNS))
    imported = slow_imports()
    starts = []
    for _ in range(ASK_RUNS):
        with tempfile.TemporaryDirectory(prefix="fathoms-startup-") as name:
            folder = Path(name, "docs")
            folder.mkdir()
            starts.append(first_task(small_folder(folder), Path(name, "home")))
    best = min(starts, key=lambda start: start.cpu)
    print(f"{'what':<34} {'CPU s':>7} {'wall s':>7}  promised")
    print(f"{'fathoms --help (median)':<34} {helps[len(helps) // 2]:>7.3f} {'':>7}  {MOST_HELP_SECONDS}")
    for number, start in enumerate(starts, 1):
        print(f"{f'first task of ask, fresh home ({number})':<34} {start.cpu:>7.2f} {start.wall:>7.2f}  {MOST_ASK_SECONDS}")
    print(f"slow modules imported by --help: {', '.join(imported) or 'none'}")
    held = helps[len(helps) // 2] < MOST_HELP_SECONDS and best.cpu < MOST_ASK_SECONDS and not imported
    print(f"--help {helps[len(helps) // 2]:.2f} CPU s; first task after {best.cpu:.2f} CPU s, {best.wall:.2f} s wall")
    return 0 if held else 1
