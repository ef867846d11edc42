"""What a sentence does in an account: it gives a reason, says who says so, weighs, names a way, is a step.

Knows: the patterns of `[accounts]` in `text/lang/`.  Does not know: what the account is of.
"""

from __future__ import annotations

import re
from functools import cache

from fathoms.text.lang import languages
from fathoms.text.words import content_words, is_spaceless

LEAST_STEPS = 2
_NUMBERED = re.compile(r"^[ \t]{0,8}(?:\d{1,2}[.)、]|[①-⑨])[ \t]{0,4}\S", re.MULTILINE)
_EDGE = " ,;:、，"


@cache
def _pattern(field: str, *, exact: bool = False) -> re.Pattern[str]:
    """Whole words, but for scripts without spaces and where a pattern says itself where it stands."""
    parts = [part for language in languages() for part in getattr(language.accounts, field)]
    forms = (part if is_spaceless(part) or part[:1] in ",^" else rf"(?<!\w)(?:{part})(?!\w)" for part in parts)
    # a group may have its name once in a pattern
    inner = "|".join(f"(?:{form})" for form in forms).replace("(?P<who>", "(")
    return re.compile(inner or r"(?!)", 0 if exact else re.IGNORECASE)


def gives_reason(sentence: str) -> bool:
    return bool(_pattern("reasons").search(sentence))


def speaker_in(sentence: str) -> str:
    """Who says it, in the sentence's own words; empty where it names nobody."""
    found = _pattern("speakers", exact=True).search(sentence)
    who = next((group.strip(_EDGE) for group in found.groups() if group), "") if found else ""
    return who if content_words(who) else ""  # "he" is nobody


def praises(sentence: str) -> bool:
    return bool(_pattern("praises").search(sentence))


def finds_fault(sentence: str) -> bool:
    return bool(_pattern("faults").search(sentence))


def names_way(sentence: str) -> bool:
    return bool(_pattern("ways").search(sentence))


def in_steps(passage: str, sentences: tuple[str, ...]) -> bool:
    """Whether it tells steps: a numbered list, or sentences that follow one another by their words."""
    opened = sum(1 for one in sentences if _pattern("sequence").search(one))
    return max(len(_NUMBERED.findall(passage)), opened) >= LEAST_STEPS
