"""The steps that a user put between ours, asked and recorded like our own.

Knows: which steps a run was asked for with, and how one is asked.  Does not know: what any of them looks at, or what
code makes of what it says (`engine/evidence/facts.py`).
"""

from __future__ import annotations

import asyncio

from fathoms.domain.calls import CallKind, Deed
from fathoms.domain.events import StepRan
from fathoms.domain.evidence import Failure, Passage
from fathoms.domain.plan import Task
from fathoms.domain.step import RoundFacts, RuledFact, Rulings, Slot, StepSpec
from fathoms.domain.thread import ThreadState
from fathoms.engine.evidence import facts
from fathoms.engine.evidence.confidence import DEFAULT_RULES, trusting
from fathoms.errors import ProviderError
from fathoms.runtime import crash
from fathoms.runtime.calls import call
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.recording import recorded, stoppable, tell
from fathoms.runtime.records import Extracted

FAILED = "step"
"""What failed, when a step did."""


async def after_extract(
    job: Job, task: Task, thread: ThreadState, round: int, passages: tuple[Passage, ...], extracted: Extracted
) -> Extracted:
    """What the steps after extraction leave of a round's facts, one step after the other."""
    for spec in job.order.steps:
        if spec.slot is Slot.AFTER_EXTRACT and extracted.admitted.facts:
            extracted = await _looked_at(job.order.run, task, thread, spec, round, passages, extracted)
    return extracted


@recorded("after_extract")
async def _looked_at(
    run: str,
    task: Task,
    thread: ThreadState,
    spec: StepSpec,
    round: int,
    passages: tuple[Passage, ...],
    extracted: Extracted,
) -> Extracted:
    """The round's facts as this step leaves them. One that fails leaves them as they were, and is named."""
    shop = workshop()
    job = await shop.job(run)
    shown = RoundFacts(
        question=job.order.ask.question, task=task, round=round, facts=extracted.admitted.facts, passages=passages
    )
    said = await _said(job, spec, shown)
    ruled = _on_what_was_shown(spec, said, shown)
    rulings = (*extracted.rulings, *ruled)
    texts = await asyncio.to_thread(shop.stores.page_texts, [passage.page_id for passage in passages])
    rules = trusting(DEFAULT_RULES.extended(job.order.authority), thread.vouched)
    admitted = facts.admit(
        extracted.extraction.claims, passages, texts, thread, task=task, round=round, rules=rules, rulings=rulings
    )
    failures = (*said.failures, *_unknown(spec, said, shown))
    told = StepRan(
        round=round, slot=spec.slot, name=spec.name, looked_at=len(shown.facts), rulings=ruled, failures=failures
    )
    await tell(run, task.id, f"round-{round}/{spec.slot}/{spec.name}", told)
    crash.point("step:unsaved")
    return extracted.model_copy(
        update={"admitted": admitted, "rulings": rulings, "failures": (*extracted.failures, *failures)}
    )


async def _said(job: Job, spec: StepSpec, shown: RoundFacts) -> Rulings:
    """What the step says, or said before the process died; its failure where it fails."""
    run, kind = job.order.run, CallKind(Deed.LOOK, spec.name)
    asked = call(run, shown.task.id, kind, shown, Rulings, lambda: job.step(spec.name).look(shown))
    try:
        return await stoppable(run, asked)
    except ProviderError as error:
        return Rulings(failures=(Failure(what=FAILED, target=spec.name, reason=str(error)),))


def _on_what_was_shown(spec: StepSpec, said: Rulings, shown: RoundFacts) -> tuple[RuledFact, ...]:
    claims = {fact.id: fact.claim for fact in shown.facts}
    return tuple(
        RuledFact(
            fact=ruling.fact,
            reason=f"{spec.name}: {ruling.reason}",
            drop=ruling.drop,
            at_most=ruling.at_most,
            claim=claims[ruling.fact],
        )
        for ruling in said.rulings
        if ruling.fact in claims
    )


def _unknown(spec: StepSpec, said: Rulings, shown: RoundFacts) -> tuple[Failure, ...]:
    known = {fact.id for fact in shown.facts}
    return tuple(
        Failure(what=FAILED, target=spec.name, reason=f"it ruled on {ruling.fact!r}, which it was not shown")
        for ruling in said.rulings
        if ruling.fact not in known
    )
