"""Sides of a subject that questions ask after, and the signs that a sentence or a heading shows one.

Knows: tight lists of wordings per facet.  Does not know: whose limits or whose history it is.
"""

from __future__ import annotations

import re
from enum import StrEnum

from fathoms.text.dates import MONTHS, SEASONS, year_form
from fathoms.text.terms import terms


class Facet(StrEnum):
    """A side of a subject that has its own cue words and headings."""

    DEFINITION = "definition"
    WORKING = "working"
    LIMITS = "limits"
    HISTORY = "history"
    PRESENT = "present"
    FUTURE = "future"
    REASON = "reason"
    BENEFITS = "benefits"
    CONSEQUENCES = "consequences"
    ROLE = "role"
    COMPARISON = "comparison"


_ASKING: tuple[tuple[Facet, str], ...] = (
    (
        Facet.COMPARISON,
        r"\bcompar(?:e|es|ed|ing|ison)\b|\bdiffer(?:s|ence|ences)?\b|\bdifferent from\b|\bversus\b|\bvs\b"
        r"|\bagree\b|比較|違い|比べ",
    ),
    (
        Facet.LIMITS,
        r"\bfails? to\b|\bunder (?:which|what) (?:conditions|circumstances)\b|"
        r"\blimits\b|\b(?:the|an?|any|its|their|upper|lower) limit\b(?! of \d)|\blimit (?:of|on|for)\b(?! \d)"
        r"|\blimitations?\b|\bcaveats?\b|\bdrawbacks?\b|\bweakness(?:es)?\b"
        r"|\bshortcomings?\b|\bdisadvantages?\b"
        r"|限界|制約|欠点|課題|問題点",
    ),
    (
        Facet.CONSEQUENCES,
        r"\b(?:consequences?|aftermath|repercussions?|lessons?|measures (?:were )?taken|follow-up)\b"
        r"|\bwhat (?:was|were|has been|have been) (?:changed|done"
        r"|learn(?:ed|t))\b|\bwhat changed\b|\b(?:effects?|impacts?) (?:of|on)\b|影響|対策|教訓|結果としてどう",
    ),
    (
        Facet.ROLE,
        r"\bresponsible for\b|\bwhat (?:does|did|do) [^?]{2,60}? do\b"
        r"(?! (?:before|against|about|with|when|if|to|for)\b)|\bdoes what\b"
        r"|\b(?:role|duties|tasks|responsibilities|job) of\b|担当|役割|職務",
    ),
    (Facet.BENEFITS, r"\bbenefits?\b|\badvantages?\b|\bstrengths\b|利点|長所|メリット"),
    (
        Facet.HISTORY,
        r"\bhistory\b|\borigins?\b|\bevolution\b|\bevolved?\b|\bhow (?:did|has|have) .* (?:develop(?:ed)?"
        r"|come about|chang(?:e|ed))\b"
        r"|\btimeline\b|\bchronolog\w+|\b(?:did|had) .{2,60}\bdo(?:ne)? before\b"
        r"|\bpreviously\b|\bcareer\b|歴史|沿革|経緯|変遷|経歴",
    ),
    (
        Facet.FUTURE,
        r"\bfuture\b|\boutlook\b|\bprospects?\b|\bcomes? next\b|\bnext steps?\b|\broadmap\b|\bplans for\b"
        r"|将来|今後|展望|未来",
    ),
    (
        Facet.PRESENT,
        r"\b(?:current|present) (?:state|status|situation)\b|\bstate of\b|\bstatus of\b|\bstands? (?:now"
        r"|today)\b|現状|現在の状況",
    ),
    (
        Facet.REASON,
        r"\bwhy\b|\breasons?\b|\bwhat (?:caused|causes|explains?|led to)\b|\bcauses? of\b|\bthe cause\b"
        r"|なぜ|理由|原因",
    ),
    (
        Facet.WORKING,
        r"\bhow (?:does|do|did|is|are) .{2,80}\b(?:work|works|operate|operates|function|functions)\b|\bmechanism\b"
        r"|仕組み|どのように(?:機能|動作|働)",
    ),
)
_DEFINITION = re.compile(
    r"^\s*(?:what|who) (?:is|are|was|were) (?!not\b|never\b|\w+ed\b)(?:an? |the )?[^?]{2,60}\?*\s*$"
    r"|^\s*what is known about [^?]{2,80}\?*\s*$"
    r"|^[^、。]{2,40}とは(?:何|なに|どのような|どんな)?[^、。]{0,14}[?？。]*$"
)
_ASKED_IN_GENERAL = "what is known about "
_ATTRIBUTE_OF = re.compile(r" (?:of|for|in|on|at|between|to|by) |['’]s? ")

_CUES: dict[Facet, tuple[str, ...]] = {
    Facet.LIMITS: (
        r"\bcan(?:not|'t| not)\b|\bnot supported\b|\bdoes not (?:support|apply|work|include|cover)\b"
        r"|\blimitations?\b|\blimited to\b|\blimits? (?:of|is|are)\b|\bdoes not know\b",
        r"\bunable\b|\bno longer\b|\bat most\b|\bdepends on\b|\brestrict(?:ed|s|ion)|\bdrawback"
        r"|\bshortcoming|\bnot possible\b",
        r"\bonly (?:when|if|supports?|between)\b|\bnothing (?:for|at|when)\b|\bfails? (?:when|if|to)\b|\bproblem\b",
        r"できない|できません|限界|制限|制約|課題|に限",
    ),
    Facet.BENEFITS: (
        r"\bbenefit|\badvantage|\bimprov|\bsaves?\b|\breduc|\bfaster\b|\bcheaper\b|\bbetter\b|\blowers?\b|\bavoids?\b"
        r"|\bwithout (?:having|needing)\b|利点|長所"
        r"|メリット|削減|改善",
    ),
    Facet.HISTORY: (
        rf"\b(?:in|since|until|from|by|on|to|before|after|of|and|between|{'|'.join((*MONTHS, *SEASONS))})"
        rf" (?:the )?{year_form(since=1500)}\b",
        r"\bbefore (?:he|she|they|it|joining|becoming|that)\b|\bpreviously\b|\bearlier\b|\bused to\b",
        r"\bfounded\b|\bestablished\b|\boriginally\b|\bfirst (?:introduced|built|released|opened)\b"
        r"|\bbegan\b|\bformerly\b",
        r"\d{4}年|当初|設立|創業|始ま",
    ),
    Facet.FUTURE: (
        r"(?<!than )(?<!as )\bplan(?:s|ned|ning)?\b|\bintends?\b|\bexpect(?:s|ed)?\b|\bis to (?:be|follow|open|start)\b"
        r"|\bscheduled\b|\bupcoming\b",
        r"\bby 20[2-9]\d\b|\bproposed\b|\bfuture\b|\bwill be (?:reviewed|decided|built|replaced|added)\b",
        r"予定|計画|今後|将来|見込|見通し|目指",
    ),
    Facet.PRESENT: (
        r"\bcurrent(?:ly)?\b|\bnow\b|\btoday\b|\bat present\b|\bso far\b|\bas of\b|\bin operation\b|現在"
        r"|今日|現時点|現状",
    ),
    Facet.REASON: (
        r"\bbecause\b|\bdue to\b|\bowing to\b|\breasons?\b|\bcaused?\b|\battribut|\bsince (?:the|it|they|a"
        r"|no)\b|\bso that\b|\bled to\b",
        r"\bresult(?:ed)? (?:of|from|in)\b|\btherefore\b|\bconsequently\b|\bfor (?:this|that|these) reasons?\b"
        r"|\bwhich is why\b|\bin order to\b"
        r"|\bfor the sake of\b|\bblamed?\b",
        r"\bon the grounds?\b|\bexplain(?:s|ed)\b|\bmainly\b|\bowed to\b|\bfor lack of\b|\bdeciding\b",
        r"ため|ので|理由|原因|から、|により|によって",
    ),
    Facet.WORKING: (
        r"\beach\b|\bwhen(?:ever)?\b|\bthen\b|\bby \w+ing\b|\bconsists? of\b|\bcontrol|\bthrough\b"
        r"|\bsends?\b|\bcollect|\bmeasur",
        r"\bqueries\b|\bworks? by\b|\buses?\b|\bconnected\b|\bdetect|\bconvert|によって|を使って|を用いて"
        r"|仕組み|構成",
    ),
    Facet.CONSEQUENCES: (
        r"\bsince then\b|\bafter(?:wards)?\b|\bas a (?:result|consequence)\b|\bled to\b|\btherefore\b"
        r"|\bfrom now on\b|\bno longer\b|\bnow\b",
        r"\b(?:is|are|was|were|has been|have been|being) (?:\w+ly )?(?:replaced|changed|lowered|raised"
        r"|reduced|introduced|fitted|added|moved|"
        r"removed|limited|withdrawn|converted|tested|checked|revised|improved|installed)\b|\bfell\b"
        r"|\brose\b|\bincreased\b|\bdecreased\b",
        r"\bmust\b|\bis to be\b|\bare to be\b|\brecommend|影響|その結果|対策|により|ようになった|変更|改め",
    ),
    Facet.ROLE: (
        r"\b(?:is|was|has been|serves as|served as|works? as|acts? as) (?:the|an?)\b|\bresponsible\b"
        r"|\bin charge\b|\bleads?\b|\bmanages?\b|\bheads?\b",
        r"\boversees?\b|\bnegotiates?\b|\bdirects?\b|\bruns?\b|\bchairs?\b|担当|務め|責任者|役割",
    ),
    Facet.COMPARISON: (
        r"\bthan\b|\bunlike\b|\bwhereas\b|\bwhile\b|\bcompared (?:to|with)\b|\bin contrast\b|\bsimilar to\b"
        r"|\bsuccessor\b",
        r"\binstead of\b|\bboth\b|\brather than\b|より|一方|異な|比べ|対し",
    ),
}
_HEADINGS: dict[Facet, str] = {
    Facet.LIMITS: r"limit|caveat|drawback|known issue|restriction|constraint|shortcoming|what .* (?:not"
    r"|cannot)|限界|制約|制限|課題|注意",
    Facet.BENEFITS: r"benefit|advantage|why use|strength|利点|長所",
    Facet.HISTORY: r"history|background|career|early life|origin|timeline|evolution|chronolog|story|歴史"
    r"|沿革|経緯|背景",
    Facet.FUTURE: r"future|outlook|\bnext\b|roadmap|\bplans?\b|planned|prospect|今後|将来|展望|計画|見通し",
    Facet.PRESENT: r"current|status|today|so far|\bstate\b|at a glance|現状|現在",
    Facet.REASON: r"\bwhy\b|reason|\bcauses?\b|motivation|rationale|justification|\bcontext\b|\bdecision\b|\brejected\b"
    r"|alternatives? considered|理由|原因",
    Facet.WORKING: r"how it works|how .* work|architecture|design|operation|mechanism|algorithm|仕組み|構成"
    r"|構造|動作|方法",
    Facet.CONSEQUENCES: r"action|measure|lesson|follow-up|consequence|recommendation|result|effect|impact"
    r"|changes?\b|aftermath|対策|影響|結果|教訓",
    Facet.ROLE: r"\brole|dut(?:y|ies)|responsibilit|\btasks?\b|what (?:he|she|they|it) do|position|担当|役割|職務",
    Facet.COMPARISON: r"compar|versus|\bvs\b|differ|alternative|比較|違い",
    Facet.DEFINITION: r"overview|introduction|what is|\babout\b|summary|abstract|^decision$|概要|とは|はじめに",
}
_ASKED = {facet: re.compile(pattern) for facet, pattern in _ASKING}
_SHOWN = {facet: re.compile("|".join(patterns)) for facet, patterns in _CUES.items()}
_HEADED = {facet: re.compile(pattern) for facet, pattern in _HEADINGS.items()}

SIDES_OF_A_SUBJECT = frozenset(Facet) - {Facet.COMPARISON, Facet.REASON, Facet.CONSEQUENCES, Facet.ROLE}
"""Facets that a thing itself has: to ask for one is to ask for a description, not for a fact."""


def facet_of(lowered: str) -> Facet | None:
    """The side of its subject that a question asks after; None for a plain fact."""
    for facet, pattern in _ASKED.items():
        if pattern.search(lowered):
            return facet
    asks_what_it_is = _DEFINITION.match(lowered) and not _ATTRIBUTE_OF.search(lowered.removeprefix(_ASKED_IN_GENERAL))
    return Facet.DEFINITION if asks_what_it_is or lowered.startswith(_ASKED_IN_GENERAL) else None


def facet_terms(facet: Facet, lowered: str) -> frozenset[str]:
    """The words that only name the facet: an answer shows it by its cues, not by these words."""
    if facet is Facet.WORKING:
        return terms(lowered) & terms("work works operate operates function functions mechanism 仕組み")
    pattern = _ASKED.get(facet)
    said = " ".join(found.group() for found in pattern.finditer(lowered)) if pattern else ""
    return (
        terms(said)
        if facet is not Facet.HISTORY
        else terms(said) & terms("history origin evolve evolution timeline develop change 歴史 沿革 経緯 変遷")
    )


_SEARCH_WORDS = {
    Facet.DEFINITION: "overview introduction",
    Facet.WORKING: "consists uses design operation",
    Facet.LIMITS: "cannot limitation restriction problem depends",
    Facet.HISTORY: "began approved decided changed years",
    Facet.PRESENT: "currently now status",
    Facet.FUTURE: "planned expected next intends",
    Facet.REASON: "because cause reason due",
    Facet.BENEFITS: "advantage improved saves better",
    Facet.CONSEQUENCES: "afterwards measures actions changed replaced result",
    Facet.ROLE: "responsible leads manages works",
    Facet.COMPARISON: "than unlike both whereas",
}
_JAPANESE_SEARCH_WORDS = {
    Facet.LIMITS: "制限 課題 できない",
    Facet.HISTORY: "経緯 開始 決定 変更",
    Facet.PRESENT: "現在 状況",
    Facet.FUTURE: "計画 予定 今後",
    Facet.REASON: "原因 理由 ため",
    Facet.CONSEQUENCES: "対策 変更 結果",
    Facet.COMPARISON: "違い 一方",
}


def search_words(facet: Facet | None, language: str) -> str:
    """Words in which documents tell of a facet: another way to ask for it."""
    if facet is None:
        return ""
    return _JAPANESE_SEARCH_WORDS.get(facet, "") if language == "ja" else _SEARCH_WORDS.get(facet, "")


def cue_count(facet: Facet | None, text: str) -> int:
    """How many cues of the facet the words carry, three at most."""
    pattern = _SHOWN.get(facet) if facet else None
    return min(len(pattern.findall(text.lower())), 3) if pattern else 0


def heading_shows(facet: Facet | None, headings: str) -> bool:
    pattern = _HEADED.get(facet) if facet else None
    return bool(pattern and pattern.search(headings.lower()))
