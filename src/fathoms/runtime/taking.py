"""What the report's writer takes from pages itself, kept as facts of the run.

Knows: where facts and their events are kept.  Does not know: whether a quote holds (`engine/evidence/taking.py`), or
who writes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence

from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Page
from fathoms.domain.report import TaskOutcome
from fathoms.engine.evidence.confidence import trusting, vouched_for
from fathoms.engine.evidence.taking import Taken, admitted
from fathoms.ports.mind import EditRequest
from fathoms.runtime import telling
from fathoms.runtime.process import Job, workshop
from fathoms.runtime.recording import events_of
from fathoms.runtime.steps import rules_of


async def taken_from(
    job: Job,
    request: EditRequest,
    edited: Edited,
    outcomes: Sequence[TaskOutcome],
    pages: Mapping[str, Page],
    step: str,
) -> Taken:
    """The text with what it takes from pages as facts of this run."""
    if not edited.taken:
        return Taken(edited, tuple(outcomes), {})
    rules = rules_of(job)
    trusted = trusting(rules, vouched_for(pages.values(), rules, ()))
    texts = {name: page.text for name, page in pages.items()}
    taken = admitted(edited, outcomes, request.plan, request.pages, texts, trusted)
    await asyncio.to_thread(_keep, job, taken, step)
    return taken


def _keep(job: Job, taken: Taken, step: str) -> None:
    stores, run, now = workshop().stores, job.order.run, workshop().clock.now()
    with stores.together():
        for task, facts in taken.fresh.items():
            stores.keep_facts(run, task, facts, now)
            stores.append(events_of(run, task, {step: tuple(map(telling.found, facts))}))
