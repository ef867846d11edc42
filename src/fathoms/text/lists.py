"""Lists in a question: "Germany, France and Italy", "cost and output", "1990, 2000 and 2010", 「歴史、文化、経済」.

Knows: separators and the words at which an item must end, as the languages list them.  Does not know: what a
list is good for (`extent.py` tells subjects from aspects and periods).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from fathoms.text.lang import languages
from fathoms.text.words import content_words, is_spaceless

LONGEST_ITEM = 6
"""Words of an item; what is longer is a clause. In Japanese it is counted in characters, four to a word."""


@dataclass(frozen=True, slots=True)
class Listed:
    """Two or more items side by side, and the words that stand before and after them."""

    items: tuple[str, ...]
    before: str
    after: str


_SENTENCE_END = re.compile(r"(?<=[?？!！。])|(?<=[a-z\d)\"”])\.(?:\s+|$)|[;；\n]+")
PERSPECTIVES = tuple(word for language in languages() for word in language.lists.perspectives)
"""What follows a list of sides from which something is looked at."""


def sentences(question: str) -> tuple[str, ...]:
    """The sentences that ask, or announce something; all of them when none does. What leads up to a question is no part
    of it, whatever that lists."""
    every = tuple(part.strip() for part in _SENTENCE_END.split(question) if part and part.strip(" .。"))
    asking = tuple(part for part in every if _asks().search(part))
    return asking or tuple(part for part in every if ":" in part) or every


def lists(question: str) -> tuple[Listed, ...]:
    """Every list of the question, in order."""
    japanese = is_spaceless(question)
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
    separator, stop = _marks(spaceless=japanese)
    sentence = _ordered().sub("", sentence)
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
    marks = [] if _whole_word().match(text) else list(stop.finditer(text))
    if not marks:
        return _Chunk(text, text, "", "")
    first, last = marks[0], marks[-1]
    return _Chunk(text[: first.start()], text[last.end() :], first.group(), last.group())


def _item(text: str, *, japanese: bool) -> str:
    """The bare item; empty when it is none: a clause, a lone article, nothing at all."""
    bare = text.strip(" \t'\"“”「」『』（）()。.?？")
    if japanese:
        return "" if len(bare) > 4 * LONGEST_ITEM or not bare or _clause().search(bare) else bare
    while (shorter := _article().sub("", bare)) != bare:
        bare = shorter
    named = any(word.isupper() for word in bare.split()) or bool(content_words(bare))
    return bare if named and len(bare.split()) <= LONGEST_ITEM else ""


def _any_of(field: str, *, spaceless: bool) -> str:
    """What the languages with or without spaces list in this field, as alternatives of a pattern."""
    tables = (language.lists for language in languages() if bool(language.lists.separators) is spaceless)
    return "|".join(word for table in tables for word in getattr(table, field))


@cache
def _asks() -> re.Pattern[str]:
    tables = [language.questions for language in languages()]
    leads = "|".join(word for table in tables for word in table.leads)
    opens = "|".join(word for table in tables for word in (*table.words, *table.verbs, *table.requests))
    patterns = [pattern for table in tables for pattern in table.patterns]
    labelled = r"(?:[^:：]{2,30}[:：]\s*)?"
    return re.compile("|".join((rf"[?？]|^\W*{labelled}(?:(?:{leads})\s+)*(?:{opens})\b", *patterns)), re.IGNORECASE)


@cache
def _marks(*, spaceless: bool) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """What separates items, and at what an item must end."""
    ends = _any_of("ends", spaceless=spaceless)
    if spaceless:
        return re.compile(_any_of("separators", spaceless=True)), re.compile(ends)
    joins, opening = _any_of("joins", spaceless=False), _any_of("opening_requests", spaceless=False)
    return (
        re.compile(
            rf"\s*,\s*(?:{joins})\s+|\s*(?!(?<=\d),\d{{3}}\b),\s*|\s+(?:{joins})\s+|\s+&\s+(?=[a-z])", re.IGNORECASE
        ),
        re.compile(
            rf"\s*[:—–()]\s*|(?<![\w-])(?:{ends})(?![\w-])|^\s*(?:please\s+)?(?:{opening})\s",
            re.IGNORECASE,
        ),
    )


@cache
def _ordered() -> re.Pattern[str]:
    requests = _any_of("noun_requests", spaceless=False)
    return re.compile(rf"^\s*(?:please\s+)?(?:{requests})\s+", re.IGNORECASE)


@cache
def _article() -> re.Pattern[str]:
    return re.compile(rf"^(?:{_any_of('articles', spaceless=False)})\s+")


@cache
def _clause() -> re.Pattern[str]:
    return re.compile(_any_of("clauses", spaceless=True))


@cache
def _whole_word() -> re.Pattern[str]:
    return re.compile(_any_of("whole_words", spaceless=True))
