"""Signs that a sentence or a heading shows a certain side of its subject.

Knows: tight lists of cue words per facet.  Does not know: whose limits or whose history it is.
"""

from __future__ import annotations

import re

from fathoms.minds.extractive.names import names
from fathoms.minds.extractive.question import Facet, Wants

_CUES: dict[Facet, re.Pattern[str]] = {
    Facet.LIMITS: re.compile(
        r"\bcannot\b|\bcan't\b|\bcan not\b|\bnot supported\b|\bdoes not (?:support|apply|work|include|cover)\b|\blimitations?\b|\blimited to\b"
        r"|\bunable\b|\bno longer\b|\bat most\b|\bdepends on\b|\brestrict(?:ed|s|ion)|\bdrawback|\bshortcoming|\bonly (?:when|if|supports?|between)\b"
        r"|\bnothing (?:for|at|when)\b|\bfails? (?:when|if|to)\b|\bnot possible\b|\bproblem\b|できない|できません|限界|制限|制約|課題|に限"
    ),
    Facet.BENEFITS: re.compile(
        r"\bbenefit|\badvantage|\bimprov|\bsaves?\b|\breduc|\bfaster\b|\bcheaper\b|\bbetter\b|利点|長所|メリット|削減|改善"
    ),
    Facet.HISTORY: re.compile(
        r"\b(?:in|since|until|from|by|on \d{1,2}(?: \w+)?|january|february|march|april|may|june|july|august|september|october|november|december)"
        r" (?:\w+ )?(?:1[5-9]|20)\d\d\b|\bfounded\b|\bestablished\b|\boriginally\b|\bfirst (?:introduced|built|released|opened)\b|\bbegan\b"
        r"|\bformerly\b|\d{4}年|当初|設立|創業|始ま"
    ),
    Facet.FUTURE: re.compile(
        r"\bplan(?:s|ned|ning)?\b|\bintends?\b|\bexpect(?:s|ed)?\b|\bis to (?:be|follow|open|start)\b|\bscheduled\b|\bby 20[2-9]\d\b|\bupcoming\b|\bproposed\b"
        r"|\bfuture\b|\bwill be (?:reviewed|decided|built|replaced|added)\b|予定|計画|今後|将来|見込|見通し|目指"
    ),
    Facet.PRESENT: re.compile(
        r"\bcurrent(?:ly)?\b|\bnow\b|\btoday\b|\bat present\b|\bso far\b|\bas of\b|\bin operation\b|現在|今日|現時点|現状"
    ),
    Facet.REASON: re.compile(
        r"\bbecause\b|\bdue to\b|\bowing to\b|\breasons?\b|\bcaused?\b|\battribut|\bsince (?:the|it|they|a|no)\b|\bso that\b|\bled to\b|\bresult(?:ed)? (?:of|from|in)\b"
        r"|\btherefore\b|\bwhich is why\b|\bin order to\b|\bfor the sake of\b|\bblamed?\b|\bon the grounds?\b|\bexplain(?:s|ed)\b|ため|ので|理由|原因|から、|により|によって"
    ),
    Facet.WORKING: re.compile(
        r"\beach\b|\bwhen(?:ever)?\b|\bthen\b|\bby \w+ing\b|\bconsists? of\b|\bcontrol|\bthrough\b|\bsends?\b|\bcollect|\bmeasur|\bqueries\b|\bworks? by\b|\buses?\b"
        r"|によって|を使って|を用いて|仕組み|構成"
    ),
    Facet.COMPARISON: re.compile(
        r"\bthan\b|\bunlike\b|\bwhereas\b|\bwhile\b|\bcompared (?:to|with)\b|\bin contrast\b|\bsimilar to\b|\bsuccessor\b|\binstead of\b|\bboth\b|\brather than\b|より|一方|異な|比べ|対し"
    ),
}
_HEADINGS: dict[Facet, re.Pattern[str]] = {
    Facet.LIMITS: re.compile(
        r"limit|caveat|drawback|known issue|restriction|constraint|shortcoming|what .* (?:not|cannot)|限界|制約|制限|課題|注意"
    ),
    Facet.BENEFITS: re.compile(r"benefit|advantage|why use|strength|利点|長所"),
    Facet.HISTORY: re.compile(
        r"history|background|origin|timeline|evolution|chronolog|context|story|歴史|沿革|経緯|背景"
    ),
    Facet.FUTURE: re.compile(
        r"future|outlook|next|roadmap|plans?\b|planned|prospect|review|今後|将来|展望|計画|見通し"
    ),
    Facet.PRESENT: re.compile(r"current|status|today|so far|state|overview|at a glance|現状|現在|概要"),
    Facet.REASON: re.compile(r"why|reason|cause|motivation|rationale|context|background|justification|理由|原因|背景"),
    Facet.WORKING: re.compile(
        r"how it works|how .* work|architecture|design|operation|mechanism|algorithm|仕組み|構成|構造|動作|方法"
    ),
    Facet.COMPARISON: re.compile(r"compar|versus|\bvs\b|differ|alternative|比較|違い"),
    Facet.DEFINITION: re.compile(r"overview|introduction|what is|about|summary|概要|とは|はじめに"),
}
_YEAR = re.compile(r"\b(?:1[0-9]|20)\d\d\b|\d{3,4}年|(?:明治|大正|昭和|平成|令和)[元\d]+年")
_DATE = re.compile(
    r"\b\d{1,2} (?:january|february|march|april|may|june|july|august|september|october|november|december)\b"
    r"|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|spring|summer|autumn|winter) (?:of )?\d"
    r"|\b(?:monday|tuesday|wednesday|thursday|friday|saturday|sunday)\b|\b\d{1,2}:\d\d\b|\bcentur|\d+月|\d+日|世紀|時代",
    re.IGNORECASE,
)
_NUMBER = re.compile(
    r"\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|"
    r"thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|thousand|million|billion|half|third|quarter|dozen|once|twice|every|daily|weekly|monthly|"
    r"yearly|annual)\b|[一二三四五六七八九十百千万億]+(?:人|基|台|隻|件|回|年|円|つ|本|度|割|分|倍|か|ヶ|メートル|トン)|毎",
    re.IGNORECASE,
)
_JAPANESE_PERSON = re.compile(r"氏|さん|博士|教授|長|代表|監督|[ァ-ヴー]+・[ァ-ヴー]+|[一-鿿]{2,4}(?:が|は|に)")


def cue_count(facet: Facet | None, text: str) -> int:
    """How many cues of the facet the words carry, three at most."""
    pattern = _CUES.get(facet) if facet else None
    return min(len(pattern.findall(text.lower())), 3) if pattern else 0


def heading_shows(facet: Facet | None, headings: str) -> bool:
    pattern = _HEADINGS.get(facet) if facet else None
    return bool(pattern and pattern.search(headings.lower()))


def carries(wants: Wants, text: str, known: frozenset[str] = frozenset()) -> bool:
    """Whether the words hold the kind of answer wanted: a date, a figure, a name not in the question."""
    match wants:
        case Wants.DATE:
            return bool(_YEAR.search(text) or _DATE.search(text))
        case Wants.NUMBER:
            return bool(_NUMBER.search(text))
        case Wants.PERSON | Wants.NAME:
            return _names_somebody(text, known)
        case Wants.ANYTHING:
            return True


def _names_somebody(text: str, known: frozenset[str]) -> bool:
    from_text = [name.text for name in names(text, trust_openings=True)]
    lowered = {word.lower() for word in known}
    return any(word.lower() not in lowered for name in from_text for word in name.split()) or bool(
        _JAPANESE_PERSON.search(text)
    )
