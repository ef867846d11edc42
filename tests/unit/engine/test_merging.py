"""Tasks that ask for the same thing become one; tasks that only look alike do not."""

from __future__ import annotations

from typing import Any

import pytest

from fathoms.domain.plan import Lean, Need, TaskKind
from fathoms.engine.plan import merging
from fathoms.engine.plan import rules as plan_rules
from tests.plan_making import DONE, ids, make_plan, make_task

NINE = "alpha bravo charlie delta echo foxtrot golf hotel india"


def words(count: int, *others: str) -> str:
    return " ".join((*NINE.split()[:count], *others))


@pytest.mark.parametrize(
    ("left", "right", "same"),
    [
        (words(4, "kilo"), words(4, "lima"), True),
        (words(3, "kilo"), words(3, "lima"), False),
        (words(5), words(4), True),
        (words(9), words(4), False),
    ],
)
def test_four_fifths_of_the_words_of_the_longer_question_make_two_the_same(left: str, right: str, same: bool) -> None:
    assert merging.alike(left, right) is same


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (
            "What did the east breakwater of the quay cost in 1990?",
            "What did the east breakwater of the quay cost in 2000?",
        ),
        ("Which storms did the eastern breakwater survive?", "Which storms did the eastern breakwater not survive?"),
        ("How long is the old stone quay at Veskerry?", "How long is the old stone quay at Kittlehead?"),
        ("What is it?", "Why is it?"),
    ],
)
def test_one_word_that_counts_keeps_two_questions_apart(left: str, right: str) -> None:
    assert not merging.alike(left, right)


def test_a_long_name_does_not_make_two_questions_about_it_the_same() -> None:
    name = "Kittlehead Tidal Array Extension Programme"
    history, future = f"History of the {name}", f"Future of the {name}"
    assert merging.similarity(history, future) >= merging.SAME_TASK
    assert not merging.alike(history, future, left_subjects=[name], right_subjects=[name])
    assert merging.alike(history, f"the history: {name}", left_subjects=[name], right_subjects=[name])


def test_the_same_question_about_two_subjects_is_two_questions() -> None:
    ask = "number of turbines, capacity, cost and operating record of array {}"
    left, right = ask.format("one"), ask.format("nine")
    assert not merging.alike(left, right, left_subjects=["array one"], right_subjects=["array nine"])


def test_japanese_questions_are_compared_too() -> None:
    left, right = "潮流発電の歴史を説明してください。", "潮流発電の歴史を説明して下さい"
    assert merging.alike(left, right)
    assert not merging.alike(left, "潮流発電の将来を展望してください。")


def test_the_first_of_two_like_tasks_takes_over_all_of_the_other() -> None:
    ask = "What does the harbour crane lift today?"
    plan = make_plan(
        make_task("1"),
        make_task("2", "1", question=ask, importance=0.4, priority=3, lean=Lean.INTERNAL, sub_questions=("How much?",)),
        make_task("3", soft=("1",)),
        make_task("4", "3", question=ask.lower(), importance=0.9, priority=2, lean=Lean.EXTERNAL, extra_rounds=1),
        make_task("5", "4", soft=("2",)),
    )
    merged = merging.merge(plan)
    assert ids(merged.plan.tasks) == ["1", "2", "3", "5"]
    two, five = merged.plan.task("2"), merged.plan.task("5")
    assert (two.importance, two.priority, two.lean, two.extra_rounds) == (0.9, 2, Lean.BOTH, 1)
    assert two.dependency_ids == ("1", "3")
    assert [(d.on, d.need) for d in five.depends_on] == [("2", Need.HARD)]
    assert plan_rules.problems(merged.plan) == ()
    [record] = merged.records
    assert (record.kept, record.merged, record.question, record.overlap) == ("2", "4", ask.lower(), 1.0)


def test_three_like_tasks_become_one() -> None:
    plan = make_plan(*(make_task(str(n), question="What does the crane lift?") for n in (1, 2, 3)))
    merged = merging.merge(plan)
    assert ids(merged.plan.tasks) == ["1"]
    assert [record.merged for record in merged.records] == ["2", "3"]


def test_a_task_that_waited_for_its_double_no_longer_does() -> None:
    plan = make_plan(make_task("1", question="What does it lift?"), make_task("2", "1", question="What does it lift?"))
    assert merging.merge(plan).plan.task("1").depends_on == ()


def test_tasks_between_which_another_stands_are_not_merged_into_a_cycle() -> None:
    ask = "What does the crane lift?"
    plan = make_plan(make_task("1", question=ask), make_task("2", "1"), make_task("3", "2", question=ask))
    assert merging.merge(plan).plan == plan


@pytest.mark.parametrize(
    "other",
    [
        {"status": DONE},
        {"kind": TaskKind.SYNTHESIS},
        {"question": "Who maintains the lighthouse?"},
    ],
)
def test_finished_tasks_other_kinds_and_other_questions_are_left_alone(other: dict[str, Any]) -> None:
    fields: dict[str, Any] = {"question": "What does the crane lift?", **other}
    plan = make_plan(make_task("1", question="What does the crane lift?"), make_task("2", **fields))
    assert merging.merge(plan).records == ()


def test_children_of_different_parents_are_left_alone() -> None:
    ask = "What does the crane lift?"
    plan = make_plan(make_task("1"), make_task("2"), make_task("1.1", question=ask), make_task("2.1", question=ask))
    assert merging.merge(plan).plan == plan


def test_sub_questions_are_united_without_repeats() -> None:
    first = make_task("1", question="What does it lift?", sub_questions=("How much?", "How high exactly?"))
    second = make_task("2", question="What does it lift?", sub_questions=("how high EXACTLY", "How often daily?"))
    merged = merging.merge(make_plan(first, second)).plan.task("1")
    assert merged.sub_questions == ("How much?", "How high exactly?", "How often daily?")
