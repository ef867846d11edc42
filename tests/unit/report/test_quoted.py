"""A report of quotes: the answer first, what there is room for, one honest line at the end."""

from __future__ import annotations

import re

import pytest

from fathoms.domain.plan import Strategy
from fathoms.domain.report import Length, Paragraph, Report, Shape, Statement
from fathoms.report.build.edited import LONGEST_TITLE
from fathoms.report.build.quoted import ROOM, fitted
from fathoms.report.render import flat, html, markdown
from tests.unit.report.report_making import make_fact, make_outcome, make_page, make_report, make_task

TEXT = "Built in 1990. The array has sixteen turbines. It has: blades, a hub, a turbine, a cable."
TURBINES = make_fact(make_page(TEXT), TEXT)
WORDS = "The array has sixteen turbines. " * 12


def quoted(*paragraphs: Paragraph, note: str = "", gaps: tuple[str, ...] = ()) -> Report:
    outcome = make_outcome(make_task("1"), [TURBINES], paragraphs=list(paragraphs), gaps=list(gaps))
    assert outcome.finding is not None
    noted = outcome.model_copy(update={"finding": outcome.finding.model_copy(update={"note": note})})
    return make_report([noted], mind="extractive")


def said(text: str, near: float = 1.0, strong: str = "") -> Statement:
    return Statement(text=text, facts=(TURBINES.id,), near=near, strong=strong)


def test_what_is_nearest_is_told_first_and_the_rest_only_where_there_is_room():
    near = Paragraph(label="Array › Size", statements=(said("The array has sixteen turbines."),))
    far = [Paragraph(label=f"Array › {n}", statements=(said(f"{n} {WORDS}", near=0.9 - n / 10),)) for n in range(8)]
    report = fitted(quoted(near, *far), Length.STANDARD)
    told = [paragraph.label for paragraph in report.sections[0].paragraphs]
    assert told[:2] == ["Array › Size", "Array › 0"]
    assert report.left_out > 0
    words = sum(len(s.text.split()) for p in report.sections[0].paragraphs for s in p.statements)
    assert words <= ROOM[Length.STANDARD]


def test_of_running_text_as_many_sentences_are_shown_as_there_is_room_for():
    near = Paragraph(label="Array", statements=(said("The array has sixteen turbines."),))
    far = Paragraph(label="Array", statements=(said("The array has sixteen turbines in the sea. " * 80, near=0.9),))
    (_, second) = fitted(quoted(near, far), Length.STANDARD).sections[0].paragraphs
    assert second.statements[0].text.endswith("in the sea.")
    assert 300 < len(second.statements[0].text.split()) < ROOM[Length.STANDARD]


def test_a_list_is_shown_whole_or_not_at_all():
    near = Paragraph(label="Array", statements=(said("The array has sixteen turbines."),))
    items = "\n".join(["- the array has sixteen turbines"] * 90)
    report = fitted(quoted(near, Paragraph(label="Array", statements=(said(items, near=0.9),))), Length.STANDARD)
    assert [s.text for p in report.sections[0].paragraphs for s in p.statements] == ["The array has sixteen turbines."]
    assert report.left_out == 1


def test_a_short_paragraph_is_no_repeat_of_a_long_one_that_has_its_words():
    told = (said("It has: blades, a hub, a turbine, a cable."), said("It has a cable.", near=0.9))
    (joined,) = fitted(quoted(Paragraph(label="Array", statements=told)), Length.STANDARD).sections[0].paragraphs
    assert "It has a cable." in joined.statements[0].text


NORTH = make_page(
    "The North Mill has twelve saws of 30 kW. It cost 4 million euros.", url="kb://w/n.md", title="North Mill"
)
SOUTH = make_page(
    "The South Mill has a power of 20 kW. The South Mill cost 3 million euros.", url="kb://w/s.md", title="South Mill"
)


def compared(question: str) -> Report:
    sides = ("North Mill", "South Mill")
    facts = [make_fact(page, page.text, task=str(n)) for n, page in enumerate((NORTH, SOUTH), 2)]
    told = [
        [Paragraph(label=fact.evidence[0].title, statements=(Statement(text=fact.claim, facts=(fact.id,)),))]
        for fact in facts
    ]
    tasks = [
        make_task("1", question, subjects=sides),
        *(make_task(str(n), side, subjects=(side,)) for n, side in enumerate(sides, 2)),
    ]
    outcomes = [make_outcome(tasks[0], facts, paragraphs=[*told[0], *told[1]])]
    outcomes += [
        make_outcome(task, [fact], paragraphs=one) for task, fact, one in zip(tasks[1:], facts, told, strict=True)
    ]
    return make_report(outcomes, tasks, question=question, strategy=Strategy.COMPARATIVE)


def test_a_comparison_is_one_table_of_the_respects_asked_for_with_no_section_for_each_side():
    (section,) = compared("Compare the North Mill with the South Mill: power and cost.").sections
    assert section.shape is Shape.COMPARISON
    cells = {row.label: [cell.text if cell else None for cell in row.cells] for row in section.rows}
    assert cells == {
        "power": ["The North Mill has twelve saws of 30 kW.", "The South Mill has a power of 20 kW."],
        "cost": ["It cost 4 million euros.", "The South Mill cost 3 million euros."],
    }


def test_a_respect_that_only_one_side_tells_of_has_no_row():
    (section,) = compared("Compare the North Mill with the South Mill: saws, cost and age.").sections
    assert [row.label for row in section.rows] == ["cost"]


def test_a_comparison_without_respects_is_one_section_of_passages():
    (section,) = compared("How does the North Mill differ from the South Mill?").sections
    assert section.rows == ()
    assert [paragraph.label for paragraph in section.paragraphs] == ["North Mill", "South Mill"]


def test_a_long_report_has_room_for_everything():
    far = [Paragraph(label=f"Array › {n}", statements=(said(f"{n} {WORDS}", near=0.5),)) for n in range(8)]
    assert len(fitted(quoted(*far), Length.LONG).sections[0].paragraphs) == 8


def test_what_stands_together_in_one_source_is_cited_once():
    parts = Paragraph(label="Array", statements=(said("- a turbine"), said("- a cable", near=0.9)))
    (joined,) = fitted(quoted(parts), Length.STANDARD).sections[0].paragraphs[0].statements
    assert joined.text == "- a turbine\n- a cable"


def test_where_a_passage_stands_is_above_it_and_the_words_that_answer_are_bold():
    answer = said("Built in 1990. The array has sixteen turbines.", strong="The array has sixteen turbines.")
    text = markdown.render(quoted(Paragraph(label="Array › Size", statements=(answer,))))
    assert "**Array › Size**\n\nBuilt in 1990. **The array has sixteen turbines.** [1" in text
    assert "<strong>" in html.render(quoted(Paragraph(label="Array › Size", statements=(answer,))))


def test_nothing_is_told_twice_or_counted_and_no_section_is_empty():
    text = markdown.render(quoted(Paragraph(label="Array", statements=(said("The array has sixteen turbines."),))))
    for heading in ("In brief", "Conclusion", "Gaps", "Success criteria", "What the parts share"):
        assert f"## {heading}" not in text
    assert "*Found in 1 document.*" in text


def test_what_was_not_found_and_what_is_in_doubt_is_said_in_a_line():
    answer = Paragraph(label="Array", statements=(said("The array has sixteen turbines."),))
    text = markdown.render(quoted(answer, note="These passages may answer it; read them.", gaps=("Not found: cost",)))
    assert text.index("*These passages may answer it; read them.*") < text.index("**Array**")
    assert "*Found in 1 document. Not found: cost.*" in text


def test_lists_tables_and_code_stay_what_they_are():
    shown = "It has:\n- blades\n- a hub\n\n| part | metres |\n| blade | 9 |\n\n```\nx = *1*\n```"
    text = markdown.displayed(shown)
    assert "It has:\n\n- blades\n- a hub" in text
    assert "| part | metres |\n|---|---|\n| blade | 9 |" in text
    assert "```\nx = *1*\n```" in text


def test_code_that_is_never_closed_ends_with_its_passage():
    assert markdown.displayed("```\nx = 1").count("```") == 2


def test_other_formats_show_a_passage_line_by_line():
    listed = Paragraph(label="Array", statements=(said("It has:\n- blades\n- a hub"),))
    shown = [(block.style, block.text) for block in flat.flattened(quoted(listed))]
    assert (flat.Style.ITEM, "blades") in shown
    shown = html.render(quoted(listed))
    assert re.search(
        r'<p>It has:</p><ul><li>blades</li><li>a hub<span class="cites">&#160;\[<span class="cite">',
        shown,
    )


def test_a_table_and_code_of_a_source_stay_what_they_are_and_become_no_markup():
    report = quoted(Paragraph(statements=(said("It has blades."),)))
    (section,) = report.sections
    text = "Depths:\n| unit | <b>mm</b> |\n| 1 | 2.4 |\n```\nif x < 1:\n    stop()\n```"
    told = Paragraph(statements=(section.paragraphs[0].statements[0].model_copy(update={"text": text}),))
    report = report.model_copy(update={"sections": (section.model_copy(update={"paragraphs": (told,)}),)})
    shown = html.render(report)
    assert "<tr><td>unit</td><td>&lt;b&gt;mm&lt;/b&gt;</td></tr><tr><td>1</td><td>2.4</td></tr>" in shown
    assert "<pre><code>if x &lt; 1:\n    stop()</code></pre>" in shown
    blocks = [(block.style, block.text or len(block.rows)) for block in flat.flattened(report)]
    assert (flat.Style.TABLE, 2) in blocks
    assert (flat.Style.CODE, "    stop()") in blocks


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Q" * LONGEST_TITLE, ""),
        (
            "Our nightly job pipes a dump into the backup, and last week the database was down for hours, unseen. "
            "How do we notice it?",
            "How do we notice it?",
        ),
        (f"Who {'built ' * 30}it?", f"Who {'built ' * 18}built…"),
        (f"これは何{'か' * 120}？", f"これは何{'か' * 116}"),
    ],
)
def test_the_title_of_a_long_question_is_what_it_asks(question: str, title: str) -> None:
    near = Paragraph(label="Array", statements=(said("It was built in 1911.", near=1.0),))
    report = fitted(quoted(near).model_copy(update={"question": question}), Length.STANDARD)
    assert report.title == title
    assert report.question == question
