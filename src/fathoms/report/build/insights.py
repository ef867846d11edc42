"""The names and figures of a claim: what the facts of two tasks may share.

Knows: what counts as a name or a telling figure.  Does not know: when sharing one is worth a line
(`engine/run/cross_task.py`).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence

from fathoms.domain.evidence import Fact
from fathoms.domain.report import SharedPoint
from fathoms.engine.run import cross_task
from fathoms.text.dates import CALENDAR
from fathoms.text.figures import Figure, figures_in
from fathoms.text.units import UNITS
from fathoms.text.words import STOP_WORDS, fold

_NAME = re.compile(r"[A-Z][\w'’-]*(?:\s(?:(?:of|the|for|de|van)\s){0,2}[A-Z][\w'’-]*)*")
_KATAKANA_NAME = re.compile(r"[ァ-ヴー]{3,}(?:・[ァ-ヴー]{2,})*")
_CODE_NAME = re.compile(r"\b[A-Z]{1,6}-\d{1,6}\b")
_OPENS = re.compile(r"(?:^|[.!?:;\"“(])\s*$")
_TELLING_COUNT = 1000
"""A bare count below this is shared by chance too often to be worth a line."""


def shared_points(facts: Sequence[Fact], *, known: Collection[str] = ()) -> tuple[SharedPoint, ...]:
    """What facts of different tasks share, by the product's own names and figures."""
    return cross_task.shared_points(facts, marks, known=known)


def marks(claim: str) -> Iterator[tuple[str, str]]:
    """Names and telling figures of a claim, each with the key under which it is shared."""
    text = unicodedata.normalize("NFKC", claim)
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
    for figure in figures_in(text):
        if key := _figure_key(figure):
            yield key, figure.shown


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
