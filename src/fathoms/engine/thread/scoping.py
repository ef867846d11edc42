"""The scope: the frame of a round, settled by code before a mind is asked for queries. Never skipped.

Knows: what is open, which gap blocks most, which subject is forced, which escape is due.  Does not know:
any query.
"""

from __future__ import annotations

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Conflict
from fathoms.domain.thread import (
    Escape,
    Phase,
    RoundRecord,
    Scope,
    SubjectStatus,
    SubQuestion,
    SubQuestionStatus,
    ThreadState,
)
from fathoms.engine.evidence import conflicts
from fathoms.engine.thread import coverage, gates, reframing, verifying
from fathoms.engine.thread.phases import SEEKS
from fathoms.text.naming import named_among


def next_scope(thread: ThreadState, brief: Brief) -> Scope:
    """The frame of the thread's next round."""
    forced = forced_subject(thread)
    escape = None if forced else thread.next_escape
    phase, reason = _phase(thread, escape)
    checks = None if forced or thread.earlier else verifying.claim_for(thread, phase, escape)
    gap = forced_gap(forced) if forced else claim_gap(checks.claim) if checks else blocking_gap(thread)
    return Scope(
        round=len(thread.rounds) + 1,
        open_sub_questions=tuple(question.id for question in open_questions(thread)),
        uncovered_subjects=tuple(s.name for s in thread.subjects if s.status is SubjectStatus.UNCOVERED),
        last_saturation=next((record.saturation for record in reversed(thread.rounds) if not record.drifted), None),
        phase=phase,
        phase_reason=reason,
        gap=gap,
        intent=f"Find {SEEKS[phase]}: {gap or brief.question}",
        targets=(forced,) if forced else _targets(thread, gap),
        forced_subject=forced,
        escape=escape,
        must_reformulate=thread.must_reformulate,
        feedback=_feedback(thread),
        verifies=checks.id if checks else None,
        assumptions=reframing.assumptions(thread, brief) if escape is Escape.REFRAME and not thread.earlier else (),
    )


def forced_subject(thread: ThreadState) -> str | None:
    """The first subject that no round has searched, once more than half of the budget is gone."""
    if len(thread.rounds) <= thread.budget / 2:
        return None
    return next(iter(coverage.unsearched(thread)), None)


def open_questions(thread: ThreadState) -> tuple[SubQuestion, ...]:
    return tuple(q for q in thread.sub_questions if q.status is not SubQuestionStatus.ANSWERED)


def blocking_gap(thread: ThreadState) -> str:
    """The one thing that stands most in the way of convergence; empty when nothing does."""
    still_open = open_questions(thread)
    if still_open:
        return min(still_open, key=lambda q: (q.status is SubQuestionStatus.PARTIAL, q.coverage)).text
    for conflict in thread.conflicts:
        if conflicts.above_medium(conflict):
            return conflict_gap(conflict)
    for subject in coverage.unsearched(thread):
        return forced_gap(subject)
    return next(iter(gates.checked(thread)[1]), "") if thread.earlier else gates.wanted(thread)


def conflict_gap(conflict: Conflict) -> str:
    """Which of two things holds, as it is asked."""
    return f"{conflict.about.rstrip(' .。')}: {conflict.left_says} / {conflict.right_says}"


def claim_gap(claim: str) -> str:
    return f"whether another source confirms: {claim}"


def forced_gap(subject: str) -> str:
    return f"nothing has been searched on {subject}"


def next_focus(thread: ThreadState) -> str:
    """What the next round is for, as its scope will say."""
    forced = forced_subject(thread)
    if forced:
        return forced_gap(forced)
    escape = f"escape ({thread.next_escape.value}): " if thread.next_escape else ""
    checks = verifying.claim_for(thread, _phase(thread, thread.next_escape)[0], thread.next_escape)
    return f"{escape}{claim_gap(checks.claim) if checks else blocking_gap(thread)}"


def remaining_gaps(thread: ThreadState) -> tuple[str, ...]:
    """All that is still missing, in the order it blocks."""
    return (
        *(f"{q.id} {q.status.value}: {q.text}" for q in open_questions(thread)),
        *(f"open conflict: {c.about}" for c in thread.conflicts if conflicts.above_medium(c)),
        *(f"subject not searched: {name}" for name in coverage.unsearched(thread)),
        *(f"gate: {text}" for text in gates.checked(thread)[1]),
    )


def _phase(thread: ThreadState, escape: Escape | None) -> tuple[Phase, str]:
    """The thread's phase; asking the community is done where it is served, for one round."""
    if escape is Escape.COMMUNITY:
        return Phase.DIVERSIFY, "the community escape asks forums and blogs"
    return thread.phase, thread.phase_reason


def _targets(thread: ThreadState, gap: str) -> tuple[str, ...]:
    """The subjects that the gap names; else those not searched yet; else all."""
    every = tuple(subject.name for subject in thread.subjects)
    return named_among(every, gap) or coverage.unsearched(thread) or every


def _feedback(thread: ThreadState) -> str:
    """What the last round found missing, in words for the mind."""
    if not thread.rounds:
        return ""
    last: RoundRecord = thread.rounds[-1]
    told = [] if last.sufficient else [last.reason]
    if last.drifted:
        told.append(f"pages drifted ({last.drifts[-1].detail}); ask with other words")
    if thread.gate_log and thread.gate_log[-1].round == len(thread.rounds):
        told.append(thread.gate_log[-1].reason)
    return "; ".join(text for text in told if text)
