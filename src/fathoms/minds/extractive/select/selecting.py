"""Choose the passages for one question: the topical route with its gate, the evidence route without one.

Knows: floors, caps per document and heading, near-duplicates, bridges between passages.  Does not
know: the thread's other questions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from fathoms.minds.extractive.read.concepts import is_framing
from fathoms.minds.extractive.read.facets import Facet, heading_shows
from fathoms.minds.extractive.read.matching import Lexicon, Surroundings
from fathoms.minds.extractive.read.question import Asked
from fathoms.minds.extractive.read.wants import carries
from fathoms.minds.extractive.select.figures import values
from fathoms.minds.extractive.select.judging import (
    FOCUS_SHARE,
    TopicalScorer,
    answers,
    carries_what_is_asked,
    evidence_score,
    is_told_in_pieces,
    passes_gate,
    shows_facet,
)
from fathoms.minds.extractive.select.units import Unit
from fathoms.minds.extractive.select.windows import Window, window_around
from fathoms.text.names import names
from fathoms.text.terms import terms

NEAR_DUPLICATE = 87
PER_DOCUMENT = 3
PER_HEADING = 2
BEST_SHARE = 0.5
"""A passage scored below this share of the best one is left out."""
TOPICAL_FLOOR = 0.20
EVIDENCE_FLOOR = 0.20
UNION_SHARE = 0.42
UNION_ATTRIBUTES = 0.45
"""What the best passages together must carry of a long question before any of them counts as an answer."""
UNION_OF = 4
NAMED_SHARE = 0.7
CONTRIBUTION = 0.2
CONTRIBUTION_OF_BEST = 0.35
"""Share of a long question, and of what the best passage carries of it, from which a passage counts with the others."""
LOOSE_CLAIMS = 5
HANGING_WORTH = 0.7
LOOSE_FLOOR = 0.12
"""Without an answer the nearest passage of each page is kept, marked as loose: a later round may go on from it."""
LINK_SHARE = 0.3
"""How much of what is asked a sentence about the subject must say for the names in it to lead on."""


@dataclass(frozen=True, slots=True)
class Pick:
    """A passage chosen for one question."""

    window: Window
    score: float
    answers: bool
    leads_on: bool = False
    """It does not answer, but the question goes through things it only describes, and this carries a part of it."""


def is_repeat(text: str, others: Iterable[str]) -> bool:
    """Whether some other text says the same, with the same figures."""
    mine = values(text)
    return any(fuzz.token_set_ratio(text, other) >= NEAR_DUPLICATE and mine == values(other) for other in others)


def pick_topical(
    asked: Asked,
    units: Sequence[Unit],
    lexicon: Lexicon,
    *,
    taken: Sequence[str],
    known: Sequence[str],
    limit: int,
    whole: Asked | None = None,
) -> list[Pick]:
    """Passages about the subject that answer; when none does, a few that are loosely related, marked so."""
    if not asked.words:
        return []
    scorer = TopicalScorer(asked, units, lexicon, whole)
    scored = _ranked(units, scorer.score)
    bridges = _bridges(asked, units, known, lexicon)
    spread_out = is_told_in_pieces(asked, units, known, lexicon)
    chosen = _choose(
        asked,
        scored,
        lexicon,
        taken,
        limit,
        TOPICAL_FLOOR,
        lambda window: (
            answers(asked, window, lexicon, spread_out=spread_out) or _goes_on(asked, window, bridges, lexicon)
        ),
    )
    if chosen:
        return [Pick(window, score, True) for window, score in _of_the_right_section(asked, chosen)]
    near = _choose(
        asked,
        _pages_in_turn(scored),
        lexicon,
        taken,
        min(limit, LOOSE_CLAIMS),
        LOOSE_FLOOR,
        lambda window: True,
        best_share=0,
    )
    return [Pick(window, score, False) for window, score in near]


def _of_the_right_section(asked: Asked, chosen: Sequence[tuple[Window, float]]) -> Sequence[tuple[Window, float]]:
    """Without passages of a page that has a section on the side asked for, and says it elsewhere by a chance word."""
    named = {window.unit.passage.page_id for window, _ in chosen if heading_shows(asked.facet, window.unit.heading)}
    return [
        (window, score)
        for window, score in chosen
        if window.unit.passage.page_id not in named or heading_shows(asked.facet, window.unit.heading)
    ]


def pick_evidence(
    asked: Asked,
    units: Sequence[Unit],
    lexicon: Lexicon,
    *,
    taken: Sequence[str],
    known: Sequence[str],
    limit: int,
    whole: Asked | None = None,
) -> list[Pick]:
    """The passages nearest to a long question.

    One counts as an answer if it answers by itself or goes on from what is known; all that contribute count
    if together they carry the question.
    """
    passages = max((unit.rank for unit in units), default=0) + 1
    scored = _ranked(units, lambda unit: evidence_score(asked, unit, lexicon, passages, whole))
    chosen = _choose(
        asked, _pages_in_turn(scored), lexicon, taken, limit, EVIDENCE_FLOOR, lambda window: True, best_share=0
    )
    hanging = _hanging(asked, scored, lexicon, taken, limit, chosen)
    chosen = [*_one_each_first(chosen, limit - len(hanging)), *hanging]
    beside = _beside(asked, scored, lexicon, taken, limit - len(chosen), chosen)
    bridges = _bridges(asked, units, known, lexicon)
    carried = union_carries(asked, [window for window, _ in chosen[:UNION_OF]], known, lexicon)

    shares = {id(window): lexicon.share(asked.telling, window.around) for window, _ in chosen}
    least = max(CONTRIBUTION, CONTRIBUTION_OF_BEST * max(shares.values(), default=0.0))

    def counts(window: Window) -> bool:
        if carried and shares[id(window)] >= least:
            return True
        return answers(asked, window, lexicon) or _goes_on(asked, window, bridges, lexicon)

    return [
        *(
            Pick(window, score, counts(window), leads_on=asked.links > 0 and shares[id(window)] >= CONTRIBUTION)
            for window, score in chosen
        ),
        *(Pick(window, score, False) for window, score in beside),
    ]


def union_carries(asked: Asked, windows: Sequence[Window], known: Sequence[str], lexicon: Lexicon) -> bool:
    """Whether these passages and what is known carry the question together: subject, what is asked, kind of answer."""
    words = frozenset[str]().union(*(window.around.words for window in windows), *(terms(text) for text in known))
    headings = frozenset[str]().union(*(window.around.headings for window in windows))
    union = Surroundings(words, headings)
    named = [window.around for window in windows] + [Surroundings(terms(text)) for text in known]
    if lexicon.share(asked.words, union) < UNION_SHARE or lexicon.named_share(asked, named) < NAMED_SHARE:
        return False
    wanted = [token for token in asked.attributes if not is_framing(token)]
    focus = [token for token in asked.focus if not is_framing(token)]
    if wanted and lexicon.share(wanted, union) < UNION_ATTRIBUTES:
        return False
    if focus and lexicon.share(focus, union) < FOCUS_SHARE:
        return False
    said = frozenset(asked.text.split())
    return any(carries(asked.wants, window.text, said) for window in windows)


def _ranked(units: Sequence[Unit], score: Callable[[Unit], float]) -> list[tuple[Unit, float]]:
    return sorted(
        ((unit, score(unit)) for unit in units), key=lambda pair: (-pair[1], pair[0].rank, pair[0].span.start)
    )


def _pages_in_turn(scored: Sequence[tuple[Unit, float]]) -> list[tuple[Unit, float]]:
    """The best sentence of every page before the second best of any: a long question needs several documents."""
    seen: Counter[str] = Counter()
    turns: list[tuple[int, int, tuple[Unit, float]]] = []
    for place, (unit, score) in enumerate(scored):
        turns.append((seen[unit.passage.page_id], place, (unit, score)))
        seen[unit.passage.page_id] += 1
    return [pair for _, _, pair in sorted(turns, key=lambda turn: turn[:2])]


def _choose(
    asked: Asked,
    scored: Sequence[tuple[Unit, float]],
    lexicon: Lexicon,
    taken: Sequence[str],
    limit: int,
    floor: float,
    accept: Callable[[Window], bool],
    best_share: float = BEST_SHARE,
    allow_hanging: bool = False,
) -> list[tuple[Window, float]]:
    """Accepted windows, best first, none repeated, none crowding out other documents or headings."""
    chosen: list[tuple[Window, float]] = []
    documents: Counter[str] = Counter()
    headings: Counter[tuple[str, str]] = Counter()
    best = 0.0
    for unit, score in scored:
        if len(chosen) >= limit:
            break
        if score < max(floor, best_share * best):
            continue
        place = (unit.passage.page_id, unit.heading)
        if documents[unit.passage.page_id] >= PER_DOCUMENT or headings[place] >= PER_HEADING:
            continue
        window = _window(asked, unit, lexicon, [other for other, _ in chosen], allow_hanging)
        if window is None or not accept(window):
            continue
        if is_repeat(window.text, (*taken, *(other.text for other, _ in chosen))):
            continue
        chosen.append((window, score))
        best = max(best, score)
        documents[unit.passage.page_id] += 1
        headings[place] += 1
    return chosen


def _window(asked: Asked, unit: Unit, lexicon: Lexicon, chosen: Sequence[Window], allow_hanging: bool) -> Window | None:
    """What is quoted around a sentence; beside what is quoted already, the sentence by itself."""
    for alone in (False, True):
        window = window_around(
            unit, lambda words: _relevance(asked, words, lexicon), allow_hanging=allow_hanging, alone=alone
        )
        if window is not None and not any(window.overlaps(other) for other in chosen):
            return window
    return None


def _one_each_first(chosen: Sequence[tuple[Window, float]], room: int) -> list[tuple[Window, float]]:
    """As many as there is room for; pages that offer several give up their last ones before any loses its only one."""
    pages = [window.unit.passage.page_id for window, _ in chosen]
    further = [place for place, page in enumerate(pages) if page in pages[:place]]
    surplus = frozenset(further[max(len(further) - max(len(chosen) - room, 0), 0) :])
    return [pair for place, pair in enumerate(chosen) if place not in surplus][: max(room, 0)]


def _best_of_pages_without(
    chosen: Sequence[tuple[Window, float]], scored: Sequence[tuple[Unit, float]]
) -> list[tuple[Unit, float]]:
    """The best sentence of each page that nothing was chosen from."""
    first: dict[str, tuple[Unit, float]] = {}
    for unit, score in scored:
        first.setdefault(unit.passage.page_id, (unit, score))
    covered = {window.unit.passage.page_id for window, _ in chosen}
    return [pair for page, pair in first.items() if page not in covered]


def _hanging(
    asked: Asked,
    scored: Sequence[tuple[Unit, float]],
    lexicon: Lexicon,
    taken: Sequence[str],
    limit: int,
    chosen: Sequence[tuple[Window, float]],
) -> list[tuple[Window, float]]:
    """One passage each of the pages that offer none that stands on its own; better so than not at all."""
    ordered = [(unit, score * HANGING_WORTH) for unit, score in _best_of_pages_without(chosen, scored)]
    return _choose(
        asked, ordered, lexicon, taken, max(limit, 0), LOOSE_FLOOR, lambda window: True, 0, allow_hanging=True
    )


def _beside(
    asked: Asked,
    scored: Sequence[tuple[Unit, float]],
    lexicon: Lexicon,
    taken: Sequence[str],
    limit: int,
    chosen: Sequence[tuple[Window, float]],
) -> list[tuple[Window, float]]:
    """The best sentence of each page that the search brought and nothing was chosen from: it answers nothing by itself,
    but the page may say in other words what the question asks of a thing it does not name."""
    ordered = _best_of_pages_without(chosen, scored)
    return _choose(asked, ordered, lexicon, taken, max(limit, 0), 0.0, lambda window: True, 0, allow_hanging=True)


def _relevance(asked: Asked, words: frozenset[str], lexicon: Lexicon) -> float:
    return lexicon.share(asked.words, Surroundings(words))


def _bridges(asked: Asked, units: Sequence[Unit], known: Sequence[str], lexicon: Lexicon) -> list[frozenset[str]]:
    """Names that stand beside the subject where part of what is asked is said, or in what is known already."""
    if asked.facet in (Facet.DEFINITION, Facet.COMPARISON):
        return []
    if not asked.links:
        units = ()
    wanted = [token for token in asked.attributes if not is_framing(token)]
    linking = [
        unit.text
        for unit in units
        if passes_gate(asked, unit.around, lexicon)
        and lexicon.share(wanted, Surroundings(unit.around.words)) >= LINK_SHARE
    ]
    said = terms(asked.text)
    found = [terms(name.text) for text in (*known, *linking) for name in names(text)]
    return [words for words in dict.fromkeys(found) if len(words) > 1 and not words <= said]


def _goes_on(asked: Asked, window: Window, bridges: Sequence[frozenset[str]], lexicon: Lexicon) -> bool:
    """A passage without the subject that names something linked to it, and says what is asked of that."""
    about = window.around.words | window.around.headings
    return (
        any(words <= about for words in bridges)
        and shows_facet(asked, window, lexicon)
        and carries_what_is_asked(asked, window.around, lexicon)
        and carries(asked.wants, window.text, frozenset(asked.text.split()))
    )
