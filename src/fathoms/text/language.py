"""The language of a text: a document, a passage, a question of four words.

Knows: 60 languages, by a library that counts how their letters follow each other.  Does not know: grammar; where two
languages fit as well as each other it names both rather than guess.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache
from typing import Any

from fathoms.text.words import STOP_WORDS, fold, is_spaceless

_SAMPLE = 600
_WIDE = re.compile(r"[぀-ヿ㐀-鿿々ー]+")
_LATIN = re.compile(r"[A-Za-zÀ-ɏ]+")
_KANA = re.compile(r"[぀-ヿ]")
_KANA_SHARE = 0.1
"""Share of the letters from which a text is Japanese, however much of the rest it shares with Chinese."""
_EVEN, NEAR = 0.97, 0.7
"""Of the best score: from where on two languages fit alike, and from where on names may have tipped the scales."""


def detect(text: str) -> str:
    """A two-letter code, or "" when the text does not say."""
    found = likely(text)
    return found[0] if len(found) == 1 else ""


def likely(text: str, share: float = _EVEN) -> tuple[str, ...]:
    """Every language that fits the text about as well as the best, best first: none for a number or an emoji."""
    sample = text[:_SAMPLE]
    letters = sum(map(str.isalpha, sample))
    if letters and len(_KANA.findall(sample)) > _KANA_SHARE * letters:
        return ("ja",)
    scores: dict[str, float] = _detector().detect(sample).scores()
    best = max(scores.values(), default=0.0)
    return tuple(code for code, score in scores.items() if score >= share * best)


def language_of(text: str, known: Collection[str] = ()) -> str:
    """The language to answer in. Where a short text may be in several, that of the documents goes first, then English;
    a lone name says nothing and is English, unless its script has no spaces."""
    near = likely(_without_names(text), NEAR)
    preferred = next((code for code in (*known, "en") if code in near), "")
    if preferred or (len(text.split()) < 2 and not is_spaceless(text)):
        return preferred or "en"
    wide = next((code for code in (*known, "zh") if code in ("ja", "zh")), "en")
    return next(iter(near), wide if _WIDE.search(text) else "en")


def _without_names(text: str) -> str:
    """Of "createRef useRef 違い" what says its language: names in Latin letters beside words in a script without spaces
    are no words of another language, unless a small word ("and") stands among them."""
    wide = _WIDE.findall(text)
    small = any(fold(word) in STOP_WORDS for word in _LATIN.findall(text))
    return " ".join(wide) if wide and not small else text


@cache
def _detector() -> Any:
    """Loaded when first asked for: it takes a tenth of a second."""
    from eld import LanguageDetector

    return LanguageDetector()
