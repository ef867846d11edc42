"""Quoted passages stand in the form that was asked for: by the part that each has in the account."""

from __future__ import annotations

import pytest
from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.plan import AnswerForm, Form
from fathoms.domain.report import Paragraph

EVENT = make_page("The sand filter was replaced in 2019.", url="kb://w/a.md", title="Log")
REASON = make_page(
    "Ruth Aas said that the sand filter was replaced because it let through algae.", url="kb://w/b.md", title="Minutes"
)
OTHER = make_page("The pump was painted because of rust.", url="kb://w/c.md", title="Pump")
PRAISE = make_page("Operators praise the membrane filter.", url="kb://w/d.md", title="Review")
FAULT = make_page("The main weakness of the membrane filter is fouling.", url="kb://w/e.md", title="Review")
LATER = make_page(
    "3. Rinse the filter.\n4. Open the valve.",
    url="kb://w/f.md",
    title="Manual",
)
STEPS = make_page("1. Close the valve.\n2. Drain the filter.", url="kb://w/e.md", title="Manual")
YEAR = make_page("In 1987 the first filter was built.", url="kb://w/g.md", title="History")
WAY = make_page("Ozone is another option for the water.", url="kb://w/h.md", title="Ozone")


def section(form, question, *pages, language="en"):
    task = make_task("1", question)
    facts = [make_fact(page, page.text) for page in pages]
    each = [Paragraph(label=page.title, statements=(say(fact),)) for page, fact in zip(pages, facts, strict=True)]
    report = make_report(
        [make_outcome(task, facts, paragraphs=each)],
        [task],
        question=question,
        form=AnswerForm(form=form),
        language=language,
    )
    return report.sections[0]


def parts(made):
    return [(p.label.split(" · ")[0] if " · " in p.label else "", one.text) for p in made.paragraphs for one in p.told]


def test_a_why_tells_the_stated_reason_with_who_stated_it_and_what_happened():
    made = section(Form.CAUSE, "Why was the sand filter replaced?", REASON, OTHER, EVENT)
    assert parts(made) == [
        ("Stated reason, by Ruth Aas", REASON.text),
        ("What happened", EVENT.text),
        ("", OTHER.text),  # a reason for something else is none for this
    ]
    assert made.paragraphs[0].statements[0].strong == REASON.text
    assert made.note == ""


def test_where_what_happened_is_told_and_no_reason_for_it_that_is_said():
    question = "Why was the sand filter replaced?"
    assert "none of these passages states a reason" in section(Form.CAUSE, question, EVENT, OTHER).note
    assert section(Form.CAUSE, question, OTHER, PRAISE).note == ""  # it may be told in other words


def test_an_evaluation_tells_what_speaks_for_and_what_against():
    made = section(Form.EVALUATION, "Evaluate the membrane filter", EVENT, FAULT, OTHER, PRAISE)
    assert parts(made) == [("", EVENT.text), ("In favour", PRAISE.text), ("Against", FAULT.text), ("", OTHER.text)]


def test_a_procedure_tells_its_steps_first_and_as_they_stand():
    made = section(Form.PROCEDURE, "How do I clean the filter?", EVENT, OTHER, LATER, STEPS)
    assert [name for name, _ in parts(made)] == ["", "Steps", "Steps", ""]
    assert parts(made)[1][1].startswith("1. Close")


def test_a_timeline_tells_what_follows_the_answer_by_its_years():
    made = section(Form.TIMELINE, "History of the filter", OTHER, EVENT, YEAR)
    assert [name for name, _ in parts(made)] == ["", "1987", "2019"]


def test_an_exploration_tells_the_passages_that_name_a_way_before_the_others():
    made = section(Form.EXPLORATION, "What options are there for the water?", FAULT, OTHER, WAY)
    assert [text for _, text in parts(made)] == [FAULT.text, WAY.text, OTHER.text]
    assert parts(made)[1][0] == "Ways"


def test_an_essay_is_told_as_it_came():
    made = section(Form.ESSAY, "The filter", EVENT, STEPS, PRAISE)
    assert [name for name, _ in parts(made)] == ["", "", ""]


@pytest.mark.parametrize(
    ("question", "text", "label"),
    [
        ("渡し船はなぜ廃止されたのですか", "渡し船は橋の開通により廃止された。", "述べられている理由"),
        ("渡し船はなぜ廃止されたのですか", "渡し船は2004年に廃止された。", "経緯"),
    ],
)
def test_in_japanese_it_is_told_in_japanese(question, text, label):
    page = make_page(text, url="kb://w/j.md", title="港")
    assert parts(section(Form.CAUSE, question, page, language="ja")) == [(label, text)]
