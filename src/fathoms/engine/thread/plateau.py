"""Saturation, overlap and plateau: the signs that a field is exhausted, and the ways out of it.

Knows: the three levels, the escapes in order, patience.  Does not know: what a query says
(`allocation.py`) or when a thread has what it wants (`convergence.py`).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from fathoms.domain.thread import Escape, Phase, Plateau, PlateauPolicy, RoundRecord, Saturation, ThreadState
from fathoms.engine.thread.phases import next_phase
from fathoms.text.addresses import canonical

OVERLAP = 0.6
"""Share of results seen before from which a query has run dry."""
STALE_ROUNDS = 2
"""Rounds running without a new fact that call for the next phase."""
EMPTY_SEARCHES = 2
"""Searches running without a result: the first calls for other words, the second for the next phase."""
ESCAPE_ADVANCE = "level 3: the next phase is the way out"


def saturation_of(new_facts: int) -> Saturation:
    """HIGH 0-1 new facts, MEDIUM 2-4, LOW 5 and more: high means exhausted."""
    if new_facts <= 1:
        return Saturation.HIGH
    return Saturation.MEDIUM if new_facts <= 4 else Saturation.LOW


def overlap(urls: Iterable[str], earlier: Iterable[str]) -> float:
    """|urls ∩ earlier| ÷ max(|urls|, 1). An empty result set is a failed query, not an overlap."""
    mine, before = {canonical(url) for url in urls}, {canonical(url) for url in earlier}
    return len(mine & before) / max(len(mine), 1)


def overlaps(urls: Collection[str], rounds: Sequence[RoundRecord]) -> tuple[float, float]:
    """Against the round before, and against all earlier rounds: A, B, A, B is caught by the second."""
    previous = rounds[-1].urls if rounds else ()
    every = [url for record in rounds for url in record.urls]
    return overlap(urls, previous), overlap(urls, every)


def level(*, overlap: float, new_facts: int, stale_rounds: int, asked: bool = True) -> Plateau:
    """The plateau after a round. A round that found nothing left to ask is as stuck as one that repeats itself."""
    if not asked or (overlap >= OVERLAP and new_facts == 0):
        return Plateau.STUCK
    if stale_rounds >= STALE_ROUNDS:
        return Plateau.NEXT_PHASE
    return Plateau.REFORMULATE if overlap >= OVERLAP else Plateau.NONE


def stale_rounds(rounds: Sequence[RoundRecord], new_facts: int) -> int:
    """Counted rounds running without a new fact, this one included; drifted rounds are passed over."""
    if new_facts:
        return 0
    running = 1
    for record in reversed([record for record in rounds if not record.drifted]):
        if record.new_facts:
            break
        running += 1
    return running


@dataclass(frozen=True, slots=True)
class WayOut:
    """What a plateau asks of the next round."""

    escape: Escape | None = None
    must_reformulate: bool = False
    fruitless: int = 0
    advance: str = ""
    """Why the next phase is due, if it is."""


def way_out(thread: ThreadState, record: RoundRecord, *, empty_searches: int) -> WayOut:
    """The next move after a counted round; `thread` has its escapes tried, this round's included.

    An escape of `None` at level 3, or as many fruitless escapes as there is patience, stops the thread.
    """
    fruitless = _fruitless(thread, record)
    if record.plateau is Plateau.STUCK:
        spent = thread.policy is PlateauPolicy.IMMEDIATE or fruitless >= thread.patience
        escape = None if spent else next_escape(thread, thread.escapes_tried)
        return WayOut(
            escape=escape,
            must_reformulate=escape is Escape.REFORMULATE,
            fruitless=fruitless,
            advance=ESCAPE_ADVANCE if escape is Escape.NEXT_PHASE else "",
        )
    repeating = max(record.overlap_previous, record.overlap_all) >= OVERLAP
    advance = ""
    if empty_searches >= EMPTY_SEARCHES:
        advance = "no results twice running"
    elif record.plateau is Plateau.NEXT_PHASE:
        advance = "level 2: no new fact in two rounds running"
    return WayOut(must_reformulate=repeating or empty_searches == 1, fruitless=fruitless, advance=advance)


def next_escape(thread: ThreadState, tried: Collection[Escape]) -> Escape | None:
    """The first escape not tried yet that applies; one that does not apply costs no round."""
    return next((escape for escape in Escape if escape not in tried and applies(escape, thread)), None)


def applies(escape: Escape, thread: ThreadState) -> bool:
    if escape is Escape.NEXT_PHASE:
        return next_phase(thread.phase, thread.served) is not None
    if escape is Escape.LATERAL:
        return bool(thread.leads or thread.facts or thread.known)
    if escape is Escape.COMMUNITY:
        return Phase.DIVERSIFY in thread.served
    return True


def exhausted(thread: ThreadState) -> bool:
    """Stopped at level 3: no escape is left, or patience is."""
    return thread.fruitless_escapes >= thread.patience or (
        thread.plateau is Plateau.STUCK and thread.next_escape is None
    )


def _fruitless(thread: ThreadState, record: RoundRecord) -> int:
    if record.new_facts:
        return 0
    return thread.fruitless_escapes + (1 if record.scope.escape else 0)
