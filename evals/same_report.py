"""The same report: 20 runs of one question, one after another, side by side, and with tasks that end in another order.

Each has its own home. Compared are the bytes of the report without the lines that say when it was made and under which
id. A second part plays a plan whose siblings both call for the same deeper look, with either one slow.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
from collections import Counter
from pathlib import Path

from fathoms import Fathoms
from fathoms.domain.evidence import Hit, Page, Query
from fathoms.domain.survey import SearchAnswer, Survey
from fathoms.domain.thread import Phase
from fathoms.ports.source import Source

PROOF = "20 runs alone and together, whatever ends first: the same bytes"

RUNS = int(os.environ.get("RUNS", "20"))
WORLD = Path(__file__).parent.parent / "examples" / "world"
DOCS = WORLD / "engineering", WORLD / "decisions"
QUESTIONS = (
    "Compare the Kittlehead Tidal Array with the Skarrow Narrows Array: number of turbines, capacity and cost.",
    "How did the ferry programme change, why, and what does the charging cost?",
)
_OF_THE_RUN = re.compile(
    r"^- (?:Run|Run started|Began|Ended|Took|Spent|Searches)\b.*$|\b\d{6}-[0-9a-f]{6}\b", re.MULTILINE
)


class Dawdling:
    """A source that answers as it does, each query after a while of its own: tasks end in another order every time."""

    def __init__(self, inner: Source, salt: int) -> None:
        self._inner, self._salt = inner, salt
        self.name, self.kind, self.phases = inner.name, inner.kind, inner.phases

    async def survey(self, question: str) -> Survey:
        return await self._inner.survey(question)

    async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
        await asyncio.sleep((hash((query.text, self._salt)) % 97) / 400)
        return await self._inner.search(query, limit=limit, phase=phase)

    async def read(self, hit: Hit) -> Page:
        await asyncio.sleep((hash((hit.url, self._salt)) % 89) / 400)
        return await self._inner.read(hit)


async def _report(home: Path, question: str, salt: int) -> str:
    async with Fathoms(home) as opened:
        shop = opened.service.shop
        plain = shop.open_source
        shop.open_source = lambda spec: Dawdling(plain(spec), salt)
        answer = await opened.ask(question, docs=list(DOCS), effort="deep", authorize=True)
    return _OF_THE_RUN.sub("", str(answer))


def _alone(folder: Path, question: str) -> list[str]:
    return [asyncio.run(_report(folder / f"alone-{n}", question, n)) for n in range(RUNS // 2)]


def _together(folder: Path, question: str) -> list[str]:
    """In processes of their own, at the same time: a process works in one home."""
    import subprocess
    import sys

    code = (
        "import asyncio, sys; from pathlib import Path; from evals import same_report as s; "
        "sys.stdout.write(asyncio.run(s._report(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))))"
    )
    told: list[str] = []
    for first in range(0, RUNS - RUNS // 2, 5):
        started = [
            subprocess.Popen(
                [sys.executable, "-c", code, str(folder / f"with-{n}"), question, str(1_000 + n)],
                stdout=subprocess.PIPE,
                text=True,
            )
            for n in range(first, min(first + 5, RUNS - RUNS // 2))
        ]
        told += [process.communicate()[0] for process in started]
    return told


def main() -> int:
    different = 0
    for question in QUESTIONS:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            counted = Counter([*_alone(folder, question), *_together(folder, question)])
        differing = sum(counted.values()) - counted.most_common(1)[0][1]
        different += differing
        print(f"{sum(counted.values())} runs, {len(counted)} different reports: {question}")
    print(f"{RUNS * len(QUESTIONS)} runs, {different} differences")
    return 0 if not different else 1
