"""What is missing: what the text does not answer, each once, with where it was looked for."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.report import Report, Section, Statement, TaskOutcome
from fathoms.report.build.missing import left
from fathoms.report.lines import gap_lines
from fathoms.report.words import words_for

PAGE = make_page("A backup of the database is tested by a trial restore every month.")
FACT = make_fact(PAGE, PAGE.text)
TESTED = "How is a backup of the database tested by a trial restore?"
ROLLED = "How is a failed upgrade of the server rolled back?"


def outcome(*read: str) -> TaskOutcome:
    task = make_task("1", "How is the server upgraded?")
    return make_outcome(task, [FACT]).model_copy(update={"read": read})


def reported(gaps: Sequence[str], *said: Statement, read: Sequence[str] = ()) -> Report:
    report = make_report([outcome(*read)], summary=said or [say(FACT)], mind="llm:m", ship=False)
    return left(report.model_copy(update={"gaps": tuple(gaps)}), [outcome(*read)])


def test_what_the_text_answers_is_no_gap() -> None:
    assert reported([TESTED, ROLLED]).gaps == (ROLLED,)


def test_a_sentence_that_says_what_is_not_told_answers_nothing() -> None:
    said = say(FACT, "The documents do not tell how a failed upgrade of the server is rolled back.")
    assert reported([ROLLED], said).gaps == (ROLLED,)


def test_what_only_a_part_of_a_report_by_one_hand_missed_stands_with_how_it_was_made() -> None:
    one = outcome("Upgrading the server")
    assert one.finding is not None
    missed = one.model_copy(update={"finding": one.finding.model_copy(update={"gaps": (ROLLED, TESTED)})})
    report = make_report([missed], summary=[say(FACT)], mind="llm:m", ship=False)
    by_one_hand = report.model_copy(update={"gaps": (), "sections": (Section(task="w1", heading="All", tells=("1",)),)})
    for told, looked_for in ((by_one_hand, [ROLLED]), (by_one_hand.model_copy(update={"sections": ()}), [])):
        found = left(told, [missed])
        assert found.gaps == ()
        assert [searched.gap for searched in found.searched_for] == looked_for


def test_two_gaps_that_ask_the_same_are_one() -> None:
    fuller = "How is a failed upgrade of the server rolled back, and what is lost by it?"
    assert reported([ROLLED, fuller]).gaps == (ROLLED,)
    assert len(reported([ROLLED, "How often is the server upgraded by its owner?"]).gaps) == 2


def test_a_gap_says_where_it_was_looked_for_nearest_first() -> None:
    report = reported([ROLLED], read=("Ferries", "Upgrading the server", "Cranes", "Quays"))
    (line,) = gap_lines(report, words_for("en"))
    assert line == f"{ROLLED} (Looked for in Upgrading the server; and 3 more.)"
    assert list(gap_lines(reported([ROLLED]), words_for("en"))) == [ROLLED]


def test_what_to_do_until_a_gap_is_closed_stands_before_where_it_was_looked_for() -> None:
    gap = f"{ROLLED}; until you have tried it, keep the old server"
    report = reported([gap, ROLLED], read=("Upgrading the server",))
    (line,) = gap_lines(report, words_for("en"))
    assert line == f"{ROLLED} Until you have tried it, keep the old server. (Looked for in Upgrading the server.)"
    (line,) = gap_lines(reported([gap]), words_for("en"))
    assert line == f"{ROLLED} Until you have tried it, keep the old server."


def test_a_question_without_its_mark_gets_one_before_the_advice() -> None:
    report = reported([f"{ROLLED.rstrip('?')}; keep the old server"], read=("Upgrading the server",))
    (line,) = gap_lines(report, words_for("en"))
    assert line.startswith(f"{ROLLED} Keep the old server.")


@pytest.mark.parametrize("mark", ["?", "？"])
def test_a_question_that_is_followed_by_a_sentence_gets_no_second_mark(mark: str) -> None:
    gap = f"Why did it fail{mark} No document can say; look at the log"
    (line,) = gap_lines(reported([gap]), words_for("en"))
    assert line == f"Why did it fail{mark} No document can say. Look at the log."


def test_advice_on_a_gap_brings_no_figure_that_the_text_does_not_have() -> None:
    assert reported([f"{ROLLED}; keep the old server for 9 days"]).gaps == (ROLLED,)
    planned = f"{ROLLED}; keep the old server until week 9"
    assert reported([planned]).gaps == (planned,)
    said = say(FACT, "A trial restore every 9 days.")
    kept = f"{ROLLED}; keep the old server for 9 days"
    assert reported([kept], said).gaps == (kept,)


def test_a_step_of_the_report_is_no_figure() -> None:
    gap = f"{ROLLED}; until step 4 has shown it, keep the old server"
    assert reported([gap]).gaps == (gap,)


def test_a_gap_that_the_text_answers_is_none_whatever_is_advised_on_it() -> None:
    assert reported([f"{TESTED}; until then trust nothing but your own eyes and hands"]).gaps == ()
