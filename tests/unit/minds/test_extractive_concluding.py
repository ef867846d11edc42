"""Findings: passages that cite their facts, gaps that are said, no verdict."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from fathoms.domain.evidence import Fact
from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import Depth, Finding
from fathoms.domain.thread import SubQuestionStatus, ThreadState
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import SummaryDraft, SummaryRequest
from tests.mind_making import brief, conclude_request, fact, thread

QUESTION = "How many tonnes does the Port of Anselm handle?"
TASK = Task(id="1", question=QUESTION, focus=QUESTION.rstrip("?"), subjects=("Port of Anselm",))


def answered(state: ThreadState, coverage: float = 1.0) -> ThreadState:
    status = SubQuestionStatus.ANSWERED if coverage >= 0.6 else SubQuestionStatus.PARTIAL
    subs = tuple(sub.model_copy(update={"status": status, "coverage": coverage}) for sub in state.sub_questions)
    return state.model_copy(update={"sub_questions": subs})


def finding(facts: Sequence[Fact], task: Task = TASK, *, coverage: float = 1.0, **fields: Any) -> Finding:
    language = fields.pop("language", "en")
    state = thread(*(task.sub_questions or (task.question,)), facts=tuple(facts), **fields)
    if facts:
        state = answered(state, coverage)
    return asyncio.run(ExtractiveMind().conclude(conclude_request(state, task, language=language)))


def statements(found: Finding) -> list[tuple[str, tuple[str, ...]]]:
    return [(one.text, one.facts) for paragraph in found.paragraphs for one in paragraph.statements]


def test_every_statement_cites_the_fact_whose_words_it_is():
    facts = [fact("The port handles 3.1 million tonnes.", id="f-1"), fact("It grew in 2025.", id="f-2", page="p-2")]
    claims = {one.id: one.claim for one in facts}
    for text, cited in statements(finding(facts)):
        assert text == claims[cited[0]]


def test_a_confirming_fact_stands_beside_the_one_it_confirms():
    one = fact("The port handles 3.1 million tonnes.", id="f-1")
    two = fact("Anselm handles 3.1 million tonnes.", id="f-2", page="p-2", confirms="f-1")
    assert ("The port handles 3.1 million tonnes.", ("f-1", "f-2")) in statements(finding([one, two]))


def test_at_most_four_passages_per_question_and_three_of_one_document():
    apart = [
        fact(f"Cargo {letter * 9} weighs {n} tonnes.", id=f"f-{n}", page=f"p-{n}")
        for n, letter in enumerate("abcdefg", 1)
    ]
    assert len(statements(finding(apart))) == 4
    one_document = [one.model_copy(update={"evidence": apart[0].evidence}) for one in apart]
    headed = [
        one.model_copy(update={"evidence": (one.evidence[0].model_copy(update={"title_path": ("Port", one.id)}),)})
        for one in one_document
    ]
    assert len(statements(finding(headed))) == 3


def test_near_duplicates_are_shown_once():
    one = fact("The port of Anselm handles 3.1 million tonnes a year.", id="f-1")
    two = fact("The port of Anselm handles 3.1 million tonnes a year now.", id="f-2", page="p-2")
    assert len(statements(finding([one, two]))) == 1


def test_the_heading_is_the_users_words_and_no_claim():
    assert finding([fact("The port is large.")]).heading == QUESTION
    limits = Task(id="1", question="What are the limits of X?", focus="Limits", subjects=("X",))
    assert finding([fact("X is small.")], limits).heading == "X: Limits"


@pytest.mark.parametrize(("subject", "heading"), [("the crane", "crane: Limits"), ("The Hague", "The Hague: Limits")])
def test_a_heading_opens_with_the_name_of_its_subject(subject: str, heading: str):
    task = Task(id="1", question="What are its limits?", focus="Limits", subjects=(subject,))
    assert finding([fact("X is small.")], task).heading == heading


def test_nothing_found_is_said_and_rated_superficial():
    found = finding([])
    assert found.paragraphs == ()
    assert found.summary == ()
    assert any(QUESTION in gap for gap in found.gaps)
    assert found.depth.depth is Depth.SUPERFICIAL
    assert not found.depth.sufficient
    assert found.confidence == 0.0


def test_loose_passages_are_labelled_and_never_the_summary():
    found = finding([fact("A port is a place for ships.", answers=(), loose=True)])
    assert found.paragraphs[0].label == "Loosely related"
    assert all(statement.loose for paragraph in found.paragraphs for statement in paragraph.statements)
    assert found.summary == ()


@pytest.mark.parametrize(("coverage", "depth"), [(0.59, Depth.SUPERFICIAL), (0.6, Depth.ADEQUATE)])
def test_thin_coverage_is_superficial(coverage: float, depth: Depth):
    facts = [fact("The port handles 3.1 million tonnes.", id="f-1")]
    found = finding(facts, coverage=coverage)
    assert found.depth.depth is depth
    assert any(gap.startswith("Thinly covered") for gap in found.gaps) == (depth is Depth.SUPERFICIAL)


def test_three_documents_on_a_question_are_deep():
    facts = [fact(f"Cargo {'abc'[n] * 9} is {n} tonnes.", id=f"f-{n}", page=f"p-{n}") for n in range(3)]
    assert finding(facts).depth.depth is Depth.DEEP


def test_words_of_the_question_that_no_passage_has_are_named():
    found = finding([fact("The port handles 3.1 million tonnes.", title="Port of Anselm")])
    assert not any("tonnes" in gap for gap in found.gaps)
    task = Task(id="1", question="What salary does Anselm pay?", subjects=("Anselm",))
    assert any("salary" in gap for gap in finding([fact("Anselm is a port.")], task).gaps)


def test_a_comparison_sets_its_sides_side_by_side():
    task = Task(id="3", question="How do Kestrel and Merlin compare?", subjects=("Kestrel", "Merlin"))
    known = (
        fact("Kestrel has sixteen turbines.", id="k", page="p-1"),
        fact("Merlin has eight turbines.", id="m", page="p-2"),
    )
    labels = [paragraph.label for paragraph in finding([], task, known=known).paragraphs]
    assert labels == ["Kestrel", "Merlin"]


def test_one_side_alone_is_no_comparison():
    task = Task(id="3", question="How do Kestrel and Merlin compare?", subjects=("Kestrel", "Merlin"))
    assert finding([], task, known=(fact("Kestrel has sixteen turbines."),)).paragraphs == ()


def test_a_history_is_told_by_date():
    task = Task(id="1", question="What is the history of Anselm?", subjects=("Anselm",))
    facts = [
        fact("The crane was moved in 1987.", id="f-b", page="p-2"),
        fact("Anselm was founded in 1622.", id="f-a", page="p-1"),
    ]
    assert [paragraph.label for paragraph in finding(facts, task).paragraphs] == ["1622", "1987"]


def test_a_japanese_question_gets_japanese_words():
    task = Task(id="1", question="アンセルム港の所長は誰ですか。", subjects=("アンセルム港",))
    found = finding([], task, language="ja")
    assert found.gaps[0].startswith("見つからなかった項目")


def test_each_sub_question_labels_its_own_paragraph():
    task = Task(id="1", question=QUESTION, sub_questions=("Who leads it?", "When was it founded?"))
    facts = [fact("Odo Brenn leads it.", id="a"), fact("Founded in 1622.", id="b", answers=("q2",), page="p-2")]
    assert [paragraph.label for paragraph in finding(facts, task).paragraphs] == list(task.sub_questions)


def summary(*findings: Finding) -> SummaryDraft:
    tasks = tuple(Task(id=one.task, question=one.question) for one in findings)
    request = SummaryRequest(brief=brief(QUESTION), plan=Plan(tasks=tasks), findings=findings)
    return asyncio.run(ExtractiveMind().summarise(request))


def test_the_summary_is_the_best_statement_of_each_finding_and_all_gaps():
    one = finding([fact("The port handles 3.1 million tonnes.", id="f-1")])
    two = finding([], Task(id="2", question="Who leads Anselm?"))
    told = summary(one, two)
    assert [statement.facts for statement in told.summary] == [("f-1",)]
    assert set(told.gaps) == set(one.gaps) | set(two.gaps)


def test_the_summary_says_nothing_twice():
    one = finding([fact("The port handles 3.1 million tonnes.", id="f-1")])
    two = finding([fact("The port handles 3.1 million tonnes.", id="f-1")], TASK.model_copy(update={"id": "2"}))
    assert len(summary(one, two).summary) == 1


def test_what_the_tasks_before_have_told_is_no_gap_and_not_shallow():
    known = (fact("The Port of Anselm can handle 3.1 million tonnes."),)
    state = answered(thread(QUESTION, known=known))
    found = asyncio.run(ExtractiveMind().conclude(conclude_request(state, TASK)))
    assert (found.paragraphs, found.gaps) == ((), ())
    assert found.depth.depth is Depth.ADEQUATE
