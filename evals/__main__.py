"""Runs proofs: `python -m evals` for all, `python -m evals NAME` for one.

A proof is a module here with `PROOF` (what it shows) and `main() -> int` (0 when it holds, `SKIPPED` when what it needs
is not there, which is no yes); its last printed line is the figure. With no name, each runs in a process of its own and
a table closes the run.
"""

from __future__ import annotations

import ast
import importlib
import subprocess
import sys
import time
from pathlib import Path

from evals import SKIPPED

HERE = Path(__file__).parent
_WORDS = {0: "yes", SKIPPED: "skipped"}


def proofs() -> dict[str, str]:
    """Every proof by name, with what it shows, without importing any of them."""
    found = {}
    for path in sorted(HERE.glob("*.py")):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "PROOF":
                found[path.stem.replace("_", "-")] = ast.literal_eval(node.value)
    return found


def run_one(name: str) -> int:
    known = proofs()
    if name not in known:
        print(f"there is no proof {name!r}; there are: {', '.join(known)}", file=sys.stderr)
        return 2
    module = importlib.import_module(f"evals.{name.replace('-', '_')}")
    return int(module.main())


def run_all() -> int:
    rows = []
    for name in proofs():
        print(f"── {name}", flush=True)
        began = time.monotonic()
        done = subprocess.run([sys.executable, "-m", "evals", name], capture_output=True, text=True, check=False)
        lines = [line for line in done.stdout.splitlines() if line.strip()]
        rows.append((name, done.returncode, time.monotonic() - began, lines[-1] if lines else "(printed nothing)"))
        print(f"   {rows[-1][3]}", flush=True)
        if done.returncode not in _WORDS:
            print(done.stderr[-2000:], file=sys.stderr)
    print(f"\n{'proof':<16} {'holds':<7} {'s':>6}  figure")
    for name, status, seconds, figure in rows:
        print(f"{name:<16} {_WORDS.get(status, 'NO'):<7} {seconds:>6.1f}  {figure}")
    run = [row for row in rows if row[1] != SKIPPED]
    held = sum(1 for row in run if row[1] == 0)
    print(f"{held} of {len(run)} proofs hold, {len(rows) - len(run)} skipped")
    return 0 if held == len(run) else 1


if __name__ == "__main__":
    sys.exit(run_one(sys.argv[1]) if len(sys.argv) > 1 else run_all())
