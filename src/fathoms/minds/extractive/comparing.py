"""Comparisons in a request: which sides, in which respects; an own system against an outside standard.

Knows: how English and Japanese set two things side by side.  Does not know: the rest of the request.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathoms.engine.words import fold
from fathoms.minds.extractive.terms import terms

MOST_ASPECTS = 4


@dataclass(frozen=True, slots=True)
class Comparison:
    sides: tuple[str, ...]
    aspects: tuple[str, ...] = ()
    """In which respects; one that opens with a question word is a clause of its own."""


_THE = r"(?:the\s+|our\s+)?"
_LATER = r"and (?:which|what|how|why|who|when|explain|say|recommend|tell)"
_STOP = (
    r"(?=\s*(?:[,;?:]|\.(?:\s|$)|$|\b(?:in terms of|in|with (?:respect|regard) to|regarding|as to|for|on|when|"
    rf"{_LATER}|with a focus)\b))"
)
_BETTER = (
    r"(?:better|cheaper|faster|larger|bigger|smaller|longer|shorter|older|newer|stronger|safer|higher|lower|"
    r"more \w+|less \w+)"
)
_SHAPES = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"\b(?:compar(?:e|ing)|contrast)\s+{_THE}(?P<a>.+?)\s+(?:and|with|to|versus|vs\.?|against)\s+{_THE}(?P<b>.+?){_STOP}",
        rf"\b(?:differences?|comparison|similarities|trade-?offs?|choice|choose|distinguish)\s+between\s+{_THE}(?P<a>.+?)"
        rf"\s+and\s+{_THE}(?P<b>.+?){_STOP}",
        rf"\bhow\s+(?:does|do|did|is|are)\s+{_THE}(?P<a>[^?]+?)\s+(?:differ(?:ent)?|compare)\s+(?:from|to|with|against)\s+"
        rf"{_THE}(?P<b>.+?){_STOP}",
        rf"\bhow\s+(?:do|does|did)\s+{_THE}(?P<a>[^?]+?)\s+and\s+{_THE}(?P<b>[^?,]+?)\s+(?:differ|compare)\b",
        rf"\b(?:do|does|did)\s+{_THE}(?P<a>[^?]+?)\s+and\s+{_THE}(?P<b>[^?,]+?)\s+(?:agree|disagree|differ|match|conflict)\b",
        rf"(?:^|\b(?:is|are|of|between)\s+){_THE}(?P<a>[^,;?.:]+?)\s+(?:versus|vs\.?)\s+{_THE}(?P<b>[^,;?.:]+?){_STOP}",
        rf"\b(?:which|what|who)\s+(?:of the two\s+)?(?:is|are|was|has|had|costs?|one is)\s+[^,;?.:]*?{_BETTER}[^,;?.:]*?[,:]\s+"
        rf"{_THE}(?P<a>[^,;?.:]+?)\s+or\s+{_THE}(?P<b>[^,;?.:]+?){_STOP}",
        rf"\b(?:advantages?|benefits?|strengths)\s+of\s+{_THE}(?P<a>.+?)\s+(?:over|compared (?:to|with))\s+{_THE}(?P<b>.+?){_STOP}",
        rf"^(?P<a>[A-Z][^,;?.:]{{2,60}}?)\s+(?:or|and)\s+(?P<b>[A-Z][^,;?.:]{{2,60}}?):\s",
        rf"\baccording to\s+{_THE}(?P<a>[^,;?.:]+?)\s+and\s+(?:according\s+)?to\s+{_THE}(?P<b>[^,;?.:]+?){_STOP}",
    )
)
_SIDE = r"[^、。？?]{2,30}?"
_JAPANESE_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        rf"(?P<a>{_SIDE})(?:と|および|及び)(?P<b>{_SIDE})(?:を|とを)[^、。？?]{{0,16}}?(?:比較|比べ|対比)",
        rf"(?P<a>{_SIDE})と(?P<b>{_SIDE})(?:の(?:[^、。？?の]{{1,20}}の)?(?:違い|差異|比較|相違)|は(?:どう|どのように)(?:違|異な))",
        r"(?P<a>[^、。？?]{2,30}?)(?:対|vs\.?|VS)(?P<b>[^、。？?の]{2,30})",
    )
)
_ASPECTS = re.compile(
    r"^\s*(?::\s*|,?\s*(?:in terms of|with (?:respect|regard) to|regarding|as to|on|in|for|by)\s+)"
    rf"(?:their |its |the )?(?P<aspects>[a-z][\w\s,'’-]{{2,90}}?)\s*(?=[?;]|\.(?:\s|$)|$|,\s*{_LATER}\b)",
    re.IGNORECASE,
)
_JAPANESE_ASPECTS = re.compile(r"(?P<aspects>[^、。を]{2,40}?)(?:の(?:観点|面|点)(?:から|で)|について(?:比較|比べ)|で比較)")
_YEAR_ONLY = re.compile(r"^(?:the )?\d{4}s?$")

_OWN = re.compile(
    r"\b(?:our|my|the company's|in-house|internal)\s+(?P<what>(?:own |internal |existing |current |in-house )*"
    r"[\w-]+(?:\s+[\w-]+){0,3}?)(?=\s+(?:compares?|differs?|with|against|to|and|versus|vs|is|are|in|does|do|should|meets?|fits?|"
    r"follows?|from)\b|[,?.;]|$)|(?:当社|自社|弊社|社内|我々|私たち)の?(?P<japanese>[^、。とをはがに]{2,24})",
    re.IGNORECASE,
)
_STANDARD_KIND = r"(?:standards?|specifications?|best practices?|frameworks?|regulations?|protocols?)"
_STANDARD = re.compile(
    rf"(?P<what>(?:[A-Z][\w./-]*\s)+(?:\d[\w.:-]*\s)?{_STANDARD_KIND}|(?:industry|international|open|public|external)\s(?:[\w-]+\s)?{_STANDARD_KIND})"
    r"|\b(?P<named>(?:ISO|IEC|IEEE|RFC|NIST|OAuth|OpenID|SOC|PCI|GDPR|W3C|ECMA|OWASP|FIPS|OpenTelemetry|OpenAPI)[\s-]?[\w./-]*(?:\s\d[\w.]*)?)"
    r"|(?P<japanese>[A-Za-z][\w.\s-]{1,20}|[^、。とのをはが]{2,20}?)(?:標準|規格|仕様|国際基準)"
)


def comparison_in(text: str, language: str) -> Comparison | None:
    """The comparison that a request asks for, if it asks for one."""
    for pattern in _JAPANESE_SHAPES if language == "ja" else _SHAPES:
        if not (found := pattern.search(text)):
            continue
        sides = _japanese_sides(found) if language == "ja" else _sides(found["a"], found["b"])
        if len(sides) >= 2:
            rest = text if language == "ja" else text[found.end() :]
            said = text[: found.start()].strip(" ,") if found.group().lower().startswith("according") else ""
            return Comparison(sides, (said[:1].lower() + said[1:],) if said else _aspects(rest, sides, language))
    return None


def _sides(left: str, right: str) -> tuple[str, ...]:
    listed = [*re.split(r",\s*", left), right]
    cleaned = [re.sub(r"^(?:the|a|an|our|both)\s+", "", side.strip(" ,\"'“”"), flags=re.IGNORECASE) for side in listed]
    sides = list(dict.fromkeys(side for side in cleaned if terms(side)))
    return tuple(_completed(sides))


def _completed(sides: list[str]) -> list[str]:
    """"The solutions of A and B": the second side gets the head that it shares with the first."""
    if len(sides) != 2:
        return sides
    head = re.match(r"^(?P<head>[a-z][\w\s-]*? (?:of|in|at|for|by) )(?P<name>(?:the )?[A-Z0-9].*)$", sides[0])
    if head and re.match(r"^[A-Z0-9]", sides[1]) and " of " not in sides[1]:
        return [sides[0], head["head"] + sides[1]]
    return sides


def _japanese_sides(found: re.Match[str]) -> tuple[str, ...]:
    left = re.split(r"[、。]|について", found["a"])[-1]
    sides = (left.strip(), found["b"].strip())
    return tuple(side for side in sides if side and terms(side))


def _aspects(rest: str, sides: tuple[str, ...], language: str) -> tuple[str, ...]:
    found = _JAPANESE_ASPECTS.search(rest) if language == "ja" else _ASPECTS.search(rest)
    if not found:
        return ()
    listed = found["aspects"]
    if language != "ja" and re.match(r"(?:how|what|which|who|when|where|why|whether)\b", listed, re.IGNORECASE):
        return (listed.strip(),)
    taken = frozenset[str]().union(*(terms(side) for side in sides))
    pieces = re.split(r"、|・|と|および|及び" if language == "ja" else r",\s*(?:and\s+)?|\s+and\s+", listed)
    cleaned = [re.sub(r"^(?:the|their|its)\s+", "", piece.strip()) for piece in pieces]
    return tuple(
        piece
        for piece in cleaned
        if terms(piece) and not terms(piece) <= taken and not _YEAR_ONLY.match(piece)
    )[:MOST_ASPECTS]


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
