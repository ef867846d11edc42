"""From a number or a sentence down to the quote."""

from __future__ import annotations

from report_making import make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.report import Row, Statement, Support
from fathoms.report.build.compose import numbered
from fathoms.report.trail import nearest, reference_numbers, trails

ARRAY = make_page("Before. The array has sixteen turbines of 1.5 MW. After.", title="Array")
FERRY = make_page("The ferry carries forty cars.", url="kb://world/ferry.md", title="Ferry")
TURBINES = make_fact(ARRAY, "The array has sixteen turbines of 1.5 MW.")
CARS = make_fact(FERRY, "The ferry carries forty cars.", task="2")
REPORT = make_report([make_outcome(make_task("1"), [TURBINES]), make_outcome(make_task("2"), [CARS])])
PAGES = {page.id: page for page in (ARRAY, FERRY)}


def test_a_reference_number_leads_to_the_statement_its_fact_and_its_quote_in_place():
    (found,) = trails(REPORT, PAGES, "[2]")
    assert found.statement == "The ferry carries forty cars."
    assert found.support is Support.SUPPORTED
    (ground,) = found.grounds
    assert ground.fact.id == CARS.id
    (footing,) = ground.footings
    assert (footing.number, footing.in_place) == (2, True)
    assert FERRY.text[footing.evidence.start : footing.evidence.end] == footing.evidence.quote


def test_words_of_a_sentence_lead_to_it_with_what_stands_around_the_quote():
    (found,) = trails(REPORT, PAGES, "sixteen turbines")
    (footing,) = found.grounds[0].footings
    assert (footing.before, footing.after) == ("Before. ", " After.")
    assert found.section  # the section, not its copy in the summary


def test_a_page_that_changed_or_is_gone_is_said_so():
    edited = ARRAY.model_copy(update={"text": ARRAY.text.replace("sixteen", "sixty")})
    assert not trails(REPORT, {edited.id: edited}, "[1]")[0].grounds[0].footings[0].in_place
    gone = trails(REPORT, {}, "[1]")[0].grounds[0].footings[0]
    assert (gone.in_place, gone.fetched_at) == (False, None)


def test_what_the_report_does_not_say_leads_nowhere():
    assert trails(REPORT, PAGES, "[9]") == ()
    assert trails(REPORT, PAGES, "penguins on the quay") == ()
    assert trails(REPORT, PAGES, "…") == ()
    assert "ferry" in nearest(REPORT, "the ferry to the moon")


def test_numbers_are_told_from_sentences():
    given = ("[3]", " 3 ", "[3, 2024]", "[3, 2024] [1]", "3 turbines", "in 2024", "", "[3] turbines")
    assert [reference_numbers(text) for text in given] == [(3,), (3,), (3,), (3, 1), (), (), (), ()]


def test_a_sentence_may_be_copied_with_its_marks_and_several_marks_ask_for_all_they_name():
    (found,) = trails(REPORT, PAGES, "carries forty cars [2, 2024]")
    assert found.grounds[0].fact.id == CARS.id
    both = trails(REPORT, PAGES, "[1] [2, 2024]")
    assert [trail.grounds[0].fact.id for trail in both] == [TURBINES.id, CARS.id]


def test_words_that_several_statements_hold_lead_to_each_of_them_once():
    page = make_page("The ferry is red. The ferry is slow.", url="kb://world/more.md")
    facts = [make_fact(page, "The ferry is red."), make_fact(page, "The ferry is slow.")]
    report = make_report([make_outcome(make_task("1"), facts)])
    assert [trail.statement for trail in trails(report, {}, "the ferry")] == [fact.claim for fact in facts]


def test_every_reference_leads_to_a_quote_wherever_the_report_cites_it():
    page = make_page("The crane lifts ten tonnes.", url="kb://world/crane.md")
    crane = make_fact(page, "The crane lifts ten tonnes.", task="1")
    row = Row(label="lift", cells=(Statement(text=crane.claim, facts=(crane.id,)), None))
    section = REPORT.sections[0].model_copy(update={"rows": (row,)})
    said = Statement(text="In the end the crane lifts.", facts=(crane.id,))
    places = (
        {"sections": (section,)},
        {"conclusion": (said,)},
        {"recommendations": (said,)},
    )
    for place in places:
        report = numbered(REPORT.model_copy(update=place), {f.id: f for f in (TURBINES, CARS, crane)})
        for reference in report.references:
            found = trails(report, {**PAGES, page.id: page}, f"[{reference.number}]")
            assert found, place
            assert all(f.in_place for trail in found for ground in trail.grounds for f in ground.footings)
