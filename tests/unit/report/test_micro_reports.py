"""Micro-reports and completion reports, as a person reads them."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathoms.domain.brief import Effort
from fathoms.domain.evidence import Confidence, Failure
from fathoms.domain.plan import Gates
from fathoms.domain.thread import ConflictClaim, Phase, ThreadState
from fathoms.report import micro
from fathoms.report.tables import plain, table
from tests.golden_threads import FOLDER, reports
from tests.thread_making import (
    after_round,
    make_brief,
    make_evidence,
    make_fact,
    make_task,
    make_thread,
    new_facts,
    on,
)

SECTIONS = [
    "Round Summary",
    "Facts Extracted",
    "Subject Registry Updates",
    "Disambiguation Updates",
    "Contradictions Found",
    "Saturation Assessment",
    "Next Round Guidance",
]
FRONT_MATTER = [
    "thread",
    "round",
    "strategy_phase",
    "timestamp",
    "sources_consulted",
    "new_facts",
    "confirming_facts",
    "saturation",
]
TABLES = [
    "| ID | Question | Status | Confidence | Key Finding |",
    "| Subject | Rounds | Status | Key Finding |",
    "| # | URL | Title | Rounds | Value |",
    "| Claim | A | B | Status | Impact |",
    "| Gap | Why | Rounds | Next Step |",
    "| Round | New | Confirming | Saturation | Phase | Escape |",
]


def report_of(thread: ThreadState) -> str:
    return micro.micro_report(thread, thread.rounds[-1])


@pytest.mark.parametrize("name", ["micro-report.md", "thread-completion.md", "plateau-history.md"])
def test_the_report_is_the_golden_one(name: str) -> None:
    assert reports()[name] == (FOLDER / name).read_text(encoding="utf-8")


def test_files_are_named_after_thread_and_round() -> None:
    thread = make_thread(make_task(id="A/1.2", question="What now?"))
    assert micro.micro_name(thread, 3) == "micro-report-a-1.2-what-now-round-3.md"
    assert micro.completion_name(thread) == "thread-completion-a-1.2-what-now.md"


def test_front_matter_and_sections_stand_in_order() -> None:
    report = report_of(after_round(make_thread(), facts=new_facts(2)))
    head, _, body = report.removeprefix("---\n").partition("\n---\n")
    assert [line.partition(":")[0] for line in head.splitlines()] == FRONT_MATTER
    assert re.findall(r"^## (.+)$", body, re.MULTILINE) == SECTIONS
    assert "| # | Fact | Source | URL | Confidence | Notes |" in body
    assert "| Subject | Prior Status | New Status | Evidence |" in body
    assert "| Claim | Source A Says | Source B Says | Status |" in body


def test_the_completion_report_has_its_tables_even_when_empty() -> None:
    thread = after_round(make_thread(), urls=())
    report = micro.completion_report(thread)
    assert [line for line in report.splitlines() if line in TABLES] == TABLES
    assert "- Rounds: 1 of" in report


def test_a_round_with_only_unverified_facts_is_flagged() -> None:
    flagged = report_of(after_round(make_thread(), facts=new_facts(2, confidence=Confidence.UNVERIFIED)))
    assert "only UNVERIFIED facts" in flagged
    assert "only UNVERIFIED facts" not in report_of(after_round(make_thread(), facts=new_facts(2)))
    assert "only UNVERIFIED facts" not in report_of(after_round(make_thread()))


def test_a_forced_subject_is_logged_by_name() -> None:
    task = make_task(subjects=("tidal array", "Heron ferry"))
    thread = make_thread(task, budget=1, ceiling=3)
    thread = after_round(thread, facts=new_facts(5), queries={"kb": "tidal array"})
    thread = after_round(thread, facts=new_facts(5, round=2), queries={"kb": "tidal array cables"})
    thread = after_round(thread, facts=new_facts(2, round=3), queries={"kb": "Heron ferry"})
    assert "The subject “Heron ferry” took the round" in report_of(thread)


def test_a_drifted_round_is_told_as_not_counted() -> None:
    thread = after_round(make_thread(), drifted=True)
    assert "Not counted: three drifts in a row" in report_of(thread)
    assert "| 1 | 0 | 0 | not counted (drift) | SURVEY | - |" in micro.completion_report(thread)


def test_what_was_left_out_is_told_with_the_reason() -> None:
    failure = Failure(what="read", target="https://slow.example/x", reason="no answer in 20 s")
    report = report_of(after_round(make_thread(), facts=new_facts(2), failures=[failure]))
    assert "failed: https://slow.example/x (no answer in 20 s)" in report


def test_a_gates_iteration_is_logged_in_the_guidance() -> None:
    fact = make_fact(
        "Words.",
        evidence=[make_evidence("Words.", url="https://a.org/x")],
        answers=("q1",),
        confidence=Confidence.PLAUSIBLE,
    )
    thread = make_thread(make_task(gates=Gates(corroboration=2)))
    report = report_of(after_round(thread, facts=[fact], coverage={"q1": 1.0}))
    assert "- Gate, iteration 1: unmet: q1 stands on 2 independent sources; 1 new facts since the start" in report


@pytest.mark.parametrize(
    ("fields", "value"),
    [({"answers": ("q1",)}, "HIGH"), ({}, "MEDIUM"), ({"loose": True}, "LOW")],
)
def test_a_source_is_worth_what_it_gave(fields: dict[str, object], value: str) -> None:
    url = "kb://world/a.md#0-5"
    fact = make_fact("Words", evidence=[make_evidence("Words", url=url)], round=1, **fields)
    report = micro.completion_report(after_round(make_thread(), facts=[fact], urls=[url]))
    assert f"| 1 | kb://world/a.md | A page | 1 | {value} |" in report


@pytest.mark.parametrize(
    ("thread", "why"),
    [
        (after_round(make_thread()), "no fact covers it"),
        (
            after_round(make_thread(), facts=new_facts(1, answers=("q1",), confidence=Confidence.UNVERIFIED)),
            "only UNVERIFIED facts cover it",
        ),
        (
            after_round(make_thread(), facts=new_facts(1, answers=("q1",)), coverage={"q1": 0.4}),
            "the facts cover 40% of it",
        ),
    ],
)
def test_a_gap_says_why_it_is_one(thread: ThreadState, why: str) -> None:
    assert why in micro.completion_report(thread)


def test_phases_are_listed_once_in_order() -> None:
    thread = after_round(make_thread(), facts=new_facts(1))
    thread = after_round(thread, facts=new_facts(2, round=2))
    assert f"- Phases: {Phase.SURVEY.value} → {Phase.EXTRACT.value}" in micro.completion_report(thread)


def cells(line: str) -> list[str]:
    """The cells of a row as a Markdown reader splits it."""
    return re.split(r"(?<!\\)(?:\\\\)*\|", line)[1:-1]


@settings(max_examples=200)
@given(st.lists(st.tuples(st.text(max_size=40), st.text(max_size=40)), min_size=1, max_size=4))
def test_no_text_breaks_out_of_its_cell(rows: list[tuple[str, str]]) -> None:
    lines = table(("A", "B"), rows).split("\n")
    assert len(lines) == 2 + len(rows)
    assert all(len(cells(line)) == 2 for line in lines)


@pytest.mark.parametrize(
    "text", ["<script>x</script>", "[a](javascript:x)", "a | b", "`x`", "one\ntwo", "# head\n| a |"]
)
def test_text_from_elsewhere_opens_nothing(text: str) -> None:
    shown = plain(text)
    assert "\n" not in shown
    assert not re.search(r"(?<!\\)[|<`\[]", shown)


def contradicted() -> ThreadState:
    left = make_fact(
        "The array delivers 41 MW.",
        answers=("q1",),
        evidence=[make_evidence("41 MW", url="https://energy.gov/report", title="Yearbook", dated=on(2025))],
    )
    right = make_fact(
        "The array delivers 39 MW.", evidence=[make_evidence("39 MW", url="kb://world/minutes.md#0-5", title="Minutes")]
    )
    claim = ConflictClaim(about="output", left=left.id, right=right.id, left_says="41 MW", right_says="39 MW")
    return after_round(make_thread(), facts=[left, right], conflicts=[claim])


def test_contradictions_say_who_where_and_when_and_name_the_sub_questions_they_touch() -> None:
    thread = contradicted()
    who = (
        "“41 MW” (Yearbook, https://energy.gov/report, 2025-06-01)",
        "“39 MW” (Minutes, kb://world/minutes.md#0-5, undated)",
    )
    for report in (micro.micro_report(thread, thread.rounds[-1]), micro.completion_report(thread)):
        assert all(said in report for said in who)
    question = thread.sub_questions[0].text
    assert f"HIGH: q1 ({question})" in micro.completion_report(thread)


def test_a_round_that_drift_ended_has_no_saturation_and_sources_are_counted() -> None:
    thread = after_round(make_thread(), drifted=True)
    report = micro.micro_report(thread, thread.rounds[-1])
    assert "saturation: none (drift)" in report
    assert "saturation: HIGH" not in report
    read = after_round(make_thread(), urls=("kb://w/a.md#0-9", "kb://w/a.md#20-29", "kb://w/b.md#0-9"))
    assert "sources_consulted: 2\n" in micro.micro_report(read, read.rounds[-1])


@pytest.mark.parametrize("yields", [(5, 0, 0, 1), (2, 0, 1), (0, 0, 0), (1, 1, 1, 1)])
def test_a_thread_never_has_more_rounds_than_its_budget_says(yields: tuple[int, ...]) -> None:
    thread = make_thread(brief=make_brief(Effort.STANDARD))
    for number, count in enumerate(yields, start=1):
        if thread.stopped is None:
            thread = after_round(thread, facts=new_facts(count, round=number))
    assert len(thread.rounds) <= thread.budget <= thread.ceiling
