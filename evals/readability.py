"""Reports of the extractive mind, read by machine: lost pronouns, near-duplicates, headings that promise too much.

Over the example questions and over questions on this project's own documentation. Whether a passage is on point is
for people to say: docs/reading.md has a count of 100. `LIMIT=` asks fewer of the example questions.
"""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rapidfuzz import fuzz

from evals.example_runs import DOCS, Asked, ask_all, opened, questions
from fathoms.domain.report import Report, Section, Statement
from fathoms.report.words import words_for
from fathoms.text.words import content_words, tokens

PROOF = "no lost pronouns, near-duplicates under 5 %, no heading that claims more than its passages"

HERE = Path(__file__).parent
OWN_DOCS = HERE.parent / "docs"
ALIKE = 88
"""Token-set similarity from which two passages of one report say the same."""
MOST_ALIKE = 0.05
_PRONOUN = re.compile(
    r"^\W*(?:(?:it|they|he|she|this|these|those|its|their|his|her|such|both)\b(?!\s+(?:is|was)\s+(?:known|said|believed))"
    r"|(?:but|and|so|therefore|however|moreover|also|then|thus)\b)|^(?:これ|それ|この|その|彼|彼女|また、|しかし|そして|そのため)",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？]\s*$|^(?:passages on|what|which|who|when|where|why|how)\b|: which is right", re.IGNORECASE)
_TEMPLATE = content_words(
    "What is known about passages overview how it works limits taken together comparison history outlook when why who "
    "questions sources general all compare with regard to afterwards background current state future effects "
    "概要 全体 仕組み 限界 比較 経緯 関して"
)


@dataclass
class Tally:
    reports: int = 0
    passages: int = 0
    pronouns: int = 0
    alike: int = 0
    headings: int = 0
    overclaiming: int = 0

    def add(self, asked: Asked, found: list[str]) -> None:
        report = asked.report
        if not report.found:
            return
        self.reports += 1
        said = [statement for section in report.sections for statement in passages(section)]
        self.passages += len(said)
        for statement in (*report.summary, *said):
            if _PRONOUN.match(statement.text):
                self.pronouns += 1
                found.append(f"{asked.id} pronoun: {statement.text[:90]}")
        for place, statement in enumerate(said):
            if any(alike(statement, other) for other in said[:place]):
                self.alike += 1
                found.append(f"{asked.id} twice: {statement.text[:90]}")
        for section in every(report.sections):
            self.headings += 1
            if extra := claims_more(section, report):
                self.overclaiming += 1
                found.append(f"{asked.id} heading {section.heading!r}: {', '.join(sorted(extra))}")

    @property
    def alike_share(self) -> float:
        return self.alike / max(self.passages, 1)


def every(sections: tuple[Section, ...]) -> Iterator[Section]:
    for section in sections:
        yield section
        yield from every(section.children)


def passages(section: Section) -> Iterator[Statement]:
    """What stands under the section as running text; a table's cells repeat it on purpose."""
    for part in every((section,)):
        for paragraph in part.paragraphs:
            yield from paragraph.statements


def alike(left: Statement, right: Statement) -> bool:
    return fuzz.token_set_ratio(" ".join(tokens(left.text)), " ".join(tokens(right.text))) >= ALIKE


def claims_more(section: Section, report: Report) -> frozenset[str]:
    """Words of a heading that neither the question, nor any passage below it holds; a question claims nothing."""
    if _ASKS.search(section.heading):
        return frozenset()
    below = " ".join(statement.text for statement in passages(section))
    quoted = " ".join(fact.evidence[0].title for fact in report.facts)
    fixed = words_for(report.language)
    known = content_words(" ".join((report.question, below, quoted, fixed.loose))) | _TEMPLATE
    return content_words(section.heading) - known


async def looked_at(asked: list[tuple[str, str]], docs: Path, found: list[str]) -> Tally:
    tally = Tally()
    async with opened() as service:
        for one in await ask_all(service, asked, docs):
            tally.add(one, found)
    return tally


def main() -> int:
    own = [
        (one["id"], one["question"])
        for one in tomllib.loads((HERE / "readability_questions.toml").read_text())["question"]
    ]
    found: list[str] = []
    world = asyncio.run(looked_at(questions(), DOCS, found))
    docs = asyncio.run(looked_at(own, OWN_DOCS, found))
    for line in found:
        print(f"  {line}")
    print(
        f"{'documents':<10} {'reports':>7} {'passages':>8} {'lost pronouns':>13} "
        f"{'near-duplicates':>15} {'headings':>8} {'overclaim':>9}"
    )
    for name, tally in (("examples", world), ("docs", docs)):
        print(
            f"{name:<10} {tally.reports:>7} {tally.passages:>8} {tally.pronouns:>13} "
            f"{f'{tally.alike} ({tally.alike_share:.1%})':>15} {tally.headings:>8} {tally.overclaiming:>9}"
        )
    pronouns, over = world.pronouns + docs.pronouns, world.overclaiming + docs.overclaiming
    share = (world.alike + docs.alike) / max(world.passages + docs.passages, 1)
    print(
        f"lost pronouns {pronouns} (0), near-duplicates {share:.1%} (< {MOST_ALIKE:.0%}), "
        f"overclaiming headings {over} (0)"
    )
    return 0 if not pronouns and share < MOST_ALIKE and not over and docs.reports else 1
