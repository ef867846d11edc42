"""One question, read: whom it is about, what it asks of them, and what kind of answer it wants.

Knows: how subject, attributes and focus are told apart.  Does not know: any document.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from fathoms.minds.extractive.read.concepts import is_framing, without_framing
from fathoms.minds.extractive.read.facets import SIDES_OF_A_SUBJECT, Facet, facet_of, facet_terms
from fathoms.minds.extractive.read.phrases import is_japanese_frame, japanese_subject, noun_phrase
from fathoms.minds.extractive.read.wants import Wants, wanted
from fathoms.text.names import Name, distinct, japanese_terms, names
from fathoms.text.terms import terms
from fathoms.text.words import fold, language_of

LONG_PREDICATE = 5
LONG_QUESTION = 12
"""Above so many words that name something, a question takes the evidence route: more than five when it asks for a
fact, more than twelve when it asks for a side of its subject."""
MOST_LINKS = 3


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
    deed: frozenset[str] = frozenset()
    """Of a question who does something, the verb: to say it alone is not to say of what."""
    is_named: bool = True
    """Whether the subject has a name: one that is only the question's noun phrase may be put in other words."""
    sets_side_by_side: bool = False
    """Two subjects against each other: a passage about either is a step."""
    outer: frozenset[str] = frozenset()
    """Of a question with links, what it asks of the thing at the end of them."""
    links: int = 0
    """How many things in it are not named but described ("the film that …"): each has to be found first."""

    @property
    def words(self) -> frozenset[str]:
        """All content words that an answer should carry."""
        return self.attributes.union(*self.anchors) if self.anchors else self.attributes

    @property
    def telling(self) -> frozenset[str]:
        """Those of its words that name something."""
        return frozenset(token for token in self.words if not is_framing(token)) or self.words

    @property
    def needs_evidence_route(self) -> bool:
        """Whether the evidence route serves it: the gate would take a whole predicate for the subject."""
        if self.links or (self.sets_side_by_side and self.facet not in SIDES_OF_A_SUBJECT):
            return True
        count = len(self.telling) if self.language != "ja" else len(japanese_terms(self.text))
        return count > (LONG_QUESTION if self.facet in SIDES_OF_A_SUBJECT else LONG_PREDICATE)


_IDIOMS = re.compile(
    r"\bin the end\b|\bso far\b|\bat the moment\b|\bin total\b|\bat all\b|\bin detail\b"
    r"|\bfor the first time\b|\bin practice\b"
    r"|\bat present\b|\bin the first place\b|\bon average\b|\bas well\b|\bin fact\b|\bafter all\b|\bup to now\b"
    r"|\bwith (?:regard|respect) to\b|\baccording to\b",
    re.IGNORECASE,
)
"""Turns of phrase whose words an answer need not repeat."""

_AUX = r"(?:is|are|was|were|do|does|did|has|have|had|will|would|can|could|should)"
_WH_FOCUS = re.compile(rf"\b(?:what|which|how many|how much)\s+((?:[\w'’-]+\s+){{0,2}}?[\w'’-]+?)\s+{_AUX}\b")
_OF_FOCUS = re.compile(
    r"^\W*(?:what|who) (?:is|are|was|were|will be) (?:the |an? )?([^?,]{2,60}?) (?:of|for|in|on|at|to|by"
    r"|between|from|behind)\b"
)
_JOINED = re.compile(r"^['’]?,?\s+(?:and|or|versus|vs\.?)\s+(?:the\s+)?$", re.IGNORECASE)
_WEIGHED = re.compile(
    r"\bboth\b|\bsame\b|\bin common\b|\bbetween\b|\bfirst\b|\bmore\b|\bless\b|\b(?:old|new|larg|long|high"
    r"|low|small|young|late|earli)(?:er|est)\b"
    r"|\bor\b|\bdiffer|\bagree|\bcompare|\bconnected\b"
)
_ROLE = (
    r"(?:author|writer|composer|director|performer|singer|founder|maker|owner|manufacturer|creator|producer"
    r"|president|chair|head|leader|captain"
    r"|capital|country|state|city|town|county|region|continent|company|team|band|league|school|university"
    r"|wife|husband|spouse|father|mother|son"
    r"|daughter|brother|sister|birthplace|publisher|designer|employer|supplier|organi[sz]ation|institute"
    r"|city of birth|place of birth)"
)
"""Nouns that point at one thing through another: "the author of …", "the country … is from"."""
_CHAINED = re.compile(
    r"\b(?:the|an?|whose|this|that|which) (?:[\w'’-]+ ){1,4}?(?:that|who|whom|whose|which|where|for which"
    r"|in which|on which|at which)\b"
    r"|\b(?:by|of|to|with|from|at|in) (?:an?|the) (?:[a-z][\w'’-]* ){1,4}(?:that|who|which|born|based|known"
    r"|founded|named|called|located)\b"
    r"|['’]s (?:[a-z]+ ){0,2}[a-z]+['’]s|\bwhose\b"
    rf"|\b(?:is|are|was|were|did|does|do|has|had|have|by|of|in|with|for|from|to|where"
    rf"|which) the (?:[a-z]+ )?{_ROLE} (?:of|for) "
    rf"|\b(?:the|an?) {_ROLE} (?:containing|with|holding|having) "
    rf"|\b(?:the|an?) {_ROLE} [^\s,]+(?: [^\s,]+){{0,3}} (?:is|was|are|were|has|had|comes?|came|belongs?|works?"
    rf"|worked|plays?|played|lives?|lived)\b"
    rf"|['’]s? (?:[a-z]+ )?{_ROLE}\b(?! (?:is|was|are|were)\b)"
)
_PLAINLY_ASKED = re.compile(
    r"^\W*(?:what|who|which)(?: \w+(?!.*\b(?:of|in|from|to|by|at|on|with)\W*$))? (?:is|are|was|were) the "
)
"""Opens a question for the described thing itself: "Who is the director of …" has no link to follow first;
"Which country was the director of … a citizen of" has one."""
_ASKED_IN_PLACE = re.compile(
    r"^(?!\W*(?:\w+\s+){0,2}(?:what|who|whom|which|when|where|why|how)\b).*\b(?:an?|the) .*\b(?:what|whom?|which)\b"
)
"""A statement with a question word late in it, after something it describes."""


@lru_cache(maxsize=2_000)
def read(text: str) -> Asked:
    """Take one question apart. The same words always give the same value."""
    return _read_japanese(text) if language_of(text) == "ja" else _read_english(text)


def _read_english(text: str) -> Asked:
    lowered = fold(text)
    facet = facet_of(lowered)
    subjects = distinct(name.text for name in named_things(text))
    anchors = tuple(anchor for subject in subjects if (anchor := anchor_of(subject)))
    if not subjects:
        phrase = noun_phrase(text)
        subjects = (phrase,) if phrase else ()
        anchors = tuple(anchor for subject in subjects if (anchor := without_framing(anchor_of(subject))))
    anchored = frozenset[str]().union(*map(terms, subjects))
    facet_words = facet_terms(facet, lowered) if facet else frozenset()
    return Asked(
        text=text,
        language="en",
        subjects=subjects,
        anchors=anchors,
        attributes=terms(_IDIOMS.sub(" ", text)) - anchored - facet_words,
        focus=_focus(lowered) - anchored - facet_words,
        wants=wanted(lowered),
        facet=facet,
        deed=_deed(lowered) - anchored,
        is_named=bool(named_things(text)) and not _ASKS_HOW_TO.match(lowered),
        sets_side_by_side=bool(_WEIGHED.search(lowered)) and _joins_names(text),
        outer=_outer(text) - anchored,
        links=_links(lowered),
    )


_ASKS_HOW_TO = re.compile(r"^\W*how (?:do|does|can|could|should|would) (?:i|we|you|one|somebody|someone) |^\W*how to ")
"""What is to be done is the subject then, and a name in it one of its words ("export a report as PDF")."""


_WHO_DOES = re.compile(r"^\W*who (?!is\b|are\b|was\b|were\b)(?:has |have |had |will )?([a-z]+)\b")


def _deed(lowered: str) -> frozenset[str]:
    found = _WHO_DOES.match(lowered)
    return terms(found.group(1)) if found else frozenset()


def anchor_of(subject: str) -> frozenset[str]:
    """The tokens that name a subject: of "decision DR-031" the identifier, for its page need not say what it is."""
    words = terms(subject)
    return frozenset(filter(_IDENTIFIER.fullmatch, words)) or words


_IDENTIFIER = re.compile(r"[a-z]{2,}\d{2,}")


def named_things(text: str) -> tuple[Name, ...]:
    """The names of a question; the unit of a figure ("12 MW") is none."""
    return tuple(
        name
        for name in names(text, trust_openings=True)
        if not _FIGURE_BEFORE.search(text[: name.start]) or len(name.text) > _LONGEST_UNIT
    )


_FIGURE_BEFORE = re.compile(r"\d\s?$")
_LONGEST_UNIT = 4


def _read_japanese(text: str) -> Asked:
    facet = facet_of(text)
    named = [term.text for term in japanese_terms(text) if not is_japanese_frame(term.text)]
    subject = japanese_subject(text)
    subjects = (subject,) if subject else tuple(named[:1])
    anchors = tuple(anchor for name in subjects if (anchor := terms(name)))
    rest = frozenset(token for term in named if term not in subjects for token in terms(term))
    facet_words = facet_terms(facet, text) if facet else frozenset()
    return Asked(
        text=text,
        language="ja",
        subjects=subjects,
        anchors=anchors,
        attributes=rest.difference(*anchors) - facet_words,
        focus=frozenset(),
        wants=wanted(text),
        facet=facet,
    )


def _links(lowered: str) -> int:
    opening = _PLAINLY_ASKED.match(lowered)
    described = len(_CHAINED.findall(lowered, opening.end() if opening else 0))
    return min(max(described, int(bool(_ASKED_IN_PLACE.match(lowered)))), MOST_LINKS)


def _outer(text: str) -> frozenset[str]:
    lowered = fold(text)
    opening = _PLAINLY_ASKED.match(lowered)
    first = _CHAINED.search(lowered, opening.end() if opening else 0)
    asked = terms(text[: first.start()]) if first else frozenset()
    return frozenset(token for token in asked if not is_framing(token))


def _joins_names(text: str) -> bool:
    """Whether two names stand side by side, joined by "and" or "or"."""
    found = names(text, trust_openings=True)
    return any(_JOINED.match(text[left.end : right.start]) for left, right in pairwise(found))


def _focus(lowered: str) -> frozenset[str]:
    for pattern in (_WH_FOCUS, _OF_FOCUS):
        if found := pattern.search(lowered):
            return terms(found.group(1))
    return frozenset()
