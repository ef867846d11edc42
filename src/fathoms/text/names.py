"""Names in running text: capitalised spans in English, katakana and kanji runs in Japanese.

Knows: which capitals only open a sentence.  Does not know: any list of names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from fathoms.text.acronyms import same_by_acronym
from fathoms.text.dates import CALENDAR_WORDS
from fathoms.text.lang import languages
from fathoms.text.terms import terms
from fathoms.text.words import STOP_WORDS, fold

_OPENERS = frozenset(word for language in languages() for word in language.openers)
"""Words that are capital only because something begins with them."""
_WORD = r"(?:[A-ZÀ-ÞĀ-Ž][\w'’&.-]*[\w&]|[A-Z])"
_LINK = f"(?:{'|'.join(link for language in languages() for link in language.name_links)})"
_NAME = re.compile(rf"(?<![\w@/])(?:{_WORD})(?:\s+(?:{_LINK}\s+)?(?:{_WORD}|\d{{1,4}}(?!\d|[.,]\d|\s*(?:%|percent))))*")
_CODE = re.compile(r"(?<![\w-])[A-Z]{1,5}-?\d{1,5}(?![\w-])|(?<![\w-])\d*[a-z]*[A-Z]\w*[A-Z]\w*(?![\w-])")
_ORDERS_SOMETHING = re.compile(
    r"\s{1,20}(?:the|an?|all|how|what|why|which|who|when|where|whether|me|us|your|our|its|their|each|both)\b"
)
"""What follows a verb that opens a command: "Trace the budget …"."""
_POSSESSIVE = re.compile(r"['’]s?$")
_QUOTED = re.compile(r"[\"“「『]([^\"”」』\n]{2,60})[\"”」』]")
_JAPANESE = re.compile(r"[一-鿿々〆ァ-ヴーA-Za-z0-9０-９Ａ-Ｚａ-ｚ・.-]+")


@dataclass(frozen=True, slots=True)
class Name:
    text: str
    start: int
    end: int


def names(text: str, *, trust_openings: bool = False) -> tuple[Name, ...]:
    """English names in order of appearance; a capital that only opens a sentence is none.

    With `trust_openings` an unfamiliar word at the start counts (a question rarely opens on a plain noun).
    """
    found = [name for match in _NAME.finditer(text) if (name := _settled(text, match, trust_openings)) is not None]
    taken = [(name.start, name.end) for name in found]
    for match in _QUOTED.finditer(text):
        if not any(start < match.end(1) and match.start(1) < end for start, end in taken):
            found.append(Name(match.group(1).strip(), match.start(1), match.end(1)))
    for match in _CODE.finditer(text):
        if not any(start <= match.start() and match.end() <= end for start, end in taken):
            found.append(Name(match.group(), match.start(), match.end()))
    return tuple(sorted(found, key=lambda name: (name.start, -name.end)))


def japanese_terms(text: str) -> tuple[Name, ...]:
    """Runs that carry meaning in Japanese: katakana, kanji and Latin words, between the particles."""
    return tuple(
        Name(match.group().strip("・.-"), match.start(), match.end())
        for match in _JAPANESE.finditer(text)
        if match.group().strip("・ー.-")
    )


def distinct(found: Iterable[str]) -> tuple[str, ...]:
    """Names without repeats; one that another contains word for word, or spells out, gives way to the longer."""
    kept: list[str] = []
    for name in found:
        words = terms(name)
        if not words or any(words <= terms(other) for other in kept):
            continue
        if any(same_by_acronym(name, other) and len(other) > len(name) for other in kept):
            continue
        kept = [other for other in kept if not terms(other) < words and not same_by_acronym(name, other)]
        kept.append(name)
    return tuple(kept)


def _settled(text: str, match: re.Match[str], trust_openings: bool) -> Name | None:
    """The span without the words that are capital only because a sentence starts there."""
    words = list(_words_of(match.group(), match.start()))
    opens = not trust_openings and _opens_sentence(text, match.start())
    while words and _only_opens(words[0][0]):
        words.pop(0)
        opens = False
    while words and fold(words[-1][0]) in STOP_WORDS:
        words.pop()
    if not words or all(fold(word).strip(".,") in CALENDAR_WORDS or word[0].isdigit() for word, _ in words):
        return None
    start, end = words[0][1], words[-1][1] + len(words[-1][0])
    if trust_openings and len(words) == 1 and not text[:start].strip() and _ORDERS_SOMETHING.match(text, end):
        return None
    span = _POSSESSIVE.sub("", text[start:end].rstrip(" .,'’"))
    if len(span) < 2 or (opens and len(words) == 1 and not _looks_proper(span)):
        return None
    return Name(span, start, start + len(span))


def _only_opens(word: str) -> bool:
    """Whether the word is no name even with a capital: "The", "Which", "However"."""
    lowered = fold(word)
    return lowered in _OPENERS or lowered in STOP_WORDS or _POSSESSIVE.sub("", lowered).rstrip(".") in _OPENERS


def _words_of(span: str, offset: int) -> Iterator[tuple[str, int]]:
    for match in re.finditer(r"\S+", span):
        yield match.group(), offset + match.start()


def _opens_sentence(text: str, start: int) -> bool:
    before = text[:start].rstrip()
    return not before or before[-1] in '.!?:\n"“*' or text[:start].endswith("\n")


def _looks_proper(word: str) -> bool:
    """A lone capitalised word that opens a sentence counts only if its spelling gives it away."""
    return bool(re.search(r"\d|[A-Z].*[A-Z]", word))
