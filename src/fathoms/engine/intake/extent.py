"""How much a question spans: subjects, aspects and periods that multiply, classes without end.

Knows: the question's own words, in English and Japanese.  Does not know: how much is too much
(`feasibility.py`). A mind cannot talk it out of what the words say.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from fathoms.domain.feasibility import Extent
from fathoms.engine.intake.classes import class_in
from fathoms.text.dates import year_form
from fathoms.text.lists import PERSPECTIVES, Listed, lists, sentences
from fathoms.text.words import is_spaceless

OPEN_SPAN = 50
"""Years that "since …" and "to this day" are taken for: there is no clock here."""
LONGEST_SPAN = 200
YEARS_AT_ONCE = 10
"""Years that a year-by-year account goes through in one task."""

_YEAR = year_form()
_SPAN = re.compile(
    rf"\b(?:between|from)\s+(?:the\s+)?(?P<a>{_YEAR})s?\s+(?:and|to|until|till|through)\s+(?:the\s+)?(?P<b>{_YEAR}|today|now|present(?:\sday)?)s?\b"
    rf"|\b(?P<c>{_YEAR})\s*[-–—]\s*(?P<d>{_YEAR})\b|\bsince\s+(?:the\s+)?(?P<e>{_YEAR})s?\b"
    rf"|(?P<f>{_YEAR})(?:年代?)?(?:から|[～〜])(?P<g>{_YEAR}|現在|今日)(?:年代?)?(?:まで)?",
    re.I,
)
_PER_YEAR = re.compile(
    r"\b(?:each|every|per) year\b|\byear[- ]by[- ]year\b|\byearly\b|\bannual(?:ly)?\b|毎年|各年|年ごと|年毎", re.I
)
_PER_DECADE = re.compile(
    r"\b(?:each|every|per|all) (?:of the )?decades?\b|\bdecade[- ]by[- ]decade\b"
    r"|各年代|年代ごと|年代別|十年ごと|10年ごと",
    re.I,
)
_PERIOD = re.compile(
    rf"^(?:the )?(?:(?:early|mid|late)[- ])?(?:{_YEAR}(?:s|'s|年代?)?|\d{{1,2}}(?:st|nd|rd|th)(?:[- ]centur(?:y|ies))?|"
    r"\w+ century|\d+世紀|antiquity|middle ages|q[1-4](?: \d{4})?|"
    r"(?:明治|大正|昭和|平成|令和|江戸|戦国|古代|中世|近世|近代|現代)(?:時代|期)?)$",
    re.I,
)
_ORDINAL = re.compile(r"^\d{1,2}(?:st|nd|rd|th)$")
_TIME = re.compile(
    r"^(?:history|past|origins?|background|present(?: (?:state|day|situation))?|current (?:state|situation|status)|"
    r"today|future(?: prospects)?|outlook|prospects?|"
    r"歴史|沿革|経緯|過去|現在|現状|今日|将来|未来|今後|展望|見通し|将来展望)$",
    re.I,
)
_NAME = re.compile(r"^(?:the )?[A-Z0-9À-Þ][\w.&'’/+#-]*(?:\s|$)|^[a-z]+[A-Z]\w*|^[ァ-ヴー]{2,}")
_COMPARES = re.compile(
    r"\bcompar(?:e|es|ed|ing|ison)\b|\bcontrast\b|\bdiffer(?:s|ence|ences)?\b|\bversus\b|\bvs\b|\brank(?:ing)?\b"
    r"|\b(?:which|what|who) (?:is|are|one is) (?:\w+ ){0,3}(?:better|best|cheaper|faster|larger|more|most)\b"
    r"|比較|比べ|違い|対比|順位",
    re.I,
)
_COMPARED_WITH = re.compile(
    r"(\bcompar(?:e|ing)\b(?!\s+as\b)[^?.;:]{2,80}?)\s+(?:with|to|against)\s+(?!respect\b|regard\b|\d{1,3}\b)", re.I
)
_HOW_IT_COMPARES = re.compile(
    r"\bhow (?:do|does|did) ([^?.;:,]{2,60}?) (?:compare|differ) (?:with|to|from|against) ", re.I
)
"""The other way to say it: "how does X compare to Y"."""
_REPEATED = re.compile(r"\b(for|in|of|on|to|by|from|under)\s+((?:[\w-]+\s+){1,4}?)(and|or)\s+\1\s+", re.I)
"""A list whose items each have the preposition: "for employers and for employees"."""
_LOOKS_UP = re.compile(
    r"^\W*(?:(?:in|on|at|by|of|for|from|to|with|under|during|since)\s+)?"
    r"(?:who|whom|whose|when|where|which|how (?:many|much|long|old|far|tall|high|big|large|deep|fast|often)|"
    r"what (?:year|date|day|month|time|country|city|company|person|name))\b"
    r"|誰|だれ|いつ|どこ|何(?:年|月|日|人|件|回|条|歳|と(?:いう|呼))|いくつ|いくら"
    r"|(?:のは|名前は|とは?|[一-鿿]は)(?:何|なに|誰)?(?:です)?か?[？?。\s]*$",
    re.I,
)
_OF_EACH = re.compile(r"\b(?:each|every|respectively|compar\w+|differ\w*|rank)\b|それぞれ|各国|比較|ください", re.I)
_CIRCUMSTANCE = re.compile(r"(?:when|if|unless|once)(?: \w+)?", re.I)
"""What stands before a list of cases that something is asked in: "when a disk, a server or the network fails"."""
_BRACKETS = re.compile(r"\s*[(（][^()（）]*[)）]")
_PART = re.compile(
    r"[?？]|(?<=[かい])。|,?\s+(?:and|or)\s+(?=(?:what|who|whom|when|where|why|how|which)\b)"
    r"|,\s+(?=(?:what|whom?|when|where|why|how)\b)",
    re.I,
)


def extent_of(question: str) -> Extent:
    """What the words of a question span. One that looks up a single thing spans nothing, however it describes it."""
    text = " ".join(question.split())
    if _LOOKS_UP.search(text) and not _OF_EACH.search(text):
        return Extent(parts=_parts(text))
    plain, blocks = _without_span(text)
    compared = bool(_COMPARES.search(text))
    plain = _COMPARED_WITH.sub(r"\1 and ", _HOW_IT_COMPARES.sub(r"compare \1 and ", plain))
    plain = _REPEATED.sub(r"\1 \2\3 ", plain)
    axes = _unbracketed(plain, compared=compared, japanese=is_spaceless(text))
    named = class_in(" ".join(sentences(text)))
    endless = named is not None and named.members is None
    members = named.members or 0 if named else 0
    several = len(axes.subjects) > 1 or len(axes.aspects) > 1 or members > 1 or endless
    return Extent(
        subjects=axes.subjects,
        aspects=axes.aspects,
        listed=axes.listed,
        periods=axes.periods or (blocks if several else ()),
        kind=named.kind if named else "",
        phrase=named.phrase if named else "",
        endless=endless,
        members=members,
        parts=_parts(text),
        compared=compared and (len(axes.subjects) > 1 or members > 1 or endless),
    )


@dataclass(frozen=True, slots=True)
class _Axes:
    subjects: tuple[str, ...]
    aspects: tuple[str, ...]
    periods: tuple[str, ...]
    listed: int
    """Aspects of the longest list."""


def _unbracketed(text: str, *, compared: bool, japanese: bool) -> _Axes:
    """What the words list. Brackets without a subject or a period explain what stands before them: they add no side."""
    whole = _axes(lists(text), compared=compared, japanese=japanese)
    outside = _axes(lists(_BRACKETS.sub(" ", text)), compared=compared, japanese=japanese)
    explained = outside.aspects and (outside.subjects, outside.periods) == (whole.subjects, whole.periods)
    return outside if explained else whole


def _axes(found: tuple[Listed, ...], *, compared: bool, japanese: bool) -> _Axes:
    """Each list as subjects, aspects or periods, by its items and by the words around it."""
    subjects: list[str] = []
    aspects: list[str] = []
    periods: list[str] = []
    longest = 0
    named = any(_is_named(listed) for listed in found)
    for listed in found:
        if aspects and not japanese and not _is_temporal(listed):
            listed = _without_nested_names(listed)
        if _is_temporal(listed):
            periods += map(_period, listed.items)
        elif (
            _is_subject_in_japanese(listed, compared)
            if japanese
            else _is_named(listed) or (not named and _is_subject_in_english(listed, compared))
        ):
            subjects += listed.items
        elif not (aspects and _CIRCUMSTANCE.fullmatch(listed.before)):
            aspects += listed.items
            longest = max(longest, len(listed.items))
    sets, sides, times = (tuple(dict.fromkeys(axis)) for axis in (subjects, aspects, periods))
    return _Axes(sets, sides, times, longest)


def _without_nested_names(listed: Listed) -> Listed:
    """ "…, regulation in the EU, the US and China, public perception and patents": the names belong to one aspect."""
    rest = tuple(item for item in listed.items if not _NAME.match(item))
    nested = _NAME.match(listed.items[0]) and rest and not _NAME.match(listed.items[-1])
    return replace(listed, items=rest) if nested else listed


def _is_temporal(listed: Listed) -> bool:
    return all(_PERIOD.match(item) or _TIME.match(item) for item in listed.items)


def _period(item: str) -> str:
    """As it stands after "in": of "18th, 19th and 20th centuries" each is a century."""
    bare = re.sub(r"^the | centur(?:y|ies)$", "", item)
    if _ORDINAL.match(bare):
        return f"the {bare} century"
    return f"the {bare}" if re.fullmatch(r"\d{4}s", bare) else bare


def _is_named(listed: Listed) -> bool:
    return not _is_temporal(listed) and sum(1 for i in listed.items if _NAME.match(i)) * 2 > len(listed.items)


def _is_subject_in_english(listed: Listed, compared: bool) -> bool:
    """Without names: what is compared, or what something is said to be "of"."""
    if not compared or listed.after == "of":
        return False
    return listed.before in ("between", "among", "of") or listed.before.startswith(("compar", "contrast"))


def _is_subject_in_japanese(listed: Listed, compared: bool) -> bool:
    """What stands before の is set side by side, what stands behind it is asked of each."""
    if listed.before == "を" or listed.after in PERSPECTIVES:
        return False
    if listed.after in ("における", "において"):
        return True
    return listed.before != "の" and (listed.after == "の" or compared or _is_named(listed))


def _parts(text: str) -> int:
    """Questions asked one after another, those of a sentence within those of the longest one ("…, and what does each
    step cost?"); those in brackets explain the one before them."""
    plain = _BRACKETS.sub(" ", text)
    asked = [sum(1 for part in _PART.split(one) if part.strip(" 。.,、")) for one in sentences(plain)]
    return max(1, len(asked), *asked)


def _without_span(text: str) -> tuple[str, tuple[str, ...]]:
    """The text without a span of years, and the stretches of it that are wanted year by year or by decade."""
    found = _SPAN.search(text)
    if not found:
        return text, ()
    ends = [value for value in found.groupdict().values() if value]
    first = int(ends[0])
    last = int(ends[1]) if len(ends) > 1 and ends[1].isdigit() else first + OPEN_SPAN
    plain = f"{text[: found.start()]} {text[found.end() :]}"
    last = min(last, first + LONGEST_SPAN)
    if _PER_DECADE.search(text):
        return plain, tuple(f"the {year}s" for year in range(first - first % 10, last + 1, 10))
    if _PER_YEAR.search(text):
        return plain, tuple(_stretch(year, last) for year in range(first, last + 1, YEARS_AT_ONCE))
    return plain, ()


def _stretch(first: int, last: int) -> str:
    end = min(first + YEARS_AT_ONCE - 1, last)
    return f"{first}–{end}" if end > first else str(first)
