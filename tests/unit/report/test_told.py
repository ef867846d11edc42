"""What counts as answered: only what the text that ships tells."""

from __future__ import annotations

import pytest
from report_making import ANSWERED, PARTIAL, make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.evidence import Confidence
from fathoms.domain.report import CitedTable, CriterionResult, Row, Statement
from fathoms.report.build import criteria, told
from fathoms.report.render import markdown
from fathoms.report.statements import map_statements

PAGE = make_page("The array has sixteen turbines. It was approved in 2021.", url="kb://world/array.md", title="Array")
FIRST = make_fact(PAGE, "The array has sixteen turbines.", task="1", answers=("q1",))
SECOND = make_fact(PAGE, "It was approved in 2021.", task="1", answers=("q2",))


def outcome(status=ANSWERED, **changed):
    task = make_task("1", "What of the array?").model_copy(update={"sub_questions": ("How many?", "When?")})
    made = make_outcome(task, [FIRST, SECOND], status=status)
    subs = tuple(
        sub.model_copy(update={"id": f"q{n}", "status": status, "confidence": Confidence.PLAUSIBLE, "key_fact": key})
        for n, (sub, key) in enumerate(
            zip(made.finding.sub_questions * 2, (FIRST.id, SECOND.id), strict=False), start=1
        )
    )
    return made.model_copy(update={"finding": made.finding.model_copy(update={"sub_questions": subs, **changed})})


def test_a_question_whose_fact_was_cut_from_the_text_is_not_counted_as_answered():
    whole = make_report([outcome()])
    assert told.counted(whole, [outcome()]).run_facts.answered == 2
    cut = map_statements(whole, lambda place, said: tuple(one for one in said if SECOND.id not in one.facts))
    assert told.counted(cut, [outcome()]).run_facts.answered == 1


@pytest.mark.parametrize(("status", "answered"), [(ANSWERED, 2), (PARTIAL, 0)])
def test_what_only_may_answer_is_not_counted(status, answered):
    made = outcome(status)
    assert told.counted(make_report([made]), [made]).run_facts.answered == answered


def test_what_only_a_source_of_unknown_standing_speaks_of_is_a_gap_and_says_so():
    weak = outcome(PARTIAL)
    subs = tuple(s.model_copy(update={"confidence": Confidence.UNVERIFIED}) for s in weak.finding.sub_questions)
    finding = weak.finding.model_copy(update={"sub_questions": subs, "gaps": ("What it cost.",)})
    report = make_report([weak.model_copy(update={"finding": finding})])
    assert report.gaps[0] == "What it cost."
    assert all(gap.startswith("Only a source of unknown standing speaks of") for gap in report.gaps[1:])
    assert len(report.gaps) > 1


def test_whatever_an_editor_writes_on_unverified_facts_only_is_marked():
    weak = FIRST.model_copy(update={"confidence": Confidence.UNVERIFIED})
    report = make_report([make_outcome(make_task("1"), [weak, SECOND])])
    answer = (
        Statement(text="Sixteen turbines.", facts=(weak.id,)),
        Statement(text="Sixteen turbines, approved in 2021.", facts=(weak.id, SECOND.id)),
        Statement(text="So much for that."),
    )
    shown = told.marked(report.model_copy(update={"answer": answer}))
    assert [one.unverified for one in shown.answer] == [True, False, False]
    assert "unverified" in markdown.render(shown)


def test_a_gap_that_a_mind_names_itself_is_not_named_twice():
    weak = outcome(PARTIAL)
    subs = tuple(s.model_copy(update={"confidence": Confidence.UNVERIFIED}) for s in weak.finding.sub_questions)
    finding = weak.finding.model_copy(update={"sub_questions": subs, "gaps": (f"Open: {subs[0].text}",)})
    report = make_report([weak.model_copy(update={"finding": finding})])
    assert len([gap for gap in report.gaps if subs[0].text in gap]) == 1


@pytest.mark.parametrize(
    ("criterion", "met"),
    [
        ("Is the number of turbines of the array and the mill given?", False),
        ("Is the number of turbines of the array given?", True),
        ("Is the approval of the array and the mill given?", True),
    ],
)
def test_a_criterion_that_a_column_answers_is_held_against_its_cells(criterion, met):
    cell = Statement(text="sixteen", facts=(FIRST.id,))
    rows = (Row(label="Array", cells=(cell,)), Row(label="Mill", cells=(None,)))
    table = CitedTable(columns=("Number of turbines",), rows=rows)
    results = (CriterionResult(text=criterion, met=True, facts=(FIRST.id,)),)
    report = make_report([outcome()], mind="llm:any").model_copy(update={"table": table, "criteria": results})
    held = criteria.as_told(report)
    assert held.criteria[0].met is met
    assert ("Mill: Number of turbines" in held.gaps) is not met


@pytest.mark.parametrize(
    ("criterion", "with_table", "without"),
    [
        ("Is the answer given as a table?", True, False),
        ("Does the report have at most 500 words?", True, True),
        ("Does the report have at least 500 words?", False, False),
        ("Is it in bullet points?", False, False),
    ],
)
def test_a_criterion_on_the_form_of_the_answer_is_held_against_the_form_that_ships(criterion, with_table, without):
    cell = Statement(text="sixteen", facts=(FIRST.id,))
    table = CitedTable(columns=("Number of turbines",), rows=(Row(label="Array", cells=(cell,)),))
    results = (CriterionResult(text=criterion, met=False),)
    plain = make_report([outcome()], mind="llm:any").model_copy(update={"criteria": results})
    held = [criteria.as_told(plain.model_copy(update={"table": one})).criteria[0].met for one in (table, None)]
    assert held == [with_table, without]
