"""Comparisons in a request: which sides, in which respects; an own system against an outside standard.

Knows: how English and Japanese set two things side by side.  Does not know: the rest of the request.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from fathoms.engine.intake.extent import extent_of
from fathoms.text.terms import terms
from fathoms.text.words import fold


@dataclass(frozen=True, slots=True)
class Comparison:
    sides: tuple[str, ...]
    aspects: tuple[str, ...] = ()
    """In which respects; one that opens with a question word is a clause of its own."""
    condition: str = ""
    """Under which circumstances: "for web services", "to run in a small house"."""
    asked: str = ""
    """The comparison in the user's own words, where they say more than that the sides are compared."""


_THE = r"(?:the\s+|our\s+)?"
_LATER = r"and (?:which|what|how|why|who|when|explain|say|recommend|tell)"
_STOP = (
    r"(?=\s*(?:[,;?:]|\.(?:\s|$)|$|\b(?:in terms of|in|with (?:respect|regard) to|regarding|as to|for|on|when|"
    rf"{_LATER}|with a focus)\b))"
)
_BETTER = r"(?:better|worse|best|more|less|[a-z]{2,}er|most \w+|first)"
"""A comparative: any will do, since it only counts before or behind two things joined by "or"."""
_CHOICE = r"(?:i|we|you|they|one|he|she|it|people)"
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"\b(?:compar(?:e|ing)|contrast)\s+(?!(?:with|to|against)\b){_THE}(?P<a>.+?)\s+(?:and|with|to"
        rf"|versus|vs\.?|against)\s+{_THE}(?P<b>.+?){_STOP}",
        rf"\b(?:differences?|comparison|similarities|trade-?offs?|choice|choose"
        rf"|distinguish)\s+between\s+{_THE}(?P<a>.+?)"
        rf"\s+and\s+{_THE}(?P<b>.+?){_STOP}",
        rf"\bhow\s+(?:does|do|did|is|are)\s+{_THE}(?P<a>[^?]+?)\s+(?:differ(?:ent)?|compare)\s+(?:from|to"
        rf"|with|against)\s+"
        rf"{_THE}(?P<b>.+?){_STOP}",
        rf"\bhow\s+(?:do|does|did)\s+{_THE}(?P<a>[^?]+?)\s+and\s+{_THE}(?P<b>[^?,]+?)\s+(?:differ|compare)\b",
        rf"\b(?:do|does|did)\s+{_THE}(?P<a>[^?]+?)\s+and\s+{_THE}(?P<b>[^?,]+?)\s+(?:agree|disagree|differ"
        rf"|match|conflict)\b",
        rf"(?:^|\b(?:is|are|of|between)\s+){_THE}(?P<a>[^,;?.:]+?)\s+(?:versus"
        rf"|vs\.?)\s+{_THE}(?P<b>[^,;?.:]+?){_STOP}",
        rf"\b(?:which|what|who)\b[^,;?.:]*?\b(?P<by>{_BETTER})\b(?P<how>[^,;?.:]*?)[,:]\s+"
        rf"{_THE}(?P<a>[^,;?.:]+?)\s+or\s+{_THE}(?P<b>[^,;?.:]+?){_STOP}",
        rf"\b(?:which|what|who)\b[^,;?.:]*[,:]\s+{_THE}(?P<a>[^,;?.:]+?)\s+or\s+{_THE}(?P<b>[^,;?.:]+?){_STOP}",
        rf"^\W*(?:is|are|was|were)\s+{_THE}(?P<a>[^,;?.:]+?)\s+or\s+{_THE}(?P<b>[^,;?.:]+?)\s+(?={_BETTER}\b)",
        rf"^\W*(?:do|does|did|will|would|can|has|have)\s+{_THE}(?P<a>[^,;?.:]+?)\s+or\s+{_THE}(?P<b>[^,;?.:]+?)\s+"
        rf"(?=[a-z]+\s+(?:[a-z]+\s+)?{_BETTER}\b)",
        rf"\b(?:is|would)\s+it\s+(?:be\s+)?{_BETTER}(?:\s+\w+)?\s+to(?P<acts>\s)(?P<a>[^,;?.:]+?)\s+or\s+(?:to\s+)?"
        rf"(?P<b>[^,;?.:]+?){_STOP}",
        rf"^\W*(?:should|shall)\s+{_CHOICE}(?P<acts>\s)(?:rather\s+)?(?P<a>[^,;?.:]+?)\s+or\s+(?P<b>[^,;?.:]+?){_STOP}",
        rf"^\W*(?:should|shall)\s+(?:an?|the|our|my|your)\s+[^,;?.:]*?(?P<acts>\s)(?P<parallel>)(?P<a>[^,;?.:]+?)\s+or\s+"
        rf"(?P<b>[^,;?.:]+?){_STOP}",
        r"^(?!(?:who|whom|whose|what|which|when|where|why|how|is|are|was|were|do|does|did|can|could|should|shall|will|would"
        r"|has|have|had|may|if|in|on|at|by|for|with|whether)\b)(?P<a>[^,;?.:]{1,40}?)\s+or\s+(?P<b>[^,;?.:]{1,60}?)"
        r"(?=(?:\s+(?:for|in|on|when|if|with|at)\b[^?.;]*)?\?)",
        rf"\b(?:check|measure|judge|audit|benchmark|hold|set|weigh|test)\s+{_THE}(?P<a>[^,;?.:]+?)\s+against\s+"
        rf"{_THE}(?P<b>.+?){_STOP}",
        rf"\b(?:advantages?|benefits?|strengths)\s+of\s+{_THE}(?P<a>.+?)\s+(?:over|compared (?:to"
        rf"|with))\s+{_THE}(?P<b>.+?){_STOP}",
        r"^(?P<a>[A-Z][^,;?.:]{2,60}?)\s+(?:or|and)\s+(?P<b>[A-Z][^,;?.:]{2,60}?):\s",
        rf"\baccording to\s+{_THE}(?P<a>[^,;?.:]+?)\s+and\s+(?:according\s+)?to\s+{_THE}(?P<b>[^,;?.:]+?){_STOP}",
    )
)
_SIDE = r"[^、。？?]{2,30}?"
_JAPANESE_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        rf"(?P<a>{_SIDE})(?:と|および|及び)(?P<b>{_SIDE})(?:を|とを)[^、。？?]{{0,16}}?(?:比較|比べ|対比)",
        rf"(?P<a>{_SIDE})と(?P<b>{_SIDE})(?:の(?:[^、。？?の]{{1,20}}の)?(?:違い|差異|比較|相違)|は(?:どう"
        rf"|どのように)(?:違|異な))",
        rf"(?P<a>{_SIDE})と(?P<b>{_SIDE})(?:と?では|のうち|なら|だったら|だと|の場合|の)?、?(?:どちら|どっち|いずれ)(?!も|で)",
        rf"(?P<a>{_SIDE})か、?(?P<b>{_SIDE})か、?(?:どちら|どっち|いずれ)",
        r"(?P<a>[^、。？?]{2,30}?)(?:(?<![絶反相敵応])対(?![策応象すし処話立面外称価抗談])|vs\.?"
        r"|VS)(?P<b>[^、。？?の]{2,30})",
    )
)
_ASPECTS = re.compile(
    r"^\s*(?::\s*|,?\s*(?:in terms of|with (?:respect|regard) to|regarding|as to|on|in|by)\s+)"
    rf"(?:their |its |the )?(?P<aspects>[a-z][\w\s,'’-]{{2,120}}?)\s*(?=[?;:]|\.(?:\s|$)|$|,\s*{_LATER}\b)",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    rf"^\s*(?P<condition>(?:(?:for|when|under|at)\s+(?:[^,;?.:]|(?<=\d)[,.](?=\d)){{3,60}}?|in\s+(?:an?\s+"
    rf"|(?-i:[A-Z]))[^,;?.:]{{2,60}}?))\s*(?=[?;:]|,(?!\d)|\.(?:\s|$)|$|{_LATER}\b)",
    re.IGNORECASE,
)
_MEASURE = {
    "cheaper": "cost", "faster": "speed", "larger": "size", "bigger": "size", "smaller": "size", "longer": "length",
    "shorter": "length", "older": "age", "newer": "age", "stronger": "strength", "safer": "safety",
}  # fmt: skip
"""What a comparative asks of each side."""
_JAPANESE_ASPECTS = re.compile(
    r"(?P<aspects>[^、。を]{2,40}?)(?:の(?:観点|面|点)(?:から|で)|について(?:比較|比べ)|で比較)"
)
_JAPANESE_DIFFERENCE = frozenset({"違い", "差", "差異", "相違", "比較", "対比"})
_PRONOUNS = frozenset({"it", "they", "this", "that", "these", "those"})
_POINTERS = frozenset({"this", "that", "these", "those"})
"""Point at what was just asked for, an answer and not a thing: "… and how does this compare with B?"."""
_LETTER = re.compile(r"[A-Z]")
"""A side may be called by a letter, even one that is an article in small print."""
_YEAR_ONLY = re.compile(r"^(?:the )?\d{4}s?$")

_OWN = re.compile(
    r"\b(?:our|my|the company's|in-house|internal)\s+(?P<what>(?:own |internal |existing |current |in-house )*"
    r"[\w-]+(?:\s+[\w-]+){0,3}?)(?=\s+(?:compares?|differs?|with|against|to|and|versus|vs|is|are|in|does|do"
    r"|should|meets?|fits?|"
    r"follows?|from|says?|states?|requires?|has|have|uses?|covers?|can|will|must|may|was|were|that|which|when|for"
    r"|on|of|by|at)\b|[,?.;]|$)|(?:当社|自社|弊社|社内|我々|私たち)の?(?P<japanese>[^、。とをはがに]{2,24})",
    re.IGNORECASE,
)
_STANDARD_KIND = (
    r"(?:standards?|specifications?|best practices?|frameworks?|regulations?|protocols?|guides?|guidelines?)"
)
_STANDARD = re.compile(
    rf"(?P<what>(?:[A-Z][\w./-]*\s)+(?:\d[\w.:-]*\s)?(?:[a-z]+\s){{0,3}}?{_STANDARD_KIND}|(?:industry|international|open|public"
    rf"|external)\s(?:[\w-]+\s)?{_STANDARD_KIND})"
    r"|\b(?P<named>(?:ISO|IEC|IEEE|RFC|NIST|OAuth|OpenID|SOC|PCI|GDPR|W3C|ECMA|OWASP|FIPS|OpenTelemetry"
    r"|OpenAPI)[\s-]?[\w./-]*(?:\s\d[\w.]*)?)"
    r"|(?P<japanese>[A-Za-z][\w.\s-]{1,20}|[^、。とのをはが]{2,20}?)(?:標準|規格|仕様|国際基準)"
)


def comparison_in(text: str, language: str, antecedent: str = "") -> Comparison | None:
    """The comparison that a request asks for, if it asks for one; a side that is only "it" is the antecedent."""
    return _japanese(text) if language == "ja" else _english(text, antecedent)


def _english(text: str, antecedent: str) -> Comparison | None:
    for pattern in _SHAPES:
        found = pattern.search(text)
        if found and fold(found["a"]) in _POINTERS and antecedent:
            continue
        sides = _sides(*_acts(_meant(_left(found), antecedent), found)) if found else ()
        if not found or len(sides) < 2:
            continue
        if "by" in found.re.groupindex:
            return _weighed(text, found, sides)
        if found.group().lower().startswith("according"):
            said = text[: found.start()].strip(" ,")
            return Comparison(sides, (said[:1].lower() + said[1:],) if said else ())
        rest = text[found.end() :]
        condition = _CONDITION.match(rest)
        if condition:
            rest = rest[condition.end() :]
        return Comparison(sides, _aspects(rest, sides), condition["condition"].strip() if condition else "")
    return None


def _left(found: re.Match[str]) -> str:
    """The first side; where nothing tells it from the subject before it, as many words as the second has."""
    if "parallel" not in found.re.groupindex:
        return found["a"]
    bare = [word for word in found["b"].split() if word not in ("a", "an", "the")]
    return " ".join(found["a"].split()[-len(bare) :])


def _acts(left: str, found: re.Match[str]) -> tuple[str, str]:
    """Two things to do, named as such and with the object that they share: "leasing" and "buying the trucks"."""
    right = found["b"]
    if "acts" not in found.re.groupindex:
        return left, right
    verb, _, shared = right.partition(" ")
    own, _, rest = left.partition(" ")
    return f"{_doing(own)} {rest or shared}".strip(), f"{_doing(verb)} {shared}".strip()


def _doing(verb: str) -> str:
    """The verb as a noun: "keeping", "moving", "cutting"."""
    if re.fullmatch(r"[a-z]+[^e]e", verb):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1]}ing" if re.fullmatch(r"[^aeiou]*[aeiou][^aeiouwxy]", verb) else f"{verb}ing"


def _weighed(text: str, found: re.Match[str], sides: tuple[str, ...]) -> Comparison:
    """ "Which is cheaper to run, A or B?": the comparative names the respect, what follows it the circumstances."""
    measure = _MEASURE.get(found["by"].lower(), "")
    asked = text[found.start() : found.end()].strip()
    return Comparison(sides, (measure,) if measure else (), found["how"].strip(), f"{asked[:1].upper()}{asked[1:]}?")


def _meant(side: str, antecedent: str) -> str:
    return antecedent if antecedent and fold(side) in _PRONOUNS else side


def _japanese(text: str) -> Comparison | None:
    found = next((found for pattern in _JAPANESE_SHAPES if (found := pattern.search(text))), None)
    if not found:
        return None
    extent = extent_of(text)
    if extent.compared and len(extent.subjects) >= 2:
        only = re.search(rf"{re.escape(extent.subjects[-1])}の(?P<what>[^、。？?のを]{{1,20}})(?:の|を|は)", text)
        single = (only["what"],) if only and only["what"] not in _JAPANESE_DIFFERENCE else ()
        return Comparison(extent.subjects, extent.aspects or single)
    sides = _japanese_sides(found)
    if len(sides) < 2:
        return None
    told = _JAPANESE_ASPECTS.search(text)
    listed = re.split(r"、|・|と|および|及び", told["aspects"]) if told else []
    return Comparison(sides, _fresh(listed, sides))


def _sides(left: str, right: str) -> tuple[str, ...]:
    listed = [*re.split(r",\s*", left), right]
    cleaned = [re.sub(r"^(?:the|a|an|our|both)\s+", "", side.strip(" ,\"'“”"), flags=re.IGNORECASE) for side in listed]
    sides = list(dict.fromkeys(side for side in cleaned if terms(side) or _LETTER.fullmatch(side)))
    return tuple(_completed(sides))


def _completed(sides: list[str]) -> list[str]:
    """ "The solutions of A and B": the second side gets the head that it shares with the first."""
    if len(sides) != 2:
        return sides
    owner = re.search(r"['’]s (?P<owned>.+)$", sides[1])
    if owner and re.search(r"['’]s$", sides[0]):
        return [f"{sides[0]} {owner['owned']}", sides[1]]
    if re.fullmatch(r"[a-z]+(?:al|ic|ar|ive|ous)", sides[0]) and re.fullmatch(r"[a-z-]+ [a-z ]+", sides[1]):
        return [f"{sides[0]} {sides[1].partition(' ')[2]}", sides[1]]
    head = re.match(r"^(?P<head>[a-z][\w\s-]*? (?:of|in|at|for|by) )(?P<name>(?:the )?[A-Z0-9].*)$", sides[0])
    if head and re.match(r"^[A-Z0-9]", sides[1]) and " of " not in sides[1]:
        return [sides[0], head["head"] + sides[1]]
    return sides


def _japanese_sides(found: re.Match[str]) -> tuple[str, ...]:
    left = re.split(r"[、。]|について", found["a"])[-1]
    sides = (left.strip(), found["b"].strip())
    return tuple(side for side in sides if side and terms(side))


def _aspects(rest: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    found = _ASPECTS.search(rest)
    if not found:
        return ()
    listed = found["aspects"]
    if re.match(r"(?:how|what|which|who|when|where|why|whether)\b", listed, re.IGNORECASE):
        return (listed.strip(),)
    return _fresh(re.split(r",\s*(?:and\s+)?|\s+and\s+", listed), sides)


def _fresh(listed: Iterable[str], sides: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the listed respects that are not the sides again."""
    taken = frozenset[str]().union(*(terms(side) for side in sides))
    cleaned = (re.sub(r"^(?:the|their|its)\s+", "", piece.strip()) for piece in listed)
    return tuple(
        piece for piece in cleaned if terms(piece) and not terms(piece) <= taken and not _YEAR_ONLY.match(piece)
    )


def own_and_standard(text: str) -> tuple[str, str]:
    """The own system and the outside standard that a request sets against each other; empty when not both are there."""
    own = _OWN.search(text)
    internal = (own["what"] or own["japanese"] or "").strip() if own else ""
    if not internal:
        return "", ""
    for found in _STANDARD.finditer(text):
        external = (found["named"] or found["what"] or found.group()).strip()
        external = re.sub(r"^(?:the|with|against|to|and)\s+", "", external, flags=re.IGNORECASE)
        if fold(external) and not terms(external) & terms(internal):
            return internal, external
    return "", ""
