"""A hundred passages at even distances over all reports, held against what a person judged of them.

Whether a passage is on point is for a person to say: `docs/reading-count.tsv` has a judgement for each passage that was
read, with a word on why. This draws the same kind of sample from today's reports and looks each passage up. A passage
that nobody has judged yet is counted as such, not guessed. `SHEET=FILE` writes the sample out, to be judged.
"""

from __future__ import annotations

import asyncio
import csv
import os
import tomllib
from dataclasses import dataclass
from pathlib import Path

from evals.example_runs import DOCS, Asked, ask_all, opened, questions
from evals.readability import HERE, every

PROOF = "of 100 passages at even distances over all reports, those that a person found on point"

ROOT = HERE.parent
COUNT = ROOT / "docs" / "reading-count.tsv"
SAMPLE = 100
ON_POINT = 0.75
UNJUDGED = 0.2
"""Share of the sample that may be new since the last reading; above it, somebody has to read again."""
KNOWN_BY = 70
"""Characters by which a passage is recognised; as many as the count shows."""


@dataclass(frozen=True)
class Passage:
    question: str
    run: str
    heading: str
    text: str

    @property
    def key(self) -> tuple[str, str]:
        return self.question, " ".join(self.text.split())[:KNOWN_BY]


def passages(asked: list[Asked]) -> list[Passage]:
    """What stands in the sections as running text, in reading order."""
    return [
        Passage(one.id, one.run, section.heading, statement.text)
        for one in asked
        if one.report.found
        for section in every(one.report.sections)
        for paragraph in section.paragraphs
        for statement in paragraph.statements
    ]


def at_even_distances(found: list[Passage], count: int = SAMPLE) -> list[Passage]:
    return found if len(found) <= count else [found[place * len(found) // count] for place in range(count)]


def judged() -> dict[tuple[str, str], bool]:
    with COUNT.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="\t"))
    return {(row["question"], row["passage"]): row["on point"] == "yes" for row in rows}


async def read(asked: list[tuple[str, str]], docs: Path) -> list[Asked]:
    async with opened() as service:
        return await ask_all(service, asked, docs)


def main() -> int:
    own = tomllib.loads((HERE / "readability_questions.toml").read_text("utf-8"))["question"]
    found = passages(asyncio.run(read(questions(), DOCS)))
    found += passages(asyncio.run(read([(one["id"], one["question"]) for one in own], ROOT / "docs")))
    sample = at_even_distances(found)
    if sheet := os.environ.get("SHEET"):
        lines = ["\t".join((*one.key, one.run, one.heading, one.text)) for one in sample]
        Path(sheet).write_text("\n".join(lines) + "\n", "utf-8")
    known = judged() if COUNT.exists() else {}
    verdicts = [known.get(one.key) for one in sample]
    on, off, new = (verdicts.count(verdict) for verdict in (True, False, None))
    for one, verdict in zip(sample, verdicts, strict=True):
        if verdict is not True:
            print(f"  {'off' if verdict is False else 'new'} {one.question}: {one.text[:100]}")
    share = on / max(on + off, 1)
    print(
        f"{len(found)} passages in all, {len(sample)} looked at: {on} on point, {off} off the point, {new} not judged"
    )
    unread = new / max(len(sample), 1)
    print(f"on point {share:.0%} of those judged (≥ {ON_POINT:.0%}); not judged {unread:.0%} (≤ {UNJUDGED:.0%})")
    return 0 if share >= ON_POINT and new <= UNJUDGED * len(sample) else 1
