"""A disagreement that the text weighs is no open end of it."""

from __future__ import annotations

import pytest
from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.evidence import Conflict, ConflictStatus, Severity
from fathoms.domain.report import Paragraph, Report, Statement
from fathoms.report.build.weighing import weighed
from fathoms.report.parts import Role, parts

FIRST = make_fact(make_page("The goal is 100 %."), "The goal is 100 %.")
SECOND = make_fact(make_page("Most reach 80 %.", url="kb://world/b.md"), "Most reach 80 %.")
OTHER = make_fact(make_page("Tests are run daily.", url="kb://world/c.md"), "Tests are run daily.")
CONFLICT = Conflict(
    id="c-1",
    about="coverage",
    left=FIRST.id,
    right=SECOND.id,
    left_says="100 %",
    right_says="80 %",
    severity=Severity.HIGH,
)


def reported(*said: Statement, conflict: Conflict = CONFLICT) -> Report:
    task = make_task("1")
    outcome = make_outcome(task, [FIRST, SECOND, OTHER], paragraphs=[Paragraph(statements=said)], conflicts=[conflict])
    return make_report([outcome], [task], summary=[], mind="llm:m", ship=False)


BOTH = Statement(text="The goal is 100 %, most reach 80 %.", facts=(FIRST.id, SECOND.id))


@pytest.mark.parametrize("said", [(BOTH,), (say(OTHER), say(FIRST), say(SECOND))])
def test_both_sides_in_one_breath_weigh_a_conflict_and_are_named(said: tuple[Statement, ...]) -> None:
    (found,) = weighed(reported(*said)).conflicts
    assert found.status is ConflictStatus.WEIGHED
    assert found.resolution == " ".join(statement.text for statement in said[-2:])


@pytest.mark.parametrize("said", [(say(FIRST),), (say(FIRST), say(OTHER), say(SECOND))])
def test_one_side_or_both_far_apart_leave_it_open(said: tuple[Statement, ...]) -> None:
    assert weighed(reported(*said)).conflicts[0].status is ConflictStatus.OPEN


def test_what_a_source_settled_stays_settled() -> None:
    settled = CONFLICT.model_copy(update={"status": ConflictStatus.RESOLVED, "resolution": "by a third"})
    assert weighed(reported(BOTH, conflict=settled)).conflicts == (settled,)


@pytest.mark.parametrize(
    ("said", "listed"), [((BOTH,), False), ((say(FIRST), say(SECOND)), False), ((say(FIRST), say(OTHER)), True)]
)
def test_what_the_text_weighs_is_listed_only_with_how_it_was_made(said: tuple[Statement, ...], listed: bool) -> None:
    found = parts(weighed(reported(*said)))
    (made,) = (part for part in found if part.role is Role.HOW_MADE)
    assert (Role.CONFLICTS in [part.role for part in found]) is listed
    assert (Role.SETTLED in [part.role for part in made.parts]) is not listed
