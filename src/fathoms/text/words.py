"""Words as every part of the engine counts them: one tokenizer for index, overlap and coverage.

Knows: Latin stems and stop words, bigrams and kanji unigrams for scripts without spaces.
Does not know: any index, any document.
"""

from __future__ import annotations

import math
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import pairwise

import Stemmer

from fathoms.text.lang import languages

_RUNS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff々〆ー\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Scripts written without spaces: kana and ideographs, Thai and Lao, Burmese, Khmer."""
_MARKS = "\u0483-\u0487\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed\u0900-\u0903\u093a-\u094f"
"""Marks that stand inside a word: Hebrew and Arabic points, Devanagari vowel signs (Python's \\w leaves them out)."""
_ASCII_WORD = re.compile(r"[a-z]+|[0-9]+(?:[.,][0-9]+)*")
_WORD = re.compile(rf"[{_RUNS}]+|\d+(?:[.,]\d+)*|[^\W\d_{_RUNS}](?:[^\W\d_{_RUNS}]|[{_MARKS}])*")
_SPACELESS = re.compile(f"[{_RUNS}]")
_KANJI = re.compile(r"[㐀-䶿一-鿿豈-﫿]")
_LATIN_MARK = re.compile("[\u0300-\u036f]")
_THOUSANDS = re.compile(r",(?=\d{3}(?!\d))")
_CAMEL = re.compile(r"\b(?:[A-Z][a-z0-9]+){2,}\b")
_CAMEL_PART = re.compile(r"[A-Z][a-z0-9]+")

_stemmer = Stemmer.Stemmer("english")
_stemmer.maxCacheSize = 0  # `stem` remembers


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """The stem of one lower-case word."""
    return str(_stemmer.stemWord(word))


def fold(text: str) -> str:
    """One spelling for what a reader takes as the same: width, case, accents and composed marks."""
    if text.isascii():
        return text.lower()
    bare = _LATIN_MARK.sub("", unicodedata.normalize("NFKD", text))
    return unicodedata.normalize("NFC", bare).casefold()


_STOP = frozenset(fold(word) for language in languages() for word in language.stop_words)
STOP_WORDS = frozenset(word for word in _STOP if not _SPACELESS.match(word))
_STOP_PAIRS = _STOP - STOP_WORDS
"""Pairs of characters that carry no meaning, in scripts without spaces."""


def tokens(text: str) -> list[str]:
    """The tokens of a text, in order, stop words dropped, Latin words stemmed.

    A name in CamelCase counts as itself and as its parts, so that it is found under both spellings.
    """
    split = _CAMEL.findall(text)
    if split:
        text = f"{text} {' '.join(part for name in split for part in _CAMEL_PART.findall(name))}"
    folded = fold(text)
    if folded.isascii():
        return [token for token in map(_token, _ASCII_WORD.findall(folded)) if token]
    words = _WORD.findall(folded)
    if not _SPACELESS.search(folded):
        return [token for token in map(_token, words) if token]
    found: list[str] = []
    for word in words:
        if _SPACELESS.match(word):
            found.extend(_spaceless(word))
        elif token := _token(word):
            found.append(token)
    return found


@lru_cache(maxsize=200_000)
def _token(word: str) -> str:
    """What one folded word counts as; empty for a stop word. 1,200 and 1200 are one number."""
    if word[0].isdigit():
        return _THOUSANDS.sub("", word)
    return "" if word in STOP_WORDS else stem(word)


def _spaceless(run: str) -> Iterator[str]:
    """Bigrams, and kanji one by one; a lone character stands for itself."""
    if len(run) == 1:
        yield run
        return
    for left, right in pairwise(run):
        pair = left + right
        if pair not in _STOP_PAIRS:
            yield pair
    yield from _KANJI.findall(run)


def words_and_rest(text: str) -> Iterator[tuple[str, bool]]:
    """The text in pieces, in order: its words as they are written, and what stands between them."""
    text, last = unicodedata.normalize("NFKC", text), 0
    for match in _WORD.finditer(text):
        yield text[last : match.start()], False
        yield match.group(), True
        last = match.end()
    yield text[last:], False


def known_stretches(run: str, known: Collection[str]) -> Iterator[str]:
    """Of a run without spaces, the longest stretches of which every pair of characters is known or says nothing."""
    folded = fold(run)
    if not _SPACELESS.match(folded):
        return
    start = 0
    for end in range(1, len(folded) + 1):
        pair = folded[end - 1 : end + 1]
        if len(pair) < 2 or not (pair in known or pair in _STOP_PAIRS):
            if end - start > 1:
                yield folded[start:end]
            start = end


def content_words(text: str) -> frozenset[str]:
    """The distinct tokens of a text: what overlap, novelty and coverage are counted on."""
    return frozenset(tokens(text))


def weight_of(words: Iterable[str], weights: Mapping[str, float], default: float = 1.0) -> float:
    """The idf weight of a set of tokens; one that `weights` does not list weighs `default`."""
    # fsum: a set has no order, so a plain sum would differ in its last digit from process to process
    return math.fsum(weights.get(word, default) for word in words)


def covered_share(
    wanted: Iterable[str], have: Iterable[str], weights: Mapping[str, float], default: float = 1.0
) -> float:
    """Which share of the weight of `wanted` is among `have`; 0 when nothing is wanted."""
    goal, stock = frozenset(wanted), frozenset(have)
    total = weight_of(goal, weights, default)
    return weight_of(goal & stock, weights, default) / total if total else 0.0


def overlap(left: Iterable[str], right: Iterable[str]) -> float:
    """Shared tokens ÷ the smaller set: 1.0 when one text says no more than the other."""
    first, second = frozenset(left), frozenset(right)
    smaller = min(len(first), len(second))
    return len(first & second) / smaller if smaller else 0.0


def is_spaceless(text: str) -> bool:
    """Whether the text is mostly in a script without spaces (Japanese, Chinese, Thai)."""
    if text.isascii():
        return False
    return len(_SPACELESS.findall(text)) > sum(map(str.isalpha, text)) / 4


def word_count(text: str) -> int:
    """Words, as a length to read; two characters of a script without spaces count as one."""
    if text.isascii():
        return len(text.split())
    return len(_SPACELESS.sub(" ", text).split()) + len(_SPACELESS.findall(text)) // 2
