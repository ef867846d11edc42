"""Numbers for sources: one source, one number, in the order of first citation; in a written report each of its
passages has a letter, so that a mark leads to the words that are meant.

Knows: facts and their evidence.  Does not know: which facts deserve to be cited (`compose.py`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from string import ascii_lowercase
from urllib.parse import unquote

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.report import Reference, Report, Voice
from fathoms.text.addresses import document
from fathoms.text.announcing import led_in
from fathoms.text.neutral import unmarked

NOTE_QUOTE = 300
"""Characters of a quote that a note shows."""


def source_of(evidence: Evidence) -> str:
    """The document or page that a quote stands in: its address without the span."""
    return document(evidence.url)


def words_quoted(evidence: Evidence) -> str:
    """The words of a quote as somebody reads them: an item of a list behind the line that announces it."""
    return led_in(unmarked(evidence.quote), unmarked(evidence.announced), between=" … ")


def references(cited: Iterable[Fact]) -> tuple[Reference, ...]:
    """Number the sources of these facts, given in the order in which the report cites them."""
    by_source: dict[str, list[Evidence]] = {}
    for fact in cited:
        for evidence in fact.evidence:
            by_source.setdefault(source_of(evidence), []).append(evidence)
    titles = Counter(evidence[0].title for evidence in by_source.values())
    return tuple(
        _reference(number, url, evidence, shared=titles[evidence[0].title] > 1)
        for number, (url, evidence) in enumerate(by_source.items(), start=1)
    )


def _reference(number: int, url: str, evidence: list[Evidence], *, shared: bool) -> Reference:
    """A title that another source has, too, is told with the file's name: "Examples" alone says nothing."""
    passages = {_span(item): item for item in evidence}
    first = evidence[0]
    _, within, name = url.rstrip("/").rpartition("/")
    return Reference(
        number=number,
        title=f"{first.title} ({unquote(name)})" if shared and within else first.title,
        url=url,
        kind=first.kind,
        dated=next((item.dated for item in evidence if item.dated), None),
        passages=tuple(passages[key] for key in sorted(passages, key=lambda key: (key[1], key[2], key[0]))),
    )


@dataclass(frozen=True, slots=True)
class Mark:
    """What stands behind a sentence: a number, and the quotes that it means."""

    label: str
    """`3`, or `3b` where each passage of the source has a mark of its own."""
    reference: Reference
    quotes: tuple[Evidence, ...]
    year: int | None = None
    """Of its source, where a mark has room for it: an old fact should look old."""

    @property
    def dated(self) -> str:
        return f"{self.label}, {self.year}" if self.year else self.label


@dataclass(frozen=True, slots=True)
class Cited:
    """What stands behind a sentence, all in one bracket: `[1a, 2c]` where its sources say it, `[≈1a, 2c]` where it
    concludes or advises, so that they do not say all of it. What has none is the report's own judgement."""

    marks: tuple[Mark, ...] = ()
    reasoned: bool = False

    @property
    def opening(self) -> str:
        return "[≈" if self.reasoned else "["

    def __bool__(self) -> bool:
        return bool(self.marks)

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.pieces())

    def pieces(self) -> Iterator[tuple[str, Mark | None]]:
        """The words of the bracket, each mark by itself."""
        between = "; " if any(mark.year for mark in self.marks) else ", "
        for place, mark in enumerate(self.marks):
            yield (between if place else self.opening), None
            yield mark.dated, mark
        if self.marks:
            yield "]", None


class Citations:
    """Looks up what a fact's numbers are, in one finished report."""

    def __init__(self, report: Report) -> None:
        self._facts: Mapping[str, Fact] = {fact.id: fact for fact in report.facts}
        self._by_source: Mapping[str, Reference] = {reference.url: reference for reference in report.references}
        self.by_passage = report.run_facts.voice is Voice.WRITTEN
        """Whether each passage has a mark of its own."""

    def fact(self, fact_id: str) -> Fact | None:
        return self._facts.get(fact_id)

    def of(self, fact_ids: Iterable[str]) -> tuple[tuple[Reference, tuple[Evidence, ...]], ...]:
        """The references behind these facts, by number, each with the quotes that are meant."""
        found: dict[int, tuple[Reference, dict[tuple[int, int, str], Evidence]]] = {}
        for fact_id in fact_ids:
            fact = self._facts.get(fact_id)
            for evidence in fact.evidence if fact else ():
                reference = self._by_source[source_of(evidence)]
                quotes = found.setdefault(reference.number, (reference, {}))[1]
                quotes[evidence.start, evidence.end, evidence.page_id] = evidence
        return tuple(
            (reference, tuple(quotes[span] for span in sorted(quotes)))
            for _, (reference, quotes) in sorted(found.items())
        )

    def marks(self, fact_ids: Iterable[str]) -> tuple[Mark, ...]:
        """The marks behind these facts: one per source, or one per passage."""
        found = self.of(fact_ids)
        if not self.by_passage:
            return tuple(
                Mark(str(reference.number), reference, quotes, reference.dated.year if reference.dated else None)
                for reference, quotes in found
            )
        return tuple(
            Mark(mark_of(reference, one), reference, (one,))
            for reference, quotes in found
            for one in quotes
            if not any(_is_within(one, other) for other in quotes)
        )

    def cited(self, fact_ids: Iterable[str], *, reasoned: bool = False) -> Cited:
        """The bracket behind a sentence that rests on these facts; empty where it rests on none."""
        return Cited(self.marks(fact_ids), reasoned)


def mark_of(reference: Reference, passage: Evidence) -> str:
    """`3b`: the second passage of the third source; a source with one passage needs no letter."""
    if len(reference.passages) == 1:
        return str(reference.number)
    return f"{reference.number}{letters(_place(reference, passage))}"


def _place(reference: Reference, passage: Evidence) -> int:
    """Where a passage stands among those of its source, whatever else its facts know of it: two tasks may have met the
    same words under other headings."""
    return [_span(one) for one in reference.passages].index(_span(passage))


def _is_within(one: Evidence, other: Evidence) -> bool:
    """Whether a passage is part of a longer one: behind the same sentence it says nothing more."""
    longer = other.end - other.start > one.end - one.start
    return longer and one.page_id == other.page_id and other.start <= one.start and one.end <= other.end


def _span(evidence: Evidence) -> tuple[str, int, int]:
    return (evidence.page_id, evidence.start, evidence.end)


def letters(index: int) -> str:
    """a to z, then aa, ab, and so on."""
    before, last = divmod(index, len(ascii_lowercase))
    return (letters(before - 1) if before else "") + ascii_lowercase[last]


def source_anchor(reference: Reference) -> str:
    """The name by which links find a source in the list of references."""
    return f"source-{reference.number}"


def passage_anchor(reference: Reference, passage: Evidence) -> str:
    """The name by which links find the words of a source."""
    return f"{source_anchor(reference)}-{_place(reference, passage) + 1}"


def section_of(reference: Reference, passage: Evidence) -> str:
    """The headings that a passage stands under; empty where its document has none."""
    return " › ".join(part for part in passage.title_path if part not in (reference.title, passage.title))
