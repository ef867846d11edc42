"""Lists in a question: "Germany, France and Italy", "cost and output", "1990, 2000 and 2010", 「歴史、文化、経済」.

Knows: separators and the words at which an item must end, in English and Japanese.  Does not know: what a
list is good for (`extent.py` tells subjects from aspects and periods).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fathoms.engine.words import content_words, language_of

LONGEST_ITEM = 6
"""Words of an item; what is longer is a clause. In Japanese it is counted in characters, four to a word."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Two or more items side by side, and the words that stand before and after them."""

    items: tuple[str, ...]
    before: str
    after: str
    opening: str
    """The first item with what stands before its "of": "number of turbines" where the item is "turbines"."""


_SENTENCE = re.compile(r"[?？!！;；。\n]+|(?<=[a-z\d)\"”])\.(?:\s+|$)")
_SEPARATOR = re.compile(r"\s*,\s*(?:and|or|as well as)\s+|\s*,\s*|\s+(?:and|or|as well as|&|versus|vs\.?)\s+", re.I)
_STOP = re.compile(
    r"\s*[:—–()]\s*|\b(?:in terms of|with (?:respect|regard) to|with a focus on|focus(?:ing|sed|ed)? on|based on|such as|"
    r"of|in|on|for|from|since|during|between|among|amongst|over|across|about|regarding|concerning|with|without|to|at|by|under|"
    r"per|than|as|that|which|who|whom|whose|what|when|where|why|how|if|whether|while|because|until|through|throughout|into|"
    r"is|are|was|were|be|been|being|do|does|did|has|have|had|can|could|should|will|would|may|might|must|shall|"
    r"compar(?:e|es|ed|ing)|contrast(?:ing)?|describe|explain|analy[sz]e|discuss|outline|review|evaluate|assess|examine|"
    r"summari[sz]e|list|name|give|tell|show|find|identify|provide|report|research|investigate|trace|cover(?:s|ing)?|including|"
    r"includ(?:e|es)|consider(?:ing)?|against|both|also|then|me|us|all|each|every|individually|respectively)\b",
    re.I,
)
_ARTICLE = re.compile(r"^(?:the|a|an|its|their|our|his|her|both|also|then|and|or)\s+", re.I)

_JAPANESE_SEPARATOR = re.compile(
    r"[、,，]|(?<![ァ-ヴー])・|・(?![ァ-ヴー])|および|及び|並びに|ならびに|(?<=[一-鿿ァ-ヴーA-Za-z0-9])(?:と|や)(?=[一-鿿ァ-ヴーA-Za-z0-9])"
)
_JAPANESE_STOP = re.compile(
    r"について|に関して|に関する|における|において|に対する|に対して|ごとに|ごとの|それぞれ|の観点|の面|の|を|は|が|に|で|から|まで|へ|も|する|した|して|ください"
)


def lists(question: str) -> tuple[Listed, ...]:
    """Every list of the question, in order."""
    japanese = language_of(question) == "ja"
    found: list[Listed] = []
    for sentence in _SENTENCE.split(question):
        if sentence and sentence.strip():
            found += _scan(sentence.strip(), japanese=japanese)
    return tuple(found)


@dataclass(slots=True)
class _Chunk:
    """What stands between two separators: a head that may end a list, a tail that may begin the next."""

    head: str
    tail: str
    long_tail: str
    """From the stop before the last "of" on."""
    first_stop: str
    last_stop: str


def _scan(sentence: str, *, japanese: bool) -> Iterator[Listed]:
    """Chunks between separators; a list runs on until a chunk has a word at which its item must end."""
    separator, stop = (_JAPANESE_SEPARATOR, _JAPANESE_STOP) if japanese else (_SEPARATOR, _STOP)
    chunks = [_chunk(text, stop) for text in separator.split(sentence)]
    items: list[str] = []
    opener = chunks[0]
    for chunk in chunks:
        item = _item(chunk.head if items else chunk.tail, japanese=japanese)
        if item:
            opener = opener if items else chunk
            items.append(item)
        if len(items) > 1 and (not item or chunk.first_stop):
            yield from _whole(items, opener, chunk.first_stop, japanese=japanese)
        if not item or (chunk.first_stop and chunk is not opener):
            tail = _item(chunk.tail, japanese=japanese)
            items, opener = ([tail] if tail else []), chunk
    yield from _whole(items, opener, "", japanese=japanese)


def _whole(items: list[str], opener: _Chunk, after: str, *, japanese: bool) -> Iterator[Listed]:
    distinct = tuple(dict.fromkeys(items))
    if len(distinct) > 1:
        opening = _item(opener.long_tail, japanese=japanese) or distinct[0]
        yield Listed(distinct, opener.last_stop.strip().lower(), after.strip().lower(), opening)


def _chunk(text: str, stop: re.Pattern[str]) -> _Chunk:
    marks = list(stop.finditer(text))
    if not marks:
        return _Chunk(text, text, text, "", "")
    first, last = marks[0], marks[-1]
    firm = [mark for mark in marks if mark.group().lower() != "of"]
    long_tail = text[firm[-1].end() :] if firm else text
    return _Chunk(text[: first.start()], text[last.end() :], long_tail, first.group(), last.group())


def _item(text: str, *, japanese: bool) -> str:
    """The bare item; empty when it is none: a clause, a lone article, nothing at all."""
    bare = text.strip(" \t'\"“”「」『』（）()。.")
    while not japanese and (shorter := _ARTICLE.sub("", bare)) != bare:
        bare = shorter
    long = len(bare) > 4 * LONGEST_ITEM if japanese else len(bare.split()) > LONGEST_ITEM
    return "" if long or not content_words(bare) else bare
