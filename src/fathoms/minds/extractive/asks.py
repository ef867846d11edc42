"""The request's own parts: what is asked for, each once and in its own words; what is only said beforehand.

Knows: how English, Japanese and Chinese ask, and that a part which leans on another cannot stand alone.  Does not know:
other languages, beyond their question marks and lists; where it is unsure, a request has one part: the whole.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathoms.domain.feasibility import Extent
from fathoms.engine.intake.extent import extent_of
from fathoms.text.language import detect
from fathoms.text.names import distinct, names
from fathoms.text.terms import terms
from fathoms.text.words import is_spaceless

LONGEST_PART = 60
"""Words; what is longer is a text, not an ask."""
SHORTEST_NAME = 2
LONGEST_WISH = 90
"""Characters of a wish for a form; a longer sentence that has one asks for more."""
LEAST_APART = 3
"""Parts from which each is looked for by itself; two are found together, or the whole finds more."""

_SENTENCE = re.compile(r"(?<=[?？!！。])\s*|(?:(?<=[a-z)\"”])|(?<=\d\d))\.(?:\s+|$)|[;；]\s*|\n+")
_BULLET = re.compile(r"^\s*(?:[-*•・]|\(?\d{1,2}[.)、）]|[（(]?[a-zA-Z一二三四五六七八九十][.)、）])\s*(?=\S)")
_ORDERS = (
    "compare contrast describe explain analyse analyze discuss outline review evaluate assess examine summarise"
    " summarize list name give tell show find identify provide report research investigate trace rank check"
    " determine estimate recommend propose suggest"
)
_QUESTIONS = "what which who whom whose when where why how is are do does did can could should"
_BEFORE = r"please|also,?|then,?|and|finally,?|i (?:want|need|would like)(?: you)? to(?: know)?"
_ANY_ASK = "|".join(f"{_QUESTIONS} {_ORDERS}".split())
_ASKS = {
    "en": re.compile(rf"[?]\s*$|^\W*(?:(?:{_BEFORE})\s+)*(?:{_ANY_ASK})\b", re.IGNORECASE),
    "ja": re.compile(
        r"[?？]\s*$|ください|下さい|(?:か|たい|せよ|なさい|ほしい)[。]?$"
        r"|(?:比較|説明|調査|分析|整理|検討|提案|評価)(?:する|して)?[。]?$"
    ),
    "zh": re.compile(
        r"[?？]\s*$|^\W*(?:请|請|帮|调研|调查|分析|比较|对比|总结|列出|介绍|说明|评估|研究|探讨|如何|为什么|什么|哪些|给出|梳理)"
    ),
}
_FORMAT = re.compile(
    r"\b(?:format|bullet points?|word (?:limit|count)|\d+ words|in (?:a )?table|cite|citations?|references?|apa"
    r"|markdown|headings?|tone|audience|concise|keep it|write (?:it|the (?:report|answer)) in|in english)\b"
    r"|字以内|文字以内|表形式|箇条書き|出典|引用|形式で|字左右|字数|格式|参考文献|表格形式",
    re.IGNORECASE,
)
_LEANS = re.compile(
    r"\b(?:it|its|they|their|them|this|these|those|that|he|his|him|she|her|former|latter|each|both|ones?|there)\b"
    r"|それ|これ|その|この|彼|同社|其|它|他们|这些|那些|该|此",
    re.IGNORECASE,
)
_W = "what|which|who|when|where|why|how"
_JOINED = re.compile(
    rf"(?<=[^,;])(?:,\s*|;\s*|\s+)(?:and|or)\s+(?:also\s+)?(?=(?:{_W}|{'|'.join(_ORDERS.split())})\b)"
    rf"|,\s+(?=(?:{_W})\s+(?:is|are|do|does|did|was|were|can|should|many|much|long|often)\b)"
    rf"|,\s+(?=(?:{'|'.join(_ORDERS.split())})\s)",
    re.IGNORECASE,
)
_BEING = "is|are|was|were"
_HELPING = "do|does|did|has|have|had|can|could|should|will|would"
_OPENING = re.compile(
    rf"^\W*(?:(?:{_BEFORE})\s+)*(?:(?:{_W}|whom|whose)\s+(?:{_BEING})\b|(?:{_BEING}|{_HELPING})\b"
    rf"|tell me about\b|(?:{'|'.join(_ORDERS.split())})\b)\s+",
    re.IGNORECASE,
)
_HELPED = re.compile(rf"^\W*(?P<asking>{_W}|whom|whose)\s+(?:{_HELPING})\s+", re.IGNORECASE)
_DOES = re.compile(r"^\W*(?:how|why|what|when|where)\s+(?:do|does|did)\b", re.IGNORECASE)
_OWNER = re.compile(r"\b(?:of|on|about|for|in)\s+(?P<owner>[^?.:;,]+)$", re.IGNORECASE)
_OWNED = re.compile(r"^\s+(?:of|for|in|on)\s+(?P<owner>[^?.:;,]+)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Request:
    """What was asked, taken apart no further than its own words allow."""

    text: str
    language: str
    parts: tuple[str, ...]
    """Each explicit ask, in its own words; none when the request asks one thing."""
    apart: bool
    """Whether every part can be looked for without the others."""
    sides: tuple[str, ...] = ()
    """What is compared, where it is named."""
    aspects: tuple[str, ...] = ()
    """What is listed of the subject, or in which respects sides are compared."""
    owner: str = ""
    """What the listed aspects belong to."""


def language_of(text: str) -> str:
    """The language of a request; English where nothing speaks for another."""
    return detect(text) or ("ja" if is_spaceless(text) else "en")


def take_apart(question: str) -> Request:
    """The parts of a request. Preamble is context, wishes for a form are no parts."""
    text = " ".join(question.split())
    language = language_of(text)
    extent = extent_of(text)
    sides = extent.subjects if extent.compared and len(extent.subjects) > 1 else ()
    listed = extent.aspects or extent.periods
    aspects = () if (extent.subjects and not sides) or any(one.endswith("ly") for one in listed) else listed
    asks = _explicit(question, language)
    if len(asks) > 1:
        subject = next(iter(named(" ".join(asks))), "") or (topic_of(asks[0]) if language == "en" else "")
        parts = tuple(_with_subject(ask, subject) for ask in asks)
        apart = len(asks) >= LEAST_APART and all(_stands(ask, asks) for ask in asks)
        return Request(text, language, parts, apart, sides, aspects)
    if len(aspects) > 1 and not sides and (owner := _owner(text, extent, language)):
        parts = tuple(f"{aspect} – {owner}" for aspect in aspects)
        return Request(text, language, parts, len(parts) >= LEAST_APART, sides, aspects, owner)
    return Request(text, language, (), apart=False, sides=sides, aspects=aspects)


def subjects_of(request: Request) -> tuple[str, ...]:
    """The sides of a comparison, what a list belongs to, else the names that the request has; often none."""
    return request.sides or ((request.owner,) if request.owner else named(request.text))


def named(text: str) -> tuple[str, ...]:
    """The names in a text; a unit or a lone letter is none."""
    return distinct(name.text for name in names(text) if len(name.text) > SHORTEST_NAME)


def matter_of(question: str) -> str:
    """What a question is about, as a phrase: "the capital of Spain" of "What is the capital of Spain?", "who built the
    crane" of "Who built the crane?"."""
    bare = question.strip().rstrip("?？!。. ")
    if noun := _OPENING.sub("", bare):
        bare = noun
    helped = _HELPED.sub(lambda found: f"{found['asking'].lower()} ", bare)
    first, _, rest = helped.partition(" ")
    return f"{first.lower()} {rest}" if first.lower() in _W.split("|") and rest else helped


def topic_of(ask: str) -> str:
    """What an ask that leans on nothing is about, where it has no name: "photosynthesis" of "How does photosynthesis
    work?"."""
    if _LEANS.search(ask):
        return ""
    words = matter_of(ask).split()
    if words and words[0] in _W.split("|"):
        words = words[1:-1] if _DOES.match(ask) and len(words) > 2 else words[2:] or words[1:]
    return " ".join(words)


def _explicit(question: str, language: str) -> list[str]:
    """Every sentence that asks, and every item of a list that is asked for."""
    asking = _ASKS.get(language, re.compile(r"[?？]\s*$|^\W*¿"))
    raw = [one for one in _SENTENCE.split(question) if one and one.strip(" .。")]
    listed = [_BULLET.sub("", one).strip() for one in raw if _BULLET.match(one)]
    plain = [one.strip() for one in raw if not _BULLET.match(one)]
    asks = [part for one in plain if asking.search(one) for part in _clauses(one, language)]
    if len(listed) > 1:
        asks = [*(ask for ask in asks if not ask.endswith((":", "：")) and len(asks) > 1), *listed]
    fit = [ask for ask in dict.fromkeys(asks) if len(ask.split()) <= LONGEST_PART and terms(ask)]
    return [ask for ask in fit if not _FORMAT.search(ask) or len(ask) > LONGEST_WISH]


def _clauses(sentence: str, language: str) -> list[str]:
    """The questions that one sentence asks in a row: "What is X, and why was it moved?"."""
    if language != "en" or not re.match(
        rf"\W*(?:(?:{_BEFORE})\s+)*(?:{_W}|{'|'.join(_ORDERS.split())})\b", sentence, re.I
    ):
        return [sentence]
    return [part.strip(" ,;") for part in _JOINED.split(sentence) if part.strip(" ,;")]


def _stands(ask: str, asks: list[str]) -> bool:
    """Whether a part says itself what it is about: it leans on no other, and shares a word with one or has a name."""
    shared = any(terms(ask) & terms(other) for other in asks if other != ask)
    return not _LEANS.search(ask) and (shared or bool(named(ask))) and not is_spaceless(ask)


def _with_subject(ask: str, subject: str) -> str:
    """The part in its own words; one that leans on another says what the whole is about."""
    if not subject or terms(subject) <= terms(ask) or not _LEANS.search(ask):
        return ask
    return f"{ask.rstrip()} ({subject})"


def _owner(text: str, extent: Extent, language: str) -> str:
    """What a list of aspects belongs to, where the words around the list say so."""
    listed = extent.aspects or extent.periods
    start, end = text.find(listed[0]), text.rfind(listed[-1]) + len(listed[-1])
    before, after = text[:start].rstrip(" :："), text[end:]
    if language in ("ja", "zh"):
        return re.sub(
            r"(?:に関する|に関して|について|における|の|的)$", "", re.split(r"[、。，？?]", before)[-1]
        ).strip()
    found = _OWNED.match(after) or _OWNER.search(re.sub(r"\s+(?:the|its|their)$", "", before))
    return found["owner"].strip() if found else ""
