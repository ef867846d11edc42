"""Classes of things named instead of their members: "every country", "each of the 50 states", "everything".

Knows: which classes have no end, in English and Japanese.  Does not know: how many members are too many.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathoms.text.dates import year_form
from fathoms.text.numbers import VALUES
from fathoms.text.requests import whole_field

_WIDE = (
    r"countr(?:y|ies)|nations?|(?:member )?states?|cit(?:y|ies)|continents?|governments?|languages?|compan(?:y|ies)|"
    r"corporations?|industr(?:y|ies)|technolog(?:y|ies)|universit(?:y|ies)|religions?|cultures?|civili[sz]ations?|peoples|"
    r"wars?|empires?|presidents?|kings?|scientists?|artists?|writers?|philosoph(?:y|ies|ers)|sciences?|species|animals?|"
    r"plants?|diseases?|illnesses|medicines?|drugs?|sports?|currenc(?:y|ies)|stocks?|operating systems?|inventions?|"
    r"discover(?:y|ies)|frameworks?|databases?|algorithms?"
)
_LOOSE = (
    r"towns?|regions?|firms?|businesses|sectors?|products?|schools?|leaders?|foods?|books?|films?|movies?|songs?|cars?|"
    r"librar(?:y|ies)|events?|theor(?:y|ies)|laws?|markets?|planets?|stars?|elements?|topics?|subjects?|questions?|"
    r"problems?|things?"
)
"""Classes that have no end unless something narrows them, and classes that are mostly somebody's own few."""
_WORLD = (
    r"world|earth|globe|planet|universe|history|europe|asia|africa|americas?|(?:north|south|latin) america|eu|"
    r"european union|united nations|usa?|united states|existence|japan|china|india|germany|france"
)
_EVERY = re.compile(
    r"\b(?:every(?: single)?|each|any|all(?: (?:of )?the)?|any and all)\s+"
    r"(?:(?:major|known|existing|other|important)\s+)?"
    rf"(?P<class>(?:(?!of\b|the\b)[a-z]+(?:-[a-z]+)?\s+)?(?:(?P<wide>{_WIDE})|{_LOOSE}))\b(?P<rest>[^,;.?]*)",
    re.I,
)
_UNBOUND = re.compile(
    rf"^\s*(?:$|(?:on|in|of|around|across|throughout) (?:the )?(?:whole |entire )?(?:{_WORLD})\b"
    r"|(?:ever|there (?:is|are)|that (?:ever )?exist\w*|worldwide)\b)",
    re.I,
)
_UNBOUND_LIST = re.compile(r"^\s*(?:known|from|since|and|with|in terms|by|in (?:the )?[a-z]+)\b", re.I)
"""What may follow "every country" without narrowing it: "every company that bid for it" is a short list."""

_WORD_NUMBERS = {word: value for word, value in VALUES.items() if value > 1} | {"hundred": 100}
_NUMBER = rf"(?P<n>\d{{1,5}}|{'|'.join(_WORD_NUMBERS)})"
_COUNTED = re.compile(
    r"\b(?:compare |rank |for )?"
    r"(?P<what>(?:(?:each|every one|all) (?:of )?(?:(?:the|our|my|your|their|its|these|those) )?|"
    rf"(?:the )?(?:top|largest|biggest|leading|best|most \w+) |(?<=compare )(?:the )?|(?<=for )(?:the )?){_NUMBER})\s+"
    r"(?P<class>(?:(?!and\b|or\b|per\b)[\w-]+\s+){0,3}?(?-i:[a-z]+(?:s|ies|ple)))\b",
    re.I,
)
_COUNT_IN = re.compile(rf"\b(?!{year_form()}\b)\d{{2,5}}\b")
"""A number that is no year: "every company in the S&P 500"."""
_SPREADS = re.compile(
    r"\b(?:(?:each|every|per) (?P<over>[a-z]+)|each|every|individually|separately|respectively|one by one|in turn"
    r"|compar\w+|rank\w*|profile)\b"
    r"|\b(\w+) by \2\b|それぞれ|各|ごと|別に|比較|順位|すべて|全て|全",
    re.I,
)
"""Says that something is asked of each member, not of all together: "were all sixteen turbines refitted?" asks once."""
_NO_OTHER = re.compile(r"of|one|single|in|on|at|by|for|from|with|and|or|year|quarter|month|week|day|decade", re.I)
"""What may follow "each" without naming other things than the members: what is wanted each year is wanted of each."""

_JAPANESE_CLASS = (
    r"国々?|国家|民族|(?:プログラミング)?言語|都市|都道府県|市町村|企業|会社|産業|業界|宗教|文化|文明|戦争|病気|疾患|動物|植物|"
    r"生物|科学|技術|学問|大学|製品|商品|人物|物質|元素|政府|法律|出来事|事象|分野|こと|もの"
)
_JAPANESE_EVERY = re.compile(
    rf"(?:世界(?:中)?の)?(?:全世界の|世界中の|すべての|全ての|全部の|あらゆる|ありとあらゆる)(?P<class>{_JAPANESE_CLASS})"
    r"|(?P<whole>世界各国|世界中の国々?|全都道府県|全世界の国々?|万物|森羅万象|全人類|古今東西)"
)
_JAPANESE_COUNTED = re.compile(
    r"(?P<what>(?P<n>\d{1,4}))(?:の|か|ヶ|カ|箇)?(?P<class>都道府県|カ国|か国|ヶ国|国|州|社|企業|都市|言語|種類|市町村|大学|県|製品|機種)"
    r"(?P<each>すべて|全て|それぞれ|ごと|別)?(?=の|に|を|、)"
)
_JAPANESE_EACH = re.compile(
    r"(?P<what>(?P<n>\d{1,4}))(?:の|つの)?(?![年月日週時分秒回度円歳割倍])(?P<class>[一-鿿々ァ-ヴー]{1,8}?)(?:すべて|全て|それぞれ|ごと|各々)"
)
"""A number of anything, when the question itself says that each is meant: 12球団それぞれ."""

_FIELD = (
    r"world|universe|earth|life|history|science|technology|nature|mankind|humanity|humankind|society|economics|politics|"
    r"culture|art|philosophy|religion|medicine|business|mathematics|physics|biology|civili[sz]ation|knowledge|literature"
)
_BOUNDLESS = re.compile(
    r"\beverything (?:about|on|regarding|concerning|in) (?:the )?"
    rf"(?:everything|anything|internet|past|future|people|{_FIELD})\b"
    rf"|\b(?:whole|entire|complete|full) (?:of )?(?:the )?(?:history of (?:the )?(?:everything|{_FIELD})|"
    r"human (?:history|knowledge)|world history|universe)\b"
    r"|\bhistory of (?:everything|the (?:whole|entire) (?:world|universe))\b"
    r"|\ball (?:of )?(?:human )?(?:knowledge|science|history|mankind|humanity|philosophy|literature|medicine)\b"
    r"|\ball there is to know\b|\beverything (?:there is|that exists|you know|humans? \w+)\b"
    r"|\bmeaning of (?:life|everything)\b"
    r"|(?<![の一-鿿])(?:世界|宇宙|人類|科学|歴史|人生|医学|哲学|物理学|経済|社会|地球)(?:の歴史)?(?:の|を|について)?(?:すべて|全て|全部|何もかも)"
    r"|(?:すべて|全て|全部|何もかも)(?:の(?:こと|もの))?(?:について|を)(?:教え|説明|調べ)"
    r"|人類全史",
    re.I,
)
_ANYTHING = re.compile(
    r"^\W*(?:please\s+)?(?:tell|explain|teach|show|give|write)?\s*(?:me|us)?\s*(?:about\s+)?(?:everything|anything|all)\W*$",
    re.I,
)


@dataclass(frozen=True, slots=True)
class NamedClass:
    """A class, the words that name it in the question, and its size; no size when it has no end."""

    kind: str
    phrase: str
    members: int | None = None


def class_in(text: str) -> NamedClass | None:
    """The class of things that a question goes through, if it names one."""
    return _endless(text) or _counted(text) or _everything(text)


def _endless(text: str) -> NamedClass | None:
    if found := _JAPANESE_EVERY.search(text):
        return NamedClass(found["class"] or found["whole"], found.group())
    for found in _EVERY.finditer(text):
        unbound = _UNBOUND.match(found["rest"])
        listed = found["wide"] and _UNBOUND_LIST.match(found["rest"])
        if (unbound or listed) and not _COUNT_IN.search(found["rest"]):
            tail = unbound.group() if unbound else ""
            return NamedClass(found["class"].strip(), text[found.start() : found.start("rest")] + tail)
    return None


def _counted(text: str) -> NamedClass | None:
    """A class with a number, when something is asked of each of its members."""
    spread = list(_SPREADS.finditer(text))
    if not spread:
        return None
    for found in (*_COUNTED.finditer(text), *_JAPANESE_COUNTED.finditer(text), *_JAPANESE_EACH.finditer(text)):
        number = found["n"].lower()
        count = int(number) if number.isdigit() else _WORD_NUMBERS[number]
        if count > 1 and any(_is_over(one, found) for one in spread):
            return NamedClass(found["class"], text[found.start("what") : found.end()], count)
    for found in _EVERY.finditer(text):
        if said := _COUNT_IN.search(found["rest"]):
            end = found.start("rest") + said.end()
            return NamedClass(found["class"].strip(), text[found.start() : end], int(said.group()))
    return None


def _is_over(spread: re.Match[str], found: re.Match[str]) -> bool:
    """Whether it is asked of each of these: "what does each step cost?" goes through steps, whatever is counted."""
    over = spread["over"]
    if not over or _NO_OTHER.fullmatch(over) or found.start() <= spread.start() < found.end():
        return True
    return found["class"].split()[-1].lower().startswith(over.lower().removesuffix("y"))


def _everything(text: str) -> NamedClass | None:
    """Words that stand for everything, or for a whole field of knowledge."""
    if field := whole_field(text):
        return NamedClass("", field)
    found = _BOUNDLESS.search(text) or _ANYTHING.match(text)
    return NamedClass("", found.group().strip(" .?!。")) if found else None
