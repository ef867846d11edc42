"""The grounds of a statement: what its facts say, quote and are surrounded by, and which of its figures they hold.

Knows: claims, quotes, titles, headings, context, the user's own words; when two figures or dates are the same.
Does not know: what else is odd about a statement (`suspicions.py`), or truth; a statement is held against its own
evidence only.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from enum import StrEnum
from functools import cached_property

from fathoms.domain.evidence import Evidence, Fact
from fathoms.engine.evidence import arithmetic
from fathoms.text.dates import Date, dates_and_rest
from fathoms.text.figures import Figure, figures, is_counter, multiples, without_codes
from fathoms.text.naming import Names
from fathoms.text.neutral import unmarked
from fathoms.text.sums import Sum, number_in, sums
from fathoms.text.words import content_words, fold

LEAST_QUOTED = 5
"""Words from which a statement is taken to be somebody's quote."""
CONVERSIONS = frozenset({7, 12, 24, 52, 60, 365, 1_000, 1_024, 3_600, 86_400})
"""How many of a smaller unit a larger one has, of time and of data."""
HEDGE_TOLERANCE = 0.1
"""How far `about 40` may be from the quoted figure, as a share of it."""


_SENTENCE_END = re.compile(
    r"(?<=[.!?])[\"'”’)\]]*\s+(?=[\"'“‘(\[]?[A-Z0-9])|(?<=[。！？])\s*|\n{2,}|\n(?=\s*(?:[-*+•|]|\d{1,2}[.)])\s)"
)
_CODE = re.compile(r"`[^`]+`")
_CLAUSE = re.compile(r"(?:(?<=`)|(?<=\n))[ \t]*\d{1,2}[.)](?=\s)")
_CODE_NUMBER = re.compile(r"(?<![\w.#-])(\d+(?:\.\d+)*)(?=([a-zA-Z%]{0,3})\b)")
_TIMES = {"ms": "milliseconds", "s": "seconds", "m": "minutes", "h": "hours", "d": "days", "w": "weeks", "y": "years"}
"""What a letter behind a number in code or in a setting says where the number is a time."""
_UNITS = {
    **{name: name.upper() for name in ("kb", "mb", "gb", "tb")},
    **dict.fromkeys(("ms", "millis", "milliseconds"), "milliseconds"),
    **dict.fromkeys(("sec", "secs", "seconds"), "seconds"),
    **{name: name for name in ("minutes", "hours", "days")},
}
_IN_ITS_NAME = re.compile(
    rf"(?<![^\W_])[a-z][a-z0-9]*(?:[_.-][a-z0-9]+)*[_-]({'|'.join(_UNITS)})[\"'`]?\s{{0,2}}[:=]?\s{{0,2}}[\"'`]?(\d+(?:\.\d+)?)\b",
    re.IGNORECASE,
)
"""A setting that says its unit: `mem_mb: 1024`, `timeout_seconds = 30`; `replicas_min` is the least."""
_DEFAULT = re.compile(
    rf"(?<![^\W_])[a-z][a-z0-9]*(?:_[a-z0-9]+)*_({'|'.join(_UNITS)})\b"
    r"[^\n]{0,240}?[.;] Default(?:s to|:| is) `?(\d+(?:\.\d+)?)\b"
)
"""The default of such a setting, where it is described: "`sleep_ms`: how long to sleep. Defaults to `1000`."."""
_SETTING = re.compile(r"(?:[\"'“]|[:=] ?|\b(?:after|every|for|within) )(\d+(?:\.\d+)?)(ms|s|m|h|d|w|y)\b")
"""A time as settings have it: `"30m"`, `interval: 12h`, "held for 5m". Anywhere else an "m" may be a metre."""
_STEP = re.compile(r"\bsteps? \d{1,2}(?:(?:, | and | or | to |–|-)\d{1,2})*\b", re.IGNORECASE)
"""A step of the report's own, by its number."""
_PLACES = r"(?:week|day|month|phase|wave|round|session|part|tier|layer)s?"
PLACE_NAME = re.compile(rf"\b(?:steps?|{_PLACES})\b", re.IGNORECASE)
"""What a number may be the place of: a step, a week."""
_PLACE_IN_A_PLAN = re.compile(
    rf"\b{_PLACES} "
    r"\d{1,2}(?:(?:, | and | or | to |–|-)\d{1,2}(?!:\d))*\b"
    r"|(?<![\d:.])(?:[01]?\d|2[0-3]):[0-5]\d(?!\d|:\d)|第\d{1,2}[週日月回]|\d{1,2}[週日回]目|第\d{1,2}[周天步]",
    re.IGNORECASE,
)
"""Where something stands in a plan, by its number or by the clock: nothing is counted or measured by it."""
_BY_NUMBER = re.compile(
    r"\b(?:EN|ISO|IEC|IEEE|DIN|BS|RFC)(?:[/ ](?:EN|ISO|IEC))* ?\d[\d-]*(?: \d{3})*(?::\d{4})?"
    r"|\b(?:Directive|Regulation|Richtlinie|Verordnung) (?:\(?E[UCG]C?\)? )?\d{2,4}/\d{2,4}(?:/E[UCG]C?)?"
    r"|§§? ?\d{1,4}[a-z]?\b"
)
"""A standard or a law, which is called by its number: nothing is counted or measured by it."""
_VERSION = re.compile(r"(?<![\w.])\d+(?:\.\d+)+(?:\.\d+|[a-z]+\d+)(?!\w|\.\d)", re.IGNORECASE)
"""A number that can be nothing else: `1.2.3`, `2.0.0b22`."""
VERSION = "version"
"""What a number with a point in it may be called wherever it stands: 3.4, of `v3.4 to v3.5`."""
_VERSION_WORD = re.compile(r"vers", re.IGNORECASE)
"""How the word is begun in most languages that write `v2` for it."""
_WORDS_AND_SIGNS = re.compile(r"\w+|[%‰$€£¥°<>=±]|(?<!\w)-(?=\d)")


class Read:
    """A text and what it counts, dates and numbers; each reading of it is made when it is first asked for."""

    def __init__(self, everything: str, dated: Iterable[Date] = ()) -> None:
        self.everything = everything
        self._dated = tuple(dated)

    def has_number(self, digits: str) -> bool:
        """Whether a number stands anywhere, with whatever unit, or in words."""
        found = re.search(rf"(?<![\d.]){re.escape(digits)}(?!\d|\.\d)", self.everything)
        return found is not None or any(str(one.value).removesuffix(".0") == digits for one in self.figures)

    def has_version(self, version: str) -> bool:
        """Whether a version stands anywhere, be it glued to a name: `2.0.0b22` in `borg-2.0.0b22`."""
        return re.search(rf"(?<![\d.]){re.escape(fold(version))}(?!\w|\.\d)", self._folded) is not None

    def has_in_name(self, name: str, digits: str) -> bool:
        """Whether a number stands glued to the name that it belongs to: 2 of `Borg 2` in `Borg2`, `Borg v2`; of
        `version 2` in `v2`."""
        folded = re.escape(fold(name))
        letters = rf"(?:{folded}[\s_-]?v?|v)" if _VERSION_WORD.match(name) else rf"{folded}[\s_-]?v?"
        return re.search(rf"(?<![^\W_]){letters}{re.escape(digits)}(?!\d)", self._folded) is not None

    @cached_property
    def _folded(self) -> str:
        return fold(self.everything)

    @cached_property
    def days(self) -> tuple[Date, ...]:
        return (*dates_and_rest(self.everything)[0], *self._dated)

    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """With the times and sizes of settings as a reader would say them."""
        times = (f"{found[1]} {_TIMES[found[2]]}" for found in _SETTING.finditer(self.everything))
        settings = (found for form in (_IN_ITS_NAME, _DEFAULT) for found in form.finditer(self.everything))
        named = (f"{found[2]} {_UNITS[found[1].lower()]}" for found in settings)
        set_to = figures("; ".join((*times, *named)))
        return (*figures(without_codes(dates_and_rest(self.everything)[1])), *set_to)

    @cached_property
    def multiples(self) -> tuple[Decimal, ...]:
        return multiples(self.everything)


class Grounds(Read):
    """What stands behind one statement, and beside it what the user said, which backs nothing but is not invented."""

    def __init__(self, facts: Iterable[Fact], *, unclaimed: Iterable[Evidence] = (), asked: str = "") -> None:
        known = tuple(facts)
        evidence = (*unclaimed, *(item for fact in known for item in fact.evidence))
        self.quotes = tuple(unmarked(item.quote) for item in evidence)
        self.claims = tuple(unmarked(fact.claim) for fact in known)
        self.sayings = (*self.claims, *self.quotes)
        self.by_fact = tuple(content_words("\n".join((f.claim, *(e.quote for e in f.evidence)))) for f in known)
        beside = (text for item in evidence for text in (item.announced, item.context) if text)
        self.around = tuple(dict.fromkeys(map(unmarked, beside)))
        self.headings = tuple(dict.fromkeys(" ".join((item.title, *item.title_path)) for item in evidence))
        dated = (Date.of(item.dated) for item in evidence if item.dated)
        super().__init__("\n\n".join((*self.sayings, *self.around, *self.headings)), dated)
        self.asked = Read(unmarked(asked))

    def quotes_word_for_word(self, text: str) -> bool:
        """Whether the words of a text stand in one of the quotes as they are."""
        said = running(text)
        return bool(said.strip()) and any(said in running(quote) for quote in self.quotes)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Of claims and quotes first, then of what surrounds them."""
        return tuple(sentence for text in (*self.sayings, *self.around) for sentence in sentences(text))

    @cached_property
    def words(self) -> frozenset[str]:
        return content_words(self.everything)

    @cached_property
    def measured(self) -> tuple[Figure, ...]:
        """The figures of claims and quotes alone, each value once."""
        found = figures(without_codes(dates_and_rest("\n\n".join(self.sayings))[1]))
        return tuple({(one.base, one.kind): one for one in found}.values())

    @cached_property
    def names(self) -> Names:
        return Names(self.everything)


class Standing(StrEnum):
    """Where a figure or date comes from that stands nowhere in the grounds of its statement."""

    NOWHERE = "nowhere"
    COMPUTED = "computed"
    """From figures that do stand there."""
    ASKED = "asked"
    """From the user's own words, or computed with figures of these."""


def sentences(text: str) -> tuple[str, ...]:
    """Sentences well enough for matching; exact offsets are not needed here."""
    return tuple(piece.strip() for piece in _SENTENCE_END.split(text) if piece.strip())


def quoted_in(text: str, facts: Iterable[Fact]) -> tuple[str, ...]:
    """The first fact that quotes these very words, if one does: a wrong citation can be put right."""
    said = running(text)
    if len(said.split()) < LEAST_QUOTED:
        return ()
    return next(((fact.id,) for fact in facts if any(said in running(item.quote) for item in fact.evidence)), ())


def stand_nowhere(text: str, grounds: Grounds) -> tuple[str, ...]:
    """The figures and dates of a text that stand nowhere in its grounds and follow from nothing there, each once."""
    found = (*unheld_figures(text, grounds), *unheld_dates(text, grounds))
    return tuple(dict.fromkeys(shown for shown, standing in found if standing is Standing.NOWHERE))


def without_steps(text: str) -> str:
    """A text without the numbers of the report's own steps, which count nothing."""
    return _STEP.sub(" ", text)


def without_places_in_a_plan(text: str) -> str:
    """A text without the weeks, days and hours of a plan: "week 3" is said of what is to be done, "3 weeks" is not."""
    return _PLACE_IN_A_PLAN.sub(" ", text)


def without_names_by_number(text: str) -> str:
    """A text without the standards and laws that it names: "EN 301 549", "Directive (EU) 2016/2102"."""
    return _BY_NUMBER.sub(" ", text)


def unheld_figures(text: str, grounds: Grounds) -> Iterator[tuple[str, Standing]]:
    """The figures of a text that stand nowhere in its grounds, and where each comes from."""
    _, rest = dates_and_rest(without_steps(unmarked(_CODE.sub(" ", text))))
    told = figures(without_codes(_VERSION.sub(lambda one: " " if grounds.has_version(one[0]) else one[0], rest)))
    held = [figure for figure in told if _has_figure(figure, grounds)]
    shown = _worked_out(rest, told, grounds)
    for figure in told:
        if figure in held or _is_somebody(figure):
            continue
        if arithmetic.follows(figure, held, grounds.measured) or _is_worked_out(figure, shown):
            yield figure.shown, Standing.COMPUTED
        else:
            yield figure.shown, Standing.ASKED if _is_asked(figure, held, grounds.asked) else Standing.NOWHERE
    for number, unit in _set_in_code(without_steps(text)):
        if not grounds.has_number(number):
            asked = Standing.ASKED if grounds.asked.has_number(number) else Standing.NOWHERE
            yield f"{number}{unit}", Standing.COMPUTED if _in_other_unit(number, unit, grounds) else asked


def _is_somebody(figure: Figure) -> bool:
    """ "One person", in words: somebody, and nothing counted."""
    return figure.small_word and figure.value == 1 and figure.unit is not None and figure.unit.dimension == "person"


def worked_out(text: str, grounds: Grounds) -> tuple[Sum, ...]:
    """The sums that a text shows in full, that are right, and that use what its grounds or the user give."""
    rest = unmarked(_CODE.sub(" ", text))
    return _worked_out(rest, figures(without_codes(rest)), grounds)


def _worked_out(text: str, told: Sequence[Figure], grounds: Grounds) -> tuple[Sum, ...]:
    given = {
        number
        for figure in told
        if (_has_figure(figure, grounds) or _has_figure(figure, grounds.asked, counted=False))
        and (number := number_in(figure.shown)) is not None
    }
    right: list[Sum] = []
    for one in sums(text):
        if given.intersection(one.operands):
            right.append(one)
            given.add(one.value)
    return tuple(right)


def _is_worked_out(figure: Figure, shown: Sequence[Sum]) -> bool:
    """Whether it is the result of a sum, or a plain number that one is made with: what is measured needs a source, but
    for what every unit is made of."""
    number = number_in(figure.shown)
    plain = figure.unit is None or number in CONVERSIONS
    return any(number == one.value or (plain and number in one.operands) for one in shown)


def _is_asked(figure: Figure, held: Sequence[Figure], asked: Read) -> bool:
    """Whether the user gave a figure, or it follows from one of the user's and another: 43 machines of 40 and three; or
    is twice one where the user speaks of doubling."""
    if _has_figure(figure, asked, counted=False) or arithmetic.multiplied(figure, asked.figures, asked.multiples):
        return True
    return arithmetic.is_left(figure, asked.figures) or arithmetic.follows(figure, (*asked.figures, *held), ())


def _set_in_code(text: str) -> Iterator[tuple[str, str]]:
    """Numbers that a command or a setting gives: `--window 2m` says two of whatever "m" is there. What counts the lines
    of a text between ticks, the clauses of an agreement, gives none."""
    codes = (_CLAUSE.sub(" ", code) for code in _CODE.findall(text))
    return ((found[1], found[2]) for code in codes for found in _CODE_NUMBER.finditer(code))


def _in_other_unit(number: str, unit: str, grounds: Grounds) -> bool:
    """`--window 120s` where the grounds have two minutes."""
    if number.count(".") > 1:
        return False
    said = figures(f"{number} {_TIMES[unit]}") if unit in _TIMES else ()
    value = said[0].base if said else Decimal(number)
    return any(one.unit and one.unit.dimension in ("time", "data") and one.base == value for one in grounds.figures)


def other_unit(text: str, grounds: Grounds) -> str:
    """The first figure of a text that stands in its grounds with another unit of its kind, and never with its own."""
    _, rest = dates_and_rest(unmarked(_CODE.sub(" ", text)))
    return next((f.shown for f in figures(without_codes(rest)) if f.unit and _has_other_unit(f, grounds)), "")


def _has_other_unit(figure: Figure, grounds: Grounds) -> bool:
    alike = [one for one in grounds.figures if one.unit and figure.unit and one.unit.dimension == figure.unit.dimension]
    same = [one for one in alike if _same_figure(figure, one)]
    return not same and any(one.value == figure.value for one in alike)


def unheld_dates(text: str, grounds: Grounds) -> Iterator[tuple[str, Standing]]:
    """The dates of a text that stand nowhere in its grounds, and where each comes from."""
    days, _ = dates_and_rest(unmarked(text))
    for day in days:
        if not _has_day(day, grounds):
            yield str(day), Standing.ASKED if _has_day(day, grounds.asked) else Standing.NOWHERE


def _has_figure(figure: Figure, grounds: Read, *, counted: bool = True) -> bool:
    """Without `counted`, a small count in words ("both", "two ways") is not taken for the writer's own."""
    if any(_same_figure(figure, other) for other in grounds.figures):
        return True
    if figure.unit is None and any(day.year == figure.value for day in grounds.days):
        return True
    names = (figure.behind, VERSION) if "." in figure.shown else (figure.behind,)
    if not figure.unit and any(name and grounds.has_in_name(name, figure.shown) for name in names):
        return True
    if not counted or not figure.count_word or figure.unit:
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


def _has_day(day: Date, grounds: Read) -> bool:
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


def running(text: str) -> str:
    """The words of a text in order, in one spelling, fit for a substring test at word ends."""
    joined = " ".join(_WORDS_AND_SIGNS.findall(fold(unicodedata.normalize("NFKC", unmarked(text)))))
    return f" {joined} "
