"""Grouping by length, making texts safe, bringing vectors to length 1."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fathoms.errors import BadAnswer
from fathoms.sources.embedders.batches import by_length, encodable, unit_rows


@settings(deadline=None)
@given(
    lengths=st.lists(st.integers(1, 300)),
    most_rows=st.integers(1, 40),
    most_cells=st.integers(1, 2000),
)
def test_every_text_is_in_one_group_and_no_group_is_too_large(
    lengths: list[int], most_rows: int, most_cells: int
) -> None:
    groups = list(by_length(lengths, most_rows=most_rows, most_cells=most_cells))
    assert sorted(position for group in groups for position in group) == list(range(len(lengths)))
    for group in groups:
        assert 1 <= len(group) <= most_rows
        assert len(group) == 1 or len(group) * max(lengths[position] for position in group) <= most_cells


def test_texts_of_similar_length_are_grouped() -> None:
    assert list(by_length([9, 1, 8, 2], most_rows=2, most_cells=100)) == [[1, 3], [2, 0]]


@pytest.mark.parametrize(("most_cells", "groups"), [(10, [[0, 1]]), (9, [[0], [1]])])
def test_a_group_may_hold_exactly_as_many_cells_as_allowed(most_cells: int, groups: list[list[int]]) -> None:
    assert list(by_length([5, 5], most_rows=8, most_cells=most_cells)) == groups


@settings(deadline=None)
@given(st.text(st.characters(codec=None), max_size=50))
def test_any_text_becomes_encodable(text: str) -> None:
    encodable(text, most_characters=40).encode("utf-8")


def test_a_text_is_cut_and_otherwise_left_alone() -> None:
    assert encodable("潮流 é", most_characters=4) == "潮流 é"
    assert encodable("潮流 é", most_characters=3) == "潮流 "


def test_vectors_are_brought_to_length_1_even_when_their_squares_overflow_float32() -> None:
    rows = unit_rows([[3.0, 4.0], [3e30, 4e30]], provider="x")
    assert rows.dtype == np.float32
    assert rows == pytest.approx(np.array([[0.6, 0.8], [0.6, 0.8]]))


@pytest.mark.parametrize("row", [[0.0, 0.0], [float("nan"), 1.0], [float("inf"), 1.0]])
def test_a_vector_without_direction_is_a_bad_answer(row: list[float]) -> None:
    with pytest.raises(BadAnswer):
        unit_rows([[1.0, 0.0], row], provider="x")
