"""Lists in a question: "Germany, France and Italy", "cost and output", "1990, 2000 and 2010", 「歴史、文化、経済」.

Knows: separators and the words at which an item must end, in English and Japanese.  Does not know: what a
list is good for (`extent.py` tells subjects from aspects and periods).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from fathoms.text.words import content_words, language_of

LONGEST_ITEM = 6
"""Words of an item; what is longer is a clause. In Japanese it is counted in characters, four to a word."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Two or more items side by side, and the words that stand before and after them."""

    items: tuple[str, ...]
    before: str
    after: str


_SENTENCE_END = re.compile(r"(?<=[?？!！。])|(?<=[a-z\d)\"”])\.(?:\s+|$)|[;；\n]+")
_ASKS = re.compile(
    r"[?？]|^\W*(?:please\s+|also\s+|then\s+|and\s+)*(?:what|which|who|whom|whose|when|where|why|how|is|are|was|were|do|does|did|"
    r"can|could|should|will|would|has|have|compare|describe|explain|analy[sz]e|discuss|outline|review|evaluate|assess|examine|"
    r"summari[sz]e|list|name|give|tell|show|find|identify|provide|report|research|investigate|trace|rank|write|check|verify|audit|"
    r"cover|for each)\b"
    r"|:|ください|下さい|(?:か|たい|せよ|なさい)。?$|(?:比較|説明|調査|分析|整理)(?:する|して)?。?$",
    re.I,
)

_SEPARATOR = re.compile(
    r"\s*,\s*(?:and|or|as well as|versus|vs\.?)\s+|\s*,\s*|\s+(?:and|or|as well as|versus|vs\.?)\s+|\s+&\s+(?=[a-z])",
    re.I,
)
_STOP = re.compile(
    r"\s*[:—–()]\s*"
    r"|(?<![\w-])(?:in terms of|with (?:respect|regard) to|with a focus on|focus(?:ing|sed|ed)? on|based on|such as|"
    r"of|in|on|for|from|since|during|between|among|amongst|over|across|about|regarding|concerning|with|without|to|at|by|"
    r"under|per|than|as|that|which|who|whom|whose|what|when|where|why|how|if|whether|while|because|until|through|"
    r"throughout|into|against|including|considering|is|are|was|were|be|been|being|do|does|did|has|have|had|can|could|"
    r"should|will|would|might|must|shall|compare[sd]?|comparing|contrast(?:ing)?|describe|explain|analy[sz]e|discuss|"
    r"outline|evaluate|assess|examine|summari[sz]e|identify|investigate|recommend|suggest|advise|differs?|both|also|then|(?-i:me|us)|all|each|"
    r"every|individually|respectively)(?![\w-])"
    r"|^\s*(?:please\s+)?(?:give|tell|find|provide|write|say)\s",
    re.I,
)
_ORDER = re.compile(r"^\s*(?:please\s+)?(?:list|name|show|report on|research|review|trace|rank|cover)\s+", re.I)
"""Orders that are nouns elsewhere: "research spending" """
_ARTICLE = re.compile(r"^(?:an?|its|their|our|his|her|both|also|then|and|or|the(?=\s+[a-z]))\s+")

_WORDLIKE = "一-鿿々ァ-ヴーA-Za-z0-9"
_JAPANESE_SEPARATOR = re.compile(
    rf"[、,，]|(?<![ァ-ヴー])・|・(?![ァ-ヴー])|および|及び|並びに|ならびに|(?<=[{_WORDLIKE}い])(?:と|や)(?=[{_WORDLIKE}])"
)
PERSPECTIVES = ("の観点", "の面", "の立場", "の視点", "の両方", "の双方", "の両面")
"""What follows a list of sides from which something is looked at."""
_JAPANESE_STOP = re.compile(
    rf"について|に関して|に関する|における|において|に対する|に対して|ごとに|ごとの|それぞれ|{'|'.join(PERSPECTIVES)}"
    r"|また|そして|さらに|特に|その|この|[のをはがにでへも]|から|まで|する|した|して|ください"
)
_JAPANESE_CLAUSE = re.compile(
    r"[^ぁ-ん].*[しくてでただるばな]$|^[しくてでただるばな]$|^[ぁ-ん]$|^[ぁ-ん]+[くてでただるばなにはがをへ]$|^[ぁ-ん]{9,}$"
    r"|^(?:また|でも|とも|かも|まず|もし|なぜ|どう|いつ|など|ほか|より|から|まで|ので|のち|しかし|ただし|または|あるいは|ならびに|つまり"
    r"|すなわち|それとも|とりわけ|どのよう|どうして)$"
)
"""Ends like a verb, or is a joining word in plain hiragana: no item of a list. りんご and とうもろこし are."""

_HIRAGANA_WORD = re.compile(r"^(?!それぞれ|それから|これから|そのほか)[ぁ-ん]{3,8}(?<![くてでただるばなにはがをへ])$")
"""A word that particles do not cut: the も of とうもろこし is none."""


def sentences(question: str) -> tuple[str, ...]:
    """The sentences that ask; all of them when none plainly does. What leads up to a question is no part of it."""
    every = [part.strip() for part in _SENTENCE_END.split(question) if part and part.strip(" .。")]
    return tuple(part for part in every if _ASKS.search(part)) or tuple(every)


def lists(question: str) -> tuple[Listed, ...]:
    """Every list of the question, in order."""
    japanese = language_of(question) == "ja"
    return tuple(listed for sentence in sentences(question) for listed in _scan(sentence, japanese=japanese))


@dataclass(frozen=True, slots=True)
class _Chunk:
    """What stands between two separators: a head that may end a list, a tail that may begin the next."""

    head: str
    tail: str
    first_stop: str
    last_stop: str


def _scan(sentence: str, *, japanese: bool) -> Iterator[Listed]:
    """Chunk by chunk; a list runs on until a chunk has a word at which its item must end."""
    separator, stop = (_JAPANESE_SEPARATOR, _JAPANESE_STOP) if japanese else (_SEPARATOR, _STOP)
    sentence = _ORDER.sub("", sentence)
    items: list[str] = []
    before = ""
    for chunk in (_chunk(text, stop) for text in separator.split(sentence)):
        if items:
            item = _item(chunk.head, japanese=japanese)
            items += [item] if item else []
            if item and not chunk.first_stop:
                continue
            yield from _whole(items, before, chunk.first_stop)
        tail = _item(chunk.tail, japanese=japanese)
        items, before = ([tail] if tail else []), chunk.last_stop
    yield from _whole(items, before, "")


def _whole(items: list[str], before: str, after: str) -> Iterator[Listed]:
    distinct = tuple(dict.fromkeys(items))
    if len(distinct) > 1:
        yield Listed(distinct, before.strip().lower(), after.strip().lower())


def _chunk(text: str, stop: re.Pattern[str]) -> _Chunk:
    marks = [] if _HIRAGANA_WORD.match(text) else list(stop.finditer(text))
    if not marks:
        return _Chunk(text, text, "", "")
    first, last = marks[0], marks[-1]
    return _Chunk(text[: first.start()], text[last.end() :], first.group(), last.group())


def _item(text: str, *, japanese: bool) -> str:
    """The bare item; empty when it is none: a clause, a lone article, nothing at all."""
    bare = text.strip(" \t'\"“”「」『』（）()。.?？")
    if japanese:
        return "" if len(bare) > 4 * LONGEST_ITEM or not bare or _JAPANESE_CLAUSE.search(bare) else bare
    while (shorter := _ARTICLE.sub("", bare)) != bare:
        bare = shorter
    named = any(word.isupper() for word in bare.split()) or bool(content_words(bare))
    return bare if named and len(bare.split()) <= LONGEST_ITEM else ""
