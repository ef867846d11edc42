"""What the facts of two tasks share, told once, as soon as the second has it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from fathoms.domain.report import SharedPoint, TaskOutcome
from fathoms.engine.run import cross_task
from tests.plan_making import DONE
from tests.thread_making import make_evidence, make_fact


def capitals(claim: str) -> Iterator[tuple[str, str]]:
    for word in claim.split():
        if word[0].isupper():
            yield word.lower(), word


def outcome(task: str, *claims: str) -> TaskOutcome:
    facts = tuple(
        make_fact(claim, evidence=[make_evidence(claim, url=f"kb://world/{task}-{n}.md#0-9")], task=task)
        for n, claim in enumerate(claims)
    )
    return TaskOutcome(task=task, status=DONE, facts=facts)


def shared(outcomes: Sequence[TaskOutcome], known: Sequence[str] = ()) -> tuple[SharedPoint, ...]:
    return cross_task.shared_points([fact for one in outcomes for fact in one.facts], capitals, known=known)


def test_a_name_in_the_facts_of_two_tasks_is_an_insight() -> None:
    [point] = shared([outcome("1", "Ilse met Ilse there"), outcome("2", "saw Ilse go")])
    assert (point.shared, point.tasks, len(point.facts)) == ("Ilse", ("1", "2"), 2)


def test_a_name_in_one_task_only_is_none() -> None:
    assert shared([outcome("1", "met Ilse", "saw Ilse"), outcome("2", "saw Tomas")]) == ()


def test_what_everybody_shares_anyway_is_none() -> None:
    outcomes = [outcome("1", "met Ilse"), outcome("2", "saw Ilse")]
    assert shared(outcomes, known=["What did Ilse do?"]) == ()


def test_two_tasks_that_quote_the_same_words_share_nothing_new() -> None:
    same = make_evidence("met Ilse", url="kb://world/a.md#0-8")
    facts = [make_fact("met Ilse", evidence=[same], task=task, id=task) for task in ("1", "2")]
    assert cross_task.shared_points(facts, capitals) == ()


def test_the_widest_point_comes_first_and_a_report_shows_six() -> None:
    names = [f"Name{n}" for n in range(9)]
    outcomes = [
        outcome("1", *(f"a {n}" for n in names)),
        outcome("2", *(f"b {n}" for n in names)),
        outcome("3", "c Name4"),
    ]
    points = shared(outcomes)
    assert points[0].shared == "Name4"
    assert len(points) == cross_task.MOST_SHOWN


def test_a_point_is_noticed_when_its_second_task_arrives_and_not_again() -> None:
    first, second, third = outcome("1", "met Ilse"), outcome("2", "saw Ilse"), outcome("3", "asked Ilse")
    assert cross_task.noticed([], first, capitals) == ()
    assert [point.shared for point in cross_task.noticed([first], second, capitals)] == ["Ilse"]
    assert cross_task.noticed([first, second], third, capitals) == ()


def test_points_beyond_those_a_report_shows_are_noticed_too() -> None:
    names = [f"Name{n}" for n in range(9)]
    first, second = outcome("1", *(f"a {n}" for n in names)), outcome("2", *(f"b {n}" for n in names))
    assert len(cross_task.noticed([first], second, capitals)) == 9
