"""The support check: what agrees with its quotes ships, what does not is cut and recorded."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_making import make_fact, make_outcome, make_page, make_report, make_task, quote_from, say

from fathoms.domain.report import Paragraph, Shape, Statement, Support
from fathoms.report.build.check import check, checked
from fathoms.report.build.support import Flaw, judge

PAGE = make_page("The array has sixteen turbines. It was approved in 2021. Its rated capacity is 24 MW.")
FACT = make_fact(PAGE, "The array has sixteen turbines.")
LABELLED = tomllib.loads((Path(__file__).parent / "support_pairs.toml").read_text(encoding="utf-8"))["quote"]
CHANGES = ("number", "unit", "date", "name", "negation")


def pairs(*classes):
    return [(entry["text"], said) for entry in LABELLED for kind in classes for said in entry.get(kind, ())]


def against(quote, statement, **more):
    page = make_page(quote, **more)
    return judge(statement, [quote_from(page, quote)])


@pytest.mark.parametrize(("quote", "statement"), pairs("supported"))
def test_a_fair_paraphrase_raises_no_alarm(quote, statement):
    assert against(quote, statement).flaw is None


@pytest.mark.parametrize("kind", CHANGES)
def test_changed_particulars_are_found(kind):
    missed = [(quote, said) for quote, said in pairs(kind) if against(quote, said).flaw is None]
    assert missed == []


@pytest.mark.parametrize(
    ("statement", "flaw"),
    [
        ("The array has fifteen turbines.", Flaw.FIGURE),
        ("The array was approved in 2022.", Flaw.DATE),
        ("The Skarrow array has sixteen turbines.", Flaw.NAME),
        ("The array does not have sixteen turbines.", Flaw.NEGATION),
        ("Choirs sing on Thursday evenings.", Flaw.UNRELATED),
    ],
)
def test_the_flaw_is_named(statement, flaw):
    assert against(PAGE.text, statement).flaw is flaw


@pytest.mark.parametrize(("quote", "statement"), pairs("general"))
def test_what_code_cannot_decide_stays_unchecked(quote, statement):
    judgement = against(quote, statement)
    assert (judgement.support, judgement.flaw) == (Support.UNCHECKED, None)


def test_words_of_the_quote_are_supported_with_their_markdown_taken_off():
    quote = "It is *unrelated* to the scheme called [Project Lantern](project-lantern.md), see **2021**."
    assert (
        against(quote, "It is unrelated to the scheme called Project Lantern, see 2021.").support is Support.SUPPORTED
    )


def test_words_taken_out_of_a_denial_are_not_supported():
    quote = "The committee did not say that the array is safe."
    assert against(quote, "The array is safe.").flaw is Flaw.NEGATION


def test_a_statement_over_two_quotes_may_use_both():
    first, second = make_page("The array has sixteen turbines."), make_page("Each is rated at 1.5 MW.", url="kb://w/b")
    evidence = [quote_from(page, page.text) for page in (first, second)]
    assert judge("The array has sixteen turbines of 1.5 MW each.", evidence).support is Support.SUPPORTED


def test_the_title_and_date_of_the_source_count_as_grounds():
    quote = "It produced 61 GWh."
    assert (
        against(quote, "In 2025 Kittlehead produced 61 GWh.", title="Kittlehead", dated=date(2025, 12, 31)).flaw is None
    )
    assert against(quote, "In 2024 Kittlehead produced 61 GWh.", title="Kittlehead", dated=date(2025, 12, 31)).flaw


def test_a_translation_is_left_to_a_mind():
    judgement = against("The ferry is large and slow.", "その船は大きくて遅い。")
    assert (judgement.support, judgement.flaw) == (Support.UNCHECKED, None)


@pytest.mark.parametrize(
    ("said", "flawed"), [("about 110 boats", False), ("about 111 boats", True), ("110 boats", True)]
)
def test_a_hedged_figure_may_be_a_tenth_off_and_a_plain_one_may_not(said, flawed):
    assert bool(against("There were 100 boats.", f"There were {said}.").flaw) is flawed


@given(st.text(max_size=200), st.text(min_size=1, max_size=200))
def test_no_text_breaks_the_check(statement, quote):
    assert against(quote, statement).support in Support


@given(
    st.lists(
        st.sampled_from(["The array", "does not", "turn", "in 2021", "24 MW", "十二基", "Kittlehead,", "と。"]),
        min_size=1,
    )
)
def test_a_quote_always_supports_itself(words):
    quote = " ".join(words)
    assert against(quote, quote).support is Support.SUPPORTED


def test_keys_that_name_no_fact_are_dropped_from_a_supported_statement():
    result = check(Statement(text=FACT.claim, facts=("f-invented", FACT.id)), {FACT.id: FACT})
    assert result.flaw is None
    assert result.statement.facts == (FACT.id,)
    assert result.statement.support is Support.SUPPORTED


@pytest.mark.parametrize("facts", [(), ("f-invented",)])
def test_an_uncited_factual_statement_does_not_ship(facts):
    assert check(Statement(text="The array is large.", facts=facts), {FACT.id: FACT}).flaw is Flaw.UNCITED


def test_a_question_or_a_lead_in_needs_no_citation_unless_it_carries_a_figure():
    assert check(Statement(text="What is known of the array?"), {}).flaw is None
    assert check(Statement(text="The array, in short:"), {}).flaw is None
    assert check(Statement(text="Sixteen turbines in 2021:"), {}).flaw is Flaw.UNCITED


def shipped(*statements, facts=(FACT,), language="en"):
    outcome = make_outcome(make_task("1"), facts, paragraphs=[Paragraph(statements=statements)])
    return make_report([outcome], summary=[say(FACT)], language=language)


def test_an_unsupported_statement_is_cut_from_the_report_and_recorded():
    wrong = say(FACT, "The array has fifty turbines.")
    report = shipped(say(FACT), wrong)
    assert [s.text for s in report.sections[0].paragraphs[0].statements] == [FACT.claim]
    assert [(cut.task, cut.text) for cut in report.cuts] == [("1", wrong.text)]
    assert "fifty" in report.cuts[0].reason


def test_the_reason_of_a_cut_is_in_the_language_of_the_report():
    report = shipped(say(FACT), say(FACT, "The array has fifty turbines."), language="ja")
    assert report.cuts[0].reason == "数値「fifty」が引用にない"


def test_a_source_that_only_a_cut_statement_cited_leaves_the_references():
    other = make_fact(
        make_page("The ferry carries 240 people.", url="kb://w/ferry", title="Ferry"), "The ferry carries 240 people."
    )
    report = shipped(say(other, "The ferry carries 420 people."), say(FACT), facts=(other, FACT))
    assert [(r.number, r.title) for r in report.references] == [(1, PAGE.title)]
    assert [fact.id for fact in report.facts] == [FACT.id]


def test_a_report_that_lost_every_statement_is_not_found():
    outcome = make_outcome(
        make_task("1"), [FACT], paragraphs=[Paragraph(statements=(say(FACT, "It has 99 turbines."),))]
    )
    report = make_report([outcome], summary=[say(FACT, "It has 98 turbines.")])
    assert not report.found
    assert report.sections == ()
    assert [s.text for s in report.closest] == [FACT.claim]
    assert len(report.cuts) == 2


def test_a_side_that_lost_its_passages_is_no_side_of_a_table():
    sides = [
        Paragraph(label="Array", statements=(say(FACT),)),
        Paragraph(label="Ferry", statements=(say(FACT, "It has 9 boats."),)),
    ]
    task = make_task("1", subjects=("Array", "Ferry"))
    outcome = make_outcome(task, [FACT], paragraphs=sides)
    assert make_report([outcome], [task], ship=False).sections[0].shape is Shape.COMPARISON
    section = make_report([outcome], [task]).sections[0]
    assert section.shape is Shape.PASSAGES
    assert [paragraph.label for paragraph in section.paragraphs] == ["Array"]


def test_the_rates_count_what_was_cut():
    facts = shipped(
        say(FACT), say(FACT, "The array has fifty turbines."), say(FACT, "Turbines in this array may please visitors.")
    ).run_facts
    assert facts.checked == pytest.approx(3 / 4)
    assert facts.supported == pytest.approx(2 / 4)


def test_checking_twice_changes_nothing():
    report = shipped(say(FACT), say(FACT, "The array has fifty turbines."))
    assert checked(report) == report
