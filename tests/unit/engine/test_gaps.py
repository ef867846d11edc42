"""What is still open at the end, and the tasks that close what matters of it."""

from __future__ import annotations

from fathoms.domain.plan import AnswerForm, Form, TaskStatus
from fathoms.domain.report import Finding, TaskOutcome
from fathoms.domain.thread import SubQuestion, SubQuestionStatus
from fathoms.engine.plan.gaps import blank_cells, closing, open_points, told_twice
from tests.thread_making import make_fact

QUESTION = "How deep is the harbour, and who dredged it?"


def outcome(task: str, *gaps: str, still_open: str = "") -> TaskOutcome:
    subs = (SubQuestion(id="q1", text=still_open, status=SubQuestionStatus.OPEN),) if still_open else ()
    finding = Finding(task=task, question="q", heading="h", gaps=gaps, sub_questions=subs)
    return TaskOutcome(task=task, status=TaskStatus.DONE, finding=finding)


OUTCOMES = (
    outcome("1", "Who dredged the harbour?", "No price was found.", "What is the moon made of?"),
    outcome("2", "Who dredged the harbour?", still_open="the depth of the harbour at low tide"),
)


def test_each_point_is_named_once_with_its_tasks_and_what_several_name_comes_first() -> None:
    points = open_points(QUESTION, OUTCOMES, ["Is the depth of the harbour given?"])
    assert [(point.key, point.question, point.tasks) for point in points] == [
        ("G1", "Who dredged the harbour?", ("1", "2")),
        ("G2", "the depth of the harbour at low tide", ("2",)),
        ("G3", "Is the depth of the harbour given?", ("1",)),
    ]


def test_without_a_mind_a_gap_that_two_sections_name_matters() -> None:
    assert told_twice(open_points(QUESTION, OUTCOMES)) == ("G1",)


def test_what_matters_becomes_as_many_tasks_as_there_is_room_for() -> None:
    points = open_points(QUESTION, OUTCOMES)
    proposal = closing(points, ["G2", "G9", "G1"], room=1)
    assert proposal
    assert [new.question for new in proposal.add] == ["the depth of the harbour at low tide"]
    assert closing(points, ["G1"], room=0) is None
    assert closing(points, [], room=3) is None


def test_a_cell_of_the_settled_table_that_no_fact_speaks_of_is_asked_for() -> None:
    form = AnswerForm(form=Form.MATRIX, rows=("Quay", "Crane"), columns=("Depth", "Risk"))
    facts = (make_fact("The quay has a depth of nine metres."), make_fact("A crane is a risk in high wind."))
    outcomes = (OUTCOMES[0].model_copy(update={"facts": facts}),)
    assert list(blank_cells(form, "harbour of Anselm", outcomes)) == [
        "Quay (harbour of Anselm): Risk?",
        "Crane (harbour of Anselm): Depth?",
    ]
    assert not list(blank_cells(None, "", outcomes))
