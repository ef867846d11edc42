"""Quotes: found as they stand, or not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathoms.errors import QuoteNotFound
from fathoms.text.quotes import locate

TEXT = "The array’s output — 41.2 MW —\n   rose “sharply” in 2024. The array fell in 2025."


@pytest.mark.parametrize(
    "quote",
    [
        "rose “sharply” in 2024",
        'rose "sharply" in 2024',
        "The array's output",
        "output - 41.2 MW",
        "41.2 MW — rose",
        "  The array fell  ",
    ],
)
def test_blanks_and_typography_are_forgiven(quote: str) -> None:
    start, end = locate(quote, TEXT)
    found = " ".join(TEXT[start:end].split())
    plain = found.replace("’", "'").replace("“", '"').replace("”", '"').replace("—", "-")
    wanted = " ".join(quote.split()).replace("“", '"').replace("”", '"').replace("—", "-")
    assert plain == wanted


@pytest.mark.parametrize("quote", ["The array rose in 2025", "output 41.2 MW", "the array fell", "41,2 MW"])
def test_a_word_a_mark_or_a_case_that_differs_is_not_forgiven(quote: str) -> None:
    with pytest.raises(QuoteNotFound):
        locate(quote, TEXT)


@pytest.mark.parametrize(
    ("quote", "text"),
    [("cat", "concatenate"), ("increase", "increased"), ("5", "5.7"), ("7", "5.7"), ("200", "1,200"), ("12", "120")],
)
def test_a_quote_never_cuts_a_word_or_a_number(quote: str, text: str) -> None:
    with pytest.raises(QuoteNotFound):
        locate(quote, text)


def test_a_number_at_the_end_of_a_sentence_is_whole() -> None:
    assert locate("in 2025", "It fell in 2025.") == (8, 15)


@pytest.mark.parametrize("quote", ["", "   ", "\n"])
def test_an_empty_quote_proves_nothing(quote: str) -> None:
    with pytest.raises(QuoteNotFound, match="empty"):
        locate(quote, TEXT)


def test_of_two_places_the_one_in_the_passage_is_meant() -> None:
    text = "It fell. Then it rose. It fell."
    assert locate("It fell.", text) == (0, 8)
    assert locate("It fell.", text, near=(20, 31)) == (23, 31)
    assert locate("It fell.", text, near=(0, 10)) == (0, 8)
    assert locate("It fell.", text, near=(12, 21)) in {(0, 8), (23, 31)}


def test_japanese_may_be_broken_over_lines() -> None:
    text = "潮流発電の出力は\n41.2MWに達した。"
    start, end = locate("出力は41.2MWに達した", text)
    assert text[start:end] == "出力は\n41.2MWに達した"
    assert text[slice(*locate("潮流 発電", text))] == "潮流発電"


@given(st.text(alphabet="ab .,'\"“”—-\n5東京", max_size=60), st.data())
def test_what_is_copied_between_word_edges_is_found_and_stands_there(text: str, data: st.DataObject) -> None:
    words = _words(text)
    if not words:
        return
    first = data.draw(st.integers(0, len(words) - 1))
    last = data.draw(st.integers(first, len(words) - 1))
    quote = text[words[first][0] : words[last][1]]
    start, end = locate(quote, text, near=(words[first][0], words[last][1]))
    assert (start, end) == (words[first][0], words[last][1])


def _words(text: str) -> list[tuple[int, int]]:
    """Stretches without blanks, so that no word or number is cut."""
    found, start = [], None
    for at, character in enumerate(f"{text} "):
        if character.isspace():
            if start is not None:
                found.append((start, at))
            start = None
        elif start is None:
            start = at
    return found


def test_a_table_is_found_however_wide_its_columns_are_drawn() -> None:
    text = "| Version | Supported    |\n|---------|--------------|\n| 1.4.x   | yes          |\n"
    assert locate("| Version | Supported |\n|---|---|\n| 1.4.x | yes |", text) == (0, len(text) - 1)


def test_two_dashes_are_no_rule() -> None:
    with pytest.raises(QuoteNotFound):
        locate("run it with --fast", "run it with ----fast")
