"""What is missing and was looked for: the gaps that the text leaves, each once, with where they were looked for.

What a writer advises until one is closed goes with it, as long as it brings no figure that the text does not have.

Knows: the shipped text, what every task asked and read.  Does not know: who named a gap, or how a gap is closed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from fathoms.domain.report import Report, SearchedFor, TaskOutcome
from fathoms.engine.evidence.support import without_places_in_a_plan, without_steps
from fathoms.engine.plan.merging import alike
from fathoms.report.lines import asked_and_advised
from fathoms.report.statements import statements
from fathoms.text.denials import denies
from fathoms.text.figures import numerals
from fathoms.text.naming import share
from fathoms.text.words import content_words

ANSWERED = 0.8
"""Share of a gap's words in one cited sentence that denies nothing, from which that sentence answers it."""
LEAST_WORDS = 4
"""Content words below which a gap is too short to be told apart by them."""
SAME = 0.75
"""Share of the words of the shorter of two gaps from which they ask the same."""


def left(report: Report, outcomes: Sequence[TaskOutcome], unread: Mapping[str, str] | None = None) -> Report:
    """The report with the gaps that its own text does not answer, none twice, and where each was looked for, also what
    made no difference to its writer.

    `unread` names, by gap, the document whose passage on it nobody has read."""
    passed = unread or {}
    told = [content_words(one.text) for one in statements(report) if one.facts and not denies(one.text)]
    figures = numerals(" ".join((report.question, *(one.text for one in statements(report) if one.facts))))
    gaps: dict[str, str] = {}
    besides: dict[str, str] = {}
    for gap in (*report.gaps, *_of_parts(report, outcomes)):
        asked, advised = asked_and_advised(gap)
        if not _is_told(asked, told) and not any(_same(asked, other) for other in (*gaps, *besides)):
            own = numerals(without_places_in_a_plan(without_steps(advised))) - figures
            (gaps if gap in report.gaps else besides)[asked] = gap if advised and not own else asked
    searched = (
        SearchedFor(
            gap=gap, documents=tuple(_documents(asked, outcomes)), unread=passed.get(gap, passed.get(asked, ""))
        )
        for asked, gap in (gaps | besides).items()
    )
    looked = tuple(one for one in searched if one.documents or one.unread)
    return report.model_copy(update={"gaps": tuple(gaps.values()), "searched_for": looked})


def _of_parts(report: Report, outcomes: Sequence[TaskOutcome]) -> tuple[str, ...]:
    """What the parts of a report by one hand missed: its writer has said what of it matters."""
    if not report.by_one_hand:
        return ()
    return tuple(gap for one in outcomes if one.finding for gap in one.finding.gaps)


def _is_told(gap: str, told: Sequence[frozenset[str]]) -> bool:
    wanted = content_words(gap)
    return len(wanted) >= LEAST_WORDS and any(share(wanted, words) >= ANSWERED for words in told)


def _same(gap: str, other: str) -> bool:
    """Whether two gaps ask the same, however fully."""
    if alike(gap, other):
        return True
    short, long = sorted((content_words(gap), content_words(other)), key=len)
    return len(short) >= LEAST_WORDS and denies(gap) == denies(other) and share(short, long) >= SAME


def _documents(gap: str, outcomes: Sequence[TaskOutcome]) -> Iterator[str]:
    """What the tasks read that name it, else the one that asks what is nearest to it; titles that speak of it first."""
    found = [one for one in outcomes if one.finding]
    naming = [one for one in found if one.finding and any(_same(gap, other) for other in _asked(one))]
    nearest = max(found, key=lambda one: _nearness(gap, one), default=None)
    from_whom = naming or ([nearest] if nearest and _nearness(gap, nearest) else [])
    titles = dict.fromkeys(title for one in from_whom for title in one.read)
    wanted = content_words(gap)
    yield from sorted(titles, key=lambda title: -len(wanted & content_words(title)))


def _asked(outcome: TaskOutcome) -> tuple[str, ...]:
    finding = outcome.finding
    return (finding.question, *finding.gaps, *(sub.text for sub in finding.sub_questions)) if finding else ()


def _nearness(gap: str, outcome: TaskOutcome) -> int:
    return max((len(content_words(gap) & content_words(text)) for text in _asked(outcome)), default=0)
