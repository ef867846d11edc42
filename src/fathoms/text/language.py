"""The language of a document, from its script and its commonest small words.

Knows: the languages of `text/lang/`, by function words or by script.  Does not know: grammar; a text too short or too
mixed to tell is "" rather than a guess.
"""

from __future__ import annotations

import re
from collections import Counter

from fathoms.text.lang import languages
from fathoms.text.words import STOP_WORDS

_SAMPLE = 600
_WORD = re.compile(r"[^\W\d_]+")
_LANGUAGES_OF: dict[str, list[str]] = {}
for _language in languages():
    for _word in _language.function_words:
        _LANGUAGES_OF.setdefault(_word, []).append(_language.code)
_ENGLISH = frozenset(word for word, codes in _LANGUAGES_OF.items() if codes == ["en"])
_PLAINLY = 0.1
_SCRIPTS = tuple((language.code, re.compile(language.script)) for language in languages() if language.script)
_SMALL_WORDS = 0.3
"""Share of small English words, those that other languages have too included, from which a text is English."""
_SCRIPT_SHARE = 0.15
_LEAST_WORDS = 6
_LEAST_SHARE = 0.05


def detect(text: str) -> str:
    """A two-letter code, or "" when the text does not say."""
    return next(iter(likely(text)), "")


def likely(text: str) -> tuple[str, ...]:
    """Every language that speaks for itself as much as any other: a short text may leave several."""
    sample = text[:_SAMPLE]
    if not sample.isascii():
        letters = sum(map(str.isalpha, sample)) or 1
        for code, script in _SCRIPTS:
            if len(script.findall(sample)) / letters > _SCRIPT_SHARE:
                return (code,)
    words = _WORD.findall(sample.lower())
    if len(words) < _LEAST_WORDS:
        return ()
    plainly = sum(map(_ENGLISH.__contains__, words)) > _PLAINLY * len(words)
    if plainly or (sample.isascii() and sum(map(STOP_WORDS.__contains__, words)) >= _SMALL_WORDS * len(words)):
        return ("en",)
    hits = Counter(code for word in words for code in _LANGUAGES_OF.get(word, ()))
    most = max(hits.values(), default=0)
    return tuple(code for code, count in hits.items() if count == most > _LEAST_SHARE * len(words))
