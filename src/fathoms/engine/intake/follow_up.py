"""A follow-up question: what it refers back to, and which findings of the run before still answer it.

Knows: the earlier brief and its outcomes.  Does not know: where they are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from fathoms.domain.brief import Brief
from fathoms.domain.plan import Plan
from fathoms.domain.reuse import EarlierFinding
from fathoms.engine.plan.merging import SAME_TASK
from fathoms.text.language import language_of
from fathoms.text.words import content_words, overlap

NAMED = 0.5
"""Share of a subject's words that a question must hold to name it."""

_POSSESSIVE = re.compile(r"\b(?:its|their)\s+(\w+)", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|them)\b(?!\s+(?:is|was)\s+(?:true|known|said))", re.IGNORECASE)
_JAPANESE = re.compile(r"それ(?=[はがをのにも])|これ(?=[はがをのにも])|その(?=[一-龥ァ-ヴ])")


def resolved(question: str, earlier: Brief) -> str:
    """The question with what it refers back to put in: pronouns become the subject, a bare question is given one."""
    subjects = [subject.name for subject in earlier.subjects]
    if not subjects or any(overlap(content_words(name), content_words(question)) >= NAMED for name in subjects):
        return question
    if language_of(question) == "ja":
        name = "と".join(subjects[:2])
        put_in = _JAPANESE.sub(lambda found: f"{name}の" if found.group() == "その" else name, question, count=1)
        return put_in if put_in != question else f"{name}について、{question}"
    name = " and ".join(subjects[:2])
    put_in = _POSSESSIVE.sub(lambda found: f"the {found[1]} of {name}", question)
    put_in = _PRONOUN.sub(lambda _: name, put_in)
    return put_in if put_in != question else f"{name}: {question}"


def taken_over(plan: Plan, earlier: Iterable[EarlierFinding]) -> tuple[tuple[str, EarlierFinding], ...]:
    """Tasks of the new plan that the run before has already answered, each with the finding that does."""
    usable = [one for one in earlier if one.outcome.facts and one.outcome.finding]
    found: list[tuple[str, EarlierFinding]] = []
    for task in plan.tasks:
        likeness = [(_likeness(task.question, one.question), -place) for place, one in enumerate(usable)]
        best, place = max(likeness, default=(0.0, 0))
        if best >= SAME_TASK:
            found.append((task.id, usable.pop(-place)))
    return tuple(found)


def saved(tried: Sequence[str], earlier: Iterable[str]) -> int:
    """How many of these queries the run before had sent already, so that their answers were at hand."""
    known = frozenset(earlier)
    return sum(query in known for query in tried)


def _likeness(left: str, right: str) -> float:
    """Shared words ÷ all words: a narrower question is not the same one."""
    mine, theirs = content_words(left), content_words(right)
    return len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0
