"""What an editor makes of the sections: the whole in front, nothing lost behind it."""

from __future__ import annotations

import pytest
from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.draft import Edited, WrittenSection
from fathoms.domain.evidence import Conflict, ConflictStatus, Severity
from fathoms.domain.report import CitedTable, Paragraph, Report, Row, Statement, StatementKind
from fathoms.report.build.check import checked, judged
from fathoms.report.build.edited import with_edit, without_emptied
from fathoms.report.parts import Role, parts, said_in
from fathoms.report.render import html, markdown
from fathoms.report.statements import statements

PAGE = make_page("The array has sixteen turbines. It stands in the sound. The turbines came from Shioura.")
ONE, TWO, THREE = (
    make_fact(PAGE, quote, task=task)
    for quote, task in (
        ("The array has sixteen turbines.", "1"),
        ("It stands in the sound.", "1"),
        ("The turbines came from Shioura.", "2"),
    )
)
OUTCOMES = [
    make_outcome(make_task("1"), [ONE, TWO], heading="Machines"),
    make_outcome(make_task("2"), [THREE], heading="Origin"),
]
EDIT = Edited(
    answer=(say(ONE, "The array has sixteen turbines."),),
    key_points=(say(THREE, "The turbines came from Shioura."),),
    table=CitedTable(
        columns=("Where",),
        rows=(
            Row(label="Array", cells=(say(TWO, "It stands in the sound."),)),
            Row(label="Turbines", cells=(say(THREE, "came from Shioura"),)),
            Row(label="Cable", cells=(None,)),
        ),
    ),
    across=(say(ONE, "The array of the sound has sixteen turbines.", kind=StatementKind.REASONED),),
    order=("2",),
    repeated=(TWO.claim, THREE.claim),
)


def edited(edit: Edited | None = EDIT) -> Report:
    return checked(with_edit(make_report(OUTCOMES, mind="llm:any", ship=False), edit, OUTCOMES))


def test_the_answer_and_the_table_come_first_and_what_follows_after_the_sections() -> None:
    roles = [part.role for part in parts(edited())]
    assert roles[1:8] == [
        Role.ANSWER,
        Role.TABLE,
        Role.BRIEF,
        Role.SECTION,
        Role.SECTION,
        Role.ACROSS,
        Role.REFERENCES,
    ]


def test_sections_come_in_the_editors_order_and_none_disappears() -> None:
    report = edited()
    assert [section.heading for section in report.sections] == ["Origin", "Machines"]
    told = [[s.text for p in section.paragraphs for s in p.statements] for section in report.sections]
    assert told == [[THREE.claim], [ONE.claim]]


def test_cells_are_walked_like_every_statement_and_numbered() -> None:
    report = edited()
    assert "came from Shioura" in [statement.text for statement in statements(report)]
    assert report.table
    assert [row.label for row in report.table.rows] == ["Array", "Turbines"]
    shown = markdown.render(report)
    assert "| **Turbines** | came from Shioura [1" in shown


def test_a_reasoned_sentence_is_marked_once_and_explained_once() -> None:
    shown = markdown.render(edited())
    assert "The array of the sound has sixteen turbines. [≈1" in shown
    assert shown.count("Where a mark begins with ≈") == 1
    assert '<span class="why">Concluded or advised: these words' in html.render(edited())


def test_without_an_edit_the_sections_stay_as_they_are() -> None:
    assert edited(None) == checked(make_report(OUTCOMES, mind="llm:any", ship=False))


def test_a_table_whose_cells_were_cut_is_none() -> None:
    wrong = Statement(text="It has 4711 gates.", facts=(ONE.id,))
    rows = tuple(Row(label=name, cells=(wrong,)) for name in "ab")
    report = edited(EDIT.model_copy(update={"table": CitedTable(columns=("c",), rows=rows)}))
    assert report.table is None


def test_a_sentence_leads_to_every_section_but_the_first_and_brings_no_name_of_its_own() -> None:
    leading = {"2": "Where it all began comes first.", "1": "What those machines do is another matter."}
    first, second = edited(EDIT.model_copy(update={"lead_ins": leading, "repeated": ()})).sections
    assert [s.text for p in first.paragraphs for s in p.statements] == [THREE.claim]
    told = [s for p in second.paragraphs for s in p.statements]
    assert (told[0].text, told[0].kind) == (leading["1"], StatementKind.CONNECTING)
    named = {"1": "Next to Professor Gundersen of Uppsala comes the array."}
    report = judged(edited(EDIT.model_copy(update={"lead_ins": named, "repeated": ()})), {})
    assert named["1"] in [cut.text for cut in report.cuts]


def by_one_hand(*sections: tuple[str, Statement], gaps: tuple[str, ...] = ()) -> Report:
    body = tuple(
        WrittenSection(heading=heading, paragraphs=(Paragraph(statements=(said,)),)) for heading, said in sections
    )
    return edited(Edited(answer=EDIT.answer, body=body, gaps=gaps))


def test_what_one_hand_wrote_takes_the_place_of_the_drafts_it_tells() -> None:
    report = by_one_hand(("Where and whence", say(THREE, THREE.claim)), ("", say(TWO, TWO.claim)))
    assert [(one.heading, one.tells) for one in report.sections] == [("Where and whence", ("2",)), ("Machines", ("1",))]


def test_the_points_of_an_answer_stand_with_it_where_one_hand_wrote_the_report() -> None:
    body = (WrittenSection(heading="Machines", paragraphs=(Paragraph(statements=(say(TWO, TWO.claim),)),)),)
    report = edited(Edited(answer=EDIT.answer, key_points=EDIT.key_points, body=body))
    shown = list(parts(report))
    assert Role.BRIEF not in [part.role for part in shown]
    (answer,) = (part for part in shown if part.role is Role.ANSWER)
    assert [one.statement.text for one in said_in(answer)] == [ONE.claim, THREE.claim]
    assert f"- {THREE.claim}" in markdown.render(report)


def test_a_point_of_two_sentences_is_one_item_and_bold_words_are_bold_in_it() -> None:
    body = (WrittenSection(heading="Machines", paragraphs=(Paragraph(statements=(say(TWO, TWO.claim),)),)),)
    first, second = (say(fact, fact.claim).model_copy(update={"item": 1}) for fact in (ONE, THREE))
    first = first.model_copy(update={"strong": "sixteen turbines"})
    report = edited(Edited(key_points=(first, second), body=body))
    line = next(line for line in markdown.render(report).splitlines() if line.startswith("- The array has"))
    assert "**sixteen turbines**." in line
    assert THREE.claim in line
    assert "<strong>sixteen turbines</strong>." in html.render(report)


def test_a_draft_of_which_a_body_tells_nothing_stands_behind_it() -> None:
    report = by_one_hand(("Machines and place", say(ONE, ONE.claim)))
    assert [(one.heading, one.task) for one in report.sections] == [("Machines and place", "1"), ("Origin", "2")]


def test_a_draft_that_only_dug_into_another_is_not_hung_behind_a_body_that_tells_nothing_of_it() -> None:
    report = make_report(OUTCOMES, mind="llm:any", ship=False)
    first, second = report.sections
    nested = report.model_copy(update={"sections": (first.model_copy(update={"children": (second,)}),)})
    told = Paragraph(statements=(say(ONE, ONE.claim),))
    body = (WrittenSection(heading="Machines and place", paragraphs=(told,)),)
    assert [one.heading for one in with_edit(nested, Edited(body=body), OUTCOMES).sections] == ["Machines and place"]


def test_a_draft_whose_words_a_body_quotes_by_another_fact_is_told() -> None:
    again = THREE.model_copy(update={"id": "f-again"})
    outcomes = [OUTCOMES[0], make_outcome(make_task("2"), [again], heading="Origin")]
    told = Paragraph(statements=(say(ONE, ONE.claim), say(THREE, THREE.claim)))
    report = make_report([*outcomes, make_outcome(make_task("3"), [THREE])], mind="llm:any", ship=False)
    body = (WrittenSection(heading="All", paragraphs=(told,)),)
    made = with_edit(report, Edited(body=body), [*outcomes, make_outcome(make_task("3"), [THREE])])
    assert [(one.heading, one.tells) for one in made.sections] == [("All", ("1", "2", "3"))]


def test_a_section_that_tells_no_part_in_particular_has_a_place_of_its_own() -> None:
    leading = Statement(text="What follows is a judgement.")
    report = with_edit(
        make_report(OUTCOMES, mind="llm:any", ship=False),
        Edited(body=(WrittenSection(heading="Scope", paragraphs=(Paragraph(statements=(leading,)),)),)),
        OUTCOMES,
    )
    assert [one.task for one in report.sections] == ["w1", "1", "2"]


def test_what_a_writer_of_the_whole_finds_missing_is_told_and_what_only_parts_miss_is_not() -> None:
    open_one = OUTCOMES[0].model_copy(
        update={"finding": OUTCOMES[0].finding.model_copy(update={"gaps": ("Who built it?",)})}  # type: ignore[union-attr]
    )
    outcomes = [open_one, OUTCOMES[1]]
    body = (WrittenSection(heading="All", paragraphs=(Paragraph(statements=(say(ONE, ONE.claim), say(THREE, "x"))),)),)

    def gaps(*named: str) -> tuple[str, ...]:
        report = make_report(outcomes, mind="llm:any", ship=False)
        return with_edit(report, Edited(body=body, gaps=named), outcomes).gaps

    assert gaps("What it cost") == ("What it cost",)
    assert gaps() == ()


@pytest.mark.parametrize(("length", "titled"), [(120, False), (121, True)])
def test_a_question_that_is_too_long_to_head_a_report_stands_below_its_title(length: int, titled: bool) -> None:
    question = "How does the array work? ".ljust(length, "x")
    body = (WrittenSection(heading="All", paragraphs=(Paragraph(statements=(say(ONE, ONE.claim),)),)),)
    report = make_report(OUTCOMES, mind="llm:any", ship=False, question=question)
    report = with_edit(report, Edited(answer=EDIT.answer, body=body, title="The array"), OUTCOMES)
    title = next(part for part in parts(report) if part.role is Role.TITLE)
    assert title.heading == ("The array" if titled else question)
    for page in (markdown.render(report), html.render(report, {})):
        assert question in page


def test_a_part_of_one_hand_s_report_that_the_check_emptied_leaves_no_heading_behind() -> None:
    behind = by_one_hand(("Machines and place", say(ONE, ONE.claim)))
    kept, emptied = behind.sections
    bare = behind.model_copy(update={"sections": (kept, emptied.model_copy(update={"paragraphs": ()}))})
    assert [one.heading for one in without_emptied(bare).sections] == [kept.heading]
    assert without_emptied(behind) == behind
    asked = emptied.model_copy(update={"paragraphs": (), "gaps": ("Where do they come from?",)})
    told = bare.model_copy(update={"sections": (kept, asked)})
    assert without_emptied(told) == told


def test_of_drafted_sections_even_an_empty_one_stays() -> None:
    report = edited()
    emptied = tuple(one.model_copy(update={"paragraphs": ()}) for one in report.sections)
    bare = report.model_copy(update={"sections": emptied})
    assert without_emptied(bare) == bare


def test_a_column_of_which_the_check_left_nothing_goes_with_its_heading() -> None:
    table = CitedTable(
        columns=("Where", "Act when", "Made in"),
        rows=(
            Row(label="Array", cells=(say(TWO, TWO.claim), None, None)),
            Row(label="Turbines", cells=(None, None, say(THREE, THREE.claim))),
        ),
    )
    told = (Paragraph(statements=(), table=table), Paragraph(statements=(say(ONE, ONE.claim),)))
    edit = Edited(table=table, body=(WrittenSection(heading="Machines", paragraphs=told),))
    report = without_emptied(edited(edit))
    (own,) = (part.table for section in report.sections for part in section.paragraphs if part.table)
    for found in (report.table, own):
        assert found
        assert found.columns == ("Where", "Made in")
        assert [len(row.cells) for row in found.rows] == [2, 2]


@pytest.mark.parametrize(("named", "status"), [(("c-1",), ConflictStatus.WEIGHED), ((), ConflictStatus.OPEN)])
def test_a_disagreement_that_its_writer_has_settled_is_no_open_end(
    named: tuple[str, ...], status: ConflictStatus
) -> None:
    conflict = Conflict(
        id="c-1", about="turbines", left=ONE.id, right=TWO.id, left_says="16", right_says="18", severity=Severity.HIGH
    )
    report = make_report(OUTCOMES, mind="llm:any", ship=False).model_copy(update={"conflicts": (conflict,)})
    body = (WrittenSection(heading="Machines", paragraphs=(Paragraph(statements=(say(ONE, ONE.claim),)),)),)
    assert with_edit(report, Edited(body=body, weighed=named), OUTCOMES).conflicts[0].status is status
