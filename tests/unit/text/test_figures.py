"""Figures: values with units, counts with what they count."""

from __future__ import annotations

from decimal import Decimal

import pytest

from fathoms.text.figures import figures_in, measures, multiples, tells_how_many


@pytest.mark.parametrize(
    ("text", "base", "kind"),
    [
        ("a budget of 3.4 million marks", 3_400_000, "mark"),
        ("exactly 1,940 encounters", 1940, "count of encount"),
        ("it fell by 63 %", 63, "share"),
        ("$2 billion", 2_000_000_000, "USD"),
        ("2.5 km long", 2500, "length"),
        ("twenty-one ferries", 21, "count of ferri"),
        ("年間310万トン", 3_100_000_000, "mass"),
        ("1億2000万円", 120_000_000, "JPY"),
        ("四百二十人", 420, "person"),
        ("風車12基", 12, "count of 台"),
    ],
)
def test_a_figure_has_a_value_and_a_kind(text: str, base: int, kind: str):
    assert [(figure.base, figure.kind) for figure in measures(text)] == [(Decimal(base), kind)]


@pytest.mark.parametrize("text", ["on 18 March 2021", "in 2025", "T4 and DR-014", "no figure", "two thirds", "昨年"])
def test_dates_years_codes_and_fractions_are_no_figures(text: str):
    assert figures_in(text) == ()


def test_a_figure_is_said_with_what_it_counts():
    assert [figure.said for figure in measures("nine days and 1,940 encounters")] == ["nine days", "1,940 encounters"]


@pytest.mark.parametrize("text", ["3 ships", "twice a day", "every tide", "seventeen", "毎日", "三隻"])
def test_a_text_tells_how_many(text: str):
    assert tells_how_many(text)


@pytest.mark.parametrize("text", ["ships sail", "often", "someone", "船が出る"])
def test_a_text_without_a_number_does_not(text: str):
    assert not tells_how_many(text)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("Volume doubles in November", (2,)),
        ("We expect twice as many, and costs to be halved", (2, Decimal("0.5"))),
        ("Die Last verdoppelt sich", (2,)),
        ("Le volume va doubler", (2,)),
        ("El volumen se duplica", (2,)),
        ("11月に量が2倍になる", (2,)),
        ("访问量翻倍", (2,)),
        ("A double-check twice a day", ()),
        ("Una clave duplicada, una hoja doblada", ()),
        ("11月に量が3倍になる", (3,)),
        ("11月に量が12倍になる", ()),
        ("Der Doppelpunkt fehlt", ()),
        ("Nothing of the kind", ()),
    ],
)
def test_what_becomes_so_many_times_as_much_is_read_in_every_language(text: str, times: tuple[Decimal, ...]) -> None:
    assert multiples(text) == times


@pytest.mark.parametrize("text", ["36 / 72 MB", "36 → 72 MB", "36-72 MB", "36 to 72 MB"])
def test_of_two_cases_the_first_has_the_unit_of_the_second(text: str) -> None:
    assert [figure.base for figure in figures_in(text)] == [36_000_000, 72_000_000]


def test_what_a_slash_joins_without_blanks_is_no_pair_of_cases() -> None:
    assert next(figure.unit for figure in figures_in("open 24/7 days")) is None
