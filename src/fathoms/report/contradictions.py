"""One side of a contradiction in the cell of a table: who says what, where, and when; and what it touches.

Knows: facts and sub-questions of a thread.  Does not know: whether two claims contradict each other.
"""

from __future__ import annotations

from fathoms.domain.evidence import Conflict, Fact
from fathoms.domain.thread import ThreadState
from fathoms.text.neutral import shortened

QUESTION_CHARS = 80


def side(says: str, fact_id: str, thread: ThreadState) -> str:
    """`“41 MW” (Annual report, kb://world/report.md#0-9, 2025-03-01)`; one that nobody knows any more is said alone."""
    fact = _facts(thread).get(fact_id)
    if fact is None:
        return says
    source = fact.evidence[0]
    when = source.dated.isoformat() if source.dated else "undated"
    return f"“{says}” ({source.title}, {source.url}, {when})"


def impact(conflict: Conflict, thread: ThreadState) -> str:
    """How severe it is, and which sub-questions it touches: by their key finding, or by a fact that covers them."""
    facts = _facts(thread)
    sides = [facts[name] for name in (conflict.left, conflict.right) if name in facts]
    covered = {name for fact in sides for name in fact.answers}
    touched = [
        f"{question.id} ({shortened(question.text, QUESTION_CHARS)})"
        for question in thread.sub_questions
        if question.id in covered or question.key_fact in (conflict.left, conflict.right)
    ]
    return f"{conflict.severity.value}: {', '.join(touched) or 'touches no sub-question'}"


def _facts(thread: ThreadState) -> dict[str, Fact]:
    return {fact.id: fact for fact in (*thread.known, *thread.facts)}
