"""The report as its writer would send it, before any sentence has its marks: sketched, composed by one hand, and made
easy to read by somebody who has seen nothing but the text.

Knows: the order, and that each of these can fail without losing what was there before.  Does not know: how a report is
written, or how its sentences get their marks (`editing.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Fact, Page
from fathoms.domain.ledger import Purpose
from fathoms.domain.report import TaskOutcome
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import (
    Composer,
    Composition,
    EditRequest,
    Polished,
    Polisher,
    PolishRequest,
    Sketch,
    Sketcher,
    SketchRequest,
    Stance,
)
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job
from fathoms.runtime.taking import taken_from
from fathoms.text.words import word_count

POLISHED = (0.6, 1.15)
"""Shares of a text's words that it may have when it has been made easier to read."""


@dataclass(frozen=True, slots=True)
class Composed:
    """The text, and the facts that it was written from with those that it needed beside them."""

    text: str
    outcomes: tuple[TaskOutcome, ...]
    invented: int = 0
    """Quotes that stand in no page."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for outcome in self.outcomes for fact in outcome.facts)


async def sketched(job: Job) -> tuple[Sketch, ...]:
    """What the mind would answer by itself, from every side: who has seen a case from one side alone overlooks what the
    others would have asked. A report can be written without."""
    mind = job.mind
    if not isinstance(mind, Sketcher):
        return ()
    notes = await asyncio.gather(*(_sketch(job, mind, stance) for stance in Stance))
    return tuple(note for note in notes if note.text)


async def _sketch(job: Job, mind: Sketcher, stance: Stance) -> Sketch:
    request = SketchRequest(brief=job.proposal.brief, stance=stance)
    try:
        return await call(job.order.run, "", CallKind(Deed.SKETCH), request, Sketch, lambda: mind.sketch(request))
    except (BudgetSpent, ProviderError):
        return Sketch()


async def composed(
    job: Job, request: EditRequest, outcomes: Sequence[TaskOutcome], pages: Mapping[str, Page]
) -> Composed:
    """The report without marks, with what it took from pages as facts; without text where it has to be written with
    its marks at once."""
    made = await _draft(job, request)
    if not made.text:
        return Composed("", tuple(outcomes))
    taken = await taken_from(job, request, Edited(taken=made.taken), outcomes, pages, "taken before")
    return Composed(await _polished(job, request, made.text), taken.outcomes, taken.invented)


async def _draft(job: Job, request: EditRequest) -> Composition:
    """Without text where nobody could write it."""
    mind, kind = job.mind, CallKind(Deed.COMPOSE)
    if not (request.facts and isinstance(mind, Composer)):
        return Composition()
    try:
        return await call(
            job.order.run, "", kind, request, Composition, lambda: mind.compose(request), purpose=Purpose.REPORT
        )
    except (BudgetSpent, ProviderError):
        return Composition()


async def _polished(job: Job, request: EditRequest, text: str) -> str:
    """The same said so that it is read once. Whoever wrote it knows too much of it to see what is hard to read; a text
    that lost or gained a good part of its words on the way is another text, and the first one stays."""
    mind, kind = job.mind, CallKind(Deed.POLISH)
    if not isinstance(mind, Polisher):
        return text
    polish = PolishRequest(brief=request.brief, text=text, words=request.words)
    try:
        made = (await call(job.order.run, "", kind, polish, Polished, lambda: mind.polish(polish))).text
    except (BudgetSpent, ProviderError):
        return text
    least, most = (share * word_count(text) for share in POLISHED)
    return made if least <= word_count(made) <= most else text
