"""The reading set inside one process: what `reading-set` does by the command line, quick enough to repeat with changes.

Not a proof by itself: `calibration` and `ablation` use it.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType

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
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.report.render.markdown import render
from fathoms.report.words import words_for
from fathoms.text.language import language_of


def questions() -> list[Question]:
    lines = (DATA / "questions.jsonl").read_text(encoding="utf-8").splitlines()
    return [question for question in map(json.loads, filter(str.strip, lines)) if ONLY in (question["corpus"], "")]


def is_there() -> bool:
    return (DATA / "questions.jsonl").is_file()


async def results(reranker: str = "none") -> AsyncIterator[Result]:
    """Every question asked through the service, one home for each corpus."""
    score = scorer(DATA)
    asked = questions()
    for corpus in dict.fromkeys(str(question["corpus"]) for question in asked):
        with tempfile.TemporaryDirectory() as home:
            async with Service(load({"home": home, "reranker": reranker})) as service:
                await service.ingest((DATA / corpus,))
                for question in asked:
                    if question["corpus"] == corpus:
                        text = await _report(service, str(question["question"]), DATA / corpus)
                        yield _scored(question, text, score)


async def _report(service: Service, question: str, docs: Path) -> str:
    row = await service.propose(Ask(question=question, docs=(docs,)))
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
