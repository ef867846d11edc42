"""A plan for the eye: tree, Mermaid, and its history as a sequence of changes."""

from __future__ import annotations

from datetime import UTC, datetime

from fathoms.domain.events import Body, Event, PlanProposed, PlanRevised, RunStarted, TaskEnded, TaskSkipped
from fathoms.domain.plan import Plan, TaskStatus
from fathoms.domain.revision import NewTask, TaskChange
from fathoms.engine.plan import drilling, revision
from fathoms.engine.plan import views as plan_views
from tests.plan_making import DONE, FAILED, RUNNING, SKIPPED, STANDARD, ids, make_plan, make_proposal, make_task

AT = datetime(2026, 1, 1, tzinfo=UTC)


def under_way() -> Plan:
    return make_plan(
        make_task("1", status=DONE),
        make_task("1.1", status=RUNNING, question="What ropes hold it?"),
        make_task("1.2", question="Who inspects its brakes?"),
        make_task("2", "1", status=FAILED, reason="no such page"),
        make_task("3", "2", status=SKIPPED, reason="it needs task 2, which failed"),
        make_task("4", "1.1", soft=("2",)),
    )


def events(*bodies: tuple[str, Body]) -> list[Event]:
    return [Event(run="r", task=task, step=str(n), at=AT, seq=n, body=body) for n, (task, body) in enumerate(bodies, 1)]


def test_a_task_is_ready_when_only_a_slot_is_missing() -> None:
    plan = make_plan(make_task("1"), make_task("2", "1"), make_task("3", status=RUNNING))
    assert plan_views.ready_ids(plan) == {"1"}


def test_mermaid_draws_hard_soft_and_child_edges() -> None:
    drawn = plan_views.mermaid(under_way())
    for line in ("root --> t1", "t1 ==> t1_1", "t1 --> t2", "t1_1 --> t4", "t2 -.-> t4", "class t2 failed"):
        assert f"    {line}" in drawn
    assert drawn.startswith("flowchart TD\n")


def test_mermaid_survives_marks_in_questions_and_letters_in_ids() -> None:
    drawn = plan_views.mermaid(make_plan(make_task("A/1", question='Is "a < b" & b > c?\nReally?')))
    assert 'tA_1["◎ A/1: Is #quot;a #lt; b#quot; #amp; b #gt; c? Really?"]' in drawn


def test_the_history_is_a_sequence_of_changes() -> None:
    first = make_plan(make_task("1"), make_task("2"), make_task("3", "2"))
    done = first.marking("1", DONE)
    deeper = drilling.grown(
        done, drilling.children(done, done.task("1"), ["What ropes hold it?"], STANDARD, reason="shallow")
    )
    changes = [TaskChange(task="2", skip=True), TaskChange(task="3", priority=5, depends_on=())]
    add = [NewTask(question="Why is it red?", importance=0.9)]
    revised = revision.apply(deeper, make_proposal(add=add, change=changes), STANDARD, 0)
    steps = plan_views.history(
        events(
            ("", PlanProposed(plan=first, question="q")),
            ("", RunStarted(question="q", mind="m", plan=first)),
            ("1", TaskEnded(status="done")),
            ("1", PlanRevised(trigger="depth", reason="shallow", before=done, after=deeper)),
            ("1", PlanRevised(trigger="new topic", reason="red", impact="more", before=deeper, after=revised.plan)),
            ("1", PlanRevised(trigger="scope", reason="no", before=revised.plan, after=revised.plan, refused="caps")),
            ("3", TaskSkipped(reason="budget")),
        )
    )
    assert [step.trigger for step in steps] == ["proposed", "depth", "new topic", "scope", "skipped"]
    proposed, depth, topic, refused, skipped = (step.diff for step in steps)
    assert ids(proposed.added) == ["1", "2", "3"]
    assert (ids(depth.added), depth.skipped, depth.changed) == (["1.1"], (), ())
    assert (ids(topic.added), topic.skipped) == (["4"], ("2",))
    assert [(c.task, c.field, c.before, c.after) for c in topic.changed] == [
        ("3", "priority", "1", "5"),
        ("3", "depends_on", "2", ""),
    ]
    assert (refused.added, refused.skipped, refused.changed) == ((), (), ())
    assert (steps[3].refused, steps[2].impact, steps[2].tasks) == ("caps", "more", 5)
    assert skipped.skipped == ("3",)


def test_a_run_that_starts_with_another_plan_than_proposed_says_so() -> None:
    first, other = make_plan(make_task("1"), make_task("2")), make_plan(make_task("1"))
    steps = plan_views.history(
        events(("", PlanProposed(plan=first, question="q")), ("", RunStarted(question="q", mind="m", plan=other)))
    )
    assert [(step.trigger, step.diff.removed) for step in steps] == [("proposed", ()), ("started", ("2",))]


def test_a_plan_that_nobody_proposed_has_no_history() -> None:
    assert plan_views.history(events(("9", TaskSkipped(reason="never planned")))) == ()


def test_every_status_has_a_mark() -> None:
    assert set(plan_views.MARKS) == set(TaskStatus)
