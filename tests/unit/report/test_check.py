"""The support check: what agrees with its quotes ships, what does not is cut and recorded."""

from __future__ import annotations

import tomllib
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.report import (
    CitedTable,
    Flaw,
    Paragraph,
    Row,
    Shape,
    Statement,
    StatementKind,
    Support,
    Verdict,
)
from fathoms.engine.evidence.doubts import Doubt
from fathoms.engine.evidence.support import Grounds
from fathoms.engine.evidence.suspicions import suspicions
from fathoms.report.build.check import checked, first_look, judged, name_of, to_judge
from fathoms.report.build.holding import check, hints
from fathoms.report.statements import neighbours, statements_of

PAGE = make_page("The array has sixteen turbines. It was approved in 2021. Its rated capacity is 24 MW.")
FACT = make_fact(PAGE, "The array has sixteen turbines.")
LABELLED = tomllib.loads((Path(__file__).parent / "support_pairs.toml").read_text(encoding="utf-8"))["quote"]
CHANGES = ("number", "unit", "date", "name", "negation")


def pairs(*classes):
    return [(entry["text"], said) for entry in LABELLED for kind in classes for said in entry.get(kind, ())]


def against(quote, statement, **more):
    """What is suspected of a statement that cites this quote."""
    fact = make_fact(make_page(quote, **more), quote)
    return {one.doubt for one in suspicions(statement, Grounds([fact]))}


def verdict_of_code(quote, statement, **more):
    fact = make_fact(make_page(quote, **more), quote)
    return check(Statement(text=statement, facts=(fact.id,)), {fact.id: fact})


@pytest.mark.parametrize(
    ("statement", "doubted"),
    [
        ("Three cranes lift at once.", True),
        ("Two cranes lift at once.", False),
        ("A pair of 2 cranes lifts at once.", False),
        ("One crane lifts.", False),
    ],
)
def test_a_count_in_words_that_the_evidence_does_not_have_is_suspected(statement: str, doubted: bool) -> None:
    assert (Doubt.COUNT in against("Two cranes may lift at the same time.", statement)) is doubted
    assert (Doubt.COUNT in against("At most 2 cranes may lift at the same time.", statement)) is doubted


@pytest.mark.parametrize(
    ("statement", "doubted"),
    [
        ("The quota holds per crane.", True),
        ("The quota holds for every crane.", True),
        ("The quota holds per quay.", False),
        ("Quota and quay limit each other.", False),
    ],
)
def test_what_holds_one_by_one_for_other_things_than_the_evidence_says_is_suspected(
    statement: str, doubted: bool
) -> None:
    assert (Doubt.SHARED in against("The quota limits what is lifted on each quay.", statement)) is doubted


@pytest.mark.parametrize(("quote", "statement"), pairs("supported"))
def test_a_fair_paraphrase_is_not_cut(quote, statement):
    assert verdict_of_code(quote, statement).flaw is None


@pytest.mark.parametrize("kind", CHANGES)
def test_changed_particulars_are_suspected(kind):
    missed = [(quote, said) for quote, said in pairs(kind) if not against(quote, said)]
    allowed = 0.3 if kind == "negation" else 0.1  # a denial is suspected by its scope alone: seldom wrong, not complete
    assert len(missed) <= len(pairs(kind)) * allowed, missed


@pytest.mark.parametrize(
    ("statement", "doubt"),
    [
        ("The array has fifteen turbines.", Doubt.FIGURE),
        ("The array was approved in 2022.", Doubt.DATE),
        ("The Skarrow array has sixteen turbines.", Doubt.NAME),
        ("The array does not have sixteen turbines.", Doubt.DENIAL),
        ("The array always has sixteen turbines.", Doubt.SCOPE),
        ("The array has sixteen turbines because the seabed is rocky.", Doubt.CAUSE),
        ("Choirs sing on Thursday evenings.", Doubt.NEW),
    ],
)
def test_the_doubt_is_named(statement, doubt):
    assert doubt in against(PAGE.text, statement)


@pytest.mark.parametrize(
    ("quote", "statement", "doubt"),
    [
        ("A copy leaves the site every day.", "A copy leaves the site every week.", Doubt.UNIT),
        ("With a lag of 10 it stops after 10 seconds.", "It stops after 10 milliseconds.", Doubt.UNIT),
        ("It is promoted with the REPLICA command of the failover.", "It is promoted with FAILOVER.", Doubt.NAME),
        ("The cluster cannot be reached from there.", "The cluster can be reached from there.", Doubt.DENIAL),
    ],
)
def test_a_changed_unit_command_or_denial_is_suspected(quote, statement, doubt):
    assert doubt in against(quote, statement)


@pytest.mark.parametrize(
    ("quote", "statement"),
    [
        ("Each blade has every bolt checked.", "Every blade has all bolts checked."),
        ("The blade is just turned.", "The blade is only turned."),
        ("A daily copy is made.", "A copy is made each day."),
        ("The mast holds 3 seconds under load.", "Under load the mast holds 3 seconds."),
    ],
)
def test_other_words_for_the_same_reach_or_unit_are_not_suspected(quote, statement):
    assert not against(quote, statement) & {Doubt.SCOPE, Doubt.UNIT, Doubt.DIRECTION}


def test_the_other_direction_is_suspected_and_the_same_one_is_not():
    quote = "The new blade is harder to mount and has more parts."
    assert Doubt.DIRECTION in against(quote, "The new blade is easier to mount.")
    assert against(quote, "The blade that is new has more parts.") == set()


@pytest.mark.parametrize(
    "statement", ["The array does not have sixteen turbines.", "The Skarrow array has sixteen turbines."]
)
def test_what_is_only_suspected_is_left_to_a_judge(statement):
    result = verdict_of_code(PAGE.text, statement)
    assert (result.flaw, result.statement.support) == (None, Support.UNCHECKED)
    assert result.statement.doubts


@pytest.mark.parametrize(
    ("statement", "flaw"),
    [("The array has fifteen turbines.", Flaw.FIGURE), ("The array was approved in 2022.", Flaw.DATE)],
)
def test_a_figure_or_date_that_stands_nowhere_is_cut_by_code_alone(statement, flaw):
    assert verdict_of_code(PAGE.text, statement).flaw is flaw


def test_words_of_the_quote_are_supported_with_their_markdown_taken_off():
    quote = "It is *unrelated* to the scheme called [Project Lantern](project-lantern.md), see **2021**."
    said = "It is unrelated to the scheme called Project Lantern, see 2021."
    assert verdict_of_code(quote, said).statement.support is Support.SUPPORTED


def test_a_statement_over_two_quotes_may_use_both():
    first, second = make_page("The array has sixteen turbines."), make_page("Each is rated at 1.5 MW.", url="kb://w/b")
    facts = {fact.id: fact for fact in (make_fact(page, page.text) for page in (first, second))}
    said = Statement(text="The array has sixteen turbines of 1.5 MW each.", facts=tuple(facts))
    assert check(said, facts).statement.support is Support.SUPPORTED


def test_what_is_noticed_and_light_is_no_doubt() -> None:
    quote = "The array has sixteen turbines in two rows."
    light = verdict_of_code(quote, "The array has sixteen tall turbines in two rows.").statement
    assert (light.doubts, light.support) == ((), Support.SUPPORTED)
    odd = verdict_of_code(quote, "The array has tall white steel turbines from Lisbon in two rows.").statement
    assert odd.doubts
    assert odd.support is Support.UNCHECKED


def test_a_lead_in_that_cites_and_names_something_is_judged() -> None:
    fact = make_fact(PAGE, PAGE.text)
    plain, naming = (
        Statement(text=text, facts=(fact.id,)) for text in ("It is switched on so:", "Switch it on with `Skarrow` so:")
    )
    report = make_report(
        [make_outcome(make_task("1"), (fact,), paragraphs=(Paragraph(statements=(plain, naming)),))], ship=False
    )
    assert [one.text for one in to_judge(report)] == [naming.text]


def test_a_judgement_of_one_word_is_no_judges_business() -> None:
    words = ("No.", "Yes", "MySQL", "Nobody does.", "")
    own = {text: Statement(text=text or "None", kind=StatementKind.JUDGEMENT) for text in words}
    fact = make_fact(PAGE, PAGE.text)
    cited = Statement(text="Nowhere.", facts=(fact.id,), kind=StatementKind.JUDGEMENT)
    told = (*own.values(), cited)
    report = make_report([make_outcome(make_task("1"), (fact,), paragraphs=(Paragraph(statements=told),))], ship=False)
    assert [(one.text, bool(one.facts)) for one in to_judge(report)] == [
        ("MySQL", False),
        ("Nobody does.", False),
        ("Nowhere.", True),
    ]
    assert {one.text for one in statements_of(judged(report, {}).sections[0])} >= {"No.", "Yes", "None"}


def test_what_is_left_of_a_statement_is_more_than_a_word() -> None:
    fact = make_fact(PAGE, PAGE.text)
    said = Statement(text="Stop. It has 99 turbines.", facts=(fact.id,))
    kept = Statement(text="The array was approved in 2021. It has 99 turbines.", facts=(fact.id,))
    report = make_report(
        [make_outcome(make_task("1"), (fact,), paragraphs=(Paragraph(statements=(said, kept)),))], ship=False
    )
    final = checked(report)
    assert [one.text for one in statements_of(final.sections[0])] == ["The array was approved in 2021."]
    assert [cut.text for cut in final.cuts] == [said.text, "It has 99 turbines."]


def test_the_title_and_date_of_the_source_count_as_grounds():
    quote, more = "It produced 61 GWh.", {"title": "Kittlehead", "dated": date(2025, 12, 31)}
    assert verdict_of_code(quote, "In 2025 Kittlehead produced 61 GWh.", **more).flaw is None
    assert verdict_of_code(quote, "In 2024 Kittlehead produced 61 GWh.", **more).flaw


def test_what_surrounds_a_quote_counts_as_grounds():
    fact = make_fact(PAGE, "The array has sixteen turbines.")
    said = Statement(text="The array with sixteen turbines is rated at 24 MW.", facts=(fact.id,))
    bare = fact.model_copy(update={"evidence": tuple(e.model_copy(update={"context": ""}) for e in fact.evidence)})
    known = bare.model_copy(
        update={"evidence": tuple(e.model_copy(update={"context": PAGE.text}) for e in bare.evidence)}
    )
    assert check(said, {fact.id: bare}).flaw is Flaw.FIGURE
    assert check(said, {fact.id: known}).flaw is None


def test_a_translation_is_left_to_a_mind():
    result = verdict_of_code("The ferry is large and slow.", "その船は大きくて遅い。")
    assert (result.statement.support, result.flaw) == (Support.UNCHECKED, None)


@pytest.mark.parametrize(
    ("said", "flawed"), [("about 110 boats", False), ("about 111 boats", True), ("110 boats", True)]
)
def test_a_hedged_figure_may_be_a_tenth_off_and_a_plain_one_may_not(said, flawed):
    assert bool(verdict_of_code("There were 100 boats.", f"There were {said}.").flaw) is flawed


@given(st.text(max_size=200), st.text(min_size=1, max_size=200))
def test_no_text_breaks_the_check(statement, quote):
    assert all(doubt in Doubt for doubt in against(quote, statement))


@given(
    st.lists(
        st.sampled_from(["The array", "does not", "turn", "in 2021", "24 MW", "十二基", "Kittlehead,", "と。"]),
        min_size=1,
        max_size=12,
    )
)
def test_a_quote_always_supports_itself(words):
    quote = " ".join(words)
    assert verdict_of_code(quote, quote).statement.support is Support.SUPPORTED


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
    assert report.cuts[0].reason == "数値「fifty」が根拠にない"


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


def spoken(report):
    return [s.text for s in report.sections[0].paragraphs[0].statements] if report.sections[0].paragraphs else []


LEADS = Statement(text="That is the picture at sea.")
GOES_FAR = "Nothing else at sea turns as well as these sixteen do."


def test_a_sentence_that_only_connects_ships_beside_cited_ones_and_not_alone():
    assert spoken(shipped(say(FACT), LEADS)) == [FACT.claim, LEADS.text]
    assert spoken(shipped(LEADS)) == []
    kinds = [s.kind for s in shipped(say(FACT), LEADS).sections[0].paragraphs[0].statements]
    assert kinds == [StatementKind.STATED, StatementKind.CONNECTING]


@pytest.mark.parametrize("text", ["It cost Zorblax a fortune.", "It cost 40 million.", "It ended in 1987."])
def test_a_sentence_without_marks_that_brings_a_name_or_a_figure_does_not_connect(text):
    assert text not in spoken(judged(shipped(say(FACT), Statement(text=text)), {}))


def test_what_follows_from_facts_ships_as_reasoned():
    report = judged(shipped(say(FACT), say(FACT, GOES_FAR)), {GOES_FAR: Verdict.REASONED})
    assert report.sections[0].paragraphs[0].statements[1].kind is StatementKind.REASONED


@pytest.mark.parametrize("verdict", [Verdict.BEYOND, Verdict.CONTRADICTED])
def test_what_does_not_hold_is_said_otherwise_once(verdict):
    instead = "Sixteen turbines make up the array."
    report = judged(shipped(say(FACT), say(FACT, GOES_FAR)), {GOES_FAR: verdict}, {GOES_FAR: instead})
    assert spoken(report) == [FACT.claim, instead]
    assert not report.cuts


@pytest.mark.parametrize("instead", ["", "The array has ninety turbines."])
def test_what_cannot_be_said_otherwise_is_cut_and_recorded(instead):
    report = judged(shipped(say(FACT), say(FACT, GOES_FAR)), {GOES_FAR: Verdict.BEYOND}, {GOES_FAR: instead})
    assert spoken(report) == [FACT.claim]
    assert [cut.text for cut in report.cuts] == [GOES_FAR]


def test_a_cut_leaves_no_sentence_that_points_back_to_it():
    leaning = "This is why visitors come to see all sixteen of them."
    report = judged(
        shipped(say(FACT), say(FACT, GOES_FAR), say(FACT, leaning)),
        {GOES_FAR: Verdict.BEYOND, leaning: Verdict.SUPPORTED},
    )
    assert spoken(report) == [FACT.claim]
    assert [cut.text for cut in report.cuts] == [GOES_FAR, leaning]


def test_two_cells_with_the_same_words_have_a_verdict_each():
    other = make_fact(PAGE, "It was approved in 2021.")
    cells = [say(FACT, "yes, so far"), say(other, "yes, so far")]
    task = make_task("1")
    report = make_report([make_outcome(task, [FACT, other])], [task], mind="llm:m")
    rows = tuple(Row(label=name, cells=(cell,)) for name, cell in zip("ab", cells, strict=True))
    report = report.model_copy(update={"table": CitedTable(columns=("c",), rows=rows)})
    asked = [one for one in to_judge(report) if one.text == "yes, so far"]
    assert asked == cells
    left = judged(report, {name_of(cells[0]): Verdict.SUPPORTED, name_of(cells[1]): Verdict.BEYOND}).table
    assert left is not None
    assert [row.label for row in left.rows] == ["a"]


@pytest.mark.parametrize(
    ("statement", "told"),
    [
        ("The array has fifteen turbines.", True),
        ("The array has sixteen turbines because the seabed is rocky.", True),
        ("The array by Zorblax has sixteen turbines.", True),
        ("The array always has sixteen turbines.", False),
        ("Leave the sixteen turbines of the array alone.", False),
        ("Nothing else at sea turns as well as these sixteen do.", False),
    ],
)
def test_a_judge_is_told_to_look_at_what_is_seldom_a_false_alarm(statement, told):
    assert bool(hints(say(FACT, statement), {FACT.id: FACT})) is told


def test_every_sentence_knows_what_stands_beside_it():
    said = [say(FACT), say(FACT, "Turbines in this array may please visitors."), LEADS]
    found = {one.text: (before, after) for one, before, after in neighbours(shipped(*said))}
    assert found[said[1].text] == (FACT.claim, LEADS.text)
    assert found[LEADS.text] == (said[1].text, "")


def test_the_number_of_a_step_is_no_figure():
    quote = "The cluster needs a node for each replica."
    assert verdict_of_code(quote, "The cluster needs a node for each replica until step 4.").flaw is None
    assert verdict_of_code(quote, "The cluster needs 4 nodes for each replica.").flaw


def test_what_a_sentence_opens_with_is_no_name_by_the_number_after_it():
    quote = "Replicas are rebuilt by the server."
    page = make_page(quote, title="Server 2.12")
    said = Statement(text="Since 2.12 replicas are rebuilt by the server.", facts=("f",))
    fact = make_fact(page, quote, fact_id="f")
    assert not [doubt for doubt in check(said, {"f": fact}).statement.doubts if "Since" in doubt]


@pytest.mark.parametrize(
    ("verdict", "ships"),
    [(Verdict.CONNECTING, True), (Verdict.SUPPORTED, False), (None, False), (Verdict.BEYOND, False)],
)
def test_an_uncited_sentence_with_a_name_ships_only_on_the_word_of_a_judge_that_it_claims_nothing(verdict, ships):
    page = make_page("The array has sixteen turbines. It stands in the sound.")
    fact = make_fact(page, "The array has sixteen turbines.")
    named = Statement(text="Call it Bakerloo first; that is a judgement.")
    told = Paragraph(statements=(say(fact), named))
    report = make_report([make_outcome(make_task("1"), [fact], paragraphs=[told])], mind="llm:any", ship=False)
    report = checked(report)
    assert named.text in [one.text for one in to_judge(report)]
    shipped = judged(report, {named.text: verdict} if verdict else {})
    assert (named.text in [s.text for section in shipped.sections for s in statements_of(section)]) is ships


def test_a_sentence_that_leans_on_one_that_code_cut_goes_with_it():
    page = make_page("The array has sixteen turbines. It stands in the sound.")
    fact = make_fact(page, "The array has sixteen turbines.")
    told = Paragraph(
        statements=(say(fact), Statement(text="It cost 40 crowns."), Statement(text="That is why we wait."))
    )
    report = make_report([make_outcome(make_task("1"), [fact], paragraphs=[told])], mind="llm:any", ship=False)
    left = checked(report)
    assert [s.text for section in left.sections for s in statements_of(section)] == ["The array has sixteen turbines."]


def test_numbers_in_code_have_the_unit_of_their_program():
    quote = "The window is 2 minutes by default; five replicas are the most."
    assert verdict_of_code(quote, "The window is set by `--dupe-window 2m`.").flaw is None
    assert verdict_of_code(quote, "The window is set by `--dupe-window 9m`.").flaw is Flaw.FIGURE
    assert verdict_of_code(quote, "The window is 2 m by default.").flaw


def test_what_code_vetoed_may_be_said_otherwise_once():
    page = make_page("The array has sixteen turbines. It stands in the sound.")
    fact = make_fact(page, "The array has sixteen turbines.")
    wrong = say(fact, "The array has 40 turbines.")
    report = make_report(
        [make_outcome(make_task("1"), [fact], paragraphs=[Paragraph(statements=(wrong,))])], mind="llm:any", ship=False
    )
    (vetoed,) = first_look(report).vetoed
    statement = vetoed.statement
    assert statement.text == wrong.text
    assert "40" in vetoed.reason
    assert vetoed.nowhere == ("40",)
    told = checked(report, {name_of(statement): "Sixteen turbines make up the array."})
    assert [s.text for one in told.sections for s in statements_of(one)] == ["Sixteen turbines make up the array."]
    still = checked(report, {name_of(statement): "The array has 41 turbines."})
    assert not [s for one in still.sections for s in statements_of(one)]


@pytest.mark.parametrize(
    ("quoted", "said", "flaw"),
    [
        ("Borg2 repositories are new.", "Borg 2 repositories are rather new.", None),
        ("Borg2 repositories are new.", "Borg 3 repositories are rather new.", Flaw.FIGURE),
        ("Borg12 repositories are new.", "Borg 2 repositories are rather new.", Flaw.FIGURE),
        ("Borg2 repositories are new.", "Its 2 repositories are rather new.", Flaw.FIGURE),
        ("Borg2 repositories are new.", "With Borg 2 GB of repositories are new.", Flaw.FIGURE),
        ("Borg 2 repositories are new.", "Borg2 repositories are rather new.", None),
        ("It needs Python3 to run.", "To run it Python 3 is needed.", None),
        ("It needs Python3.11 to run.", "To run it Python 3 is needed.", None),
        ("It needs Python3 to run.", "To run it Python 3.11 is needed.", Flaw.FIGURE),
        ("It needs Compose v2 to run.", "To run it Compose 2 is needed.", None),
        ("It needs the v2 format to run.", "To run it version 2 of the format is needed.", None),
        ("It needs the v2 format to run.", "To run it 2 formats are needed.", Flaw.FIGURE),
        ("Fetch borg-2.0.0b22 to run it.", "To run it fetch Borg 2.0.0b22 there.", None),
        ("Fetch borg-2.0.0b22 to run it.", "To run it fetch Borg 2.0.0b23 there.", Flaw.FIGURE),
        ("Fetch borg-2.0.0b22 to run it.", "To run it fetch Borg 2.0.0b2 there.", Flaw.FIGURE),
    ],
)
def test_a_figure_that_belongs_to_a_name_may_be_glued_to_it_in_the_evidence(
    quoted: str, said: str, flaw: Flaw | None
) -> None:
    fact = make_fact(make_page(quoted), quoted)
    assert check(say(fact, said), {fact.id: fact}).flaw is flaw


def borg_report(said, **update):
    """Two cited sentences and one without marks between them; a third fact, cited elsewhere, speaks of Borg 1.4."""
    page = make_page(
        "Borg 2 documents specific codes. A damaged repository is checked first. Use borg 1.4 on old hosts."
    )
    codes, damaged, old = (make_fact(page, quote) for quote in (page.text[:32], page.text[33:71], page.text[72:]))
    parts = [Paragraph(statements=(say(codes), Statement(text=said), say(damaged)))]
    other = make_outcome(make_task("2"), [old], paragraphs=[Paragraph(statements=(say(old),))])
    made = make_report([make_outcome(make_task("1"), [codes, damaged], paragraphs=parts), other], ship=False)
    return made.model_copy(update=update)


CAVEAT = "The more specific codes are documented for Borg 2; test which of them your 1.4 release returns."


@pytest.mark.parametrize(
    ("verdict", "doubted", "ships"),
    [
        (Verdict.CONNECTING, False, True),
        (Verdict.CONNECTING, True, False),
        (Verdict.BEYOND, False, False),
        (Verdict.UNCHECKED, False, False),
    ],
)
def test_an_unmarked_caveat_with_a_version_that_other_facts_give_goes_to_the_judge(verdict, doubted, ships):
    report = borg_report(CAVEAT)
    (said,) = [one for one in first_look(report).to_judge if one.text == CAVEAT]
    assert "name: 1.4" in said.doubts
    assert hints(said, {}) == said.doubts
    told = judged(checked(report), {CAVEAT: verdict}, doubted=[name_of(said)] if doubted else [])
    assert (CAVEAT in [one.text for section in told.sections for one in statements_of(section)]) is ships


@pytest.mark.parametrize(
    "said",
    [
        CAVEAT.replace("1.4", "1.7"),
        "Test which of these codes your 1.4 release returns.",  # whose release it is, it does not say
        "The more specific codes of Borg 2 cost 14 crowns.",
    ],
)
def test_no_judge_rescues_an_unmarked_sentence_with_a_figure_that_nobody_gave(said):
    report = borg_report(said)
    assert said not in [one.text for one in first_look(report).to_judge]
    told = judged(checked(report), {said: Verdict.CONNECTING})
    assert said in [cut.text for cut in told.cuts]


def test_an_unmarked_sentence_may_have_figures_of_the_question_where_a_judge_calls_it_connecting():
    said = "With 43 machines, test the codes on a few of them first."
    report = borg_report(said, question="How do we back up 40 laptops and three servers?")
    assert said in [one.text for one in first_look(report).to_judge]
    assert said not in [cut.text for cut in judged(checked(report), {said: Verdict.CONNECTING}).cuts]
    assert said in [cut.text for cut in judged(checked(report), {}).cuts]
    assert said in [cut.text for cut in checked(borg_report(said)).cuts]


@pytest.mark.parametrize(
    ("cell", "ships"),
    [
        ("Repository damaged, below", True),
        ("Damaged repository", True),
        ("Damaged", False),  # one word of a longer heading says something
        ("Repository damaged by rats", False),
    ],
)
def test_a_cell_that_only_names_a_part_of_the_report_survives_without_a_citation(cell, ships):
    report = borg_report("Check first.")
    heading = report.sections[0].model_copy(update={"heading": "When a repository is damaged"})
    table = CitedTable(columns=("Then",), rows=(Row(label="Rot", cells=(Statement(text=cell),)),))
    report = report.model_copy(update={"sections": (heading, *report.sections[1:]), "table": table})
    assert cell not in [one.text for one in to_judge(checked(report))]
    told = judged(checked(report), {cell: Verdict.CONNECTING})
    assert [one.text for one in told.table.cells] == [cell] if ships else told.table is None
    if ships:
        assert (told.table.cells[0].facts, told.table.cells[0].kind) == ((), StatementKind.CONNECTING)


ADVICE = Statement(text="Replace the array when twelve people ask for it.", kind=StatementKind.JUDGEMENT)


@pytest.mark.parametrize(
    ("verdict", "doubted", "ships"),
    [
        (Verdict.CONNECTING, False, True),
        (Verdict.REASONED, False, True),
        (Verdict.CONNECTING, True, False),
        (Verdict.BEYOND, False, False),
        (Verdict.CONTRADICTED, False, False),
        (Verdict.UNCHECKED, False, False),
    ],
)
def test_a_judgement_of_the_reports_own_may_set_a_limit_in_words_where_a_judge_lets_it(verdict, doubted, ships):
    report = shipped(say(FACT), ADVICE)
    told = judged(report, {ADVICE.text: verdict}, doubted=[name_of(ADVICE)] if doubted else [])
    assert (ADVICE.text in spoken(told)) is ships
    if ships:
        assert told.sections[0].paragraphs[0].statements[1].kind is StatementKind.JUDGEMENT


def test_advice_without_a_limit_or_a_name_needs_no_judge_and_no_cited_neighbour():
    plain = ADVICE.model_copy(update={"text": "look after it first"})
    table = CitedTable(columns=("Then",), rows=(Row(label="Rust", cells=(plain,)),))
    report = judged(shipped(say(FACT)).model_copy(update={"table": table}), {})
    assert [(cell.text, cell.kind) for cell in report.table.cells] == [(plain.text, StatementKind.JUDGEMENT)]


@pytest.mark.parametrize("text", ["Replace it after 7 winters.", "Replace it before 2031.", "Keep 40 % in reserve."])
def test_no_judge_rescues_a_figure_in_digits_that_nobody_gave_by_calling_it_a_judgement(text):
    own = ADVICE.model_copy(update={"text": text})
    report = make_report(
        [make_outcome(make_task("1"), [FACT], paragraphs=[Paragraph(statements=(say(FACT), own))])], ship=False
    )
    assert [one.statement.text for one in first_look(report).vetoed] == [text]
    assert text not in spoken(judged(checked(report), {text: Verdict.CONNECTING}))


def test_what_is_called_a_judgement_and_is_said_by_its_facts_is_stated():
    own = say(FACT, "There are sixteen turbines.", kind=StatementKind.JUDGEMENT)
    report = judged(shipped(own), {own.text: Verdict.SUPPORTED})
    assert report.sections[0].paragraphs[0].statements[0].kind is StatementKind.STATED


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("Open the desk at 08:30 on day 2 and rehearse in weeks 3 to 5.", None),
        ("Rehearse for 7 weeks.", Flaw.FIGURE),
        ("Ask 90 % of them.", Flaw.FIGURE),
        ("第3週に試す。", None),
        ("Let tier 2 sample.", None),
    ],
)
def test_a_judgement_may_name_the_weeks_and_hours_of_its_plan_and_no_other_figure(text, flaw):
    assert check(Statement(text=text, kind=StatementKind.JUDGEMENT), {FACT.id: FACT}).flaw is flaw
    for place in ("in week 7", "as tier 7"):
        assert check(Statement(text=f"It opened {place}.", facts=(FACT.id,)), {FACT.id: FACT}).flaw is Flaw.FIGURE


@pytest.mark.parametrize(
    ("text", "flaw"),
    [
        ("As I know the law, EN 301 549 applies; have it confirmed.", None),
        ("As I know it, Directive (EU) 2016/2102 and ISO/IEC 27001:2022 bind you, and § 12 of the act.", None),
        ("As I know it, EN 301 549 asks for 7 checks.", Flaw.FIGURE),
        ("Expect EUR 500 a piece.", Flaw.FIGURE),
    ],
)
def test_a_judgement_may_name_a_law_or_a_standard_by_its_number(text: str, flaw: Flaw | None) -> None:
    assert check(Statement(text=text, kind=StatementKind.JUDGEMENT), {FACT.id: FACT}).flaw is flaw
    assert check(Statement(text="EN 301 549 applies to it.", facts=(FACT.id,)), {FACT.id: FACT}).flaw is Flaw.FIGURE


@pytest.mark.parametrize(
    ("column", "cell", "flaw"),
    [
        ("Week", "2–4", None),
        ("Weeks", "2, 7", None),
        ("Runbook step that ends it", "3 and 5", None),
        ("Cost", "2–4", Flaw.FIGURE),
        ("Cost", "3 and 5", Flaw.FIGURE),
        ("Week", "7 people", Flaw.FIGURE),
    ],
)
def test_a_cell_under_a_week_is_a_place_in_the_plan(column: str, cell: str, flaw: Flaw | None) -> None:
    own = Statement(text=cell, kind=StatementKind.JUDGEMENT)
    assert check(own, {FACT.id: FACT}, column=column).flaw is flaw
    table = CitedTable(columns=("Who", column), rows=(Row(label="Crane", cells=(say(FACT), own)),))
    report = checked(shipped(say(FACT)).model_copy(update={"table": table}))
    assert report.table is not None
    assert (own.text in [cell.text for cell in report.table.cells]) is (flaw is None)


@pytest.mark.parametrize("label", ["Week 17, successor", "By week 12", "Weeks 18–19", "Day 2, 09:15"])
def test_the_place_in_a_plan_that_labels_an_item_is_no_figure_of_its_evidence(label):
    assert check(say(FACT, f"{label}: the array has sixteen turbines."), {FACT.id: FACT}).flaw is None
    assert check(say(FACT, f"{label}: the array opened in week 7."), {FACT.id: FACT}).flaw is Flaw.FIGURE


def test_a_sentence_without_marks_may_lead_over_among_judgements_and_not_alone():
    own = Statement(text="Look after the turbines first.", kind=StatementKind.JUDGEMENT)
    lead = Statement(text="The rest follows from that.")
    assert check(lead, {}, among_judgements=True).flaw is None
    assert check(lead, {}).flaw is Flaw.UNCITED
    told = checked(make_report([make_outcome(make_task("1"), [FACT])], summary=[own, lead, say(FACT)], ship=False))
    assert lead.text in [one.text for one in told.summary]


def test_a_judgement_that_a_judge_finds_founded_counts_as_supported_and_one_without_reasons_counts_for_nothing():
    founded = say(FACT, "Look after the turbines first.", kind=StatementKind.JUDGEMENT)
    for verdict, facts, rate in ((Verdict.REASONED, (FACT.id,), 1.0), (Verdict.CONNECTING, (), 1.0)):
        told = judged(shipped(say(FACT), founded), {founded.text: verdict, FACT.claim: Verdict.SUPPORTED})
        assert told.sections[0].paragraphs[0].statements[1].facts == facts
        assert told.run_facts.supported == rate
    doubted = judged(shipped(say(FACT), founded), {founded.text: Verdict.SUPPORTED}, doubted=[name_of(founded)])
    assert doubted.sections[0].paragraphs[0].statements[1].kind is StatementKind.JUDGEMENT, "nobody can be believed"


def test_a_statement_is_cited_by_the_evidence_that_its_judge_found_it_to_hold_by():
    other = make_fact(PAGE, "It was approved in 2021.")
    said = say(FACT, "The approved array turns.")
    report = shipped(said, say(other))
    report = report.model_copy(update={"facts": (FACT, other)})
    told = judged(report, {said.text: Verdict.SUPPORTED}, restated={name_of(said): (FACT.id, other.id)})
    assert told.sections[0].paragraphs[0].statements[0].facts == (FACT.id, other.id)
