"""The plan settles which tasks feed which part of the answer, and how many words each may have."""

from __future__ import annotations

import pytest

from fathoms.domain.plan import AnswerForm, Form, Plan
from fathoms.domain.report import Length
from fathoms.engine.plan import lengths
from tests.plan_making import make_plan, make_task

TASKS = (
    make_task("1", importance=0.5),
    make_task("2", importance=1.0, extra_rounds=1),
    make_task("2.1", parent="2", level=2),
)


def divided(length: Length = Length.STANDARD, form: Form = Form.ESSAY, *, written: bool = True) -> Plan:
    plan = make_plan(*TASKS).model_copy(update={"form": AnswerForm(form=form)})
    return lengths.divided(plan, length, written=written)


def words(plan: Plan) -> dict[str, int]:
    assert plan.form
    return {part.name: part.words for part in plan.form.parts}


def test_every_task_feeds_a_part_and_children_feed_their_parents() -> None:
    form = divided(form=Form.MATRIX).form
    assert form
    assert [part.tasks for part in form.parts] == [("1", "2", "2.1"), ("1", "2", "2.1"), ("1",), ("2", "2.1")]


def test_what_matters_more_has_more_words_and_an_emphasis_most() -> None:
    found = words(divided())
    assert found[TASKS[1].question] == pytest.approx(3 * found[TASKS[0].question], abs=20)


@pytest.mark.parametrize("length", list(Length))
def test_all_parts_together_have_the_words_of_the_report(length: Length) -> None:
    assert sum(words(divided(length)).values()) == pytest.approx(lengths.WORDS[length], abs=150)


def test_where_nobody_writes_nothing_is_counted() -> None:
    assert set(words(divided(written=False)).values()) == {0}


def test_a_section_has_its_share_of_its_part_and_what_came_later_an_even_one() -> None:
    plan = divided()
    whole = words(plan)[TASKS[1].question]
    assert lengths.words_of(plan, plan.task("2.1"), Length.STANDARD) == pytest.approx(whole / 2, abs=10)
    later = make_task("3")
    assert lengths.words_of(plan, later, Length.STANDARD) == lengths.section_words(Length.STANDARD, len(plan.tasks))
