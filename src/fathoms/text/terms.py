"""The tokens that passages are matched by: words, and identifiers kept whole.

Knows: `T4`, `DR-014`, `use_tz`: letters and numbers that only mean something together.  Does not
know: weights; an identifier has none in the sources' lists and so weighs as much as a rare word.
"""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from fathoms.text.words import content_words, fold, tokens

_IDENTIFIER = re.compile(
    r"(?<![A-Za-z0-9-])(?:([A-Z][A-Za-z]{0,7})-?(\d{1,5})(?![\w.,]*\d|[A-Za-z-])|([A-Za-z]+(?:_[A-Za-z0-9]+)+))"
)


@lru_cache(maxsize=20_000)
def terms(text: str) -> frozenset[str]:
    """The distinct tokens of a text."""
    found = {fold("".join(parts)) for parts in _IDENTIFIER.findall(text)}
    return content_words(_IDENTIFIER.sub(" ", text)) | found if found else content_words(text)


def day_terms(day: date | None) -> frozenset[str]:
    """The words in which a question would name the day of a document."""
    return terms(f"{day:%B} {day.year} {day.year}年{day.month}月") if day else frozenset()


def in_order(text: str) -> tuple[str, ...]:
    """The tokens of a text as they stand in it."""
    found: list[str] = []
    last = 0
    for match in _IDENTIFIER.finditer(text):
        found += tokens(text[last : match.start()])
        found.append(fold("".join(part or "" for part in match.groups())))
        last = match.end()
    return (*found, *tokens(text[last:]))


def listed(text: str) -> frozenset[str]:
    """The words of a list that is written as running text."""
    return frozenset(text.split())
