"""Denials: what denies, how far it reaches, and when two sentences are turned against each other."""

from __future__ import annotations

import pytest

from fathoms.text.denials import denials, denies, turned


@pytest.mark.parametrize(
    "text",
    [
        "It doesn’t hold",
        "no record",
        "nobody came",
        "They failed to agree",
        "It lacks a roof",
        "作動しない。",
        "動きません",
        "未完のまま、使わずに置く",
    ],
)
def test_a_denial_is_seen(text: str):
    assert denies(text)


@pytest.mark.parametrize(
    "text",
    [
        "It is noted",
        "not only cheap",
        "no more than 70 percent",
        "No. 5",
        "whether or not",
        "25分しかない",
        "危ない",
        "少ない",
    ],
)
def test_what_only_looks_like_a_denial_is_none(text: str):
    assert not denies(text)


def test_a_denial_reaches_over_its_clause():
    [denial] = denials("The port is open, it does not close in winter, and ships call.")
    assert (denial.cue, denial.scope) == ("not", "close in winter")
    [denial] = denials("港は開いていて、冬も閉まらない。")
    assert denial.scope == "冬も閉まら"


@pytest.mark.parametrize(
    ("sentence", "other", "cue"),
    [
        ("The rule was not adopted.", "The rule was adopted.", "not"),
        ("The rule was adopted.", "The rule was not adopted.", "a denial left out"),
        ("The port is not open but it is deep.", "The port is open but it is not deep.", "not"),
        ("Output rose.", "Output fell.", "rose"),
        ("承認された。", "否決された。", "承認"),
    ],
)
def test_a_sentence_is_turned_against_another(sentence: str, other: str, cue: str):
    assert turned(sentence, other) == cue


@pytest.mark.parametrize(
    ("sentence", "other"),
    [
        ("The rule was never adopted.", "The rule was not adopted."),
        ("It is not deep.", "The port is old and it is not deep."),
        ("Not only ferries call.", "Ferries call."),
    ],
)
def test_two_sentences_that_point_the_same_way_are_not_turned(sentence: str, other: str):
    assert turned(sentence, other) == ""
