"""Citations: every one points at a stored page, every quote stands at its offsets, none is invented.

Two rounds: the example questions with the extractive mind, and a mind that invents three of ten of its keys, claims
and quotes. What it invents must not reach a report.
"""

from __future__ import annotations

import asyncio
import dataclasses
import hashlib
from collections import Counter
from typing import ClassVar

from evals.example_runs import Asked, ask_all, opened, questions
from fathoms.app.service import Service
from fathoms.domain.report import Finding, Paragraph, Report, Statement
from fathoms.domain.thread import Claim, Extraction
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ConcludeRequest, ExtractRequest, SummaryDraft, SummaryRequest
from fathoms.report.render import markdown
from fathoms.report.statements import statements_of

PROOF = "citations stored, quotes at their offsets, invented references: also under a mind that invents 30 %"

INVENTED = 30
"""Percent of its keys, claims and quotes that the inventing mind makes up."""
MARK = "Zorblax"
"""Stands in everything that was made up, so that it can be found again."""
MOST_QUESTIONS = 12
"""Asked of the inventing mind."""


def drawn(*words: str) -> int:
    """0 to 99, the same for the same words."""
    return int(hashlib.sha256("\x1f".join(words).encode()).hexdigest(), 16) % 100


class InventingMind(ExtractiveMind):
    """The extractive mind, three of ten of whose answers are made up."""

    name = "inventing"
    made_up: ClassVar[Counter[str]] = Counter()

    async def extract(self, request: ExtractRequest) -> Extraction:
        real = await super().extract(request)
        return real.model_copy(update={"claims": tuple(self._spoilt(claim) for claim in real.claims)})

    def _spoilt(self, claim: Claim) -> Claim:
        if drawn("claim", claim.text) >= INVENTED:
            return claim
        kind = ("key", "quote")[drawn("kind", claim.text) % 2]
        self.made_up[kind] += 1
        if kind == "key":
            return claim.model_copy(update={"passage": "S999", "text": f"{claim.text} ({MARK})"})
        return claim.model_copy(update={"quote": f"{MARK} {claim.quote[:40]}", "text": f"{MARK}: {claim.text}"})

    async def conclude(self, request: ConcludeRequest) -> Finding:
        real = await super().conclude(request)
        paragraphs = tuple(
            paragraph.model_copy(update={"statements": tuple(map(self._said, paragraph.statements))})
            for paragraph in real.paragraphs
        )
        extra = Paragraph(statements=(Statement(text=f"{MARK} was founded in 1871 by Alma Quist.", facts=("f-none",)),))
        self.made_up["statement"] += 1
        return real.model_copy(update={"paragraphs": (*paragraphs, extra)})

    def _said(self, statement: Statement) -> Statement:
        """A key that names no fact, or a claim that its quote does not hold."""
        lot = drawn("statement", statement.text)
        if lot >= INVENTED:
            return statement
        self.made_up["statement"] += 1
        if lot % 2:
            return statement.model_copy(update={"facts": ("f-invented",), "text": f"{MARK} reached 93.7 GWh in 1999."})
        return statement.model_copy(
            update={"text": f"{statement.text} {MARK} Heavy Industries paid 4.4 billion euros."}
        )

    async def summarise(self, request: SummaryRequest) -> SummaryDraft:
        real = await super().summarise(request)
        self.made_up["statement"] += 1
        invented = Statement(text=f"{MARK} won the prize [7].", facts=("https://invented.example/",))
        return real.model_copy(update={"summary": (*map(self._said, real.summary), invented)})


@dataclasses.dataclass
class Tally:
    citations: int = 0
    stored: int = 0
    quotes: int = 0
    in_place: int = 0
    invented: int = 0
    uncited: int = 0

    def add(self, service: Service, asked: Asked) -> None:
        report = asked.report
        pages = service.shop.stores.pages_behind(e for r in report.references for e in r.passages)
        for reference in report.references:
            self.citations += 1
            self.stored += all(passage.page_id in pages for passage in reference.passages)
            for passage in reference.passages:
                page = pages.get(passage.page_id)
                self.quotes += 1
                self.in_place += bool(page and page.text[passage.start : passage.end] == passage.quote)
                self.invented += page is None
        stated = [*report.summary, *(s for section in report.sections for s in statements_of(section))]
        known = {fact.id for fact in report.facts}
        self.uncited += sum(not statement.facts or not set(statement.facts) <= known for statement in stated)
        self.invented += MARK in shipped(report)

    def line(self, name: str) -> str:
        return (
            f"{name:<12} {self.citations:>9} {self.stored:>7} {self.quotes:>7} {self.in_place:>9} "
            f"{self.invented:>9} {self.uncited:>8}"
        )

    @property
    def holds(self) -> bool:
        whole = self.stored == self.citations and self.in_place == self.quotes
        return whole and not self.invented and not self.uncited and self.citations > 0


def shipped(report: Report) -> str:
    """What the report says, without the account of what was cut from it."""
    return markdown.render(report.model_copy(update={"cuts": ()}))


async def looked_at(asked: list[tuple[str, str]], mind: type[ExtractiveMind]) -> Tally:
    tally = Tally()
    async with opened() as service:
        service.shop.make_mind = lambda *_, **__: mind()
        for one in await ask_all(service, asked):
            tally.add(service, one)
    return tally


def main() -> int:
    real = asyncio.run(looked_at(questions(), ExtractiveMind))
    lying = asyncio.run(looked_at(questions()[:MOST_QUESTIONS], InventingMind))
    print(f"{'mind':<12} {'citations':>9} {'stored':>7} {'quotes':>7} {'in place':>9} {'invented':>9} {'uncited':>8}")
    print(real.line("extractive"))
    print(lying.line("inventing"))
    made_up = InventingMind.made_up
    print(f"made up by the inventing mind: {', '.join(f'{count} {kind}s' for kind, count in made_up.items())}")
    both = Tally(*(a + b for a, b in zip(dataclasses.astuple(real), dataclasses.astuple(lying), strict=True)))
    print(
        f"citations stored {both.stored / max(both.citations, 1):.1%}, quotes at their offsets "
        f"{both.in_place / max(both.quotes, 1):.1%}, invented references {both.invented}, uncited {both.uncited}"
    )
    return 0 if real.holds and lying.holds and sum(made_up.values()) > 0 else 1
