"""Markdown: readable, numbered, and unmoved by what documents contain."""

from __future__ import annotations

import re
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report_making import OPEN, make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.evidence import Conflict, Failure, SourceKind
from fathoms.domain.plan import TaskStatus
from fathoms.domain.report import Paragraph
from fathoms.report.render.markdown import address, escaped, render
from fathoms.text.neutral import one_line

PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"])
CITATION = re.compile(r"(?<!\\)\[(\d+)(?:, (\d{4}))?\]")

ARRAY = make_page("The array has sixteen turbines. It was approved in 2021.", title="Array", dated=date(2026, 3, 1))
TIDES = make_page(
    "Tidal power is predictable. The tide turns four times a day.",
    url="https://example.org/tides",
    title="Tides",
    kind=SourceKind.EXTERNAL,
)
TURBINES = make_fact(ARRAY, "The array has sixteen turbines.")
APPROVED = make_fact(ARRAY, "It was approved in 2021.", claim="The array was approved in 2021.")
PREDICTABLE = make_fact(TIDES, "Tidal power is predictable.", task="2")

HOSTILE = [
    "# A heading of its own",
    "> a quotation",
    "- a list item",
    "1. an ordered item",
    "a | b | c\n---|---|---\n1 | 2 | 3",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "![picture](http://evil.example/x.png) and [link](javascript:alert(1))",
    "**bold** and _slanted_ and ~~gone~~ and `code",
    "```\nfence\n```",
    "first\n\nsecond\n===\n\n---\n",
    "&lt;b&gt; &#60;i&#62;",
    "[1]: http://evil.example 'definition'",
    "\x1b[31mred\x1b[0m \u202egnp.exe",
    "<!-- comment",
    "    indented code",
    "trailing backslash \\",
    "http://evil.example/<b>",
]


def report_on(text, **more):
    """A report in which a document's words stand everywhere that a document's words can stand."""
    page = make_page(text + " and more", title=text, url="kb://world/" + text)
    fact = make_fact(page, text)
    task = make_task("1", text)
    conflict = Conflict(id="c", about=text, left=fact.id, right=fact.id, left_says=text, right_says=text)
    failure = Failure(what="read", target=text, reason=text)
    paragraphs = [Paragraph(label="Label " + text, statements=(say(fact), say(fact)))]
    outcome = make_outcome(
        task,
        [fact],
        heading=text,
        paragraphs=paragraphs,
        conflicts=[conflict],
        failures=[failure],
        gaps=[text],
        tried=[text],
    )
    failed = make_task("2", text, status=TaskStatus.FAILED, reason=text)
    return make_report([outcome], [task, failed], question=text, criteria=[text], **{"mind": "openai:gpt", **more})


def shape(markdown):
    """The block and inline structure of a rendered report, without its words."""
    tokens = PARSER.parse(markdown)
    inline = [child.type for token in tokens for child in token.children or () if child.type != "text"]
    return [token.type for token in tokens], [kind for kind in inline if kind not in ("softbreak", "text_special")]


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_words_cannot_change_the_structure_of_a_report(text):
    assert shape(render(report_on(text))) == shape(render(report_on("Plain words here")))


def test_what_a_writer_sets_as_code_stays_code_and_nothing_in_it_acts():
    page = make_page("Set `MAX_THREADS` and `**x**`; `a | b` and `[2]` stay words.")
    fact = make_fact(page, page.text)
    text = render(make_report([make_outcome(make_task("1"), [fact], paragraphs=[Paragraph(statements=(say(fact),))])]))
    assert "Set `MAX_THREADS` and `**x**`; `a | b` and (2) stay words." in text
    alone = make_fact(page, "Set `MAX_THREADS` and `**x**`")
    told = Paragraph(statements=(say(alone),))
    text = render(make_report([make_outcome(make_task("1"), [alone], paragraphs=[told])], mind="openai:gpt"))
    assert "Set `MAX_THREADS` and `**x**`" in text


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ('`tags: ["a", "b"]`', '`tags: ["a", "b"]`'),
        ("`$JS.EVENT.<STREAM>`", "`$JS.EVENT.<STREAM>`"),
        ("`<script>` and `&lt;`", "&lt;script> and &amp;lt;"),
        ("`a & b`", "`a & b`"),
        ("`--retention <work queue> | jq .`", "`--retention <work queue> | jq .`"),
    ],
)
def test_only_code_that_could_act_becomes_plain_text(said, shown):
    page = make_page(f"Set {said} and `c` here.")
    fact = make_fact(page, page.text)
    told = [Paragraph(statements=(say(fact),))]
    text = render(make_report([make_outcome(make_task("1"), [fact], paragraphs=told)], mind="openai:gpt"))
    assert f"Set {shown} and `c` here." in text


@given(st.text(alphabet="#*_`[]()<>|!-=+~&;:\\/\n 1.aあ\u202e\x1b", min_size=1, max_size=40).filter(one_line))
def test_no_mixture_of_marks_becomes_structure(text):
    blocks, inline = shape(f"## {escaped(text)}\n\n- {escaped(text)}\n\n{escaped(text)} [1]\n")
    assert blocks == [
        *("heading_open", "inline", "heading_close"),
        *("bullet_list_open", "list_item_open", "paragraph_open", "inline", "paragraph_close"),
        *("list_item_close", "bullet_list_close"),
        *("paragraph_open", "inline", "paragraph_close"),
    ]
    assert inline == []


@pytest.mark.parametrize("text", ["a [12] b", "a [3, 4] b", "[2024]"])
def test_brackets_in_a_document_cannot_pass_for_a_citation(text):
    assert CITATION.search(escaped(text)) is None


def test_a_range_in_a_formula_of_a_document_keeps_its_brackets():
    assert escaped("rate(requests[5m])") == r"rate(requests\[5m\])"
    assert escaped("As others found[5], it turns.") == "As others found(5), it turns."


def test_control_and_direction_characters_never_reach_the_terminal():
    assert escaped("\x1b[31mred\x07 \u202eabc\u2066") == "\\[31mred abc"


@pytest.mark.parametrize(
    "text", ["snake_case_name", "3 * 4", "R&D", "a - b", "50 % of 3.5", "what? yes!", "118.6 million", "-5 °C"]
)
def test_harmless_words_are_left_as_they_are(text):
    assert escaped(text) == text


def full_report(**more):
    tasks = [make_task("1", "How does the array work?"), make_task("2", "What of tides?")]
    outcomes = [
        make_outcome(tasks[0], [TURBINES, APPROVED], heading="The array", gaps=["No cost was found."]),
        make_outcome(tasks[1], [PREDICTABLE], heading="Tides"),
    ]
    return make_report(outcomes, tasks, criteria=["Does it say how the array works?"], **more)


def test_the_first_line_says_that_all_of_it_is_quotes_and_nothing_where_a_model_wrote():
    assert render(full_report(mind="extractive")).splitlines()[0] == "*Extractive: selected quotes, no model.*"
    assert render(full_report(mind="openai:gpt")).startswith("# ")
    assert "言語モデルは使っていません" in render(full_report(language="ja", mind="extractive")).splitlines()[0]


def test_citations_carry_the_year_of_a_dated_source_only():
    text = render(full_report())
    assert "The array has sixteen turbines. [1, 2026]" in text
    assert "Tidal power is predictable. [2]" in text


def test_every_citation_has_a_reference_and_every_reference_is_cited():
    body, references = render(full_report()).split("## References")
    assert {number for number, _ in CITATION.findall(body)} == {number for number, _ in CITATION.findall(references)}


def test_references_are_split_by_kind_with_address_and_spans():
    text = render(full_report())
    internal, external = text.split("### Internal documents")[1].split("### External sources")
    assert "- [1] Array (2026-03-01), `kb://world/array.md`, characters 0–31, 32–56" in internal
    assert "- [2] Tides, <https://example.org/tides>, characters 0–27" in external


def test_headings_and_labels_follow_the_language_of_the_question():
    text = render(full_report(language="ja"))
    assert "件の文書にあります。" in text
    assert "### 内部資料" in text
    assert "Gaps" not in text


def test_an_unfinished_task_is_named_above_everything_but_the_question():
    task, lost = make_task("1"), make_task("2", "Who pays?", status=TaskStatus.SKIPPED, reason="part 1 failed")
    text = render(make_report([make_outcome(task, [TURBINES, APPROVED])], [task, lost]))
    assert text.index("was skipped: part 1 failed") < text.index("The array has sixteen turbines.")


def test_nothing_found_is_said_plainly_with_what_was_tried():
    text = render(make_report([make_outcome(make_task("1"), [TURBINES], status=OPEN, tried=["array cost"])]))
    assert "## Not found" in text
    assert "### Nearest passages" in text
    assert "- array cost" in text
    assert "## In brief" not in text


def test_a_summary_that_says_all_that_the_only_section_says_is_not_shown_twice():
    written = {"mind": "openai:gpt"}
    assert "## In brief" not in render(make_report([make_outcome(make_task("1"), [TURBINES])], **written))
    assert "## In brief" in render(make_report([make_outcome(make_task("1"), [TURBINES, APPROVED])], **written))


def comparison(left, right):
    sides = [Paragraph(label="Array", statements=tuple(left)), Paragraph(label="Tides", statements=tuple(right))]
    task = make_task("1", subjects=("Array", "Tides"))
    outcome = make_outcome(task, [TURBINES, APPROVED, PREDICTABLE], paragraphs=sides)
    return render(make_report([outcome], [task]))


def test_sides_stand_in_a_table_as_far_as_every_side_has_a_passage():
    text = comparison([say(TURBINES), say(APPROVED)], [say(PREDICTABLE)])
    assert (
        "| Array | Tides |\n|---|---|\n| The array has sixteen turbines. [1, 2026] | Tidal power is predictable. [2] |"
        in text
    )
    assert "**Array**\n\nThe array was approved in 2021. [1, 2026]" in text


def test_a_passage_of_several_paragraphs_stays_in_its_cell():
    text = "The array has sixteen turbines.\n\nThe array was approved in 2021."
    long = say(TURBINES).model_copy(update={"text": text, "facts": (TURBINES.id, APPROVED.id)})
    assert "| The array has sixteen turbines. The array was approved in 2021. [1" in comparison(
        [long], [say(PREDICTABLE)]
    )


def test_a_missing_side_means_no_table():
    text = comparison([say(TURBINES)], [])
    assert "|---|" not in text
    assert "**Array**" in text


def test_a_label_that_repeats_its_heading_is_left_out():
    outcome = make_outcome(
        make_task("1"), [TURBINES], heading="Costs", paragraphs=[Paragraph(label="costs", statements=(say(TURBINES),))]
    )
    assert "**costs**" not in render(make_report([outcome]))


def test_a_paragraph_of_loose_passages_says_so_once():
    loose = [say(TURBINES, loose=True), say(APPROVED, loose=True)]
    for label, shown in (
        ("", "Only loosely related"),
        ("Loosely related", "Only loosely related"),
        ("Costs", "Costs (Only loosely related)"),
    ):
        paragraphs = [Paragraph(label=label, statements=loose)]
        text = render(
            make_report(
                [make_outcome(make_task("1"), [TURBINES, APPROVED], paragraphs=paragraphs)], summary=[say(APPROVED)]
            )
        )
        assert f"**{shown}**\n\nThe array has sixteen turbines. [1, 2026]" in text


def test_loose_and_unchecked_statements_are_marked():
    loose = say(TURBINES, loose=True)
    unchecked = say(TURBINES, "Turbines in this array may please visitors.")
    outcome = make_outcome(make_task("1"), [TURBINES], paragraphs=[Paragraph(statements=(loose, unchecked))])
    text = render(make_report([outcome]))
    assert "turbines. [1, 2026] *(Only loosely related)*" in text
    assert "visitors. [1, 2026] *(unchecked)*" in text


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://example.org/a?b=1&c=2", "<https://example.org/a?b=1&c=2>"),
        ("javascript:alert(1)", "`javascript:alert(1)`"),
        ("https://example.org/<script>", "`https://example.org/<script>`"),
        ("kb://world/%E6%BD%AE.md", "`kb://world/潮.md`"),
        ("kb://world/a`b`", "`kb://world/a'b'`"),
    ],
)
def test_only_a_web_address_becomes_a_link(url, shown):
    assert address(url) == shown


def test_a_statement_cut_for_lack_of_support_is_listed_with_its_reason():
    wrong = say(TURBINES, "The array has ninety turbines.")
    outcome = make_outcome(make_task("1"), [TURBINES], paragraphs=[Paragraph(statements=(say(TURBINES), wrong))])
    text = render(make_report([outcome]))
    assert "- The array has ninety turbines. (its evidence does not hold the figure “ninety”)" in text


def test_one_passage_that_two_tasks_met_under_other_headings_has_one_mark():
    page = make_page("The quay is long. The crane is tall.")
    first = make_fact(page, "The quay is long.")
    again = first.model_copy(
        update={"id": "f-again", "evidence": (first.evidence[0].model_copy(update={"title_path": ("Elsewhere",)}),)}
    )
    crane = make_fact(page, "The crane is tall.")
    told = [Paragraph(statements=(say(first), say(crane), say(again, "Long, too.")))]
    outcome = make_outcome(make_task("1"), [first, crane, again], paragraphs=told)
    text = render(make_report([outcome], mind="openai:gpt"))
    assert "The quay is long. [1a]" in text
    assert "Long, too. [1a]" in text


def test_what_opens_no_tag_stays_code():
    page = make_page("It is `Result<(), u8>` or `Option<&T>`, not `<img src=x>`.")
    fact = make_fact(page, page.text)
    text = render(make_report([make_outcome(make_task("1"), [fact], paragraphs=[Paragraph(statements=(say(fact),))])]))
    assert "`Result<(), u8>` or `Option<&T>`, not &lt;img" in text
