"""A statement that its evidence does not carry, made from one that it does: one figure, name or denial is altered.

A judge is tried with it: planted among others it looks like them, and whoever calls it supported has not read. What is
altered follows from the words alone, so that a run repeated plants the same.
Knows: facts and the words of their claims.  Does not know: who judges, or what becomes of a judge that is taken in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from zlib import crc32

from fathoms.domain.evidence import Fact
from fathoms.engine.evidence.support import Grounds
from fathoms.text.denials import denials
from fathoms.text.language import language_of
from fathoms.text.naming import share
from fathoms.text.words import content_words, fold, stem

TOLD = 0.6
"""Share of a claim's words in a statement that tells the same."""
LONGEST = 300
"""Characters of a claim that can pass for a sentence of a report."""

_DIGITS = re.compile(r"(?<![\w.,:/-])\d{1,6}(?![\w:/-]|[.,]\d)")
_NAME = re.compile(r"(?<=[\w,’'] )(?:[A-Z][A-Z0-9_]{2,}|[A-Z][a-z][A-Za-z0-9]+)\b")
_VERB = re.compile(r"\b(?:is|are|was|were|can|may|must|should|will)\b(?! (?:not|only|never)\b)")
_CANNOT = re.compile(r"\bcannot\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Planted:
    text: str
    fact: Fact


def planted(facts: Sequence[Fact], told: Sequence[str], look: int = 0) -> Planted | None:
    """A claim with one thing wrong, cited for its own fact; rather one that no statement beside it (`told`) tells.
    Another one at each look. None where nothing can be altered."""
    seed = "\n".join(told)
    ordered = sorted((f for f in facts if len(f.claim) <= LONGEST), key=lambda fact: crc32(f"{seed}{fact.id}".encode()))
    beside = [content_words(text) for text in told]
    apart = [fact for fact in ordered if not any(share(content_words(fact.claim), words) >= TOLD for words in beside)]
    made = (Planted(text, fact) for fact in dict.fromkeys((*apart, *ordered)) if (text := altered(fact, ordered)))
    few = list(islice(made, look + 1))
    return few[-1] if few else None


def altered(fact: Fact, others: Sequence[Fact]) -> str:
    """The claim with another figure, another name or the opposite said; empty where it has none that could change."""
    first = crc32(fact.id.encode()) % len(_WAYS)
    held = fold(Grounds((fact,)).everything)
    for way in (*_WAYS[first:], *_WAYS[:first]):
        for text in way(fact.claim, held, others):
            return text
    return ""


def _other_figure(claim: str, held: str, others: Sequence[Fact]) -> Iterator[str]:
    for found in _DIGITS.finditer(claim):
        digits = found.group()
        at = len(digits) - 1 if len(digits) == 4 else 0  # of a year the last one: it is still a year
        made = f"{digits[:at]}{(int(digits[at]) + 3) % 9 + 1}{digits[at + 1 :]}"
        if made != digits and not re.search(rf"\b{made}\b", held):
            yield _instead(claim, found, made)


def _other_name(claim: str, held: str, others: Sequence[Fact]) -> Iterator[str]:
    there = [name for fact in others for name in _NAME.findall(fact.claim)]
    for found in _NAME.finditer(claim):
        alike = (name for name in there if name.isupper() == found.group().isupper() and fold(name) not in held)
        if made := next((name for name in alike if stem(fold(name)) not in held), ""):  # one "Collectors" is no lie
            yield _instead(claim, found, made)


def _the_opposite(claim: str, held: str, others: Sequence[Fact]) -> Iterator[str]:
    if language_of(claim) != "en":
        return
    if found := _CANNOT.search(claim):
        yield _instead(claim, found, "can")
    for cue in (one for one in denials(claim) if one.cue.strip().casefold() == "not"):
        yield " ".join((claim[: cue.start] + claim[cue.start + len(cue.cue) :]).split())
    if not denials(claim) and (found := _VERB.search(claim)):
        yield _instead(claim, found, f"{found.group()} not")


def _instead(claim: str, found: re.Match[str], made: str) -> str:
    return f"{claim[: found.start()]}{made}{claim[found.end() :]}"


_WAYS: tuple[Callable[[str, str, Sequence[Fact]], Iterator[str]], ...] = (_other_figure, _other_name, _the_opposite)
