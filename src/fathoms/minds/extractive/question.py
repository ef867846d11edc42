"""One question, read: whom it is about, what it asks of them, and what kind of answer it wants.

Knows: the shapes of English and Japanese questions.  Does not know: any document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from fathoms.engine.words import STOP_WORDS, fold, language_of, tokens
from fathoms.minds.extractive.concepts import is_framing
from fathoms.minds.extractive.names import distinct, japanese_terms, names
from fathoms.minds.extractive.terms import terms

LONG_SUBJECT = 5
LONG_QUESTION = 12
"""Above these many content words a question takes the evidence route (measured: 0 of 15 topical ones misrouted)."""


class Wants(StrEnum):
    """The kind of answer a question calls for; a passage without it does not answer."""

    ANYTHING = "anything"
    DATE = "date"
    NUMBER = "number"
    PERSON = "person"
    NAME = "name"


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
    COMPARISON = "comparison"


@dataclass(frozen=True, slots=True)
class Asked:
    """What one question asks, in tokens."""

    text: str
    language: str
    subjects: tuple[str, ...]
    """What it is about, as written."""
    anchors: tuple[frozenset[str], ...]
    """The tokens of each subject: a passage about something else does not answer."""
    attributes: frozenset[str]
    """What is asked of the subjects."""
    focus: frozenset[str]
    """The tokens of the very thing asked for ("what *salary* …")."""
    wants: Wants
    facet: Facet | None

    @property
    def words(self) -> frozenset[str]:
        """All content words that an answer should carry."""
        return self.attributes.union(*self.anchors) if self.anchors else self.attributes

    @property
    def is_long(self) -> bool:
        """Whether the evidence route serves it: a whole predicate would be taken for its subject."""
        if self.facet is Facet.COMPARISON:
            return False
        if self.language == "ja":
            return len(japanese_terms(self.text)) > LONG_QUESTION
        written = [word for word in re.findall(r"[^\W_][\w'’-]*", fold(self.text)) if word not in STOP_WORDS]
        anchored = max((len(anchor) for anchor in self.anchors), default=0)
        return len(written) > LONG_QUESTION or anchored > LONG_SUBJECT


_FACET_WORDS: tuple[tuple[Facet, re.Pattern[str]], ...] = (
    (Facet.COMPARISON, re.compile(r"\bcompar|\bdiffer(?:s|ence|ences|ent from)?\b|\bversus\b|\bvs\b|比較|違い|比べ")),
    (
        Facet.LIMITS,
        re.compile(
            r"\blimits?\b(?! of \d)|\blimitations?\b|\bcaveats?\b|\bdrawbacks?\b|\bweakness|\bshortcomings?\b|\bdisadvantages?\b"
            r"|限界|制約|欠点|課題|問題点"
        ),
    ),
    (Facet.BENEFITS, re.compile(r"\bbenefits?\b|\badvantages?\b|\bstrengths\b|利点|長所|メリット")),
    (
        Facet.HISTORY,
        re.compile(
            r"\bhistory\b|\borigins?\b|\bevolution\b|\bevolved?\b|\bhow did .* (?:develop|come about)|\btimeline\b|\bchronolog|歴史|沿革|経緯|変遷"
        ),
    ),
    (
        Facet.FUTURE,
        re.compile(
            r"\bfuture\b|\boutlook\b|\bprospects?\b|\bcomes? next\b|\bnext steps?\b|\broadmap\b|\bplans for\b|将来|今後|展望|未来"
        ),
    ),
    (
        Facet.PRESENT,
        re.compile(
            r"\b(?:current|present) (?:state|status|situation)\b|\bstate of\b|\bstatus of\b|\bstands? (?:now|today)\b|現状|現在の状況"
        ),
    ),
    (
        Facet.REASON,
        re.compile(
            r"^\s*why\b|\bwhy (?:is|are|was|were|do|does|did|has|have|can)\b|\breasons?\b|\bwhat caused\b|なぜ|理由|原因"
        ),
    ),
    (
        Facet.WORKING,
        re.compile(
            r"\bhow (?:does|do|did|is|are) .{2,80}\b(?:work|works|operate|operates|function|functions)\b|\bmechanism\b|仕組み|どのように(?:機能|動作|働)"
        ),
    ),
)
_DEFINITION = re.compile(
    r"^\s*(?:what|who) (?:is|are|was|were) (?:an? |the )?[^?]{2,60}\?*\s*$"
    r"|^\s*what (?:is known about|do (?:the|our) documents say about) [^?]{2,80}\?*\s*$"
    r"|^[^、。]{2,40}(?:とは(?:何|なに|どのような|どんな)?[^、。]{0,14})[?？。]*$"
)
_DATE = re.compile(
    r"\bwhen\b(?!ever)|\bwhat (?:year|date|day|month|time)\b|\bwhich (?:year|date|day|month)\b|\bsince when\b|\bhow old\b"
    r"|いつ|何年(?!間)|何月|何日"
)
_NUMBER = re.compile(
    r"\bhow (?:many|much|long|far|big|large|tall|high|deep|wide|fast|heavy|often|old)\b|\bwhat (?:percentage|proportion|share|number)\b"
    r"|いくら|いくつ|何(?:人|件|本|台|基|隻|メートル|キロ|トン|度|回|時間|分|パーセント|％|%|円|マルク|つ|年間|か月|日間)|どのくらい|どれくらい|どれほど"
)
_PERSON = re.compile(r"\bwho\b|\bwhom\b|\bwhose\b|誰|だれ")
_NAME = re.compile(
    r"\bwhich (?:company|firm|organisation|organization|country|city|person|team|supplier|manufacturer)\b|どの会社|どこの会社|何という"
)

_WH_FOCUS = re.compile(
    r"\b(?:what|which|how many|how much)\s+((?:[\w'’-]+\s+){0,2}?[\w'’-]+?)\s+(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should)\b"
)
_OF_FOCUS = re.compile(
    r"^\W*(?:what|who) (?:is|are|was|were|will be) (?:the |an? )?([^?,]{2,60}?) (?:of|for|in|on|at|to|by|between|from|behind)\b"
)

_IDIOMS = re.compile(
    r"\bin the end\b|\bso far\b|\bat the moment\b|\bin total\b|\bat all\b|\bin detail\b|\bfor the first time\b|\bin practice\b"
    r"|\bat present\b|\bin the first place\b|\bon average\b|\bas well\b|\bin fact\b|\bafter all\b|\bup to now\b",
    re.IGNORECASE,
)
"""Turns of phrase whose words an answer need not repeat."""

_VERBISH = (
    r"work|works|operate|operates|function|functions|affect|affects|differ|differs|compare|compares|change|changed|develop|"
    r"developed|help|helps|handle|handles|support|supports|protect|protects|prevent|prevents|use|uses|need|needs|make|makes|"
    r"cause|causes|become|became|fail|failed|prefer|prefers|happen|fall|fell|rise|rose|get|gets|go|goes|come|comes|take|takes|"
    r"cost|costs|look|looks|relate|relates|influence|improve|improves|evolve|evolved|contribute|contributes"
)
_PHRASE_SHAPES = tuple(
    re.compile(shape)
    for shape in (
        r"^how (?:does|do|did|is|are|was|were|can|could|should|has|have|had) (?:the |an? |our )?(?P<subject>[^?,]{2,60}?) (?:been |be )?(?:"
        + _VERBISH
        + r"|\w+ed)\b",
        r"^why (?:does|do|did|is|are|was|were|has|have|had|can) (?:the |an? |our )?(?P<subject>[^?,]{2,60}?) (?:not |been )?(?:"
        + _VERBISH
        + r"|\w+ed|so|too|more|less)\b",
        r"\b(?:history|future|state|status|limits?|limitations?|role|purpose|overview|outlook|benefits?|advantages?|drawbacks?|"
        r"disadvantages?|effects?|impacts?|causes?|risks?|development|evolution) (?:and [\w ]{3,30} )?of (?:the |an? |our )?(?P<subject>[^?,.;]{2,60})",
        r"\babout (?:the |an? |our )?(?P<subject>[^?,.;]{2,60})",
        r"^(?:what|who) (?:is|are|was|were) (?:the |an? )?[^?,]{2,50}? (?:of|for|on|at|in) (?:the |an? |our )?(?P<subject>[^?,]{2,60})",
        r"^(?:what|who) (?:is|are|was|were) (?:the |an? |our )?(?P<subject>[^?,]{2,60})",
        r"^(?:describe|explain|summari[sz]e|outline|review|discuss|analy[sz]e|evaluate|assess) (?:the |an? |our )?(?P<subject>[^?,.;]{2,60})",
        r"^(?:how many|how much|which|what) (?P<subject>[^?,]{2,60}?) (?:is|are|was|were|do|does|did|has|have|had|will|can|could|should)\b",
    )
)
_TRAIL = re.compile(
    r"\s+(?:and|or|but|which|that|who|when|while|because|since|with|in|on|at|by|from|to|for|during|after|before|as|so|than|over|under|into)\b.*$"
)
_VAGUE = frozenset(
    [
        "it",
        "this",
        "that",
        "they",
        "them",
        "he",
        "she",
        "thing",
        "things",
        "stuff",
        "something",
        "anything",
        "everything",
        "all",
        "we",
        "us",
        "i",
        "you",
        "me",
        "problem",
        "problems",
        "issue",
        "issues",
        "matter",
        "topic",
        "subject",
        "best",
        "better",
        "good",
        "bad",
        "right",
        "wrong",
        "idea",
        "ideas",
        "here",
        "there",
        "one",
        "ones",
        "way",
        "situation",
        "case",
        "life",
        "world",
    ]
)
_JAPANESE_FRAME = frozenset(
    [
        "何",
        "誰",
        "何人",
        "何年",
        "何月",
        "何日",
        "何時",
        "何故",
        "理由",
        "原因",
        "教",
        "説明",
        "比較",
        "違",
        "歴史",
        "現状",
        "将来",
        "今後",
        "課題",
        "限界",
        "詳細",
        "詳",
        "概要",
        "調査",
        "調",
        "報告",
        "比",
        "特",
        "最",
        "場合",
        "名前",
        "名",
        "場所",
        "何件",
        "何本",
        "何台",
        "何基",
        "何隻",
        "何回",
        "何度",
        "現在",
        "展望",
        "未来",
        "沿革",
        "経緯",
        "分析",
        "包括的",
        "徹底的",
        "的",
        "必要",
        "教示",
        "解説",
        "仕組",
        "影響",
    ]
)


_JAPANESE_DATE = re.compile(r"(?:[\d０-９]+|[一二三四五六七八九十]+)(?:年度?|月|日|世紀|年代)?(?:[\d０-９]+月)?(?:[\d０-９]+日)?")


@lru_cache(maxsize=2_000)
def read(text: str) -> Asked:
    """Take one question apart. The same words always give the same value."""
    return _read_japanese(text) if language_of(text) == "ja" else _read_english(text)


def _read_english(text: str) -> Asked:
    lowered = fold(text)
    facet = _facet_of(lowered)
    subjects = distinct(name.text for name in names(text, trust_openings=True))
    if not subjects:
        phrase = noun_phrase(text)
        subjects = (phrase,) if phrase else ()
    anchors = tuple(anchor for subject in subjects if (anchor := terms(subject)))
    asked = terms(_IDIOMS.sub(" ", text))
    attributes = asked.difference(*anchors) if anchors else asked
    if facet is not None:
        attributes -= _facet_tokens(facet, lowered)
    return Asked(
        text=text,
        language="en",
        subjects=subjects,
        anchors=anchors,
        attributes=attributes,
        focus=_focus(lowered).difference(*anchors) if anchors else _focus(lowered),
        wants=_wanted(lowered),
        facet=facet,
    )


def _read_japanese(text: str) -> Asked:
    facet = _facet_of(text)
    terms = [
        term.text
        for term in japanese_terms(text)
        if term.text not in _JAPANESE_FRAME and not term.text.startswith("何")
    ]
    subject = japanese_subject(text)
    subjects = (subject,) if subject else tuple(terms[:1])
    anchors = tuple(frozenset(tokens(name)) for name in subjects if tokens(name))
    rest = frozenset(token for term in terms if term not in subjects for token in tokens(term))
    attributes = rest.difference(*anchors) if anchors else rest
    if facet is not None:
        attributes -= _facet_tokens(facet, text)
    return Asked(
        text=text,
        language="ja",
        subjects=subjects,
        anchors=anchors,
        attributes=attributes,
        focus=frozenset(),
        wants=_wanted(text),
        facet=facet,
    )


def noun_phrase(text: str) -> str:
    """What a question without names is about; empty when it is about nothing in particular."""
    lowered = fold(text).strip().rstrip("?!. ")
    for shape in _PHRASE_SHAPES:
        if found := shape.search(lowered):
            phrase = _TRAIL.sub("", found.group("subject")).strip()
            if phrase and not _is_vague(phrase):
                return phrase
    return ""


def japanese_subject(text: str) -> str:
    """The first thing that a Japanese question names."""
    for term in japanese_terms(text):
        if term.text in _JAPANESE_FRAME or term.text.startswith("何") or _JAPANESE_DATE.fullmatch(term.text):
            continue
        if not text[term.end :].startswith(("によると", "によれば", "では")):
            return term.text
    return ""


def _is_vague(phrase: str) -> bool:
    words = [word for word in re.findall(r"[^\W\d_]+", phrase) if word not in STOP_WORDS]
    return not words or all(word in _VAGUE or is_framing(next(iter(terms(word)), "")) for word in words)


def _facet_of(lowered: str) -> Facet | None:
    for facet, pattern in _FACET_WORDS:
        if pattern.search(lowered):
            return facet
    if _DEFINITION.match(lowered) and not re.search(r" (?:of|for|in|on|at|between) ", lowered):
        return Facet.DEFINITION
    return None


def _facet_tokens(facet: Facet, lowered: str) -> frozenset[str]:
    """The words that only name the facet: an answer shows it by its cues, not by these words."""
    for known, pattern in _FACET_WORDS:
        if known is facet:
            said = " ".join(found.group() for found in pattern.finditer(lowered))
            words = terms(said)
            return (
                words if facet is not Facet.WORKING else words & terms("work operate function mechanism 仕組み")
            )
    return frozenset()


def _wanted(lowered: str) -> Wants:
    for wants, pattern in ((Wants.NUMBER, _NUMBER), (Wants.DATE, _DATE), (Wants.PERSON, _PERSON), (Wants.NAME, _NAME)):
        if pattern.search(lowered):
            return wants
    return Wants.ANYTHING


def _focus(lowered: str) -> frozenset[str]:
    for pattern in (_WH_FOCUS, _OF_FOCUS):
        if found := pattern.search(lowered):
            return terms(found.group(1))
    return frozenset()
