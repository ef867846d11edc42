"""Convergence: whether a thread is done, and why.

Knows: the three reasons to stop, and what was looked for in vain.  Does not know: how a round went;
it reads the thread's state alone.
"""

from __future__ import annotations

from fathoms.domain.thread import StopReason, SubQuestion, SubQuestionStatus, ThreadState
from fathoms.engine.evidence import conflicts
from fathoms.engine.thread import coverage, gates, plateau, scoping


def verdict(thread: ThreadState) -> StopReason | None:
    """Why the thread stops here; `None` while it goes on. A thread without a round has not begun."""
    if not thread.rounds:
        return None
    if criteria_met(thread) and not gates.checked(thread)[1]:
        return StopReason.CRITERIA_MET
    if plateau.exhausted(thread) or looked_for(thread):
        return StopReason.PLATEAU_STOPPED
    if len(thread.rounds) >= thread.budget or _gate_tries_spent(thread):
        return StopReason.BUDGET_EXHAUSTED
    return None


def criteria_met(thread: ThreadState) -> bool:
    """All sub-questions answered at PLAUSIBLE or better, every subject searched, no open conflict above MEDIUM."""
    return (
        all(_answered(question) for question in thread.sub_questions)
        and not coverage.unsearched(thread)
        and not any(conflicts.above_medium(conflict) for conflict in thread.conflicts)
    )


def looked_for(thread: ThreadState) -> bool:
    """Whether all that is left open was looked for in vain, where every round is paid for: a question twice, what would
    settle a conflict once. Some of what was asked is answered, so the sources do speak of it: another round would be
    bought for what they do not hold."""
    still_open = [question for question in thread.sub_questions if not _answered(question)]
    disputed = [conflict for conflict in thread.conflicts if conflicts.above_medium(conflict)]
    asked = {record.scope.gap for record in thread.rounds if record.queries}
    return (
        thread.frugal
        and bool(still_open or disputed)
        and len(still_open) < len(thread.sub_questions)
        and all(coverage.sought_in_vain(thread, question) for question in still_open)
        and all(scoping.conflict_gap(conflict) in asked for conflict in disputed)
        and not coverage.unsearched(thread)
    )


def _answered(question: SubQuestion) -> bool:
    return (
        question.status is SubQuestionStatus.ANSWERED
        and question.confidence is not None
        and question.confidence.answers
    )


def _gate_tries_spent(thread: ThreadState) -> bool:
    """Everything else is met and the gate has had its tries: more rounds would be for it alone."""
    if thread.gates is None or not criteria_met(thread):
        return False
    last_try = thread.gate_log[-1].round if thread.gate_log else -1
    return last_try < len(thread.rounds) and not gates.may_iterate(thread)
