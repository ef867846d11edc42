"""The report that ships: repaired or cut, judged by a mind where code cannot, fitted to its length, withheld."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from report_making import AT, make_fact, make_outcome, make_page, make_task, say

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.draft import ReportDraft
from fathoms.domain.evidence import Fact
from fathoms.domain.plan import Plan, Strategy
from fathoms.domain.report import Length, Paragraph, Report, Statement, Support, Verdict
from fathoms.domain.run import RunOrder
from fathoms.report.build.assemble import assembled
from fathoms.report.build.check import name_of, to_judge
from fathoms.report.build.quoted import word_count
from fathoms.report.render import markdown
from fathoms.report.statements import statements_of
from fathoms.report.written import replayed

PAGE = make_page("The array has sixteen turbines. It was approved in 2021. Divers inspect the blades every year.")
SIXTEEN = make_fact(PAGE, "The array has sixteen turbines.")
DIVERS = make_fact(PAGE, "Divers inspect the blades every year.")
UNSURE = "Divers look closely at the blades and at other equipment."


def order(**more: object) -> RunOrder:
    base = {"run": "r-1", "question": "How?", "limits": EFFORT_LIMITS[Effort.STANDARD], "created_at": AT, "mind": "m"}
    return RunOrder.model_validate({**base, **more})


def ship(
    *statements: Statement,
    facts: Sequence[Fact] = (),
    verdicts: dict[str, Support] | None = None,
    length: Length | None = None,
    doubted: Sequence[Statement] = (),
    instead: tuple[Statement, Statement] | None = None,
    **more: object,
) -> Report:
    task = make_task("1")
    outcome = make_outcome(task, [SIXTEEN, DIVERS, *facts], paragraphs=[Paragraph(statements=statements)])
    draft = ReportDraft(
        run="r-1", plan=Plan(strategy=Strategy.SINGLE, tasks=(task,)), outcomes=(outcome,), began=AT,
        summary=(say(SIXTEEN),), verdicts=verdicts or {}, doubted=tuple(map(name_of, doubted)),
        rewrites={name_of(instead[0]): instead[1].text} if instead else {},
        restated={name_of(instead[0]): instead[1].facts} if instead else {},
    )  # fmt: skip
    return assembled(order(**more), Brief(question="How?"), draft, length=length)


def told(report: Report) -> list[str]:
    return [s.text for section in report.sections for s in statements_of(section)]


def test_a_statement_under_a_wrong_key_is_repaired_to_cite_the_quote_that_says_it():
    report = ship(Statement(text=SIXTEEN.claim, facts=(DIVERS.id,)), say(DIVERS))
    first = report.sections[0].paragraphs[0].statements[0]
    assert (first.facts, first.support, report.repaired) == ((SIXTEEN.id,), Support.SUPPORTED, 1)


def test_the_sentence_that_no_quote_holds_is_cut_and_the_rest_stays():
    report = ship(say(SIXTEEN, f"{SIXTEEN.claim} Zorblax paid 4 billion euros for it."))
    assert told(report) == [SIXTEEN.claim]
    assert [cut.text for cut in report.cuts] == ["Zorblax paid 4 billion euros for it."]


def test_an_invented_key_without_words_of_any_quote_is_cut_whole():
    report = ship(say(SIXTEEN), Statement(text="The array won a prize.", facts=("f-invented",)))
    assert told(report) == [SIXTEEN.claim]
    assert len(report.cuts) == 1


@pytest.mark.parametrize(
    ("verdict", "kept", "support"),
    [
        (Verdict.SUPPORTED, 2, Support.SUPPORTED),
        (Verdict.UNCHECKED, 1, None),
        (Verdict.CONTRADICTED, 1, None),
    ],
)
def test_what_code_cannot_decide_a_mind_may_judge(verdict: Verdict, kept: int, support: Support | None):
    doubtful = say(DIVERS, UNSURE)
    believed = ship(say(SIXTEEN), doubtful, verdicts={UNSURE: Verdict.SUPPORTED})
    assert [s.text for s in to_judge(believed)] == [UNSURE]
    report = ship(say(SIXTEEN), doubtful, verdicts={UNSURE: verdict})
    statements = list(statements_of(report.sections[0]))
    assert len(statements) == kept
    if support:
        assert statements[-1].support is support
    else:
        assert report.cuts[-1].text == UNSURE


def test_what_is_far_from_its_evidence_does_not_ship_on_the_word_of_a_judge_that_calls_everything_true():
    unsure = say(DIVERS, UNSURE)
    report = ship(say(SIXTEEN), unsure, verdicts={UNSURE: Verdict.SUPPORTED}, doubted=[unsure])
    assert UNSURE not in told(report)
    assert report.cuts[-1].text == UNSURE
    elsewhere = ship(say(SIXTEEN), unsure, verdicts={UNSURE: Verdict.SUPPORTED}, doubted=[say(SIXTEEN)])
    assert UNSURE in told(elsewhere), "a judge that nodded off over other statements is believed here"


@pytest.mark.parametrize("wrong", ["The array has ninety divers.", "Divers look closely at other equipment."])
def test_what_is_said_instead_may_stand_on_a_fact_of_the_run_that_nothing_cited(wrong: str):
    old, new = say(SIXTEEN, wrong), say(DIVERS, "Divers inspect its blades every year.")
    verdicts = {name_of(old): Verdict.BEYOND, name_of(new): Verdict.SUPPORTED}
    report = ship(say(SIXTEEN), old, verdicts=verdicts, instead=(old, new))
    assert new.text in told(report)
    assert DIVERS in report.facts


def test_a_mind_cannot_overrule_what_code_refuted():
    wrong = "The array has eighteen turbines."
    assert wrong not in told(ship(say(SIXTEEN), say(SIXTEEN, wrong), verdicts={wrong: Verdict.SUPPORTED}))


@pytest.mark.parametrize(("asked", "ships"), [(0.66, True), (0.67, False)])
def test_strict_withholds_a_report_below_its_rate_and_ships_one_at_it(asked: float, ships: bool):
    report = ship(say(SIXTEEN), say(DIVERS, UNSURE), strict=asked)
    assert 0.66 <= report.run_facts.supported < 0.67
    assert (report.withheld == "") is ships
    assert (report.withheld in markdown.render(report)) is True


ROWS = [f"Row {n} of the array stands in {n + 20} metres of water and faces the open sea." for n in range(1, 41)]
SEABED = make_page(" ".join(ROWS), url="kb://world/rows.md", title="Rows")
FACTS = [make_fact(SEABED, row) for row in ROWS]


def test_what_a_mind_wrote_is_not_cut_by_counting():
    said = [say(fact) for fact in FACTS]
    short = ship(*said, facts=FACTS, length=Length.SHORT)
    assert len(told(short)) == len(said)
    assert short.left_out == 0


def test_a_short_report_tells_less_and_says_how_much_was_left_out():
    said = [say(fact) for fact in FACTS]
    lengths = (Length.LONG, Length.SHORT)
    long, short = (ship(*said, facts=FACTS, length=length, mind="extractive") for length in lengths)
    words = [sum(word_count(text) for text in told(report)) for report in (long, short)]
    assert words[1] <= 350 < words[0]
    assert short.left_out == len(told(long)) - len(told(short))
    assert str(short.left_out) in markdown.render(short)
    assert long.left_out == 0


def test_the_same_draft_gives_the_same_bytes_and_a_replay_says_so():
    report = ship(say(SIXTEEN), say(DIVERS))
    written = markdown.render(report).encode()
    pages = {PAGE.id: PAGE}
    assert replayed(report, ship(say(SIXTEEN), say(DIVERS)), pages, written).holds
    assert not replayed(report, ship(say(SIXTEEN)), pages, written).holds
    assert not replayed(report, report, pages, written + b" ").holds
    edited = {PAGE.id: PAGE.model_copy(update={"text": "x" + PAGE.text})}
    assert replayed(report, report, edited, written).lost_quotes
