"""Three grades: a passage answers, may answer, or has nothing of the question."""

from __future__ import annotations

import pytest

from fathoms.domain.evidence import Passage
from fathoms.minds.extractive.grading import Grade, grade
from fathoms.minds.extractive.scoring import Question

ASKED = "When did the Osprey ferry reach Veskerry?"
TOLD = "The Osprey ferry did reach Veskerry in 1987."
WEIGHTS = {"osprey": 4.0, "ferri": 1.0, "reach": 2.0, "veskerri": 3.0}


def graded(text: str, asked: str = ASKED, *, judged: bool | None = None, weights=None, path=("Notes",)) -> Grade:
    passage = Passage(
        key="S1", page_id="p", url="kb://a", title="A", title_path=path, start=0, end=len(text), text=text
    )
    return grade(passage, Question.of(asked, weights or WEIGHTS, 4.0), asked, judged=judged)


def test_a_passage_with_the_words_the_names_and_a_date_answers_when():
    assert graded(TOLD) is Grade.ANSWERS
    assert graded(TOLD, judged=True) is Grade.ANSWERS


@pytest.mark.parametrize(
    "text",
    [
        "The Osprey ferry did reach Veskerry.",
        "The Osprey ferry did reach the quay in 1987.",
        "Something did happen in Veskerry in 1987.",
    ],
    ids=["no date", "a name missing", "few words"],
)
def test_what_lacks_a_date_a_name_or_words_may_answer(text):
    assert graded(text) is Grade.MAY


def test_a_name_may_stand_in_the_headings():
    assert graded("The Osprey ferry did reach it in 1987.", path=("Veskerry", "Ferries")) is Grade.ANSWERS


def test_a_number_of_the_question_must_stand_in_the_passage():
    asked = "When did ferry 19 reach Veskerry?"
    assert graded("When ferry 19 did reach Veskerry it was 1987.", asked) is Grade.ANSWERS
    assert graded("When ferry 18 did reach Veskerry it was 1987.", asked) is Grade.MAY


def test_who_read_both_can_doubt_what_words_say():
    assert graded(TOLD, judged=False) is Grade.MAY


def test_nothing_is_said_only_where_words_and_reader_agree():
    assert graded("Bread is baked at night.") is Grade.NOTHING
    assert graded("Bread is baked at night.", judged=False) is Grade.NOTHING
    assert graded("Bread is baked at night.", judged=True) is Grade.MAY
