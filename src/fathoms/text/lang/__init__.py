"""Languages as data: one TOML file each beside this module, read once, when somebody first asks.

Knows: what a language file may hold, and that a further file is a further language.  Does not know: what the words
are good for; the modules of `text/` build their patterns from them. A list of words is written as running text or,
where a word has blanks or is a pattern, as an array.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

FOLDER = Path(__file__).parent


def _split(value: object) -> object:
    return tuple(value.split()) if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], BeforeValidator(_split)]


class _Table(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class Numbered(_Table):
    """The signs after the numbers of a date that is written in numbers: 2022年3月8日."""

    year: str
    month: str
    day: str
    decade: str


class Calendar(_Table):
    months: Words = ()
    short_months: Words = ()
    """The beginnings by which a month is known, whatever follows them."""
    ambiguous_months: Words = ()
    """Months that are plain words too: alone they count only with a capital, after one of `month_leads`."""
    month_leads: Words = ()
    weekdays: Words = ()
    seasons: Words = ()
    eras: Mapping[str, int] = {}
    """Each with the year before its first."""
    first_year: str = ""
    """What the first year of an era is called."""
    numbered: Numbered | None = None


class Relative(_Table):
    """Moments told from the day of a document: a pattern, and how many units away it lies."""

    year: Mapping[str, int] = {}
    month: Mapping[str, int] = {}
    day: Mapping[str, int] = {}
    ago: Mapping[Literal["year", "month", "week", "day"], str] = {}
    """A pattern with the group `count`; `{number}` in it stands for any number of this language."""


class Numbers(_Table):
    ones: Words = ()
    """From zero on."""
    tens: Words = ()
    """From twenty on."""
    scales: Mapping[str, int] = {}
    digits: str = ""
    """From zero to nine, of a script that writes numbers in characters."""
    places: Mapping[str, int] = {}
    """What multiplies the digit before it: 三百."""
    before: Words = ()
    """What must follow a number in characters."""
    ordinal_endings: Words = ()
    fractions: Words = ()
    range_words: Words = ()
    instead: Words = ()
    """What answers "how many" without a number that can be read."""
    multiples: Mapping[str, Words] = {}
    """Patterns of words that say how many times as much something becomes."""
    results: Words = ()
    """What stands before the result of a sum, where no sign does."""
    hedges: Words = ()
    counters: Words = ()
    counted_alike: Mapping[str, str] = {}


class Denials(_Table):
    words: Words = ()
    """Matched as whole words."""
    patterns: Words = ()
    """Matched as they stand."""
    apparent: Words = ()
    """Turns of phrase that hold such a word and deny nothing."""
    reach: Literal["after", "before"] = "after"
    """On which side of the cue stands what it denies."""
    ends: Words = ()
    """Where a denial reaches no further."""
    opposites: tuple[tuple[str, str], ...] = ()


class Questions(_Table):
    """How one asks. All of it are patterns; where words have blanks between them, they are matched as whole words."""

    words: Words = ()
    """With which a question begins."""
    verbs: Words = ()
    """With which a question may begin instead; in the middle of a sentence they begin none."""
    requests: Words = ()
    """What tells somebody to do something, at the beginning of what is asked for."""
    nouns: Words = ()
    """Those of them that are nouns as well: in the middle of a sentence they count only before one of `heads`."""
    heads: Words = ()
    leads: Words = ()
    """What may stand before any of these."""
    wishes: Words = ()
    """What makes a request of whatever follows."""
    patterns: Words = ()
    """What gives a question away, matched as it stands."""
    joins: Words = ()
    """What joins two questions in a sentence."""
    ends: Words = ()
    """Where in a sentence a request ends, in a language in which it stands last; `{requests}` stands for any."""
    tails: Words = ()
    """What such a request ends with only because another follows it."""
    forms: Words = ()
    """What only a wish for the form of the answer is about."""
    leans: Words = ()
    """What points at something that was said elsewhere."""
    stresses: Words = ()
    """What lays stress on what follows."""
    stressed: Words = ()
    """What does so behind it."""


class Lists(_Table):
    """Lists in a question. With `separators` the language is one without spaces, and all of it are patterns."""

    joins: Words = ()
    separators: Words = ()
    ends: Words = ()
    """Words at which an item must end."""
    opening_requests: Words = ()
    noun_requests: Words = ()
    articles: Words = ()
    perspectives: Words = ()
    clauses: Words = ()
    """What is no item."""
    whole_words: Words = ()
    """What no word at which an item ends can cut."""


class Claims(_Table):
    """How far a sentence goes: the words by which it claims more, gives a reason or a direction."""

    wide: Words = ()
    """Claim all or none, matched as whole words."""
    widening: Words = ()
    """The same, matched as they stand."""
    as_wide: Words = ()
    """Words that claim equally much, a family each."""
    times: Words = ()
    """Units of time, each with its other forms."""
    each: Words = ()
    """Say that something holds for things one by one: `per node`."""
    single: Words = ()
    """What else may stand before one of several things."""
    no_thing: Words = ()
    """What follows such a word and names nothing: `each other`, `each does`."""
    compound_ends: Words = ()
    """What makes a compound of any word, and no name: `cluster-wide`."""
    narrows: Words = ()
    """Take something away without denying it: a sentence with one may carry a denial in other words."""
    causes: Words = ()
    """What a reason follows."""
    directions: tuple[tuple[str, str], ...] = ()
    """Words on one side and on the other: `more` and `less`."""
    compares: Words = ()
    """Set one thing above or before another."""
    softens: Words = ()
    """Leave room: a sentence with one claims less. Patterns, matched as whole words."""
    joins: Words = ()
    """Where one clause ends and another begins."""
    leans: Words = ()
    """Openings that point back to the sentence before."""


class Request(_Table):
    """What the wording of a request says about how much it takes. All of it are patterns."""

    fields: Words = ()
    """Whole fields of knowledge, which have no end."""
    about: Words = ()
    """What only asks to be told of something."""
    deep: Words = ()
    broad: Words = ()
    open: Words = ()
    """Broad only where the subject is, or together with another sign."""
    causes: Words = ()
    wide: Words = ()
    """Subjects that no single fact is told of."""
    turns: Words = ()
    """Turns of fortune: a cause of one is broad where it is somebody's."""
    facts: Words = ()
    """What asks for a single fact, whatever it is about."""
    look_ups: Words = ()
    """What asks for one unless something broad is asked."""
    comparison: Words = ()
    checks: Words = ()
    """What asks whether something is so, and the claim follows it."""
    rankings: Words = ()
    steps: Words = ()
    """What asks how something is done."""
    times: Words = ()
    """What asks how something came to be, year by year."""
    weighs: Words = ()
    """What asks for a judgement."""
    explores: Words = ()
    """What asks which possibilities there are."""


class Accounts(_Table):
    """How texts give reasons, weigh, tell steps and name ways. All of it are patterns."""

    reasons: Words = ()
    speakers: Words = ()
    """Who says so, as the group `who`."""
    praises: Words = ()
    faults: Words = ()
    sequence: Words = ()
    """What opens a step told in running text."""
    ways: Words = ()


class Language(_Table):
    """What is known of one language; what a file leaves out is empty."""

    code: str
    name: str
    rank: int = 1_000
    """Languages are tried in this order, so that a tie between two always ends alike."""
    function_words: Words = ()
    """Its commonest small words: they say nothing about what a text is about."""
    stop_words: Words = ()
    """Words that carry no meaning of their own; in a script without spaces, pairs of characters."""
    abbreviations: Words = ()
    """After which a full stop ends no sentence."""
    name_links: Words = ()
    """What joins the words of one name, longest first."""
    small_words: Words = ()
    """What stands inside names without a capital, and is skipped in their acronyms."""
    openers: Words = ()
    """Words that are capital only because something begins with them."""
    calendar: Calendar = Calendar()
    relative: Relative = Relative()
    numbers: Numbers = Numbers()
    denials: Denials = Denials()
    questions: Questions = Questions()
    lists: Lists = Lists()
    claims: Claims = Claims()
    request: Request = Request()
    accounts: Accounts = Accounts()
    units: Mapping[str, Words] = {}
    places: Mapping[str, Mapping[str, Words]] = {}
    """Region → country → its names here; under `names` those of the region itself."""


def load(folder: Path) -> tuple[Language, ...]:
    """The languages of a folder, in their order. A file with a key that nobody reads is refused."""
    found = (
        Language.model_validate({"code": path.stem, **tomllib.loads(path.read_text("utf-8"))})
        for path in folder.glob("*.toml")
    )
    return tuple(sorted(found, key=lambda language: (language.rank, language.code)))


@cache
def languages() -> tuple[Language, ...]:
    """Every language that is shipped."""
    return load(FOLDER)
