"""Evaluations and explorations: passages by what their wording speaks for, a map of the parts, never a verdict."""

from __future__ import annotations

import pytest

from fathoms.domain.plan import Mode
from fathoms.domain.report import Paragraph, Report, RunFacts, Section, Shape, Statement, Voice
from fathoms.report.build.arranging import arranged, parts_map
from fathoms.report.render import flat, html, markdown
from fathoms.report.words import words_for
from tests.unit.report.report_making import AT

SAVES = "The lock saves two hours on each trip."
FAILS = "The gate cannot open against a head of two metres."
BOTH = "It reduced the noise, but the pumps failed twice."
PLAIN = "The lock has two gates."
ENGLISH = words_for("en")


def report_on(question: str, *sections: Section, language: str = "en") -> Report:
    facts = RunFacts(mind="extractive", voice=Voice.QUOTED, mode=Mode.COMPLEX, effort="standard", tasks=1, rounds=1)
    return Report(
        run="r", question=question, language=language, found=True, written_at=AT, sections=sections, run_facts=facts
    )


def part(task: str, *texts: str, **more: object) -> Section:
    said = tuple(Statement(text=text) for text in texts)
    paragraphs = (Paragraph(statements=said),) if said else ()
    return Section.model_validate({"task": task, "heading": f"Part {task}", "paragraphs": paragraphs, **more})


def test_an_evaluation_files_each_passage_by_its_wording_and_counts_them():
    report = arranged(report_on("Evaluate the Orrin Lock.", part("1", SAVES, FAILS, BOTH, PLAIN), part("2")))
    shelves = {one.label: [said.text for said in one.statements] for one in report.sections[0].paragraphs}
    assert shelves == {ENGLISH.in_favour: [SAVES], ENGLISH.against: [FAILS], ENGLISH.undecided: [BOTH, PLAIN]}
    assert report.sections[0].shape is Shape.EVALUATION
    counted = parts_map(report, ENGLISH)
    assert counted is not None
    assert counted.rows == (("Part 1", "1", "1", "2"),)


def test_a_section_with_a_shape_of_its_own_keeps_it():
    steps = part("1", SAVES, shape=Shape.PROCEDURE)
    assert arranged(report_on("Assess the lock.", steps)).sections[0] == steps


def test_an_exploration_opens_with_what_each_area_holds_and_where_to_go_on():
    open_area = part("2", gaps=("Nothing was found on the pumps.",))
    report = arranged(report_on("Give me an overview of the Orrin Lock.", part("1", SAVES, PLAIN), open_area))
    areas = parts_map(report, ENGLISH)
    assert areas is not None
    assert areas.rows == (
        ("Part 1", ENGLISH.held.format(passages=2, sources=0), "–"),
        ("Part 2", ENGLISH.nothing_held, "Nothing was found on the pumps."),
    )


@pytest.mark.parametrize(
    ("question", "language", "shape"),
    [
        ("What are the pros and cons of the lock?", "en", Shape.EVALUATION),
        ("Should we build the lock?", "en", Shape.EVALUATION),
        ("水門の利点と欠点は何ですか。", "ja", Shape.EVALUATION),
        ("What is known about the lock?", "en", Shape.EXPLORATION),
        ("水門について教えてください。", "ja", Shape.EXPLORATION),
        ("When was the lock built?", "en", Shape.PASSAGES),
        ("水門はいつできましたか。", "ja", Shape.PASSAGES),
    ],
)
def test_the_question_says_which_it_is(question: str, language: str, shape: Shape):
    report = arranged(report_on(question, part("1", PLAIN), part("2", SAVES), language=language))
    assert report.shape is shape
    assert (parts_map(report, words_for(language)) is None) is (shape is Shape.PASSAGES)


def test_one_area_needs_no_map_and_nothing_found_none_either():
    assert arranged(report_on("Give me an overview of the lock.", part("1", PLAIN))).shape is Shape.PASSAGES
    nothing = report_on("Evaluate the lock.").model_copy(update={"found": False})
    assert arranged(nothing) == nothing


@pytest.mark.parametrize(("question", "language"), [("Evaluate the lock.", "en"), ("水門を評価してください。", "ja")])
def test_every_form_shows_the_map_in_the_language_of_the_question(question: str, language: str):
    report = arranged(report_on(question, part("1", SAVES, "問題がある。"), part("2", PLAIN), language=language))
    words = words_for(language)
    plain = "\n".join(f"{block.text} {block.rows}" for block in flat.flattened(report))
    for shown in (markdown.render(report), html.render(report), plain):
        assert words.parts_weighed in shown
        assert words.in_favour in shown
        assert words.by_wording in shown
