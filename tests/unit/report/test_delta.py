"""The difference between two reports on one question."""

from __future__ import annotations

from report_making import OPEN, make_fact, make_outcome, make_page, make_report, make_task

from fathoms.domain.evidence import Conflict
from fathoms.domain.report import Report
from fathoms.report.delta import delta
from fathoms.report.render.delta import render


def report(
    *sentences: str, run: str = "r-1", gaps: tuple[str, ...] = (), language: str = "en", conflict: bool = False
) -> Report:
    page = make_page(" ".join(sentences), title="Mill", url="kb://w/mill.md")
    facts = [make_fact(page, sentence) for sentence in sentences]
    raised = [Conflict(id="c", about="a", left=facts[0].id, right=facts[-1].id, left_says="1", right_says="2")]
    outcome = make_outcome(make_task("1"), facts, gaps=gaps, conflicts=raised if conflict else ())
    return make_report([outcome], language=language).model_copy(update={"run": run})


OLD = report("The mill has ten saws.", "The mill cost 4 million euros.", gaps=("Who owns it?",))


def test_a_report_does_not_differ_from_itself() -> None:
    assert delta(OLD, OLD).unchanged
    assert "Nothing that the reports say has changed" in render(delta(OLD, OLD))


def test_the_same_source_with_another_figure_reads_differently_and_names_the_figure() -> None:
    new = report("The mill has ten saws.", "The mill cost 5 million euros.", "It stands in Norby.", run="r-2")
    found = delta(OLD, new)
    assert [(p.before.claim, p.after.claim, p.figures) for p in found.changed] == [
        ("The mill cost 4 million euros.", "The mill cost 5 million euros.", ("5",))
    ]
    assert [fact.claim for fact in found.appeared] == ["It stands in Norby."]
    assert found.closed_gaps == ("Who owns it?",)
    assert [reference.title for reference in found.edited_sources] == ["Mill"]
    assert "- Mill (new figures: 5)\n" in render(found), "no mark that looks like a citation"


def test_a_sentence_that_only_moved_is_the_same() -> None:
    moved = report(
        "A new first line about rivers.", "The mill has ten saws.", "The mill cost 4 million euros.", run="r-2"
    )
    found = delta(OLD, moved)
    assert (found.changed, found.vanished) == ((), ())


def test_new_and_settled_disagreements_are_told_in_both_directions() -> None:
    disputed = report("The mill has ten saws.", "The mill cost 4 million euros.", conflict=True)
    assert len(delta(OLD, disputed).raised) == 1
    assert len(delta(disputed, OLD).settled) == 1


def test_it_is_told_in_the_language_of_the_question() -> None:
    found = delta(
        report("工場にはのこぎりが十台ある。", language="ja"),
        report("工場は川のそばにある。", run="r-2", language="ja"),
    )
    assert "## 新しい記述" in render(found)


def test_a_criterion_that_is_now_met_is_told() -> None:
    page = make_page("The mill has ten saws.")
    fact = make_fact(page, page.text)
    asked = {"criteria": ["Does the report say how many saws the mill has?"], "question": "How many saws has the mill?"}
    task = make_task("1", "How many saws has the mill?")
    second = make_task("2", "Where?")
    met = make_report([make_outcome(task, [fact])], [task], **asked)
    other = make_report(
        [make_outcome(task, [fact], status=OPEN), make_outcome(second, [fact])], [task, second], **asked
    )
    assert [result.met for result in delta(other, met).turned] == [True]
