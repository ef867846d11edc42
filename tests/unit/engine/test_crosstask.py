"""What facts of two tasks say together, told once, as soon as the second has it."""

from __future__ import annotations

import pytest

from fathoms.domain.report import TaskOutcome
from fathoms.engine.run import cross_task
from tests.plan_making import DONE
from tests.thread_making import make_evidence, make_fact


def outcome(task: str, *claims: str, loose: bool = False) -> TaskOutcome:
    facts = tuple(
        make_fact(claim, evidence=[make_evidence(claim, url=f"kb://world/{task}-{n}.md#0-9")], task=task, loose=loose)
        for n, claim in enumerate(claims)
    )
    return TaskOutcome(task=task, status=DONE, facts=facts)


def said(left: str, right: str, *known: str) -> list[str]:
    return [p.shared for p in cross_task.insights([outcome("1", left), outcome("2", right)], known=known)]


@pytest.mark.parametrize(
    ("left", "right", "together"),
    [
        (
            "In 2021 the Energy Committee approved a grant of 12 million euros.",
            "The grant by the Energy Committee, 12 million euros, was paid late.",
            "In 2021 the Energy Committee approved a grant of 12 million euros.",
        ),
        (
            "When full, the Cold Quay Battery halves its charging power below 5 degrees.",
            "Engineers say the Cold Quay Battery loses charging power in frost.",
            "When full, the Cold Quay Battery halves its charging power below 5 degrees. "
            "Engineers say the Cold Quay Battery loses charging power in frost.",
        ),
        (
            "Output fell because of worn shaft seals on turbine T4.",
            "The worn shaft seals of T4 let sand into the bearing.",
            "Output fell because of worn shaft seals on turbine T4. "
            "The worn shaft seals of T4 let sand into the bearing.",
        ),
        (
            "潮流発電の定格出力はカイトルヘッドで24MWである。",
            "カイトルヘッドの定格出力24MWは島の需要を満たす。",
            "潮流発電の定格出力はカイトルヘッドで24MWである。",
        ),
    ],
)
def test_two_claims_that_say_the_same_of_the_same_are_an_insight(left: str, right: str, together: str) -> None:
    assert said(left, right) == [together]


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("In May the Council met twice.", "A letter reached the Council by post."),
        ("Sales rose by 20% in Norway.", "A fifth, or 20%, of the whales were tagged."),
        ("The Energy Committee approved the array.", "Ferries are paid for by the Energy Committee."),
        ("The station is rated at 24 MW.", "A cable must carry 24 megawatts ashore."),
        (
            "The Kittlehead Tidal Array is the first station. Turbines are sixteen. The cable runs nine kilometres.",
            "Turbine T4 of the Kittlehead Tidal Array stopped. It lies nine kilometres from the turbines of Skarrow.",
        ),
    ],
)
def test_a_shared_name_or_figure_alone_is_none(left: str, right: str) -> None:
    assert said(left, right) == []


def test_what_the_question_says_already_is_no_news() -> None:
    left = "When full, the Cold Quay Battery halves its charging power."
    right = "Engineers say the Cold Quay Battery loses charging power."
    assert said(left, right)
    assert said(left, right, "What is the charging power of the Cold Quay Battery?") == []


def test_loose_facts_one_task_alone_and_the_same_words_share_nothing() -> None:
    claims = (
        "The grant of the Energy Committee was 12 million euros.",
        "The Energy Committee paid a grant of 12 million euros.",
    )
    assert cross_task.insights([outcome("1", *claims)]) == ()
    assert cross_task.insights([outcome("1", claims[0]), outcome("2", claims[1], loose=True)]) == ()
    same = make_evidence(claims[0], url="kb://world/a.md#0-8")
    facts = [make_fact(claims[0], evidence=[same], task=task, id=task) for task in ("1", "2")]
    assert cross_task.shared_points(facts) == ()


def test_a_point_is_noticed_when_its_second_task_arrives_and_not_again() -> None:
    first = outcome("1", "In 2021 the Energy Committee approved a grant of 12 million euros.")
    second = outcome("2", "The grant of the Energy Committee, 12 million euros, came late.")
    third = outcome("3", "A grant of 12 million euros came from the Energy Committee.")
    assert cross_task.noticed([], first) == ()
    assert [point.tasks for point in cross_task.noticed([first], second)] == [("1", "2")]
    assert cross_task.noticed([first, second], third) == ()
    (point,) = cross_task.insights([first, second, third])
    assert point.tasks == ("1", "2", "3")
