"""Figures that differ: what counts as a contradiction, and what only looks like one."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from report_making import make_fact, make_outcome, make_page, make_task

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import ConflictStatus, Severity
from fathoms.domain.plan import Plan
from fathoms.engine.evidence.disagreement import clashes, sayings
from fathoms.report.build.crosscheck import disagreements, figured, stated

DAY = date(2026, 1, 1)


def clash(left: str, right: str, *, left_title: str = "One", right_title: str = "Other", right_day: date = DAY) -> bool:
    mine = sayings(left, document="kb://w/a", title=left_title, dated=DAY)
    theirs = sayings(right, document="kb://w/b", title=right_title, dated=right_day)
    return bool(clashes(mine, theirs))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The mill produced 40 tonnes of board in 2024.", "The mill produced 46 tonnes of board in 2024."),
        ("Orrin Ferries carried 3.42 million people in 2025.", "In 2025 Orrin Ferries carried 3.18 million people."),
        ("The lift was out of service for nine days.", "The lift was out of service for six days."),
        ("After nine months the paint cut growth by 17 percent.", "In nine months the paint cut growth by 41 percent."),
    ],
)  # fmt: skip
def test_another_figure_for_the_same_thing_at_the_same_time_is_a_clash(left: str, right: str) -> None:
    assert clash(left, right)
    assert clash(right, left)


def test_half_the_words_in_common_do_not_make_two_figures_measure_one_thing() -> None:
    under = "We do not sell or share the personal data of known minors under 16 years of age."
    past = "You may request access and use of your personal data over the past 12 months."
    assert not clash(under, past)
    assert not clash(past, under)


def test_a_figure_that_bounds_a_case_is_nobodys_value() -> None:
    case = "For certificates with a validity period under 10 days, renewal comes halfway."
    assert not clash(case, "Certificates have a validity period of 90 days.")
    assert clash("Certificates have a validity period of 10 days.", "Certificates have a validity period of 90 days.")


def test_a_sentence_that_says_it_means_what_its_page_is_about() -> None:
    sides = ("It can hold 18 MWh.", "The Cold Quay Battery stores 20 MWh of electricity.")
    assert clash(*sides, left_title="Cold Quay Battery")
    assert not clash(*sides, left_title="Harbour lights")


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("The mill produced 40 tonnes of board in 2024.", "The mill produced 46 tonnes of board in 2023."),
        ("The mill produced 40 tonnes of board in 2024.", "The mill will produce 46 tonnes of board in 2024."),
        ("The mill produced about 40 tonnes of board in 2024.", "The mill produced 41 tonnes of board in 2024."),
        ("The mill produced 41 tonnes of board in 2024.", "The mill produced 41.3 tonnes of board in 2024."),
        ("The mill produced 40 tonnes of board in 2024.", "The mill employed 46 people in 2024."),
        ("The Norlund mill made 40 tonnes of board in 2024.", "The Kestrel mill made 46 tonnes of board in 2024."),
        ("The current peaks at 3.4 knots off Kittlehead.", "The current in Skarrow peaks at 4.1 knots."),
        ("The arm lost contact in four dockings out of ten.", "The arm lost contact in five dockings."),
        ("Five turbines slow down.", "The other eleven turbines slow down."),
    ],
)  # fmt: skip
def test_what_only_looks_like_a_contradiction_is_none(left: str, right: str) -> None:
    assert not clash(left, right)


@pytest.mark.parametrize(("days", "expected"), [(549, True), (551, False)])
def test_an_old_version_of_an_undated_sentence_is_no_contradiction(days: int, expected: bool) -> None:
    old = date.fromordinal(DAY.toordinal() - days)
    pair = ("The ferry class carries 299 passengers.", "The ferry class carries 350 passengers.")
    assert clash(*pair, right_day=old) is expected


@pytest.mark.parametrize(("year", "expected"), [(2025, True), (2024, False)])
def test_last_year_is_the_one_before_the_document(year: int, expected: bool) -> None:
    said = f"The mill produced 46 tonnes of board in {year}."
    assert clash("Last year the mill produced 40 tonnes of board.", said) is expected
    assert clash("昨年、工場は40トンの板を生産した。", f"{year}年に工場は46トンの板を生産した。") is expected


def checked(brief: Brief, *others: str):
    own = make_page("The mill produced 40 tonnes of board in 2024.", url="kb://w/own.md", title="Own", dated=DAY)
    pages = [own] + [make_page(t, url=f"kb://w/{n}.md", title=f"P{n}", dated=DAY) for n, t in enumerate(others)]
    task = make_task("1")
    outcomes = [make_outcome(task, [make_fact(own, own.text)])]
    said_pages, said = stated(brief, datetime(2026, 2, 1, tzinfo=UTC))
    pages += said_pages
    outcomes += [said] if said else []
    by_id = {page.id: page for page in pages}
    return disagreements(figured(outcomes, by_id), pages, outcomes, Plan(tasks=(task,)))


def test_a_page_that_says_otherwise_becomes_a_conflict_between_two_facts_with_exact_quotes() -> None:
    other = "In passing: the mill produced 46 tonnes of board in 2024."
    (outcome,) = checked(Brief(question="?"), other)
    (conflict,) = outcome.conflicts
    against = next(fact for fact in outcome.facts if fact.id == conflict.right)
    assert (conflict.left_says, conflict.right_says) == ("40 tonnes", "46 tonnes")
    evidence = against.evidence[0]
    assert other[evidence.start : evidence.end] == evidence.quote
    assert evidence.url == f"kb://w/0.md#{evidence.start}-{evidence.end}"


def test_a_page_that_agrees_raises_nothing() -> None:
    (outcome,) = checked(Brief(question="?"), "The mill produced 40 tonnes of board in 2024.")
    assert outcome.conflicts == ()


def test_what_the_user_stated_is_held_against_the_sources_and_never_settled_against_them() -> None:
    brief = Brief(question="?", known_facts=("The mill produced 55 tonnes of board in 2024.",))
    outcomes = checked(brief)
    (conflict,) = [conflict for outcome in outcomes for conflict in outcome.conflicts]
    assert {conflict.left_says, conflict.right_says} == {"40 tonnes", "55 tonnes"}
    assert conflict.status is ConflictStatus.OPEN
    assert conflict.severity is Severity.HIGH
