"""How much a question spans: subjects, aspects and periods that multiply, classes without end.

Knows: the question's own words, in English and Japanese.  Does not know: how much is too much
(`feasibility.py`). A mind cannot talk it out of what the words say.
"""

from __future__ import annotations

import re

from fathoms.domain.feasibility import Extent
from fathoms.engine.classes import boundless, class_of
from fathoms.engine.listing import Listed, lists
from fathoms.engine.words import language_of

MOST_YEARS = 200

_YEAR = r"(?:1[0-9]|20)\d\d"
_RANGE = re.compile(
    rf"\b(?:between|from)\s+(?P<a>{_YEAR})s?\s+(?:and|to|until|till|through)\s+(?P<b>{_YEAR}|today|now|the present)s?\b"
    rf"|\b(?P<c>{_YEAR})\s*[-–—]\s*(?P<d>{_YEAR})\b|\bsince\s+(?:the\s+)?(?P<e>{_YEAR})s?\b"
    rf"|(?P<f>{_YEAR})年?代?(?:から|[～〜~-])(?P<g>{_YEAR}|現在|今日)(?:年代?)?(?:まで)?",
    re.I,
)
_PER_YEAR = re.compile(
    r"\b(?:each|every|per) year\b|\byear[- ]by[- ]year\b|\byearly\b|\bannual(?:ly)?\b|毎年|各年|年ごと|年毎", re.I
)
_PER_DECADE = re.compile(
    r"\b(?:each|every|per) decade\b|\bdecade[- ]by[- ]decade\b|\b(?:in|for|over) (?:each|every|all) (?:of the )?decades?\b"
    r"|\beach of the decades\b|各年代|年代ごと|年代別|十年ごと|10年ごと",
    re.I,
)
_PERIOD_ITEM = re.compile(
    rf"^(?:(?:early|mid|late)[- ])?(?:{_YEAR}(?:s|年代?|'s)?|\d{{1,2}}(?:st|nd|rd|th)[- ]century|\w+ century|\d+世紀|"
    rf"(?:明治|大正|昭和|平成|令和|江戸|戦国|古代|中世|近世|近代|現代)(?:時代|期)?|antiquity|(?:the )?middle ages|(?:q[1-4]|\d{{4}}))$",
    re.I,
)
_TIME_WORD = re.compile(
    r"^(?:(?:its |their |the )?(?:history|past|origins?|background|present(?: (?:state|day|situation))?|"
    r"current (?:state|situation|status)|today|future|outlook|prospects?|future prospects)|"
    r"歴史|沿革|経緯|過去|現在|現状|今日|将来|未来|今後|展望|見通し|将来展望|今後の展望)$",
    re.I,
)
_NAME_ITEM = re.compile(r"^(?:[A-Z0-9À-Þ][\w.&'’/+#-]*)(?:\s|$)|^[a-z]+[A-Z]\w*|^[ァ-ヴー]{2,}")
_COMPARE = re.compile(
    r"\bcompar(?:e|es|ed|ing|ison)\b|\bcontrast\b|\bdiffer(?:s|ence|ences)?\b|\bversus\b|\bvs\b|\brank(?:ing)?\b"
    r"|\b(?:which|what|who) (?:is|are|one is) (?:\w+ ){0,3}(?:better|best|cheaper|faster|larger|more|most)\b"
    r"|比較|比べ|違い|対比|順位",
    re.I,
)
_COMPARED_WITH = re.compile(r"(\bcompar(?:e|ing)\b[^?.;:]{2,80}?)\s+(?:with|to|against)\s+", re.I)

_PART = re.compile(
    r"[?？]|(?<=[かい])。|,?\s+(?:and|or)\s+(?=(?:what|who|whom|when|where|why|how|which)\b)|,\s+(?=(?:what|who|when|where|why|how)\b)",
    re.I,
)


def extent_of(question: str) -> Extent:
    """What the words of a question span."""
    text = " ".join(question.split())
    plain, years = _without_ranges(text)
    compared = bool(_COMPARE.search(text))
    found = lists(_COMPARED_WITH.sub(r"\1 and ", plain))
    subjects, aspects, periods = _sorted_out(found, compared=compared, japanese=language_of(text) == "ja")
    every, members = class_of(text)
    if years and (len(subjects) > 1 or len(aspects) > 1 or members or every):
        periods = periods or years
    return Extent(
        subjects=subjects,
        aspects=aspects,
        periods=periods,
        every=boundless(text) or every,
        members=members,
        parts=max(1, sum(1 for part in _PART.split(text) if part.strip(" 。.,"))),
        compared=compared and (len(subjects) > 1 or members > 1),
    )


def _sorted_out(
    found: tuple[Listed, ...], *, compared: bool, japanese: bool
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Each list as subjects, aspects or periods, by its items and by the words around it."""
    subjects: list[str] = []
    aspects: list[str] = []
    periods: list[str] = []
    named = any(_is_named(listed) for listed in found)
    for listed in found:
        if _is_temporal(listed):
            periods += listed.items
        elif _is_named(listed) and not (japanese and listed.before == "の"):
            subjects += listed.items
        elif not named and (_is_subject_in_japanese if japanese else _is_subject_in_english)(listed, compared):
            subjects += listed.items
        else:
            aspects += (listed.opening, *listed.items[1:])
    return tuple(dict.fromkeys(subjects)), tuple(dict.fromkeys(aspects)), tuple(dict.fromkeys(periods))


def _is_temporal(listed: Listed) -> bool:
    return any(all(kind.match(item) for item in listed.items) for kind in (_PERIOD_ITEM, _TIME_WORD))


def _is_named(listed: Listed) -> bool:
    return sum(1 for item in listed.items if _NAME_ITEM.match(item)) * 2 > len(listed.items)


def _is_subject_in_english(listed: Listed, compared: bool) -> bool:
    """Without names: what is compared, or what something is said to be "of"."""
    if not compared or listed.after == "of":
        return False
    return listed.before in ("between", "among", "of") or listed.before.startswith(("compar", "contrast"))


def _is_subject_in_japanese(listed: Listed, compared: bool) -> bool:
    """What stands before の is set side by side, what stands behind it is asked of each."""
    return listed.before != "の" and (listed.after == "の" or compared)


def _without_ranges(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without spans of years, and the years or decades that the question goes through one by one."""
    found = _RANGE.search(text)
    if not found:
        return text, ()
    ends = [value for value in found.groupdict().values() if value]
    first = int(ends[0])
    last = int(ends[1]) if len(ends) > 1 and ends[1].isdigit() else first + 20
    plain = text[: found.start()] + " " + text[found.end() :]
    if _PER_DECADE.search(text):
        return plain, tuple(f"{year}s" for year in range(first - first % 10, last + 1, 10))[:MOST_YEARS]
    if _PER_YEAR.search(text):
        return plain, tuple(str(year) for year in range(first, last + 1))[:MOST_YEARS]
    return plain, ()
