"""The report as a value: order, numbers, what was found and what was not."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from report_making import (
    ANSWERED,
    OPEN,
    PARTIAL,
    make_fact,
    make_outcome,
    make_page,
    make_report,
    make_task,
    quote_from,
    say,
)

from fathoms.domain.budget import Spend
from fathoms.domain.evidence import Confidence, Conflict, ConflictStatus, Failure, SourceKind
from fathoms.domain.plan import Dependency, TaskStatus
from fathoms.domain.report import Paragraph, Shape, Statement, TaskOutcome
from fathoms.domain.thread import Insight, InsightKind, StopReason
from fathoms.report.build.criteria import as_told
from fathoms.report.render import markdown

ARRAY = make_page(
    "The array has sixteen turbines. It was approved in 2021 by the Energy Committee. Its rated capacity is 24 MW.",
    url="kb://world/array.md",
    title="Array",
    dated=date(2026, 3, 1),
)
FERRY = make_page(
    "The ferry carries 240 people. It was ordered by the Harbour Board. The Energy Committee pays for its charger.",
    url="kb://world/ferry.md",
    title="Ferry",
)
WEB = make_page(
    "Tidal power is predictable. The tide turns four times a day.",
    url="https://example.org/tides",
    title="Tides",
    kind=SourceKind.EXTERNAL,
)


def fact(page, number, task="1", **more):
    return make_fact(page, page.text.split(". ")[number].rstrip(".") + ".", task=task, **more)


def test_sections_stand_in_plan_order_with_children_inside():
    tasks = [make_task("1"), make_task("2"), make_task("1.1")]
    outcomes = [
        make_outcome(tasks[1], [fact(FERRY, 0, "2")], heading="Second"),
        make_outcome(tasks[2], [fact(ARRAY, 1, "1.1")], heading="Inside"),
        make_outcome(tasks[0], [fact(ARRAY, 0)], heading="First"),
    ]
    report = make_report(outcomes, tasks)
    assert [section.heading for section in report.sections] == ["First", "Second"]
    assert [child.heading for child in report.sections[0].children] == ["Inside"]


def test_sources_are_numbered_in_the_order_of_first_citation_one_number_each():
    tasks = [make_task("1"), make_task("2")]
    outcomes = [
        make_outcome(tasks[0], [fact(FERRY, 0), fact(ARRAY, 0)]),
        make_outcome(tasks[1], [fact(ARRAY, 2, "2"), fact(WEB, 0, "2")]),
    ]
    report = make_report(outcomes, tasks, summary=[say(fact(WEB, 0, "2"))])
    assert [(r.number, r.title) for r in report.references] == [(1, "Tides"), (2, "Ferry"), (3, "Array")]
    assert [r.kind for r in report.references] == [SourceKind.EXTERNAL, SourceKind.INTERNAL, SourceKind.INTERNAL]


def test_the_passages_of_a_source_are_sorted_by_offset_and_listed_once():
    task = make_task("1")
    last, first = fact(ARRAY, 2), fact(ARRAY, 0)
    report = make_report([make_outcome(task, [last, first])])
    (reference,) = report.references
    assert [p.start for p in reference.passages] == sorted({last.evidence[0].start, first.evidence[0].start})
    assert reference.url == "kb://world/array.md"
    assert reference.dated == date(2026, 3, 1)


def test_only_cited_facts_are_kept():
    shown, hidden = fact(ARRAY, 0), fact(FERRY, 0)
    task = make_task("1")
    outcome = make_outcome(task, [shown, hidden], paragraphs=[Paragraph(statements=(say(shown),))])
    report = make_report([outcome])
    assert [f.id for f in report.facts] == [shown.id]


@pytest.mark.parametrize(("status", "found"), [(OPEN, False), (PARTIAL, True), (ANSWERED, True)])
def test_a_report_is_found_when_a_sub_question_is_at_least_partly_answered(status, found):
    report = make_report([make_outcome(make_task("1"), [fact(ARRAY, 0)], status=status)])
    assert report.found is found
    assert bool(report.sections) is found
    assert bool(report.summary) is found


def test_nothing_found_shows_the_closest_passages_and_what_was_tried_but_no_sections():
    task = make_task("1")
    facts = [fact(page, 0, score=score, loose=True) for page, score in ((ARRAY, 0.2), (FERRY, 0.9), (WEB, 0.5))]
    facts.append(fact(ARRAY, 1, score=0.1, loose=True))
    report = make_report([make_outcome(task, facts, status=OPEN, tried=["first query", "second query"])])
    assert not report.found
    assert report.sections == ()
    assert [s.text for s in report.closest] == [
        "The ferry carries 240 people.",
        "Tidal power is predictable.",
        facts[0].claim,
    ]
    assert all(s.loose for s in report.closest)
    assert report.tried == ("first query", "second query")
    assert [r.title for r in report.references] == ["Ferry", "Tides", "Array"]


def test_a_run_without_any_finding_is_not_found_and_names_every_task():
    tasks = [
        make_task("1", status=TaskStatus.FAILED, reason="provider down"),
        make_task("2", status=TaskStatus.SKIPPED),
    ]
    outcomes = [TaskOutcome(task="1", status=TaskStatus.FAILED, reason="provider down")]
    report = make_report(outcomes, tasks)
    assert not report.found
    assert [(u.task, u.status, u.reason) for u in report.unfinished] == [
        ("1", TaskStatus.FAILED, "provider down"),
        ("2", TaskStatus.SKIPPED, ""),
    ]


def test_children_of_a_failed_task_still_have_their_place():
    tasks = [make_task("1", "What is it?"), make_task("1.1")]
    outcomes = [
        TaskOutcome(task="1", status=TaskStatus.FAILED, reason="x"),
        make_outcome(tasks[1], [fact(ARRAY, 0)], heading="Inside"),
    ]
    report = make_report(outcomes, tasks)
    assert [(s.heading, [c.heading for c in s.children]) for s in report.sections] == [("What is it?", ["Inside"])]


def test_a_statement_on_loose_facts_only_is_marked_loose():
    loose, firm = fact(ARRAY, 0, loose=True), fact(ARRAY, 1)
    report = make_report([make_outcome(make_task("1"), [loose, firm])])
    statements = report.sections[0].paragraphs[0].statements
    assert [s.loose for s in statements] == [True, False]


def test_a_statement_on_unverified_facts_only_is_marked_and_meets_no_criterion():
    task = make_task("1", "How does the array work?")
    weak = fact(ARRAY, 0, confidence=Confidence.UNVERIFIED)
    outcome = make_outcome(task, [weak, fact(ARRAY, 1)], status=PARTIAL)
    sub = outcome.finding.sub_questions[0].model_copy(update={"confidence": Confidence.UNVERIFIED})
    finding = outcome.finding.model_copy(update={"sub_questions": (sub,)})
    report = make_report(
        [outcome.model_copy(update={"finding": finding})], [task], criteria=["Does it say how the array works?"]
    )
    assert [s.unverified for s in report.sections[0].paragraphs[0].statements] == [True, False]
    assert [criterion.met for criterion in report.criteria] == [False]
    assert (report.run_facts.answered, report.run_facts.asked) == (0, 1)
    assert any("How does the array work?" in gap for gap in report.gaps)
    assert "unverified" in markdown.render(report)


def test_conflicts_are_kept_once_and_cite_both_sides_even_when_no_statement_does():
    stated, left, right = fact(WEB, 0), fact(ARRAY, 0), fact(FERRY, 0, "2")
    conflict = Conflict(id="c", about="count", left=left.id, right=right.id, left_says="16", right_says="12")
    mirrored = conflict.model_copy(
        update={"left": right.id, "right": left.id, "status": ConflictStatus.RESOLVED, "resolution": "newer source"}
    )
    tasks = [make_task("1"), make_task("2")]
    shown = [Paragraph(statements=(say(stated),))]
    report = make_report(
        [
            make_outcome(tasks[0], [stated, left], paragraphs=shown, conflicts=[conflict]),
            make_outcome(tasks[1], [right], paragraphs=[], conflicts=[mirrored]),
        ],
        tasks,
        summary=[say(stated)],
    )
    assert [c.status for c in report.conflicts] == [ConflictStatus.RESOLVED]
    assert [r.title for r in report.references] == ["Tides", "Ferry", "Array"]


GRANT = make_page("In 2021 the Energy Committee approved a grant of 12 million euros.", url="kb://world/g.md")
PAID = make_page("The grant of the Energy Committee, 12 million euros, came late.", url="kb://world/p.md")


def test_facts_of_two_tasks_that_say_the_same_of_the_same_are_an_insight():
    tasks = [make_task("1"), make_task("2")]
    outcomes = [
        make_outcome(tasks[0], [make_fact(GRANT, GRANT.text), fact(ARRAY, 1)]),
        make_outcome(tasks[1], [make_fact(PAID, PAID.text, task="2"), fact(FERRY, 2, "2")]),
    ]
    (point,) = make_report(outcomes, tasks).insights
    assert point.shared == PAID.text
    assert point.tasks == ("1", "2")


def test_a_name_that_two_tasks_share_is_no_insight():
    tasks = [make_task("1"), make_task("2")]
    outcomes = [make_outcome(tasks[0], [fact(ARRAY, 1)]), make_outcome(tasks[1], [fact(FERRY, 2, "2")])]
    assert make_report(outcomes, tasks).insights == ()


def test_a_criterion_is_met_when_the_sub_questions_that_carry_its_words_are_answered():
    tasks = [make_task("1", "How does the array work?"), make_task("2", "Who paid for the ferry?")]
    report = make_report(
        [
            make_outcome(tasks[0], [fact(ARRAY, 0)], heading="The array"),
            make_outcome(tasks[1], [fact(FERRY, 0, "2")], heading="The ferry", status=OPEN),
        ],
        tasks,
        criteria=["Does it say how the array works?", "Does it say who paid for the ferry?", "Is the moon mentioned?"],
    )
    assert [(c.met, c.where) for c in report.criteria] == [(True, "The array"), (False, ""), (False, "")]


def test_a_criterion_points_to_the_section_that_tells_it_where_its_own_part_has_none():
    tasks = [
        make_task("1", "What is the array?"),
        make_task("2", "Who paid for the ferry?").model_copy(update={"depends_on": (Dependency(on="1"),)}),
    ]
    told_before = make_outcome(tasks[1], [], heading="The ferry")
    report = make_report(
        [make_outcome(tasks[0], [fact(ARRAY, 0)], heading="The array"), told_before],
        tasks,
        criteria=["Does it say who paid for the ferry?"],
    )
    assert [section.heading for section in report.sections] == ["The array"]
    assert [(c.met, c.where) for c in report.criteria] == [(True, "The array")]


def test_what_a_failed_part_was_to_answer_is_counted_as_asked_and_meets_no_criterion():
    tasks = [
        make_task("1", "How does the array work?"),
        make_task("2", "Who paid for the ferry?").model_copy(update={"sub_questions": ("Who paid?", "How much?")}),
    ]
    failed = TaskOutcome(task="2", status=TaskStatus.FAILED, reason="no answer")
    report = make_report(
        [make_outcome(tasks[0], [fact(ARRAY, 0)], heading="The array"), failed],
        tasks,
        criteria=["Does it say how the array works?", "Does it say who paid for the ferry?"],
    )
    assert (report.run_facts.answered, report.run_facts.asked) == (1, 3)
    assert [criterion.met for criterion in report.criteria] == [True, False]


@pytest.mark.parametrize(
    ("stopped", "rounds", "named"),
    [
        (StopReason.BUDGET_EXHAUSTED, 0, True),
        (StopReason.BUDGET_EXHAUSTED, 1, False),
        (StopReason.CRITERIA_MET, 0, False),
    ],
)
@pytest.mark.parametrize(("language", "said"), [("en", "the budget was spent"), ("ja", "予算を使い切りました")])
def test_a_part_that_the_budget_left_nothing_for_is_named_on_top(stopped, rounds, named, language, said):
    tasks = [make_task("1"), make_task("2")]
    empty = make_outcome(tasks[1], [], status=OPEN)
    ended = empty.finding.model_copy(update={"stopped": stopped, "rounds": rounds})
    outcomes = [make_outcome(tasks[0], [fact(ARRAY, 0)]), empty.model_copy(update={"finding": ended})]
    report = make_report(outcomes, tasks, language=language)
    assert [(lost.task, said in lost.reason) for lost in report.unfinished] == ([("2", True)] if named else [])


def test_a_criterion_stands_with_the_sub_question_that_asks_for_it_and_not_with_one_about_more():
    tasks = [make_task("1", "What did the array cost?"), make_task("2", "How do cost and size of arrays compare?")]
    report = make_report(
        [
            make_outcome(tasks[0], [fact(ARRAY, 0)], heading="Cost"),
            make_outcome(tasks[1], [fact(ARRAY, 1, "2")], status=OPEN),
        ],
        tasks,
        criteria=["Does the report give the cost?"],
    )
    assert [(c.met, c.where) for c in report.criteria] == [(True, "Cost")]


@pytest.mark.parametrize(("status", "cited"), [(OPEN, False), (ANSWERED, True)])
def test_criteria_on_the_report_itself_are_answered_by_what_every_report_does(status, cited):
    promises = [
        "Does every statement lead back to a quoted passage?",
        "Does the report say what was not found?",
        "Are figures that differ between sources shown side by side?",
    ]
    report = make_report([make_outcome(make_task("1", "Who?"), [fact(ARRAY, 0)], status=status)], criteria=promises)
    assert [c.met for c in report.criteria] == [cited, True, True]


def test_gaps_of_the_whole_come_first_and_none_is_said_twice():
    task = make_task("1", reason="did without part 2, which failed")
    outcome = make_outcome(task, [fact(ARRAY, 0)], gaps=["No cost was found.", "One source only."])
    report = make_report([outcome], [task], gaps=["no cost was found."])
    assert report.gaps == ("no cost was found.", "One source only.", "did without part 2, which failed")


def test_a_sub_question_that_stayed_open_is_a_gap_even_when_the_mind_names_none():
    tasks = [make_task("1"), make_task("2", "Who pays?")]
    outcomes = [make_outcome(tasks[0], [fact(ARRAY, 0)]), make_outcome(tasks[1], [], status=OPEN)]
    assert make_report(outcomes, tasks).gaps == ("Nothing was found on: Who pays?",)
    assert make_report(outcomes, tasks, language="ja").gaps == ("見つからなかった項目: Who pays?",)


def test_failures_and_queries_of_all_tasks_are_listed_once():
    failure = Failure(what="read", target="a.pdf", reason="no text")
    tasks = [make_task("1"), make_task("2")]
    outcomes = [
        make_outcome(task, [fact(ARRAY, index, task.id)], failures=[failure], tried=["same", f"own {task.id}"])
        for index, task in enumerate(tasks)
    ]
    report = make_report(outcomes, tasks)
    assert report.failures == (failure,)
    assert report.tried == ("same", "own 1", "own 2")


def test_run_facts_add_up_and_leave_out_the_clock():
    tasks = [make_task("1"), make_task("2")]
    outcomes = [
        make_outcome(task, [fact(ARRAY, index, task.id)]).model_copy(
            update={"spend": Spend(calls=2, seconds=index + 0.5)}
        )
        for index, task in enumerate(tasks)
    ]
    facts = make_report(outcomes, tasks).run_facts
    assert (facts.tasks, facts.rounds, facts.spend.calls, facts.spend.seconds) == (2, 4, 4, 0.0)
    taken_over = [outcomes[0].model_copy(update={"reused_from": "r-0"}), outcomes[1]]
    assert make_report(taken_over, tasks).run_facts.spend.calls == 2, "what was taken over is not spent again"


def test_the_summary_falls_back_on_the_findings_own():
    report = make_report([make_outcome(make_task("1"), [fact(ARRAY, 0), fact(ARRAY, 1)])], summary=[])
    assert [s.text for s in report.summary] == ["The array has sixteen turbines."]


ARRAY_SIDE = Paragraph(label="Array", statements=(say(fact(ARRAY, 0)),))
FERRY_SIDE = Paragraph(label="The ferry", statements=(say(fact(FERRY, 0)),))
COMMON = Paragraph(label="Comparison", statements=(say(fact(ARRAY, 1)),))


def labelled(paragraph, label):
    return paragraph.model_copy(update={"label": label})


@pytest.mark.parametrize(
    ("paragraphs", "shape", "sides"),
    [
        ([ARRAY_SIDE, FERRY_SIDE], Shape.COMPARISON, ("Array", "The ferry")),
        ([COMMON, ARRAY_SIDE, FERRY_SIDE], Shape.COMPARISON, ("Array", "The ferry")),
        ([ARRAY_SIDE, labelled(COMMON, "Array › Costs"), FERRY_SIDE], Shape.PASSAGES, ()),
        ([ARRAY_SIDE], Shape.PASSAGES, ()),
        ([ARRAY_SIDE, Paragraph(label="The ferry")], Shape.PASSAGES, ()),
        ([ARRAY_SIDE, labelled(FERRY_SIDE, "Costs")], Shape.PASSAGES, ()),
        ([labelled(ARRAY_SIDE, "2021"), labelled(FERRY_SIDE, "2022-05")], Shape.TIMELINE, ()),
        ([labelled(ARRAY_SIDE, "2021"), labelled(FERRY_SIDE, "later")], Shape.PASSAGES, ()),
        ([labelled(ARRAY_SIDE, "2021")], Shape.PASSAGES, ()),
    ],
)
def test_the_shape_of_a_section_follows_its_labels(paragraphs, shape, sides):
    task = make_task("1", subjects=("Array", "Ferry"))
    outcome = make_outcome(task, [fact(ARRAY, 0), fact(FERRY, 0), fact(ARRAY, 1)], paragraphs=paragraphs)
    (section,) = make_report([outcome], [task]).sections
    assert (section.shape, section.sides) == (shape, sides)


def test_two_sides_of_three_are_no_comparison():
    task = make_task("1", subjects=("Array", "Ferry", "Battery"))
    outcome = make_outcome(task, [fact(ARRAY, 0), fact(FERRY, 0)], paragraphs=[ARRAY_SIDE, FERRY_SIDE])
    assert make_report([outcome], [task]).sections[0].sides == ()


PAGES = {page.id: page for page in (ARRAY, FERRY, WEB)}
FACTS = [fact(page, number, task) for page in (ARRAY, FERRY) for number in range(3) for task in ("1", "2")] + [
    fact(WEB, 0)
]


@settings(deadline=None)  # how long one takes says nothing on a busy machine
@given(
    st.lists(st.lists(st.sampled_from(FACTS), max_size=5), min_size=1, max_size=4),
    st.lists(st.sampled_from(FACTS), max_size=3),
)
def test_every_citation_has_a_reference_every_reference_is_cited_and_every_quote_stands(groups, summary):
    tasks = [make_task(str(number)) for number in range(1, len(groups) + 1)]
    outcomes = [make_outcome(task, group) for task, group in zip(tasks, groups, strict=True)]
    if not any(groups):
        summary = []
    invented = Statement(text="The array has sixteen turbines.", facts=("f-invented",))
    report = make_report(outcomes, tasks, summary=[*map(say, summary), invented])
    cited = {fact_id for statement in _statements(report) for fact_id in statement.facts}
    assert cited <= {f.id for f in report.facts}
    sources = {evidence.url.split("#")[0] for f in report.facts for evidence in f.evidence}
    assert sources == {reference.url for reference in report.references}
    assert [reference.number for reference in report.references] == list(range(1, len(sources) + 1))
    for reference in report.references:
        for passage in reference.passages:
            assert PAGES[passage.page_id].text[passage.start : passage.end] == passage.quote


def _statements(report):
    for section in report.sections:
        for paragraph in section.paragraphs:
            yield from paragraph.statements
    yield from (*report.summary, *report.closest)


def test_a_fact_with_two_sources_cites_both():
    both = fact(ARRAY, 0).model_copy(
        update={"evidence": (quote_from(ARRAY, "sixteen turbines"), quote_from(FERRY, "240 people"))}
    )
    report = make_report([make_outcome(make_task("1"), [both])])
    assert [r.title for r in report.references] == ["Array", "Ferry"]


def test_a_sub_question_that_asks_just_what_the_criterion_asks_decides_it():
    tasks = [make_task("1", "How many turbines has the array?"), make_task("2", "The array as a whole")]
    outcomes = [
        make_outcome(tasks[0], [fact(ARRAY, 0)], sub_questions=["How many turbines has the array?"]),
        make_outcome(
            tasks[1],
            [fact(ARRAY, 1, "2")],
            status=OPEN,
            sub_questions=["How many turbines has the array? What did the array cost?"],
        ),
    ]
    report = make_report(outcomes, tasks, criteria=["Is there cited evidence for: How many turbines has the array?"])
    assert [result.met for result in report.criteria] == [True]


def test_a_task_that_the_sections_before_it_have_answered_has_no_section_of_its_own():
    tasks = [make_task("1"), make_task("2", "Taken together?", depends_on=(Dependency(on="1"),))]
    outcomes = [make_outcome(tasks[0], [fact(ARRAY, 0)]), make_outcome(tasks[1], [], gaps=["No passage says harbour."])]
    report = make_report(outcomes, tasks)
    assert [section.task for section in report.sections] == ["1"]
    assert report.gaps == ("No passage says harbour.",)


@pytest.mark.parametrize(("status", "met", "quoted"), [(ANSWERED, True, False), (PARTIAL, False, True)])
def test_without_a_judge_a_passage_that_may_answer_a_criterion_is_quoted_and_no_more(status, met, quoted):
    task = make_task("1", "How many turbines has the array?")
    outcome = make_outcome(task, [fact(ARRAY, 0)], status=status)
    report = as_told(make_report([outcome], [task], criteria=["Does it say how many turbines the array has?"]))
    (result,) = report.criteria
    assert (result.met, result.quoted) == (met, quoted)
    shown = markdown.render(report)
    assert ("a passage was quoted, not judged" in shown) is quoted


def test_what_sources_raise_and_nobody_asked_stands_in_the_report():
    task = make_task("1", "How many turbines has the array?")
    asked = Insight(kind=InsightKind.FOLLOW_UP, text="How many turbines has the array?", confidence=0.9)
    fresh = Insight(kind=InsightKind.FOLLOW_UP, text="Who maintains the array in winter?", confidence=0.9)
    unsure = Insight(kind=InsightKind.GAP, text="Is the cable buried?", confidence=0.5)
    outcome = make_outcome(task, [fact(ARRAY, 0)])
    finding = outcome.finding.model_copy(update={"insights": (asked, fresh, unsure)})
    report = make_report([outcome.model_copy(update={"finding": finding})], [task])
    assert report.raised == ("Who maintains the array in winter?",)
    assert "Raised by sources, not looked into: Who maintains the array in winter?" in markdown.render(report)
