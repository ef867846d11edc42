"""Items and steps of several sentences: each is checked and marked for itself, and they stay one item everywhere."""

from __future__ import annotations

import io
import json
import zipfile

from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.draft import Edited
from fathoms.domain.report import CitedTable, Layout, Paragraph, Report, Row, Statement, Verdict
from fathoms.report.build.check import checked, first_look, judged
from fathoms.report.build.edited import with_edit
from fathoms.report.render import docx, flat, html, markdown, pdf
from fathoms.report.render import json as as_json

PAGE = make_page("Start the pump at dawn. The valve opens by itself. Stop the pump at dusk.", title="Pump")
PUMP, VALVE, STOP = (
    make_fact(PAGE, quote)
    for quote in ("Start the pump at dawn.", "The valve opens by itself.", "Stop the pump at dusk.")
)
CODE = say(PUMP, "pump --slow", code="bash", item=1)
START, OPENS, STOPS = (
    say(PUMP, "Start the pump at dawn.", item=1),
    say(VALVE, "The valve opens by itself.", item=1),
    say(STOP, "Stop the pump at dusk.", item=2),
)


def written(*parts: Paragraph, ship: bool = True) -> Report:
    outcome = make_outcome(make_task("1"), [PUMP, VALVE, STOP], paragraphs=list(parts))
    return make_report([outcome], mind="llm:any", ship=ship)


def listed(*said: Statement, layout: Layout = Layout.LIST, goes_on: bool = False) -> Paragraph:
    return Paragraph(statements=said, layout=layout, goes_on=goes_on)


def left_of(report: Report) -> list[list[str]]:
    return [[one.text for one in item] for part in report.sections[0].paragraphs for item in part.items]


def test_sentences_of_one_item_stand_together_with_their_own_marks_in_every_format() -> None:
    report = written(listed(START, OPENS, STOPS))
    assert (
        "- Start the pump at dawn. [1a] The valve opens by itself. [1b]\n- Stop the pump at dusk. [1c]"
        in markdown.render(report)
    )
    page = html.render(report)
    item = page[page.rindex("<li>Start the pump at dawn.") :].partition("</li>")[0]
    assert ">1a</a>" in item
    assert "The valve opens by itself." in item
    assert (flat.Style.ITEM, "Start the pump at dawn. [1a] The valve opens by itself. [1b]") in [
        (one.style, one.text) for one in flat.flattened(report)
    ]
    told = json.loads(as_json.render(report))["sections"][0]["paragraphs"][0]["statements"]
    assert [one["item"] for one in told] == [1, 1, 2]
    assert pdf.render(report).startswith(b"%PDF")


def test_the_paragraphs_of_an_item_stay_inside_of_it_apart_from_each_other() -> None:
    below = OPENS.model_copy(update={"paragraph": 1})
    report = written(listed(START, below, STOPS, layout=Layout.STEPS))
    assert (
        "1. Start the pump at dawn. [1a]\n\n   The valve opens by itself. [1b]\n\n2. Stop the pump at dusk. [1c]"
    ) in markdown.render(report)
    made = [(one.style, one.text, one.level) for one in flat.flattened(report)]
    first = made.index((flat.Style.STEP, "Start the pump at dawn. [1a]", 1))
    assert made[first + 1] == (flat.Style.INSIDE, "The valve opens by itself. [1b]", 1)
    assert "<p>The valve opens by itself." in html.render(report)
    same = listed(START, below.model_copy(update={"facts": START.facts}), layout=Layout.STEPS)
    shown = markdown.render(written(same, ship=False))
    assert "dawn. [1]\n\n   The valve" in shown, "a bracket tells nothing of another paragraph"


def test_code_and_what_follows_it_stay_inside_of_their_item() -> None:
    report = written(listed(START, CODE, OPENS, STOPS, layout=Layout.STEPS))
    assert (
        "1. Start the pump at dawn. [1a]\n\n   ```bash\n   pump --slow\n   ```\n\n"
        "   The valve opens by itself. [1b]\n\n2. Stop the pump at dusk. [1c]"
    ) in markdown.render(report)
    made = [(one.style, one.text, one.level) for one in flat.flattened(report)]
    first = made.index((flat.Style.STEP, "Start the pump at dawn. [1a]", 1))
    assert made[first + 1 : first + 4] == [
        (flat.Style.CODE, "pump --slow", 1),
        (flat.Style.INSIDE, "The valve opens by itself. [1b]", 1),
        (flat.Style.STEP, "Stop the pump at dusk. [1c]", 2),
    ]
    assert html.render(report).count("<li>Stop the pump") == 1
    assert "List Continue" in zipfile.ZipFile(io.BytesIO(docx.render(report))).read("word/styles.xml").decode()
    assert pdf.render(report).startswith(b"%PDF")


def test_marks_that_two_sentences_of_an_item_share_stand_behind_the_second() -> None:
    both = (PUMP.id, VALVE.id)
    one, other = (said.model_copy(update={"facts": both}) for said in (START, OPENS))
    shown = markdown.render(written(listed(one, other)))
    assert "- Start the pump at dawn. The valve opens by itself. [1a, 1b]" in shown
    single = markdown.render(written(listed(START, OPENS.model_copy(update={"facts": (PUMP.id,)}))))
    assert "- Start the pump at dawn. The valve opens by itself. [1]" in single


def test_steps_go_on_counting_behind_a_paragraph_and_a_new_list_begins_at_one() -> None:
    prose = Paragraph(statements=(say(VALVE, "The valve opens by itself."),))
    last = say(STOP, "Stop the pump at dusk.", item=3)
    on, anew = (
        written(listed(START, layout=Layout.STEPS), prose, listed(last, layout=Layout.STEPS, goes_on=goes_on))
        for goes_on in (True, False)
    )
    assert "\n2. Stop the pump at dusk." in markdown.render(on)
    assert '<ol class="steps" start="2">' in html.render(on)
    assert [one.level for one in flat.flattened(on) if one.style is flat.Style.STEP] == [1, 2]
    assert "\n1. Stop the pump at dusk." in markdown.render(anew)
    assert "start=" not in html.render(anew)


def test_a_label_stands_above_its_steps_in_every_format() -> None:
    report = written(listed(START, layout=Layout.STEPS).model_copy(update={"label": "The pump"}))
    assert "**The pump**\n\n1. Start" in markdown.render(report)
    assert '<p class="label">The pump</p>' in html.render(report)
    assert "The pump" in [one.text for one in flat.flattened(report) if one.style is flat.Style.LABEL]


def test_a_cut_leaves_the_other_sentences_of_an_item_in_their_item() -> None:
    before = say(STOP, "Stop the pump at dusk.", item=1)
    first, second = (one.model_copy(update={"item": 2}) for one in (START, OPENS))
    report = checked(written(listed(before, first, second), ship=False))
    verdicts = dict.fromkeys((before.text, second.text), Verdict.SUPPORTED)
    cut = judged(report, {**verdicts, first.text: Verdict.BEYOND})
    assert left_of(cut) == [[before.text], [second.text]]
    cut = judged(report, {**verdicts, first.text: Verdict.SUPPORTED, second.text: Verdict.BEYOND})
    assert left_of(cut) == [[before.text], [first.text]]


def test_a_sentence_that_pointed_to_what_opened_its_item_goes_with_it_also_where_it_cites() -> None:
    wrong = say(PUMP, "Start the pump at 77 bar.", item=2)
    leaning = say(VALVE, "So the valve opens by itself.", item=2)
    own = say(VALVE, "The valve opens by itself.", item=2)
    assert left_of(checked(written(listed(STOPS.model_copy(update={"item": 1}), wrong, leaning), ship=False))) == [
        [STOPS.text]
    ]
    assert left_of(checked(written(listed(STOPS.model_copy(update={"item": 1}), wrong, own), ship=False))) == [
        [STOPS.text],
        [own.text],
    ]


def test_an_item_that_opens_by_pointing_back_stays_where_it_cites_and_only_the_item_before_lost_something() -> None:
    wrong = say(PUMP, "Start the pump at 77 bar.", item=1)
    leaning = say(VALVE, "So the valve opens by itself.", item=2)
    assert left_of(checked(written(listed(START, wrong, leaning), ship=False))) == [[START.text], [leaning.text]]


def test_an_item_of_which_nothing_cited_is_left_is_not_left_half() -> None:
    lead = Statement(text="One more thing is worth a look.", item=2)
    wrong = say(PUMP, "Start the pump at noon.", item=2)
    report = checked(written(listed(STOPS.model_copy(update={"item": 1}), lead, wrong), ship=False))
    verdicts = {STOPS.text: Verdict.SUPPORTED, lead.text: Verdict.CONNECTING, wrong.text: Verdict.BEYOND}
    cut = judged(report, verdicts)
    assert left_of(cut) == [[STOPS.text]]
    assert {one.text for one in cut.cuts} == {lead.text, wrong.text}


def test_an_editor_takes_no_sentence_away_that_the_next_one_leans_on() -> None:
    leaning = say(VALVE, "So the valve opens by itself.", item=1)
    outcome = make_outcome(make_task("1"), [PUMP, VALVE, STOP], paragraphs=[listed(START, leaning, STOPS)])
    report = make_report([outcome], mind="llm:any", ship=False)
    edited = Edited(repeated=(START.text, STOPS.text))
    assert left_of(with_edit(report, edited, [outcome])) == [[START.text, leaning.text]]


def test_names_of_rows_and_columns_are_code_where_they_were_written_as_code() -> None:
    row = Row(label="`$JS.<stream>`", cells=(say(PUMP, "Start the pump at dawn."),))
    table = CitedTable(corner="Subject", columns=("`max_age`",), rows=(row,))
    report = written(Paragraph(table=table))
    assert "| Subject | `max_age` |" in markdown.render(report)
    assert "| **`$JS.<stream>`** |" in markdown.render(report)
    page = html.render(report)
    assert '<th scope="row"><code>$JS.&lt;stream&gt;</code></th>' in page
    assert '<td data-of="max_age">' in page
    rows = next(one.rows for one in flat.flattened(report) if one.style is flat.Style.TABLE)
    assert [flat.plain(cells[0]) for cells in rows] == ["Subject", "$JS.<stream>"]


def test_what_heads_an_item_goes_with_all_that_it_headed() -> None:
    head = say(PUMP, "Dawn.", item=3, strong="Dawn")
    wrong = say(PUMP, "Start the pump at 4,000 watts.", item=3)
    assert left_of(written(listed(START, head, wrong))) == [[START.text]]
    kept = say(PUMP, "Start the pump at dawn.", item=3)
    assert left_of(written(listed(STOPS, head, wrong, kept))) == [[STOPS.text], ["Dawn.", kept.text]]


def test_of_a_sentence_that_falls_its_name_alone_does_not_stay() -> None:
    named = say(PUMP, "Dawn. Start the pump at 4,000 watts.", item=3, strong="Dawn")
    report = written(listed(START, named))
    assert left_of(report) == [[START.text]]
    assert [cut.text for cut in report.cuts] == [named.text]


def test_what_can_be_said_otherwise_is_not_shortened_before_that() -> None:
    said = say(PUMP, "Start the pump at dawn. It draws 4,000 watts then.", item=3)
    report = written(listed(STOPS, said), ship=False)
    assert [one.statement.text for one in first_look(report).vetoed] == [said.text]
    again = checked(report, {said.text: "Start the pump at dawn and stop it at dusk."})
    assert left_of(again)[-1] == ["Start the pump at dawn and stop it at dusk."]
    assert left_of(checked(report))[-1] == ["Start the pump at dawn."]
