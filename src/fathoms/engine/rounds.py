"""The end of a round: from what it asked, read and extracted to the thread's next state.

Knows: the order in which the rules apply.  Does not know: the rules themselves (each has its module),
nor anything that waits or writes.  Exactly one record is appended per round.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from fathoms.domain.evidence import Fact, Novelty
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import (
    Admitted,
    Allocation,
    Escape,
    Extraction,
    Plateau,
    Reading,
    RoundRecord,
    Saturation,
    Scope,
    Sifted,
    ThreadState,
)
from fathoms.engine import conflicts, convergence, gates, phases, plateau, progress, scoping
from fathoms.engine.allocation import normalised


def close(
    thread: ThreadState,
    *,
    scope: Scope,
    allocation: Allocation,
    answers: Mapping[str, SearchAnswer],
    reading: Reading,
    sifted: Sifted,
    extraction: Extraction,
    admitted: Admitted,
    at: datetime,
) -> ThreadState:
    """The thread after the round: facts and statuses, then the verdicts, then the record."""
    learned, unbacked = _learned(thread, scope, allocation, extraction, admitted)
    urls = tuple(dict.fromkeys(hit.url for answer in answers.values() for hit in answer.hits))
    new = _ids(admitted.facts, Novelty.NEW)
    record = _measured(
        thread,
        RoundRecord(
            number=len(thread.rounds) + 1,
            scope=scope,
            queries=allocation.queries,
            backlog=allocation.backlog,
            dropped=allocation.dropped,
            urls=urls,
            read_urls=tuple(dict.fromkeys(passage.url for passage in reading.passages)),
            sources_consulted=tuple(dict.fromkeys(query.source for query in allocation.queries)),
            drifts=sifted.drifts,
            drifted=sifted.ended,
            failures=reading.failures,
            rejected=(*admitted.rejected, *unbacked),
            new_facts=new,
            confirming_facts=_ids(admitted.facts, Novelty.CONFIRMING),
            loose_facts=tuple(fact.id for fact in admitted.facts if fact.loose),
            conflicts=tuple(c.id for c in learned.conflicts if c not in thread.conflicts),
            subjects_before=thread.subjects,
            subjects_after=learned.subjects,
            disambiguation=extraction.disambiguation,
            insights=progress.kept_insights(thread, extraction, sifted.kept, admitted.facts),
            sufficient=extraction.sufficient,
            reason=extraction.reason,
            only_unverified=progress.only_unverified(admitted.facts),
            at=at,
        ),
    )
    return _moved_on(learned, record)


def pass_over_escape(thread: ThreadState) -> ThreadState:
    """The pending escape brought no query: it does not apply, costs no round, and the next one is due.

    When none is left the thread stops. For the runtime to call before it searches.
    """
    if thread.next_escape is None:
        return thread
    tried = (*thread.escapes_tried, thread.next_escape)
    following = plateau.next_escape(thread, tried)
    update: dict[str, object] = {
        "escapes_tried": tried,
        "next_escape": following,
        "must_reformulate": following is Escape.REFORMULATE,
    }
    if following is Escape.NEXT_PHASE:
        update |= _phase_update(thread, phases.after_round(
            thread.phase, thread.served, rounds_in_phase=thread.rounds_in_phase, saturation=None, forced=_ESCAPE_ADVANCE
        ))
    state = thread.model_copy(update=update)
    return state.model_copy(update={"stopped": convergence.verdict(state)})


def budget_after(budget: int, ceiling: int, saturation: Saturation | None) -> int:
    """One more round after LOW, one less after HIGH, within 1 and the ceiling."""
    step = {Saturation.LOW: 1, Saturation.HIGH: -1}.get(saturation, 0) if saturation else 0
    return max(1, min(ceiling, budget + step))
