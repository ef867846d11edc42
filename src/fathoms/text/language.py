"""The language of a document, from its script and its commonest small words.

Knows: a dozen languages by their function words, the rest by script.  Does not know: grammar; a text too short or
too mixed to tell is "" rather than a guess.
"""

from __future__ import annotations

import re
from collections import Counter

_SAMPLE = 600
_WORD = re.compile(r"[^\W\d_]+")
_TABLE = """
    en the of and to in is that for it was with as on be by are this from at not which or an have
    de der die und das ist nicht ein eine den von mit zu auf für dem sich des im auch als wird bei
    fr le la les et de des est une un du que dans pour pas sur qui par plus ce avec sont au cette à il
    es el la los las y de que en un una es por con para del se no lo como más su al
    it il la di che e un una è per non con del della sono gli le nel più anche si da come
    pt o a os as e de que em um uma não é para com do da no na por mais como se ao dos
    nl de het een en van in is dat op te niet met voor zijn die aan er ook door als bij
    sv och att det som en på är av för den med till inte om ett har de från var kan
    da og at det som en på er af for den med til ikke om et har de fra var kan der
    pl i w na z do się nie że to jest o jak po ale od za przez dla są tym który
    cs a v na je se že s do z o to i ve by pro jako po ale které jsou být
    fi ja on ei se että oli joka mutta myös tai kun hän ovat niin kuin sen mukaan
    tr ve bir bu da de için ile çok olarak daha gibi olan en kadar sonra ne her ise
    id yang dan di dari untuk dengan ini pada tidak dalam adalah itu akan oleh ke juga
    vi và của là có cho không được một trong các những này với đã người khi để
    ru и в не на что с по как это он из к но за от для о так же бы был
    uk і в не на що з у як це та до за від для про він але є був
"""
_LANGUAGES_OF: dict[str, list[str]] = {}
for _code, *_words in (line.split() for line in _TABLE.strip().splitlines()):
    for _word in _words:
        _LANGUAGES_OF.setdefault(_word, []).append(_code)
_ENGLISH = frozenset(word for word, codes in _LANGUAGES_OF.items() if codes == ["en"])
_PLAINLY = 0.1
_SCRIPTS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("ja", re.compile(r"[぀-ヿ]")),
    ("zh", re.compile(r"[一-鿿]")),
    ("ko", re.compile(r"[가-힯]")),
    ("th", re.compile(r"[฀-๿]")),
    ("ar", re.compile(r"[؀-ۿ]")),
    ("he", re.compile(r"[֐-׿]")),
    ("hi", re.compile(r"[ऀ-ॿ]")),
    ("el", re.compile(r"[Ͱ-Ͽ]")),
)
_SCRIPT_SHARE = 0.15
_LEAST_WORDS = 6
_LEAST_SHARE = 0.05


def detect(text: str) -> str:
    """A two-letter code, or "" when the text does not say."""
    return next(iter(likely(text)), "")


def likely(text: str) -> tuple[str, ...]:
    """Every language that speaks for itself as much as any other: a short text may leave several."""
    sample = text[:_SAMPLE]
    if not sample.isascii():
        letters = sum(map(str.isalpha, sample)) or 1
        for code, script in _SCRIPTS:
            if len(script.findall(sample)) / letters > _SCRIPT_SHARE:
                return (code,)
    words = _WORD.findall(sample.lower())
    if len(words) < _LEAST_WORDS:
        return ()
    if sum(map(_ENGLISH.__contains__, words)) > _PLAINLY * len(words):
        return ("en",)
    hits = Counter(code for word in words for code in _LANGUAGES_OF.get(word, ()))
    most = max(hits.values(), default=0)
    return tuple(code for code, count in hits.items() if count == most > _LEAST_SHARE * len(words))
