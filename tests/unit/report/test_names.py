"""The report's file name: safe, bounded, the same for the same report."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_making import AT, make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.plan import Mode
from fathoms.report.written import name_of, report_name


def test_a_name_tells_the_date_time_mode_and_question():
    name = name_of(question="How does the Kittlehead array work?", mode=Mode.SIMPLE, at=AT)
    assert name == "report_2026-11-15_214205_simple_how-does-the-kittlehead-array-work.md"


def test_a_report_is_named_after_its_own_question_and_mode():
    fact = make_fact(make_page("The array has sixteen turbines."), "The array has sixteen turbines.")
    report = make_report([make_outcome(make_task("1"), [fact])], question="What is it?")
    assert report_name(report) == "report_2026-11-15_214205_simple_what-is-it.md"
    assert report_name(report, suffix="html").endswith(".html")


def test_a_japanese_question_keeps_its_words():
    assert "_complex_潮流発電の歴史と-現状は." in name_of(
        question="潮流発電の歴史と、現状は？", mode=Mode.COMPLEX, at=AT
    )


@pytest.mark.parametrize("question", ["???", "../..", "\x00\n"])
def test_a_question_without_words_still_has_a_name(question):
    assert name_of(question=question, mode=Mode.SIMPLE, at=AT).endswith("_simple_question.md")


@pytest.mark.parametrize("question", ["word " * 100, "語" * 500])
def test_a_long_question_gives_a_bounded_name_that_still_has_words(question):
    name = name_of(question=question, mode=Mode.SIMPLE, at=AT)
    assert len(name.encode()) <= 160
    assert question[:4] in name


@given(st.text(max_size=300))
def test_any_question_gives_a_safe_and_bounded_name(question):
    name = name_of(question=question, mode=Mode.COMPLEX, at=AT)
    assert len(name.encode()) <= 160
    assert re.fullmatch(r"report_[\w-]+\.md", name)
    assert name == name_of(question=question, mode=Mode.COMPLEX, at=AT)
