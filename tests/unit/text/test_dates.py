"""Dates: one grammar for running text, fields and file names."""

from __future__ import annotations

from datetime import date

import pytest

from fathoms.text.dates import Date, date_in, date_of_path, date_stated, dates_and_rest, tells_when, year_form, years_in

DAY = date(2024, 3, 15)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("on 2022-03-08 it opened", Date(2022, 3, 8)),
        ("signed 08-Mar-2022", Date(2022, 3, 8)),
        ("on 8 March 2022", Date(2022, 3, 8)),
        ("on the 8th of March 2022", Date(2022, 3, 8)),
        ("March 8, 2022", Date(2022, 3, 8)),
        ("in March 2022", Date(2022, 3)),
        ("Sept. 2022", Date(2022, 9)),
        ("in May", Date(month=5)),
        ("in the 1990s", Date(1990, decade=True)),
        ("in 1653", Date(1653)),
        ("2022年3月8日", Date(2022, 3, 8)),
        ("2022年03月08日", Date(2022, 3, 8)),
        ("2022年3月に", Date(2022, 3)),
        ("令和4年3月8日", Date(2022, 3, 8)),
        ("令和元年", Date(2019)),
        ("平成31年4月", Date(2019, 4)),
        ("昭和39年", Date(1964)),
        ("大正12年", Date(1923)),
        ("明治元年", Date(1868)),
        ("1990年代", Date(1990, decade=True)),
    ],
)
def test_a_date_in_running_text_is_read_by_its_parts(text: str, found: Date):
    assert dates_and_rest(text)[0] == (found,)


@pytest.mark.parametrize(
    "text",
    [
        "2000 people",
        "2,000",
        "2000 MW",
        "3.2015",
        "$1999",
        "it may rain",
        "they march on",
        "2000万人",
        "part 20221",
        "1年間",
    ],
)
def test_a_figure_is_no_date(text: str):
    assert dates_and_rest(text)[0] == ()


def test_what_is_left_has_no_digits_of_a_date():
    days, rest = dates_and_rest("On 8 March 2022 it cost 40 marks.")
    assert (len(days), [word for word in rest.split() if word.isdigit()]) == (1, ["40"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("last year it rose", Date(2023)),
        ("in March last year", Date(2023, 3)),
        ("next year", Date(2025)),
        ("a year ago", Date(2023)),
        ("last month", Date(2024, 2)),
        ("two months ago", Date(2024, 1)),
        ("four months ago", Date(2023, 11)),
        ("10 years ago", Date(2014)),
        ("three weeks ago", Date(2024, 2, 23)),
        ("yesterday", Date(2024, 3, 14)),
        ("昨年", Date(2023)),
        ("昨年10月", Date(2023, 10)),
        ("一昨年", Date(2022)),
        ("去年の夏", Date(2023)),
        ("今年", Date(2024)),
        ("来月", Date(2024, 4)),
        ("三年前", Date(2021)),
        ("2か月前", Date(2024, 1)),
        ("10日前", Date(2024, 3, 5)),
    ],
)
def test_a_moment_is_told_from_the_day_of_its_document(text: str, found: Date):
    assert dates_and_rest(text, DAY)[0] == (found,)


@pytest.mark.parametrize("text", ["last year it rose", "two months ago", "昨年", "3年前"])
def test_without_the_day_of_its_document_nobody_knows_when_that_was(text: str):
    assert dates_and_rest(text)[0] == ()


@pytest.mark.parametrize("text", ["at last years passed", "the last year of the war"])
def test_words_that_only_resemble_a_moment_are_none(text: str):
    assert Date(2023) not in dates_and_rest(text, DAY)[0]


@pytest.mark.parametrize(
    ("field", "day"),
    [
        ("2022-03-08T10:15:00Z", date(2022, 3, 8)),
        ("20220308", date(2022, 3, 8)),
        ("2022.03.08", date(2022, 3, 8)),
        ("Tue, 08 Mar 2022 10:15:00 +0100", date(2022, 3, 8)),
        ("08-Mar-2022", date(2022, 3, 8)),
        ("8. Januar 2022", date(2022, 1, 8)),
        ("Published March 8, 2022", date(2022, 3, 8)),
        ("March 2022", date(2022, 3, 1)),
        ("2022-03", date(2022, 3, 1)),
        ("2022", date(2022, 1, 1)),
        ("2022年3月8日", date(2022, 3, 8)),
        ("2022年3月", date(2022, 3, 1)),
        ("令和4年3月8日", date(2022, 3, 8)),
        ("令和4年", date(2022, 1, 1)),
        ("", None),
        ("no date", None),
        ("2022-02-31", None),
        ("12345678", None),
    ],
)
def test_a_field_gives_the_first_day_it_means(field: str, day: date | None):
    assert date_in(field) == day


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("minutes/2024-06-03-council.md", date(2024, 6, 3)),
        ("minutes/council_20240603.txt", date(2024, 6, 3)),
        ("2024-06-03/council.md", date(2024, 6, 3)),
        ("2024/council.md", None),
        ("reports/annual-2025.pdf", date(2025, 1, 1)),
    ],
)
def test_a_file_is_dated_by_its_name_or_its_folders(path: str, day: date | None):
    assert date_of_path(path) == day


def test_years_are_numbers_of_their_own_from_a_century_on():
    text = "In 1204, 1653 and 2019; 12019, 1,653 or 3.1653 are none."
    assert years_in(text) == (1204, 1653, 2019)
    assert years_in(text, since=1500) == (1653, 2019)
    assert years_in("2019年と2020年", since=1900) == (2019, 2020)
    assert year_form(1900) == r"(?:19|20)\d\d"


@pytest.mark.parametrize(
    "text", ["in 1653", "3 May", "on a Monday", "at 14:30", "19th century", "spring 2024", "令和4年", "5月"]
)
def test_a_text_tells_when(text: str):
    assert tells_when(text)


@pytest.mark.parametrize("text", ["16 turbines", "soon", "many times", "3 MW"])
def test_a_text_without_a_date_tells_no_time(text: str):
    assert not tells_when(text)


@pytest.mark.parametrize(
    ("title", "opening", "until", "day"),
    [
        ("Annual report 2025", "The year was calm.", date(2026, 3, 2), date(2025, 1, 1)),
        ("Annual report", "Published: 14 March 2025\nThe year was calm.", date(2026, 3, 2), date(2025, 3, 14)),
        ("Annual report 2025", "Oslo, 14 March 2026\nThe year was calm.", None, date(2026, 3, 14)),
        ("点検報告", "2025年6月20日\n侵食は深い。", None, date(2025, 6, 20)),
        ("Meeting of the port users, 12 June 2024", "Notes.", None, date(2024, 6, 12)),
        ("Roadmap 2030", "What is planned.", date(2024, 5, 1), None),
        ("Tides", "On 4 May 2022 the first turbine of the array fed the grid of the city.", None, None),
        ("Tides", "It cost 2000 marks.", date(2024, 5, 1), None),
        ("Tides", "A survey of the\nharbours in September 2021\nrevealed little.", None, None),
    ],
)
def test_a_document_is_dated_by_its_title_or_a_line_near_its_top(title, opening, until, day):
    assert date_stated(title, opening, until=until) == day


@pytest.mark.parametrize("text", ["Nodes away and may need it", "of march and of may"])
def test_a_month_that_is_a_plain_word_too_is_none_without_its_capital(text: str):
    assert dates_and_rest(text)[0] == ()


def test_a_line_that_gives_a_date_may_begin_like_an_item():
    opening = "- Feature Name: panic_handler\n- Start Date: 2017-07-19\n"
    assert date_stated("2070 panic handler", opening) == date(2017, 7, 19)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("Snakemake 9 may differ by no more.", None),
        ("In step 3 march on, as 9 others do.", None),
        ("On 9 May it ends.", 9),
        ("On March 3 it ends.", 3),
        ("It ends on 9 may 2024.", 9),
        ("It ends on 9 june.", 9),
    ],
)
def test_a_verb_behind_a_number_is_no_month(text: str, day: int | None) -> None:
    found, _ = dates_and_rest(text)
    assert [one.day for one in found] == ([day] if day else [])
