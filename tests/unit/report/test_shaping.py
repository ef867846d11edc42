"""Shapes: plots, and each passage told once."""

from __future__ import annotations

import unicodedata

import pytest
from lxml import etree
from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.plan import Strategy
from fathoms.domain.report import Paragraph, Plot, PlotKind, PlotPoint
from fathoms.report.build.plots import illustrated
from fathoms.report.render import html, markdown
from fathoms.report.render.svg import WIDTH, drawn

NORTH = make_page(
    "The North Mill has twelve saws. The North Mill cost 4 million euros.", url="kb://w/n.md", title="North Mill"
)
SOUTH = make_page(
    "The South Mill has eight saws. The South Mill cost 3 million euros.", url="kb://w/s.md", title="South Mill"
)
SERIES = make_page(
    "The yield of the mill was 10 tonnes in 2021, 14 tonnes in 2022 and 15 tonnes in 2023.", title="Yield"
)


def comparison():
    facts = [make_fact(page, page.text, task=str(number)) for number, page in enumerate((NORTH, SOUTH), 2)]
    sides = ("North Mill", "South Mill")
    question = "Compare the North Mill with the South Mill: number of saws and cost."
    tasks = [make_task("1", question, subjects=sides)]
    tasks += [make_task(str(number), name, subjects=(name,)) for number, name in enumerate(sides, 2)]
    outcomes = [make_outcome(tasks[0], facts)]
    outcomes += [
        make_outcome(task, [fact], heading=name) for task, fact, name in zip(tasks[1:], facts, sides, strict=True)
    ]
    return make_report(outcomes, tasks, question=question, strategy=Strategy.COMPARATIVE)


def test_figures_of_one_kind_side_by_side_ask_for_a_plot():
    (plot,) = illustrated(comparison()).sections[-1].plots
    assert (plot.kind, plot.title) == (PlotKind.BARS, "cost")
    assert [(p.label, p.value, p.shown) for p in plot.points] == [
        ("North Mill", 4e6, "4 million euros"),
        ("South Mill", 3e6, "3 million euros"),
    ]


def test_a_figure_for_each_of_three_years_asks_for_a_plot_and_two_do_not():
    fact = make_fact(SERIES, SERIES.text)
    (plot,) = illustrated(make_report([make_outcome(make_task("1"), [fact])])).sections[0].plots
    assert [(p.label, p.value) for p in plot.points] == [("2021", 10), ("2022", 14), ("2023", 15)]
    assert {p.fact for p in plot.points} == {fact.id}
    two = make_page("The yield was 10 tonnes in 2021 and 14 tonnes in 2022.")
    assert illustrated(make_report([make_outcome(make_task("1"), [make_fact(two, two.text)])])).sections[0].plots == ()


def test_a_plot_is_well_formed_and_says_its_numbers_to_those_who_cannot_see_it():
    report = illustrated(make_report([make_outcome(make_task("1"), [make_fact(SERIES, SERIES.text)])]))
    tree = etree.fromstring(drawn(report.sections[0].plots[0]))
    assert tree.get("role") == "img"
    assert "2022: 14 tonnes" in "".join(tree.itertext())
    widths = [float(bar.get("width")) for bar in tree.iter("{*}rect")]
    assert widths == sorted(widths)
    assert widths[0] / widths[2] == pytest.approx(10 / 15, rel=0.01)
    assert "<svg" in html.render(report)


@pytest.mark.parametrize("kind", list(PlotKind))
@pytest.mark.parametrize(
    ("label", "shown"),
    [
        ("2023", "18 million marks"),
        ("The longest name of a harbour that anybody knows", "1,234,567 million marks a year"),
        ("キトルヘッド潮流発電所とその変電所", "百十八億六千万マルクに上る総工費と見積もられた"),
        ("x", "y" * 200),
        ("", ""),
    ],
)
def test_no_word_of_a_plot_is_drawn_outside_of_it(kind, label, shown):
    points = tuple(PlotPoint(label=label, value=n, shown=shown, fact="f-1") for n in (1.0, 2.0, 3.0))
    tree = etree.fromstring(drawn(Plot(kind=kind, title="x", points=points)))
    for element in tree.iter("{*}text"):
        breadth = sum(15 if unicodedata.east_asian_width(c) in "WF" else 9 for c in element.text or "")
        x = float(element.get("x"))
        assert (x - breadth if element.get("text-anchor") == "end" else x) >= 0
        assert (x if element.get("text-anchor") == "end" else x + breadth) <= WIDTH
    assert all(float(bar.get("width")) >= 50 for bar in tree.iter("{*}rect"))


def test_a_passage_is_told_once_and_the_later_section_points_to_it():
    fact = make_fact(NORTH, "The North Mill has twelve saws.")
    report = make_report([make_outcome(make_task("1"), [fact]), make_outcome(make_task("2"), [fact])])
    assert [len(section.paragraphs) for section in report.sections] == [1, 0]
    assert report.sections[1].see == ("1",)
    assert "See also part 1" in markdown.render(report)


def test_what_was_dug_into_and_brought_nothing_new_is_no_empty_heading():
    fact = make_fact(NORTH, "The North Mill has twelve saws.")
    tasks = [make_task("1"), make_task("1.1")]
    report = make_report([make_outcome(task, [fact]) for task in tasks], tasks)
    assert report.sections[0].children == ()


def test_a_statement_that_was_cut_is_not_drawn():
    fact = make_fact(SERIES, SERIES.text)
    wrong = say(fact, SERIES.text.replace("14 tonnes", "41 tonnes"))
    outcome = make_outcome(
        make_task("1"), [fact], paragraphs=[Paragraph(statements=(wrong, say(fact, "The yield of the mill.")))]
    )
    report = illustrated(make_report([outcome]))
    assert [cut.text for cut in report.cuts] == [wrong.text]
    assert all(not section.plots for section in report.sections)


def test_a_passage_stands_where_it_answers_not_where_it_is_loosely_related():
    cost = "The North Mill cost 4 million euros."
    loose, firm = (make_fact(NORTH, cost, task=task, loose=is_loose) for task, is_loose in (("1", True), ("2", False)))
    saws = make_fact(NORTH, "The North Mill has twelve saws.", task="1")
    tasks = [make_task("1"), make_task("2")]
    said = [Paragraph(statements=(say(saws), say(loose, loose=True)))]
    first = make_outcome(tasks[0], [saws, loose], paragraphs=said)
    second = make_outcome(tasks[1], [firm], paragraphs=[Paragraph(statements=(say(firm),))])
    report = make_report([first, second], tasks)
    texts = [[s.text for p in section.paragraphs for s in p.statements] for section in report.sections]
    assert texts == [[saws.claim], [cost]]
    assert not report.sections[1].paragraphs[0].statements[0].loose
    assert report.sections[0].see == ("2",)
