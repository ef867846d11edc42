"""What a mind that obeys a page could do with its answer, and may not: hand out our prompts, or an address.

A mind reaches no tool, so an answer is all it has. Whatever in it repeats our own instructions is dropped, and
addresses are taken out: links are rendered from stored pages alone.

Knows: our prompts, how addresses look.  Does not know: what is true.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from importlib import resources

from fathoms.minds.llm.personas import GENERALIST
from fathoms.minds.llm.prompting import template

_RUN = 6
"""Words in a row, the same as in a prompt, that nobody writes by chance."""
_WORD = re.compile(r"\w+")
_ADDRESS = re.compile(
    r"[(<\[]?\b(?:https?|ftp|file|data|javascript):/{0,2}\S+|\bwww\.\S+"
    r"|(?<![\w@.-])(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,24}(?::\d{1,5})?/\S*"
    r"|(?<![\w@.-])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5}\b(?:/\S*)?|/\S+)"
    r"|(?<![\w@.-])(?-i:(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|net|info|biz|xyz|online|site|top|shop|club|click|link))\b"
    r"|(?<![\w@.-])(?-i:(?:[a-z0-9][a-z0-9-]*\.)+(?:example|test|invalid|onion))\b",
    re.IGNORECASE,
)
"""With a scheme or without: a host with a path or a port, or under an ending that names of files do not have."""


def leaks(text: str) -> bool:
    """Whether a text repeats one of our prompts."""
    return not _runs(text).isdisjoint(_own_runs())


def has_address(text: str) -> bool:
    return bool(_ADDRESS.search(text))


def plain(text: str) -> str:
    """The text without addresses; nothing of one that repeats a prompt."""
    return "" if leaks(text) else " ".join(_ADDRESS.sub("", text).split())


def plain_lines(texts: Iterable[str]) -> tuple[str, ...]:
    """Each once, without those that nothing is left of."""
    return tuple(dict.fromkeys(line for text in texts if (line := plain(text))))


def _runs(text: str) -> frozenset[tuple[str, ...]]:
    words = [word.casefold() for word in _WORD.findall(text)]
    return frozenset(tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1))


@functools.cache
def _own_runs() -> frozenset[tuple[str, ...]]:
    names = [
        file.name.removesuffix(".md") for file in resources.files("fathoms.minds.llm").joinpath("prompts").iterdir()
    ]
    texts = (*(template(name).system for name in names), f"You are {GENERALIST}.")
    return frozenset[tuple[str, ...]]().union(*map(_runs, texts))
