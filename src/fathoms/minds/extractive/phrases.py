"""What a question without a name is about: its noun phrase, found by the shape of the question.

Knows: English and Japanese question shapes.  Does not know: any vocabulary but the vague words that
name nothing ("it", "things", "the best way").
"""

from __future__ import annotations

import re

from fathoms.engine.words import STOP_WORDS, fold
from fathoms.minds.extractive.concepts import is_framing
from fathoms.minds.extractive.names import japanese_terms
from fathoms.minds.extractive.terms import listed, terms

_DET = r"(?:the |an? |our |my )?"
_AUX = r"(?:is|are|was|were|do|does|did|has|have|had|will|can|could|should)"
_VERB = (
    r"(?:work|operate|function|affect|differ|compare|change|develop|help|handle|support|protect|prevent|use|need|make|cause|become|"
    r"fail|prefer|happen|fall|rise|get|go|come|take|cost|look|relate|influence|improve|evolve|contribute)(?:s|d|ed)?"
)
_SIDE = (
    r"(?:history|future|state|status|limits?|limitations?|role|purpose|overview|outlook|benefits?|advantages?|drawbacks?|"
    r"disadvantages?|effects?|impacts?|causes?|risks?|development|evolution)"
)
_ORDER = r"(?:describe|explain|summari[sz]e|outline|review|discuss|analy[sz]e|evaluate|assess|trace|investigate|research|examine)"
_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        rf"^how {_AUX} {_DET}(?P<subject>[^?,]{{2,60}}?) (?:been |be )?(?:{_VERB}|became|fell|rose|\w+ed)\b",
        rf"^why {_AUX} {_DET}(?P<subject>[^?,]{{2,60}}?) (?:not |been )?(?:{_VERB}|became|fell|rose|\w+ed|so|too|more|less)\b",
        rf"\b{_SIDE} (?:and [\w ]{{3,30}} )?of {_DET}(?P<subject>[^?,.;]{{2,60}})",
        rf"\babout {_DET}(?P<subject>[^?,.;]{{2,60}})",
        rf"^(?:what|who) (?:is|are|was|were) {_DET}[^?,]{{2,50}}? (?:of|for|on|at|in) {_DET}(?P<subject>[^?,]{{2,60}})",
        rf"^(?:what|who) (?:is|are|was|were) {_DET}(?P<subject>[^?,]{{2,60}})",
        rf"^{_ORDER} {_DET}(?P<subject>[^?,.;]{{2,60}})",
        rf"^(?:how many|how much|which|what) (?P<subject>[^?,]{{2,60}}?) {_AUX}\b",
        rf"^{_AUX} {_DET}(?P<subject>[^?,]{{2,40}}?) (?:{_VERB}|\w+ed|\w+ing|be|an?|the)\b",
    )
)
_TRAIL = re.compile(
    r"\s+(?:and|or|but|which|that|who|when|while|because|since|with|in|on|at|by|from|to|for|during|after|before|as|so|than|over|"
    r"under|into)\b.*$"
)
_VAGUE = listed(
    """
    it this that they them he she thing things stuff something anything everything all we us i you me problem problems issue
    issues matter topic subject best better good bad right wrong idea ideas here there one ones way situation case life world
    """
)
JAPANESE_FRAME = listed(
    """
    何 誰 何人 何年 何月 何日 何時 何故 理由 原因 教 説明 比較 違 歴史 現状 将来 今後 課題 限界 詳細 詳 概要 調査 調 報告 比 特 最 場合
    名前 名 場所 現在 展望 未来 沿革 経緯 分析 包括的 徹底的 的 必要 教示 解説 仕組 影響 程度 言 見 知 思
    """
)
_JAPANESE_DATE = re.compile(
    r"(?:[\d０-９]+|[一二三四五六七八九十]+)(?:年度?|月|日|世紀|年代)?(?:[\d０-９]+月)?(?:[\d０-９]+日)?"
)


def noun_phrase(text: str) -> str:
    """What a question without names is about; empty when it is about nothing in particular."""
    lowered = fold(text).strip().rstrip("?!. ")
    for shape in _SHAPES:
        if found := shape.search(lowered):
            phrase = _TRAIL.sub("", found.group("subject")).strip()
            if phrase and not _is_vague(phrase):
                return phrase
    return ""


def japanese_subject(text: str) -> str:
    """The first thing that a Japanese question names; a source ("…によると") is not it."""
    for term in japanese_terms(text):
        if is_japanese_frame(term.text) or _JAPANESE_DATE.fullmatch(term.text):
            continue
        if not text[term.end :].startswith(("によると", "によれば")):
            return term.text
    return ""


def is_japanese_frame(term: str) -> bool:
    """Whether the term only frames the question."""
    return term in JAPANESE_FRAME or term.startswith("何")


def _is_vague(phrase: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", phrase) if word not in STOP_WORDS]
    return not words or all(word in _VAGUE or is_framing(next(iter(terms(word)), "")) for word in words)
