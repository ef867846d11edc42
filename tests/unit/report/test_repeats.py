"""Below the answer each thing is told once, the fuller telling stays, and what goes is recorded."""

from __future__ import annotations

from report_making import make_fact, make_outcome, make_page, make_report, make_task, say

from fathoms.domain.draft import Edited
from fathoms.domain.report import CitedTable, Layout, Paragraph, Report, Row, Statement
from fathoms.report.build.check import checked
from fathoms.report.build.edited import with_edit
from fathoms.report.build.repeats import told_once
from fathoms.report.render import markdown

PAGE = make_page(
    "The heartbeat is sent every 100 ms by default. Members elect a leader after 1000 ms. "
    "Slow disks delay the heartbeat and may cause elections. Four members tolerate one failure."
)
BEAT, ELECT, DISKS, FOUR = (
    make_fact(PAGE, quote, task=task)
    for quote, task in (
        ("The heartbeat is sent every 100 ms by default.", "1"),
        ("Members elect a leader after 1000 ms.", "1"),
        ("Slow disks delay the heartbeat and may cause elections.", "2"),
        ("Four members tolerate one failure.", "2"),
    )
)
TABLE = CitedTable(
    columns=("Default",), rows=(Row(label="Heartbeat", cells=(say(BEAT, "sent every 100 ms by default"),)),)
)
ANSWER = (say(ELECT, "Leave the timeouts alone."),)


def told(first: list[Statement], second: list[Statement], layout: Layout = Layout.PROSE, **edit: object) -> Report:
    outcomes = [
        make_outcome(make_task("1"), [BEAT, ELECT], paragraphs=[Paragraph(statements=tuple(first), layout=layout)]),
        make_outcome(make_task("2"), [DISKS, FOUR], paragraphs=[Paragraph(statements=tuple(second))]),
    ]
    edited = Edited.model_validate({"answer": ANSWER, **edit})
    return told_once(checked(with_edit(make_report(outcomes, mind="llm:any", ship=False), edited, outcomes)))


def texts(report: Report) -> list[list[str]]:
    return [[s.text for p in section.paragraphs for s in p.statements] for section in report.sections]


def test_a_section_does_not_retell_a_cell_of_the_main_table() -> None:
    report = told([say(BEAT, "By default a heartbeat is sent every 100 ms."), say(ELECT)], [say(DISKS)], table=TABLE)
    assert texts(report) == [[ELECT.claim], [DISKS.claim]]
    assert [cut.text for cut in report.cuts] == ["By default a heartbeat is sent every 100 ms."]


def test_what_two_sections_say_stands_where_it_is_told_more_fully() -> None:
    fuller = say(DISKS, "Slow disks delay the heartbeat and may cause elections, so watch them.")
    short = say(DISKS, "Slow disks may cause elections.")
    assert texts(told([say(BEAT), short], [fuller])) == [[BEAT.claim], [fuller.text]]
    assert texts(told([say(BEAT), fuller], [short, say(FOUR)])) == [[BEAT.claim, fuller.text], [FOUR.claim]]


def test_another_figure_or_a_denial_is_no_repetition() -> None:
    both = (BEAT.id, ELECT.id)
    early, late = (say(BEAT, f"Members of it act after {n} ms.", facts=both) for n in (100, 1000))
    denied = say(DISKS, "Slow disks do not delay the heartbeat and cause no elections.")
    report = told([early, late], [say(DISKS), denied])
    assert texts(report) == [[early.text, late.text], [DISKS.claim, denied.text]]


def test_key_points_that_answer_table_or_sections_tell_go() -> None:
    points = (
        say(BEAT, "Heartbeats come every 100 ms by default."),
        say(FOUR, "An even number buys nothing: a fourth voter only adds something that can break."),
    )
    report = told([say(BEAT), say(ELECT)], [say(DISKS), say(FOUR)], key_points=points)
    assert [one.text for one in report.summary] == [points[1].text]


def test_steps_stay_and_so_does_what_the_next_sentence_leans_on() -> None:
    again = say(BEAT, "Sent every 100 ms by default is the heartbeat.")
    steps = told([again, say(ELECT)], [say(DISKS)], layout=Layout.STEPS, table=TABLE)
    assert texts(steps)[0] == [again.text, ELECT.claim]
    leaning = say(ELECT, "This is why members elect a leader after 1000 ms.")
    assert texts(told([again, leaning], [say(DISKS)], table=TABLE))[0] == [again.text, leaning.text]


def test_a_section_that_tells_nothing_else_keeps_its_first_sentence() -> None:
    report = told([say(DISKS), say(BEAT)], [say(BEAT), say(DISKS)])
    assert texts(report) == [[DISKS.claim, BEAT.claim], [BEAT.claim]]
    assert [cut.text for cut in report.cuts] == [DISKS.claim]


def test_without_an_answer_nothing_is_taken_away() -> None:
    report = told([say(BEAT), say(ELECT)], [say(DISKS)], table=TABLE, answer=(), key_points=(say(BEAT),))
    assert texts(report)[0] == [BEAT.claim, ELECT.claim]
    assert report.summary


def test_what_is_told_elsewhere_is_counted_and_not_listed_among_what_did_not_hold() -> None:
    report = told([say(DISKS), say(BEAT)], [say(BEAT), say(DISKS)])
    made = markdown.render(report).partition("## How this was made")[2]
    assert "1 told elsewhere, 0 cut" in made
    assert DISKS.claim not in made
