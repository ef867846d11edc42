"""Questions on documents that the product was not made on: does the report show the answer, first and whole?

`DATA=` names the folder (`questions.jsonl` and a folder of documents for each corpus); without the data the proof is
skipped. Each question is asked by the product's own command, one home for each corpus; what stands in the first 400
words and in the answer block (80 words) is held against the pieces of the answer, and against the three best hits of
`fathoms kb search`. `ONLY=` takes one corpus, `KEEP=` names a folder for the reports, `HOMES=` one for the homes,
`OPTIONS=` adds words to the command.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from evals import SKIPPED
from fathoms.minds.extractive import wording
from fathoms.report.words import words_for
from fathoms.text.language import language_of

PROOF = "the answer within 400 words and within the first 80, on documents it was not made on; against kb search"

DATA = Path(os.environ.get("DATA", "/work/shared/data/reading"))
ONLY = os.environ.get("ONLY", "")
REPORT_WORDS, ANSWER_WORDS = 400, 80
FULL, NONE, IN_ANSWER, NOT_WORSE, FALSE_ANSWER, FALSE_NOTHING = 0.60, 0.20, 0.40, 0.92, 0.25, 0.03
COMMAND = [sys.executable, "-m", "fathoms"]

Question = dict[str, object]


@dataclass(frozen=True, slots=True)
class Result:
    """One question: how many pieces of its answer are shown where."""

    id: str
    corpus: str
    kind: str
    pieces: int
    shown: int
    in_answer: int
    by_search: int
    words: int
    grade: str

    @property
    def can(self) -> bool:
        return self.pieces > 0


def scorer(folder: Path) -> ModuleType:
    """The folder's own `score.py`: what counts as shown is not ours to say."""
    spec = importlib.util.spec_from_file_location("score", folder / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def first_words(text: str, most: int, score: ModuleType) -> str:
    """The text up to so many words, two characters of a script without spaces counting as one."""
    taken, used = [], 0.0
    for match in re.finditer(r"\S+\s*", text):
        size = score.words(match.group()) or 0.5
        if used + size > most:
            taken.append(match.group()[: 2 * max(0, int(most - used))] if size > 1 else "")
            break
        taken.append(match.group())
        used += size
    return "".join(taken)


def answer_block(report: str, score: ModuleType) -> str:
    """What stands below the first label, up to the next, and no more of it than eighty words."""
    _, _, body = report.partition("\n# ")
    found = re.split(
        r"^(?:\*\*(?=[^\n]*\*\*$)[^\n]*|#+ [^\n]*|\*Found in [^\n]*)$", body.partition("\n")[2], flags=re.M
    )
    blocks = [block.strip() for block in found if block.strip() and not re.fullmatch(r"\*[^*]+\*", block.strip())]
    return first_words(blocks[0].split("\n\n## ")[0], ANSWER_WORDS, score) if blocks else ""


def grade_of(report: str, language: str) -> str:
    words = words_for(language)
    if f"# {words.not_found}\n" in report:
        return "nothing"
    return "may" if wording.of(language).may_answer in report else "answers"


def run(*words: str) -> str:
    done = subprocess.run([*COMMAND, *words], capture_output=True, text=True, check=False)
    return done.stdout if done.stdout else f"(failed) {done.stderr[-400:]}"


def asked(question: Question, home: Path, score: ModuleType) -> Result:
    corpus, text = str(question["corpus"]), str(question["question"])
    options = shlex.split(os.environ.get("OPTIONS", ""))
    report = run("ask", text, "--docs", str(DATA / corpus), "--yes", "--fresh", "--home", str(home), *options)
    found = run("kb", "search", text, "--limit", "3", "--home", str(home))
    if keep := os.environ.get("KEEP"):
        Path(keep).mkdir(parents=True, exist_ok=True)
        (Path(keep) / f"{question['id']}.md").write_text(report, encoding="utf-8")
    pieces = question["pieces"]
    assert isinstance(pieces, list)
    language = language_of(text)
    body = report.partition(f"\n## {words_for(language).references}")[0]
    return Result(
        id=str(question["id"]),
        corpus=corpus,
        kind=str(question["kind"]),
        pieces=len(pieces),
        shown=score.shown(first_words(body, REPORT_WORDS, score), pieces),
        in_answer=score.shown(answer_block(report, score), pieces),
        by_search=score.shown(found, pieces),
        words=score.words(body),
        grade=grade_of(report, language),
    )


def row(name: str, results: Sequence[Result]) -> str:
    can, cannot = [r for r in results if r.can], [r for r in results if not r.can]

    def of(part: Iterator[bool], whole: Sequence[Result]) -> str:
        return f"{sum(part)}/{len(whole)}"

    cells = (
        name,
        of((r.shown == r.pieces for r in can), can),
        of((r.shown == 0 for r in can), can),
        of((r.in_answer == r.pieces for r in can), can),
        of((r.by_search == r.pieces for r in can), can),
        of((r.shown >= r.by_search for r in can), can),
        of((r.grade == "answers" for r in can), can),
        of((r.grade == "nothing" for r in can), can),
        of((r.grade == "answers" for r in cannot), cannot),
        f"{sorted(r.words for r in results)[len(results) // 2]}" if results else "-",
    )
    return "  ".join(cell.ljust(10) if not n else cell.rjust(8) for n, cell in enumerate(cells))


HEAD = ("corpus", "full", "none", "answer", "search", "not less", "graded", "nothing", "false", "words")


def holds(results: Sequence[Result]) -> bool:
    can, cannot = [r for r in results if r.can], [r for r in results if not r.can]
    full = sum(r.shown == r.pieces for r in can) >= FULL * len(can)
    none = sum(r.shown == 0 for r in can) <= NONE * len(can)
    first = sum(r.in_answer == r.pieces for r in can) >= IN_ANSWER * len(can)
    not_worse = sum(r.shown >= r.by_search for r in can) >= NOT_WORSE * len(can)
    honest = sum(r.grade == "answers" for r in cannot) <= FALSE_ANSWER * len(cannot)
    kind = sum(r.grade == "nothing" for r in can) <= FALSE_NOTHING * len(can)
    return full and none and first and not_worse and honest and kind


def main() -> int:
    if not (DATA / "questions.jsonl").is_file():
        print(f"skipped: no questions in {DATA}")
        return SKIPPED
    score = scorer(DATA)
    lines = (DATA / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [q for q in map(json.loads, filter(str.strip, lines)) if ONLY in (q["corpus"], "")]
    results: list[Result] = []
    with tempfile.TemporaryDirectory() as folder:
        homes = Path(os.environ.get("HOMES", folder))
        for question in questions:
            result = asked(question, homes / str(question["corpus"]), score)
            results.append(result)
            marks = f"{result.shown}/{result.pieces} answer {result.in_answer} search {result.by_search}"
            print(f"{result.id:14} {result.kind:12} {marks} {result.grade} {result.words} words", flush=True)
    print("  ".join(name.ljust(10) if not n else name.rjust(8) for n, name in enumerate(HEAD)))
    for corpus in dict.fromkeys(result.corpus for result in results):
        print(row(corpus, [result for result in results if result.corpus == corpus]))
    print(row("in all", results))
    can = [result for result in results if result.can]
    full = sum(result.shown == result.pieces for result in can)
    first = sum(result.in_answer == result.pieces for result in can)
    print(f"full answer within {REPORT_WORDS} words {full} of {len(can)}, within the answer {first} of {len(can)}")
    return 0 if holds(results) else 1
