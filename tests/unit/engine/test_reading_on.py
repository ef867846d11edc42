"""When everything asked is answered: whether a thread reads on, and what it asks then."""

from __future__ import annotations

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.thread import Lead, ThreadState
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


MISSING = "Which command adds a durable consumer?"


def asked_for(thread: ThreadState, new: int, reason: str = MISSING, *, sufficient: bool = False) -> ThreadState:
    """After the round that is due, which brought so many facts and ended on this."""
    facts = new_facts(new, stem=f"round{len(thread.rounds)}", round=len(thread.rounds) + 1)
    scope = reading_on.frame(thread, make_brief())
    return after_round(thread, scope=scope, facts=facts, reason=reason, sufficient=sufficient)


def lacking(**fields: object) -> ThreadState:
    thread = after_round(
        make_thread(make_task()).model_copy(update={"frugal": True, "budget": 6, "ceiling": 6}),
        facts=(PLAIN, FIGURE),
        coverage={"q1": 1.0},
        reason=MISSING,
        leads=(
            Lead(text="Which flag of the command adds the wait?", weight=0.5),
            Lead(text="Who paints the quay?", weight=0.5),
        ),
    )
    return thread.model_copy(update=fields)


def test_what_the_mind_names_as_missing_is_what_the_next_round_asks() -> None:
    thread = lacking()
    assert reading_on.is_due(thread)
    scope = reading_on.frame(thread, make_brief())
    chosen = allocation.choose(thread, scope, reading_on.draft(thread, scope, [KB]), [KB])
    assert [query.text for query in chosen.queries] == [MISSING, "Which flag of the command adds the wait?"]
    assert scope.gap == MISSING
    assert MISSING in scope.intent


def test_a_missing_thing_is_asked_for_once_and_another_one_while_that_brings_anything() -> None:
    again = asked_for(lacking(), 1)
    assert again.rounds[-1].scope.gap == MISSING
    assert not reading_on.is_due(again)
    assert not reading_on.is_due(asked_for(lacking(), 1, "Which flag has the command that adds a durable consumer?"))
    other = "How long does the acknowledgement wait last?"
    assert reading_on.is_due(asked_for(lacking(), 1, other))
    assert not reading_on.is_due(asked_for(lacking(), 0, other)), "the last such round found nothing"


def test_nothing_is_missing_for_a_mind_that_has_enough_or_without_a_round_left() -> None:
    assert not reading_on.is_due(asked_for(lacking(), 1, "And who pays?", sufficient=True))
    assert not reading_on.is_due(lacking(budget=1))
    assert not reading_on.is_due(lacking(earlier=True))
