"""The report as its writer would send it, before any sentence has its marks: sketched, composed by two hands apart from
each other, read by whoever asked, the better text composed once more, with what that reader found, what the other
text has and what the documents hold on that and on the writers' own doubts; read again, and made easy to read by
somebody who has seen nothing but the text and what that second reading found. What comes last is what ships: a mend
behind the editor would be squeezed in.

Knows: the order, and that each of these can fail without losing what was there before.  Does not know: how a report is
written, or how its sentences get their marks (`editing.py`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

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
from fathoms.text.words import content_words, word_count

TOLD = 0.6
"""Share of a claim's words in one paragraph from which on that tells it."""


POLISHED = (0.6, 1.1)
"""Shares of a text's words that it may have when it has been made easier to read."""


BEFORE, BESIDE, AGAIN = "taken before", "taken beside", "taken again"
"""From pages, by the first hand, by the second, and by whoever wrote the better text once more."""


@dataclass(frozen=True, slots=True)
class Composed:
    """The text, and the facts that it was written from with those that it needed beside them."""

    text: str
    outcomes: tuple[TaskOutcome, ...]
    invented: int = 0
    """Quotes that stand in no page."""
    read: bool = False
    """Whether somebody has read it and it was mended, or needed no mending."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for outcome in self.outcomes for fact in outcome.facts)


async def sketched(job: Job) -> tuple[str, ...]:
    """What the mind would answer by itself, from every side: who has seen a case from one side alone overlooks what the
    others would have asked. A report can be written without."""
    mind = job.mind
    if not isinstance(mind, Sketcher):
        return ()
    notes = await asyncio.gather(*(_sketch(job, mind, stance) for stance in Stance))
    return tuple(filter(None, notes))


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
    held = await _settled(job, request, outcomes, pages)
    return replace(held, text=await _polished(job, request, held)) if held.text else held


async def _polished(job: Job, request: EditRequest, held: Composed) -> str:
    """The same said so that it is read once, and without what a second reading of a mended text found. Whoever wrote it
    knows too much of it to see what is hard to read; a text that lost or gained a good part of its words on the way is
    another text, and the first one stays."""
    mind = job.mind
    if not isinstance(mind, Polisher):
        return held.text
    found = await _read(job, request, held.text, again=True) if held.read else None
    objections = found.objections if found else ()
    polish = PolishRequest(brief=request.brief, text=held.text, words=request.words, objections=objections)
    try:
        kind = CallKind(Deed.POLISH)
        made = (await call(job.order.run, "", kind, polish, Polished, lambda: mind.polish(polish))).text
    except (BudgetSpent, ProviderError):
        return held.text
    least, most = (share * word_count(held.text) for share in POLISHED)
    return made if least <= word_count(made) <= most else held.text


async def _settled(
    job: Job, request: EditRequest, outcomes: Sequence[TaskOutcome], pages: Mapping[str, Page]
) -> Composed:
    """What the report says, in its writer's words."""
    if not (request.facts and isinstance(job.mind, Composer)):
        return Composed("", tuple(outcomes))
    first, other = await _by_two_hands(job, job.mind, request)
    held = await _admitted(job, request, first, Composed(first.text, tuple(outcomes)), pages, BEFORE)
    held = await _admitted(job, request, other, held, pages, BESIDE)
    if not first.text:
        return held
    unused = untold(f"{first.text}\n{other.text}", held.facts)
    found = await _read(job, request, first.text, other.text, unused)
    if found is None:
        return held
    notes = request.sketches
    if found.other_is_better:
        first, other, notes = other, first, _turned(notes)
    if not found.objections:
        return replace(held, text=first.text, read=True)
    asked = (*first.look_up, *(one.look_up for one in found.objections if one.look_up), *other.look_up)
    more = await looked_up(job, tuple(dict.fromkeys(asked)), request.pages, pages)
    update = {
        "facts": held.facts,
        "sketches": notes,
        "text": first.text,
        "other": other.text,
        "objections": found.objections,
        "pages": more.passages,
    }
    wanted = request.model_copy(update=update)
    again = await _draft(job, job.mind, wanted)
    mended = replace(held, text=again.text or first.text, read=bool(again.text))
    return await _admitted(job, wanted, again, mended, more.pages, AGAIN)


async def _by_two_hands(job: Job, mind: Composer, request: EditRequest) -> tuple[Composition, Composition]:
    """Two texts from the same material, each built on another of the sketches: two writers differ by more than two
    readers of one of them do, and each sees what the other does not. A report can do without the second."""
    turned = _turned(request.sketches)
    if turned == request.sketches:
        return await _draft(job, mind, request, Purpose.REPORT), Composition()
    first, second = await asyncio.gather(
        _draft(job, mind, request, Purpose.REPORT),
        _draft(job, mind, request.model_copy(update={"sketches": turned})),
    )
    return (first, second) if first.text else (second, Composition())


def _turned(notes: tuple[str, ...]) -> tuple[str, ...]:
    """From the next side first."""
    return (*notes[1:], *notes[:1])


async def _draft(job: Job, mind: Composer, request: EditRequest, purpose: Purpose = Purpose.WORK) -> Composition:
    """Without text where nobody could write it."""
    try:
        kind = CallKind(Deed.COMPOSE)
        return await call(job.order.run, "", kind, request, Composition, lambda: mind.compose(request), purpose=purpose)
    except (BudgetSpent, ProviderError):
        return Composition()


async def _admitted(
    job: Job, request: EditRequest, made: Composition, held: Composed, pages: Mapping[str, Page], step: str
) -> Composed:
    """With what that text took from pages as facts."""
    taken = await taken_from(job, request, Edited(taken=made.taken), held.outcomes, pages, step)
    return replace(held, outcomes=taken.outcomes, invented=held.invented + taken.invented)


async def _read(
    job: Job,
    request: EditRequest,
    text: str,
    other: str = "",
    unused: tuple[str, ...] = (),
    *,
    again: bool = False,
) -> Review | None:
    """What whoever asked minds in the text, or in the better one of two; None where nobody could read it.

    What only the report may spend is for its writing and its check: a reader is work like any other."""
    mind = job.mind
    if not isinstance(mind, Reviewer):
        return None
    review = ReviewRequest(brief=request.brief, text=text, other=other, unused=unused, words=request.words, again=again)
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
