"""The example questions, asked through the service: is the gold evidence cited, is a "not found" honest?

`QUESTIONS=` names another file in the format of examples/questions.toml, `DOCS=` its documents.
"""

from __future__ import annotations

import asyncio
import os
import re
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.asking import Ask
from fathoms.domain.evidence import Evidence
from fathoms.domain.report import Report

PROOF = "gold evidence among the cited passages; honest 'not found' on unanswerable questions"

EXAMPLES = Path(__file__).parent.parent / "examples"
QUESTIONS = Path(os.environ.get("QUESTIONS", EXAMPLES / "questions.toml"))
DOCS = Path(os.environ.get("DOCS", EXAMPLES / "world"))
GOLD_SHARE, HONEST_SHARE = 0.75, 7 / 8


@dataclass(frozen=True)
class Answered:
    id: str
    kind: str
    found: bool
    gold: int
    cited: int
    passages: int


def squeezed(text: str) -> str:
    """Letters and digits only, so that markup and line breaks do not count."""
    return re.sub(r"[\W_]+", "", text).casefold()


def holds(evidence: Evidence, document: str, quote: str) -> bool:
    """Whether a cited quote carries the gold span: at least half of it, in the right document."""
    if not evidence.url.partition("#")[0].endswith(document):
        return False
    have, want = squeezed(evidence.quote), squeezed(quote)
    if want in have:
        return True
    if have in want:
        return len(have) >= len(want) / 2
    sentences = [squeezed(s) for s in re.split(r"(?<=[.!?。])\s*", quote) if squeezed(s)]
    return sum(len(s) for s in sentences if s in have) >= len(want) / 2


def judge(question: dict[str, object], report: Report) -> Answered:
    cited = [evidence for fact in report.facts for evidence in fact.evidence] if report.found else []
    gold = question.get("gold", [])
    assert isinstance(gold, list)
    hits = sum(1 for g in gold if any(holds(e, g["document"], g["quote"]) for e in cited))
    return Answered(str(question["id"]), str(question["kind"]), _claims_an_answer(report), len(gold), hits, len(cited))


def _claims_an_answer(report: Report) -> bool:
    """Whether it shows passages without saying that they only may answer."""
    return report.found and not any(section.note for section in report.sections)


async def ask_all(home: Path, questions: list[dict[str, object]]) -> list[Answered]:
    answered = []
    async with Service(load({"home": str(home)})) as service:
        await service.ingest((DOCS,))
        for question in questions:
            row = await service.propose(Ask(question=str(question["question"]), docs=(DOCS,)))
            await service.carry_out(row.order.run)
            report = service.report(row.order.run)
            assert report is not None
            answered.append(judge(question, report))
    return answered


def main() -> int:
    questions = tomllib.loads(QUESTIONS.read_text("utf-8"))["question"]
    with tempfile.TemporaryDirectory() as home:
        answered = asyncio.run(ask_all(Path(home), questions))
    print(f"{'id':<5} {'kind':<13} {'found':<6} {'gold cited':<11} passages")
    for a in answered:
        print(f"{a.id:<5} {a.kind:<13} {'yes' if a.found else 'no':<6} {f'{a.cited}/{a.gold}':<11} {a.passages}")
    for kind in sorted({a.kind for a in answered if a.gold}):
        group = [a for a in answered if a.kind == kind]
        print(f"{kind:<13} {sum(a.cited for a in group)}/{sum(a.gold for a in group)} gold spans cited")
    answerable = [a for a in answered if a.gold]
    nulls = [a for a in answered if not a.gold]
    share = sum(a.cited for a in answerable) / max(sum(a.gold for a in answerable), 1)
    honest = sum(1 for a in nulls if not a.found) / max(len(nulls), 1)
    print(f"gold evidence cited {share:.1%} (≥ {GOLD_SHARE:.0%}); honest not-found {honest:.1%} (≥ {HONEST_SHARE:.1%})")
    return 0 if share >= GOLD_SHARE and honest >= HONEST_SHARE else 1
