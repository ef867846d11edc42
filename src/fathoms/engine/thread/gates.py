"""Gates: what must hold before a task may call itself done, beyond answered sub-questions.

Knows: corroboration, themes, open conflicts, least confidence, the phases that a task has them in, and the log of
each try.  Does not know: how the next round meets a gate.  A gate never deepens the tree and is never lowered.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fathoms.domain.evidence import Confidence, ConflictStatus, Fact
from fathoms.domain.plan import STANDARD_GATE, Gates
from fathoms.domain.report import GateKind, GateResult
from fathoms.domain.thread import GateDelta, SubQuestion, ThreadState
from fathoms.text.addresses import site
from fathoms.text.naming import names, share
from fathoms.text.words import content_words

WORTH = {Confidence.UNVERIFIED: 0.2, Confidence.PLAUSIBLE: 0.6, Confidence.VERIFIED: 1.0}
"""Confidence as a number, for the least that a gate asks for."""

PART_OF_THEME = 2
"""Words of a theme from which a fact speaks of a part of it."""
WHOLE_THEME = 0.8
"""Share of a theme's words that such facts must have together."""


@dataclass(frozen=True, slots=True)
class _Criterion:
    text: str
    met: bool
    kind: GateKind
    about: str = ""
    least: float = 0.0
    wanted: str = ""
    """What would have to be found."""


def _criteria(thread: ThreadState, gates: Gates | None) -> list[_Criterion]:
    if gates is None:
        return []
    return [
        *_corroboration(thread, gates),
        *_themes(thread, gates),
        *_conflicts(thread, gates),
        *_confidence(thread, gates),
    ]


def checked(thread: ThreadState) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The criteria of the phase that the thread is in, in words: those that are met, and those that are not."""
    found = _criteria(thread, thread.gates)
    return tuple(one.text for one in found if one.met), tuple(one.text for one in found if not one.met)


def results(thread: ThreadState) -> tuple[GateResult, ...]:
    """Every criterion of every phase as the report tells it, also of one that was never entered. The standard gate,
    which nobody asked for, counts only when unmet."""
    phases = [gates for gates in (*thread.gates_behind, thread.gates, *thread.gates_ahead) if gates]
    several = len(phases) > 1
    return tuple(
        GateResult(
            kind=one.kind,
            about=one.about,
            least=one.least,
            met=one.met,
            task=thread.task,
            phase=(gates.name or str(number)) if several else "",
        )
        for number, gates in enumerate(phases, start=1)
        for one in _criteria(thread, gates)
        if not (gates == STANDARD_GATE and one.met)
    )


def wanted(thread: ThreadState) -> str:
    """What to look for, so that the first unmet criterion is met; empty when all are."""
    return next((one.wanted for one in _criteria(thread, thread.gates) if not one.met), "")


def may_iterate(thread: ThreadState) -> bool:
    """Whether a gate is unmet, and its phase has a try and a round left."""
    gates = thread.gates
    if gates is None or len(_tries(thread)) >= gates.max_iterations:
        return False
    spent = len(thread.rounds) - thread.gates_since
    return bool(checked(thread)[1]) and (gates.budget is None or spent < gates.budget)


def advanced(thread: ThreadState) -> ThreadState:
    """The thread in the first phase that still has something to do: a phase is left when its criteria are met, or when
    it has had its tries or its rounds."""
    while thread.gates_ahead and not may_iterate(thread):
        thread = thread.model_copy(
            update={
                "gates_behind": (*thread.gates_behind, *((thread.gates,) if thread.gates else ())),
                "gates": thread.gates_ahead[0],
                "gates_ahead": thread.gates_ahead[1:],
                "gates_since": len(thread.rounds),
            }
        )
    return thread


def logged(thread: ThreadState) -> ThreadState:
    """The thread with one more entry in its log: what the gate still wants, and what changed since the last try."""
    met, unmet = checked(thread)
    tries = _tries(thread)
    before = tries[-1] if tries else None
    delta = GateDelta(
        iteration=len(tries) + 1,
        phase=_phase(thread),
        round=len(thread.rounds),
        met=met,
        unmet=unmet,
        changed=_changed(thread, before, met),
        reason=f"unmet: {'; '.join(unmet)}",
    )
    return thread.model_copy(update={"gate_log": (*thread.gate_log, delta)})


def _phase(thread: ThreadState) -> int:
    return len(thread.gates_behind) + 1


def _tries(thread: ThreadState) -> tuple[GateDelta, ...]:
    """Those of the phase that the thread is in."""
    return tuple(delta for delta in thread.gate_log if delta.phase == _phase(thread))


def _changed(thread: ThreadState, before: GateDelta | None, met: tuple[str, ...]) -> str:
    since = before.round if before else thread.gates_since
    fresh = sum(len(record.new_facts) for record in thread.rounds[since:])
    gained = [text for text in met if before is not None and text in before.unmet]
    start = "the phase before" if since else "the start"
    told = f"{fresh} new facts since {f'iteration {before.iteration}' if before else start}"
    return f"{told}; now met: {'; '.join(gained)}" if gained else told


def _corroboration(thread: ThreadState, gates: Gates) -> list[_Criterion]:
    """Independent sources per sub-question; one source is what any answer has, so 1 asks for nothing more."""
    if gates.corroboration <= 1:
        return []
    return [
        _Criterion(
            text=f"{question.id} stands on {gates.corroboration} independent sources",
            met=len({site(e.url) for f in _answering(thread, question) if f.confidence.answers for e in f.evidence})
            >= gates.corroboration,
            kind=GateKind.CORROBORATION,
            about=question.text,
            least=gates.corroboration,
            wanted=_claim_on(thread, question),
        )
        for question in thread.sub_questions
    ]


def _themes(thread: ThreadState, gates: Gates) -> list[_Criterion]:
    said = [f"{f.claim} {f.evidence[0].quote}" for f in thread.facts if not f.loose and f.confidence.answers]
    known = any(fact.confidence.answers for fact in thread.known)
    subject = thread.subjects[0].name if thread.subjects else ""

    def is_met(theme: str) -> bool:
        """As the mind says that read the sources, if there are facts at all; without one, by the words."""
        if thread.covered is None:
            return _is_covered(theme, said)
        return theme in thread.covered and (bool(said) or known)

    return [
        _Criterion(
            text=f"the theme {theme!r} is covered",
            met=is_met(theme),
            kind=GateKind.THEME,
            about=theme,
            wanted=theme if names(theme, subject) or not subject else f"{theme} {subject}",
        )
        for theme in gates.themes
    ]


def _is_covered(theme: str, said: Sequence[str]) -> bool:
    """Whether one fact speaks of it, or several that each speak of a part of it do together."""
    wanted = content_words(theme)
    parts = [words for text in said if len((words := content_words(text)) & wanted) >= PART_OF_THEME]
    together = share(wanted, frozenset[str]().union(*parts)) >= WHOLE_THEME
    return together or any(names(text, theme) for text in said)


def _conflicts(thread: ThreadState, gates: Gates) -> list[_Criterion]:
    if not gates.conflicts_resolved:
        return []
    still_open = [c for c in thread.conflicts if c.status is not ConflictStatus.RESOLVED]
    about = still_open[0].about if still_open else ""
    return [_Criterion("no conflict is open", not still_open, GateKind.CONFLICTS, wanted=about)]


def _confidence(thread: ThreadState, gates: Gates) -> list[_Criterion]:
    if gates.minimum_confidence <= 0:
        return []
    return [
        _Criterion(
            text=f"{question.id} is known with confidence {gates.minimum_confidence:g}",
            met=max((WORTH[fact.confidence] for fact in _answering(thread, question)), default=0.0)
            >= gates.minimum_confidence,
            kind=GateKind.CONFIDENCE,
            about=question.text,
            least=gates.minimum_confidence,
            wanted=_claim_on(thread, question),
        )
        for question in thread.sub_questions
        if _answering(thread, question)  # one that nothing answers is a gap of its own
    ]


def _claim_on(thread: ThreadState, question: SubQuestion) -> str:
    """What is said so far, for another source to say it too; where nothing is, the question."""
    return next((fact.claim for fact in _answering(thread, question)), question.text)


def _answering(thread: ThreadState, question: SubQuestion) -> list[Fact]:
    return [fact for fact in thread.facts if question.id in fact.answers and not fact.loose]
