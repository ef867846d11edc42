"""The example questions, asked of this version and of an earlier one: the reports must be the same bytes.

For changes that only move walls. `BASE=` names the earlier version, a commit or a folder that holds a checkout of it;
without one there is nothing to compare with and the proof says so. `EXCEPT=` is a pattern of what was changed on
purpose, left out on both sides; `LIMIT=` takes fewer questions.

Knows: the command line of two checkouts.  Does not know: anything inside them.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path

from evals import SKIPPED
from evals.example_runs import DOCS, questions

PROOF = "the example questions give the same reports as the version that BASE names, byte for byte"

HERE = Path(__file__).parent.parent
EXCEPT = os.environ.get("EXCEPT", "")
_OF_THE_RUN = re.compile(r"\b\d{6}-[0-9a-f]{6}\b|\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?( UTC)?|\d+(\.\d+)? s\b")
"""What every run has of its own: its id, when it was asked, how long it took."""


def main() -> int:
    base = os.environ.get("BASE", "")
    if not base:
        print("skipped: name the earlier version with BASE=, a commit or a folder")
        return SKIPPED
    with ExitStack() as stack:
        before, after = _checkout(base, stack), HERE
        homes = {place: Path(stack.enter_context(tempfile.TemporaryDirectory())) for place in (before, after)}
        differing = 0
        asked = questions()
        for name, question in asked:
            old, new = (_report(place, homes[place], question) for place in (before, after))
            if old != new:
                differing += 1
                print(f"── {name}: {question}")
                print("\n".join(list(difflib.unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0))[2:14]))
    print(f"{len(asked) - differing} of {len(asked)} reports are the same")
    return 1 if differing else 0


def _checkout(base: str, stack: ExitStack) -> Path:
    if Path(base).is_dir():
        return Path(base).resolve()
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "base"
    subprocess.run(["git", "worktree", "add", "--quiet", "--detach", str(folder), base], cwd=HERE, check=True)
    stack.callback(subprocess.run, ["git", "worktree", "remove", "--force", str(folder)], cwd=HERE, check=True)
    return folder


def _report(place: Path, home: Path, question: str) -> str:
    command = [sys.executable, "-m", "fathoms", "ask", question, "--docs", str(DOCS), "--yes", "--fresh"]
    surroundings = {**os.environ, "PYTHONPATH": str(place / "src"), "FATHOMS_HOME": str(home), "FATHOMS_LEARN": "off"}
    done = subprocess.run(command, env=surroundings, capture_output=True, text=True, check=False)
    told = re.sub(EXCEPT, "", done.stdout) if EXCEPT else done.stdout
    return _OF_THE_RUN.sub("…", told) + f"\nexit code {done.returncode}"


if __name__ == "__main__":
    sys.exit(main())
