"""Of wide questions on documents that the product was not made on: how much of the answer a quick writer is shown.

`DATA=` names the folder of `reading-set`. The questions of a collection are asked six at once, as the sub-questions of
a quick run that a scripted mind plans; what its extractor and its writer are shown is held against the pieces of the
answers, beside the plain alternatives: the five documents alone, and these with the best raw hits in as many
characters.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from evals import SKIPPED
from evals.reading_runs import is_there, questions
from evals.reading_set import COMMAND, DATA, Question, scorer
from fathoms.testing.model_server import Answer, Asked, Fault, ModelServer, honest

PROOF = "a quick writer is shown more of the answer than five documents and raw hits of the same length hold"

AT_ONCE, LEAST = 6, 4
"""Sub-questions of a run: as many as a plan has room for, and so few that the question is still wide."""
HITS = 20
WINDOW = {"FATHOMS_MODEL_CONTEXT": "128000"}
MODES = ("five documents", "and raw hits", "as shown")


def main() -> int:
    if not is_there():
        print(f"skipped: no questions in {DATA}; DATA=FOLDER names another set")
        return SKIPPED
    score, pieces, held = scorer(DATA), 0, dict.fromkeys(MODES, 0)
    print(f"{'collection':<12} {'pieces':>6} " + " ".join(f"{mode:>15}" for mode in MODES))
    for corpus, asked in _wide():
        wanted = [piece for question in asked for piece in question["pieces"]]  # type: ignore[attr-defined]
        shown = [score.shown(text, wanted) for text in _shown(DATA / corpus, [str(one["question"]) for one in asked])]
        print(f"{corpus:<12} {len(wanted):>6} " + " ".join(f"{one:>15}" for one in shown), flush=True)
        pieces += len(wanted)
        held = {mode: held[mode] + one for mode, one in zip(MODES, shown, strict=True)}
    five, raw, ours = held.values()
    print(f"{ours} of {pieces} pieces are shown; five documents hold {five}, with raw hits of the same length {raw}")
    return 0 if ours >= raw and ours > five else 1


def _wide() -> Iterator[tuple[str, tuple[Question, ...]]]:
    by_corpus: dict[str, list[Question]] = {}
    for one in questions():
        if one["pieces"]:
            by_corpus.setdefault(str(one["corpus"]), []).append(one)
    for corpus, some in by_corpus.items():
        yield from ((corpus, group) for group in _groups(some) if len(group) >= LEAST)


def _groups(some: list[Question]) -> Iterator[tuple[Question, ...]]:
    yield from (tuple(some[at : at + AT_ONCE]) for at in range(0, len(some), AT_ONCE))


def _shown(folder: Path, asked: list[str]) -> tuple[str, str, str]:
    """What five documents hold, these with raw hits, and what the extractor and the writer see."""
    seen: dict[str, list[str]] = {"extract": [], "whole": []}

    def planning(request: Asked) -> Answer | str | Fault:
        answer = honest(request)
        if request.role == "plan" and isinstance(answer, dict):
            answer["tasks"] = [answer["tasks"][0] | {"sub_questions": asked}]
        if request.role in seen:
            seen[request.role] += request.blocks("source").values()
        return answer

    with tempfile.TemporaryDirectory() as home, ModelServer(planning) as server:
        where, mind = ["--home", home], ["--model", f"{server.url}#m", "--effort", "quick"]
        _run("ask", " ".join(asked[:2]), "--docs", str(folder), "--yes", "--quiet", *mind, *where)
        found = [json.loads(_run("kb", "search", text, "--limit", str(HITS), "--json", *where)) for text in asked]
    five, beside = (" ".join(texts) for texts in seen.values())
    return five, f"{five} {_best(found, len(beside))}", f"{five} {beside}"


def _best(found: list[list[dict[str, str]]], most: int) -> str:
    """The hits in turns, each once, up to so many characters."""
    texts = dict.fromkeys(hit["text"] for turn in zip_longest(*found) for hit in turn if hit)
    return " ".join(texts)[:most]


def _run(*words: str) -> str:
    told = subprocess.run([*COMMAND, *words], check=True, capture_output=True, text=True, env={**os.environ, **WINDOW})
    return told.stdout


if __name__ == "__main__":
    sys.exit(main())
