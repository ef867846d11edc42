"""Rows and columns."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from rich.cells import cell_len

from fathoms.faces.cli import layout
from fathoms.faces.cli.terminal import clean


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (-1, "0.0 s"),
        (0.04, "0.0 s"),
        (9.94, "9.9 s"),
        (9.95, "10 s"),
        (59.4, "59 s"),
        (59.5, "1:00"),
        (3599, "59:59"),
        (3599.6, "1:00:00"),
        (3661, "1:01:01"),
    ],
)
def test_a_duration_is_told_as_people_tell_it(seconds: float, told: str) -> None:
    assert layout.duration(seconds) == told


@pytest.mark.parametrize(
    ("count", "told"),
    [(0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (99_900, "99.9 kB"), (100_000, "100 kB"), (2.5e12, "2500 GB")],
)
def test_a_size_is_told_in_the_unit_that_fits(count: float, told: str) -> None:
    assert layout.size(count) == told


def test_one_is_singular_and_all_else_plural() -> None:
    assert [layout.plural(n, "task") for n in (0, 1, 2)] == ["0 tasks", "1 task", "2 tasks"]
    assert layout.plural(2, "process", "processes") == "2 processes"


def test_columns_line_up_whatever_the_script() -> None:
    lines = layout.table(("a", "b"), [("日本語", "x"), ("abc", "y")]).splitlines()
    assert [cell_len(line) for line in lines] == [cell_len(lines[1])] * 3


def test_a_pipe_gets_everything_and_a_terminal_what_fits() -> None:
    row = ("id", "a question that is rather long for so narrow a terminal")
    assert row[1] in layout.table(("run", "question"), [row])
    narrow = layout.table(("run", "question"), [row], width=30)
    assert max(cell_len(line) for line in narrow.splitlines()) <= 30
    assert "…" in narrow


def test_a_flexible_column_in_the_middle_gives_way() -> None:
    lines = layout.table(("run", "question", "end"), [("r1", "q" * 90, "END")], width=40, flexible=1).splitlines()
    assert lines[1].startswith("r1 ")
    assert lines[1].endswith("END")
    assert cell_len(lines[1]) <= 40


def test_elapsed_time_is_none_before_the_start_and_stops_at_the_end() -> None:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    assert layout.elapsed(None, None) == ""
    assert layout.elapsed(start, start + timedelta(seconds=75)) == "1:15"


def test_nothing_that_a_terminal_would_obey_passes() -> None:
    assert clean("a\x1b[31m\tred\x07\r\nline \u202e\udc80end") == "a[31m red line end"


def test_where_the_flexible_column_is_not_enough_the_widest_gives_way_too() -> None:
    row = ("docs-fedc551e", "reports/a-rather-long-name-of-a-file-2025.md", "markdown", "A long title of a document")
    lines = layout.table(("collection", "path", "format", "title"), [row], width=60).splitlines()
    assert max(map(cell_len, lines)) <= 60
    assert "markdown" in lines[1]


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("short enough", ["short enough"]),
        ("a line of words that is too long", ["a line of words", "that is too long"]),
        ("   │ quoted words of a page", ["   │ quoted words", "   │ of a page"]),
        ("├─ ✓ 1  How does it work?", ["├─ ✓ 1  How does", "│  it work?"]),
        ("Reason    the disk is full", ["Reason    the disk", "          is full"]),
        ("  1. Is there evidence?", ["  1. Is there", "     evidence?"]),
        ("https://a.example/with/no/space", ["https://a.example/", "with/no/space"]),
        ("港の水深はどのくらいありますか", ["港の水深はどのくら", "いありますか"]),
    ],
)
def test_a_line_is_folded_below_its_own_beginning(line: str, parts: list[str]) -> None:
    assert layout.folded(line, 18).split("\n") == parts


def test_a_pipe_gets_lines_as_they_are() -> None:
    assert layout.folded("x " * 200, None) == "x " * 200
