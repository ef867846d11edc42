"""The page that shows one question without and with a model shows what comes out."""

from __future__ import annotations

from tests.docs.side_by_side import PAGE, filled


def test_both_reports_of_the_page_are_what_the_question_gives() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert filled(page) == page, "python -m tests.docs.side_by_side"
    assert "largest harbour" not in page.split("## With")[1].split("````")[1]
