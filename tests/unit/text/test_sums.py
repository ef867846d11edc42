"""Sums that a text works out: right ones are found with their numbers, wrong ones are none."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fathoms.text.sums import number_in, sums


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("3 × (8 − 2) × 16 TB = 288 TB, approximately", 288),
        ("(24 − 2) × 8/10 × 16 TB ≈ 282 TB, before padding", 282),
        ("floor(22/10) = 2 groups", 2),
        ("plan with 288 × 0.9 ≈ 259 TB", 259),
        ("2 × 3 × $2 million = $12 million", 12),
        ("1,200 + 300 = 1,500 euros", 1500),
        ("18 data disks × 16 TB = 288 TB", 288),
        ("2 × 800 GB = 1.6 TB", Decimal("1.6")),
        ("800 GB ÷ 395 MB × 116.281 s ≈ 65 hours", 65),
        ("1,600 minutes ÷ 60 = 27", 27),
        ("8 ÷ 40 = 20 %", 20),
        ("20 % × 60,000 euros = 12,000 euros", 12000),
        ("900 × 40 kB = 36 MB/s at most", 36),
        ("100 GB ÷ 72 MB/s = 1,389 s until it is full", 1389),
        ("72 MB/s × 8 = 576 Mbit/s", 576),
        ("84 GB ÷ 72 MB/s = 19 minutes remain to the alarm", 19),
        ("84 GB ÷ 36 MB/s gives 39 minutes", 39),
        ("216 MB/s × 8 makes 1,728 Mbit/s", 1728),
        ("600 GB − 330 GB − 140 GB leaves at most 130 GB, before logs", 130),
        ("250 × 550 × 2.7 s = 103 hours", 103),
        ("a copy of the table (470 + 210 = 680 GB) fits", 680),
        ("100 ÷ (100 + 1000) = about 9% of the time", 9),
    ],
)
def test_a_right_sum_is_found(text: str, result: int) -> None:
    (one,) = sums(text)
    assert one.value == result
    assert one.shown in text


@pytest.mark.parametrize(
    "text",
    [
        "3 × 7 = 22",
        "5/0 = 3",
        "((((1 + 2 = 3",
        "x = 3",
        "2026-11-17",
        "a 1 = 1 b",
        "1 + = 2",
        "2 × 800 GB = 1.6 MB",
        "1 + 1 = 0 km",
    ],
)
def test_what_is_wrong_or_no_sum_is_none(text: str) -> None:
    assert not list(sums(text))


@given(a=st.integers(1, 9999), b=st.integers(1, 9999), off=st.integers(-5, 5))
def test_only_the_right_result_counts(a: int, b: int, off: int) -> None:
    assert bool(list(sums(f"{a} + {b} = {a + b + off} km"))) is (off == 0 and a + b + off >= 0)


@given(st.text("0123456789.,()+-×*/=≈ floTB%$", max_size=200))
def test_no_text_breaks_it(text: str) -> None:
    for one in sums(text):
        assert one.operands


def test_the_first_number_of_a_figure_is_its_value_as_shown() -> None:
    assert number_in("about 1,940 encounters") == Decimal(1940)
    assert number_in("none") is None


def test_numbers_in_brackets_are_measured_in_the_unit_behind_them() -> None:
    (one,) = sums("(100 − 16) GB ÷ 72 MB/s gives 19 minutes")
    assert one.value == 19
    assert not list(sums("(100 − 16) things ÷ 72 MB/s gives 19 minutes"))
