"""A finding of an earlier run answers again for seven days, for the same question and the same sources."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from fathoms.domain.report import TaskOutcome
from fathoms.domain.reuse import EarlierFinding
from fathoms.engine.evidence import reuse
from tests.plan_making import DONE
from tests.thread_making import make_fact

NOW = datetime(2026, 11, 15, tzinfo=UTC)
QUESTION, SOURCES = "How deep is the harbour?", ("documents@1",)


def earlier(run: str = "r1", *, age: timedelta = timedelta(days=1), facts: int = 1, **fields: object) -> EarlierFinding:
    outcome = TaskOutcome(task="1", status=DONE, facts=tuple(make_fact(f"fact {n}") for n in range(facts)))
    fields = {"question": QUESTION, "sources": SOURCES, "found_at": NOW - age, "outcome": outcome, **fields}
    return EarlierFinding.model_validate({"run": run, **fields})


@pytest.mark.parametrize(
    ("age", "fresh"),
    [
        (timedelta(0), True),
        (timedelta(days=7), True),
        (timedelta(days=7, seconds=1), False),
        (timedelta(seconds=-1), False),
    ],
)
def test_a_finding_is_fresh_for_seven_days(age: timedelta, fresh: bool) -> None:
    assert reuse.fresh(age, QUESTION, QUESTION, SOURCES, SOURCES) is fresh
    assert (reuse.find(QUESTION, SOURCES, [earlier(age=age)], now=NOW) is not None) is fresh


@pytest.mark.parametrize(
    ("question", "same"),
    [
        ("how deep is the HARBOUR", True),
        ("How  deep is the harbour？", True),
        ("How deep is the harbour in winter?", False),
        ("How wide is the harbour?", False),
    ],
)
def test_only_the_same_question_is_answered_again(question: str, same: bool) -> None:
    assert (reuse.find(question, SOURCES, [earlier()], now=NOW) is not None) is same


@pytest.mark.parametrize(
    ("question", "other", "same"),
    [
        ("How deep is the harbour?", "The harbour: how deep is it?", True),
        ("What is the capacity of the battery?", "Which capacity does the battery have?", True),
        ("What is the battery's capacity?", "What is the capacity of the battery?", True),
        ("Who built the quay?", "When was the quay built?", False),
        ("Who built the quay?", "Who did not build the quay?", False),
        ("Is the array larger than the farm?", "Is the farm larger than the array?", False),
        ("How deep is the harbour?", "How deep was the harbour?", False),
        ("港の深さは", "港の深さは？", True),
        ("港の深さは", "港の広さは", False),
    ],
)
def test_what_asks_the_same_in_other_words_is_answered_again(question: str, other: str, same: bool) -> None:
    assert reuse.asks_the_same(question, other) is same
    assert (reuse.find(other, SOURCES, [earlier(question=question)], now=NOW) is not None) is same


@pytest.mark.parametrize("sources", [(), ("documents@2",), ("documents@1", "web")])
def test_other_sources_or_another_state_of_them_are_searched_anew(sources: tuple[str, ...]) -> None:
    assert reuse.find(QUESTION, sources, [earlier()], now=NOW) is None


def test_the_order_of_the_sources_does_not_matter() -> None:
    assert reuse.find(QUESTION, ("b", "a"), [earlier(sources=("a", "b"))], now=NOW)


def test_the_youngest_finding_is_taken() -> None:
    old, young = earlier("old", age=timedelta(days=5)), earlier("young", age=timedelta(days=2))
    found = reuse.find(QUESTION, SOURCES, [young, old], now=NOW)
    assert found is not None
    assert found.run == "young"


def test_a_finding_without_facts_is_looked_for_again() -> None:
    assert reuse.find(QUESTION, SOURCES, [earlier(facts=0)], now=NOW) is None


def test_nothing_is_taken_over_when_the_user_wants_it_fresh() -> None:
    assert reuse.find(QUESTION, SOURCES, [earlier()], now=NOW, only_new=True) is None
