"""One statement held against its evidence by code alone: what it suspects, and what it does not let pass.

Knows: figures and dates that stand nowhere are vetoed, all else is a mind's to judge.  Does not know: reports; what
becomes of a statement there is `check.py`'s.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Flaw, Statement, StatementKind, Support
from fathoms.engine.evidence.doubts import UNPROVEN, Doubt, Suspicion, is_odd
from fathoms.engine.evidence.support import (
    PLACE_NAME,
    Grounds,
    stand_nowhere,
    without_names_by_number,
    without_places_in_a_plan,
    worked_out,
)
from fathoms.engine.evidence.suspicions import suspicions
from fathoms.text.dates import NO_YEAR
from fathoms.text.sums import sums
from fathoms.text.words import content_words

ENOUGH_WORDS = 0.8
"""Share of a statement's content words that its evidence must hold for code alone to call it supported."""
LEAST_NAMED = 2
"""Content words of a longer heading that name it."""
LONGEST_LEAD_IN = 10
"""Content words of a sentence that leads to what follows it; a longer one tells something, too."""
_PLAN_LABEL = re.compile(r"\A[^.!?]{0,60}?[:：](?=\s)")
"""What an item is called before a colon: "Week 17, successor:" is the report's own, whatever its words cite."""
_ONLY_NUMBERS = re.compile(r"[\d ,–-]+(?:(?:and|or|to) [\d ,–-]+)*")
_ONE_WORD = re.compile(r"[^\W\d_][^\W\d_A-Z]*[.!]?")
_NAMED = re.compile(r"`|(?<=\w )[A-Z]")
_CAPITAL = re.compile(r"\b[A-Z]\w+")
_VERSION = re.compile(r"(?<![\w.])\d+(?:\.\d+)*(?!\w|\.\d)")
WORKED_OUT = "Worked out in the report"
LONGEST_CHAIN = 3
"""Sums that begin with what another comes to, one after the other."""
VETOED = {Doubt.FIGURE: Flaw.FIGURE, Doubt.DATE: Flaw.DATE}


@dataclass(frozen=True, slots=True)
class Checked:
    """A statement with its support set, and what is wrong with it if it cannot ship."""

    statement: Statement
    flaw: Flaw | None = None
    detail: str = ""


def check(
    statement: Statement,
    facts: Mapping[str, Fact],
    *,
    beside: tuple[str, ...] = (),
    asked: str = "",
    among_judgements: bool = False,
    column: str = "",
) -> Checked:
    """Set a statement's support from the facts it cites; `beside` are those that its neighbours cite, `asked` is the
    user's question, `column` what a cell stands under. Without facts it may only connect what has some, or judgements
    that it stands among.

    Keys that name no fact are dropped.
    """
    known = tuple(dict.fromkeys(fact_id for fact_id in statement.facts if fact_id in facts))
    if statement.is_judgement:
        return _own(statement.model_copy(update={"facts": known}), facts, asked, column)
    if not known:
        neighbours = Grounds((facts[name] for name in beside if name in facts), asked=asked)
        connects = (bool(beside) or among_judgements) and not statement.facts
        return _uncited(statement, neighbours, facts, connects=connects)
    grounds = Grounds((facts[fact_id] for fact_id in known), asked=asked)
    found = suspicions(as_read(statement), grounds)
    odd = is_odd(found)
    update: dict[str, object] = {"facts": known, "doubts": tuple(_told(one) for one in found if odd)}
    if veto := next((one for one in found if one.is_veto), None):
        bare = statement.model_copy(update={**update, "support": Support.CONTRADICTED})
        return Checked(bare, VETOED[veto.doubt], veto.detail)
    support = Support.SUPPORTED if not odd and _held(statement.text, grounds) else Support.UNCHECKED
    return Checked(statement.model_copy(update={**update, "support": support}))


def _uncited(statement: Statement, beside: Grounds, facts: Mapping[str, Fact], *, connects: bool) -> Checked:
    """A sentence without marks may lead over between cited ones, if it brings no figure or date of its own. One that
    brings a name ("call `sync()` last; that is our judgement"), a figure of the question or a version that other facts
    of the report give needs a judge who says that it claims nothing."""
    bare = statement.model_copy(update={"facts": (), "support": Support.UNCHECKED, "kind": StatementKind.CONNECTING})
    if claims_nothing(statement):
        return Checked(bare)
    if statement.code or not connects:
        return Checked(bare, Flaw.UNCITED)
    text, versions = statement.text, list[str]()
    if stand_nowhere(text, beside):
        text, versions = _without_versions(text, Grounds(facts.values()))
    found = [*suspicions(text, beside), *(Suspicion(Doubt.NAME, version) for version in versions)]
    if {one.doubt for one in found} & {Doubt.FIGURE, Doubt.DERIVED, Doubt.DATE}:
        return Checked(bare, Flaw.UNCITED)
    doubts = tuple(_told(one) for one in found if one.doubt in {Doubt.NAME, Doubt.ASKED})
    return Checked(bare.model_copy(update={"doubts": doubts}))


def _own(statement: Statement, facts: Mapping[str, Fact], asked: str, column: str) -> Checked:
    """The report's own judgement may plan with a sum's result as a whole number, set a limit in words, name standards
    and laws that its writer knows, the weeks and hours of its plan, in a cell under "Week" or "Step that ends it" the
    number alone, and days and months of no year where the user names one. Any other figure or date in digits is read as
    found, whoever is said to have found it: it stands in some evidence or in the question, or it does not ship."""
    everything = Grounds(facts.values(), asked=f"{asked}\n{_in_whole_numbers(asked)}")
    read = as_read(statement)
    place = PLACE_NAME.search(column) if _ONLY_NUMBERS.fullmatch(read) else None
    said = without_places_in_a_plan(f"{place[0]} {read}" if place else read)
    said = without_names_by_number(said)
    found = suspicions(said, everything)
    doubts = tuple(_told(one) for one in found if one.doubt in {*VETOED, *UNPROVEN, Doubt.NAME})
    bare = statement.model_copy(update={"doubts": doubts, "support": Support.UNCHECKED})
    nowhere = [text for text in stand_nowhere(said, everything) if any(map(str.isdigit, text))]
    if any(day.month for day in everything.asked.days):
        nowhere = [text for text in nowhere if not text.startswith(NO_YEAR)]
    if nowhere:
        return Checked(bare, Flaw.FIGURE, ", ".join(nowhere))
    return Checked(bare)


def _without_versions(text: str, known: Grounds) -> tuple[str, list[str]]:
    """A text without the numbers that facts have right behind a name that it names, and these: 1.4 where it speaks of
    Borg, and facts of Borg 1.4."""
    names = tuple(dict.fromkeys(_CAPITAL.findall(text)))
    numbers = dict.fromkeys(_VERSION.findall(text))
    given = [number for number in numbers if any(known.has_in_name(name, number) for name in names)]
    return _VERSION.sub(lambda one: "" if one[0] in given else one[0], text), given


def _held(text: str, grounds: Grounds) -> bool:
    words = content_words(text)
    return grounds.quotes_word_for_word(text) or len(words & grounds.words) >= ENOUGH_WORDS * len(words)


def as_read(statement: Statement) -> str:
    """A statement as code reads it: code between ticks, and words without the place in a plan that labels them."""
    if statement.code:
        return f"`{statement.text.replace('`', ' ')}`"
    return _PLAN_LABEL.sub(lambda label: without_places_in_a_plan(label[0]), statement.text)


def given(question: str, told: Iterable[Statement], facts: Mapping[str, Fact]) -> str:
    """What a statement may take for granted beside its facts: the user's own words, and what the report works out in
    full before its reader's eyes, so that a result can be named again where it matters."""
    said, shown = [one for one in told if not one.code], ""
    for _ in range(LONGEST_CHAIN):  # what one sum comes to, another may begin with
        granted = f"{question}\n{WORKED_OUT}: {shown}" if shown else question
        results = (
            one.shown
            for statement in said
            for one in worked_out(
                statement.text, Grounds((facts[name] for name in statement.facts if name in facts), asked=granted)
            )
        )
        if (found := "; ".join(dict.fromkeys(results))) == shown:
            break
        shown = found
    return f"{question}\n{WORKED_OUT}: {shown}" if shown else question


def _in_whole_numbers(asked: str) -> str:
    """Those on both sides of what a sum comes to: who needs 16.5 machines takes 17."""
    results = (one.value for one in sums(asked))
    return "; ".join(f"{whole} things" for one in results if one > 1 and one % 1 for whole in (int(one), int(one) + 1))


def _told(suspicion: Suspicion) -> str:
    return f"{suspicion.doubt}: {suspicion.detail}"


def claims_nothing(statement: Statement) -> bool:
    """A question or a short lead-in states no fact, so it needs no citation. One that cites and names something ("…
    with an Expression Policy on User Write and this query:") does. A judgement of one word ("No." in a cell) has no
    evidence that a judge could hold it against."""
    if statement.is_judgement and not statement.facts and _ONE_WORD.fullmatch(statement.text.strip()):
        return True
    names = bool(statement.facts and _NAMED.search(statement.text))
    leads = statement.announces and len(content_words(statement.text)) <= LONGEST_LEAD_IN and not names
    asks = not statement.code and statement.text.rstrip().endswith(("?", "？"))
    return (leads or asks) and not any(character.isdigit() for character in statement.text)


def points_to_a_part(statement: Statement, headings: Sequence[str]) -> bool:
    """Whether a statement without marks does no more than name a heading of the report: "Repository damaged, below"."""
    words = content_words(statement.text)
    if statement.facts or statement.code or not words:
        return False
    named = [heads for heading in headings if words <= (heads := content_words(heading))]
    return any(len(words) >= LEAST_NAMED or words == heads for heads in named)


def hints(statement: Statement, facts: Mapping[str, Fact], *, asked: str = "") -> tuple[str, ...]:
    """What code found odd about a statement that a judge should look at; the rest is often a good writer's."""
    if statement.is_judgement:
        return tuple(doubt for doubt in statement.doubts if doubt.startswith(Doubt.NAME))
    if not statement.facts:
        return statement.doubts
    grounds = Grounds((facts[name] for name in statement.facts if name in facts), asked=asked)
    found = suspicions(as_read(statement), grounds)
    return tuple(dict.fromkeys(_told(one) for one in found if is_odd(found) and one.tells(statement.text)))
