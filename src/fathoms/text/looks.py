"""Wishes for how an answer looks: as a table, as a list, in so many words. No source can meet one; the answer can.

Knows: the words for it, in every language that is known.  Does not know: how an answer looks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathoms.text.words import content_words


def _named(spaced: str, spaceless: str) -> str:
    """Whole words, and those of scripts without spaces as they stand."""
    return rf"(?<!\w)(?:{spaced})(?!\w)|{spaceless}"


_TABLE = _named(
    r"(?:(?:comparison|overview|summary)\s+)?(?:tables?|matrix)|tabular|tabellen?(?:form)?|tablas?|tableaux?",
    "表形式|表格|一覧表|比較表",
)
_LIST = _named(
    r"(?:bullet(?:ed)?(?:\s+points?)?|numbered)(?:\s+lists?)?|lists?|step[- ]by[- ]step|stichpunkten?|listen?|viñetas|"
    r"listas?|listes?|puces",
    "箇条書き|列表",
)
_WORDS = _named(r"words?|wörtern?|palabras|mots", r"(?<=\d)文?字数?")
_OTHER = _named(r"format\w*|markdown|prose|paragraphs?|headings?|pages?|sentences?|sätzen?|seiten?|phrases", "形式")
_ANY = re.compile(f"{_TABLE}|{_LIST}|{_WORDS}|{_OTHER}", re.IGNORECASE)
_AS_TABLE, _AS_LIST = re.compile(_TABLE, re.IGNORECASE), re.compile(_LIST, re.IGNORECASE)
_COUNT = re.compile(rf"(\d[\d,.]{{0,12}})\s{{0,4}}(?:{_WORDS})", re.IGNORECASE)
_AT_LEAST = re.compile(r"at least|no less than|more than|minimum|mindestens|al menos|au moins|以上|至少", re.IGNORECASE)
_NO_MORE = re.compile(r"no(?:t)? more than", re.IGNORECASE)
_SAYS_NOTHING = content_words(
    "answer report whole text given presented shown written laid out set form short long length least fewer "
    "maximum max minimum min rows columns als höchstens mindestens maximal como máximo menos sous forme de moins "
    "以内 以下 程度 以上 左右 で"
)
_SPACELESS = re.compile(r"[一-鿿々ァ-ヴー]")


@dataclass(frozen=True, slots=True)
class Looks:
    """How an answer is to look, and nothing about what it says."""

    table: bool
    listed: bool
    most_words: int | None = None
    least_words: int | None = None


def looks_in(text: str) -> Looks | None:
    """The wish, where a text is about nothing else: "as a table" is one, "a table of prices" and "tables" are not."""
    bare = len(text.split()) < 2 and not _SPACELESS.search(text)  # the word alone may be what is asked about
    if bare or not _ANY.search(text):
        return None
    beside = content_words(_ANY.sub(" ", text)) - _SAYS_NOTHING
    if any(not word.isdigit() for word in beside):
        return None
    count = _COUNT.search(text)
    words = int(re.sub(r"\D", "", count[1])) if count else None
    least = words is not None and bool(_AT_LEAST.search(_NO_MORE.sub("", text)))
    return Looks(
        table=bool(_AS_TABLE.search(text)),
        listed=bool(_AS_LIST.search(text)),
        most_words=None if least else words,
        least_words=words if least else None,
    )
