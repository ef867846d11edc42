"""Words as every part of the engine counts them: one tokenizer for index, overlap and coverage.

Knows: Latin stems and stop words, bigrams and kanji unigrams for scripts without spaces.
Does not know: any index, any document.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import lru_cache

import Stemmer

STOP_WORDS = frozenset(
    """
    a about above after again against all also am an and any are as at be because been before being below between
    both but by can could did do does doing down during each either else ever every few for from further get gets had
    has have having he her here hers herself him himself his how however i if in into is it its itself just let like
    may me might more most much must my myself no nor not now of off on once one only or other our ours ourselves out
    over own per please s same shall she should so some such t than that the their theirs them themselves then there
    these they this those though through thus to too under until up upon us very was we were what when where whether
    which while who whom whose why will with within without would yet you your yours yourself
    """.split()
)

_JAPANESE_STOP = frozenset(
    "する した して され ます です ある いる なる こと もの ため よう から まで など それ これ どの どう ない られ れる "
    "では には とは への での との たち とき".split()
)

_WORD = re.compile(
    r"[぀-ヿ㐀-䶿一-鿿豈-﫿々〆ー]+"  # kana and ideographs, without spaces
    r"|[฀-๿]+"  # Thai
    r"|\d+(?:[.,]\d+)*"  # numbers stay whole: 41.2, 1,200
    r"|[^\W\d_]+(?:['’][^\W\d_]+)?\d*"  # words, with an inner apostrophe or a trailing number
)
_SPACELESS = re.compile(r"[぀-ヿ㐀-䶿一-鿿豈-﫿々〆ー฀-๿]")
_HIRAGANA_ONLY = re.compile(r"^[぀-ゟー]+$")
_KANJI = re.compile(r"[㐀-䶿一-鿿豈-﫿]")

_stemmer = Stemmer.Stemmer("english")
_stemmer.maxCacheSize = 50_000


@lru_cache(maxsize=100_000)
def stem(word: str) -> str:
    """The stem of one lower-case word."""
    return _stemmer.stemWord(word)


def fold(text: str) -> str:
    """One spelling for what a reader takes as the same: width, case and composed marks."""
    return unicodedata.normalize("NFKC", text).casefold()


def _spaceless(run: str) -> Iterable[str]:
    """Bigrams, and kanji one by one; a lone character stands for itself."""
    if len(run) == 1:
        yield run
        return
    for left, right in zip(run, run[1:], strict=False):
        pair = left + right
        if _HIRAGANA_ONLY.match(pair) and pair in _JAPANESE_STOP:
            continue
        yield pair
    for character in run:
        if _KANJI.match(character):
            yield character


def tokens(text: str) -> list[str]:
    """The tokens of a text, in order, stop words dropped, Latin words stemmed."""
    found: list[str] = []
    for match in _WORD.finditer(fold(text)):
        word = match.group()
        if _SPACELESS.match(word):
            found.extend(_spaceless(word))
        elif word not in STOP_WORDS:
            found.append(stem(word.replace("’", "'").removesuffix("'s")))
    return found


def content_words(text: str) -> frozenset[str]:
    """The distinct tokens of a text: what overlap, novelty and coverage are counted on."""
    return frozenset(tokens(text))


def weight_of(words: Iterable[str], weights: Mapping[str, float], default: float = 1.0) -> float:
    """The idf weight of a set of tokens; one that `weights` does not list weighs `default`."""
    return sum(weights.get(word, default) for word in words)


def covered_share(wanted: Iterable[str], have: Iterable[str], weights: Mapping[str, float], default: float = 1.0) -> float:
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
    letters = [character for character in text if character.isalpha()]
    return bool(letters) and sum(1 for c in letters if _SPACELESS.match(c)) > len(letters) / 4


def language_of(text: str) -> str:
    """`ja` for text in kana or kanji, `en` otherwise: all that planning and headings need to know."""
    return "ja" if is_spaceless(text) else "en"
