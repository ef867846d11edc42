"""The report's file name: safe, bounded, the same for the same report."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from report_making import AT, make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.plan import Mode
from fathoms.report.names import SLUG_BYTES, name_of, report_name, slug


def test_a_name_tells_the_date_time_mode_and_question():
    name = name_of(question="How does the Kittlehead array work?", mode=Mode.SIMPLE, at=AT)
    assert name == "report_2026-11-15_214205_simple_how-does-the-kittlehead-array-work.md"


def test_a_report_is_named_after_its_own_question_and_mode():
    fact = make_fact(make_page("The array has sixteen turbines."), "The array has sixteen turbines.")
    report = make_report([make_outcome(make_task("1"), [fact])], question="What is it?")
    assert report_name(report) == "report_2026-11-15_214205_simple_what-is-it.md"
    assert report_name(report, suffix="html").endswith(".html")


def test_a_japanese_question_keeps_its_words():
    assert slug("潮流発電の歴史と、現状は？") == "潮流発電の歴史と-現状は"


@pytest.mark.parametrize("question", ["", "???", "../..", "\x00\n"])
def test_a_question_without_words_still_has_a_name(question):
    assert slug(question) == "question"


def test_a_long_question_is_cut_between_words():
    made = slug("word " * 100)
    assert len(made) <= SLUG_BYTES
    assert set(made.split("-")) == {"word"}


def test_one_endless_word_is_cut_inside_it():
    assert len(slug("語" * 500).encode()) <= SLUG_BYTES
    assert slug("語" * 500).startswith("語語")


@given(st.text(max_size=300))
def test_any_question_gives_a_safe_and_bounded_name(question):
    name = name_of(question=question, mode=Mode.COMPLEX, at=AT)
    assert len(name.encode()) <= 160
    assert re.fullmatch(r"report_[\w-]+\.md", name)
    assert name == name_of(question=question, mode=Mode.COMPLEX, at=AT)
