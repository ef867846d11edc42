"""A comparison as a table: one row per respect, one cell per side, each cell a sentence that stands in a quote.

Knows: the respects that a question names, the sentences of passages.  Does not know: which side is better.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from fathoms.domain.evidence import Fact
from fathoms.domain.report import Row, Statement
from fathoms.engine.evidence.support import sentences
from fathoms.text.figures import figures_in
from fathoms.text.words import content_words, fold, overlap

SAME_SIDE = 0.6
"""Word overlap at which a document is about a side."""
NEAR = 6
"""Words between a figure and the name of what it measures."""
COUNTED = 3
"""Words after a count within which the thing counted is named: `sixteen seabed-mounted turbines`."""

_COUNTS = content_words("number count how many 数 台数 人数 件数")
_PRONOUN = re.compile(r"^(?:it|they|this|these|those|he|she|its|their|both)\b|^(?:これ|それ|その|この)", re.IGNORECASE)


def rows_asked_for(aspects: Sequence[str], sides: Sequence[str], facts: Iterable[Fact]) -> tuple[Row, ...]:
    """One row for each respect that the question names, each cell from a document about its side; a respect that is
    not told of two sides has none."""
    known = list(facts)
    of_side = {side: _of_documents(side, sides, known) for side in sides}
    years = {fact.id: fact.evidence[0].dated.year for fact in known if fact.evidence[0].dated}
    made = [
        Row(label=aspect, cells=_cells(words, of_side, years))
        for aspect in aspects
        if (words := content_words(aspect) - content_words(" ".join(sides)))
    ]
    alike: dict[tuple[str, ...], Row] = {}
    for row in made:
        if sum(cell is not None for cell in row.cells) > 1:
            said = tuple(cell.text if cell else "" for cell in row.cells)
            label = f"{alike[said].label}, {row.label}" if said in alike else row.label  # one sentence may tell both
            alike[said] = row.model_copy(update={"label": label})
    return tuple(alike.values())


def _cells(
    aspect: frozenset[str], of_side: Mapping[str, Sequence[Statement]], years: Mapping[str, int]
) -> tuple[Statement | None, ...]:
    """The respect as each side has it; a side that does not name it may give a figure of the same kind: `16 MW in all`
    beside `a rated capacity of 24 MW`."""
    found = {side: _cell(aspect, side, said, years) for side, said in of_side.items()}
    kinds = {kind for cell in found.values() if cell and (kind := _kind_measured(cell.text, aspect))}
    return tuple(cell or _of_kind(kinds, of_side[side]) for side, cell in found.items())


def _kind_measured(sentence: str, aspect: frozenset[str]) -> str:
    """The kind of the figure that stands with its unit close to the name of the respect; what is counted has none."""
    found = figures_in(sentence)
    if any(figure.unit is None and aspect & _counted(sentence, figure.shown) for figure in found):
        return ""
    return next((one.kind for one in found if one.unit and aspect & _around(sentence, one.shown)), "")


def _of_kind(kinds: AbstractSet[str], said: Sequence[Statement]) -> Statement | None:
    """The first sentence with a figure of these kinds."""
    for statement in said:
        for sentence in sentences(statement.text):
            if any(figure.unit and figure.kind in kinds for figure in figures_in(sentence)):
                return statement.model_copy(update={"text": sentence})
    return None


def _counted(sentence: str, shown: str) -> frozenset[str]:
    return content_words(" ".join(sentence.partition(shown)[2].split()[:COUNTED]))


def _around(sentence: str, shown: str) -> frozenset[str]:
    before, _, after = sentence.partition(shown)
    return content_words(" ".join((*before.split()[-NEAR:], *after.split()[:NEAR])))


def _of_documents(side: str, sides: Sequence[str], facts: Iterable[Fact]) -> tuple[Statement, ...]:
    """What stands in documents about the side and about no other, best passages first."""
    about = [
        fact
        for fact in facts
        if (title := content_words(" ".join((fact.evidence[0].title, *fact.evidence[0].title_path))))
        and overlap(title, content_words(side)) >= SAME_SIDE
        and all(
            other == side or overlap(title, content_words(other)) < overlap(title, content_words(side))
            for other in sides
        )
    ]
    return tuple(Statement(text=fact.claim, facts=(fact.id,)) for fact in sorted(about, key=lambda fact: -fact.score))


def _cell(
    aspect: frozenset[str], side: str, statements: Sequence[Statement], years: Mapping[str, int]
) -> Statement | None:
    """The sentence that says most about the respect: a figure beside its name, the side named, early in its section."""
    best: tuple[float, Statement] | None = None
    age = {statement: max((years.get(fact, 0) for fact in statement.facts), default=0) for statement in statements}
    newest = max(age.values(), default=0)
    for place, statement in enumerate(statements):
        for sentence in sentences(statement.text):
            words = content_words(sentence)
            held = len(aspect & words) / len(aspect)
            if held < 1 / 2:
                continue
            named = overlap(words, content_words(side))
            score = (
                held + _measured(sentence, aspect) + 0.3 * named - 0.05 * place + 0.4 * (age.get(statement) == newest)
            )
            score -= 0.1 * bool(_PRONOUN.match(fold(sentence)))
            if best is None or score > best[0]:
                best = (score, statement.model_copy(update={"text": sentence}))
    return best[1] if best else None


def _measured(sentence: str, aspect: frozenset[str]) -> float:
    """1 when a figure measures the respect: it counts what is counted, or stands with its unit close to the name; 2
    when it counts a thing named as a respect: of "turbines" their number is asked, not the years that they last."""
    found = figures_in(sentence)
    counted = aspect - _COUNTS
    if counted == aspect and any(one.unit is None and aspect & _counted(sentence, one.shown) for one in found):
        return 2.0
    for figure in found:
        if counted != aspect:
            if figure.unit is None and counted & _counted(sentence, figure.shown):
                return 1.0
        elif figure.unit and aspect & _around(sentence, figure.shown):
            return 1.0
    return 0.2 if found else 0.0
