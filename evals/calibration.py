"""The three grades against the truth, on questions with and without an answer in documents it was not made on.

`DATA=` names the folder of the reading set, `ONLY=` one of its corpora, `RERANKER=` a reranker or none (what is
installed, unless told); without the data the proof is skipped.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections import Counter
from pathlib import Path

from evals import SKIPPED
from evals.reading_runs import is_there, results
from evals.reading_set import FALSE_ANSWER, FALSE_NOTHING, Result

PROOF = "answers, may answer, nothing: graded against questions whose answer is or is not in the documents"

GRADES = ("answers", "may", "nothing")


def truth_of(result: Result) -> str:
    if not result.can:
        return "cannot be answered"
    return "shown in full" if result.shown == result.pieces else "shown in part" if result.shown else "not shown"


async def graded(homes: Path) -> list[Result]:
    return [result async for result in results(homes, os.environ.get("RERANKER", "auto"))]


def main() -> int:
    if not is_there():
        print("skipped: no reading set")
        return SKIPPED
    with tempfile.TemporaryDirectory() as homes:
        found = asyncio.run(graded(Path(homes)))
    table = Counter((truth_of(result), result.grade) for result in found)
    print(f"{'':<20}" + "".join(f"{grade:>10}" for grade in GRADES))
    for truth in ("shown in full", "shown in part", "not shown", "cannot be answered"):
        print(f"{truth:<20}" + "".join(f"{table[truth, grade]:>10}" for grade in GRADES))
    cannot = [result for result in found if not result.can]
    can = [result for result in found if result.can]
    false = sum(result.grade == "answers" for result in cannot)
    refused = sum(result.grade == "nothing" for result in can)
    print(
        f"unanswerable graded 'answers' {false} of {len(cannot)}; answerable graded 'nothing' {refused} of {len(can)}"
    )
    return 0 if false <= FALSE_ANSWER * len(cannot) and refused <= FALSE_NOTHING * len(can) else 1
