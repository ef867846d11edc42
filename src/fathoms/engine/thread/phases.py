"""The strategy phases of a thread: their order, ceilings, search hints, and when one is left.

Knows: SURVEY → EXTRACT → DIVERSIFY → VERIFY.  Does not know: who serves a phase (`ThreadState.served`)
or what a plateau is (`plateau.py`).
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from fathoms.domain.thread import Phase, Saturation

CEILING: dict[Phase, int | None] = {Phase.SURVEY: 2, Phase.EXTRACT: 3, Phase.DIVERSIFY: 2, Phase.VERIFY: None}
"""Most rounds in a phase; VERIFY lasts until the thread ends."""

SEEKS: dict[Phase, str] = {
    Phase.SURVEY: "official processes and definitions",
    Phase.EXTRACT: "exact records and values",
    Phase.DIVERSIFY: "first-hand experience",
    Phase.VERIFY: "the passage that confirms or contradicts a claim",
}
"""What reading looks for."""

HINTS: dict[Phase, tuple[str, ...]] = {
    Phase.SURVEY: ("site:gov", "site:org", "site:edu"),
    Phase.EXTRACT: ("records", "data"),
    Phase.DIVERSIFY: ('"experience with"', "site:reddit.com", "site:news.ycombinator.com"),
    Phase.VERIFY: ("official",),
}
"""What is added to a query for the outside world. Sites are alternatives, words are added."""


@dataclass(frozen=True, slots=True)
class PhaseStep:
    """Where the thread goes after a round."""

    phase: Phase
    advanced: bool
    reason: str


def next_phase(phase: Phase, served: Collection[Phase]) -> Phase | None:
    """The next phase that some source serves; the ones between are passed over."""
    return next(iter(later_phases(phase, served)), None)


def ceiling_reached(phase: Phase, rounds_in_phase: int, *, brief: bool = False) -> bool:
    """Whether the phase has had its rounds: as many as it may, or, when it is kept brief, the one it must."""
    ceiling = CEILING[phase]
    return ceiling is not None and rounds_in_phase >= (1 if brief else ceiling)


def later_phases(phase: Phase, served: Collection[Phase]) -> tuple[Phase, ...]:
    """The phases after this one that some source serves."""
    order = list(Phase)
    return tuple(later for later in order[order.index(phase) + 1 :] if later in served)


def after_round(
    phase: Phase,
    served: Collection[Phase],
    *,
    rounds_in_phase: int,
    saturation: Saturation | None,
    forced: str = "",
    brief: bool = False,
    rounds_left: int | None = None,
) -> PhaseStep:
    """Stay or advance. `forced` is why code moves on whatever the round was like.

    `saturation` is `None` for a round that says nothing about the phase; the phase's ceiling holds all the same.
    `rounds_left` is given where every served phase can have a round: then a phase leaves the later ones theirs.
    """
    waiting = len(later_phases(phase, served))
    if forced:
        cause = forced
    elif saturation is Saturation.HIGH:
        cause = f"HIGH saturation leaves {phase.value} early"
    elif ceiling_reached(phase, rounds_in_phase):
        cause = f"{phase.value} has had its {rounds_in_phase} rounds"
    elif ceiling_reached(phase, rounds_in_phase, brief=brief):
        cause = f"{phase.value} has brought little in earlier runs: one round of it is enough"
    elif saturation and rounds_left and rounds_left <= waiting:
        cause = f"the rounds left ({rounds_left}) are for the later phases ({waiting})"
    else:
        return PhaseStep(phase, False, _stay_reason(phase, saturation))
    later = next_phase(phase, served)
    if later is None:
        return PhaseStep(phase, False, f"{cause}, but no source serves a later phase")
    return PhaseStep(later, True, cause)


def with_hints(query: str, phase: Phase) -> str:
    """The query with the phase's hints, as sent to an external source; one that names a site keeps its own."""
    lower = query.lower()
    sites = [hint for hint in HINTS[phase] if hint.startswith("site:")]
    words = [hint for hint in HINTS[phase] if hint not in sites and hint.strip('"') not in lower]
    added = [" and ".join(words)] if words else []
    if "site:" not in lower and sites:
        added.append(f"({' OR '.join(sites)})")
    return " ".join([query, *added])


def _stay_reason(phase: Phase, saturation: Saturation | None) -> str:
    if saturation is None:
        return f"{phase.value} goes on with another query"
    return f"{saturation.value} saturation: {phase.value} still yields"
