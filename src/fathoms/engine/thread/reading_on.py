"""Reading on: everything asked is answered, rounds are left, and documents near the question are unread.

One page that answers ends no investigation of a mind that takes in whole documents: the next page may say otherwise, or
what the first left out. Such a round costs one request, the extraction; its queries are those that the mind held in
reserve, and what is said so far, figures first. What the mind named as missing when it had read comes before all that:
a round is for it, once, whatever else counts as answered.
Knows: when a converged thread reads on, and what it asks.  Does not know: whether the mind reads in depth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Fact, Hit, Query
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Saturation, Scope, ScopeDraft, StopReason, ThreadState
from fathoms.engine.thread import convergence, scoping, verifying
from fathoms.engine.thread.allocation import NEW_TERMS, new_terms
from fathoms.text.addresses import document
from fathoms.text.figures import numerals
from fathoms.text.words import content_words

HIGH = 0.6
"""Score, of the best that was found, from which a document that was not read is worth a round of its own."""
MOST_CLAIMS = 3
"""Claims of a thread that are asked for elsewhere."""


def is_due(thread: ThreadState) -> bool:
    """Once a thread has converged with rounds left; and again as long as that keeps bringing five new facts or more, or
    the mind names something else that is missing.

    Where it is paid for, and its mind has said that it has enough, only for a document that the search put high."""
    if thread.earlier or convergence.verdict(thread) is not StopReason.CRITERIA_MET:
        return False
    if len(thread.rounds) >= thread.budget:
        return False
    if missing(thread):
        return True
    last = thread.rounds[-1]
    fruitful = not last.scope.reads_on or last.saturation is Saturation.LOW
    enough = thread.frugal and last.sufficient and not unread(thread)
    return fruitful and not enough


def missing(thread: ThreadState) -> str:
    """What the mind says is missing after the last round, unless a round was for it already; and nothing more once a
    round that was for such a thing has found nothing new: the sources do not hold what it thinks of."""
    last = thread.rounds[-1]
    asked = [record.scope.gap for record in thread.rounds if record.scope.reads_on and record.scope.gap]
    in_vain = last.scope.gap in asked and not last.new_facts
    if last.sufficient or in_vain or any(new_terms(last.reason, gap) < NEW_TERMS for gap in asked):
        return ""
    return last.reason


def unread(thread: ThreadState) -> tuple[Hit, ...]:
    """What the last search put nearly as high as what was read, and nobody has read."""
    read = {document(url) for record in thread.rounds for url in record.read_urls}
    return tuple(hit for hit in thread.near if hit.score >= HIGH and document(hit.url) not in read)


def frame(thread: ThreadState, brief: Brief) -> Scope:
    """The scope of a round that no sub-question asks for; its gap is what the mind misses, where it does."""
    gap = missing(thread)
    said = "; ".join(fact.claim for fact in _single(thread)[:MOST_CLAIMS])
    wanted = "what other documents near the question add, or say otherwise"
    return scoping.next_scope(thread, brief).model_copy(
        update={
            "reads_on": True,
            "gap": gap,
            "intent": f"Find {gap}" if gap else f"Find {wanted} than: {said}" if said else f"Find {wanted}",
            "forced_subject": None,
            "escape": None,
            "must_reformulate": False,
            "verifies": None,
        }
    )


def draft(thread: ThreadState, scope: Scope, surveys: Sequence[Survey]) -> ScopeDraft:
    """What is missing, if anything is, then what the mind held in reserve for a source, then what is said so far."""
    reserve = thread.rounds[-1].backlog
    backlog = [
        query
        for survey in surveys
        for query in (
            *_missed(thread, scope.gap, survey),
            *(one for one in reserve if one.source == survey.source),
            *(() if scope.gap else _claims(thread, survey)),
        )
    ]
    return ScopeDraft(intent=scope.intent, gap=scope.gap, backlog=tuple(backlog))


def _missed(thread: ThreadState, gap: str, survey: Survey) -> Iterator[Query]:
    """What is missing as it was named, and the questions that the mind raised on it."""
    about = content_words(gap)
    raised = (lead.text for lead in thread.leads if about & content_words(lead.text))
    for text in dict.fromkeys((gap, *raised) if gap else ()):
        yield Query(source=survey.source, text=text, reason="named as missing by whoever read the last round")


def _claims(thread: ThreadState, survey: Survey) -> Iterator[Query]:
    asked = (verifying.claim_query(fact, thread, survey) for fact in _single(thread)[:MOST_CLAIMS])
    yield from (query for query in asked if query)


def _single(thread: ThreadState) -> list[Fact]:
    """The facts that one document alone states: those with a figure first, then the key findings."""
    keys = {question.key_fact for question in thread.sub_questions}
    alone = [f for f in thread.facts if not f.loose and len({document(item.url) for item in f.evidence}) == 1]
    return sorted(alone, key=lambda fact: (not numerals(fact.claim), fact.id not in keys, -fact.score))
