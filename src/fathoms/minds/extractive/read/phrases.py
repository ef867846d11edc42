"""What a question without a name is about: its noun phrase, found by the shape of the question.

Knows: English and Japanese question shapes.  Does not know: any vocabulary but the vague words that
name nothing ("it", "things", "the best way").
"""

from __future__ import annotations

import re
from itertools import pairwise

from fathoms.minds.extractive.read.concepts import is_framing
from fathoms.text.names import japanese_terms
from fathoms.text.terms import listed, terms
from fathoms.text.words import STOP_WORDS, fold

_DET = r"(?:the |an? |our |my )?"
_AUX = r"(?:is|are|was|were|do|does|did|has|have|had|will|can|could|should)"
_ASKER = r"(?:i|we|you|one|they|he|she|it)"
_VERB = (
    r"(?:work|operate|function|affect|differ|compare|change|develop|help|handle|support|protect|prevent|use"
    r"|need|make|cause|become|"
    r"fail|prefer|happen|fall|rise|get|go|come|take|cost|look|relate|influence|improve|evolve|contribute)(?:s|d|ed)?"
)
_SIDE = (
    r"(?:history|future|state|status|limits?|limitations?|role|purpose|overview|outlook|benefits?"
    r"|advantages?|drawbacks?|"
    r"disadvantages?|effects?|impacts?|causes?|risks?|development|evolution)"
)
_ORDER = (
    r"(?:describe|explain|summari[sz]e|outline|review|discuss|analy[sz]e|evaluate|assess|trace"
    r"|investigate|research|examine)"
)
_ACCOUNT = r"(?:account|report|summary|analysis|picture|review|study|survey|assessment|investigation|examination)"
_MANNER = re.compile(
    r"\b(?:thoroughly|comprehensively|exhaustively|extensively|carefully|briefly|fully|systematically|critically"
    r"|in(?: full| great| more)? detail|in[- ]depth)\b,?\s*",
    re.IGNORECASE,
)
"""How an order is to be carried out; no part of what it is about."""
_WH = r"(?:how|what|which|why|when|where|who|whether)"
_LONG = r"[^?,.;:]{2,100}(?![\w-])"
_PHRASE_END = r"(?:$|[,;.]| (?:and|in|on|at|for|since|from|to|by|with|per|an?|the|during|between|each|every)\b)"
_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        rf"^how {_AUX} {_DET}(?P<subject>(?!{_ASKER} )[^?,]{{2,60}}?) "
        rf"(?:been |be )?(?:{_VERB}|became|fell|rose|\w+ed)\b",
        rf"^why {_AUX} {_DET}(?P<subject>[^?,]{{2,60}}?) (?:not |been )?(?:{_VERB}|became|fell|rose|\w+ed"
        rf"|so|too|more|less)\b",
        rf"\b{_SIDE} (?:and [\w ]{{3,30}} )?of {_DET}(?P<subject>{_LONG})",
        rf"\b{_ACCOUNT} (?:of|on|about) {_DET}(?P<subject>{_LONG})",
        rf"\babout {_DET}(?P<subject>{_LONG})",
        rf"^(?:what|who) (?:is|are|was|were) {_DET}[^?,]{{2,50}}? (?:of|for|on|at"
        rf"|in) {_DET}(?P<subject>[^?,]{{2,60}})",
        rf"^(?:what|who) (?:is|are|was|were) (?!not\b|never\b|\w+ed\b){_DET}(?P<subject>[^?,]{{2,60}})",
        rf"^{_ORDER} {_DET}(?P<subject>(?!{_WH} ){_LONG})",
        rf"^{_ORDER} (?:how|why) {_DET}(?P<subject>[^?,.;:]{{2,60}}?) (?:{_AUX}|{_VERB})\b",
        rf"^(?:{_ORDER} )?(?:which|what) (?P<subject>[a-z]+ of [a-z]+(?: [a-z]+)?) (?:exist|{_AUX})\b",
        rf"^how (?:many|much) [^?,]{{2,40}}? (?:has|have|had) (?:the|an?|our) (?P<subject>[\w -]{{2,60}}?)"
        rf"(?= [\w-]+ed\b|{_PHRASE_END})",
        rf"^how (?:many|much) [^?,]{{2,40}}? (?:does|do|did) (?:the|an?|our) (?P<subject>[\w -]{{2,60}}?)"
        rf"(?= [\w-]+{_PHRASE_END})",
        rf"^(?:how many|how much|which|what) (?P<subject>[^?,]{{2,60}}?) {_AUX}\b",
        rf"^{_AUX} {_DET}(?P<subject>[^?,]{{2,40}}?) (?:{_VERB}|\w+ed|\w+ing|be|an?|the)\b",
        r"^who \w+ (?:the|an?) (?P<subject>[^?,.;:]{2,60})(?![\w-])",
        r"^why (?:is|are|was|were) (?:the |an? )?(?P<subject>[\w-]+(?: [\w-]+)?) [\w-]+$",
        r"^(?:at|in|on|by|to|for|from|under|with) (?:what|which) [\w -]{2,40}? (?:does|do|did) (?:the |an? )?"
        r"(?P<subject>[\w-]+(?: [\w-]+)??) [\w-]+",
    )
)
_TRAIL = re.compile(
    r"\s+(?:and|or|but|which|that|who|when|while|because|since|with|in|on|at|by|from|to|for|during|after"
    r"|before|as|so|than|over|"
    r"under|into)\b.*$"
)
_VAGUE = listed(
    """
    it this that they them he she thing things stuff something anything everything all we us i you me problem
    problems issue issues matter topic subject best better good bad right wrong idea ideas here there one ones
    way situation case life world
"""
)
JAPANESE_FRAME = listed(
    """
    何 誰 何人 何年 何月 何日 何時 何故 理由 原因 教 説明 比較 違 歴史 現状 将来 今後 課題 限界 詳細 詳
    概要 調査 調 報告 比 特 最 場合 名前 名 場所 現在 展望 未来 沿革 経緯 分析 包括的 徹底的 的 必要
    教示 解説 仕組 影響 程度 言 見 知 思
"""
)
JAPANESE_ASPECTS = listed(
    """
    対策 費用 コスト 利点 欠点 長所 短所 効果 役割 特徴 性能 出力 規模 原理 構造 意義 問題 問題点 解決策
    解決 対応 要因 背景 動向 見通し 方法 手順 種類 定義 変遷 起源 予測 メリット デメリット リスク 評価
    目的 結果
"""
)
"""What is asked of a subject; together with the frame words, what never is part of its name."""
_JAPANESE_DATE = re.compile(
    r"(?:[\d０-９]+|[一二三四五六七八九十]+)(?:年度?|月|日|世紀|年代)?(?:[\d０-９]+月)?(?:[\d０-９]+日)?"
)


def noun_phrase(text: str) -> str:
    """What a question without names is about; empty when it is about nothing in particular."""
    lowered = _MANNER.sub("", fold(text).strip()).rstrip("?!. ")
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


_PLACED = re.compile(
    rf"(?:\b(?:{_SIDE}|{_ACCOUNT})\s(?:of|on)\s|\babout\s|^\W*(?:please\s)?{_ORDER}\s|^how\s{_AUX}\s){_DET}"
    r"(?P<subject>(?!(?:an?|the|how|what|which|why|when|where|who|whether|its|their|our)\s)"
    r"(?-i:[a-z][\w-]*(?:\s(?!and\b|or\b|is\b|are\b|was\b|were\b)[a-z][\w-]*){0,4})\s"
    r"(?:in|at|on|near|off|around|within)\s(?:the\s)?(?-i:[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)*))",
    re.IGNORECASE,
)


def placed_subject(text: str) -> str:
    """A subject with the place that narrows it down, "offshore wind in Scotland"; the place alone is not it."""
    found = _PLACED.search(_MANNER.sub("", text))
    return found["subject"] if found and not _is_vague(_TRAIL.sub("", fold(found["subject"]))) else ""


_JAPANESE_WITHIN = ("における", "において", "での", "にある")
_JAPANESE_TOPIC = re.compile(r"に(?:ついて|関)|を(?:詳|徹底|包括|調|説明|分析|解説|まとめ|網羅)|とは")


def japanese_topic(text: str) -> str:
    """The subject with what narrows it down: 「日本における潮流発電」, not 「日本」."""
    subject = japanese_subject(text)
    if not subject:
        return ""
    found = japanese_terms(text)
    start = next(index for index, term in enumerate(found) if term.text == subject)
    chain = [found[start]]
    for left, right in pairwise(found[start:]):
        joint = text[left.end : right.start]
        asked = joint == "の" and (is_japanese_frame(right.text) or right.text in JAPANESE_ASPECTS)
        if asked or (joint != "の" and joint not in _JAPANESE_WITHIN):
            break
        chain.append(right)
    whole = text[chain[0].start : chain[-1].end]
    rest = text[chain[-1].end :]
    settled = any(mark in whole for mark in _JAPANESE_WITHIN)
    if len(chain) == 1 or settled or rest.startswith("の") or _JAPANESE_TOPIC.match(rest):
        return whole
    return subject


def is_japanese_frame(term: str) -> bool:
    """Whether the term only frames the question."""
    return term in JAPANESE_FRAME or term.startswith("何")


def _is_vague(phrase: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", phrase) if word not in STOP_WORDS]
    return not words or all(word in _VAGUE or is_framing(next(iter(terms(word)), "")) for word in words)
