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
from functools import cache, cached_property

from fathoms.engine.evidence.doubts import OPENING, Doubt, Suspicion
from fathoms.engine.evidence.support import Grounds, Standing, other_unit, sentences, unheld_dates, unheld_figures
from fathoms.text.denials import Denial, denials, denies, opposite
from fathoms.text.lang import Claims, Language, languages
from fathoms.text.neutral import unmarked
from fathoms.text.numbers import VALUES
from fathoms.text.words import content_words, fold, is_spaceless, tokens

MOST_NEW, MOST_COMPARED, MOST_TURNED = 8, 3, 4
"""Words at which what is noticed has its full strength."""
ONE_WORD = 0.5
"""Strength of a word whose opposite stands somewhere in the evidence."""
MOST_MERGED = 0.3
"""The same, as a share of a statement's words."""
SCOPE_HELD = 0.6
"""Share of what a denial reaches that a sentence of the evidence must hold to speak of the same."""
SAME_CLAUSE = (0.6, 0.5)
"""Shares of a clause and of an evidence's clause that both must share to say the same."""
REACH = 4
"""Content words that a denial reaches."""
NEAR = 0.5
"""Share of a clause's words that a sentence must hold to be what the clause tells."""


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
    def told(self) -> frozenset[str]:
        """What claims and quotes tell, in stems."""
        return content_words("\n".join(self.grounds.sayings))

    @cached_property
    def quoted(self) -> tuple[str, ...]:
        """The sentences of claims and quotes."""
        return tuple(one for text in self.grounds.sayings for one in sentences(text))

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
        if not re.search(rf"(?:{_single().pattern})[ -](?:[\w-]+ ){{0,2}}{re.escape(one.rstrip('s'))}", evidence):
            yield Suspicion(Doubt.SHARED, share.group())


def _names(held: _Held) -> Iterator[Suspicion]:
    for shouted in _CAPITALS.findall(held.statement):
        if shouted not in held.grounds.everything and shouted.casefold() in held.said:
            yield Suspicion(Doubt.NAME, shouted)
    name = held.grounds.names.missing(held.statement)
    if name and not (name.rstrip("s").isupper() and name.rstrip("s") in held.grounds.everything):  # PVCs, of a PVC
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
        denied = [denial.scope for denial in denials(clause)]  # what holds "not always" claims less
        said_wide = (found for found in _wide().findall(clause) if not any(found in scope for scope in denied))
        wide = {fold(found) for found in said_wide}
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
    if found and (new := words - held.told):
        yield Suspicion(Doubt.CAUSE, held.statement[found.start() :].strip(), len(new) / len(words))


def _directions(held: _Held) -> Iterator[Suspicion]:
    """A word whose opposite stands in the evidence, and itself does not."""
    for word in dict.fromkeys(_WORD.findall(fold(held.statement))):
        against = _against().get(word, frozenset()) & held.near
        if against and word not in held.near:
            yield Suspicion(Doubt.DIRECTION, word, ONE_WORD)
    if cue := opposite(held.statement, "\n".join(held.grounds.sayings)):
        yield Suspicion(Doubt.DIRECTION, cue)


def _comparisons(held: _Held) -> Iterator[Suspicion]:
    there = frozenset(held.said)
    new = [w for w in dict.fromkeys(_WORD.findall(fold(held.statement))) if w in _compares() and w not in there]
    if new:
        yield Suspicion(Doubt.COMPARED, ", ".join(new), min(1.0, len(new) / MOST_COMPARED))


def _firmness(held: _Held) -> Iterator[Suspicion]:
    """A word that claims all, where the clause that says it has one that leaves room, and the statement has none."""
    said = (fold(found) for found in _wide().findall(held.statement))
    wide = next((word for word in said if not _as_wide(word) & held.near), "")
    if wide and not _softens().search(held.statement) and any(map(_softens().search, _told_by(held))):
        yield Suspicion(Doubt.FIRMER, wide)


def _told_by(held: _Held) -> Iterator[str]:
    """Of the evidence the clauses that the statement's clauses tell."""
    for clause in held.clauses:
        words = content_words(clause)
        sentence = max(held.quoted, key=lambda one: (len(words & content_words(one)), -len(one)), default="")
        if len(words & content_words(sentence)) >= NEAR * len(words):
            yield max(_clauses(sentence), key=lambda one: len(words & content_words(one)), default="")


def _turns(held: _Held) -> Iterator[Suspicion]:
    denied = [(content_words(one), _denied_words(one)) for one in held.quoted]
    mine, turned = _denied_words(held.statement), list[str]()
    for word in sorted(content_words(held.statement)):
        there = [word in words for known, words in denied if word in known]
        if there and (not any(there) if word in mine else all(there)):
            turned.append(word)
    if turned:
        yield Suspicion(Doubt.TURNED, ", ".join(turned), min(1.0, len(turned) / MOST_TURNED))


def _denied_words(text: str) -> frozenset[str]:
    return frozenset(word for denial in denials(text) for word in tokens(denial.scope)[: REACH + 1])


def _merges(held: _Held) -> Iterator[Suspicion]:
    facts = held.grounds.by_fact
    moved, every = list[str](), 0
    for words in map(content_words, held.clauses if len(facts) > 1 else ()):
        own = max(facts, key=lambda fact: len(words & fact))
        moved += sorted((words - own) & frozenset().union(*(fact for fact in facts if fact is not own)))
        every += len(words)
    if moved:
        yield Suspicion(Doubt.MERGED, " ".join(moved), min(1.0, len(moved) / every / MOST_MERGED))


def _far_names(held: _Held) -> Iterator[Suspicion]:
    """What the quote's surroundings alone give a name or a figure to."""
    said = "\n".join((*held.grounds.sayings, *held.grounds.headings))
    if number := next((one for one in _NUMBER.findall(held.written) if one not in said), ""):
        yield Suspicion(Doubt.FAR_FIGURE, number)
    named = (*_NAMED.findall(held.written), *_TICKED.findall(held.written))
    if name := next((one for one in named if fold(one) not in fold(said) and content_words(one) - held.told), ""):
        yield Suspicion(Doubt.FAR_NAME, name)


def _new_words(held: _Held) -> Iterator[Suspicion]:
    new = content_words(held.statement) - held.told
    if new and not is_spaceless(held.statement):
        said = (word for word in _WORD.findall(held.statement) if content_words(word) & new)
        yield Suspicion(Doubt.NEW, " ".join(dict.fromkeys(said)), min(1.0, len(new) / MOST_NEW))


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
    _comparisons,
    _firmness,
    _turns,
    _merges,
    _far_names,
    _new_words,
)
_CAPITALS = re.compile(r"\b[A-Z][A-Z_]{3,}\b")
"""A command or a constant, which means something else in small letters."""
_WORD = re.compile(r"\w[\w-]*")
_NUMBER = re.compile(r"\d+(?:\.\d+)*")
_NAMED = re.compile(r"(?<!^)(?<![.:] )\b[A-Z]\w+")
"""A capital where no sentence begins."""
_TICKED = re.compile(r"`([^`]+)`")
_IDENTIFIER = re.compile(r"(?<![\w-])(?!(?:e\.g|i\.e)\b)-{0,2}[A-Za-z]\w*(?:[-_:/.][A-Za-z0-9]\w*)+|\b[a-z]+[A-Z]\w*")
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
def _compares() -> frozenset[str]:
    return frozenset(word for claims in _claims() for word in claims.compares)


@cache
def _softens() -> re.Pattern[str]:
    return _any_of(word for claims in _claims() for word in claims.softens)


@cache
def _clause_end() -> re.Pattern[str]:
    joining = "|".join(word for claims in _claims() for word in claims.joins)
    return re.compile(rf"[;:,()—–、。；：]\s*|[.!?]\s+|\s+(?:{joining})\s+", re.IGNORECASE)


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
    return bool(_leaning().match(text.lstrip(OPENING)))


@cache
def _leaning() -> re.Pattern[str]:
    spaced = "|".join(w for language in languages() if not _is_dense(language) for w in language.claims.leans)
    dense = "|".join(w for language in languages() if _is_dense(language) for w in language.claims.leans)
    return re.compile(rf"(?:{spaced})\b" + (f"|(?:{dense})" if dense else ""), re.IGNORECASE)


def _is_dense(language: Language) -> bool:
    """Written without blanks between words, so that no word ends where a blank would be."""
    return bool(language.claims.leans) and is_spaceless(language.claims.leans[0])
