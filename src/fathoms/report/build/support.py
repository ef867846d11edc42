"""The support ladder: does a statement say what its quotes say, as far as code can tell?

The ladder, cheapest first: the quote's own words; then figures with their units, dates, names and
negation; then the share of words. What is left undecided is `unchecked`, for a mind to judge.
Knows: words, figures, dates, names.  Does not know: truth; a statement is held against its quotes only.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.report import Support
from fathoms.text.dates import Date, dates_and_rest
from fathoms.text.denials import turned
from fathoms.text.figures import Figure, figures, is_counter, without_codes
from fathoms.text.naming import Names
from fathoms.text.neutral import unmarked
from fathoms.text.words import content_words, fold, language_of

ENOUGH_WORDS = 0.8
"""Share of a sentence's content words that its quotes must hold for code to call it supported."""
SAME_WORDS = 0.6
"""Share of a statement's words at which a quoted sentence or clause is taken for what it restates."""
UNRELATED = 0.15
"""Share below which a statement has nothing to do with its quotes."""
LEAST_QUOTED = 5
"""Words from which a statement is taken to be somebody's quote."""
HEDGE_TOLERANCE = 0.1
"""How far `about 40` may be from the quoted figure, as a share of it."""


class Flaw(StrEnum):
    """What is wrong with a statement that cannot ship."""

    UNCITED = "uncited"
    FIGURE = "figure"
    DATE = "date"
    NAME = "name"
    NEGATION = "negation"
    UNRELATED = "unrelated"
    JUDGED = "judged"
    """A mind read the quotes and found that they do not carry it."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What the ladder found: a flaw with the words it hangs on, or none."""

    support: Support
    flaw: Flaw | None = None
    detail: str = ""


_SUPPORTED = Judgement(Support.SUPPORTED)
_UNDECIDED = Judgement(Support.UNCHECKED)

_SENTENCE_END = re.compile(
    r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[A-Z0-9])|(?<=[。！？])\s*|\n{2,}|\n(?=\s*(?:[-*+•|]|\d{1,2}[.)])\s)"
)
_CLAUSE_END = re.compile(
    r"[;:—–、]\s*|,\s+|\n+|\s+(?:and|but|while|whereas|although|though|because|since|so that)\s+", re.IGNORECASE
)
_WORDS_AND_SIGNS = re.compile(r"\w+|[%‰$€£¥°<>=±]|(?<!\w)-(?=\d)")


@dataclass(frozen=True, slots=True)
class _Clause:
    text: str
    words: frozenset[str]
    running: str


class Grounds:
    """The quotes behind one statement; what the upper rungs need is read only when they are reached."""

    def __init__(self, evidence: Sequence[Evidence]) -> None:
        self.quotes = tuple(item.quote for item in evidence)
        self.running = tuple(_running(quote) for quote in self.quotes)
        around = (" ".join((item.title, *item.title_path)) for item in evidence)
        self.everything = unmarked("\n\n".join((*self.quotes, *around)))
        self._source_days = tuple(Date.of(item.dated) for item in evidence if item.dated)

    @cached_property
    def clauses(self) -> tuple[_Clause, ...]:
        return tuple(clause for quote in self.quotes for clause in _clauses(quote))

    @cached_property
    def words(self) -> frozenset[str]:
        return content_words(self.everything)

    @cached_property
    def days(self) -> tuple[Date, ...]:
        return (*dates_and_rest(self.everything)[0], *self._source_days)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        return figures(without_codes(dates_and_rest(self.everything)[1]))

    @cached_property
    def names(self) -> Names:
        return Names(self.everything)


def sentences(text: str) -> tuple[str, ...]:
    """Sentences well enough for matching; exact offsets are not needed here."""
    return tuple(piece.strip() for piece in _SENTENCE_END.split(text) if piece.strip())


def quoted_in(text: str, facts: Iterable[Fact]) -> tuple[str, ...]:
    """The first fact that quotes these very words, if one does: a wrong citation can be put right."""
    running = _running(text)
    if len(running.split()) < LEAST_QUOTED:
        return ()
    return next(((fact.id,) for fact in facts if any(running in _running(item.quote) for item in fact.evidence)), ())


def judge(text: str, evidence: Sequence[Evidence]) -> Judgement:
    """Hold a statement against its quotes, sentence by sentence; the worst sentence decides."""
    grounds = Grounds(evidence)
    verdicts = [_judge_sentence(sentence, grounds) for sentence in sentences(text)]
    flawed = next((verdict for verdict in verdicts if verdict.flaw), None)
    if flawed:
        return flawed
    settled = bool(verdicts) and all(verdict.support is Support.SUPPORTED for verdict in verdicts)
    return _SUPPORTED if settled else _UNDECIDED


def _judge_sentence(sentence: str, grounds: Grounds) -> Judgement:
    running = _running(sentence)
    verbatim = bool(running.strip()) and any(running in quote for quote in grounds.running)
    flaw = None if verbatim else _wrong_detail(sentence, grounds)
    flaw = flaw or _turned_around(sentence, grounds)
    if flaw:
        return Judgement(Support.CONTRADICTED, *flaw)
    if verbatim:
        return _SUPPORTED
    words = content_words(unmarked(sentence))
    share = len(words & grounds.words) / len(words) if words else 1.0
    if share >= ENOUGH_WORDS:
        return _SUPPORTED
    if share < UNRELATED and language_of(sentence) == language_of(grounds.everything):
        return Judgement(Support.UNCHECKED, Flaw.UNRELATED)
    return _UNDECIDED


def _wrong_detail(sentence: str, grounds: Grounds) -> tuple[Flaw, str] | None:
    """The first figure, date or name of the sentence that its quotes do not hold."""
    days, rest = dates_and_rest(unmarked(sentence))
    for figure in figures(without_codes(rest)):
        if not _has_figure(figure, grounds):
            return Flaw.FIGURE, figure.shown
    for day in days:
        if not _has_day(day, grounds):
            return Flaw.DATE, str(day)
    name = grounds.names.missing(unmarked(sentence))
    return (Flaw.NAME, name) if name else None


def _has_figure(figure: Figure, grounds: Grounds) -> bool:
    if any(_same_figure(figure, other) for other in grounds.figures):
        return True
    if figure.unit is None and any(day.year == figure.value for day in grounds.days):
        return True
    if not figure.small_word or figure.unit:
        return False
    return not any(figure.noun and other.noun == figure.noun for other in grounds.figures)


def _same_figure(figure: Figure, other: Figure) -> bool:
    if figure.unit and other.unit:
        if figure.unit.dimension != other.unit.dimension:
            return False
        left, right = figure.value * figure.unit.factor, other.value * other.unit.factor
    else:
        if figure.unit and other.noun:
            return False  # `3 MW` is not the three of `three things`
        if is_counter(figure.noun) and (other.unit or (is_counter(other.noun) and other.noun != figure.noun)):
            return False  # nor are nine ships nine people
        left, right = figure.value, other.value
    slack = float(abs(right)) * (HEDGE_TOLERANCE if figure.hedged else 1e-6)
    return float(abs(left - right)) <= slack


def _has_day(day: Date, grounds: Grounds) -> bool:
    """The most exact part must match one quoted date; broader parts may stand elsewhere in the grounds."""
    if day.decade:
        return any(other.year and day.year and other.year // 10 == day.year // 10 for other in grounds.days)
    if day.day or day.month:
        years = {other.year for other in grounds.days}
        return any(
            (day.day is None or other.day == day.day)
            and other.month == day.month
            and (day.year is None or other.year == day.year or (other.year is None and day.year in years))
            for other in grounds.days
        )
    return any(other.year == day.year and not other.decade for other in grounds.days) or any(
        figure.value == day.year for figure in grounds.figures
    )


def _turned_around(sentence: str, grounds: Grounds) -> tuple[Flaw, str] | None:
    """Whether the sentence denies what the quoted words nearest to it affirm, or the other way round."""
    running, words = _running(sentence), content_words(unmarked(sentence))
    holding = [clause for clause in grounds.clauses if running in clause.running]
    restated = [c for c in grounds.clauses if words and len(words & c.words) / len(words) >= SAME_WORDS]
    if holding:
        nearest = min(holding, key=lambda clause: len(clause.running))
    elif restated:
        nearest = max(restated, key=lambda clause: len(words & clause.words) / len(words | clause.words))
    else:
        return None
    cue = turned(unmarked(sentence), nearest.text)
    return (Flaw.NEGATION, cue) if cue else None


def _clauses(quote: str) -> Iterator[_Clause]:
    """What a statement may restate: a whole sentence, or one clause of it with a denial of its own."""
    for sentence in sentences(quote):
        pieces = [piece for piece in _CLAUSE_END.split(sentence) if piece.strip()]
        for piece in (sentence, *pieces) if len(pieces) > 1 else (sentence,):
            yield _Clause(unmarked(piece), content_words(unmarked(piece)), _running(piece))


def _running(text: str) -> str:
    """The words of a text in order, in one spelling, fit for a substring test at word ends."""
    joined = " ".join(_WORDS_AND_SIGNS.findall(fold(unicodedata.normalize("NFKC", unmarked(text)))))
    return f" {joined} "
