"""A figure that stands nowhere may follow from two that do; then a judge decides, and code vetoes only the others."""

from __future__ import annotations

import pytest

from fathoms.domain.report import Flaw, Statement, StatementKind, Support
from fathoms.engine.evidence.support import Grounds, Standing, stand_nowhere, unheld_figures
from fathoms.report.build.holding import check, given
from tests.thread_making import make_evidence, make_fact

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
    assert list(unheld_figures(said, GROUNDS)) == [(figure, Standing.COMPUTED)]
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
    assert stand_nowhere(said, GROUNDS)
    assert check(Statement(text=said, facts=("f1",)), {"f1": FACT}).flaw is Flaw.FIGURE


@pytest.mark.parametrize(
    "setting", ['It defaults to "30m".', "Then set ttl: 30m.", "Then set ttl=30m.", "The gate is held for 30m."]
)
def test_a_time_of_a_setting_may_be_said_in_words(setting: str) -> None:
    grounds = Grounds([make_fact(setting, id="f1")])
    assert not stand_nowhere("Entries go after 30 minutes.", grounds)
    assert stand_nowhere("Entries go after 40 minutes.", grounds)
    assert stand_nowhere("Entries go after 30 hours.", grounds)


def test_metres_are_no_minutes() -> None:
    assert stand_nowhere("It closes for 30 minutes.", Grounds([make_fact("The quay is 30m long.", id="f1")]))


def test_the_same_length_in_another_unit_needs_no_arithmetic() -> None:
    assert not list(unheld_figures("The window is 120 s.", GROUNDS))


ASKED = "We back up 41 laptops and three servers since May 2024: what does the limit cost us?"


@pytest.mark.parametrize(
    "said",
    [
        "The limit is 5 s, for 41 laptops too.",
        "The limit of 5 s holds for 44 machines.",
        "The limit is 5 s on 123 pairs.",
        "41 laptops at 5 s each take 205 s.",
        "The limit is 5 s, as in May 2024.",
        "Set `--machines 41`.",
    ],
)
def test_what_the_question_gives_and_what_can_be_computed_with_it_is_left_to_a_judge(said: str) -> None:
    facts = {"f1": FACT}
    assert check(Statement(text=said, facts=("f1",)), facts).flaw in (Flaw.FIGURE, Flaw.DATE)
    asked = check(Statement(text=said, facts=("f1",)), facts, asked=ASKED)
    assert asked.flaw is None
    assert any(doubt.startswith("given by the question: ") for doubt in asked.statement.doubts)


def test_what_neither_the_facts_nor_the_question_give_stays_vetoed() -> None:
    for said in ("The limit of 5 s holds for 47 machines.", "Set `--machines 47`.", "So it was in June 2023."):
        assert check(Statement(text=said, facts=("f1",)), {"f1": FACT}, asked=ASKED).flaw in (Flaw.FIGURE, Flaw.DATE)


@pytest.mark.parametrize(
    ("said", "vetoed"),
    [
        ("Three groups hold 3 × (8 − 2) × 30 GB = 540 GB.", False),
        ("Three groups hold 3 × (8 − 2) × 30 GB = 550 GB.", True),  # wrong
        ("It holds 7 × 9 GB = 63 GB.", True),  # nothing in it is given
        ("It holds 7 × 31 GB + 30 GB = 247 GB.", True),  # what is measured needs a source
    ],
)
def test_a_sum_that_is_shown_in_full_is_left_to_a_judge_if_it_is_right_and_begins_with_what_is_given(
    said: str, vetoed: bool
) -> None:
    assert (check(Statement(text=said, facts=("f1",)), {"f1": FACT}).flaw is Flaw.FIGURE) is vetoed


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("That is 500 KiB × 86,400 s ≈ 43,200,000 KiB a day.", True),
        ("That is 500 KiB × 80,000 s = 40,000,000 KiB a day.", False),
        ("It lasts for 86,400 s.", False),
    ],
)
def test_in_a_sum_the_seconds_of_a_day_need_no_source_and_other_seconds_do(said: str, stands: bool) -> None:
    grounds = Grounds([make_fact("The datastore writes 500 KiB each second.", id="f1")])
    assert (not stand_nowhere(said, grounds)) is stands


def test_the_result_of_a_sum_that_the_report_shows_may_be_named_again() -> None:
    facts = {"f1": FACT}
    shown = Statement(text="Three groups hold 3 × (8 − 2) × 30 GB = 540 GB.", facts=("f1",))
    again = Statement(text="Plan for 540 GB.", facts=("f1",))
    assert check(again, facts, asked="How much?").flaw is Flaw.FIGURE
    assert check(again, facts, asked=given("How much?", (shown,), facts)).flaw is None
    wrong = shown.model_copy(update={"text": "It holds 7 × 9 GB = 540 GB."})
    assert given("How much?", (wrong,), facts) == "How much?"


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Plan 17 machines.", True),
        ("Plan 16 machines.", True),
        ("Plan 18 machines.", False),
        ("Plan 15 machines.", False),
        ("Plan for 127 starts.", True),
        ("Plan for 128 starts.", False),
        ("Set `machines: 17`.", True),
        ("Set `machines: 18`.", False),
        ("It lasts for 17 seconds.", False),  # what is measured is not what was counted
    ],
)
def test_own_judgement_may_plan_with_the_whole_numbers_beside_what_a_sum_comes_to(said: str, stands: bool) -> None:
    asked = "How many for 380?"
    shown = Statement(text="That is 380 / 23 = 16.5 and 380 / 3 = 127.", kind=StatementKind.JUDGEMENT)
    granted = given(asked, (shown,), {})
    own = Statement(text=said, kind=StatementKind.JUDGEMENT)
    assert (check(own, {}, asked=granted).flaw is None) is stands
    assert check(own, {}, asked=asked).flaw is Flaw.FIGURE


def test_what_a_source_is_said_to_say_is_not_rounded() -> None:
    granted = given("How many for 380?", (Statement(text="So 380 / 23 = 16.5.", kind=StatementKind.JUDGEMENT),), {})
    cited = Statement(text="The limit holds for 17 machines.", facts=("f1",))
    assert check(cited, {"f1": FACT}, asked=granted).flaw is Flaw.FIGURE


def test_what_one_sum_comes_to_another_may_begin_with() -> None:
    facts = {"f1": FACT}
    told = (
        Statement(text="Plan with 0.9 × 540 = 486 GB.", facts=("f1",)),
        Statement(text="Three groups hold 3 × (8 − 2) × 30 GB = 540 GB.", facts=("f1",)),
    )
    assert "0.9 × 540 = 486 GB" in given("How much?", told, facts)
    assert check(told[0], facts, asked=given("How much?", told, facts)).flaw is None


@pytest.mark.parametrize(
    ("said", "nowhere"),
    [
        ("The team, not one person, mends it.", ()),
        ("1 person mends it.", ("1 person",)),
        ("In one hour.", ("one hour",)),
    ],
)
def test_one_person_in_words_is_somebody_and_no_figure(said: str, nowhere: tuple[str, ...]) -> None:
    assert stand_nowhere(said, Grounds([make_fact("The team mends it.")])) == nowhere


@pytest.mark.parametrize(
    ("code", "nowhere"),
    [
        ("Agreement\n1. The team mends it.\n  2) The others wait.", ()),
        ("1. The team mends it in 7 days.", ("7",)),
        ("retries: 2\n2.5", ("2", "2.5")),
    ],
)
def test_what_counts_the_clauses_of_a_text_in_code_is_no_figure(code: str, nowhere: tuple[str, ...]) -> None:
    assert stand_nowhere(f"`{code}`", Grounds([make_fact("The team mends it.")])) == nowhere


@pytest.mark.parametrize(
    ("asked", "said", "nowhere"),
    [
        ("At peak 900 messages a second; volume doubles in May.", "Test with 1,800 messages a second.", ()),
        ("At peak 900 messages a second; volume grows in May.", "Test with 1,800 messages a second.", ("1,800",)),
        ("At peak 900 messages a second; volume doubles in May.", "Test with 2,700 messages a second.", ("2,700",)),
        ("900 messages a second; volume doubles.", "That takes 1,800 seconds.", ("1,800 seconds",)),
    ],
)
def test_where_the_user_speaks_of_doubling_twice_a_figure_is_the_users_own(
    asked: str, said: str, nowhere: tuple[str, ...]
) -> None:
    assert stand_nowhere(said, Grounds([make_fact("The team mends it.")], asked=asked)) == nowhere


@pytest.mark.parametrize(
    ("setting", "said", "stands"),
    [
        ("mem_mb: 1024", "It sets 1024 MB.", True),
        ("mem_mb: 1024", "It sets 1024 GB.", False),
        ('"timeout_seconds" = 30', "It waits 30 seconds.", True),
        ("retry-ms=500", "It waits 500 milliseconds.", True),
        ("mem_mb is set below 1024", "It sets 1024 MB.", False),
        ("retry-min: 1024", "It waits 1024 minutes.", False),
        ("`sleep_ms` (integer): how long to sleep. Defaults to `1000`.", "It sleeps 1000 ms.", True),
        ("`sleep_ms` (integer): how long to sleep. Defaults to `1000`.", "It sleeps 1000 s.", False),
        ("`sleep_ms`: how long. See `count`, which defaults to `1000`.", "It sleeps 1000 ms.", False),
    ],
)
def test_a_setting_may_have_its_unit_in_its_name(setting: str, said: str, stands: bool) -> None:
    assert (not stand_nowhere(said, Grounds([make_fact(setting)]))) is stands


@pytest.mark.parametrize(
    ("asked", "said", "stands"),
    [
        ("Volume doubles in November. What first?", "Begin by 20 August and decide on 1 October.", True),
        ("Volume doubles in November. What first?", "The rest follows in January.", True),
        ("Volume doubles soon. What first?", "Begin by 20 August.", False),
        ("Volume doubles in November. What first?", "Begin on 20 August 2031.", False),
    ],
)
def test_own_judgement_may_plan_with_days_of_no_year_where_the_user_names_a_month(
    asked: str, said: str, stands: bool
) -> None:
    own = Statement(text=said, kind=StatementKind.JUDGEMENT)
    assert (check(own, {}, asked=asked).flaw is None) is stands
    cited = Statement(text=said, facts=("f1",))
    assert check(cited, {"f1": FACT}, asked=asked).flaw is not None


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Go on to 3.4 and stay there.", True),
        ("Go on to 3.5 and stay there.", True),
        ("Go on to 3.6 and stay there.", False),
        ("Before 3.3 it was another.", True),
        ("Before 3.2 it was another.", False),
        ("It waits 3.4 seconds.", False),
    ],
)
def test_a_version_may_be_named_without_the_letter_that_it_has_in_its_heading(said: str, stands: bool) -> None:
    found = make_evidence("Charts are rendered anew.").model_copy(
        update={"title_path": ("Since v3.3.0", "v3.4 to v3.5")}
    )
    grounds = Grounds([make_fact("Charts are rendered anew.", evidence=[found])])
    assert (not stand_nowhere(said, grounds)) is stands


@pytest.mark.parametrize(("said", "stands"), [("39% are free.", True), ("38% are free.", False), ("39 GB.", False)])
def test_what_a_share_of_the_question_leaves_is_the_users_own(said: str, stands: bool) -> None:
    grounds = Grounds([make_fact("The team mends it.")], asked="We have 61% of disk used.")
    assert (not stand_nowhere(said, grounds)) is stands


@pytest.mark.parametrize(
    ("said", "stands"),
    [
        ("Your 330 + 140 = 470 GB fit, and so does a copy of the table (470 + 210 = 680 GB).", True),
        ("Your 330 + 140 = 470 GB fit, and so does a copy of the table (480 + 220 = 700 GB).", False),
        ("It stops when the disk is 80% full, which is 480 GB of your 600 GB.", True),
        ("It stops when the disk is 80% full, which is 490 GB of your 600 GB.", False),
    ],
)
def test_sums_may_go_on_from_one_another_and_a_share_may_be_taken_of_what_is_given(said: str, stands: bool) -> None:
    asked = "600 GB; 330 GB of data, 210 GB of one table, 140 GB of files."
    grounds = Grounds([make_fact("It stops at 80% of the disk.")], asked=asked)
    assert (not stand_nowhere(said, grounds)) is stands


def test_a_cell_for_two_cases_may_have_what_the_users_figures_come_to() -> None:
    asked = "At peak 900 messages a second of 40 kB each; volume doubles."
    shown = Statement(text="1,800 × 40 kB = 72 MB/s arrive.", kind=StatementKind.JUDGEMENT)
    own = Statement(text="36 / 72 MB/s per node", kind=StatementKind.JUDGEMENT)
    assert check(own, {}, asked=given(asked, (shown,), {})).flaw is None
