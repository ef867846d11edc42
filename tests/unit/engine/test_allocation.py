"""Which queries are sent, and why the others are not."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.survey import Survey
from fathoms.domain.thread import Allocation, Escape, Phase, Scope, ScopeDraft, ThreadState
from fathoms.engine.thread.allocation import (
    answered,
    choose,
    most_queries,
    new_terms,
    normalised,
    same_query,
    told_apart,
)
from tests.thread_making import after_round, make_record, make_survey, make_task, make_thread, new_facts

KB = make_survey("kb")
WEB = make_survey("web", kind=SourceKind.EXTERNAL)


def draft(*queries: tuple[str, str]) -> ScopeDraft:
    return ScopeDraft(intent="find out", backlog=tuple(Query(source=s, text=t, reason="because") for s, t in queries))


def allocate(
    *queries: tuple[str, str],
    thread: ThreadState | None = None,
    surveys: tuple[Survey, ...] = (KB, WEB),
    year: int | None = None,
    **scope: object,
) -> Allocation:
    frame = Scope.model_validate({"round": 1, "phase": Phase.SURVEY, **scope})
    return choose(thread or make_thread(), frame, draft(*queries), surveys, currency_year=year)


def sent(allocation: Allocation) -> list[tuple[str, str]]:
    return [(query.source, query.text) for query in allocation.queries]


def test_one_query_per_source_is_sent_and_the_rest_kept() -> None:
    allocation = allocate(("kb", "tides today"), ("kb", "tides of old"), ("web", "moon"))
    assert [query.source for query in allocation.queries] == ["kb", "web"]
    assert [(query.source, query.text) for query in allocation.backlog] == [("kb", "tides of old")]


def test_every_open_sub_question_has_a_query_of_its_own() -> None:
    thread = make_thread(make_task(sub_questions=("How high is the tide?", "Who built the quay?", "What is a gull?")))
    open_ones = tuple(question.id for question in thread.sub_questions)
    asked = (
        ("kb", "harbour of Skarrow"),
        ("kb", "height of the high tide"),
        ("kb", "who built the quay"),
        ("kb", "gull definition"),
        ("kb", "porpoise"),
    )
    allocation = allocate(*asked, thread=thread, open_sub_questions=open_ones)
    assert [text for _, text in sent(allocation)] == [
        "height of the high tide",
        "who built the quay",
        "gull definition",
    ]
    assert [query.text for query in allocation.backlog] == ["harbour of Skarrow", "porpoise"]
    one_left = allocate(*asked, thread=thread, open_sub_questions=open_ones[1:2])
    assert len(one_left.queries) == 1
    assert len(allocate(*asked, thread=thread, open_sub_questions=open_ones, forced_subject="gull").queries) == 1


def test_a_source_gets_five_queries_at_most() -> None:
    subs = tuple(f"What is {word}?" for word in ("sand", "mud", "clay", "rock", "silt", "peat", "chalk"))
    thread = make_thread(make_task(sub_questions=subs))
    open_ones = tuple(question.id for question in thread.sub_questions)
    allocation = allocate(*(("kb", text) for text in subs), thread=thread, open_sub_questions=open_ones)
    assert len(allocation.queries) == 5


def test_a_source_without_a_query_is_not_called() -> None:
    assert [query.source for query in allocate(("web", "moon")).queries] == ["web"]
    assert allocate().queries == ()


def test_a_source_that_does_not_serve_the_phase_is_not_called() -> None:
    allocation = allocate(("kb", "tides"), ("nobody", "tides"), phase=Phase.DIVERSIFY)
    assert allocation.queries == ()
    assert [item.reason for item in allocation.dropped] == [
        "kb does not serve DIVERSIFY",
        "no source is called 'nobody'",
    ]


@pytest.mark.parametrize(("count", "kept", "dropped"), [(5, 4, 0), (6, 4, 1), (9, 4, 4)])
def test_a_backlog_holds_five_queries_per_source(count: int, kept: int, dropped: int) -> None:
    allocation = allocate(*(("kb", f"query {word}") for word in "abcdefghi"[:count]))
    assert (len(allocation.backlog), len(allocation.dropped)) == (kept, dropped)


@pytest.mark.parametrize(
    "again", ["Tides of Skarrow", "tides  of skarrow?", "the tide of Skarrow!", "ＴＩＤＥＳ skarrow"]
)
def test_no_query_is_sent_twice_however_it_is_spelled(again: str) -> None:
    thread = make_thread(sent=(normalised("Tides of Skarrow"),))
    allocation = allocate(("kb", again), ("kb", "porpoises"), thread=thread)
    assert sent(allocation) == [("kb", "porpoises")]
    assert allocation.dropped[0].reason == "sent before"


def test_the_same_words_in_another_order_are_another_query() -> None:
    assert not same_query("ferry before array", "array before ferry")
    assert same_query("The?", "the")


@pytest.mark.parametrize(
    ("query", "share"),
    [("bird worm", 0.5), ("the old bird", 0.0), ("worm", 1.0), ("the of", 0.0), ("bird worm fish", 2 / 3)],
)
def test_new_terms_are_content_words_absent_from_the_previous_query(query: str, share: float) -> None:
    assert new_terms(query, "old birds") == share


@pytest.mark.parametrize(("query", "passes"), [("tides gulls", True), ("skarrow tides gulls", False), ("gulls", True)])
def test_a_reformulation_needs_half_new_terms(query: str, passes: bool) -> None:
    record = make_record(queries=(Query(source="kb", text="skarrow tides"),))
    thread = make_thread(rounds=(record,))
    allocation = allocate(("kb", query), thread=thread, must_reformulate=True)
    assert bool(allocation.queries) is passes
    assert allocate(("kb", query), thread=thread).queries, "without a plateau the same query may go"


def test_when_the_first_fails_the_next_of_the_backlog_goes_then_what_was_left_over() -> None:
    left_over = Query(source="kb", text="porpoise curtailment", reason="left over")
    record = make_record(queries=(Query(source="kb", text="skarrow tides"),), backlog=(left_over,))
    thread = make_thread(rounds=(record,), sent=("skarrow tides",))
    assert sent(allocate(("kb", "skarrow tides"), ("kb", "gulls"), thread=thread)) == [("kb", "gulls")]
    assert sent(allocate(("kb", "skarrow tides"), thread=thread)) == [("kb", "porpoise curtailment")]
    assert allocate(thread=thread).queries == (), "a mind that asks nothing of a source is not overruled"


def test_hints_and_year_are_for_the_outside_world_only() -> None:
    allocation = allocate(("kb", "tides"), ("web", "tides"), year=2026, phase=Phase.EXTRACT)
    assert sent(allocation) == [("kb", "tides"), ("web", "tides 2026 records and data")]
    named = allocate(("web", "tides of 2019"), year=2026, phase=Phase.EXTRACT)
    assert sent(named) == [("web", "tides of 2019 records and data")]


def test_the_same_question_with_another_phases_hints_is_another_query() -> None:
    first = allocate(("web", "tides"), phase=Phase.SURVEY)
    thread = make_thread(sent=(normalised(first.queries[0].text),))
    assert allocate(("web", "tides"), thread=thread, phase=Phase.SURVEY).queries == ()
    assert allocate(("web", "tides"), thread=thread, phase=Phase.VERIFY).queries


def test_a_forced_subject_must_occur_in_the_query() -> None:
    allocation = allocate(("kb", "tides"), ("kb", "Heron ferry chargers"), forced_subject="Heron ferry")
    assert sent(allocation) == [("kb", "Heron ferry chargers")]
    assert "forced subject" in allocation.dropped[0].reason


def test_a_mind_that_ignores_the_forced_subject_is_overruled() -> None:
    assert sent(allocate(("kb", "tides"), forced_subject="Heron ferry")) == [("kb", "Heron ferry tides")]
    unasked = allocate(forced_subject="Heron ferry", thread=make_thread(make_task(question="What charges it?")))
    assert sent(unasked)[0] == ("kb", "Heron ferry What charges it?")
    record = make_record(queries=(Query(source="kb", text="tides of the wide open sea"),))
    reworded = allocate(
        ("kb", "tides of the wide open sea"),
        forced_subject="ferry",
        must_reformulate=True,
        thread=make_thread(rounds=(record,)),
    )
    assert sent(reworded) == [("kb", "ferry")]


def test_a_forced_subject_is_no_reason_to_send_a_query_twice() -> None:
    thread = make_thread(sent=("heron ferry tides", "heron ferry"))
    allocation = allocate(("kb", "tides"), forced_subject="Heron ferry", thread=thread)
    assert allocation.queries == ()
    assert [item.reason for item in allocation.dropped[1:]] == ["sent before", "sent before"]


@pytest.mark.parametrize(("relevance", "recommended"), [(0.8, False), (0.81, True)])
def test_a_probe_above_four_fifths_recommends_the_knowledge_base(relevance: float, recommended: bool) -> None:
    allocation = allocate(("kb", "tides"), surveys=(make_survey("kb", relevance=relevance),))
    assert ("recommends kb" in allocation.queries[0].reason) is recommended
    assert bool(allocation.recommendation) is recommended
    assert allocation.queries[0].reason.startswith("because")


def test_a_probe_says_nothing_about_the_web() -> None:
    web = make_survey("web", kind=SourceKind.EXTERNAL, relevance=0.99)
    assert allocate(("web", "tides"), surveys=(web,)).recommendation == ""


def test_what_a_round_sends_is_remembered_as_sent() -> None:
    thread = after_round(make_thread(), facts=new_facts(2), queries={"kb": "Tides of  Skarrow?"})
    assert thread.sent == ("tides of skarrow",)
    assert allocate(("kb", "tides of Skarrow"), thread=thread).queries == ()


def test_a_query_that_its_source_failed_to_answer_counts_as_not_sent() -> None:
    asked = Query(source="web", text="tides of Skarrow"), Query(source="kb", text="tides")
    allocation = answered(Allocation(queries=asked), asked[:1])
    assert (allocation.queries, allocation.unanswered) == (asked[1:], asked[:1])


@pytest.mark.parametrize(
    ("query", "keys", "sent"),
    [
        ("TimescaleDB compression", {"TimescaleDB": "SQL extension"}, "TimescaleDB compression (SQL extension)"),
        ("hypertables", {"TimescaleDB": "SQL extension"}, "hypertables (SQL extension)"),
        ("an SQL extension: TimescaleDB", {"TimescaleDB": "SQL extension"}, "an SQL extension: TimescaleDB"),
        ("Mercury and Venus", {"Mercury": "planet", "Java": "island"}, "Mercury and Venus (planet)"),
        ("hypertables", {"Mercury": "planet", "Java": "island"}, "hypertables"),
    ],
)
def test_what_tells_a_subject_from_its_namesakes_stays_in_every_query(
    query: str, keys: dict[str, str], sent: str
) -> None:
    assert told_apart(query, keys) == sent


def test_what_tells_a_subject_apart_can_be_taken_off_again() -> None:
    sent = Query(source="docs", text="hypertables (SQL extension)", apart=" (SQL extension)")
    assert sent.bare == "hypertables"
    assert Query(source="docs", text="hypertables").bare == "hypertables"
    assert "apart" not in Query(source="docs", text="hypertables").model_dump_json()  # as older runs asked it


def written(*queries: tuple[str, str], thread: ThreadState | None = None, **scope: object) -> Allocation:
    """What is sent of queries that a mind wrote to be sent as they are."""
    frame = Scope.model_validate({"round": 1, "phase": Phase.SURVEY, **scope})
    own = draft(*queries).model_copy(update={"as_written": True})
    return choose(thread or make_thread(), frame, own, (KB, WEB))


def test_all_that_a_mind_wrote_within_its_cap_goes_out_in_its_order_whatever_is_open() -> None:
    asked = [("kb", f"{word} of the harbour") for word in ("sand", "mud", "clay", "rock", "silt")]
    for scope in ({}, {"escape": Escape.LATERAL}, {"open_sub_questions": ("q1",)}):
        allocation = written(*asked, **scope)
        assert sent(allocation) == asked
        assert allocation.backlog == allocation.dropped == ()


def test_what_a_mind_wrote_beyond_its_cap_is_recorded_and_the_cap_is_the_one_it_was_told() -> None:
    frame = Scope(round=1, phase=Phase.SURVEY)
    for survey in (KB, WEB):
        most = most_queries(frame)
        asked = [
            (survey.source, f"{word} of the harbour")
            for word in ("sand", "mud", "clay", "rock", "silt", "peat", "chalk", "marl")
        ]
        allocation = written(*asked)
        assert len(allocation.queries) == most
        assert [one.query.text for one in allocation.dropped] == [text for _, text in asked[most:]]
        assert all(str(most) in one.reason for one in allocation.dropped)
    assert most_queries(frame) == 5


def test_a_round_that_questions_what_was_taken_for_granted_has_one_query_and_a_check_leaves_room_for_its_own() -> None:
    reframing = Scope(round=1, escape=Escape.REFRAME)
    assert most_queries(reframing) == 1
    checking = Scope(round=1, verifies="f-1")
    assert most_queries(checking) == 4


def test_what_a_mind_asks_the_own_documents_goes_out_as_it_wrote_it() -> None:
    thread = make_thread().model_copy(update={"keys": {"work orders": "messages between services"}})
    (query,) = written(("kb", "work orders retention"), thread=thread).queries
    assert (query.text, query.apart) == ("work orders retention", "")
    (outside,) = written(("web", "work orders retention"), thread=thread).queries
    assert outside.text.startswith("work orders retention (messages between services)")  # where its namesakes are
