"""README's Python, typed by somebody who has just installed Fathoms: as a script, and in the kernel of a notebook.

A new environment is made and the project installed into it as a user would; the notebook's own packages come after the
script has run, so that it cannot lean on them. Needs an index of packages to install from.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import venv
from pathlib import Path

from evals import SKIPPED

PROOF = "README's Python example runs in a fresh environment and in a notebook kernel"

ROOT = Path(__file__).parents[1]
NOTEBOOK = ("ipykernel", "nbclient")
RUNNER = """
import json, sys
import nbformat
from nbclient import NotebookClient

cells = [nbformat.v4.new_code_cell(source) for source in json.load(open(sys.argv[1]))]
notebook = NotebookClient(nbformat.v4.new_notebook(cells=cells), timeout=300, kernel_name="python3").execute()
for cell in notebook.cells:
    print("".join(one.get("text", "") for one in cell.outputs if one.output_type == "stream"))
"""


def blocks() -> list[str]:
    """The Python of the front page, in its order."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


def as_script(parts: list[str]) -> str:
    """What a notebook runs as it stands needs a coroutine around it in a script."""
    first, watching = parts
    return f"{first}\nimport asyncio\n\nasync def main():\n{textwrap.indent(watching, '    ')}\nasyncio.run(main())\n"


def run(python: Path, *words: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    home = {"FATHOMS_HOME": str(cwd / "home"), "HOME": str(cwd), "PATH": f"{python.parent}:/usr/bin:/bin"}
    return subprocess.run([python, *words], cwd=cwd, env=home, capture_output=True, text=True, timeout=900, check=False)


def told(done: subprocess.CompletedProcess[str]) -> bool:
    """Whether it ran to its end, with a report, what happened in the run after it, and the report of that."""
    before, _, after = done.stdout.partition("run.ended")
    held = done.returncode == 0 and "Cold Quay Battery" in before and "run.started" in before and "# " in after
    if not held:
        print(done.stdout[-2_000:], done.stderr[-4_000:], sep="\n")
    return held


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="fathoms-notebook-") as made:
        place = Path(made)
        shutil.copytree(ROOT / "examples", place / "examples")
        venv.create(place / "env", with_pip=True)
        python = place / "env" / "bin" / "python"
        install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
        if subprocess.run([*install, "-c", str(ROOT / "constraints.txt"), str(ROOT)], check=False).returncode:
            print("the project could not be installed")
            return SKIPPED
        (place / "script.py").write_text(as_script(blocks()), encoding="utf-8")
        (place / "cells.json").write_text(json.dumps(blocks()), encoding="utf-8")
        (place / "runner.py").write_text(RUNNER, encoding="utf-8")
        script = told(run(python, "script.py", cwd=place))
        print(f"as a script in a fresh environment: {'held' if script else 'BROKEN'}", flush=True)
        if subprocess.run([*install, *NOTEBOOK], check=False).returncode:
            print("the notebook's kernel could not be installed")
            return SKIPPED
        kernel = told(run(python, "runner.py", "cells.json", cwd=place))
        print(f"in the kernel of a notebook: {'held' if kernel else 'BROKEN'}")
    print(f"{script + kernel} of 2 ways to run README's Python held")
    return 0 if script and kernel else 1
