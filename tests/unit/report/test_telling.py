"""What a report of ordinary length tells: passages near the request; the rest waits for a longer one."""

from __future__ import annotations

import pytest

from fathoms.domain.plan import Mode
from fathoms.domain.report import Length, Paragraph, Report, Row, RunFacts, Section, Statement, Voice
from fathoms.report.build.length import (
    NEAR_ALONE,
    NEAR_AT_LEAST,
    NEAR_BESIDE,
    NEAR_ENOUGH,
    NEAR_IN_TIME,
    NEAR_LATER,
    fitted,
)
from fathoms.report.words import words_for
from tests.unit.report.report_making import AT

NEAREST = 0.8


def section(task: str, *near: float, loose: bool = False, **more: object) -> Section:
    said = tuple(Statement(text=f"Passage {task}-{n}.", near=value, loose=loose) for n, value in enumerate(near))
    paragraphs = (Paragraph(statements=said),) if said else ()
    return Section.model_validate({"task": task, "heading": task, "paragraphs": paragraphs, **more})


def report_of(*sections: Section, voice: Voice = Voice.QUOTED) -> Report:
    facts = RunFacts(mind="any", voice=voice, mode=Mode.COMPLEX, effort="standard", tasks=len(sections), rounds=1)
    return Report(run="r", question="q", language="en", found=True, written_at=AT, sections=sections, run_facts=facts)


def told(*sections: Section, voice: Voice = Voice.QUOTED, length: Length = Length.STANDARD) -> list[list[str]]:
    return [
        [said.text for paragraph in shown.paragraphs for said in paragraph.statements]
        for shown in fitted(report_of(*sections, voice=voice), length).sections
    ]


@pytest.mark.parametrize(("share", "is_told"), [(NEAR_ENOUGH, True), (NEAR_ENOUGH - 0.01, False)])
def test_a_passage_is_told_when_it_is_near_enough_beside_the_nearest(share: float, is_told: bool):
    assert len(told(section("1", NEAREST, share * NEAREST))[0]) == 1 + is_told


@pytest.mark.parametrize(("near", "is_told"), [(NEAR_AT_LEAST, True), (NEAR_AT_LEAST - 0.01, False)])
def test_what_is_far_from_the_request_is_not_told_beside_something_far_as_well(near: float, is_told: bool):
    assert len(told(section("1", NEAR_AT_LEAST, near))[0]) == 1 + is_told
    assert told(section("1", near)) == [["Passage 1-0."]], "it is the best there is"


@pytest.mark.parametrize(("share", "is_told"), [(NEAR_LATER, True), (NEAR_LATER - 0.01, False)])
def test_the_third_passage_of_a_paragraph_must_be_nearer_than_the_second(share: float, is_told: bool):
    assert len(told(section("1", NEAREST, NEAREST, share * NEAREST))[0]) == 2 + is_told


@pytest.mark.parametrize(("share", "is_told"), [(NEAR_IN_TIME, True), (NEAR_IN_TIME - 0.01, False)])
def test_a_timeline_that_is_the_whole_report_is_told_in_pieces(share: float, is_told: bool):
    dated = section("1", NEAREST, NEAREST, share * NEAREST, shape="timeline")
    assert len(told(dated)[0]) == 2 + is_told
    assert len(told(dated, section("2", NEAREST))[0]) == 2


@pytest.mark.parametrize(("share", "is_told"), [(NEAR_ALONE, True), (NEAR_ALONE - 0.01, False)])
def test_the_best_of_a_section_may_be_farther_but_not_far(share: float, is_told: bool):
    assert bool(told(section("1", NEAREST), section("2", share * NEAREST, 0.0))[1]) is is_told


@pytest.mark.parametrize(("share", "is_told"), [(NEAR_BESIDE, True), (NEAR_BESIDE - 0.01, False)])
@pytest.mark.parametrize("more", [{"see": ("1",)}, {"rows": (Row(label="cost", cells=(None, None)),)}])
def test_what_is_left_where_the_best_stands_elsewhere_must_be_nearer(
    more: dict[str, object], share: float, is_told: bool
):
    assert bool(told(section("1", NEAREST), section("2", share * NEAREST, **more))[1]) is is_told


@pytest.mark.parametrize(("share", "is_told"), [(NEAR_BESIDE, True), (NEAR_BESIDE - 0.01, False)])
def test_a_loosely_related_passage_must_be_nearer_and_comes_alone(share: float, is_told: bool):
    near = share * NEAREST
    assert told(section("1", NEAREST), section("2", near - 0.001, near, near - 0.001, loose=True))[1] == (
        ["Passage 2-1."] if is_told else []
    )


def test_where_everything_is_loose_each_section_shows_its_first():
    assert told(section("1", 0.5, 0.1, loose=True), section("2", 0.1, loose=True)) == [
        ["Passage 1-0."],
        ["Passage 2-0."],
    ]


def test_a_section_without_a_near_passage_says_so():
    report = report_of(section("1", NEAREST), section("2", 0.1))
    assert fitted(report, Length.STANDARD).sections[1].gaps == (words_for("en").only_far,)
    assert fitted(report, Length.STANDARD).left_out == 1


def test_a_long_report_tells_everything_and_what_a_model_wrote_is_never_weak():
    assert told(section("1", NEAREST, 0.1), length=Length.LONG) == [["Passage 1-0.", "Passage 1-1."]]
    assert told(section("1", NEAREST, 0.1), voice=Voice.WRITTEN) == [["Passage 1-0.", "Passage 1-1."]]


def test_the_summary_says_nothing_that_the_sections_leave_out():
    near, far = (Statement(text=f"Passage {place}.", near=value) for place, value in (("1-0", NEAREST), ("2-0", 0.7)))
    report = report_of(section("1", NEAREST), section("2", 0.1)).model_copy(update={"summary": (near, far)})
    assert fitted(report, Length.STANDARD).summary == (near,)
    assert fitted(report, Length.LONG).summary == (near, far)
