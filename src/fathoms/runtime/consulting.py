"""Whoever will write the report goes through one's own documents before that: it is shown pages, notes what the report
must not miss, takes quotes, and says what it wants to see next.

    pages ─► notes, quotes ─► what to look up ─► pages ─► …          at most three looks

Knows: how often, what was shown, that notes stand on admitted facts.  Does not know: what is worth a note. A look that
fails ends it; what was noted before stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Fact, Page, Passage
from fathoms.domain.report import Statement, TaskOutcome
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.ports.mind import Consultant, Consulted, ConsultRequest, EditRequest
from fathoms.runtime.calls import call
from fathoms.runtime.looking_up import ON_REQUEST, looked_up
from fathoms.runtime.process import Job
from fathoms.runtime.taking import taken_from

LOOKS = 3


@dataclass(frozen=True, slots=True)
class Consultation:
    """What came of going through the documents."""

    outcomes: tuple[TaskOutcome, ...]
    """With what was taken from pages as facts."""
    pages: Mapping[str, Page]
    notes: tuple[Statement, ...] = ()
    telling: tuple[Passage, ...] = ()
    """The parts of documents that something was taken from."""
    invented: int = 0
    """Quotes that stand in no page."""

    @property
    def facts(self) -> tuple[Fact, ...]:
        return tuple(fact for outcome in self.outcomes for fact in outcome.facts)


async def consulted(job: Job, request: EditRequest, so_far: Consultation) -> Consultation:
    """The pages of the request first, then what is asked for, as long as something is."""
    if not isinstance(job.mind, Consultant):
        return so_far
    asked: list[str] = []
    shown: list[str] = []
    offered = request.pages
    for left in reversed(range(LOOKS)):
        made = await _look(job, job.mind, _asking(job, request, so_far, offered, asked, left))
        so_far = await _with(job, request, so_far, offered, made, f"noted {LOOKS - left}")
        shown += [passage.url for passage in offered if passage.key in made.seen]
        if not made.look_up:
            break
        asked += made.look_up
        found = await looked_up(job, made.look_up, (), so_far.pages, ON_REQUEST, shown=shown)
        offered, so_far = found.passages, replace(so_far, pages=found.pages)
        if not offered:
            break
    return so_far


def _asking(
    job: Job,
    request: EditRequest,
    so_far: Consultation,
    offered: Sequence[Passage],
    asked: Sequence[str],
    left: int,
) -> ConsultRequest:
    return ConsultRequest(
        brief=request.brief,
        facts=so_far.facts,
        sketches=request.sketches,
        notes=so_far.notes,
        asked=tuple(asked),
        tree=tuple(line for survey in job.proposal.surveys for line in survey.tree),
        pages=tuple(offered),
        looks_left=left,
    )


async def _look(job: Job, mind: Consultant, request: ConsultRequest) -> Consulted:
    try:
        return await call(job.order.run, "", CallKind(Deed.CONSULT), request, Consulted, lambda: mind.consult(request))
    except (BudgetSpent, ProviderError):
        return Consulted()


async def _with(
    job: Job, request: EditRequest, so_far: Consultation, offered: Sequence[Passage], made: Consulted, step: str
) -> Consultation:
    """What was noted and taken in one look, added to what was before."""
    shown = request.model_copy(update={"pages": tuple(offered)})
    edited = Edited(key_points=made.notes, taken=made.taken)
    taken = await taken_from(job, shown, edited, so_far.outcomes, so_far.pages, step)
    sources = {claim.passage for claim in made.taken.values()}
    return replace(
        so_far,
        outcomes=taken.outcomes,
        notes=(*so_far.notes, *taken.edited.key_points),
        telling=(*so_far.telling, *(passage for passage in offered if passage.key in sources)),
        invented=so_far.invented + taken.invented,
    )
