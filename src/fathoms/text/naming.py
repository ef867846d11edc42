"""Whether a text names something: the same test for subjects, themes and queries.

Knows: that a name counts when most of its words are there.  Does not know: aliases (a mind says those).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from fathoms.text.words import content_words, fold


def share(wanted: Collection[str], have: Collection[str]) -> float:
    """Which share of `wanted` is among `have`, each word counting once; 0 when nothing is wanted."""
    return sum(1 for word in wanted if word in have) / len(wanted) if wanted else 0.0


def names(text: str, name: str) -> bool:
    """Whether more than half of the name's content words stand in the text."""
    return named_in(name, content_words(text), text)


def named_in(name: str, words: Collection[str], text: str = "") -> bool:
    """As `names`, for a text whose words are known; a name of stop words only is looked up as it is."""
    wanted = content_words(name)
    if not wanted:
        return bool(name.strip()) and fold(name) in fold(text)
    return share(wanted, words) > 0.5


def named_among(candidates: Iterable[str], text: str) -> tuple[str, ...]:
    """Those of the candidates that the text names, in their order."""
    words = content_words(text)
    return tuple(name for name in candidates if named_in(name, words, text))
