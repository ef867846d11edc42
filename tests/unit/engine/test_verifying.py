"""VERIFY: the weakest key facts, one by one, by their claims; and the questions behind a question."""

from __future__ import annotations

from fathoms.domain.evidence import Confidence, Query, SourceKind
from fathoms.domain.thread import (
    CheckOutcome,
    ConflictClaim,
    Escape,
    Phase,
    ScopeDraft,
    SubQuestion,
    ThreadState,
)
from fathoms.engine.thread import allocation, reframing, scoping
from fathoms.report import micro
from tests.thread_making import (
    after_round,
    confirming,
    make_brief,
    make_evidence,
    make_fact,
    make_survey,
    make_task,
    make_thread,
    new_facts,
)

WEB = make_survey("web", kind=SourceKind.EXTERNAL)
KB = make_survey("kb")
STRONG = make_fact(
    "The array has six turbines.",
    confidence=Confidence.PLAUSIBLE,
    evidence=[
        make_evidence("six turbines", url="https://one.example/a"),
        make_evidence("six of them", url="https://two.example/b"),
    ],
)
WEAK = make_fact(
    "The ferry carries 40 cars.",
    confidence=Confidence.UNVERIFIED,
    evidence=[make_evidence("40 cars", url="https://forum.example/c")],
)


def in_verify(**changed: object) -> ThreadState:
    questions = (
        SubQuestion(id="q1", text="How many turbines?", key_fact=STRONG.id),
        SubQuestion(id="q2", text="How many cars?", key_fact=WEAK.id),
    )
    facts = {"facts": (STRONG, WEAK), "sub_questions": questions, "phase": Phase.VERIFY}
    return make_thread(make_task(subjects=("ferry",))).model_copy(update={**facts, **changed})


def test_of_a_claim_that_is_a_passage_the_sentence_that_bears_on_the_question_is_asked_for() -> None:
    passage = "The quay was painted green in 1990. The ferry carries 40 cars on one deck. It sails at noon."
    long = WEAK.model_copy(update={"claim": passage})
    thread = in_verify(facts=(STRONG, long))
    scope = scoping.next_scope(thread, make_brief())
    sent = allocation.choose(thread, scope, ScopeDraft(intent="check"), [WEB]).queries
    assert [query.text for query in sent] == ["The ferry carries 40 cars on one deck. official"]


def test_verify_takes_the_weakest_key_facts_one_by_one() -> None:
    thread = in_verify()
    first = scoping.next_scope(thread, make_brief())
    assert first.verifies == WEAK.id
    assert WEAK.claim in first.gap
    assert WEAK.claim in first.intent
    second = scoping.next_scope(after_round(thread, scope=first), make_brief())
    assert second.verifies == STRONG.id


def test_a_verified_fact_is_not_checked_again() -> None:
    sure = WEAK.model_copy(update={"confidence": Confidence.VERIFIED})
    scope = scoping.next_scope(in_verify(facts=(sure,)), make_brief())
    assert scope.verifies is None
    assert "How many" in scope.gap


def test_verify_asks_for_the_claim_before_anything_a_mind_would_ask() -> None:
    thread = in_verify()
    draft = ScopeDraft(intent="more", backlog=(Query(source="web", text="ferry timetable"),))
    chosen = allocation.choose(thread, scoping.next_scope(thread, make_brief()), draft, [WEB])
    assert [query.text for query in chosen.queries] == [f"{WEAK.claim} official"]


def test_a_claim_of_the_own_documents_is_asked_of_the_own_documents_only() -> None:
    ours = make_fact("The ferry carries 40 cars.", confidence=Confidence.PLAUSIBLE)
    questions = (SubQuestion(id="q1", text="How many cars?", key_fact=ours.id),)
    thread = in_verify(facts=(ours,), sub_questions=questions)
    draft = ScopeDraft(intent="more", backlog=(Query(source="web", text="ferry timetable"),))
    chosen = allocation.choose(thread, scoping.next_scope(thread, make_brief()), draft, [KB, WEB])
    assert {query.source: query.text for query in chosen.queries} == {
        "kb": ours.claim,
        "web": "ferry timetable official",
    }


def test_a_round_of_verify_records_that_a_claim_was_confirmed() -> None:
    thread = after_round(in_verify(), facts=[confirming(WEAK)])
    checked = thread.rounds[-1].verified
    assert checked is not None
    assert (checked.fact, checked.outcome) == (WEAK.id, CheckOutcome.CONFIRMED)
    assert "was confirmed" in micro.micro_report(thread, thread.rounds[-1])


def test_a_round_of_verify_records_that_a_claim_was_contradicted() -> None:
    other = new_facts(1, stem="carries 60 cars")[0]
    claim = ConflictClaim(about="cars", left=WEAK.id, right=other.id)
    thread = after_round(in_verify(), facts=[other], conflicts=[claim])
    checked = thread.rounds[-1].verified
    assert checked is not None
    assert (checked.outcome, checked.by) == (CheckOutcome.CONTRADICTED, (other.id,))


def test_a_round_of_verify_that_finds_nothing_on_the_claim_says_so() -> None:
    checked = after_round(in_verify()).rounds[-1].verified
    assert checked is not None
    assert checked.outcome is CheckOutcome.NEITHER


def reframed() -> ThreadState:
    return make_thread(make_task(subjects=("Heron ferry",)), next_escape=Escape.REFRAME)


def test_the_last_escape_yields_three_or_four_assumption_questions() -> None:
    scope = scoping.next_scope(reframed(), make_brief())
    assert 3 <= len(scope.assumptions) <= 4
    assert any("Heron ferry" in text for text in scope.assumptions)
    report_of = after_round(reframed(), scope=scope)
    assert "Assumptions questioned:" in micro.micro_report(report_of, report_of.rounds[-1])


def test_a_mind_may_put_its_own_assumptions_in_their_place() -> None:
    scope = scoping.next_scope(reframed(), make_brief())
    own = ("Is there a ferry?", "Is it called Heron?", "Was it ever built?")
    assert reframing.settled(scope, ScopeDraft(intent="more", assumptions=own)).assumptions == own
    assert reframing.settled(scope, ScopeDraft(intent="more", assumptions=own[:2])) == scope


def test_one_query_comes_from_the_assumptions_when_the_mind_has_none() -> None:
    scope = scoping.next_scope(reframed(), make_brief())
    chosen = allocation.choose(reframed(), scope, ScopeDraft(intent="more"), [KB])
    assert [query.text for query in chosen.queries] == [scope.assumptions[0]]
