"""What a claim says, taken apart as far as code can: whom it names, which figures, what is said of them, and why.

Knows: names, telling figures, the words left between them, causes that are given as such.  Does not know: when two
claims have something in common (`cross_task.py`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from fathoms.text.dates import CALENDAR
from fathoms.text.figures import Figure, figures_in
from fathoms.text.units import UNITS
from fathoms.text.words import STOP_WORDS, content_words, fold, is_spaceless

_NAME = re.compile(r"[A-Z][\w'’-]*(?:\s(?:(?:of|the|for|de|van)\s){0,2}[A-Z][\w'’-]*)*")
_KATAKANA_NAME = re.compile(r"[ァ-ヴー]{3,}(?:・[ァ-ヴー]{2,})*")
_CODE_NAME = re.compile(r"\b[A-Z]{1,6}-\d{1,6}\b")
_OPENS = re.compile(r"(?:^|[.!?:;\"“(])\s*$")
_TELLING_COUNT = 1000
"""A bare count below this is shared by chance too often to mean anything."""
_BECAUSE = re.compile(
    r"\b(?:because(?: of)?|due to|owing to|thanks to|as a result of|(?:was|were|is|are) caused by)\b"
    r"|(?:のため|により|によって)",
    re.IGNORECASE,
)
_SO = re.compile(
    r"\b(?:caused|led to|resulted in|brought about|therefore|so that|which is why)\b|(?:その結果|したがって)",
    re.IGNORECASE,
)
_GENERIC = content_words(
    "be have has had do does say says said make made use used include includes new old first second last next year "
    "years month months day days time times part parts number many more most other others one two several also only "
    "per people thing things way work works take takes took give gives gave get become became come came go went set "
    "large small high low good great main since until during between"
)
"""Words that say nothing of what is said."""


@dataclass(frozen=True, slots=True)
class Said:
    """A claim in parts."""

    names: dict[str, str]
    """By the key under which each is compared, how it is shown."""
    figures: dict[str, str]
    words: frozenset[str]
    """What is said: neither names nor figures nor words that say nothing."""
    cause: tuple[str, str] | None
    """What happened, and why, where the claim gives a reason."""


@lru_cache(maxsize=4_096)
def taken_apart(claim: str) -> Said:
    text = unicodedata.normalize("NFKC", claim)
    names = dict(_names(text))
    counted = {key: figure.shown for figure in figures_in(text) if (key := _figure_key(figure))}
    named = frozenset(word for label in names.values() for word in content_words(label))
    numbers = frozenset(word for figure in figures_in(text) for word in content_words(figure.shown))
    words = frozenset(w for w in content_words(text) - named - numbers - _GENERIC if not w[0].isdigit())
    return Said(names, counted, words, _cause(text))


def _cause(text: str) -> tuple[str, str] | None:
    for pattern, effect_first in ((_BECAUSE, not is_spaceless(text)), (_SO, False)):
        if found := pattern.search(text):
            before, after = text[: found.start()].strip(" ,;、"), text[found.end() :].strip(" ,;、.。")
            if content_words(before) and content_words(after):
                return (before, after) if effect_first else (after, before)
    return None


def _names(text: str) -> Iterator[tuple[str, str]]:
    for pattern in (_CODE_NAME, _KATAKANA_NAME):
        for match in pattern.finditer(text):
            if match.group() not in UNITS:
                yield fold(match.group()), match.group()
    for match in _NAME.finditer(text):
        name = _trimmed(match.group())
        alone = " " not in name
        if alone and (_OPENS.search(text[: match.start()]) or len(name) < 4 or fold(name) in CALENDAR):
            continue
        if name:
            yield fold(name), name


def _trimmed(name: str) -> str:
    """Without a leading article or the like: `The Tidal Authority` is `Tidal Authority`."""
    words = name.removesuffix("'s").removesuffix("’s").split()
    while words and fold(words[0]) in STOP_WORDS:
        words.pop(0)
    return " ".join(words)


def _figure_key(figure: Figure) -> str:
    if figure.unit and figure.unit.dimension not in ("time", "month", "person"):
        return f"{(figure.value * figure.unit.factor).normalize()} {figure.unit.dimension}"
    return f"{figure.value.normalize()} {figure.noun}" if figure.value >= _TELLING_COUNT and figure.noun else ""
