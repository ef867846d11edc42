"""Classes of things named instead of their members: "every country", "each of the 50 states", "everything".

Knows: which classes have no end, in English and Japanese.  Does not know: how many members are too many.
"""

from __future__ import annotations

import re

from fathoms.engine.words import fold

_SPREADS = re.compile(
    r"\b(?:each|every|individually|separately|respectively|one by one|in turn|per|by country|country by country|state by state"
    r"|compar\w+|rank\w*|profile)\b|それぞれ|各|ごと|別に|比較|順位|すべて|全て|全",
    re.I,
)
_CLASSES = (
    r"countr(?:y|ies)|nations?|(?:member )?states?|cit(?:y|ies)|towns?|regions?|continents?|governments?|(?:human |programming |natural |world )?languages?|"
    r"compan(?:y|ies)|firms?|businesses|corporations?|industr(?:y|ies)|sectors?|products?|technolog(?:y|ies)|universit(?:y|ies)|schools?|religions?|"
    r"cultures?|civili[sz]ations?|peoples?|wars?|empires?|presidents?|kings?|leaders?|scientists?|artists?|writers?|philosoph(?:y|ies|ers)|sciences?|"
    r"species|animals?|plants?|diseases?|illnesses|medicines?|drugs?|foods?|sports?|books?|films?|movies?|songs?|currenc(?:y|ies)|stocks?|"
    r"frameworks?|librar(?:y|ies)|databases?|algorithms?|operating systems|cars?|inventions?|discover(?:y|ies)|events?|theor(?:y|ies)|"
    r"laws?|markets?|planets?|stars?|elements?|topics?|subjects?|questions?|problems?"
)
_EVERY = re.compile(
    rf"\b(?:every(?: single)?|each|all(?: (?:of )?the)?|any and all|all existing|all known|all major|every major|all other)\s+"
    rf"(?P<class>(?:[a-z]+(?:-[a-z]+)?\s+)?(?:{_CLASSES}))\b(?P<rest>[^,;.?]*)",
    re.I,
)
_EVERYWHERE = re.compile(
    r"^\s*(?:$|(?:on|in|of|around|across|throughout) (?:the )?(?:world|earth|globe|planet|universe|history|europe|asia|africa|"
    r"americas?|(?:north|south|latin) america|eu|european union|united nations|usa?|united states|existence)\b"
    r"|(?:ever|there (?:is|are)|that (?:ever )?exist|in existence|worldwide|known|from|since|by|for|and|with|in (?:speed|cost|terms))\b)",
    re.I,
)
"""What may follow "every country" without narrowing it: "every company that bid for it" is a short list."""
_COUNTED = re.compile(
    r"\b(?:(?:each|every one|all) (?:of )?(?:the )?|(?:the )?top |(?:the )?(?:largest|biggest|leading|best|most \w+) |compare (?:the )?|for (?:all )?(?:the )?)"
    r"(?P<n>\d{1,4}|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|sixteen|twenty|thirty|forty|fifty|hundred)\s+"
    r"(?:(?!and\b|or\b|per\b)[\w-]+\s+){0,3}?(?P<class>[a-z]+(?:s|ies|ple))\b",
    re.I,
)
_JAPANESE_EVERY = re.compile(
    r"(?:世界(?:中)?の)?(?:すべて|全て|全部|あらゆる|ありとあらゆる|全)の?(?P<class>国々?|国家|民族|言語|プログラミング言語|都市|都道府県|市町村|企業|会社|産業|"
    r"業界|宗教|文化|文明|戦争|病気|疾患|動物|植物|生物|科学|技術|学問|大学|製品|商品|人物|物質|元素|政府|法律|出来事|事象|分野|世界|こと|もの)"
    r"|(?P<class2>世界各国|各国|世界中の国々?|全世界|万物|森羅万象|全人類|人類全体|古今東西)"
)
_JAPANESE_COUNTED = re.compile(
    r"(?P<n>\d{1,4})(?:の|か|ヶ|カ|箇)?(?P<class>都道府県|カ国|か国|ヶ国|国|州|社|企業|都市|言語|種類|市町村|大学|県|製品|機種)(?:すべて|全て|それぞれ|の各|ごと|別|について|の|を)"
)
_NUMBERS = {
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12,
    "fifteen": 15, "sixteen": 16, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
}  # fmt: skip

_BOUNDLESS = re.compile(
    r"\beverything (?:about|on|regarding|concerning|in) (?:everything|anything|the (?:world|universe|earth|internet|past|future)|life|history|"
    r"science|technology|nature|mankind|humanity|society|economics|politics|culture|art|philosophy|religion|medicine|business|mathematics|physics|biology|computers|people)\b"
    r"|\b(?:the )?(?:whole|entire|complete|full) (?:of )?(?:history of (?:the )?(?:world|mankind|humanity|humankind|science|technology|universe|art|philosophy|everything|earth|civili[sz]ation)|"
    r"human (?:history|knowledge)|world history|universe|history of everything)\b"
    r"|\b(?:the )?history of (?:everything|the (?:whole|entire) (?:world|universe))\b|\ball (?:of )?(?:human )?(?:knowledge|science|history|mankind|humanity|philosophy|literature|mathematics|medicine|art)\b"
    r"|\ball there is to know\b|\beverything (?:there is|that exists|you know|humans? (?:have )?(?:ever )?(?:knows?|known|discovered|did))\b|\bmeaning of (?:life|everything)\b"
    r"|人類(?:の)?(?:の全|の歴史(?:の)?(?:すべて|全て|全部)|全史)|(?:世界|宇宙|人類|科学|歴史|人生|医学|哲学|物理学|経済|社会|地球)(?:の歴史)?(?:の|について)?(?:すべて|全て|全部|何もかも|あらゆること)",
    re.I,
)
_ANYTHING = re.compile(
    r"^\W*(?:please\s+)?(?:tell|explain|teach|show|give|write)?\s*(?:me|us)?\s*(?:about\s+)?(?:everything|anything|all)\W*$",
    re.I,
)


def class_of(text: str) -> tuple[str, int]:
    """A class named instead of its members: without end, or with a number."""
    if found := _JAPANESE_EVERY.search(text):
        return found.group(), 0
    for found in _EVERY.finditer(text):
        if _EVERYWHERE.match(found["rest"]):
            return found["class"].strip(), 0
    for found in (*_COUNTED.finditer(text), *_JAPANESE_COUNTED.finditer(text)):
        number = found["n"].lower()
        count = int(number) if number.isdigit() else _NUMBERS[number]
        if count > 1 and _SPREADS.search(text):
            return "", count
    return "", 0


def boundless(text: str) -> str:
    found = _BOUNDLESS.search(text) or _ANYTHING.match(text)
    return fold(found.group()).strip(" .?!") if found else ""
