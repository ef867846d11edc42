"""Each rule of the extractive mind taken away: what it gains, corpus by corpus, on documents it was not written on.

Figures are full answers within 400 words / questions with nothing shown / full answers within the answer block /
unanswerable questions graded "answers". `DATA=` names the folder of the reading set, `ONLY=` one corpus, `RULES=` some
rules by name, `RERANKER=` a reranker or none (what is installed, unless told); without the data the proof is skipped.
It prints and judges nothing: a rule that gains nothing on two corpora is to go.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from unittest.mock import patch

from rapidfuzz import fuzz

from evals import SKIPPED
from evals.reading_runs import is_there, results
from evals.reading_set import Result
from fathoms.domain.knowledge import Found
from fathoms.minds.extractive import concluding, extracting, grading, scoring
from fathoms.ports.reranker import Reranker
from fathoms.report.build import quoted, shaping
from fathoms.sources.kb import reranking
from fathoms.text.pieces import ANSWER_WORDS, Piece, run_from

PROOF = "what each rule of the mind without a model gains, on corpora it was not written on"

RERANKER = os.environ.get("RERANKER", "auto")


def _first_pieces(pieces: Sequence[Piece], question: scoring.Question, room: int = ANSWER_WORDS) -> tuple[int, ...]:
    return run_from(pieces, 0, room)


def _by_search_alone(
    question: str, found: Sequence[Found], near: Sequence[Found], reranker: Reranker, *, limit: int
) -> tuple[Found, ...]:
    return tuple(found[:limit])


RULES: dict[str, tuple[tuple[object, str, Callable[..., object] | float], ...]] = {
    "nothing taken away": (),
    "the reranker": ((reranking, "reranked", _by_search_alone),),
    "the search beside the reranker": ((reranking, "MIX", 1.0),),
    "what passages are about": ((reranking, "NEAR", 0),),
    "a place for the search's own best": ((reranking, "SEARCHED", reranking.POOL + reranking.NEAR),),
    "the window by the reranker": ((reranking, "_answering", lambda question, best, reranker: {}),),
    "the reranker's judgement in grades": ((extracting, "_judged", lambda passage, request: None),),
    "any window": (
        (reranking, "_answering", lambda question, best, reranker: {}),
        (concluding, "best_window", _first_pieces),
    ),
    "the best part of each before the rest of any": ((concluding, "TOLD_BY_PARTS", 1),),
    "far passages left out": ((concluding, "FAR", 0.0),),
    "answers in other words": ((extracting, "_behind", lambda own, before, *, judged: own),),
    "a kind of answer": ((grading, "fits", lambda text, asked: True),),
    "unknown names": ((grading, "unknown_names", lambda question, asked: ()),),
    "every name of the question": ((grading, "names_all", lambda text, asked: True),),
    "repeats word for word": ((shaping, "WORD_FOR_WORD", fuzz.token_set_ratio),),
    "lists a little over": ((quoted, "OVER", 0),),
}


@contextmanager
def without(rule: str) -> Iterator[None]:
    with ExitStack() as stack:
        for module, name, stand_in in RULES[rule]:
            stack.enter_context(patch.object(module, name, stand_in))
        yield


async def measured(homes: Path) -> list[Result]:
    return [result async for result in results(homes, RERANKER)]


def cell(found: Sequence[Result]) -> str:
    can = [result for result in found if result.can]
    full = sum(result.shown == result.pieces for result in can)
    none = sum(result.shown == 0 for result in can)
    first = sum(result.in_answer == result.pieces for result in can)
    false = sum(result.grade == "answers" for result in found if not result.can)
    return f"{full}/{none}/{first}/{false}"


def main() -> int:
    if not is_there():
        print("skipped: no reading set")
        return SKIPPED
    wanted = [name for name in RULES if name in os.environ.get("RULES", ",".join(RULES)).split(",")]
    figures: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as homes:
        for rule in wanted:
            with without(rule):
                found = asyncio.run(measured(Path(homes)))
            figures[rule] = shown(f"without {rule}" if RULES[rule] else rule, found)
    print("; ".join(f"{rule} {figure}" for rule, figure in figures.items()))
    return 0


def shown(name: str, found: Sequence[Result]) -> str:
    corpora = dict.fromkeys(result.corpus for result in found)
    cells = [f"{corpus} {cell([r for r in found if r.corpus == corpus])}" for corpus in corpora]
    print(f"{name:<36} {'  '.join(cells)}  in all {cell(found)}", flush=True)
    return cell(found)
