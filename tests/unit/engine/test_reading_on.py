"""When everything asked is answered: whether a thread reads on, and what it asks then."""

from __future__ import annotations

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.thread import ThreadState
from fathoms.engine.thread import allocation, reading_on
from tests.thread_making import (
    after_round,
    make_brief,
    make_evidence,
    make_fact,
    make_hit,
    make_survey,
    make_task,
    make_thread,
    new_facts,
)

FIGURE = make_fact(
    "The default is 100,000 entries.",
    answers=("q1",),
    evidence=[make_evidence("100,000 entries", url="kb://world/maintenance.md#0-9")],
)
PLAIN = make_fact(
    "Entries are kept on disk.", answers=("q1",), evidence=[make_evidence("on disk", url="kb://world/disk.md#0-9")]
)
KB = make_survey("kb")


def converged(**changed: object) -> ThreadState:
    thread = after_round(make_thread(make_task()), facts=(PLAIN, FIGURE), coverage={"q1": 1.0})
    return thread.model_copy(update=changed)


def round_of_reading_on(thread: ThreadState, new: int) -> ThreadState:
    scope = reading_on.frame(thread, make_brief())
    return after_round(thread, scope=scope, facts=new_facts(new, stem="more", round=2))


def test_a_converged_thread_with_rounds_left_reads_on() -> None:
    assert reading_on.is_due(converged())


def test_a_thread_that_still_asks_or_has_no_round_left_does_not() -> None:
    assert not reading_on.is_due(after_round(make_thread(make_task()), facts=(PLAIN,), coverage={"q1": 0.3}))
    assert not reading_on.is_due(converged(budget=1))
    assert not reading_on.is_due(converged(earlier=True))


def test_it_reads_on_again_only_while_that_brings_five_facts_or_more() -> None:
    assert not reading_on.is_due(round_of_reading_on(converged(), 4))
    assert reading_on.is_due(round_of_reading_on(converged(), 5))


def test_a_mind_that_is_paid_for_and_has_enough_reads_on_only_for_what_the_search_put_high() -> None:
    low, high = make_hit("kb://world/low.md#0-9", score=0.59), make_hit("kb://world/high.md#0-9", score=0.6)
    thread = after_round(
        make_thread(make_task()).model_copy(update={"frugal": True}),
        facts=(PLAIN, FIGURE),
        coverage={"q1": 1.0},
        sufficient=True,
    )
    assert not reading_on.is_due(thread.model_copy(update={"near": (low,)}))
    assert reading_on.is_due(thread.model_copy(update={"near": (low, high)}))
    read = thread.rounds[-1].read_urls[0]
    assert not reading_on.is_due(thread.model_copy(update={"near": (high.model_copy(update={"url": read}),)}))
    assert reading_on.is_due(converged(frugal=True)), "it did not say that it has enough"


def test_it_asks_what_the_mind_held_in_reserve_and_then_the_claims_with_figures_first() -> None:
    thread = converged()
    last = thread.rounds[-1].model_copy(update={"backlog": (Query(source="kb", text="snapshot settings"),)})
    thread = thread.model_copy(update={"rounds": (last,)})
    scope = reading_on.frame(thread, make_brief())
    chosen = allocation.choose(thread, scope, reading_on.draft(thread, scope, [KB]), [KB])
    assert [query.text for query in chosen.queries] == ["snapshot settings", FIGURE.claim, PLAIN.claim]
    assert scope.reads_on
    assert FIGURE.claim in scope.intent


def test_words_of_the_own_documents_are_not_asked_of_the_web() -> None:
    thread = converged()
    web = make_survey("web", kind=SourceKind.EXTERNAL)
    assert not reading_on.draft(thread, reading_on.frame(thread, make_brief()), [web]).backlog
