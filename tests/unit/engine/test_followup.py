"""Follow-up questions: what they refer back to, and what is taken over."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from fathoms.domain.brief import Brief, Subject
from fathoms.domain.plan import Plan
from fathoms.domain.reuse import EarlierFinding
from fathoms.engine.intake import follow_up
from tests.unit.report.report_making import make_fact, make_outcome, make_page, make_task

BATTERY = Brief(question="How does the battery work?", subjects=(Subject(name="Cold Quay Battery"),))


@pytest.mark.parametrize(
    ("asked", "taken_as"),
    [
        ("What did it cost?", "What did Cold Quay Battery cost?"),
        (
            "What are its limits and who runs it?",
            "What are the limits of Cold Quay Battery and who runs Cold Quay Battery?",
        ),
        ("Who owns the Cold Quay Battery?", "Who owns the Cold Quay Battery?"),
        ("And the budget?", "Cold Quay Battery: And the budget?"),
        ("それはいつ建設されましたか。", "Cold Quay Batteryはいつ建設されましたか。"),
        ("費用はいくらですか。", "Cold Quay Batteryについて、費用はいくらですか。"),
    ],
)  # fmt: skip
def test_a_follow_up_is_given_the_subject_that_it_refers_to(asked: str, taken_as: str) -> None:
    assert follow_up.resolved(asked, BATTERY) == taken_as


@pytest.mark.parametrize(
    ("before", "asked", "taken_as"),
    [
        ("How does the battery work?", "And its cost?", "And the cost of the battery?"),
        ("How does the battery work and what are its limits?", "What did it cost?", "What did the battery cost?"),
        ("How does the battery work?", "And the budget?", "the battery: And the budget?"),
        ("What are the limits of our battery?", "Who runs it?", "Who runs our battery?"),
        ("How do lithium batteries age?", "What do they cost?", "What do lithium batteries cost?"),
        ("How does the ferry move?", "Who owns it?", "Who owns the ferry?"),
        ("How does the battery work?", "Who owns the battery?", "Who owns the battery?"),
        ("How does the battery work?", "Which ferry had an accident?", "Which ferry had an accident?"),
        ("バッテリーはどう動きますか。", "それはいつ建設されましたか。", "バッテリーはいつ建設されましたか。"),
    ],
)  # fmt: skip
def test_a_plain_noun_of_the_earlier_question_counts_where_it_had_no_name(
    before: str, asked: str, taken_as: str
) -> None:
    assert follow_up.resolved(asked, Brief(question=before)) == taken_as


def test_a_question_that_named_nothing_gives_nothing_to_refer_to() -> None:
    assert follow_up.resolved("What did it cost?", Brief(question="What should we do?")) == "What did it cost?"


def test_without_a_subject_the_question_stays_as_it_is() -> None:
    assert follow_up.resolved("What did it cost?", Brief(question="?")) == "What did it cost?"


def earlier(question: str, *, facts: bool = True) -> EarlierFinding:
    page = make_page("The battery is empty after three hours.")
    task = make_task("1", question)
    outcome = make_outcome(task, [make_fact(page, page.text)] if facts else [])
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return EarlierFinding(run="r-0", question=question, sources=("s",), found_at=at, outcome=outcome)


def test_a_task_that_was_answered_before_is_taken_over_and_each_finding_once() -> None:
    plan = Plan(
        tasks=(
            make_task("1", "What are the limits of the battery?"),
            make_task("2", "What are the limits of the battery?"),
        )
    )
    found = follow_up.taken_over(plan, [earlier("What are the limits of the battery?")])
    assert [(task, one.run) for task, one in found] == [("1", "r-0")]


@pytest.mark.parametrize("other", ["What did the battery cost?", "What are the limits of the ferry in winter?"])
def test_another_question_is_not_taken_over(other: str) -> None:
    plan = Plan(tasks=(make_task("1", other),))
    assert follow_up.taken_over(plan, [earlier("What are the limits of the battery?")]) == ()


def test_a_finding_without_facts_is_not_taken_over() -> None:
    plan = Plan(tasks=(make_task("1", "What are the limits of the battery?"),))
    assert follow_up.taken_over(plan, [earlier("What are the limits of the battery?", facts=False)]) == ()


def test_queries_that_were_sent_before_are_counted_as_saved() -> None:
    assert follow_up.saved(("a", "b", "c"), ("c", "a", "x")) == 2
