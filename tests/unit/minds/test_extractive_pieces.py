"""A passage as its reader sees it: what belongs together stays together, and no mark of its format is shown."""

from __future__ import annotations

import pytest

from fathoms.minds.extractive.scoring import ANSWER_WORDS, Question, best_window, telling
from fathoms.text.marks import clean
from fathoms.text.pieces import Kind, blocks, pieces_of, shown


def laid_out(text: str) -> str:
    pieces = pieces_of(text)
    return shown(pieces, range(len(pieces)))


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("See [the guide](https://example.org/a_(b)) now.", "See the guide now."),
        ("Use `pip` and **never** _sudo_.", "Use pip and never sudo."),
        ("Tom &amp; Jerry&nbsp;&lt;3", "Tom & Jerry <3"),
        ("{{< note >}}Mind the gap.{{< /note >}}", "Mind the gap."),
        ("{% data variables.x %} Limits apply {: .warning}", "Limits apply"),
        ("参照 {/*reference*/}", "参照"),
        ("これは常に*異なる*値です。", "これは常に異なる値です。"),
        ("See :ref:`the limits <limits>` and `docs <https://x.org>`__.", "See the limits and docs."),
        ("Read link:guide.html[the guide] or <<limits,its limits>>.", "Read the guide or its limits."),
        ('<Note kind="x">Careful.</Note>', "Careful."),
        ("A claim.[^1]", "A claim."),
        ("Set `base` to `'/<REPO>/'`.", "Set base to '/<REPO>/'."),
        ("Deploy to https://<USER>.example.org/<your repo>/.", "Deploy to https://<USER>.example.org/<your repo>/."),
        ("``floor(N/D)*<single-drive IOPS>`` and `__init__`", "floor(N/D)*<single-drive IOPS> and __init__"),
        ("<Intro>Long.</Intro><br/><b>So</b> <x-tag>it</x-tag> is.", "Long. So it is."),
        ("a \x000\x00 b", "a 0 b"),
        ("snake_case_name stays", "snake_case_name stays"),
    ],
)
def test_the_marks_of_a_format_are_not_shown(source, words):
    assert clean(source) == words


def test_a_list_stands_with_the_line_that_announces_it():
    pieces = pieces_of("You may not:\n\n- resell access\n- share keys\n")
    assert [piece.lead for piece in pieces] == [None, 0, 0]
    assert shown(pieces, (0, 1, 2)) == "You may not:\n- resell access\n- share keys"


def test_an_item_keeps_the_lines_that_belong_to_it():
    assert laid_out("- one\n  goes on\n- two") == "- one goes on\n- two"


def test_a_row_of_a_table_stands_with_its_header():
    pieces = pieces_of("| plan | price |\n|---|---:|\n| pro | 4 |\n| team | 9 |")
    assert [piece.lead for piece in pieces] == [None, 0, 0]
    assert shown(pieces, (0, 2)) == "| plan | price |\n| team | 9 |"


def test_code_is_kept_whole_and_as_it_stands():
    (said, code) = pieces_of("Run this:\n\n```sh\nmake   demo  # *now*\n```\n")
    assert code.kind is Kind.CODE
    assert code.text == "make   demo  # *now*"
    assert code.lead == 0
    assert said.text == "Run this:"


def test_directives_and_lines_of_signs_are_no_words():
    assert laid_out(":::note\nMind it.\n:::\n\n.. warning::\n\n====\n\nAll of it.") == "Mind it.\n\nAll of it."


def test_every_piece_can_be_quoted():
    text = "First one. Second one.\n\n- an *item*\n\n| a | b |\n|---|---|\n| c | d |\n"
    for piece in pieces_of(text):
        assert text[piece.start : piece.end].strip() == text[piece.start : piece.end] != ""


def test_the_answer_is_the_window_with_most_of_the_question_in_eighty_words():
    text = " ".join(f"Filler sentence number {n} says little of note." for n in range(30))
    text += " The crane was moved because the foundation had sunk. It cost a lot."
    pieces = pieces_of(text)
    question = Question.of("Why was the crane moved?", {}, 1.0)
    window = best_window(pieces, question)
    assert sum(pieces[index].size for index in window) <= ANSWER_WORDS
    assert telling(pieces, window, question) == "The crane was moved because the foundation had sunk."


def test_a_window_brings_along_what_announces_its_items():
    pieces = pieces_of("Never do this:\n\n" + "\n".join(f"- filler item {n}" for n in range(40)) + "\n- sell the keys")
    window = best_window(pieces, Question.of("Can I sell keys?", {}, 1.0))
    assert 0 in window
    assert len(pieces) - 1 in window


def test_code_that_is_only_set_in_is_code():
    (said, code) = pieces_of("Change it as follows:\n\n    otlp:\n      strategy: none\n\n")
    assert (code.kind, code.text, code.lead) == (Kind.CODE, "otlp:\n  strategy: none", 0)
    assert said.kind is Kind.PROSE


def test_a_row_without_its_header_is_told_by_its_cells() -> None:
    row = "| port | kind | Sync or async. | |"
    assert laid_out(row) == "port · kind · Sync or async."
    table = "| what | kind |\n|---|---|\n| port | sync |"
    assert laid_out(table) == "| what | kind |\n| port | sync |"


def test_an_emphasis_over_several_sentences_leaves_no_mark():
    text = "Short version: _We want you to know. So we tell you._ The name `_x` stays, and 3 \\* 4."
    words = " ".join(piece.text for piece in pieces_of(text))
    assert words == "Short version: We want you to know. So we tell you. The name _x stays, and 3 * 4."


def test_a_line_break_that_was_asked_for_leaves_no_mark():
    assert [piece.text for piece in pieces_of("**Version history:**\\\n2.5.0 - added\\")] == [
        "Version history: 2.5.0 - added"
    ]


def test_what_is_left_of_a_list_round_its_answer_is_told_in_two_runs():
    pieces = pieces_of("What is fine:\n\n- one\n- two\n- three\n- four\n")
    assert list(blocks(pieces, (0, 1, 2, 3, 4))) == [[0, 1, 2, 3, 4]]
    assert list(blocks(pieces, (0, 4))) == [[0, 4]]  # what announces an item stands before it
    assert list(blocks(pieces, (1, 3, 4))) == [[1], [3, 4]]


@pytest.mark.parametrize(
    "text",
    [
        "```\n# a local one\n$ make it\n\n$ make another\n```",
        "~~~ sh\n$ make it\n~~~\n\nThen wait.\n",
        "First this:\n\n```\n# a comment\nrun\n```",
        "    # a comment\n    run\n\nThen wait.",
        "----\n# a comment\nrun\n----",
        "```\n# never closed\nrun",
    ],
)
def test_the_quote_from_the_first_piece_to_the_last_has_the_same_pieces(text: str) -> None:
    pieces = pieces_of(text)
    quote = text[pieces[0].start : pieces[-1].end]
    assert [(piece.kind, piece.text) for piece in pieces_of(quote)] == [(piece.kind, piece.text) for piece in pieces]


def test_roles_labels_and_furniture_of_myst_are_no_words() -> None:
    contents = "```{contents}\n---\ndepth: 2\n---\n```"
    text = f"Ask with {{func}}`confirm <click.confirm>`.\n\n{contents}\n\n(asking)=\n\nThen go on."
    assert laid_out(text) == "Ask with confirm.\n\nThen go on."
    assert laid_out("```{code-block} sh\nmake it\n```") == "```\nmake it\n```"
