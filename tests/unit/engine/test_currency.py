"""A year goes into a query where currency matters, and only there."""

from __future__ import annotations

import pytest

from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort, Period
from fathoms.engine.thread.recency import year_that_matters


def _brief(question: str, period: Period | None = None) -> Brief:
    return Brief(question=question, limits=EFFORT_LIMITS[Effort.STANDARD], period=period)


@pytest.mark.parametrize(
    ("question", "year"),
    [
        ("What is the latest release of PostgreSQL?", 2026),
        ("Who currently chairs the committee?", 2026),
        ("What is the current price?", 2026),
        ("日本の最新の再生可能エネルギー比率は?", 2026),
        ("Who built the harbour crane?", None),
        ("How does an ocean current form?", None),
        ("港のクレーンを建てたのは誰か", None),
    ],
)
def test_words_for_the_present_ask_for_this_year(question: str, year: int | None) -> None:
    assert year_that_matters(question, _brief(question), 2026) == year


def test_the_whole_question_counts_for_each_of_its_parts() -> None:
    assert year_that_matters("What does it cost?", _brief("Compare the newest ferries today."), 2026) == 2026


def test_a_question_with_a_period_of_its_own_gets_no_other_year() -> None:
    brief = _brief("What was the latest design in 1998?", Period(first=1998, last=1998))
    assert year_that_matters(brief.question, brief, 2026) is None
