"""The main job as a newcomer runs it: `fathoms ask` on the example documents, through the command line."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PROOF = "the report on the example documents has numbered references, each cited, and an HTML file"

ROOT = Path(__file__).parent.parent
QUESTION = "How does the Cold Quay Battery work and what are its limits?"


def fathoms(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "fathoms", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT)


def main() -> int:
    with tempfile.TemporaryDirectory() as home:
        asked = fathoms("ask", QUESTION, "--docs", "examples/world", "--home", home, "--yes")
        page = Path(home) / "report.html"
        exported = fathoms("export", "last", "--format", "html", "-o", str(page), "--home", home)
        html = page.read_text("utf-8") if page.exists() else ""
    report = asked.stdout
    print(report)
    cited = {int(n) for n in re.findall(r"\[(\d+)(?:, \d{4}[^\]]*)?\]", report)}
    problems = []
    if asked.returncode:
        problems.append(f"ask ended with {asked.returncode}: {asked.stderr[-500:]}")
    if not cited:
        problems.append("no numbered reference")
    if cited and cited != set(range(1, max(cited) + 1)):
        problems.append(f"reference numbers have holes: {sorted(cited)}")
    if exported.returncode or "<html" not in html or QUESTION not in html:
        problems.append(f"no HTML report: {exported.stderr[-500:]}")
    if re.search(r'(?:src|href)="https?://', html):
        problems.append("the HTML report loads something from elsewhere")
    for problem in problems:
        print(problem, file=sys.stderr)
    print(f"{len(cited)} references in the report, HTML of {len(html):,} characters")
    return 1 if problems else 0
