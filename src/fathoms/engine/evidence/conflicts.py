"""Conflicts: two facts that cannot both hold, how much that matters, and what settles it.

Knows: severity and resolution by a third or a primary source.  Does not know: whether two claims
contradict each other (a mind says so, naming both).  A conflict is never dropped.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from fathoms.domain.evidence import (
    Conflict,
    ConflictStatus,
    Fact,
    LedgerEntry,
    Settlement,
    Severity,
    Tier,
    Voice,
)
from fathoms.domain.thread import ConflictClaim, SubQuestion
from fathoms.engine.evidence.novelty import same_claim, stated
from fathoms.text.addresses import document, site
from fathoms.text.figures import numerals
from fathoms.text.words import fold

IMPORTANT = 0.7
"""Importance of a task from which each of its conflicts is severe."""

_RANK = {Severity.LOW: 0, Severity.MEDIUM: 1, Severity.HIGH: 2}


def above_medium(conflict: Conflict) -> bool:
    """Whether it stands in the way of convergence."""
    return conflict.status is ConflictStatus.OPEN and conflict.severity is Severity.HIGH


def conflict_id(left: str, right: str) -> str:
    """The same for the same two facts, whichever is named first."""
    pair = "\x1f".join(sorted((left, right)))
    return f"c-{hashlib.sha256(pair.encode()).hexdigest()[:12]}"


def raised(claims: Iterable[ConflictClaim], facts: Sequence[Fact]) -> tuple[tuple[Conflict, ...], tuple[str, ...]]:
    """The conflicts that two facts back, and what was said of words that no fact carries."""
    found: dict[str, Conflict] = {}
    unbacked: list[str] = []
    for claim in claims:
        left, right = _fact_behind(claim.left, facts), _fact_behind(claim.right, facts)
        if left is None or right is None or left.id == right.id:
            unbacked.append(f"conflict about {claim.about!r}: no two facts carry it")
            continue
        identity = conflict_id(left.id, right.id)
        found.setdefault(
            identity,
            Conflict(
                id=identity,
                about=claim.about,
                left=left.id,
                right=right.id,
                left_says=claim.left_says or left.claim,
                right_says=claim.right_says or right.claim,
            ),
        )
    return tuple(found.values()), tuple(unbacked)


def merged(known: Sequence[Conflict], new: Iterable[Conflict]) -> tuple[Conflict, ...]:
    """All conflicts, each once; one that is known already keeps its state."""
    by_id = {conflict.id: conflict for conflict in known}
    for conflict in new:
        by_id.setdefault(conflict.id, conflict)
    return tuple(by_id.values())


def judged(
    conflicts: Iterable[Conflict], facts: Sequence[Fact], sub_questions: Iterable[SubQuestion], *, importance: float
) -> tuple[Conflict, ...]:
    """Each conflict with its severity, which only rises, and its resolution where the facts now give one."""
    keys = {question.key_fact for question in sub_questions if question.key_fact}
    by_id = {fact.id: fact for fact in facts}
    judged_ones = []
    for conflict in conflicts:
        severity = _severity(conflict, by_id, keys, importance)
        worst = max(severity, conflict.severity, key=_RANK.__getitem__)
        settled = settlement(conflict, facts) if conflict.status is ConflictStatus.OPEN else None
        update: dict[str, object] = {"severity": worst}
        if settled:
            update |= {
                "status": ConflictStatus.RESOLVED,
                "resolution": settled.reason,
                "settled_by": settled.by,
                "upheld": settled.upheld.id,
                "witness": settled.witness,
            }
        judged_ones.append(conflict.model_copy(update=update))
    return tuple(judged_ones)


@dataclass(frozen=True, slots=True)
class Settled:
    """Which side holds, and by what."""

    by: Settlement
    upheld: Fact
    witness: str

    @property
    def reason(self) -> str:
        if self.by is Settlement.PRIMARY:
            return f"{self.witness}, a primary source, says: {self.upheld.claim}"
        return f"a third source, {self.witness}, agrees: {self.upheld.claim}"


def resolution(conflict: Conflict, facts: Sequence[Fact]) -> str:
    """Why one side holds; empty while it is open."""
    settled = settlement(conflict, facts)
    return settled.reason if settled else ""


def settlement(conflict: Conflict, facts: Sequence[Fact]) -> Settled | None:
    """What settles it; None while it is open. What the user stated is never settled against by code."""
    by_id = {fact.id: fact for fact in facts}
    left, right = by_id.get(conflict.left), by_id.get(conflict.right)
    if left is None or right is None or stated(left) or stated(right):
        return None
    primaries = [side for side in (left, right) if _is_primary(side)]
    if len(primaries) == 1:
        return Settled(Settlement.PRIMARY, primaries[0], primaries[0].evidence[0].title)
    for_left, for_right = _third(left, right, facts), _third(right, left, facts)
    if bool(for_left) == bool(for_right):
        return None
    side, witness = (left, for_left) if for_left else (right, for_right)
    return Settled(Settlement.THIRD, side, witness)


def ledger(conflicts: Iterable[Conflict], facts: Iterable[Fact]) -> tuple[LedgerEntry, ...]:
    """Every conflict with who says which, when, and how authoritative that is."""
    by_id = {fact.id: fact for fact in facts}
    return tuple(
        LedgerEntry(
            conflict=conflict,
            voices=tuple(
                _voice(by_id[side], says)
                for side, says in ((conflict.left, conflict.left_says), (conflict.right, conflict.right_says))
                if side in by_id
            ),
        )
        for conflict in conflicts
    )


def _voice(fact: Fact, says: str) -> Voice:
    source = fact.evidence[0]
    return Voice(
        says=says,
        fact=fact.id,
        title=source.title,
        url=source.url,
        dated=source.dated,
        tier=source.tier,
        confidence=fact.confidence,
        stated=stated(fact),
    )


def worth_settling(conflict: Conflict, facts: Iterable[Fact]) -> bool:
    """Whether anything that was asked hangs on it: not, when both sides are only loosely related to the question."""
    sides = [fact for fact in facts if fact.id in (conflict.left, conflict.right)]
    return not sides or not all(fact.loose for fact in sides)


def is_trifle(conflict: Conflict, facts: Iterable[Fact]) -> bool:
    """Whether no further search would settle it: both sides stand in one document, which whoever read it saw whole, or
    they say nearly the same. A sentence on it is enough."""
    sides = [fact for fact in facts if fact.id in (conflict.left, conflict.right)]
    if len(sides) < 2:
        return False
    left, right = sides
    together = document(left.evidence[0].url) == document(right.evidence[0].url)
    return together or same_claim(left.claim, right.claim) or same_claim(right.claim, left.claim)


def _severity(conflict: Conflict, facts: dict[str, Fact], keys: set[str], importance: float) -> Severity:
    sides = [facts[side] for side in (conflict.left, conflict.right) if side in facts]
    if importance >= IMPORTANT or keys & {conflict.left, conflict.right}:
        return Severity.HIGH
    return Severity.MEDIUM if any(fact.answers and not fact.loose for fact in sides) else Severity.LOW


def _third(side: Fact, other: Fact, facts: Sequence[Fact]) -> str:
    """The title of a credible source, neither of the two, that says what `side` says."""
    taken = {site(item.url) for fact in (side, other) for item in fact.evidence[:1]}
    for fact in facts:
        if fact.id in (side.id, other.id):
            continue
        source = fact.evidence[0]
        if _agrees(fact, side) and source.tier is not Tier.COMMUNITY and site(source.url) not in taken:
            return source.title
    return ""


def _agrees(fact: Fact, side: Fact) -> bool:
    if fact.confirms == side.id:
        return True
    return numerals(fact.claim) == numerals(side.claim) and same_claim(fact.claim, side.claim)


def _fact_behind(reference: str, facts: Sequence[Fact]) -> Fact | None:
    """The fact that a mind means: by id, or by words of its quote."""
    wanted = _squeezed(reference)
    for fact in facts:
        if reference == fact.id:
            return fact
    if not wanted:
        return None
    quoted = [(fact, _squeezed(item.quote)) for fact in facts for item in fact.evidence[:1]]
    exact = next((fact for fact, quote in quoted if quote == wanted), None)
    return exact or next((fact for fact, quote in quoted if wanted in quote), None)


def _squeezed(text: str) -> str:
    return " ".join(fold(text).split())


def _is_primary(fact: Fact) -> bool:
    return fact.evidence[0].tier is Tier.PRIMARY
