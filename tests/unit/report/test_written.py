"""A report that a mind wrote: what it says comes first, how it was made last, and each mark leads to its own words."""

from __future__ import annotations

from datetime import date

import pytest
from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.evidence import Failure
from fathoms.domain.report import (
    CitedTable,
    GateKind,
    GateResult,
    Layout,
    Paragraph,
    Report,
    Row,
    Statement,
    StatementKind,
)
from fathoms.report.citations import letters
from fathoms.report.parts import Role, every_part, parts
from fathoms.report.render import flat, html, markdown
from fathoms.report.statements import announced, statements
from fathoms.report.trail import trails

PAGE = make_page(
    "The array has sixteen turbines. It stands in the sound. Its cable is 12 km long.", dated=date(2024, 5, 1)
)
FACTS = [
    make_fact(PAGE, quote).model_copy(
        update={
            "evidence": (make_fact(PAGE, quote).evidence[0].model_copy(update={"title_path": (PAGE.title, place)}),)
        }
    )
    for quote, place in (
        ("The array has sixteen turbines.", "Machines"),
        ("It stands in the sound.", "Place"),
        ("Its cable is 12 km long.", "Grid"),
    )
]
SAID = ("Sixteen turbines make up the array.", "The array is in the sound.", "A cable of 12 km leads ashore.")


@pytest.fixture
def report() -> Report:
    told = Paragraph(statements=tuple(say(fact, text) for fact, text in zip(FACTS, SAID, strict=True)))
    outcome = make_outcome(
        make_task("1"),
        FACTS,
        paragraphs=[told],
        gaps=["What does it cost?"],
        failures=[Failure(what="fetch", target="https://example.org/x", reason="gone")],
        tried=["turbines of the array"],
    )
    return make_report([outcome], criteria=["Is the number of turbines given?"], mind="llm:any")


def test_the_body_holds_what_it_says_and_one_part_at_the_end_how_it_was_made(report: Report) -> None:
    outline = parts(report)
    roles = [part.role for part in outline]
    assert roles == [Role.TITLE, Role.BRIEF, Role.SECTION, Role.GAPS, Role.REFERENCES, Role.HOW_MADE]
    assert [part.role for part in outline[-1].parts] == [Role.CRITERIA, Role.TRIED, Role.FAILURES, Role.ABOUT]


def test_no_sentence_of_the_body_is_flagged_or_counted(report: Report) -> None:
    shown = markdown.render(report)
    body = shown[: shown.index("## How this was made")]
    for furniture in ("unchecked", "Success criteria", "turbines of the array", "criteria", "Support check", "Gaps"):
        assert furniture not in body
    assert "What does it cost?" in body


def test_a_mark_names_its_passage_a_document_is_one_line_and_its_passages_are_folded_below(report: Report) -> None:
    shown = markdown.render(report)
    assert "Sixteen turbines make up the array. [1a]" in shown
    assert "A cable of 12 km leads ashore. [1c]" in shown
    listed, folded = shown[shown.index("### Internal documents") : shown.index("## How this was made")].split(
        "<details>"
    )
    assert len([line for line in listed.splitlines() if line]) == 2
    assert [line for line in folded.splitlines() if line.startswith("- ")] == [
        "- [1a] Machines: “The array has sixteen turbines.”",
        "- [1b] Place: “It stands in the sound.”",
        "- [1c] Grid: “Its cable is 12 km long.”",
    ]
    assert "characters" not in shown


def test_a_long_passage_is_shortened_among_the_references() -> None:
    long = f"The array has sixteen turbines and {'very ' * 200}long blades."
    page = make_page(f"{long} Its cable is 12 km long.")
    quotes = (long, "Its cable is 12 km long.")
    report = make_report([make_outcome(make_task("1"), [make_fact(page, quote) for quote in quotes])], mind="llm:any")
    folded = markdown.render(report).partition("<details>")[2]
    first, second = (line for line in folded.splitlines() if line.startswith("- [1"))
    assert first.startswith("- [1a] “The array has sixteen turbines and very very")
    assert first.endswith("very…”")
    assert len(first) < markdown.LISTED_QUOTE + 20
    assert second == "- [1b] “Its cable is 12 km long.”"


def test_how_it_was_made_takes_a_line_for_what_was_tried_and_one_for_the_run(report: Report) -> None:
    made = markdown.render(report).partition("## How this was made")[2]
    assert len([line for line in made.splitlines() if line.strip() and not line.startswith("<")]) <= 9


def test_a_model_is_named_by_its_name_and_never_by_its_address() -> None:
    named = {
        "llm:http://127.0.0.1:8791/v1#oracle": "oracle",
        "llm:compatible:mistral-small@http://10.0.0.2:8080/v1": "mistral-small",
        "llm:ollama:qwen3:8b@http://127.0.0.1:11434/v1": "ollama:qwen3:8b",
        "llm:openai:gpt-5;fast=openai:gpt-5-mini;then=https://host.example/v1#m": "openai:gpt-5, openai:gpt-5-mini, m",
        "openai:gpt": "openai:gpt",
    }
    for mind, name in named.items():
        report = make_report([make_outcome(make_task("1"), FACTS[:1])], mind=mind)
        shown = markdown.render(report)
        assert f"Written by {name};" in shown.partition("## How this was made")[2]
        assert "Written by" not in shown.partition("## How this was made")[0]
        assert "http" not in shown


def test_every_format_has_the_same_marks(report: Report) -> None:
    plain = "\n".join(block.text for block in flat.flattened(report))
    assert "A cable of 12 km leads ashore. [1c]" in plain
    assert "[1c] Grid: “Its cable is 12 km long.”" in plain
    page = html.render(report)
    assert 'href="#source-1-3"' in page
    assert ">1c</a>" in page
    assert "characters" not in page[page.index("<main") :]


def test_a_page_folds_how_it_was_made(report: Report) -> None:
    page = html.render(report)
    folded = page[page.index('<details id="how-made">') :]
    assert "Is the number of turbines given?" in folded
    assert "Is the number of turbines given?" not in page[page.index("<main") : page.index("</main>")]


def test_why_finds_the_passage_behind_a_mark_with_a_letter(report: Report) -> None:
    found = trails(report, {PAGE.id: PAGE}, "[1b]")
    assert [trail.statement for trail in found] == ["The array is in the sound."]
    assert [f.evidence.quote for trail in found for ground in trail.grounds for f in ground.footings] == [
        "It stands in the sound."
    ]
    assert len(trails(report, {PAGE.id: PAGE}, "[1]")) > len(SAID)


def test_nothing_found_says_in_the_body_what_was_tried() -> None:
    report = make_report([make_outcome(make_task("1"), [], tried=["a query"])], mind="llm:any")
    assert Role.TRIED in [part.role for part in parts(report)]


def test_a_source_with_one_passage_needs_no_letter() -> None:
    report = make_report([make_outcome(make_task("1"), FACTS[:1])], mind="llm:any")
    assert "[1]" in markdown.render(report)


def test_letters_go_on_after_the_alphabet() -> None:
    assert [letters(n) for n in (0, 25, 26, 27, 52)] == ["a", "z", "aa", "ab", "ba"]


def test_what_several_parts_share_is_no_part_of_it(report: Report) -> None:
    assert not report.insights
    assert Role.SHARED not in [part.role for part in every_part(parts(report))]


def test_how_it_was_made_is_folded_below_everything_else(report: Report) -> None:
    made = markdown.render(report).partition("## How this was made")[2]
    assert made.lstrip().startswith("<details>\n<summary>")
    assert made.rstrip().endswith("</details>")
    assert "### About this report" in made


def test_gates_are_counted_as_what_steered_the_searches_and_none_is_called_unmet(report: Report) -> None:
    gates = tuple(
        GateResult(kind=GateKind.THEME, about=about, met=about == "cable", task="1") for about in ("cable", "fee")
    )
    made = markdown.render(report.model_copy(update={"gates": gates})).partition("## How this was made")[2]
    assert "1 of 2 targets that decide how long to search were reached" in made
    assert "“fee”" not in made
    assert " – not met" not in made


def told(*said: Statement, layout: Layout = Layout.PROSE) -> Report:
    paragraph = Paragraph(statements=said, layout=layout)
    return make_report([make_outcome(make_task("1"), FACTS, paragraphs=[paragraph])], mind="llm:any")


def test_sentences_that_run_on_and_rest_on_the_same_passage_share_one_mark() -> None:
    alike = (say(FACTS[0], "It has turbines."), say(FACTS[0], "They are sixteen."))
    other = say(FACTS[1], "It is in the sound.")
    shown = markdown.render(told(*alike, other))
    assert "It has turbines. They are sixteen. [1a] It is in the sound. [1b]" in shown
    page = html.render(told(*alike, other))
    assert '<span title="“The array has sixteen turbines.”">It has turbines.</span> They are sixteen.<span' in page
    assert [one.facts for one in statements(told(*alike, other))].count((FACTS[0].id,)) >= 2


def test_what_is_said_and_what_follows_share_no_mark() -> None:
    said = say(FACTS[0], "It has turbines.")
    follows = say(FACTS[0], "It is large.", kind=StatementKind.REASONED)
    assert "It has turbines. [1] It is large. [≈1]" in markdown.render(
        make_report(
            [make_outcome(make_task("1"), FACTS[:1], paragraphs=[Paragraph(statements=(said, follows))])],
            mind="llm:any",
        )
    )


@pytest.mark.parametrize("layout", [Layout.LIST, Layout.STEPS])
def test_each_item_and_step_has_a_mark_of_its_own(layout: Layout) -> None:
    alike = (say(FACTS[0], "It has turbines."), say(FACTS[0], "They are sixteen."))
    shown = markdown.render(told(*alike, say(FACTS[1], "It is in the sound."), layout=layout))
    assert "It has turbines. [1a]\n" in shown
    assert "They are sixteen. [1a]\n" in shown


def test_all_marks_of_a_sentence_stand_in_one_bracket() -> None:
    undated = make_fact(make_page("Tides are predictable.", url="kb://w/tides"), "Tides are predictable.")
    both = Statement(text="Both hold.", facts=(FACTS[0].id, undated.id))
    paragraph = Paragraph(statements=(both,))
    report = make_report([make_outcome(make_task("1"), [FACTS[0], undated], paragraphs=[paragraph])], mind="llm:any")
    assert "Both hold. [1, 2]" in markdown.render(report)


@pytest.mark.parametrize(
    "asked",
    ["[1a, 1b]", "[≈1a, 1b]", "[1a; 1b]", "1a, 1b", "[1a] [1b]", "[1a, 1bより]", "[≈1a] [1b]"],
)
def test_why_understands_a_bracket_as_it_stands_in_a_report(report: Report, asked: str) -> None:
    found = trails(report, {PAGE.id: PAGE}, asked)
    quotes = {f.evidence.quote for trail in found for ground in trail.grounds for f in ground.footings}
    assert quotes == {"The array has sixteen turbines.", "It stands in the sound."}


def test_a_page_lists_its_documents_with_their_passages_folded_and_explains_reasoned_marks_once() -> None:
    follows = say(FACTS[0], "It is large.", kind=StatementKind.REASONED)
    page = html.render(told(say(FACTS[1], "It is in the sound."), follows, say(FACTS[2], "Its cable is long.")))
    assert "<details><summary>3 passages</summary><blockquote" in page
    assert page.count("Where a mark begins with ≈") == 1


def test_the_reports_own_judgement_says_that_it_is_one_and_on_what_it_rests() -> None:
    own = Statement(text="Service it first.", kind=StatementKind.JUDGEMENT)
    rests = say(FACTS[1], "Then look at the sound.", kind=StatementKind.JUDGEMENT)
    made = told(say(FACTS[0], "It has turbines."), own, rests, layout=Layout.LIST)
    shown = markdown.render(made)
    assert "- It has turbines. [1a]\n- Service it first.\n- Then look at the sound. [≈1b]" in shown
    assert shown.count("all that has no number are this report's own judgement.") == 1


def test_points_within_a_step_are_set_in_and_the_steps_go_on() -> None:
    steps = Paragraph(statements=(say(FACTS[0], "Count the turbines."),), layout=Layout.STEPS)
    points = Paragraph(statements=(say(FACTS[1], "Those in the sound."),), layout=Layout.LIST, within=True)
    behind = Paragraph(statements=(say(FACTS[1], "It takes a day."),), within=True)
    further = Paragraph(statements=(say(FACTS[2], "Measure the cable."),), layout=Layout.STEPS, goes_on=True)
    outcome = make_outcome(make_task("1"), FACTS, paragraphs=[steps, points, behind, further])
    made = make_report([outcome], mind="llm:any")
    shown = markdown.render(made)
    points_and_behind = "    - Those in the sound. [1b]\n\n    It takes a day. [1b]"
    assert f"1. Count the turbines. [1a]\n\n{points_and_behind}\n\n2. Measure the cable. [1c]" in shown
    assert html.render(made).count('<div class="within">') == 2


@pytest.mark.parametrize(("goes_on", "number"), [(True, 3), (False, 1)])
def test_steps_are_counted_on_from_an_earlier_section_where_their_writer_does(goes_on: bool, number: int) -> None:
    first = Paragraph(statements=(say(FACTS[0], "Count."), say(FACTS[1], "Weigh.")), layout=Layout.STEPS)
    first = first.model_copy(
        update={"statements": tuple(s.model_copy(update={"item": n}) for n, s in enumerate(first.statements, 1))}
    )
    later = Paragraph(statements=(say(FACTS[2], "Measure the cable."),), layout=Layout.STEPS, goes_on=goes_on)
    prose = Paragraph(statements=(say(FACTS[0], "The array has sixteen turbines."),))
    outcomes = [
        make_outcome(make_task(task), FACTS, paragraphs=[told])
        for task, told in (("1", first), ("2", prose), ("3", later))
    ]
    made = make_report(outcomes, mind="llm:any", ship=False)
    assert f"\n{number}. Measure the cable." in markdown.render(made)
    assert (f'<ol class="steps" start="{number}">' in html.render(made)) is goes_on


def test_code_within_a_step_is_set_in_below_it() -> None:
    steps = Paragraph(statements=(say(FACTS[0], "Count the turbines."),), layout=Layout.STEPS)
    code = Paragraph(statements=(say(FACTS[0], "count --all").model_copy(update={"code": "text"}),), within=True)
    made = make_report([make_outcome(make_task("1"), FACTS, paragraphs=[steps, code])], mind="llm:any", ship=False)
    assert "1. Count the turbines. [1]\n\n    ```\n    count --all\n    ```" in markdown.render(made)
    assert '<div class="within"><' in html.render(made)


def test_a_table_within_a_step_is_set_in_below_it() -> None:
    steps = Paragraph(statements=(say(FACTS[0], "Count the turbines."),), layout=Layout.STEPS)
    table = CitedTable(
        columns=("Turbines",), rows=(Row(label="The sound", cells=(say(FACTS[0], "sixteen turbines"),)),)
    )
    outcome = make_outcome(
        make_task("1"), FACTS, paragraphs=[steps, Paragraph(statements=(), table=table, within=True)]
    )
    made = make_report([outcome], mind="llm:any")
    shown = markdown.render(made)
    assert "1. Count the turbines. [1]\n\n    | " in shown
    assert '<div class="within"><' in html.render(made)


def test_items_are_known_with_the_sentence_that_leads_to_their_list() -> None:
    lead = Paragraph(statements=(say(FACTS[0], "As I know it:"),))
    items = Paragraph(statements=(say(FACTS[1], "One."), say(FACTS[2], "Two.")), layout=Layout.LIST)
    plain = Paragraph(statements=(say(FACTS[0], "It goes on."),))
    outcome = make_outcome(make_task("1"), FACTS, paragraphs=[lead, items, plain])
    made = make_report([outcome], mind="llm:any")
    assert [(one.text, under) for one, under in announced(made)] == [
        ("One.", "As I know it:"),
        ("Two.", "As I know it:"),
    ]


def test_a_number_that_a_heading_or_a_row_begins_with_is_shown_as_it_was_written(report: Report) -> None:
    table = CitedTable(columns=("Turbines",), rows=(Row(label="1. The array", cells=(say(FACTS[0], "sixteen"),)),))
    headed = report.sections[0].model_copy(update={"heading": "2. What follows"})
    shown = markdown.render(report.model_copy(update={"table": table, "sections": (headed,)}))
    assert "| **1. The array** |" in shown
    assert "## 2. What follows" in shown
