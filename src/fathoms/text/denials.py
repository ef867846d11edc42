"""Denials: the words that turn a true sentence into a false one, and how far each of them reaches.

Knows: cues and opposites of every language, phrases that only look like a denial, the clause that a cue denies.
Does not know: grammar beyond that; it compares what stands in two texts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from fathoms.text.lang import Language, languages
from fathoms.text.words import content_words


@dataclass(frozen=True, slots=True)
class Denial:
    """A cue in a text, and the words that it denies."""

    cue: str
    start: int
    scope: str


def denials(text: str) -> tuple[Denial, ...]:
    """The denials of a text, in order. `Not only` and its like are none."""
    found: list[Denial] = []
    plain = _apparent().sub(lambda match: " " * len(match.group()), text)
    for cues, ends, after in _cues():
        found += [
            Denial(match.group(), match.start(), _scope(plain, match, ends, after=after))
            for match in cues.finditer(plain)
        ]
    return tuple(sorted(found, key=lambda denial: denial.start))


def denies(text: str) -> bool:
    """Whether anything is denied in a text."""
    return bool(denials(text))


def turned(sentence: str, other: str) -> str:
    """The cue that turns one sentence against the other, empty when both point the same way."""
    mine, theirs = denials(sentence), denials(other)
    if len(mine) % 2 != len(theirs) % 2:
        return mine[0].cue if mine else "a denial left out"
    return _moved(sentence, mine, other, theirs) or opposite(sentence, other)


def _moved(sentence: str, mine: tuple[Denial, ...], other: str, theirs: tuple[Denial, ...]) -> str:
    """The cue of a denial that stands over other words in the other text, which affirms what is denied here.

    `It is open, not deep` is not `It is not open, but deep`.
    """
    if len(mine) != 1 or len(theirs) != 1:
        return ""
    denied, elsewhere = content_words(mine[0].scope), content_words(theirs[0].scope)
    if not denied or not elsewhere or denied & elsewhere:
        return ""
    both_speak = denied <= content_words(other) and elsewhere <= content_words(sentence)
    return mine[0].cue if both_speak else ""


def opposite(sentence: str, other: str) -> str:
    """The word of one sentence whose opposite stands in the other, where neither has both."""
    for left, right in _opposites():
        for said, quoted in ((left, right), (right, left)):
            cue = said.search(sentence)
            if cue and not quoted.search(sentence) and quoted.search(other) and not said.search(other):
                return cue.group()
    return ""


def _scope(text: str, cue: re.Match[str], ends: re.Pattern[str], *, after: bool) -> str:
    if after:
        end = ends.search(text, cue.end())
        return text[cue.end() : end.start() if end else len(text)].strip()
    start = max((end.end() for end in ends.finditer(text, 0, cue.start())), default=0)
    return text[start : cue.start()].strip()


@cache
def _apparent() -> re.Pattern[str]:
    return re.compile("|".join(form for language in languages() for form in language.denials.apparent), re.IGNORECASE)


@cache
def _cues() -> tuple[tuple[re.Pattern[str], re.Pattern[str], bool], ...]:
    """For each language its cues, where their reach ends, and whether they reach forward."""
    return tuple(
        (_cue_form(language), re.compile("|".join(table.ends) or r"\Z", re.IGNORECASE), table.reach == "after")
        for language in languages()
        if (table := language.denials).words or table.patterns
    )


def _cue_form(language: Language) -> re.Pattern[str]:
    words, patterns = language.denials.words, language.denials.patterns
    whole = (rf"(?<![=.\w])(?:{'|'.join(words)})\b",) if words else ()
    return re.compile("|".join((*whole, *patterns)), re.IGNORECASE)


@cache
def _opposites() -> tuple[tuple[re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (re.compile(left, re.IGNORECASE), re.compile(right, re.IGNORECASE))
        for language in languages()
        for left, right in language.denials.opposites
    )
