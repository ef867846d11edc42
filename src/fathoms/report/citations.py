"""Numbers for sources: one source, one number, in the order of first citation.

Knows: facts and their evidence.  Does not know: which facts deserve to be cited (`compose.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from fathoms.domain.evidence import Evidence, Fact
from fathoms.domain.report import Reference, Report
from fathoms.text.addresses import document


def source_of(evidence: Evidence) -> str:
    """The document or page that a quote stands in: its address without the span."""
    return document(evidence.url)


def references(cited: Iterable[Fact]) -> tuple[Reference, ...]:
    """Number the sources of these facts, given in the order in which the report cites them."""
    by_source: dict[str, list[Evidence]] = {}
    for fact in cited:
        for evidence in fact.evidence:
            by_source.setdefault(source_of(evidence), []).append(evidence)
    return tuple(_reference(number, url, evidence) for number, (url, evidence) in enumerate(by_source.items(), start=1))


def _reference(number: int, url: str, evidence: list[Evidence]) -> Reference:
    passages = {(item.page_id, item.start, item.end): item for item in evidence}
    first = evidence[0]
    return Reference(
        number=number,
        title=first.title,
        url=url,
        kind=first.kind,
        dated=next((item.dated for item in evidence if item.dated), None),
        passages=tuple(passages[key] for key in sorted(passages, key=lambda key: (key[1], key[2], key[0]))),
    )


class Citations:
    """Looks up what a fact's numbers are, in one finished report."""

    def __init__(self, report: Report) -> None:
        self._facts: Mapping[str, Fact] = {fact.id: fact for fact in report.facts}
        self._by_source: Mapping[str, Reference] = {reference.url: reference for reference in report.references}

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
