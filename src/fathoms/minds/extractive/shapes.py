"""What a question is made of: comparison, parts, emphasis, periods, advice, breadth.

Knows: the wordings of English and Japanese requests.  Does not know: tasks or plans.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathoms.engine.words import content_words, fold, language_of
from fathoms.minds.extractive.names import distinct, japanese_terms, names
from fathoms.minds.extractive.question import japanese_subject, noun_phrase, read

LONG_TEXT = 200
"""Characters above which a question's length is a sign of complexity."""


@dataclass(frozen=True, slots=True)
class Comparison:
    sides: tuple[str, ...]
    aspects: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Shape:
    """A request, taken apart."""

    text: str
    language: str
    subject: str
    """The main one; later parts of the question inherit it. Empty when there is none."""
    comparison: Comparison | None
    parts: tuple[str, ...]
    """The questions in it, each with its subject spelled out."""
    emphasis: str
    periods: tuple[str, ...]
    """Of `history`, `present`, `future`: those it asks about."""
    is_deep: bool
    is_broad: bool
    is_problem_chain: bool
    wants_advice: bool
    internal: str
    external: str
    """The own system and the outside standard that it is set against, when both are named."""


_SIDE = r"(?:(?!\b(?:and|or|versus|vs)\b)[^,;?.:])+?"
_END = r"(?=\s*(?:[,;?.:]|$|\b(?:in terms of|in|with (?:respect|regard) to|regarding|with regard|as to|for|on|when|and (?:which|what|how|explain|say|recommend|tell)|with a focus)\b))"
_COMPARISONS = tuple(
    re.compile(shape, re.IGNORECASE)
    for shape in (
        rf"\bcompar(?:e|ing)\s+(?:the\s+)?(?P<a>.+?)\s+(?:and|with|to|versus|vs\.?|against)\s+(?:the\s+)?(?P<b>.+?){_END}",
        rf"\b(?:differences?|comparison|similarities|trade-?offs?|choice)\s+between\s+(?:the\s+)?(?P<a>.+?)\s+and\s+(?:the\s+)?(?P<b>.+?){_END}",
        rf"\bhow\s+(?:does|do|did|is|are)\s+(?:the\s+)?(?P<a>.+?)\s+(?:differ(?:ent)?|compare)\s+(?:from|to|with|against)\s+(?:the\s+)?(?P<b>.+?){_END}",
        r"\bhow\s+do\s+(?:the\s+)?(?P<a>.+?)\s+and\s+(?:the\s+)?(?P<b>.+?)\s+(?:differ|compare)\b",
        rf"(?:^|\b(?:is|are|of|between)\s+)(?:the\s+)?(?P<a>[^,;?.:]+?)\s+(?:versus|vs\.?)\s+(?:the\s+)?(?P<b>[^,;?.:]+?){_END}",
        rf"\b(?:which|what|who)\s+(?:is|are|was|has|had|costs?|one is)\s+[^,;?.:]*?(?:better|cheaper|faster|larger|bigger|longer|older|newer|stronger|safer|more \w+|higher|lower)[^,;?.:]*?[,:]?\s+(?:the\s+)?(?P<a>[^,;?.:]+?)\s+or\s+(?:the\s+)?(?P<b>[^,;?.:]+?){_END}",
        rf"\b(?:advantages?|benefits?|strengths)\s+of\s+(?:the\s+)?(?P<a>.+?)\s+(?:over|compared (?:to|with))\s+(?:the\s+)?(?P<b>.+?){_END}",
    )
)
_JAPANESE_COMPARISONS = tuple(
    re.compile(shape)
    for shape in (
        r"(?P<a>[^、。？?]{2,30}?)(?:と|および|及び|、)(?P<b>[^、。？?]{2,30}?)(?:を|とを|の|は|を.{0,12}?で)?(?:比較|比べ|対比|どう違|どのように違|の違い|違い)",
        r"(?P<a>[^、。？?]{2,30}?)と(?P<b>[^、。？?]{2,30}?)の(?:[^、。？?]{1,20}の)?(?:違い|差|比較|相違)",
        r"(?P<a>[^、。？?]{2,30}?)(?:対|vs\.?|VS)(?P<b>[^、。？?の]{2,30})",
    )
)
_ASPECTS = re.compile(
    r"\b(?:in terms of|with (?:respect|regard) to|regarding|as to|on|in|for|by)\s+(?:their |its |the )?(?P<aspects>[a-z][\w\s,'-]{2,90}?)\s*(?=[?.;]|$|, and (?:which|what|how|explain))",
    re.IGNORECASE,
)
_JAPANESE_ASPECTS = re.compile(
    r"(?:を|について、?)?(?P<aspects>[^、。を]{2,30}?(?:と|および|、|・)[^、。を]{2,20}?)(?:の(?:観点|面|点)|について|で比較|から比較)"
)

_EMPHASIS = re.compile(
    r"(?:\bin particular\b|\bparticularly\b|\bespecially\b|\babove all\b|\bmost of all\b|\bwith (?:an? )?(?:special |particular )?(?:emphasis|focus|attention|stress) (?:on|to)\b"
    r"|\bfocus(?:ing|sed|ed)?(?: mainly| especially)? on\b|\bemphasi[sz]ing\b|\bpaying (?:special |particular )?attention to\b)[:,]?\s+(?:on\s+|the\s+|its\s+|their\s+)*(?P<what>[^.;?!]{2,120})",
    re.IGNORECASE,
)
_JAPANESE_EMPHASIS = re.compile(
    r"(?:特に|とりわけ|なかでも|中でも|とくに)、?(?P<what>[^、。？?]{2,40}?)(?:に(?:重点|焦点|注目|力点|絞)|について|を(?:中心|重視|詳しく|重点|深く|掘り下げ)|は|も|が|[、。？?]|$)"
    r"|(?P<what2>[^、。？?]{2,40}?)(?:に重点を|に焦点を|を中心に|を重点的に)"
)

_HISTORY = re.compile(
    r"\bhistor(?:y|ical(?:ly)?)\b|\bpast\b|\borigins?\b|\bevol(?:ve|ved|ution)\b|\bbackground\b|\bdevelopment over\b|歴史|過去|沿革|経緯|変遷|これまで",
    re.IGNORECASE,
)
_PRESENT = re.compile(
    r"\bpresent\b(?! an?\b)|\bcurrent(?:ly)?\b|\btoday\b|\bstate of the art\b|\bnowadays\b|現状|現在|今日",
    re.IGNORECASE,
)
_FUTURE = re.compile(
    r"\bfuture\b|\boutlook\b|\bprospects?\b|\bcoming years\b|\broadmap\b|\bnext (?:steps|years|decade)\b|将来|未来|今後|展望|見通し",
    re.IGNORECASE,
)

_DEEP = re.compile(
    r"\b(?:in[- ]depth|in detail|detailed|comprehensive(?:ly)?|thorough(?:ly)?|exhaustive(?:ly)?|deep dive|extensive(?:ly)?|complete (?:overview|picture|account|analysis)|full (?:overview|picture|account|analysis|report))\b"
    r"|詳しく|詳細に|徹底的|包括的|網羅的|深く|くわしく|総合的",
    re.IGNORECASE,
)
_BROAD = re.compile(
    r"^\W*(?:(?:please|can you|could you)\s+)?(?:give (?:me )?an? (?:\w+ )?(?:overview|account|report|summary|analysis|picture)|tell me (?:all |everything )?about|describe|explain|summari[sz]e|discuss|analy[sz]e|write (?:a|an|me)|report on|research|investigate|review|evaluate|assess|outline|examine)\b"
    r"|\bwhat (?:is known|do we know|do (?:the|our) \w+ say) about\b|\b(?:an? )?(?:\w+ )?overview of\b|\bstate of the art\b|\b(?:what|which) role\b"
    r"|について(?:教え|説明|述べ|調べ|まとめ|解説|報告|分析|論じ)|概要|全体像",
    re.IGNORECASE,
)
_PROBLEMS = re.compile(
    r"\b(?:problems?|challenges?|difficult(?:y|ies)|obstacles?|issues)\b.*\b(?:solutions?|solved?|remed(?:y|ies)|overcome|address(?:ed)?|mitigat\w+|fix(?:ed|es)?)\b|(?:課題|問題).*(?:解決|対策|対応)",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:recommend(?:ation|ations|ed)?|advi[cs]e|should (?:we|i|one|they|you|our|the)|migrat(?:e|ion|ing)|which (?:one )?(?:to|should)|best (?:choice|way|option))\b|移行|推奨|提言|助言|すべき",
    re.IGNORECASE,
)
_INTERNAL = re.compile(
    r"\b(?:our|my|the company's|in-house|internal)\s+(?P<what>(?:own |internal |existing |current |in-house )*[\w-]+(?:\s+[\w-]+){0,3}?)(?=\s+(?:compare|compares|differ|differs|with|against|to|and|versus|vs|is|are|in|does|do|should|meet|meets|fit|fits|follow|follows)\b|[,?.;]|$)"
    r"|(?:当社|自社|弊社|社内|我々|私たち)の?(?P<what2>[^、。とをはがに]{2,24})",
    re.IGNORECASE,
)
_STANDARD = re.compile(
    r"(?P<what>(?:[A-Z][\w./-]*\s?)+(?:\d[\w.:-]*)?|(?:the )?[\w-]+)\s*(?:standards?|specifications?|best practices?|frameworks?|regulations?|recommendations?|protocols?|RFC)\b"
    r"|\b(?P<named>(?:ISO|IEC|IEEE|RFC|NIST|OAuth|OpenID|SOC|PCI|GDPR|W3C|ECMA|OWASP|FIPS|DIN|EN)[\s-]?[\w./-]*(?:\s\d[\w.]*)?)"
    r"|(?P<what2>[A-Za-z][\w.\s-]{1,20}|[^、。とのをはが]{2,20}?)(?:標準|規格|仕様|国際基準)"
)

_BREAKS = re.compile(
    r"[?？;；]+\s*|(?<=[a-z\d)\"'”])\.\s+(?=[A-Z])|。\s*"
    r"|,?\s+(?:and|or|but|as well as)\s+(?=(?:also\s+)?(?:what|which|who|whom|whose|when|where|why|how|should|does|do|did|is|are|was|were|can|could|will|whether)\b(?!\s+(?:so|not)\b))"
    r"|,\s+(?=(?:what|who|when|where|why|how)\b\s+(?:is|are|was|were|do|does|did|has|have|had|can|could|should|will|would|much|many|long|far|often)\b)",
    re.IGNORECASE,
)
_NOMINAL_BREAK = re.compile(r",?\s+and\s+(?=(?:its|their|the)\s+[\w\s-]{3,40}$)", re.IGNORECASE)
_POSSESSIVE = re.compile(r"\b(?:its|their|his|her)\b(?=\s+\w)", re.IGNORECASE)
_PRONOUN = re.compile(
    r"\b(?:it|they|them|he|she|him|this|these|that one|those)\b(?!\s+(?:is (?:true|possible|known)|follows))",
    re.IGNORECASE,
)
_QUESTION_WORD = re.compile(
    r"^\W*(?:what|which|who|whom|whose|when|where|why|how|should|does|do|did|is|are|was|were|can|could|will|would|has|have|had|compare|describe|explain|list|name|tell|summari[sz]e|give|discuss|outline|analy[sz]e|recommend)\b",
    re.IGNORECASE,
)
_FILLER = re.compile(
    r"^(?:please|also|and|or|then|so|further(?:more)?|in addition|additionally|finally|moreover)\b[,\s]*", re.IGNORECASE
)
_JAPANESE_BREAK = re.compile(r"[。？?；]+|(?<=か)、|(?:また|そして|さらに|それから|加えて)、?")


def take_apart(question: str) -> Shape:
    """All that the wording of a question gives away about its shape."""
    text = " ".join(question.split())
    language = language_of(text)
    comparison = _comparison(text, language)
    subject = main_subject(text, language)
    emphasis = _emphasis(text, language)
    plain = _without_emphasis(text, language) if emphasis else text
    internal, external = _own_and_standard(text, language)
    return Shape(
        text=text,
        language=language,
        subject=subject,
        comparison=comparison,
        parts=_parts(plain, subject, language),
        emphasis=emphasis,
        periods=tuple(
            name
            for name, pattern in (("history", _HISTORY), ("present", _PRESENT), ("future", _FUTURE))
            if pattern.search(text)
        ),
        is_deep=bool(_DEEP.search(text)),
        is_broad=bool(_BROAD.search(text)),
        is_problem_chain=bool(_PROBLEMS.search(text)),
        wants_advice=bool(_ADVICE.search(text)),
        internal=internal,
        external=external,
    )


def main_subject(text: str, language: str) -> str:
    """What the whole question is about: its first name, else its noun phrase."""
    if language == "ja":
        return japanese_subject(text)
    found = distinct(name.text for name in names(text, trust_openings=True))
    if found:
        return found[0]
    first = next((part for part in _BREAKS.split(text) if part and part.strip()), text)
    return noun_phrase(first) or noun_phrase(text)


def _comparison(text: str, language: str) -> Comparison | None:
    patterns = _JAPANESE_COMPARISONS if language == "ja" else _COMPARISONS
    for pattern in patterns:
        if not (found := pattern.search(text)):
            continue
        sides = _sides(found["a"], found["b"], language)
        if len(sides) >= 2:
            return Comparison(sides, _aspects(text[found.end("b") :] if language != "ja" else text, sides, language))
    return None


def _sides(left: str, right: str, language: str) -> tuple[str, ...]:
    if language == "ja":
        left = re.split(r"[、。]|について", left)[-1]
        right = re.sub(r"(?:の.{0,12})$", "", right) if "の" in right else right
        return tuple(side for side in (left.strip(), right.strip()) if side)
    listed = [*re.split(r",\s*", left), right]
    cleaned = (re.sub(r"^(?:the|a|an|our|both)\s+", "", side.strip(" ,\"'“”"), flags=re.IGNORECASE) for side in listed)
    return tuple(dict.fromkeys(side for side in cleaned if content_words(side)))


def _aspects(rest: str, sides: tuple[str, ...], language: str) -> tuple[str, ...]:
    found = (_JAPANESE_ASPECTS if language == "ja" else _ASPECTS).search(rest)
    if not found:
        return ()
    pieces = re.split(r"、|・|と|および" if language == "ja" else r",\s*(?:and\s+)?|\s+and\s+", found["aspects"])
    taken = frozenset[str]().union(*(content_words(side) for side in sides))
    cleaned = (re.sub(r"^(?:the|their|its)\s+", "", piece.strip()) for piece in pieces)
    return tuple(piece for piece in cleaned if content_words(piece) and not content_words(piece) <= taken)[:4]


def _emphasis(text: str, language: str) -> str:
    if language == "ja":
        found = _JAPANESE_EMPHASIS.search(text)
        return ((found["what"] or found["what2"]) if found else "").strip("、 ")
    found = _EMPHASIS.search(text)
    return (
        re.sub(r"\s+(?:please|and (?:how|what|why)\b.*)$", "", found["what"], flags=re.IGNORECASE).strip(" ,")
        if found
        else ""
    )


def _without_emphasis(text: str, language: str) -> str:
    pattern = _JAPANESE_EMPHASIS if language == "ja" else _EMPHASIS
    return pattern.sub("", text).strip(" ,、")


def _parts(text: str, subject: str, language: str) -> tuple[str, ...]:
    """The questions in the text. Later ones inherit the subject: by their pronoun, or by being told."""
    if language == "ja":
        pieces = [piece.strip("、 ") for piece in _JAPANESE_BREAK.split(text) if piece and piece.strip("、 ")]
        asking = [
            piece
            for piece in pieces
            if re.search(r"か$|何|誰|いつ|どこ|なぜ|どの|どう|いくら|いくつ|教え|説明|述べ|比較|調べ", piece)
        ]
        return tuple(_inherit_japanese(piece, subject) for piece in asking or pieces[:1])
    pieces = [_FILLER.sub("", piece.strip(" ,")) for piece in _BREAKS.split(text) if piece and piece.strip(" ,.")]
    pieces = [split for piece in pieces for split in _nominal(piece)]
    asking = [piece for index, piece in enumerate(pieces) if content_words(piece) and (index == 0 or _asks(piece))]
    return tuple(_inherit(piece, subject, index) for index, piece in enumerate(_with_contexts(asking)))


def _nominal(piece: str) -> list[str]:
    """ "… and its limits" after a question is a question of its own."""
    halves = _NOMINAL_BREAK.split(piece)
    if (
        len(halves) != 2
        or not re.match(r"^(?:its|their)\b", halves[1], re.IGNORECASE)
        or not _QUESTION_WORD.match(halves[0])
    ):
        return [piece]
    return [halves[0], f"what are {halves[1]}"]


def _asks(piece: str) -> bool:
    return bool(_QUESTION_WORD.match(piece))


def _with_contexts(pieces: list[str]) -> list[str]:
    """A statement before the first question is context, not a question."""
    asking = [piece for piece in pieces if _asks(piece)]
    return asking or pieces


def _inherit(piece: str, subject: str, index: int) -> str:
    text = piece[:1].upper() + piece[1:]
    text = text.rstrip(" .!") if not text.endswith("?") else text
    if index and subject:
        resolved = _POSSESSIVE.sub(_genitive(subject), text)
        resolved = _PRONOUN.sub(subject, resolved, count=1) if resolved == text else resolved
        if resolved == text and not content_words(subject) & content_words(text) and not names(text):
            resolved = f"{text} with regard to {subject}"
        text = resolved
    return text if text.endswith("?") or not _asks(text) or _is_order(text) else text + "?"


def _genitive(subject: str) -> str:
    return f"{subject}'" if subject.endswith("s") else f"{subject}'s"


def _is_order(text: str) -> bool:
    return bool(
        re.match(
            r"^\W*(?:compare|describe|explain|list|name|tell|summari[sz]e|give|discuss|outline|analy[sz]e|recommend)\b",
            text,
            re.IGNORECASE,
        )
    )


def _inherit_japanese(piece: str, subject: str) -> str:
    text = re.sub(
        r"(?:それ|これ|その|この)(?=[はがをのに])|(?<![一-鿿])(?:その|この)", subject + "の" if subject else "", piece
    )
    if subject and subject not in text and not content_words(subject) & content_words(text):
        text = f"{subject}に関して、{text}"
    return text + ("。" if not text.endswith(("か", "？", "?")) else "？" if text.endswith("か") else "")


def _own_and_standard(text: str, language: str) -> tuple[str, str]:
    own = _INTERNAL.search(text)
    if not own:
        return "", ""
    internal = (own["what"] or own["what2"] or "").strip()
    for found in _STANDARD.finditer(text):
        external = (found["named"] or found["what"] or found["what2"] or "").strip()
        whole = found.group().strip() if not found["named"] else external
        if (
            external
            and not content_words(whole) & content_words(internal)
            and fold(external) not in {"the", "a", "our", "this"}
        ):
            return internal, re.sub(r"^(?:the|with|against|to|and)\s+", "", whole, flags=re.IGNORECASE)
    return "", ""


def subjects_of(text: str) -> tuple[str, ...]:
    """Every subject that a question names, sides of a comparison first."""
    language = language_of(text)
    comparison = _comparison(text, language)
    sides = comparison.sides if comparison else ()
    if language == "ja":
        main = japanese_subject(text)
        return distinct((*sides, *((main,) if main else ())))
    if sides:
        return distinct((*sides, *(name.text for name in names(text, trust_openings=True))))
    return read(text).subjects


def term_list(text: str) -> tuple[str, ...]:
    """Names of a text in either language."""
    if language_of(text) == "ja":
        return distinct(term.text for term in japanese_terms(text) if len(term.text) >= 2)
    return distinct(name.text for name in names(text))
