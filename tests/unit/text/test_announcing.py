"""What a row, code or output cannot be read without."""

from __future__ import annotations

import pytest

from fathoms.text.announcing import LONGEST, announcing, in_words

ROWS = "".join(f"| Option{n} | Something long about option {n}. | 1.{n} | Yes |\n" for n in range(40))
TABLE = (
    "# Basins\n\nThese are set when a basin is dug:\n\n| Field | Description | Since | Editable |\n"
    f"| :-- | :-- | :-- | --- |\n{ROWS}| Lock | How it closes. | 2.2.0 | No |\n"
)
OUTPUT = (
    "To dig a basin, take every default:\n\n```shell\nbasin add\n```\n"
    "```text\nName: north\n\nClose Wait: 30.00s\n```\n\nThen it rests.\n"
)


def over(text: str, words: str) -> str:
    return announcing(text, text.index(words))


def test_a_row_is_announced_by_the_header_of_its_table_however_long_that_is() -> None:
    said = over(TABLE, "| Lock")
    assert said == "These are set when a basin is dug:\n| Field | Description | Since | Editable |"
    assert over(TABLE, "2.2.0 | No") == said


def test_a_header_is_announced_by_the_line_before_it_alone() -> None:
    assert over(TABLE, "| Field") == "These are set when a basin is dug:"


def test_code_and_output_are_announced_by_the_sentence_before_them() -> None:
    assert over(OUTPUT, "Close Wait") == "To dig a basin, take every default:\ntext"
    assert over(OUTPUT, "basin add") == "To dig a basin, take every default:\nshell"
    assert over("Run this:\n\n    basin add\n\n    basin rm\n", "basin rm") == "Run this:"


def test_words_between_two_blocks_announce_the_second() -> None:
    assert over(OUTPUT.replace("```\n```text", "```\nIt prints:\n```text"), "Close Wait") == "It prints:\ntext"


@pytest.mark.parametrize("words", ["To dig", "Then it rests"])
def test_prose_needs_nothing(words: str) -> None:
    assert over(OUTPUT, words) == ""


RULES = "Examples of what not to do:\n\n- Take the keyboard.\n  Let them type.\n\n- Dive into details.\n"


@pytest.mark.parametrize("words", ["- Take", "- Dive", "Dive into"])
def test_an_item_is_announced_by_the_line_that_ends_with_a_colon_before_its_list(words: str) -> None:
    assert over(RULES, words) == "Examples of what not to do:"


@pytest.mark.parametrize(
    ("parent", "said"), [("- Use of functions including:", "Use of functions including:"), ("- Use of functions", "")]
)
def test_an_item_set_in_below_another_is_announced_by_that_one(parent: str, said: str) -> None:
    text = f"Log these:\n\n- Errors, changes\n{parent}\n    - Shared accounts\n    - New roles\n- Logins\n"
    assert over(text, "- New roles") == said
    assert over(text, "- Logins") == "Log these:"


def test_of_a_paragraph_before_a_list_only_its_last_sentence_announces_it() -> None:
    assert over(f"Much was said. Is it so? {RULES}", "- Dive") == "Examples of what not to do:"


def test_a_list_behind_a_whole_sentence_or_a_heading_needs_nothing() -> None:
    assert over(RULES.replace(":", "."), "- Dive") == ""
    assert over("## Rules\n\n1. Be kind.\n2. Listen.\n", "2. Listen") == ""


def test_an_item_in_words_stands_behind_what_announces_it_once() -> None:
    said = in_words("- Dive into details.", "Examples of what not to do:")
    assert said == "Examples of what not to do: Dive into details."
    assert in_words("Not so:\n- Dive.", "Not so:") == "Not so: Dive."
    assert in_words("Name: north", "It prints:\ntext") == "Name: north"


def test_no_more_is_taken_than_can_be_read() -> None:
    assert len(over(f"{'Long words. ' * 200}\n\n```\nbasin add\n```\n", "basin add")) <= LONGEST


@pytest.mark.parametrize(
    ("quote", "header", "said"),
    [
        ("| 2.2.0 | No |", "| Version | Supported |", "Version: 2.2.0; Supported: No"),
        ("| [Lock](#lock) | `x` |\n| Gate | |", "| Field | Since |", "Field: Lock; Since: x Field: Gate"),
        ("| 2.2.0 | No |", "| Field | Version | Supported |", "2.2.0 · No"),
        ("| Version | Supported |\n| --- | --- |\n| 2.2.0 | No |", "", "Version · Supported 2.2.0 · No"),
        ("> It is\n> so.", "", "It is so."),
        ("a || b", "", "a || b"),
    ],
)
def test_cells_are_said_behind_their_columns(quote: str, header: str, said: str) -> None:
    assert in_words(quote, header) == said
