"""Fifty runs at once, in one process, on one embedded home, over the example documents."""

from __future__ import annotations

import asyncio
import difflib
import os
import re
import resource
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.run import RunStatus

PROOF = "50 runs at once in one process on one home end correctly, with the reports they have alone, under 600 MB"

RUNS, MAX_MB = int(os.environ.get("RUNS", "50")), 600
_OF_THE_RUN = re.compile(
    r"^- (?:Run|Spent|Searches)\b.*$|\d{4}-\d\d-\d\d \d\d:\d\d UTC|\b\d{6}-[0-9a-f]{6}\b", re.MULTILINE
)
"""What says when a report was made, and under which id."""
EXAMPLES = Path(__file__).parent.parent / "examples"


async def fifty(home: Path) -> tuple[Counter[str], int]:
    """How the runs ended, and of how many questions the report differs from the one made alone."""
    told: dict[str, set[str]] = defaultdict(set)
    questions = [q["question"] for q in tomllib.loads((EXAMPLES / "questions.toml").read_text("utf-8"))["question"]]
    docs = (EXAMPLES / "world",)
    async with Service(load({"home": str(home)})) as service:
        await service.ingest(docs)

        async def one(n: int) -> str:
            row = await service.propose(Ask(question=questions[n % len(questions)], docs=docs, fresh=True, learn=False))
            ended = await service.carry_out(row.order.run)
            report = service.report(row.order.run)
            sound = report is not None and report.found == (ended.status is RunStatus.DONE)
            path = Path(ended.report_path)
            told[questions[n % len(questions)]].add(
                _OF_THE_RUN.sub("", path.read_text("utf-8")) if path.is_file() else ""
            )
            return ended.status.value if sound and path.is_file() else "broken"

        counted = Counter(await asyncio.gather(*(one(n) for n in range(RUNS))))
        for question in questions[:RUNS]:  # once more, with nobody beside it
            row = await service.propose(Ask(question=question, docs=docs, fresh=True, learn=False))
            ended = await service.carry_out(row.order.run)
            told[question].add(_OF_THE_RUN.sub("", Path(ended.report_path).read_text("utf-8")))
        for question, reports in told.items():
            if len(reports) > 1:
                print(f"differs: {question}: {_first_difference(*sorted(reports)[:2])}")
        return counted, sum(len(reports) > 1 for reports in told.values())


def _first_difference(one: str, other: str) -> str:
    changed = (line for line in difflib.unified_diff(one.splitlines(), other.splitlines(), lineterm="", n=0))
    return " | ".join(line[:160] for line in changed if line[:2] not in ("--", "++", "@@"))[:600]


def main() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        ended, differing = asyncio.run(fifty(Path(folder)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for status, count in ended.most_common():
        print(f"{status:<12} {count}")
    print(f"{time.monotonic() - began:.1f} s in all, {time.process_time():.1f} CPU s")
    good = ended[RunStatus.DONE.value] + ended[RunStatus.NOT_FOUND.value]
    print(f"{good} of {RUNS} runs ended correctly, {differing} reports differ, peak {peak:.0f} MB (< {MAX_MB})")
    return 0 if good == RUNS and not differing and peak < MAX_MB else 1
