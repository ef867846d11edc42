"""Findings of earlier runs: when one still answers, so that nothing is researched twice within a week.

Knows: age, question, sources.  Does not know: where findings are kept, or the clock (ages are told).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from datetime import datetime, timedelta

from fathoms.domain.reuse import EarlierFinding
from fathoms.text.words import fold

FRESH_FOR = timedelta(days=7)

_MARKS = re.compile(r"[\s\W_]+")


def fresh(
    age: timedelta, question: str, earlier_question: str, sources: Collection[str], earlier: Collection[str]
) -> bool:
    """Whether a finding of this age on that question and those sources still answers this one."""
    return (
        timedelta(0) <= age <= FRESH_FOR
        and same_question(question, earlier_question)
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
    """Under which findings on a question are kept."""
    return _MARKS.sub(" ", fold(text)).strip()
