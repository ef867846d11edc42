"""The report as its writer would send it, before any sentence has its marks: sketched, composed, read by whoever asked,
and composed once more with what that reader found and what the documents hold on that and on the writer's own doubts.

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
    Review,
    Reviewer,
    ReviewRequest,
    Sketch,
    Sketcher,
    SketchRequest,
    Stance,
)
from fathoms.runtime.calls import call
from fathoms.runtime.looking_up import looked_up
from fathoms.runtime.process import Job
from fathoms.runtime.taking import taken_from
from fathoms.text.words import content_words

TOLD = 0.6
"""Share of a claim's words in one paragraph from which on that tells it."""


@dataclass(frozen=True, slots=True)
class Composed:
    """The text, and the facts that it was written from with those that it needed beside them."""

    text: str
    outcomes: tuple[TaskOutcome, ...]
    invented: int = 0
    """Quotes that stand in no page."""
    read: bool = False
    """Whether somebody has read it and it was mended, or needed no mending."""
    look_up: tuple[str, ...] = ()
    """What its writer would look up before it goes out."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for outcome in self.outcomes for fact in outcome.facts)


async def sketched(job: Job) -> str:
    """What the mind would answer by itself, from every side: who has seen a case from one side alone overlooks what the
    others would have asked. A report can be written without."""
    mind = job.mind
    if not isinstance(mind, Sketcher):
        return ""
    notes = await asyncio.gather(*(_sketch(job, mind, stance) for stance in Stance))
    return "\n\n".join(filter(None, notes))


async def _sketch(job: Job, mind: Sketcher, stance: Stance) -> str:
    request = SketchRequest(brief=job.proposal.brief, stance=stance)
    try:
        kind = CallKind(Deed.SKETCH)
        return (await call(job.order.run, "", kind, request, Sketch, lambda: mind.sketch(request))).text
    except (BudgetSpent, ProviderError):
        return ""


async def composed(
    job: Job, request: EditRequest, outcomes: Sequence[TaskOutcome], pages: Mapping[str, Page]
) -> Composed:
    """The report without marks; without text where it has to be written with them at once."""
    if not (request.facts and isinstance(job.mind, Composer)):
        return Composed("", tuple(outcomes))
    first = await _written(job, job.mind, request, outcomes, pages, Purpose.REPORT)
    if not (first.text and isinstance(job.mind, Reviewer)):
        return first
    shown = request.model_copy(update={"facts": first.facts, "text": first.text})
    found = await _read(job, job.mind, shown)
    if found is None or not found.objections:
        return Composed(first.text, first.outcomes, first.invented, read=found is not None)
    asked = dict.fromkeys((*first.look_up, *(one.look_up for one in found.objections if one.look_up)))
    more = await looked_up(job, tuple(asked), request.pages, pages)
    wanted = shown.model_copy(update={"objections": found.objections, "pages": more.passages})
    again = await _written(job, job.mind, wanted, first.outcomes, more.pages)
    return Composed(again.text or first.text, again.outcomes, first.invented + again.invented, read=bool(again.text))


async def _written(
    job: Job,
    mind: Composer,
    request: EditRequest,
    outcomes: Sequence[TaskOutcome],
    pages: Mapping[str, Page],
    purpose: Purpose = Purpose.WORK,
) -> Composed:
    try:
        kind = CallKind(Deed.COMPOSE)
        made = await call(job.order.run, "", kind, request, Composition, lambda: mind.compose(request), purpose=purpose)
    except (BudgetSpent, ProviderError):
        return Composed("", tuple(outcomes))
    step = "taken again" if request.objections else "taken before"
    taken = await taken_from(job, request, Edited(taken=made.taken), outcomes, pages, step)
    return Composed(made.text, taken.outcomes, taken.invented, look_up=made.look_up)


async def _read(job: Job, mind: Reviewer, request: EditRequest) -> Review | None:
    """What whoever asked minds in the text; None where nobody could read it.

    What only the report may spend is for its writing and its check: a reader is work like any other."""
    review = ReviewRequest(
        brief=request.brief, text=request.text, unused=untold(request.text, request.facts), words=request.words
    )
    try:
        return await call(job.order.run, "", CallKind(Deed.REVIEW), review, Review, lambda: mind.review(review))
    except (BudgetSpent, ProviderError):
        return None


def untold(text: str, facts: Sequence[Fact]) -> tuple[str, ...]:
    """What was found and no paragraph has the words of, what answers most first."""
    paragraphs = [content_words(one) for one in text.split("\n") if one.strip()]
    left = (fact for fact in facts if not fact.loose and not _told(content_words(fact.claim), paragraphs))
    return tuple(dict.fromkeys(fact.claim for fact in sorted(left, key=lambda fact: (-len(fact.answers), -fact.score))))


def _told(claim: frozenset[str], paragraphs: Sequence[frozenset[str]]) -> bool:
    return any(len(claim & words) >= TOLD * len(claim) for words in paragraphs)
