"""What VERIFY does: the weakest key facts one by one, each asked for by its claim, and what came of it.

Knows: which fact is weakest, what may be asked of whom, when a claim is confirmed or contradicted.  Does not
know: how a claim is found again (`evidence/facts.py`) or who contradicts it (a mind says so).
"""

from __future__ import annotations

from fathoms.domain.evidence import Confidence, Fact, Query, SourceKind
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Admitted, CheckedClaim, CheckOutcome, Escape, Phase, Scope, ThreadState
from fathoms.engine.evidence.confidence import strength
from fathoms.text.addresses import site
from fathoms.text.sentences import Span, sentences_in
from fathoms.text.words import content_words


def weakest(thread: ThreadState) -> Fact | None:
    """The key finding that stands on least and that no round has taken up yet; a VERIFIED one needs no round."""
    keys = [*(q.key_fact for q in thread.sub_questions), *(s.key_fact for s in thread.subjects)]
    taken = {record.scope.verifies for record in thread.rounds}
    facts = {fact.id: fact for fact in (*thread.known, *thread.facts)}
    weak = [facts[key] for key in dict.fromkeys(keys) if key in facts and key not in taken]
    weak = [fact for fact in weak if fact.confidence is not Confidence.VERIFIED]
    return min(weak, key=_standing, default=None)


def claim_for(thread: ThreadState, phase: Phase, escape: Escape | None) -> Fact | None:
    """The fact that the next round is to check, if it is a round of VERIFY and no side step."""
    side_step = escape not in (None, Escape.NEXT_PHASE)
    return weakest(thread) if phase is Phase.VERIFY and not side_step else None


def asking(thread: ThreadState, scope: Scope, survey: Survey) -> Query | None:
    """The claim as a query. Words of the user's documents are asked of the user's documents only."""
    fact = next((fact for fact in (*thread.known, *thread.facts) if fact.id == scope.verifies), None)
    return claim_query(fact, thread, survey) if fact else None


def claim_query(fact: Fact, thread: ThreadState, survey: Survey) -> Query | None:
    """A fact's claim as a query to a source that may be asked for it."""
    ours = any(item.kind is SourceKind.INTERNAL for item in fact.evidence)
    if ours and survey.kind is SourceKind.EXTERNAL:
        return None
    text = telling_sentence(fact, thread)
    return Query(source=survey.source, text=text, reason="code: does anything confirm or contradict this claim?")


def telling_sentence(fact: Fact, thread: ThreadState) -> str:
    """Of a claim that is a whole passage, the sentence that bears most on what the thread asks: no engine takes a page
    for a question."""
    asked = content_words(" ".join(question.text for question in thread.sub_questions))
    found = [span.of(fact.claim) for span in sentences_in(fact.claim, Span(0, len(fact.claim)))]
    return max(found, key=lambda text: len(asked & content_words(text)), default=fact.claim)


def outcome(scope: Scope, learned: ThreadState, admitted: Admitted) -> CheckedClaim | None:
    """What the round made of the claim that it was for. A contradiction outweighs a confirmation."""
    if scope.verifies is None:
        return None
    against = [c for c in learned.conflicts if scope.verifies in (c.left, c.right)]
    by = [fact.id for fact in admitted.facts if fact.confirms == scope.verifies]
    raised = any(fact.id == scope.verifies for fact in admitted.corroborated)
    if against:
        last = against[-1]
        other = last.right if last.left == scope.verifies else last.left
        return CheckedClaim(fact=scope.verifies, outcome=CheckOutcome.CONTRADICTED, by=(other,))
    if by or raised:
        return CheckedClaim(fact=scope.verifies, outcome=CheckOutcome.CONFIRMED, by=tuple(by))
    return CheckedClaim(fact=scope.verifies, outcome=CheckOutcome.NEITHER)


def _standing(fact: Fact) -> tuple[int, int]:
    return strength(fact.confidence), len({site(item.url) for item in fact.evidence})
