"""Blocks of code in a written report: their lines stay as they are in every format, and nothing in them acts."""

from __future__ import annotations

import io
import json
import zipfile
from html import escape
from textwrap import indent

import pytest
from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Fact
from fathoms.domain.report import (
    CitedTable,
    Flaw,
    Layout,
    Paragraph,
    Report,
    Row,
    Section,
    Statement,
    StatementKind,
    Support,
    Verdict,
)
from fathoms.report.build.check import checked, first_look, judged, name_of, to_judge
from fathoms.report.build.edited import with_edit
from fathoms.report.build.holding import check
from fathoms.report.build.repeats import told_once
from fathoms.report.citations import Citations
from fathoms.report.parts import cited
from fathoms.report.render import docx, flat, html, markdown, pdf
from fathoms.report.render import json as as_json
from fathoms.report.statements import statements
from fathoms.report.words import words_for

PAGE = make_page("Start the pump with `pump --rate 3`. The valve opens by itself. Stop the pump at dusk.", title="Pump")
PUMP, VALVE, STOP = (
    make_fact(PAGE, quote)
    for quote in ("Start the pump with `pump --rate 3`.", "The valve opens by itself.", "Stop the pump at dusk.")
)
COMMAND = "pump \\\n    --rate 3"
HOSTILE = "\n".join(
    (
        "```",
        "</code></pre><script>alert(x)</script>",
        "]]> {{style}} [link](javascript:x) `tick`",
        "````",
        "# Heading",
        "\x1b[m| a |",
    )
)


def block(text: str = COMMAND, code: str = "bash", fact: object = PUMP) -> Statement:
    return say(fact, text, code=code)


def written(*told: Statement, layout: Layout = Layout.PROSE, ship: bool = True) -> Report:
    paragraph = Paragraph(statements=told, layout=layout)
    outcome = make_outcome(make_task("1"), [PUMP, VALVE, STOP], paragraphs=[paragraph])
    return make_report([outcome], mind="llm:any", ship=ship)


def only_section(report: Report) -> Section:
    (section,) = report.sections
    return section


@pytest.fixture
def steps() -> Report:
    told = (say(PUMP, "Start the pump:"), block(), say(VALVE, "The valve opens."), say(STOP, "Stop it at dusk."))
    return written(*told, layout=Layout.STEPS)


def test_markdown_sets_it_between_fences_with_its_marks_on_its_lead_and_the_steps_go_on(steps: Report) -> None:
    shown = markdown.render(steps)
    code = indent(f"```bash\n{COMMAND}\n```", "   ")
    assert f"1. Start the pump: [1a]\n\n{code}\n\n2. The valve opens. [1b]\n3. Stop" in shown


def test_the_sentence_before_it_has_the_marks_of_both_each_once_and_code_that_opens_has_its_own_below() -> None:
    led = markdown.render(written(say(VALVE, "The valve opens:"), block()))
    assert f"The valve opens: [1a, 1b]\n\n```bash\n{COMMAND}\n```\n\n" in led
    alone = markdown.render(written(block(), say(VALVE, "The valve opens.")))
    assert f"```bash\n{COMMAND}\n```\n\n[1a]" in alone


def test_a_part_that_is_a_table_alone_is_shown() -> None:
    table = CitedTable(columns=("Does",), rows=(Row(label="Pump", cells=(say(PUMP, "starts"),)),))
    report = make_report(
        [make_outcome(make_task("1"), [PUMP], paragraphs=[Paragraph(statements=(), table=table)])], mind="llm:any"
    )
    assert "| **Pump** | starts" in markdown.render(report)


def test_a_lead_to_code_that_was_put_together_is_shown_as_reasoned_and_the_code_is_not() -> None:
    made = block().model_copy(update={"kind": StatementKind.REASONED})
    told = (say(VALVE, "Start it with:"), made, made)
    citations = Citations(written(*told))
    assert [shown.text for _, shown, _ in cited(told, citations, running=True)] == ["[≈1a, 1b]", "", ""]
    assert [shown.text for _, shown, _ in cited(told[1:], citations, running=True)] == ["[≈1a]", "[≈1a]"]


@pytest.mark.parametrize(
    ("lead", "on", "below"),
    [("Start it with:", VALVE, False), ("It starts.", PUMP, False), ("The valve opens.", VALVE, True)],
)
def test_a_sentence_that_neither_announces_code_nor_rests_on_the_same_takes_over_none_of_its_sources(
    lead: str, on: Fact, below: bool
) -> None:
    paragraph = Paragraph(statements=(say(on, lead), block()))
    shown = markdown.render(
        make_report([make_outcome(make_task("1"), [VALVE, PUMP], paragraphs=[paragraph])], mind="llm:any")
    )
    assert ("```\n\n[" in shown) is below


def test_html_sets_it_inside_its_step_with_the_quotes_on_its_marks(steps: Report) -> None:
    shown = html.render(steps)
    before, after = shown.split(f'<div class="code"><pre tabindex="0"><code>{COMMAND}</code></pre>')
    lead = before.rpartition("<li>Start the pump:")[2]
    assert ">1a</a>" in lead
    assert "Start the pump with pump --rate 3." in lead
    assert not after.startswith('<p class="below">')
    assert shown.count("<li>The valve opens.") == 1


def test_flat_formats_keep_its_lines_and_the_numbers_of_the_steps(steps: Report) -> None:
    made = [(one.style, one.text, one.level) for one in flat.flattened(steps)]
    first = made.index((flat.Style.STEP, "Start the pump: [1a]", 1))
    assert made[first + 1 : first + 4] == [
        (flat.Style.CODE, "pump \\", 1),
        (flat.Style.CODE, "    --rate 3", 1),
        (flat.Style.STEP, "The valve opens. [1b]", 2),
    ]


def test_word_keeps_its_blanks_and_numbers_each_list_from_one(steps: Report) -> None:
    body = zipfile.ZipFile(io.BytesIO(docx.render(steps))).read("word/document.xml").decode()
    assert '<w:t xml:space="preserve">    --rate 3</w:t>' in body
    assert "<w:t>1.</w:t>" in body


def test_pdf_shows_it(steps: Report) -> None:
    assert pdf.render(steps).startswith(b"%PDF")


def test_json_names_what_it_is_written_in(steps: Report) -> None:
    told = json.loads(as_json.render(steps))["sections"][0]["paragraphs"][0]["statements"]
    assert [one["code"] for one in told] == ["", "bash", "", ""]
    assert told[1]["text"] == COMMAND


def test_nothing_in_it_acts_in_any_format() -> None:
    report = written(say(PUMP, "Start it:"), block(HOSTILE, "text"), say(VALVE, "The valve opens."))
    shown = markdown.render(report)
    inside = shown.split("`````\n")[1]
    assert inside.startswith("```\n</code>")
    assert inside.rstrip().endswith("[m| a |")
    assert "\x1b" not in shown
    page = html.render(report)
    assert "<script>alert" not in page
    assert "&lt;/code&gt;&lt;/pre&gt;&lt;script&gt;" in page
    assert "{{style}}" in page
    assert docx.render(report)
    assert pdf.render(report)


def test_figures_in_it_need_to_stand_somewhere_and_no_more() -> None:
    facts = {PUMP.id: PUMP}
    assert check(block("pump --rate 3 --tag v2"), facts).flaw is None
    assert check(block("pump --rate 7"), facts).flaw is Flaw.FIGURE


def own(text: str = "pump --rate 3 --quiet") -> Statement:
    return block(text).model_copy(update={"kind": StatementKind.JUDGEMENT})


def test_an_example_of_the_reports_own_needs_evidence_for_its_figures_alone() -> None:
    facts = {PUMP.id: PUMP}
    assert check(own(), facts).flaw is None
    assert check(own("pump --rate 4 --quiet  # step 4"), facts).detail == "4"
    assert check(own("pump --rate 3  # step 4"), facts).flaw is None


def test_an_example_of_the_reports_own_says_so_in_every_format_and_another_block_does_not() -> None:
    note = words_for("en").own_code
    lead = say(PUMP, "Start the pump slowly:")
    report = judged(written(lead, own(), ship=False), {name_of(own()): Verdict.REASONED})
    assert markdown.render(report).count(note) == 1
    assert html.render(report).count(escape(note)) == 1
    assert sum(note in one.text for one in flat.flattened(report)) == 1
    assert note not in markdown.render(written(lead, block()))


def test_an_example_of_the_reports_own_that_its_judge_finds_wrong_does_not_stand() -> None:
    lead = say(PUMP, "Start the pump slowly:")
    report = judged(written(lead, own(), ship=False), {name_of(own()): Verdict.CONTRADICTED})
    assert not any(one.code for one in statements(report))


def test_a_block_is_judged_and_one_that_ends_like_a_lead_in_too() -> None:
    told = [one.text for one in to_judge(checked(written(say(PUMP, "Start it:"), block("pump:\n  valve:"))))]
    assert told == ["pump:\n  valve:"]


def test_a_block_without_a_mark_is_cut_with_the_sentence_that_leads_to_it() -> None:
    report = checked(
        written(say(VALVE, "The valve opens by itself."), Statement(text="Now:"), Statement(text="rm x", code="sh"))
    )
    assert [one.text for one in statements(report) if one in only_section(report).paragraphs[0].statements] == [
        "The valve opens by itself."
    ]
    assert [(cut.text, cut.reason) for cut in report.cuts] == [
        ("rm x", words_for("en").flaws[Flaw.UNCITED]),
        ("Now:", words_for("en").flaws[Flaw.LED]),
    ]


def test_a_block_that_a_judge_rejects_leaves_no_sentence_that_points_to_it() -> None:
    told = (say(VALVE, "The valve opens."), say(PUMP, "Start the pump with:"), block("pump --slow"))
    report = judged(checked(written(*told)), {"pump --slow": Verdict.BEYOND})
    assert [one.text for one in only_section(report).paragraphs[0].statements] == ["The valve opens."]


LONG_LEAD = (
    "Operators at remote stations who trust neither timers nor colleagues nor gauges with water levels begin this way:"
)


def test_all_figures_of_a_vetoed_block_are_named_with_their_units() -> None:
    (vetoed,) = first_look(written(say(VALVE), block("pump --rate 3 --window 10m --tries 8"), ship=False)).vetoed
    assert vetoed.nowhere == ("10m", "8")
    assert "10m, 8" in vetoed.reason


def test_what_leads_to_a_vetoed_block_is_judged_and_stays_with_what_is_written_instead() -> None:
    lead, wrong, new = say(PUMP, LONG_LEAD), block("pump --rate 7"), block("pump --rate <litres>")
    report = written(lead, wrong, say(VALVE), ship=False)
    look = first_look(report)
    assert lead.text in [one.text for one in look.to_judge]
    assert wrong.text not in [one.text for one in look.to_judge]
    verdicts = {name_of(one): Verdict.SUPPORTED for one in (lead, new)}
    shipped = judged(checked(report, {name_of(wrong): new.text}), verdicts)
    assert [one.text for one in only_section(shipped).paragraphs[0].statements][:2] == [lead.text, new.text]
    lost = judged(checked(report), verdicts)
    assert (lead.text, words_for("en").flaws[Flaw.LED]) in [(cut.text, cut.reason) for cut in lost.cuts]


def test_what_leads_to_two_blocks_stays_with_the_one_that_is_left() -> None:
    lead, first, second = say(PUMP, "Start the pump with:"), block("pump --slow"), block()
    verdicts = {name_of(first): Verdict.BEYOND, name_of(second): Verdict.SUPPORTED}
    report = judged(checked(written(lead, first, second)), verdicts)
    assert [one.text for one in only_section(report).paragraphs[0].statements] == [lead.text, COMMAND]
    none = judged(checked(written(lead, first, second, say(VALVE))), dict.fromkeys(verdicts, Verdict.BEYOND))
    assert [cut.reason for cut in none.cuts if cut.text == lead.text] == [words_for("en").flaws[Flaw.LED]]


def test_what_is_written_instead_takes_its_place_line_by_line() -> None:
    wrong = block("pump --slow")
    verdicts = {name_of(wrong): Verdict.BEYOND, name_of(block()): Verdict.SUPPORTED}
    report = judged(checked(written(say(PUMP, "Start the pump:"), wrong)), verdicts, {name_of(wrong): COMMAND})
    said = only_section(report).paragraphs[0].statements[1]
    assert (said.text, said.code, said.support) == (COMMAND, "bash", Support.SUPPORTED)


def test_what_is_written_instead_may_stand_on_another_fact() -> None:
    wrong = say(PUMP, "The valve opens by itself.")
    instead = {name_of(wrong): "The valve opens by itself."}
    report = checked(written(wrong, say(STOP), say(VALVE, "So the valve opens.")))
    kept = judged(report, {name_of(wrong): Verdict.BEYOND}, instead, restated={name_of(wrong): (VALVE.id,)})
    assert only_section(kept).paragraphs[0].statements[0].facts == (VALVE.id,)
    lost = judged(report, {name_of(wrong): Verdict.BEYOND}, instead)
    assert [one.text for one in only_section(lost).paragraphs[0].statements] == [STOP.claim, "So the valve opens."]


def test_neither_code_nor_what_leads_to_it_is_a_repetition() -> None:
    told = (say(PUMP, "Start the pump at rate 3 with:"), block(), say(PUMP, "Start the pump at rate 3."))
    report = written(*told).model_copy(update={"answer": (say(STOP),)})
    report = report.model_copy(
        update={"sections": (only_section(report), only_section(report).model_copy(update={"task": "2"}))}
    )
    kept = told_once(report)
    assert [len([one for one in section.paragraphs[0].statements if one.code]) for section in kept.sections] == [1, 1]
    assert all(section.paragraphs[0].statements[0].announces for section in kept.sections)


def test_an_editor_who_calls_it_repeated_takes_neither_it_nor_its_sentence_out() -> None:
    told = (say(PUMP, "Start the pump with:"), block(), say(VALVE, "The valve opens."), say(STOP))
    report = written(*told)
    edited = Edited(answer=(say(STOP),), repeated=("Start the pump with:", COMMAND, "The valve opens."))
    kept = with_edit(report, edited, ())
    assert [one.text for one in only_section(kept).paragraphs[0].statements] == [told[0].text, COMMAND, STOP.claim]


@pytest.mark.parametrize(
    ("verdict", "doubted", "ships"),
    [
        (Verdict.REASONED, False, True),
        (Verdict.BEYOND, False, False),
        (Verdict.UNCHECKED, False, False),
        (Verdict.REASONED, True, False),
    ],
)
def test_a_computed_figure_ships_only_on_the_word_of_a_judge_who_can_be_believed(
    verdict: Verdict, doubted: bool, ships: bool
) -> None:
    page = make_page("The pump waits 5 s before each of 2 tries. The valve opens by itself.")
    tries, valve = make_fact(page, "The pump waits 5 s before each of 2 tries."), make_fact(page, page.text[43:])
    waits = say(tries, "With 2 tries of 5 s the pump waits 10 s.")
    paragraph = Paragraph(statements=(waits, say(valve)))
    report = make_report([make_outcome(make_task("1"), [tries, valve], paragraphs=[paragraph])], mind="llm:any")
    shipped = judged(checked(report), {name_of(waits): verdict}, doubted=[name_of(waits)] if doubted else [])
    assert (waits.text in [one.text for one in only_section(shipped).paragraphs[0].statements]) is ships


def test_a_lead_in_that_shares_the_marks_of_its_block_stays_though_nobody_judges_it() -> None:
    report = judged(checked(written(say(PUMP, "Ask for it with:"), block())), {name_of(block()): Verdict.SUPPORTED})
    assert [one.text for one in only_section(report).paragraphs[0].statements] == ["Ask for it with:", COMMAND]


def test_flat_formats_set_the_sentences_of_a_paragraph_on_the_same_lines_up_to_a_block_of_code() -> None:
    report = written(say(VALVE, "The valve opens."), say(PUMP, "Start it:"), block(), say(STOP, "Stop it at dusk."))
    made = [(one.style, one.text) for one in flat.flattened(report)]
    first = made.index((flat.Style.TEXT, "The valve opens. [1b] Start it: [1a]"))
    assert made[first + 1 : first + 4] == [
        (flat.Style.CODE, "pump \\"),
        (flat.Style.CODE, "    --rate 3"),
        (flat.Style.TEXT, "Stop it at dusk. [1c]"),
    ]


@pytest.mark.parametrize(
    ("lead", "verdict", "stays"),
    [
        (say(PUMP, "Now start it all."), Verdict.REASONED, False),
        (say(PUMP, "Now start it all."), Verdict.SUPPORTED, True),
        (say(STOP, "Now start it all."), Verdict.REASONED, True),  # it stands on something of its own
        (Statement(text="Now start it all."), Verdict.CONNECTING, False),
        (say(PUMP, f"{LONG_LEAD[:-1]}."), Verdict.REASONED, True),
    ],
)
def test_a_short_sentence_that_is_nothing_without_its_block_falls_with_it(
    lead: Statement, verdict: Verdict, stays: bool
) -> None:
    wrong = block("pump --slow")
    verdicts = {name_of(lead): verdict, name_of(wrong): Verdict.BEYOND}
    report = judged(checked(written(say(VALVE), lead, wrong, layout=Layout.STEPS)), verdicts)
    assert (lead.text in [one.text for one in statements(report)]) is stays
    if not stays:
        assert (lead.text, words_for("en").flaws[Flaw.LED]) in [(cut.text, cut.reason) for cut in report.cuts]


def test_a_block_with_blanks_ships_unjudged_where_the_rest_of_it_stands_and_the_record_says_what_went() -> None:
    wrong, blank = block("pump --rate 3 --rate slow"), "pump --rate 3 --rate <rate>"
    verdicts = {name_of(wrong): Verdict.BEYOND}
    report = judged(checked(written(say(VALVE), wrong)), verdicts, {name_of(wrong): blank})
    assert blank in [one.text for one in statements(report)]
    assert [(cut.text, cut.reason) for cut in report.cuts] == [("slow", words_for("en").flaws[Flaw.BLANKED])]
    assert "1 changed, 0 told elsewhere, 0 cut" in markdown.render(report)
    odd = judged(checked(written(say(VALVE), wrong)), verdicts, {name_of(wrong): "pump --shade <rate>"})
    assert [cut.text for cut in odd.cuts] == [wrong.text]
