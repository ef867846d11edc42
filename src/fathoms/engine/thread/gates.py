"""Gates: what must hold before a task may call itself done, beyond answered sub-questions.

Knows: corroboration, themes, open conflicts, least confidence, and the log of each try.  Does not know:
how the next round meets a gate.  A gate never deepens the tree and is never lowered.
"""

from __future__ import annotations

from fathoms.domain.evidence import Confidence, ConflictStatus, Fact
from fathoms.domain.plan import Gates
from fathoms.domain.thread import GateDelta, SubQuestion, ThreadState
from fathoms.text.addresses import site
from fathoms.text.naming import names

WORTH = {Confidence.UNVERIFIED: 0.2, Confidence.PLAUSIBLE: 0.6, Confidence.VERIFIED: 1.0}
"""Confidence as a number, for the least that a gate asks for."""


def checked(thread: ThreadState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria of the thread's gates in words: those that are met, and those that are not."""
    if thread.gates is None:
        return (), ()
    results = [
        *_corroboration(thread, thread.gates),
        *_themes(thread, thread.gates),
        *_conflicts(thread, thread.gates),
        *_confidence(thread, thread.gates),
    ]
    return tuple(text for text, met in results if met), tuple(text for text, met in results if not met)


def may_iterate(thread: ThreadState) -> bool:
    """Whether a gate is unmet and there is a try left."""
    if thread.gates is None or len(thread.gate_log) >= thread.gates.max_iterations:
        return False
    return bool(checked(thread)[1])


def logged(thread: ThreadState) -> ThreadState:
    """The thread with one more entry in its log: what the gate still wants, and what changed since the last try."""
    met, unmet = checked(thread)
    before = thread.gate_log[-1] if thread.gate_log else None
    delta = GateDelta(
        iteration=len(thread.gate_log) + 1,
        round=len(thread.rounds),
        met=met,
        unmet=unmet,
        changed=_changed(thread, before, met),
        reason=f"unmet: {'; '.join(unmet)}",
    )
    return thread.model_copy(update={"gate_log": (*thread.gate_log, delta)})


def _changed(thread: ThreadState, before: GateDelta | None, met: tuple[str, ...]) -> str:
    since = before.round if before else 0
    fresh = sum(len(record.new_facts) for record in thread.rounds[since:])
    gained = [text for text in met if before is not None and text in before.unmet]
    told = f"{fresh} new facts since {f'iteration {before.iteration}' if before else 'the start'}"
    return f"{told}; now met: {'; '.join(gained)}" if gained else told


def _corroboration(thread: ThreadState, gates: Gates) -> list[tuple[str, bool]]:
    """Independent sources per sub-question; one source is what any answer has, so 1 asks for nothing more."""
    if gates.corroboration <= 1:
        return []
    return [
        (
            f"{question.id} stands on {gates.corroboration} independent sources",
            len({site(e.url) for f in _answering(thread, question) if f.confidence.answers for e in f.evidence})
            >= gates.corroboration,
        )
        for question in thread.sub_questions
    ]


def _themes(thread: ThreadState, gates: Gates) -> list[tuple[str, bool]]:
    said = [f"{f.claim} {f.evidence[0].quote}" for f in thread.facts if not f.loose and f.confidence.answers]
    return [(f"the theme {theme!r} is covered", any(names(text, theme) for text in said)) for theme in gates.themes]


def _conflicts(thread: ThreadState, gates: Gates) -> list[tuple[str, bool]]:
    if not gates.conflicts_resolved:
        return []
    return [("no conflict is open", all(c.status is ConflictStatus.RESOLVED for c in thread.conflicts))]


def _confidence(thread: ThreadState, gates: Gates) -> list[tuple[str, bool]]:
    if gates.minimum_confidence <= 0:
        return []
    return [
        (
            f"{question.id} is known with confidence {gates.minimum_confidence:g}",
            max((WORTH[fact.confidence] for fact in _answering(thread, question)), default=0.0)
            >= gates.minimum_confidence,
        )
        for question in thread.sub_questions
        if _answering(thread, question)  # one that nothing answers is a gap of its own
    ]


def _answering(thread: ThreadState, question: SubQuestion) -> list[Fact]:
    return [fact for fact in thread.facts if question.id in fact.answers and not fact.loose]
