"""A follow-up question: what it refers back to, and which findings of the run before still answer it.

Knows: the earlier brief and its outcomes.  Does not know: where they are kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from fathoms.domain.brief import Brief
from fathoms.domain.plan import Plan
from fathoms.domain.reuse import EarlierFinding
from fathoms.engine.intake.vagueness import specific_words
from fathoms.engine.plan.merging import SAME_TASK
from fathoms.text.language import language_of
from fathoms.text.words import content_words, overlap

NAMED = 0.5
"""Share of a subject's words that a question must hold to name it."""

OF_ITS_OWN = 2
"""Words from which a question says itself what it is about, where the one before had no name to give it."""

_POSSESSIVE = re.compile(r"\b(?:its|their)\s+(\w+)", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|they|them)\b(?!\s+(?:is|was)\s+(?:true|known|said))", re.IGNORECASE)
_JAPANESE = re.compile(r"それ(?=[はがをのにも])|これ(?=[はがをのにも])|その(?=[一-龥ァ-ヴ])")
_HELPING = re.compile(r"\b(?:do|does|did|can|could|should|will|would)\b", re.IGNORECASE)
"""Before a subject, with its verb behind it: "How do lithium batteries age?"."""


def resolved(question: str, earlier: Brief) -> str:
    """The question with what it refers back to put in: pronouns become the subject, a bare question is given one."""
    names = [subject.name for subject in earlier.subjects]
    subjects = names or _plain_subjects(earlier.question)
    if not subjects or any(overlap(content_words(name), content_words(question)) >= NAMED for name in subjects):
        return question
    put_in, opened = _put_in(question, subjects[:2])
    stands_alone = not names and len(specific_words(question)) >= OF_ITS_OWN
    return put_in if put_in != question or stands_alone else opened


def _put_in(question: str, subjects: Sequence[str]) -> tuple[str, str]:
    """With the subjects where it points at them, and with them before it."""
    if language_of(question) == "ja":
        name = "と".join(subjects)
        put_in = _JAPANESE.sub(lambda found: f"{name}の" if found.group() == "その" else name, question, count=1)
        return put_in, f"{name}について、{question}"
    name = " and ".join(subjects)
    put_in = _POSSESSIVE.sub(lambda found: f"the {found[1]} of {name}", question)
    return _PRONOUN.sub(lambda _: name, put_in), f"{name}: {question}"


def _plain_subjects(question: str) -> list[str]:
    """What a question without a name is about: the noun that others belong to, else the first that has an article."""
    words = specific_words(question)
    if language_of(question) == "ja":
        return list(words[:1])
    if language_of(question) != "en" or not words:
        return []
    said = "|".join(re.escape(word) for word in sorted(set(words), key=len, reverse=True))
    noun = rf"(?:{said})(?:\s+(?:{said}))*(?![\w-])"
    for before in (r"(?<=\bof )(?:(?:the|an?|our|my)\s+)?", r"\b(?:the|an?|our|my)\s+", r"\b"):
        if found := re.search(before + noun, question, re.IGNORECASE):
            return [_without_its_verb(found, question)]
    return []


def _without_its_verb(noun: re.Match[str], question: str) -> str:
    ends = not re.match(r"\s*\w", question[noun.end() :])
    several = len(specific_words(noun.group())) > 1
    verb_behind = ends and several and _HELPING.search(question, 0, noun.start())
    return noun.group().rpartition(" ")[0] if verb_behind else noun.group()


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
