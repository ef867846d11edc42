"""A figure that stands nowhere may follow from two that do; then a judge decides, and code vetoes only the others."""

from __future__ import annotations

import pytest

from fathoms.domain.report import Flaw, Statement, Support
from fathoms.engine.evidence.support import Grounds, derived_figure, missing_figure
from fathoms.report.build.holding import check
from tests.thread_making import make_fact

TEXT = (
    "The limit is 5 s for each of 2 retries. The window lasts 2 minutes. "
    "In May there were 40 ships, in June 50 ships. A quota of 30 GB holds."
)
FACT = make_fact(TEXT, id="f1")
GROUNDS = Grounds([FACT])


@pytest.mark.parametrize(
    ("said", "figure"),
    [
        ("With 2 retries of 5 s each it waits 10 s.", "10 s"),
        ("2 × 5 s = 10 s", "10 s"),
        ("From 40 to 50 ships it grew by 25 %.", "25 %"),
        ("May had 80 % of the ships of June.", "80 %"),
        ("Together there were 90 ships.", "90"),
        ("Set `--window 120s`.", "120s"),
        ("Set `--quota 30000000000`.", "30000000000"),
    ],
)
def test_what_follows_from_figures_of_the_facts_is_no_veto(said: str, figure: str) -> None:
    assert (missing_figure(said, GROUNDS), derived_figure(said, GROUNDS)) == ("", figure)
    result = check(Statement(text=said, facts=("f1",)), {"f1": FACT})
    assert result.flaw is None
    assert result.statement.support is Support.UNCHECKED
    assert f"computed: {figure}" in result.statement.doubts


@pytest.mark.parametrize(
    "said",
    [
        "With 2 retries of 5 s each it waits 15 s.",
        "From 40 to 50 ships it grew by 30 %.",
        "Together there were 95 ships.",
        "There were 2,000 ships.",
        "The window costs 45 crowns.",
        "Set `--window 130s`.",
        "Set `--window 7`.",
    ],
)
def test_what_follows_from_nothing_stays_vetoed(said: str) -> None:
    assert missing_figure(said, GROUNDS)
    assert check(Statement(text=said, facts=("f1",)), {"f1": FACT}).flaw is Flaw.FIGURE


def test_the_same_length_in_another_unit_needs_no_arithmetic() -> None:
    assert (missing_figure("The window is 120 s.", GROUNDS), derived_figure("The window is 120 s.", GROUNDS)) == (
        "",
        "",
    )
