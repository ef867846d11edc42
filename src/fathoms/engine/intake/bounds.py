"""The place and the field that a question keeps to, as far as its own words say so. Code, for every mind.

Knows: "in Japan", "Japanese", "in medicine", a name with its field in brackets.  Does not know: what a mind read out
of the question; where that says something, it stands.
"""

from __future__ import annotations

import re

from fathoms.domain.brief import Brief
from fathoms.text import places

_FIELDS = (
    "medicine|biology|chemistry|physics|mathematics|statistics|astronomy|geology|ecology|economics|finance|accounting"
    "|law|philosophy|psychology|linguistics|sociology|history|music|architecture|engineering|agriculture|computing"
    "|computer science|machine learning|cryptography|networking|aviation|astrology|mythology|sports?|cooking"
)
_IN_FIELD = re.compile(rf"\b(?:in|within)\s+(?:the\s+field\s+of\s+)?({_FIELDS})\b", re.IGNORECASE)
_FIELD_OF = re.compile(r"\bin the (?:field|area|domain) of ((?:[\w-]+)(?: (?!and\b|or\b)[\w-]+)?)", re.IGNORECASE)
_FIELD_JA = re.compile(r"([\u4e00-\u9fffァ-ヶー]{2,8}?)(?:の分野|分野)(?:で|における|に)")
_BRACKETS = re.compile(r"\b[A-Z][\w-]+\s*\(([a-z][a-z -]{2,40})\)")
_LOCATIVE = r"\b(?:in|within|across|throughout|inside|only in|limited to)\s+(?:the\s+)?"
_LOCATIVE_JA = r"(?:における|国内|での|では|の国内|に限)"


def bounded(brief: Brief) -> Brief:
    """The brief with the place and the field of its question where the mind left them open."""
    update = {}
    if brief.place is None and (place := place_of(brief.question)):
        update["place"] = place
    if brief.domain is None and (field := field_of(brief.question)):
        update["domain"] = field
    return brief.model_copy(update=update) if update else brief


def place_of(question: str) -> str | None:
    """The one listed place that the question is set in. Of two it compares, neither is a bound."""
    named = tuple(dict.fromkeys(places.mentioned(question)))
    if len(named) != 1:
        return None
    return named[0] if any(_is_setting(question, spelling) for spelling in places.spellings(named[0])) else None


def field_of(question: str) -> str | None:
    """The field that the question names, or that stands in brackets after a name to tell it from its namesakes."""
    for pattern in (_FIELD_OF, _IN_FIELD, _FIELD_JA, _BRACKETS):
        found = pattern.search(question)
        if found and not places.mentioned(found[1]):
            return found[1].strip()
    return None


def _is_setting(question: str, spelling: str) -> bool:
    name = re.escape(spelling)
    if spelling.isascii():
        return bool(re.search(rf"{_LOCATIVE}{name}(?!\w)", question))
    return bool(re.search(f"{name}{_LOCATIVE_JA}", question))
