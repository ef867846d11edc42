"""Fifty runs at once, in one process, on one embedded home, over the example documents."""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
import tomllib
from collections import Counter
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.run import RunStatus

PROOF = "50 runs at once in one process on one home end correctly, under 600 MB"

RUNS, MAX_MB = 50, 600
EXAMPLES = Path(__file__).parent.parent / "examples"


async def fifty(home: Path) -> Counter[str]:
    questions = [q["question"] for q in tomllib.loads((EXAMPLES / "questions.toml").read_text("utf-8"))["question"]]
    docs = (EXAMPLES / "world",)
    async with Service(load({"home": str(home)})) as service:
        await service.ingest(docs)

        async def one(n: int) -> str:
            row = await service.propose(Ask(question=questions[n % len(questions)], docs=docs))
            ended = await service.carry_out(row.order.run)
            report = service.report(row.order.run)
            sound = report is not None and report.found == (ended.status is RunStatus.DONE)
            kept = Path(ended.report_path).is_file()
            return ended.status.value if sound and kept else "broken"

        return Counter(await asyncio.gather(*(one(n) for n in range(RUNS))))


def main() -> int:
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        ended = asyncio.run(fifty(Path(folder)))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    for status, count in ended.most_common():
        print(f"{status:<12} {count}")
    print(f"{time.monotonic() - began:.1f} s in all, {time.process_time():.1f} CPU s")
    good = ended[RunStatus.DONE.value] + ended[RunStatus.NOT_FOUND.value]
    print(f"{good} of {RUNS} runs ended correctly, peak {peak:.0f} MB (< {MAX_MB})")
    return 0 if good == RUNS and peak < MAX_MB else 1
