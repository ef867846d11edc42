"""Findings of earlier runs: when one still answers, so that nothing is researched twice within a week.

Knows: age, question, sources.  Does not know: where findings are kept, or the clock (ages are told).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from fathoms.domain.reuse import EarlierFinding
from fathoms.text.words import fold, tokens

FRESH_FOR = timedelta(days=7)

_MARKS = re.compile(r"[\s\W_]+")
_ASKING = re.compile(r"\b(?:who|whom|whose|when|where|why|how|which|what|does|do|did|is|are|was|were|will|can)\b")
_SAME_ASKING = {
    "whom": "who",
    "which": "what",
    **dict.fromkeys(("does", "do", "is", "are"), "now"),
    **dict.fromkeys(("did", "was", "were"), "then"),
}
_TURNED = re.compile(r"\b(?:not|no|never|without|except|less|least|un\w+|\w+n't)\b|ない|なく|ません|以外|除")
_RELATING = re.compile(
    r"\b(?:than|before|after|from|to|into|over|under|versus|vs|against|by|between|if|because|on|in|at|for|with)\b|より|から|まで"
)


def fresh(
    age: timedelta, question: str, earlier_question: str, sources: Collection[str], earlier: Collection[str]
) -> bool:
    """Whether a finding of this age on that question and those sources still answers this one."""
    return (
        timedelta(0) <= age <= FRESH_FOR
        and asks_the_same(question, earlier_question)
        and bool(sources)
        and frozenset(sources) == frozenset(earlier)
    )


def same_question(left: str, right: str) -> bool:
    """The same words in the same order; width, case, blanks and marks aside."""
    return question_key(left) == question_key(right)


def find(
    question: str, sources: Collection[str], earlier: Iterable[EarlierFinding], *, now: datetime, only_new: bool = False
) -> EarlierFinding | None:
    """The youngest finding to take over; none when the user wants everything new (`--fresh`).

    One without facts is not taken over: what was not there last week may be there now.
    """
    if only_new:
        return None
    usable = [
        one
        for one in earlier
        if one.outcome.facts and fresh(now - one.found_at, question, one.question, sources, one.sources)
    ]
    return max(usable, key=lambda one: (one.found_at, one.run), default=None)


def question_key(text: str) -> str:
    """A question in one spelling."""
    return _MARKS.sub(" ", fold(text)).strip()


def asks_the_same(left: str, right: str) -> bool:
    """Whether what answers one answers the other: the same asked of the same, in whatever words around it."""
    return same_question(left, right) or meaning_key(left) == meaning_key(right)


def meaning_key(text: str) -> str:
    """Under which findings on a question are kept: what it asks for, its content words, what turns its meaning round.

    Their order does not matter, unless a word sets one thing against another ("before", "than").
    """
    folded = fold(text)
    words = tokens(text)
    if not words:
        return question_key(text)
    asked = " ".join(_SAME_ASKING.get(word, word) for word in _ASKING.findall(folded))
    turned = "not" if _TURNED.search(folded) else ""
    held = words if _RELATING.search(folded) else sorted(set(words))
    return " ".join(("~", asked, turned, *held))
