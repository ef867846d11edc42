"""Sentences, paragraphs and masks: every span holds for the text it was given."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathoms.text.sentences import BlockKind, blocks, heading_before, masked, paragraphs, sentences


def said(text: str) -> list[str]:
    return [span.of(text) for span in sentences(text)]


def test_a_sentence_ends_at_its_mark_and_keeps_it():
    assert said("The tide turns. Who saw it? Nobody!") == ["The tide turns.", "Who saw it?", "Nobody!"]


@pytest.mark.parametrize(
    "sentence",
    [
        "Dr. Tarrasch met Mr. Osgood of Acme Inc. on the pier.",
        "The U.S. fleet left in Jan. 2020 for good.",
        "It costs $3.5 million, i.e. more than No. 5 did.",
        "See Fig. 2 and vol. 3 for J. Smith and others.",
        "It rose by 4.5 percent vs. the year before.",
    ],
)
def test_an_abbreviation_or_a_decimal_point_ends_nothing(sentence: str):
    assert said(f"{sentence} Then it rained.") == [sentence, "Then it rained."]


def test_a_line_break_inside_a_paragraph_is_a_blank():
    assert said("The array is\nlarge. It stands\nin the sound.") == ["The array is\nlarge.", "It stands\nin the sound."]


def test_japanese_sentences_end_without_a_blank():
    assert said("発電所は海にある。出力は24メガワットだ！いつ完成したか？") == [
        "発電所は海にある。",
        "出力は24メガワットだ！",
        "いつ完成したか？",
    ]


def test_a_japanese_quotation_is_not_cut_inside():
    text = "彼は「砂が入った。軸が止まった。」と述べた。翌日に直した。"
    assert said(text) == ["彼は「砂が入った。軸が止まった。」と述べた。", "翌日に直した。"]


def test_front_matter_code_and_comments_are_masked_and_offsets_stay():
    text = "---\ntitle: x\n---\n\nReal words here.\n\n```py\nnot.this()\n```\n\n<!-- nor this. -->\nMore words.\n"
    assert len(masked(text)) == len(text)
    assert said(text) == ["Real words here.", "More words."]


def test_each_list_item_is_a_paragraph_without_its_marker():
    text = "Intro line here:\n\n- first item\n  goes on\n- second item\n1. third item\n"
    items = [block.of(text) for block in blocks(text) if block.kind is BlockKind.ITEM]
    assert items == ["first item\n  goes on", "second item", "third item"]


def test_a_term_and_its_definition_belong_together():
    text = "Slack water\n: The pause between flood and ebb.\n"
    assert [(block.kind, block.of(text)) for block in blocks(text)] == [
        (BlockKind.ITEM, "Slack water\n: The pause between flood and ebb.")
    ]


def test_rows_of_one_table_share_its_number_and_the_rule_is_no_row():
    text = "| Ship | Year |\n|---|---|\n| Smew | 2025 |\n\nWords between them.\n\n| A | B |\n|---|---|\n| 1 | 2 |\n"
    rows = [(block.table, block.of(text)) for block in blocks(text) if block.kind is BlockKind.ROW]
    assert rows == [(0, "| Ship | Year |"), (0, "| Smew | 2025 |"), (1, "| A | B |"), (1, "| 1 | 2 |")]


@pytest.mark.parametrize("line", ["## Limits", "■ 運賃", "SEQUENCE OF EVENTS"])
def test_headings_carry_no_running_words(line: str):
    text = f"{line}\n\nThe basin is full of sand.\n"
    assert [block.of(text) for block in paragraphs(text)] == ["The basin is full of sand."]


def test_an_underlined_line_is_a_heading():
    text = "Annual report\n=============\n\nIt was a good year.\n"
    assert [block.kind for block in blocks(text)] == [BlockKind.HEADING, BlockKind.PROSE]


def test_the_heading_over_a_position_is_the_last_one_before_it():
    text = "# Port\n\nWords.\n\n## Limits ##\n\nThe basin is shallow.\n\n## Next\n"
    assert heading_before(text, text.index("basin")) == "Limits"
    assert heading_before(text, 0) == ""


@given(st.text(alphabet="ab .!?。「」\n-|#`:A1\t", max_size=200))
def test_every_span_lies_in_the_text_in_order_and_is_trimmed(text: str):
    last = 0
    for span in sentences(text):
        assert last <= span.start < span.end <= len(text)
        assert span.of(text) == span.of(text).strip()
        last = span.end
    assert len(masked(text)) == len(text)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("四、原因", BlockKind.HEADING),
        ("十二、" + "砂" * 16, BlockKind.HEADING),
        ("十二、" + "砂" * 17, BlockKind.PROSE),
        ("四、砂が原因である。", BlockKind.PROSE),
    ],
)
def test_a_short_line_under_a_japanese_number_is_a_heading(line: str, kind: BlockKind):
    assert blocks(f"{line}\n嵐で巻き上げられた砂がシールを摩耗させた。")[0].kind is kind
