"""The example questions, asked once in a home of their own: what several proofs look at.

Not a proof itself. `QUESTIONS=` names another file in the format of examples/questions.toml, `DOCS=` its documents,
`LIMIT=` how many of its questions are asked.
"""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.report import Report
from fathoms.domain.run import RunStatus

EXAMPLES = Path(__file__).parent.parent / "examples"
QUESTIONS = Path(os.environ.get("QUESTIONS") or EXAMPLES / "questions.toml")
DOCS = Path(os.environ.get("DOCS") or EXAMPLES / "world")
LIMIT = int(os.environ.get("LIMIT") or 0)


@dataclass(frozen=True)
class Asked:
    id: str
    run: str
    report: Report


def questions() -> list[tuple[str, str]]:
    found = tomllib.loads(QUESTIONS.read_text("utf-8"))["question"]
    return [(str(one["id"]), str(one["question"])) for one in found][: LIMIT or None]


@asynccontextmanager
async def opened() -> AsyncIterator[Service]:
    """A service on a home that is thrown away afterwards."""
    with tempfile.TemporaryDirectory() as home:
        async with Service(load({"home": home})) as service:
            yield service


async def ask_all(service: Service, asked: Iterable[tuple[str, str]], docs: Path = DOCS) -> list[Asked]:
    """Every question, one after another, nothing taken over from the one before."""
    await service.ingest((docs,))
    done = []
    for name, question in asked:
        row = await service.propose(Ask(question=question, docs=(docs,), fresh=True, learn=False))
        if row.status is RunStatus.REFUSED:
            print(f"{name}: refused as not feasible, left out")
            continue
        await service.carry_out(row.order.run)
        report = service.report(row.order.run)
        assert report is not None, f"{name} has no report"
        done.append(Asked(name, row.order.run, report))
    return done
