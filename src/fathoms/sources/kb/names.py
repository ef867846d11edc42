"""Names in text: one spelling for titles, and the two names of one thing ("Long Form (LF)").

Knows: capitals, brackets, initials.  Does not know: the index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fathoms.engine.words import fold

_BRACKETS = re.compile(r"\s*[(（\[][^()（）\[\]]*[)）\]]")
_NOT_WORD = re.compile(r"[\W_]+")
_SHORT_FORM = re.compile(r"[(（]([A-Z][A-Za-z0-9&/-]{1,11})s?[)）]")
_CAMEL = re.compile(r"\b(?:[A-Z][a-z0-9]+){2,6}\b")
_CAMEL_PART = re.compile(r"[A-Z][a-z0-9]+")
_WORD = re.compile(r"[^\W_][\w'’-]*")
_SMALL = frozenset(
    ["a", "an", "and", "at", "de", "for", "from", "in", "la", "of", "on", "or", "the", "to", "von", "with", "&"]
)
_LOOK_BACK = 160


def title_key(title: str) -> str:
    """A title as it would be mentioned: without its bracket part, case and punctuation."""
    bare = _BRACKETS.sub("", title) or title
    return " ".join(_NOT_WORD.sub(" ", fold(bare)).split())


def aliases(text: str) -> Iterator[tuple[str, str]]:
    """(long form, short form) pairs that the text introduces in brackets."""
    for match in _SHORT_FORM.finditer(text):
        short = match.group(1)
        before = text[max(0, match.start() - _LOOK_BACK) : match.start()]
        sentence = re.split(r"[.!?;:\n(（]", before)[-1]
        words = _WORD.findall(sentence)
        long = _long_form(words, short)
        if long:
            yield long, short


def _long_form(words: list[str], short: str) -> str:
    """The fewest words before the bracket whose initials spell the short form, small words allowed between."""
    letters = [character.lower() for character in short if character.isalnum()]
    if len(letters) < 2 or sum(character.isupper() for character in short) < 2:
        return ""
    wanted = len(letters) - 1
    for position in range(len(words) - 1, -1, -1):
        word = words[position].lower()
        if word.startswith(letters[wanted]):
            wanted -= 1
            if wanted < 0:
                return " ".join(words[position:])
        elif word not in _SMALL:
            return ""
    return ""


def camel_splits(text: str) -> Iterator[tuple[str, str]]:
    """("Horizontal Pod Autoscaler", "HorizontalPodAutoscaler") for every such word in the text."""
    for match in _CAMEL.finditer(text):
        yield " ".join(_CAMEL_PART.findall(match.group())), match.group()
