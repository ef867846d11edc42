"""What a mind that obeys a page could do with its answer, and may not: hand out our prompts, or an address.

A mind reaches no tool, so an answer is all it has. Whatever in it repeats our own instructions is dropped, and
addresses are taken out, but for hosts and code that a quote holds: links are rendered from stored pages alone.

Knows: our prompts, how addresses look.  Does not know: what is true.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from importlib import resources

from fathoms.minds.llm.personas import GENERALIST
from fathoms.minds.llm.prompting import template

_RUN = 8
"""Words in a row, the same as in a prompt, that nobody writes by chance: writers take up a phrase of their task."""
_LEAST = 6
"""Words of a text that is a prompt's from its first to its last."""
_WORD = re.compile(r"\w+")
_ADDRESS = re.compile(
    r"[(<\[]?(?<![\w-])(?:https?|ftp|file|data|javascript):/{0,2}[\w\[%@.-][^\s`]*|\bwww\.[^\s`]+"
    r"|(?<![\w@.-])(?:[a-z0-9][a-z0-9-]*\.)+[a-z]{2,24}(?::\d{1,5})?/[^\s`]*"
    r"|(?<![\w@.-])\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5}\b(?:/[^\s`]*)?|/[^\s`]+)"
    r"|(?<![\w@.-])(?-i:(?:[a-z0-9][a-z0-9-]*\.)+(?:com|org|net|info|biz|xyz|online|site|top|shop|club|click|link))\b"
    r"|(?<![\w@.-])(?-i:(?:[a-z0-9][a-z0-9-]*\.)+(?:example|test|invalid|onion))\b",
    re.IGNORECASE,
)
"""With a scheme or without: a host with a path or a port, or under an ending that names of files do not have."""
_BECOMES_LINK = re.compile(r"[(<\[]?(?:\w+:|www\.)", re.IGNORECASE)
"""What readers of Markdown turn into a link by themselves."""
_SCHEME = re.compile(r"^https?://")
_DOMAIN = re.compile(r"(?:[\w-]+\.)*?([\w-]+\.[a-z]{2,24})(?=[/:]|$)", re.IGNORECASE)
_NUMBERED = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}(?![\w.])")
_VERSION_OF = re.compile(r"(?:^|\n)[ \t-]*apiVersion:[ \t]*[\"']?\Z")
BLANK = "<address>"
_AROUND = "()<>[]`'\".,;:!?"


def leaks(text: str) -> bool:
    """Whether a text repeats one of our prompts: many words in a row, or all that it has."""
    words = _words(text)
    runs = _runs(words, _RUN) if len(words) > _RUN else _runs(words, max(_LEAST, len(words)))
    return any(f" {run} " in own for run in runs for own in _prompts())


def has_address(text: str) -> bool:
    return bool(_ADDRESS.search(text))


def in_words(text: str) -> str:
    """The text with what looks like an address and has no scheme as the words that it is made of: it may be the name of
    a label or an image ("example.io/backup"), which one's own documents are searched for."""

    def said(found: re.Match[str]) -> str:
        return found.group() if _BECOMES_LINK.match(found.group()) else " ".join(_WORD.findall(found.group()))

    return _ADDRESS.sub(said, text)


def plain(text: str, quoted: str = "") -> str:
    """The text without addresses; nothing of one that repeats a prompt.

    What is `quoted` may name a host or an address, as code: a setting or a command is nothing without it, a sentence is
    none without what it names, and neither becomes a link. Where code has another one, a blank shows that it had."""
    if leaks(text):
        return ""

    def kept(found: re.Match[str]) -> str:
        address = found.group().strip(_AROUND)
        is_code = text.count("`", 0, found.start()) % 2 == 1
        if not quoted or not (_is_known(address, quoted) if is_code else address in quoted):
            return BLANK if quoted and is_code else ""
        if is_code or not _BECOMES_LINK.match(found.group()):
            return found.group()
        return found.group().replace(address, f"`{address}`")

    return " ".join(_ADDRESS.sub(kept, text).split())


def plain_code(text: str, quoted: str) -> str:
    """A block of code, line by line, with a blank to fill in where an address stood that nothing `quoted` holds.

    What has no scheme is kept where its domain is known from there, and in the version of an interface: it is the name
    of a label or a kind ("rbac.example.io/v1"), and without it the code does something else."""
    if leaks(text):
        return ""

    def kept(found: re.Match[str]) -> str:
        address = found.group().strip(_AROUND)
        return found.group() if _is_known(address, quoted) or _VERSION_OF.search(text, 0, found.start()) else BLANK

    return _ADDRESS.sub(kept, text)


def _is_known(address: str, quoted: str) -> bool:
    """Whether it, its number of four parts, or the domain of what has no scheme stands in what is quoted."""
    place = _SCHEME.sub("", address).rstrip("/")
    numbered = _NUMBERED.match(place)
    if place in quoted or (numbered and numbered[0] in quoted):
        return True
    domain = None if _BECOMES_LINK.match(address) else _DOMAIN.match(address)
    return domain is not None and domain[1] in quoted


def plain_lines(texts: Iterable[str]) -> tuple[str, ...]:
    """Each once, without those that nothing is left of."""
    return tuple(dict.fromkeys(line for text in texts if (line := plain(text))))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _runs(words: list[str], length: int) -> Iterator[str]:
    return (" ".join(words[at : at + length]) for at in range(len(words) - length + 1))


@functools.cache
def _prompts() -> tuple[str, ...]:
    """What we tell each role, in running words."""
    names = [
        file.name.removesuffix(".md") for file in resources.files("fathoms.minds.llm").joinpath("prompts").iterdir()
    ]
    texts = (*(template(name).system for name in names), f"You are {GENERALIST}.")
    return tuple(f" {' '.join(_words(text))} " for text in texts)
