"""The reading set inside one process: what `reading-set` does by the command line, quick enough to repeat with changes.

Not a proof by itself: `calibration` and `ablation` use it. Documents are taken in once, and a pair of question and
passage is read once, however often the questions are asked.
"""

from __future__ import annotations

import functools
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from types import ModuleType
from unittest.mock import patch

from evals.reading_set import (
    ANSWER_WORDS,
    DATA,
    ONLY,
    REPORT_WORDS,
    Question,
    Result,
    answer_block,
    first_words,
    grade_of,
    scorer,
)
from fathoms.app import build
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.ports.reranker import Reranker
from fathoms.report.render.markdown import render
from fathoms.report.words import words_for
from fathoms.text.language import language_of


def questions() -> list[Question]:
    lines = (DATA / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [question for question in map(json.loads, filter(str.strip, lines)) if ONLY in (question["corpus"], "")]


def is_there() -> bool:
    return (DATA / "questions.jsonl").is_file()


class Remembering:
    """A reranker that reads no pair twice."""

    def __init__(self, reranker: Reranker) -> None:
        self.name, self.multilingual = reranker.name, reranker.multilingual
        self.answers_from = reranker.answers_from
        self._reranker = reranker
        self._read: dict[tuple[str, str], float] = {}

    def score(self, question: str, texts: Sequence[str]) -> list[float]:
        new = [text for text in dict.fromkeys(texts) if (question, text) not in self._read]
        read = self._reranker.score(question, new) if new else ()
        self._read.update(((question, text), one) for text, one in zip(new, read, strict=True))
        return [self._read[question, text] for text in texts]


@functools.cache
def _remembering(reranker: str) -> Remembering | None:
    opened = build.make_reranker(load({"reranker": reranker}))
    return Remembering(opened) if opened else None


async def results(homes: Path, reranker: str = "auto") -> AsyncIterator[Result]:
    """Every question asked through the service, one home below `homes` for each corpus."""
    score = scorer(DATA)
    asked = questions()
    remembering = _remembering(reranker)
    with patch.object(build, "make_reranker", lambda settings: remembering):
        for corpus in dict.fromkeys(str(question["corpus"]) for question in asked):
            home = str(homes / corpus)
            async with Service(load({"home": home, "reranker": reranker})) as service:
                await service.ingest((DATA / corpus,))  # the first time; nothing is new after that
                for question in asked:
                    if question["corpus"] == corpus:
                        text = await _report(service, str(question["question"]), DATA / corpus)
                        yield _scored(question, text, score)


async def _report(service: Service, question: str, docs: Path) -> str:
    row = await service.propose(Ask(question=question, docs=(docs,), fresh=True, learn=False))
    await service.carry_out(row.order.run)
    report = service.report(row.order.run)
    return render(report) if report else ""


def _scored(question: Question, report: str, score: ModuleType) -> Result:
    language = language_of(str(question["question"]))
    pieces = question["pieces"]
    assert isinstance(pieces, list)
    shown = score.shown
    body = report.partition(f"\n## {words_for(language).references}")[0]
    return Result(
        id=str(question["id"]),
        corpus=str(question["corpus"]),
        kind=str(question["kind"]),
        pieces=len(pieces),
        shown=shown(first_words(body, REPORT_WORDS, score), pieces),
        in_answer=shown(first_words(answer_block(report, score), ANSWER_WORDS, score), pieces),
        by_search=0,
        words=len(body.split()),
        grade=grade_of(report, language),
    )
