"""JSON: the report itself, whole and readable back."""

from __future__ import annotations

import json

from hypothesis import given
from hypothesis import strategies as st
from report_making import make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.report import Report
from fathoms.report.render.json import render


def report_on(text):
    page = make_page(text, title="潮流発電")
    return make_report([make_outcome(make_task("1"), [make_fact(page, text)])])


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60).filter(str.strip))
def test_a_report_reads_back_as_it_was(text):
    report = report_on(text)
    assert Report.model_validate_json(render(report)) == report


def test_quotes_keep_their_exact_words_and_offsets():
    report = report_on("It has <b>sixteen</b> turbines\nand [links](x).")
    passage = json.loads(render(report))["references"][0]["passages"][0]
    assert passage["quote"] == "It has <b>sixteen</b> turbines\nand [links](x)."
    assert (passage["start"], passage["end"]) == (0, len(passage["quote"]))


def test_the_text_is_readable_and_ends_in_a_newline():
    text = render(report_on("words"))
    assert "潮流発電" in text
    assert text.endswith("}\n")
