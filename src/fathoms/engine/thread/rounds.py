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
    Phase,
    Plateau,
    Reading,
    RoundRecord,
    Saturation,
    Scope,
    Sifted,
    ThreadState,
)
from fathoms.engine.evidence import conflicts
from fathoms.engine.thread import convergence, coverage, drift, gates, namesakes, phases, plateau, scoping, verifying
from fathoms.engine.thread.allocation import normalised
from fathoms.engine.thread.self_checks import selfchecks

__all__ = ["budget_after", "close", "pass_over_escape", "pass_over_rewording", "selfchecks"]


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
    """The thread after the round: what was learned, then the verdicts, then the record that tells of both."""
    apart = tuple(dict.fromkeys((*extraction.disambiguation, *namesakes.told(thread, sifted))))
    extraction = extraction.model_copy(update={"disambiguation": apart})
    learned, unbacked = _learned(thread, scope, allocation, extraction, admitted)
    read = {
        passage.url: passage.title
        for passage in drift.examined(reading.passages, sifted)
        if passage.key not in extraction.passed_over
    }
    measured = _measured(
        thread,
        RoundRecord(
            number=len(thread.rounds) + 1,
            scope=scope,
            queries=allocation.queries,
            unanswered=allocation.unanswered,
            backlog=allocation.backlog,
            dropped=allocation.dropped,
            urls=tuple(dict.fromkeys(hit.url for answer in answers.values() for hit in answer.hits)),
            read_urls=tuple(read),
            read_titles=tuple(read.values()),
            sources_consulted=tuple(dict.fromkeys(query.source for query in allocation.queries)),
            drifts=sifted.drifts,
            drifted=sifted.ended,
            drift_streak=sifted.streak,
            failures=reading.failures,
            rendered=reading.rendered,
            rejected=(*admitted.rejected, *unbacked),
            new_facts=_ids(admitted.facts, Novelty.NEW),
            confirming_facts=_ids(admitted.facts, Novelty.CONFIRMING),
            loose_facts=tuple(fact.id for fact in admitted.facts if not coverage.counts(fact)),
            conflicts=tuple(conflict.id for conflict in learned.conflicts if conflict not in thread.conflicts),
            subjects_before=thread.subjects,
            subjects_after=learned.subjects,
            disambiguation=extraction.disambiguation,
            verified=verifying.outcome(scope, learned, admitted),
            insights=coverage.kept_insights(thread, extraction, sifted.kept, admitted.facts, reading.linked),
            sufficient=extraction.sufficient,
            reason=extraction.reason,
            only_unverified=coverage.only_unverified(admitted.facts),
            at=at,
        ),
    )
    return _concluded(_moved(learned, measured), came_from=thread.phase)


def pass_over_escape(thread: ThreadState) -> ThreadState:
    """The pending escape brought no query: it does not apply, costs no round, and the next one is due.

    When none is left the thread stops. The runtime calls this before it searches.
    """
    if thread.next_escape is None:
        return thread
    tried = (*thread.escapes_tried, thread.next_escape)
    following = plateau.next_escape(thread, tried)
    state = thread.model_copy(
        update={
            "escapes_tried": tried,
            "next_escape": following,
            "must_reformulate": following is Escape.REFORMULATE,
        }
    )
    if following is Escape.NEXT_PHASE:
        state = _stepped(state, _step(state, saturation=None, forced=plateau.ESCAPE_ADVANCE))
    return state.model_copy(update={"stopped": convergence.verdict(state)})


def pass_over_rewording(thread: ThreadState) -> ThreadState | None:
    """Other words were due and there are none: the next phase is, and no round is spent on asking nothing.

    None where no later phase is served: then the thread is as stuck as one that repeats itself.
    """
    step = _step(thread, saturation=None, forced="there are no other words left to ask with")
    return _stepped(thread.model_copy(update={"must_reformulate": False}), step) if step.advanced else None


def budget_after(budget: int, ceiling: int, saturation: Saturation | None) -> int:
    """One round more after LOW, within the ceiling. HIGH takes none away: it sends the thread elsewhere."""
    return min(ceiling, budget + 1) if saturation is Saturation.LOW else budget


def _budget_after(thread: ThreadState, record: RoundRecord) -> int:
    saturation = None if record.drifted else record.saturation
    if thread.earlier and saturation is Saturation.HIGH:
        return max(1, thread.budget - 1)
    return budget_after(thread.budget, thread.ceiling, saturation)


def _ids(facts: tuple[Fact, ...], novelty: Novelty) -> tuple[str, ...]:
    return tuple(fact.id for fact in facts if fact.novelty is novelty and coverage.counts(fact))


def _learned(
    thread: ThreadState, scope: Scope, allocation: Allocation, extraction: Extraction, admitted: Admitted
) -> tuple[ThreadState, tuple[str, ...]]:
    """The thread with the round's facts and what they change, and the conflicts that no facts back."""
    facts = coverage.facts_after(thread, admitted.facts, admitted.corroborated)
    questions = coverage.answered(thread, facts, extraction, admitted)
    gained = coverage.searched(thread.subjects, allocation.queries, scope.targets) | {*(extraction.covered or ())}
    everything = (*thread.known, *facts)
    raised, unbacked = conflicts.raised(extraction.conflicts, everything)
    state = thread.model_copy(
        update={
            "facts": facts,
            "sub_questions": questions,
            "subjects": coverage.covered(thread.subjects, admitted.facts, gained),
            "conflicts": conflicts.judged(
                conflicts.merged(thread.conflicts, raised), everything, questions, importance=thread.importance
            ),
            "covered": coverage.said_covered(thread, extraction),
            "leads": coverage.leads_after(thread.leads, extraction.leads),
            "disambiguation": tuple(dict.fromkeys((*thread.disambiguation, *extraction.disambiguation))),
            "sent": (*thread.sent, *(normalised(query.text) for query in allocation.queries)),
        }
    )
    return state, unbacked


def _measured(thread: ThreadState, record: RoundRecord) -> RoundRecord:
    """The record with saturation, overlap and plateau; a drifted round is on no plateau."""
    new = len(record.new_facts)
    previous, every = plateau.overlaps(record.urls, thread.rounds)
    found = plateau.level(
        overlap=max(previous, every),
        new_facts=new,
        stale_rounds=plateau.stale_rounds(thread.rounds, new),
        asked=bool(record.queries),
    )
    return record.model_copy(
        update={
            "saturation": plateau.saturation_of(new),
            "overlap_previous": previous,
            "overlap_all": every,
            "plateau": Plateau.NONE if record.drifted else found,
        }
    )


def _moved(thread: ThreadState, record: RoundRecord) -> ThreadState:
    """The thread with the record appended, in the phase and with the budget and escape of its next round."""
    empty = _empty_searches(thread, record)
    tried = (*thread.escapes_tried, *((record.scope.escape,) if record.scope.escape else ()))
    state = thread.model_copy(
        update={
            "rounds": (*thread.rounds, record),
            "rounds_in_phase": thread.rounds_in_phase + (1 if record.scope.phase is thread.phase else 0),
            "plateau": record.plateau,
            "escapes_tried": tried,
            "empty_searches": empty,
            "next_escape": None,
            "must_reformulate": False,
            "budget": _budget_after(thread, record),
        }
    )
    if record.drifted:  # what led away must not lead away again: the next query needs other words
        return _stepped(state.model_copy(update={"must_reformulate": True}), _step(state, saturation=None))
    out = plateau.way_out(state, record, empty_searches=empty)
    state = state.model_copy(
        update={
            "next_escape": out.escape,
            "must_reformulate": out.must_reformulate,
            "fruitless_escapes": out.fruitless,
        }
    )
    # The phase is judged by its own full rounds: not by a failed query, a side step, or while an escape is due.
    telling = record.scope.phase is thread.phase and empty == 0 and record.plateau is not Plateau.STUCK
    return _stepped(state, _step(state, saturation=record.saturation if telling else None, forced=out.advance))


def _empty_searches(thread: ThreadState, record: RoundRecord) -> int:
    """Rounds running that asked and got nothing; one that did not ask, or drifted, says nothing about that."""
    if record.urls:
        return 0
    return thread.empty_searches + (1 if record.queries else 0)


def _step(thread: ThreadState, *, saturation: Saturation | None, forced: str = "") -> phases.PhaseStep:
    return phases.after_round(
        thread.phase,
        thread.served,
        rounds_in_phase=thread.rounds_in_phase,
        saturation=saturation,
        forced=forced,
        brief=thread.phase in thread.brief_phases,
        rounds_left=_rounds_left(thread),
    )


def _rounds_left(thread: ThreadState) -> int | None:
    """Given where every served phase can have a round."""
    shared = thread.ceiling >= len(thread.served) and not thread.earlier
    return thread.budget - len(thread.rounds) if shared else None


def _stepped(thread: ThreadState, step: phases.PhaseStep) -> ThreadState:
    update: dict[str, object] = {"phase": step.phase, "phase_reason": step.reason}
    if step.advanced:
        update["rounds_in_phase"] = 0
    return thread.model_copy(update=update)


def _concluded(thread: ThreadState, *, came_from: Phase) -> ThreadState:
    """The thread with its verdict, and the last record completed with where it goes from here."""
    if convergence.criteria_met(thread):
        thread = gates.advanced(thread)
    iterates = convergence.criteria_met(thread) and gates.may_iterate(thread) and not plateau.exhausted(thread)
    state = gates.logged(thread) if iterates else thread
    if iterates or _is_promised(state):
        state = state.model_copy(update={"budget": max(state.budget, min(len(state.rounds) + 1, state.ceiling))})
    stopped = convergence.verdict(state)
    last = state.rounds[-1]
    advances = state.phase is not came_from
    completed = last.model_copy(
        update={
            "budget_after": state.budget,
            "next_step": f"{f'ADVANCE to {state.phase.value}' if advances else 'STAY'}: {state.phase_reason}",
            "focus": f"none, the thread stops: {stopped.value}" if stopped else scoping.next_focus(state),
            "remaining": scoping.remaining_gaps(state),
        }
    )
    return state.model_copy(update={"rounds": (*state.rounds[:-1], completed), "stopped": stopped})


def _is_promised(thread: ThreadState) -> bool:
    """Whether a rule has promised another round beyond the budget; the ceiling still holds.

    An untried escape comes before the thread stops; a query that found nothing is reformulated once and
    then asked in the next phase.
    """
    is_open = len(thread.rounds) == 1 and not convergence.criteria_met(thread)
    first_left = thread.earlier and is_open and thread.phase is not thread.rounds[0].scope.phase
    return thread.next_escape is not None or 0 < thread.empty_searches <= plateau.EMPTY_SEARCHES or first_left
