"""Names in text: how documents are named, and what a passage names.

Knows: capitals, brackets, katakana.  Does not know: the index.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from fathoms.text.acronyms import SMALL
from fathoms.text.words import STOP_WORDS, fold, is_spaceless, tokens

_BRACKETS = re.compile(r"\s{0,8}[(（\[][^()（）\[\]]{0,300}[)）\]]")
_NOT_WORD = re.compile(r"[\W_]+")
_CAMEL = re.compile(r"\b(?:[A-Z][a-z0-9]+){2,6}\b")
_CAMEL_PART = re.compile(r"[A-Z][a-z0-9]+")

_CAPITALISED = r"(?:[A-Z][\w'’.-]*\w|[A-Z])"
_PARTICLE = r"(?:of|the|de|and|for|in|von|van|la|del|al|y|e|&)"
_NAME = re.compile(
    rf"{_CAPITALISED}(?:\s+(?:{_PARTICLE}\s+){{0,2}}{_CAPITALISED})*"  # Recovery of Aristotle
    r"|\b\d{4}\b"  # a year joins passages as a name does
    r"|[\u30a0-\u30ff]{3,}|[\u3400-\u9fff]{3,}"  # katakana and kanji words
)
_LEAD = re.compile(
    r"\A\W{0,20}(?:The\s{1,4}|An?\s{1,4})?(.{2,80}?)\s{0,4}(?:\([^)]{0,200}\)|,[^,]{0,200},)?\s{1,4}(?:is|was|are|were|refers|became)\b",
    re.S,
)
_SUBTITLE = re.compile(r"\s{0,8}(?::\s|：|\s[–—|-]\s)")


def title_key(title: str) -> str:
    """A title as it would be mentioned: without its bracket part, case and punctuation."""
    bare = _BRACKETS.sub("", title)
    words = _NOT_WORD.sub(" ", fold(bare)).split() or _NOT_WORD.sub(" ", fold(title)).split()
    if len(words) > 1 and words[0] in ("the", "a", "an"):
        words = words[1:]
    return " ".join(words)


def document_keys(title: str, *, stated: bool, opening: str) -> frozenset[str]:
    """All keys under which a document may be mentioned.

    A document that does not state its title goes by its file name and by the name that its first sentence defines.
    """
    head = _SUBTITLE.split(title, maxsplit=1)[0]
    keys = {title_key(title)}
    if head != title and (" " in head or any(character.isdigit() for character in head)):
        keys.add(title_key(head))
    if not stated:
        keys.add(title_key(leading_name(opening)))
    return frozenset(key for key in keys if len(key) > 1 and key not in STOP_WORDS)


def leading_name(text: str) -> str:
    """The proper name that an opening sentence defines: "Pearl Jam is an American rock band…"; "" when it has none."""
    match = _LEAD.match(text[:400])
    name = match.group(1) if match else ""
    words = [word for word in name.split() if word.lower() not in SMALL]
    return name if 2 <= len(words) <= 8 and all(word[:1].isupper() or word[:1].isdigit() for word in words) else ""


def proper_names(text: str) -> list[str]:
    """The names in a text, each once, in order: capitalised spans, years, katakana and kanji words."""
    found: dict[str, None] = {}
    for match in _NAME.finditer(text):
        words = match.group().split()
        while words and words[0].lower() in STOP_WORDS:
            words.pop(0)
        if words and (len(words) > 1 or len(words[0]) > 1):
            found.setdefault(" ".join(words))
    return list(found)


def phrase(name: str) -> tuple[str, ...]:
    """A name as the index holds it: tokens that stand side by side."""
    parts = tokens(name)
    return tuple(part for part in parts if len(part) > 1) if is_spaceless(name) else tuple(parts)


def camel_splits(text: str) -> Iterator[tuple[str, str]]:
    """("Horizontal Pod Autoscaler", "HorizontalPodAutoscaler") for every such word in the text."""
    for match in _CAMEL.finditer(text):
        yield " ".join(_CAMEL_PART.findall(match.group())), match.group()
