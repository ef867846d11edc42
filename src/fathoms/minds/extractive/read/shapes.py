"""What a request is made of: comparison, questions, emphasis, periods, advice, breadth.

Knows: the wordings that give a request's shape away.  Does not know: tasks or plans.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from fathoms.domain.feasibility import Extent
from fathoms.engine.intake.extent import extent_of
from fathoms.minds.extractive.read.clauses import Clauses, clauses_of, phrase_around, reframed
from fathoms.minds.extractive.read.comparing import Comparison, comparison_in, own_and_standard
from fathoms.minds.extractive.read.phrases import japanese_topic, noun_phrase, placed_subject
from fathoms.minds.extractive.read.question import named_things, read
from fathoms.text.names import distinct
from fathoms.text.terms import terms
from fathoms.text.words import language_of

LONG_TEXT = 200
"""Characters above which a question's length is a sign of complexity."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A request, taken apart."""

    text: str
    language: str
    subject: str
    """The main one; later questions inherit it. Empty when there is none."""
    comparison: Comparison | None
    clauses: Clauses
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
    aspects: tuple[str, ...]
    """What the question itself lists of its subject: "the *causes* and *consequences* of …"."""

    @property
    def phrase(self) -> str:
        """The subject with the words around it: "tram extension to Gallowgreen"."""
        return phrase_around(self.subject, self.text) if self.subject else ""

    def said(self, name: str) -> str:
        """The name with the article that the question gives it: "the Cold Quay Battery"."""
        found = re.search(rf"\b(?P<article>(?i:the|our|my)|an?)\s+{re.escape(name)}(?!\w)", self.text)
        return f"{found['article'].lower()} {name}" if found else name

    @property
    def parts(self) -> tuple[str, ...]:
        return self.clauses.questions


_ON = r"[:,]?\s+(?:on\s+|in\s+|the\s+|its\s+|their\s+)*(?P<what>[^.;?!]{2,120})"
_EMPHASIS = re.compile(
    r"(?:\bin particular\b|\bparticularly\b|\bespecially\b|\babove all\b|\bmost of all\b"
    r"|\bwith (?:an? )?(?:special |particular |strong )?(?:emphasis|focus|attention|stress) (?:on|to)\b"
    r"|\bfocus(?:ing|sed|ed)?(?: mainly| especially)? on\b|\bemphasi[sz]ing\b|\bpaying (?:special "
    r"|particular )?attention to\b)" + _ON,
    re.IGNORECASE,
)
_JAPANESE_EMPHASIS = re.compile(
    r"(?:特に|とりわけ|なかでも|中でも|とくに)、?(?P<what>[^、。？?]{2,40}?)"
    r"(?:に(?:重点|焦点|力点)を(?:置いて|置き|当てて|当て)|に(?:重点|焦点|注目|力点|絞)|について|を(?:中心|重視|詳しく|重点|深く|掘り下げ)|は|も|が|[、。？?]|$)"
    r"|(?P<centre>[^、。？?]{2,40}?)(?:に(?:重点|焦点)を(?:置いて|置き|当てて|当て)?|を中心に|を重点的に)"
)
_PERIODS = (
    (
        "history",
        r"\bhistor(?:y|ical(?:ly)?)\b|\bpast\b|\borigins?\b|\bevol(?:ve|ved|ution)\b|歴史|過去|沿革|経緯"
        r"|変遷|これまで",
    ),
    ("present", r"\bpresent\b(?! an?\b)|\bcurrent(?:ly)?\b|\btoday(?!['’]s)\b|\bnowadays\b|現状|現在|今日"),
    (
        "future",
        r"\bfuture\b|\boutlook\b|\bprospects?\b|\bcoming years\b|\broadmap\b|\bnext (?:steps|years|decade)\b"
        r"|将来|未来|今後|展望|見通し",
    ),
)
_DEEP = re.compile(
    r"\b(?:in[- ]depth|in detail|detailed|comprehensive(?:ly)?|thorough(?:ly)?|exhaustive(?:ly)?|deep dive"
    r"|extensive(?:ly)?"
    r"|(?:complete|full) (?:overview|picture|account|analysis|report))\b"
    r"|詳しく|詳細に|徹底的|包括的|網羅的|深く|くわしく|総合的",
    re.IGNORECASE,
)
_BROAD = re.compile(
    r"^\W*(?:(?:please|can you|could you)\s+)?(?:give (?:me )?an? (?:\w+ )?(?:overview|account|report"
    r"|summary|analysis|picture)"
    r"|tell me (?:all |everything )?about|describe|explain|summari[sz]e|discuss|analy[sz]e|write (?:a|an"
    r"|me)|report on|research"
    r"|investigate|review|evaluate|assess|outline|examine)\b"
    r"|^\W*(?:i|we)(?:'d like| would like| need| want| am looking for| are looking for) (?:an? |the |some )?"
    r"(?:[\w-]+ ){0,2}(?:overview|account|report|summary|analysis|picture|review|study|survey|assessment|briefing)\b"
    r"|^\W*(?:please\s+)?(?:provide|conduct|prepare|produce|make|do|carry out|perform|undertake|create|compile|present)"
    r" (?:me |us )?(?:with )?(?:an? |the )?(?:[\w-]+ ){0,2}"
    r"(?:overview|account|report|summary|analysis|picture|review|study|survey|assessment|investigation|examination)\b"
    r"|\bwhat (?:is known|do we know|do (?:the|our) \w+ say) about\b|\b(?:an? )?(?:\w+ )?overview of\b"
    r"|\bstate of the art\b"
    r"|について(?:詳しく|徹底的に|包括的に)?(?:教え|説明|述べ|調べ|まとめ|解説|報告|分析|論じ)|概要|全体像",
    re.IGNORECASE,
)
_PROBLEMS = re.compile(
    r"\b(?:problems?|challenges?|difficult(?:y|ies)|obstacles?|issues)\b.*"
    r"\b(?:solutions?|solved?|remed(?:y|ies)|overcome|address(?:ed)?|mitigat\w+|fix(?:ed|es)?)\b|(?:課題"
    r"|問題).*(?:解決|対策|対応)",
    re.IGNORECASE,
)
_ADVICE = re.compile(
    r"\b(?:recommend(?:ation|ations|ed)?|advi[cs]e|should (?:we|i|one|they|you|our|the|each)"
    r"|should be (?:done|used|chosen|preferred|changed|improved|taken|avoided)|migrat(?:e|ion|ing)"
    r"|which (?:one )?(?:to|should)"
    r"|best (?:choice|way|option))\b|移行|推奨|提言|助言|べき",
    re.IGNORECASE,
)


_SOMEWHERE = re.compile(r"\b(?:at|in|on|near|from)\s+(?:the\s+)?$", re.IGNORECASE)
"""A name after one of these tells where, not whom."""


def take_apart(question: str) -> Shape:
    """All that the wording of a question gives away about its shape."""
    text = " ".join(question.split())
    language = language_of(text)
    emphasis, plain = _emphasis(text, language)
    plain = reframed(plain)
    extent = extent_of(plain)
    subject = main_subject(plain, language)
    if any(terms(aspect) & terms(subject) for aspect in extent.aspects):
        subject = _owner(plain, extent) or subject
    comparison = comparison_in(text, language, subject)
    compared = (" and " if language == "en" else "と").join(comparison.sides) if comparison else ""
    internal, external = own_and_standard(text)
    return Shape(
        text=text,
        language=language,
        subject=subject,
        comparison=comparison,
        clauses=clauses_of(plain, compared or subject, language),
        emphasis=emphasis,
        periods=tuple(name for name, pattern in _PERIODS if re.search(pattern, text, re.IGNORECASE)),
        is_deep=bool(_DEEP.search(text)),
        is_broad=bool(_BROAD.search(text)),
        is_problem_chain=bool(_PROBLEMS.search(text)),
        wants_advice=bool(_ADVICE.search(text)),
        internal=internal,
        external=external,
        aspects=_aspects(extent, subject),
    )


def _owner(text: str, extent: Extent) -> str:
    """What a list of aspects belongs to, where the words say so: "the causes and lessons of *it*"."""
    if len(extent.aspects) < 2 or extent.subjects:
        return ""
    found = re.search(rf"{re.escape(extent.aspects[-1])} of (?:the |an? )?(?P<owner>[a-z][^?,.;:]{{2,60}})", text)
    return re.split(_AFTER_OWNER, found["owner"])[0].strip() if found else ""


_AFTER_OWNER = re.compile(r"\s+(?:in|on|at|for|from|since|during|and|with|to|that|which|by)\b")


def _aspects(extent: Extent, subject: str) -> tuple[str, ...]:
    """What is listed of the one subject; a list with the subject in it is none of its aspects."""
    listed = extent.aspects
    if len(listed) < 2 or len(extent.subjects) > 1 or extent.periods:
        return ()
    if any(terms(aspect) & terms(subject) for aspect in listed):
        return ()
    head = listed[-1].rpartition(" ")[2] if " " in listed[-1] else ""
    plain = (listed[0][:1].lower() + listed[0][1:] if listed[0][1:].islower() else listed[0], *listed[1:])
    return tuple(f"{a} {head}" if head and _ADJECTIVE.fullmatch(a) else a for a in plain)


_ADJECTIVE = re.compile(r"[a-z]+(?:al|ic|ary|ive|ous)")
"""Of "economic and environmental effects" the first item shares the head of the last."""


def main_subject(text: str, language: str) -> str:
    """What the whole question is about: its first name, unless that only says where; else its noun phrase."""
    if language == "ja":
        return japanese_topic(text)
    if placed := placed_subject(text):
        return placed
    if _HEADLINE.match(text) and (phrase := _first_phrase(text)):
        return phrase
    named = named_things(text)
    acting = [name for name in named if not _SOMEWHERE.search(text[: name.start])]
    found = distinct(name.text for name in acting or named)
    return next((name for name in found if " " in name), found[0]) if found else _first_phrase(text)


_HEADLINE = re.compile(r"^\W*[A-Z][a-z]+(?:,? and |, )[a-z][^.?]*? of ")
"""No sentence but a heading, "Costs and benefits of …": its capital is no name."""


def _first_phrase(text: str) -> str:
    """The noun phrase of the first sentence that has one; a sentence may only set the scene."""
    return next((phrase for sentence in re.split(r"(?<=[.?!;])\s+", text) if (phrase := noun_phrase(sentence))), "")


def subjects_of(text: str) -> tuple[str, ...]:
    """Every subject that a question names, sides of a comparison first."""
    language = language_of(text)
    comparison = comparison_in(text, language, main_subject(text, language))
    sides = comparison.sides if comparison else ()
    if sides:
        return sides
    narrowed = japanese_topic(text) if language == "ja" else placed_subject(text)
    main = main_subject(text, language)
    return (narrowed,) if narrowed else read(text).subjects or ((main,) if main else ())


def _emphasis(text: str, language: str) -> tuple[str, str]:
    """What is stressed, and the request without it."""
    if language == "ja":
        found = _JAPANESE_EMPHASIS.search(text)
        if not found:
            return "", text
        what = (found["what"] or found["centre"]).strip("、 ")
        return what, (text[: found.start()] + text[found.end() :]).strip("、 ") or text
    found = _EMPHASIS.search(text)
    if not found or not terms(found["what"]):
        return "", text
    what = re.split(r"\s+(?:and|but)\s+(?:how|what|why|which|who|when)\b", found["what"])[0].strip(" ,")
    return what, _without_sentence(text, found)


def _without_sentence(text: str, found: re.Match[str]) -> str:
    """The request without the stress; a sentence that says nothing else goes whole."""
    start = max(text.rfind(mark, 0, found.start()) for mark in ".?!") + 1
    lead_in = text[start : found.start()].strip(" ,")
    if re.fullmatch(
        r"(?:I(?: am|'m)? |we(?: are|'re)? |please |mostly |mainly )?\s*(?:interested|interest|want|looking"
        r"|care|focus|it)?\b.{0,20}",
        lead_in,
        re.IGNORECASE,
    ):
        return (text[:start] + text[found.end() :]).strip(" ,") or text
    return (text[: found.start()] + text[found.end() :]).strip(" ,") or text
