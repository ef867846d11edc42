"""Suspicions: what code notices about a statement when it is held against its evidence.

A suspicion is a reason to look, not a verdict: where a mind judges, it sees it. Code alone decides only over figures
and dates that stand nowhere in the evidence; there no mind can overrule it.
Knows: figures, dates, names, denials, and the words that widen a claim, give a cause or a direction.
Does not know: truth, or what becomes of a statement that is suspected (`report/build/check.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property

from fathoms.engine.evidence.support import Grounds, Standing, other_unit, unheld_dates, unheld_figures
from fathoms.text.denials import Denial, denials, denies, opposite
from fathoms.text.lang import Claims, Language, languages
from fathoms.text.neutral import unmarked
from fathoms.text.numbers import VALUES
from fathoms.text.words import content_words, fold, is_spaceless, tokens

NEW_WORDS = 0.4
"""Share of a statement's content words that its evidence does not hold, above which it says something of its own."""
NEW_CAUSE = 0.3
"""The same for the words that give a reason."""
SCOPE_HELD = 0.6
"""Share of what a denial reaches that a sentence of the evidence must hold to speak of the same."""
SAME_CLAUSE = (0.6, 0.5)
"""Shares of a clause and of an evidence's clause that both must share to say the same."""
REACH = 4
"""Content words that a denial reaches."""


class Doubt(StrEnum):
    FIGURE = "figure"
    DERIVED = "computed"
    """A figure that stands nowhere, but follows from figures that do."""
    ASKED = "given by the question"
    """A figure or date that the user's own words hold, or that is computed with figures of these."""
    DATE = "date"
    UNIT = "unit"
    COUNT = "count"
    """A number in words that the evidence has neither in words nor in digits."""
    SHARED = "share"
    """What something holds for, one by one, where the evidence speaks of no single one: "per node"."""
    NAME = "name"
    DENIAL = "denial"
    SCOPE = "scope"
    """More is claimed than said: all for some, must for may."""
    CAUSE = "cause"
    """A reason that the evidence does not give."""
    DIRECTION = "direction"
    """More for less, before for after."""
    NEW = "new"
    """Much of it stands nowhere in the evidence."""


VETOES = frozenset({Doubt.FIGURE, Doubt.DATE})
"""What is cut whatever a mind says: it stands nowhere in quote, claim, heading or context."""
UNPROVEN = frozenset({Doubt.DERIVED, Doubt.ASKED})
"""What ships only on the word of a judge who can be believed."""
TELLING = VETOES | UNPROVEN | {Doubt.UNIT, Doubt.NAME, Doubt.DENIAL, Doubt.CAUSE}
"""What a judge is told to look at: four in five or more of these were right on labelled statements. Other directions,
wider scopes and new words are as often a good writer's."""


@dataclass(frozen=True, slots=True)
class Suspicion:
    doubt: Doubt
    detail: str
    """The words it hangs on."""

    def tells(self, statement: str) -> bool:
        """Whether it is worth a judge's look: of a telling kind, and more than a word that opens the sentence."""
        opens = (
            self.doubt is Doubt.NAME and self.detail.isalpha() and statement.lstrip(_OPENING).startswith(self.detail)
        )
        return self.doubt in TELLING and not opens

    @property
    def is_veto(self) -> bool:
        return self.doubt in VETOES


def suspicions(statement: str, grounds: Grounds) -> tuple[Suspicion, ...]:
    """Everything that is odd about a statement, given its evidence; empty when nothing is."""
    if grounds.quotes_word_for_word(statement):
        return ()
    held = _Held(unmarked(statement), grounds, statement)
    return tuple(suspicion for look in _LOOKS for suspicion in look(held))


@dataclass(frozen=True)
class _Held:
    """A statement beside its evidence; what several looks need is read once."""

    statement: str
    grounds: Grounds
    written: str
    """As it stands, with what is marked as code."""

    @cached_property
    def said(self) -> tuple[str, ...]:
        """The words of the evidence as they stand, one spelling."""
        return tuple(_WORD.findall(fold(self.grounds.everything)))

    @cached_property
    def near(self) -> frozenset[str]:
        """The words of claims and quotes alone."""
        return frozenset(_WORD.findall(fold("\n".join(self.grounds.sayings))))

    @cached_property
    def sentences(self) -> tuple[tuple[str, frozenset[str]], ...]:
        return tuple((text, content_words(text)) for text in self.grounds.sentences)

    @property
    def clauses(self) -> Iterator[str]:
        return (clause for clause in _clauses(self.statement) if len(content_words(clause)) > 1)


def _figures(held: _Held) -> Iterator[Suspicion]:
    """Of each kind the first."""
    figures = {standing: shown for shown, standing in reversed([*unheld_figures(held.written, held.grounds)])}
    dates = {standing: shown for shown, standing in reversed([*unheld_dates(held.statement, held.grounds)])}
    for doubt, standing, found in (
        (Doubt.FIGURE, Standing.NOWHERE, figures),
        (Doubt.DERIVED, Standing.COMPUTED, figures),
        (Doubt.DATE, Standing.NOWHERE, dates),
        (Doubt.ASKED, Standing.ASKED, {**dates, **figures}),
    ):
        if standing in found:
            yield Suspicion(doubt, found[standing])


def _units(held: _Held) -> Iterator[Suspicion]:
    """A unit of time that stands nowhere in the evidence, where another one does: a week for a day."""
    there = _spans(held.grounds.everything)
    for unit in dict.fromkeys(_spans(held.statement)):
        if there and unit not in there:
            yield Suspicion(Doubt.UNIT, unit)
    if figure := other_unit(held.written, held.grounds):
        yield Suspicion(Doubt.UNIT, figure)


def _spans(text: str) -> tuple[str, ...]:
    """The units of time in a text, each in one form."""
    return tuple(_time_units()[word] for word in _WORD.findall(fold(text)) if word in _time_units())


@cache
def _time_units() -> dict[str, str]:
    return {word: family.split()[0] for claims in _claims() for family in claims.times for word in family.split()}


def _counts(held: _Held) -> Iterator[Suspicion]:
    there = {VALUES.get(word, word) for word in held.said}
    for word in dict.fromkeys(_WORD.findall(fold(held.statement))):
        value = VALUES.get(word, 0)
        if value > 1 and not {value, str(value)} & there:
            yield Suspicion(Doubt.COUNT, word)


def _shares(held: _Held) -> Iterator[Suspicion]:
    evidence = fold(held.grounds.everything)
    for share in _one_by_one().finditer(fold(held.statement)):
        one = share["one"]
        if not re.search(rf"(?:{_single().pattern})[ -](?:[\w-]+ )?{re.escape(one.rstrip('s'))}", evidence):
            yield Suspicion(Doubt.SHARED, share.group())


def _names(held: _Held) -> Iterator[Suspicion]:
    for shouted in _CAPITALS.findall(held.statement):
        if shouted not in held.grounds.everything and shouted.casefold() in held.said:
            yield Suspicion(Doubt.NAME, shouted)
    if name := held.grounds.names.missing(held.statement):
        yield Suspicion(Doubt.NAME, name)
    everything = fold(held.grounds.everything)
    for code in _IDENTIFIER.findall(held.statement):
        if fold(code) not in everything and not _all_known(code, held.grounds.words):
            yield Suspicion(Doubt.NAME, code)


def _all_known(code: str, words: frozenset[str]) -> bool:
    """`non-namespaced` and `auto-sync` are made of words that are there, or begin like one; `kube-dns` may not be."""
    parts = [tokens(part) for part in re.split(r"[-_:/.]+", code)]
    return all(_begins_one(word, words) for part in parts for word in part)


def _begins_one(word: str, words: frozenset[str]) -> bool:
    return word in words | _compound_ends() or (len(word) >= 4 and any(one.startswith(word) for one in words))


def _denials(held: _Held) -> Iterator[Suspicion]:
    """What is denied stands undenied in all of the evidence, or what is affirmed stands only denied."""
    for clause in held.clauses:
        denied = denials(clause)
        if _denied_alone(clause, denied[0], held) if denied else _affirmed_alone(clause, held):
            yield Suspicion(Doubt.DENIAL, clause.strip())


def _denied_alone(clause: str, denial: Denial, held: _Held) -> bool:
    reach = frozenset(tokens(denial.scope)[:REACH]) or frozenset(tokens(clause)[-3:])
    holding = [text for text, words in held.sentences if len(reach & words) / len(reach) >= SCOPE_HELD]
    return bool(holding) and not any(denies(text) or _narrows().search(text) for text in holding)


def _affirmed_alone(clause: str, held: _Held) -> bool:
    words = content_words(clause)
    same = [
        other
        for text, _ in held.sentences
        for other in _clauses(text)
        if (there := content_words(other))
        and len(there) > 1
        and len(words & there) / len(words) >= SAME_CLAUSE[0]
        and len(words & there) / len(there) >= SAME_CLAUSE[1]
    ]
    return bool(same) and all(denies(other) for other in same) and not _narrows().search(clause)


def _scope(held: _Held) -> Iterator[Suspicion]:
    """A word that claims all, where the evidence nearest to its clause does not."""
    said = frozenset(held.said)
    for clause in held.clauses:
        wide = {fold(found) for found in _wide().findall(clause)}
        if not wide:
            continue
        nearest = " ".join(_nearest(clause, held))
        there = frozenset(_WORD.findall(fold(nearest))) if nearest else said
        if absent := sorted(word for word in wide if not _as_wide(word) & there and (nearest or word not in said)):
            yield Suspicion(Doubt.SCOPE, absent[0])


def _as_wide(word: str) -> frozenset[str]:
    """The word itself and those that claim as much: `all` where the evidence says `every`."""
    return next((family for family in _families() if word in family), frozenset({word}))


@cache
def _families() -> tuple[frozenset[str], ...]:
    return tuple(frozenset(family.split()) for claims in _claims() for family in claims.as_wide)


def _nearest(clause: str, held: _Held) -> list[str]:
    """The sentences of the evidence that share much with a clause."""
    words = content_words(clause)
    ranked = sorted(
        ((len(words & there) / len(words) - 0.002 * len(there), text) for text, there in held.sentences), reverse=True
    )
    return [text for share, text in ranked if share >= max(0.4, 0.8 * ranked[0][0])]


def _causes(held: _Held) -> Iterator[Suspicion]:
    found = _cause().search(held.statement)
    words = content_words(held.statement[found.end() :]) if found else frozenset()
    if found and words and len(words - held.grounds.words) / len(words) > NEW_CAUSE:
        yield Suspicion(Doubt.CAUSE, held.statement[found.start() :].strip())


def _directions(held: _Held) -> Iterator[Suspicion]:
    """A word whose opposite stands in the evidence, and itself does not."""
    for word in dict.fromkeys(_WORD.findall(fold(held.statement))):
        against = _against().get(word, frozenset()) & held.near
        if against and word not in held.near:
            yield Suspicion(Doubt.DIRECTION, word)
    if cue := opposite(held.statement, "\n".join(held.grounds.sayings)):
        yield Suspicion(Doubt.DIRECTION, cue)


def _new_words(held: _Held) -> Iterator[Suspicion]:
    words = content_words(held.statement)
    new = words - held.grounds.words
    if words and not is_spaceless(held.statement) and len(new) / len(words) > NEW_WORDS:
        said = (word for word in _WORD.findall(held.statement) if content_words(word) & new)
        yield Suspicion(Doubt.NEW, " ".join(dict.fromkeys(said)))


_LOOKS = (
    _figures,
    _units,
    _counts,
    _shares,
    _names,
    _denials,
    _scope,
    _causes,
    _directions,
    _new_words,
)
_OPENING = " \"“‘'(*_`"
_CAPITALS = re.compile(r"\b[A-Z][A-Z_]{3,}\b")
"""A command or a constant, which means something else in small letters."""
_WORD = re.compile(r"\w[\w-]*")
_IDENTIFIER = re.compile(r"(?<![\w-])-{0,2}[A-Za-z]\w*(?:[-_:/.][A-Za-z0-9]\w*)+|\b[a-z]+[A-Z]\w*")
"""Words that only mean something as they are written: `kube-dns`, `--max-requests`, `runAsNonRoot`."""


def _clauses(text: str) -> list[str]:
    return [clause for clause in _clause_end().split(text) if clause and clause.strip()]


def _claims() -> Iterator[Claims]:
    return (language.claims for language in languages())


def _any_of(words: Iterable[str], patterns: Iterable[str] = ()) -> re.Pattern[str]:
    whole = "|".join(sorted(words, key=len, reverse=True))
    parts: Sequence[str] = [*([rf"\b(?:{whole})\b"] if whole else []), *patterns]
    return re.compile("|".join(parts) or r"(?!)", re.IGNORECASE)


@cache
def _narrows() -> re.Pattern[str]:
    return _any_of(w for claims in _claims() for w in claims.narrows)


@cache
def _wide() -> re.Pattern[str]:
    return _any_of(
        (word for claims in _claims() for word in claims.wide),
        (form for claims in _claims() for form in claims.widening),
    )


@cache
def _compound_ends() -> frozenset[str]:
    return frozenset(word for claims in _claims() for end in claims.compound_ends for word in tokens(end))


@cache
def _one_by_one() -> re.Pattern[str]:
    each = _any_of(word for claims in _claims() for word in claims.each)
    return re.compile(rf"(?:{each.pattern}) (?!(?:{_no_thing().pattern}))(?P<one>[^\W\d_]{{3,}})")


@cache
def _single() -> re.Pattern[str]:
    return _any_of(w for claims in _claims() for w in (*claims.each, *claims.single))


@cache
def _no_thing() -> re.Pattern[str]:
    return _any_of(w for claims in _claims() for w in claims.no_thing)


@cache
def _cause() -> re.Pattern[str]:
    return _any_of(w for claims in _claims() for w in claims.causes)


@cache
def _clause_end() -> re.Pattern[str]:
    joining = "|".join(word for claims in _claims() for word in claims.joins)
    return re.compile(rf"[;:,()—–、。；：]\s*|\s+(?:{joining})\s+", re.IGNORECASE)


@cache
def _against() -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for claims in _claims():
        for pair in claims.directions:
            left, right = (frozenset(side.split()) for side in pair)
            for word in left:
                found[word] = found.get(word, frozenset()) | right
            for word in right:
                found[word] = found.get(word, frozenset()) | left
    return found


def leans_back(text: str) -> bool:
    """Whether a sentence opens by pointing back: "This …", "Therefore …"."""
    return bool(_leaning().match(text.lstrip(_OPENING)))


@cache
def _leaning() -> re.Pattern[str]:
    spaced = "|".join(w for language in languages() if not _is_dense(language) for w in language.claims.leans)
    dense = "|".join(w for language in languages() if _is_dense(language) for w in language.claims.leans)
    return re.compile(rf"(?:{spaced})\b" + (f"|(?:{dense})" if dense else ""), re.IGNORECASE)


def _is_dense(language: Language) -> bool:
    """Written without blanks between words, so that no word ends where a blank would be."""
    return bool(language.claims.leans) and is_spaceless(language.claims.leans[0])
