"""Figures that differ: two documents that give different numbers for the same thing at the same time.

Knows: figures with their units, clauses, periods, and the gates without which such pairs are false alarms.
Does not know: which of the two is right, nor anything but what the words say.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from fathoms.text.dates import CALENDAR, dates_and_rest
from fathoms.text.figures import Figure, may_count, measures
from fathoms.text.neutral import one_line, unmarked
from fathoms.text.sentences import Block, BlockKind, Span, masked, paragraphs, sentences_in
from fathoms.text.words import STOP_WORDS, content_words, fold, stem

SHARED_BEFORE = 2
"""Least number of words before the figure that two clauses share: what it is said of."""
OVERLAP = 0.55
"""Least share of the shorter clause that the other one repeats."""
SAME_TIME = 550
"""Days between two documents within which a clause without a date is taken to speak of the same time."""
HEDGE = Decimal("0.1")
"""How far two figures may lie apart when one is said to be rough."""

_CLAUSE = re.compile(
    r"[;；。、]|,\s+(?!\d)|\s[–—]\s|\s(?:but|while|whereas|although|instead of|against|of which|which|so that)\s"
    r"|\sand\s(?!\d)"
)
_PLANNED = re.compile(
    r"\b(?:will|would|shall|should|expect\w*|plan(?:s|ned)?|planning|forecast\w*|estimate\w*|intend\w*|target\w*|to be"
    r"|is to|are to|propos\w+|ask(?:ed)? for|approv\w+|budget(?:ed)?)\b|予定|見込|計画|目標|予算",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\bout of (?:\d|ten|every)|\b(?:other|another|remaining|further|additional|extra)\b|うち|ほか|の一[つ台本枚基]",
    re.IGNORECASE,
)
_CASE = re.compile(
    r"^\W*(?:for|if|when|where|with|once|until|unless)\b.*\b(?:under|below|over|above|within|up to"
    r"|(?:less|fewer|more|shorter|longer|older|younger) than|at (?:least|most))\s*$",
    re.IGNORECASE,
)
"""Words before a figure that bounds a case ("for certificates under 10 days"): nothing is said to be as much."""
_REFERS_BACK = re.compile(r"^\W*(?:it|they|this|these|both|the\s+[a-z]+)\b|^\W*(?:これ|それ|同)", re.IGNORECASE)
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][\w’'-]+")
_DIGITS = re.compile(r"^[\d.,]+$")
_SAME_SENSE = {
    stem(word): sense
    for sense, words in {
        "capacity": "hold holds store stores storage capacity",
        "less": "less fewer reduce reduces reduced reduction cut lower lowered fall fell drop dropped decrease",
        "more": "more increase increased grew grow rose rise higher raised",
        "output": "deliver delivered supply supplied generate generated produce produced feed fed yield yielded",
        "price": "cost costs price paid",
        "people": "carry carried transport transported",
    }.items()
    for word in words.split()
}
"""Words that measure the same thing, so that `stores 20 MWh` is held against `can hold 18 MWh`."""


@dataclass(frozen=True, slots=True)
class Saying:
    """A clause with a figure in it: where it stands, of what and of when it speaks."""

    document: str
    start: int
    end: int
    """The whole sentence in its page."""
    clause: str
    figure: Figure
    words: frozenset[str]
    before: frozenset[str]
    """Those of the words that stand before the figure."""
    own: frozenset[str]
    """Those that are not only read into it from the page's title."""
    names: frozenset[str]
    context: frozenset[str]
    """Its own words and those of the page's title."""
    years: frozenset[int]
    """That the clause names."""
    near_years: frozenset[int]
    """Those of its sentence, else the year of its document: what a clause without one may mean."""
    beside: frozenset[str]
    """The other figures of the sentence: `in the first nine months`."""
    planned: bool
    dated: date | None


def sayings(
    text: str, *, document: str, title: str, dated: date | None = None, within: Sequence[tuple[int, int]] | None = None
) -> tuple[Saying, ...]:
    """What a page says in figures; with `within`, only in the sentences that touch one of these spans."""
    visible, found = masked(text), list[Saying]()
    for block in paragraphs(text):
        if block.kind is BlockKind.ROW or not _touched(block, within):
            continue
        for span in sentences_in(visible, block):
            if _touched(span, within):
                found += _in_sentence(text, span.start, span.end, document, title, dated)
    return tuple(found)


def _touched(place: Block | Span, spans: Sequence[tuple[int, int]] | None) -> bool:
    return spans is None or any(place.start < end and start < place.end for start, end in spans)


def clashes(
    mine: Sequence[Saying], theirs: Sequence[Saying], *, one_period: bool = False
) -> tuple[tuple[Saying, Saying], ...]:
    """Pairs from two documents that cannot both hold, as far as code can tell; each pair of sentences once.

    With `one_period` the sentences must speak of the same years throughout: for who acts on a clash at once, and
    would rather miss one than follow a false alarm.
    """
    found: dict[tuple[str, int, str, int], tuple[Saying, Saying]] = {}
    for left in mine:
        for right in theirs:
            key = (left.document, left.start, right.document, right.start)
            if left.document != right.document and key not in found and _clash(left, right, one_period):
                found[key] = (left, right)
    return tuple(found.values())


def _in_sentence(text: str, start: int, end: int, document: str, title: str, dated: date | None) -> Iterator[Saying]:
    sentence = one_line(unmarked(text[start:end]))
    if not may_count(sentence):
        return
    days = dates_and_rest(sentence, dated)[0]
    every = measures(sentence)
    of_document = frozenset({dated.year} if dated else ())
    title_words = content_words(title)
    for clause in _CLAUSE.split(sentence):
        clause_days, here = dates_and_rest(clause, dated)[0], measures(clause)
        said_of = title_words if _REFERS_BACK.match(clause) and sentence.startswith(clause) else frozenset()
        for figure in here:
            if _PART.search(clause) or sum(other.kind == figure.kind for other in here) > 1:
                continue  # with two of a kind, nobody can say which is meant
            before = clause[: clause.find(figure.shown)]
            if _CASE.search(before):
                continue
            yield Saying(
                document=document,
                start=start,
                end=end,
                clause=clause.strip(),
                figure=figure,
                words=_measured_words(clause, here) | said_of,
                before=_measured_words(before, here) | said_of,
                own=_measured_words(clause, here),
                names=frozenset(fold(name) for name in _NAME.findall(clause)) - CALENDAR - STOP_WORDS,
                context=content_words(clause) | title_words,
                years=frozenset(day.year for day in clause_days if day.year),
                near_years=frozenset(day.year for day in days if day.year) or of_document,
                beside=frozenset(_shown(other) for other in every if other != figure),
                planned=bool(_PLANNED.search(clause)),
                dated=dated,
            )


def _measured_words(words: str, here: Sequence[Figure]) -> frozenset[str]:
    """What a clause speaks of, without its figures, their units and what they count."""
    own = {word for figure in here for word in content_words(figure.shown)}
    own |= {figure.noun for figure in here if figure.unit is None}
    kept = (word for word in content_words(words) - own if not _DIGITS.match(word))
    return frozenset(_SAME_SENSE.get(word, word) for word in kept)


def _shown(figure: Figure) -> str:
    return f"{figure.base.normalize()} {figure.kind}"


def _clash(left: Saying, right: Saying, one_period: bool) -> bool:
    """Whether two clauses give different figures for the same thing at the same time."""
    if one_period and left.near_years != right.near_years:
        return False
    return (
        left.figure.kind == right.figure.kind
        and left.planned == right.planned
        and _differ(left.figure, right.figure)
        and _same_period(left, right)
        and _same_subject(left, right)
        and _same_measure(left, right)
    )


def _differ(left: Figure, right: Figure) -> bool:
    """Not one figure rounded, and not so close that `about` covers it."""
    first, second = left.base, right.base
    if first == second:
        return False
    apart = abs(first - second) / max(abs(first), abs(second))
    if (left.hedged or right.hedged) and apart <= HEDGE:
        return False
    places = min(_places(left.value), _places(right.value))
    same_scale = (left.unit.factor if left.unit else 1) == (right.unit.factor if right.unit else 1)
    return not (same_scale and round(left.value, places) == round(right.value, places))


def _places(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return max(0, -exponent) if isinstance(exponent, int) else 0


def _same_period(left: Saying, right: Saying) -> bool:
    if left.years and right.years:
        return left.years == right.years
    if left.years or right.years:
        return (left.years or left.near_years) == (right.years or right.near_years)
    if left.dated is None or right.dated is None:
        return not left.near_years or not right.near_years or left.near_years == right.near_years
    return abs((left.dated - right.dated).days) <= SAME_TIME


def _same_subject(left: Saying, right: Saying) -> bool:
    """A name on each side that the other does not know makes them speak of two things."""
    return not (_strange(left, right) and _strange(right, left))


def _strange(one: Saying, other: Saying) -> bool:
    return any(not content_words(name) <= other.context for name in one.names)


def _same_measure(left: Saying, right: Saying) -> bool:
    """The same is said of the same: both speak of it before the figure, or of the same span beside it."""
    anchored = left.beside & right.beside
    if not left.own & right.own or (len(left.before & right.before) < SHARED_BEFORE and not anchored):
        return False
    credit = len(left.words & right.words) + len(anchored)
    shorter = min(len(left.words), len(right.words))
    return credit > len(anchored) + 1 and credit / shorter >= OVERLAP
