"""Quotes: the only way from words that a mind gives to a span of a stored page.

Knows: which differences a reader would not call a difference (blanks, the shape of quotation marks and dashes, the
length of a rule of dashes).  Does not know: synonyms, spelling, word order; a quote whose words differ is not found.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from fathoms.errors import QuoteNotFound

_SINGLE = "'’‘‚‛`´′"
_DOUBLE = '"“”„‟″«»'
_DASH = "-‐‑‒–—―−"
_WIDE = r"\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u3000-\u303f\uff00-\uffef"
_PIECE = re.compile(rf"(?P<blank>\s+)|(?P<rule>-{{3,}})|(?P<wide>[{_WIDE}])|(?P<any>.)", re.DOTALL)
_LATIN = rf"[^\W_{_WIDE}]"


def locate(quote: str, text: str, *, near: tuple[int, int] | None = None) -> tuple[int, int]:
    """Where the quote stands in the text: inside `near` if it is there, else as close to it as it gets.

    Whole words only: "cat" is not in "concatenate", "5" not in "5.7".
    """
    pattern = _pattern(quote.strip())
    if pattern is None:
        raise QuoteNotFound("an empty quote proves nothing; give the words of the source")
    inside = pattern.search(text, near[0]) if near else pattern.search(text)
    if inside and (near is None or inside.end() <= near[1]):
        return inside.span()
    found = list(_matches(pattern, text))
    if not found:
        raise QuoteNotFound(f"these words are not in the page: {quote[:120]!r}")
    return min(found, key=lambda span: _distance(span, near or (0, 0)))


def _matches(pattern: re.Pattern[str], text: str) -> Iterator[tuple[int, int]]:
    """Every place, overlapping ones included: of "so so so" the second "so so" may be the one meant."""
    match = pattern.search(text)
    while match:
        yield match.span()
        match = pattern.search(text, match.start() + 1)


def _distance(span: tuple[int, int], near: tuple[int, int]) -> tuple[int, int]:
    """How far a span reaches out of `near`; the first of two equals wins."""
    return (max(near[0] - span[0], span[1] - near[1], 0), span[0])


@lru_cache(maxsize=512)
def _pattern(quote: str) -> re.Pattern[str] | None:
    """The quote as a pattern that forgives blanks, quotation marks and dashes, and nothing else."""
    if not quote:
        return None
    parts: list[str] = []
    pieces = [(piece.lastgroup, piece.group()) for piece in _PIECE.finditer(quote)]
    for at, (kind, character) in enumerate(pieces):
        earlier = pieces[at - 1][0] if at else None
        if kind == "blank":
            beside_wide = "wide" in (earlier, pieces[at + 1][0])
            parts.append(r"\s*" if beside_wide else r"\s+")
            continue
        if kind == "rule":  # below the head of a table it is as long as its column is wide
            parts.append("-{3,}")
            continue
        if "wide" in (kind, earlier) and earlier not in (None, "blank"):
            parts.append(r"\s*")  # text without spaces may be broken over lines anywhere
        parts.append(_one_of(character))
    return re.compile(_edge(quote[0], before=True) + "".join(parts) + _edge(quote[-1], before=False))


def _one_of(character: str) -> str:
    for alike in (_SINGLE, _DOUBLE, _DASH):
        if character in alike:
            return f"[{re.escape(alike)}]"
    return re.escape(character)


def _edge(character: str, *, before: bool) -> str:
    """A quote that begins or ends in a word or number must not cut it."""
    if not re.fullmatch(_LATIN, character):
        return ""
    if before:
        return rf"(?<!{_LATIN})" + (r"(?<!\d[.,])" if character.isdigit() else "")
    return rf"(?!{_LATIN})" + (r"(?![.,]\d)" if character.isdigit() else "")
