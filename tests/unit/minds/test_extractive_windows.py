"""What is quoted around a sentence: rows of a table, and what is no running text."""

from __future__ import annotations

import pytest

from fathoms.minds.extractive.select.cleaning import is_letterhead
from fathoms.minds.extractive.select.units import units_of
from fathoms.minds.extractive.select.windows import window_around
from fathoms.text.terms import terms
from tests.mind_making import passage

TABLE = """\
| Year | Cargo in tonnes | Ships |
|---|---|---|
| 2021 | 310,000 | 12 |
| 2022 | 290,000 | 14 |
| 2023 | 330,000 | 15 |
"""
OPTIONS = """\
| option | meaning |
|---|---|
| --depth | how far down to look |
| --money | most that a run may cost |
"""


def quoted(text: str, row: int, asked: str) -> str:
    wanted = terms(asked)
    unit = units_of([passage(text)])[row]
    window = window_around(unit, lambda words: len(words & wanted) / len(wanted))
    assert window is not None
    assert window.quote == text[window.start : window.end]
    return window.text


def test_a_row_that_answers_by_itself_leaves_the_rows_above_it_out():
    assert quoted(OPTIONS, 1, "what may a run cost") == "--money; most that a run may cost"


def test_a_table_whose_columns_are_asked_for_is_quoted_whole():
    text = quoted(TABLE, 0, "how much cargo")
    assert text.startswith("Year; Cargo in tonnes; Ships 2021")
    assert text.endswith("2023; 330,000; 15")


def test_the_first_row_keeps_its_header():
    assert quoted(OPTIONS, 0, "how far").startswith("option; meaning --depth")


@pytest.mark.parametrize(
    ("block", "set_by_line"),
    [
        ("INCIDENT REPORT\nOverheated plug, ferry ANSELM, 3 May 2024\nHarbour Board, works department. Final.", True),
        (
            "The crane was moved to the north quay because\nthe old foundation had sunk by 14 centimetres\nsince 1980.",
            False,
        ),
        ("The crane was moved.\nThe old quay was closed for all ships that day.\nNobody minded.", False),
        ("The crane of the port was moved in 2019.", False),
    ],
)
def test_a_title_page_is_no_running_text(block: str, set_by_line: bool):
    assert is_letterhead(block) is set_by_line
    assert bool(units_of([passage(block)])) is not set_by_line


def test_a_quotation_of_several_sentences_ends_with_one_of_them():
    sentence = "港の起重機は毎朝九時に点検され、風が強い日には止められる。"
    units = units_of([passage(sentence * 9, title="起重機")])
    window = window_around(units[0], lambda words: 1.0)
    assert window is not None
    assert window.text.endswith("。")
    assert len(window.text) > 2 * len(sentence)
