"""Two reports on one question, compared: what is new, what is gone, what reads differently.

Knows: facts, sources, conflicts, gaps and criteria of two reports.  Does not know: which of the two is right.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from fathoms.domain.delta import ChangedFact, Delta
from fathoms.domain.evidence import Conflict, ConflictStatus, Fact
from fathoms.domain.report import Reference, Report
from fathoms.report.citations import source_of
from fathoms.text.figures import numerals
from fathoms.text.words import content_words, fold

SAME_THING = 0.5
"""Shared words ÷ all words of both, from which two facts of one source are two versions of one."""


def delta(earlier: Report, later: Report) -> Delta:
    """What the later report says that the earlier did not, and the other way round."""
    before = {_key(fact): fact for fact in earlier.facts}
    after = {_key(fact): fact for fact in later.facts}
    gone = [fact for key, fact in before.items() if key not in after]
    new = [fact for key, fact in after.items() if key not in before]
    changed = tuple(_changed(gone, new))
    old_sources = {reference.url: reference for reference in earlier.references}
    new_sources = {reference.url: reference for reference in later.references}
    open_before, open_after = _open(earlier), _open(later)
    met_before = {fold(result.text): result.met for result in earlier.criteria}
    return Delta(
        earlier=earlier.run,
        later=later.run,
        question=later.question,
        language=later.language,
        appeared=tuple(fact for fact in new if all(fact != pair.after for pair in changed)),
        vanished=tuple(fact for fact in gone if all(fact != pair.before for pair in changed)),
        changed=changed,
        new_sources=tuple(new_sources[url] for url in new_sources if url not in old_sources),
        gone_sources=tuple(old_sources[url] for url in old_sources if url not in new_sources),
        edited_sources=tuple(
            new_sources[url]
            for url in new_sources
            if url in old_sources and not _pages(new_sources[url]) & _pages(old_sources[url])
        ),
        raised=tuple(open_after[key] for key in open_after if key not in open_before),
        settled=tuple(open_before[key] for key in open_before if key not in open_after),
        closed_gaps=_missing_from(earlier.gaps, later.gaps),
        new_gaps=_missing_from(later.gaps, earlier.gaps),
        turned=tuple(r for r in later.criteria if met_before.get(fold(r.text), r.met) != r.met),
    )


def _key(fact: Fact) -> tuple[str, str]:
    """The same words of the same source are the same fact, wherever in the page they now stand."""
    return source_of(fact.evidence[0]), " ".join(fold(fact.claim).split())


def _changed(gone: Iterable[Fact], new: Iterable[Fact]) -> Iterator[ChangedFact]:
    left = list(new)
    for before in gone:
        same_source = [fact for fact in left if _key(fact)[0] == _key(before)[0]]
        nearest = max(same_source, key=lambda fact: _likeness(before, fact), default=None)
        if nearest and _likeness(before, nearest) >= SAME_THING:
            left.remove(nearest)
            figures = tuple(sorted(numerals(nearest.claim) - numerals(before.claim)))
            yield ChangedFact(before=before, after=nearest, figures=figures)


def _likeness(left: Fact, right: Fact) -> float:
    mine, theirs = content_words(left.claim), content_words(right.claim)
    return len(mine & theirs) / len(mine | theirs) if mine | theirs else 0.0


def _open(report: Report) -> dict[frozenset[str], Conflict]:
    return {
        frozenset((fold(conflict.left_says), fold(conflict.right_says), fold(conflict.about))): conflict
        for conflict in report.conflicts
        if conflict.status is ConflictStatus.OPEN
    }


def _pages(reference: Reference) -> frozenset[str]:
    return frozenset(passage.page_id for passage in reference.passages)


def _missing_from(these: Iterable[str], those: Iterable[str]) -> tuple[str, ...]:
    known = {fold(line) for line in those}
    return tuple(line for line in these if fold(line) not in known)
