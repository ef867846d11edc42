"""A finding of the mind without a model: the answer first, where it stands, what is in doubt and what is missing."""

from __future__ import annotations

from asyncio import run

import pytest

from fathoms.domain.plan import Task
from fathoms.domain.report import Depth
from fathoms.domain.thread import SubQuestionStatus
from fathoms.minds.extractive import ExtractiveMind, wording
from fathoms.minds.extractive.concluding import TOLD_BY_PARTS
from tests.mind_making import conclude_request, fact, thread

TASK = Task(id="1", question="Why was the crane moved?")
ANSWERED, PARTIAL, OPEN = SubQuestionStatus.ANSWERED, SubQuestionStatus.PARTIAL, SubQuestionStatus.OPEN


def finding(*facts, status=ANSWERED, task=TASK, language="en"):
    state = thread(task.question, facts=facts)
    subs = tuple(sub.model_copy(update={"status": status}) for sub in state.sub_questions)
    state = state.model_copy(update={"sub_questions": subs})
    return run(ExtractiveMind().conclude(conclude_request(state, task, language=language)))


def crane(claim, score, page="p-1", **fields):
    return fact(claim, score=score, round=1, page=page, **fields)


def test_the_best_passage_comes_first_under_its_document_and_heading():
    best = crane("The crane was moved because the quay had sunk.", 1.0, title="Crane", title_path=("Crane", "Moves"))
    other = crane("Cranes are tall.", 0.4, page="p-2")
    found = finding(other, best)
    assert found.paragraphs[0].label == "Crane › Moves"
    assert found.paragraphs[0].statements[0].text == best.claim
    assert found.paragraphs[0].statements[0].strong == best.claim
    assert found.note == ""


def test_a_heading_that_says_the_title_again_is_not_shown():
    said = "The crane was moved because the quay had sunk."
    again = crane(said, 1.0, title="Port, report 2025", title_path=("Port: report 2025", "Output"))
    assert finding(again).paragraphs[0].label == "Port, report 2025 › Output"


def test_a_title_that_is_nothing_but_a_tag_is_shown_as_it_is():
    tagged = crane("It waits for its children.", 1.0, title="<Suspense>", title_path=("<Suspense>",))
    assert finding(tagged).paragraphs[0].label == "<Suspense>"


def test_a_long_passage_gives_its_window_first_and_then_the_rest():
    text = " ".join(f"Filler number {n} says little of note here." for n in range(20))
    text += " The crane was moved because the quay had sunk."
    found = finding(crane(text, 1.0))
    (answer, rest) = found.paragraphs
    assert "because the quay had sunk" in answer.statements[0].text
    assert len(answer.statements[0].text.split()) <= 80
    assert answer.label == rest.label
    assert rest.statements[0].near < 1.0


def test_the_answer_is_the_part_that_a_reader_of_question_and_passage_pointed_at():
    said = "The crane was moved. It was moved because the quay had sunk. It stands in the north."
    one = crane(said, 1.0)
    (evidence,) = one.evidence
    start = evidence.start + said.index("It stands")
    pointed = evidence.model_copy(update={"focus": (start, evidence.end)})
    found = finding(one.model_copy(update={"evidence": (pointed,)}))
    assert found.paragraphs[0].statements[0].text == "It stands in the north."
    assert "because" in found.paragraphs[1].statements[0].text


SUNK = "The quay had sunk. Nobody saw it."


def pointing(said, to, score, **more):
    """A passage with the part that its reader would show."""
    one = crane(said, score, **more)
    (evidence,) = one.evidence
    start = evidence.start + said.index(to)
    return one.model_copy(update={"evidence": (evidence.model_copy(update={"focus": (start, start + len(to))}),)})


def test_of_three_passages_the_part_that_a_reader_pointed_at_is_told_before_the_rest_of_any():
    facts = [pointing(SUNK, "The quay had sunk.", 1 - n / 10, page=f"p-{n}", title=f"Quay {n}") for n in range(4)]
    told = [(said.text, said.near) for paragraph in finding(*facts).paragraphs for said in paragraph.statements]
    first = {text for text, _ in sorted(told, key=lambda one: -one[1])[:TOLD_BY_PARTS]}
    assert first == {"The quay had sunk."}
    assert [text for text, _ in told].count("The quay had sunk.") == TOLD_BY_PARTS
    assert told[-1][0] == SUNK, "beyond those, a passage is told as it stands"


def test_what_is_told_of_a_further_passage_stands_in_the_order_of_its_reading():
    said = "First it rained.\n\nThe quay had sunk.\n\nNobody saw it."
    other = pointing(said, "The quay had sunk.", 0.9, page="p-2")
    _, further = finding(crane("The crane was moved.", 1.0), other).paragraphs
    assert [one.text for one in further.statements] == ["First it rained.", "The quay had sunk.", "Nobody saw it."]
    assert max(further.statements, key=lambda one: one.near).text == "The quay had sunk."


def test_at_most_three_passages_follow_the_answer():
    found = finding(*(crane(f"The crane was moved, part {n}.", 1 - n / 50, page=f"p-{n}") for n in range(9)))
    assert len(found.paragraphs) == 4


@pytest.mark.parametrize(
    ("scores", "told"),
    [
        ((1.0, 0.9, 0.6, 0.2, 0.1), 3),
        ((1.0, 0.9, 0.59, 0.2, 0.1), 2),
        ((1.0, 0.9, 0.2, 0.1), 4),  # no more than there is room for
        ((0.5, 0.33, 0.25, 0.2, 0.17), 4),  # places, no scores
    ],
)
def test_passages_far_behind_the_best_of_a_search_are_left_out(scores, told):
    facts = (crane(f"The crane was moved, part {n}.", score, page=f"p-{n}") for n, score in enumerate(scores))
    assert len(finding(*facts).paragraphs) == told


def test_a_passage_of_a_later_round_is_added_for_a_part_that_had_none():
    task = Task(id="1", question="Who built it, and why?", sub_questions=("Who built it?", "Why?"))
    first = [crane(f"Part {n} was built by Ida.", 1 - n / 10, page=f"p-{n}", answers=("q1",)) for n in range(6)]
    later = fact("Because the sea rose.", score=0.8, round=2, page="p-9", answers=("q2",))
    state = thread("Who built it?", "Why?", facts=(*first, later))
    found = run(ExtractiveMind().conclude(conclude_request(state, task)))
    assert later.id in {name for paragraph in found.paragraphs for s in paragraph.statements for name in s.facts}


def test_what_may_answer_is_said_to_be_in_doubt_and_nothing_denies_it():
    found = finding(crane("The crane is on the quay.", 1.0), status=PARTIAL)
    assert found.note == wording.ENGLISH.may_answer
    assert found.gaps == ()
    assert found.depth.depth is Depth.SUPERFICIAL


def test_what_was_not_found_is_a_gap():
    found = finding(status=OPEN)
    assert found.gaps == ("Not found: Why was the crane moved?",)
    assert found.paragraphs == ()


def test_japanese_and_chinese_findings_speak_their_language():
    for language in ("ja", "zh"):
        found = finding(crane("鍋を動かした。", 1.0), status=PARTIAL, language=language)
        assert found.note == wording.of(language).may_answer != wording.ENGLISH.may_answer


@pytest.mark.parametrize(("parent", "status", "told"), [("1", ANSWERED, 1), ("1", PARTIAL, 0), (None, PARTIAL, 1)])
def test_what_is_dug_into_tells_only_what_answers(parent, status, told):
    task = Task(id="1.1", question="Why was the crane moved?", parent=parent, level=2)
    found = finding(crane("The crane was moved in May.", 1.0), status=status, task=task)
    assert len(found.paragraphs) == told
