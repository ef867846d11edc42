"""Every kind of event has words, and they stay on one line."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import get_args

import pytest

from fathoms.domain import events
from fathoms.domain.approval import ApprovalAnswer, ApprovalKind, ApprovalRequest
from fathoms.domain.budget import Spend
from fathoms.domain.evidence import Confidence, Conflict, Evidence, Fact, Failure, LedgerEntry, Query
from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import Statement, Undug, WhyUndug
from fathoms.domain.step import RuledFact, Slot
from fathoms.domain.thread import Phase, Plateau, Saturation
from fathoms.faces.cli.wording import told

AT = datetime(2026, 1, 2, tzinfo=UTC)
PLAN = Plan(tasks=(Task(id="1", question="One?"), Task(id="2", question="Two?")))
FAILED = (Failure(what="read", target="kb://a/b", reason="gone"),)
FACT = Fact(
    id="f-1",
    claim="It lifts 10 tonnes.",
    evidence=(
        Evidence(page_id="p", url="kb://a/b", title="Cranes", quote="lifts 10 tonnes", start=0, end=15, source="kb"),
    ),
    confidence=Confidence.PLAUSIBLE,
)
CONFLICT = Conflict(id="c-1", about="the load", left="f-1", right="f-2", left_says="10 tonnes", right_says="12 tonnes")

SAID: tuple[tuple[events.Body, str], ...] = (
    (events.PlanProposed(plan=PLAN, question="Why?"), "plan proposed: 2 tasks"),
    (events.PlanSuggested(verdict="adapted", reason="too many"), "suggested plan adapted (too many)"),
    (events.QuestionClarified(asked="Which “array”?", answer="Kittlehead"), "asked 'Which “array”?': Kittlehead"),
    (
        events.QuestionFolded(kept="2", question="Who pays?"),
        "no room for a task of its own, asked within task 2: Who pays?",
    ),
    (events.TasksMerged(kept="1", question="Again one?"), "merged into task 1: Again one?"),
    (events.FactRecalled(claim="It is deep.", run="r0", found_at=AT), "run r0 knew on 2026-01-02: It is deep."),
    (events.FindingReused(run="r0", found_at=AT), "finding of run r0 reused, from 2026-01-02"),
    (
        events.ApprovalAsked(
            request=ApprovalRequest(id="a1", kind=ApprovalKind.REVISION, after=PLAN, asked_at=AT, reason="new topic")
        ),
        "approval a1 asked for: revision (new topic)",
    ),
    (events.ApprovalGiven(answer=ApprovalAnswer(request="a1", approved=False, at=AT)), "approval a1 refused"),
    (events.PlanRejected(reason="a cycle", fallback="planned again"), "plan rejected (a cycle): planned again"),
    (events.RunStarted(question="Why?", mind="extractive", plan=PLAN), "run started: 2 tasks, extractive mind"),
    (events.RunResumed(), "run resumed"),
    (
        events.SpendNoted(kind="mind.extract", model="openai:m", spend=Spend(usd=0.0123, tokens=4_200, calls=1)),
        "extract: openai:m, 1 call, 4,200 tokens, $0.0123",
    ),
    (
        events.AnswerTrimmed(kind="mind.plan", left_out=("Who pays?", "Why?"), reason="sub_questions has room for 6"),
        "plan: left out (sub_questions has room for 6): Who pays?; Why?",
    ),
    (
        events.TaskStarted(question="One?", name="1-one", sub_questions=1, subjects=2, budget=3, phase=Phase.SURVEY),
        "task started: One? (1 sub-question, 2 subjects, 3 rounds, SURVEY)",
    ),
    (
        events.RoundScoped(round=1, phase=Phase.SURVEY, intent="find", queries=(Query(source="kb", text="one"),)),
        "round 1 SURVEY: one",
    ),
    (events.RoundScoped(round=1, phase=Phase.SURVEY, intent="find\nit", queries=()), "round 1 SURVEY: find it"),
    (events.RoundSearched(round=1, hits=1, sources=("kb",)), "round 1: 1 hit"),
    (events.RoundRead(round=1, pages=2, failures=FAILED), "round 1: 2 pages read; failed: kb://a/b: gone"),
    (
        events.RoundEnded(
            round=1,
            new_facts=2,
            confirming_facts=1,
            drifts=1,
            saturation=Saturation.MEDIUM,
            plateau=Plateau.NONE,
            summary="STAY",
        ),
        "round 1 ended: 2 new facts, 1 confirming, 1 page off the subject, saturation MEDIUM; STAY",
    ),
    (
        events.StepRan(
            round=2,
            slot=Slot.AFTER_EXTRACT,
            name="figures",
            looked_at=3,
            rulings=(
                RuledFact(fact="f-1", claim="It cost 5 euros.", drop=True, reason="figures: no 5 in the quote"),
                RuledFact(fact="f-2", claim="It leaks.", at_most=Confidence.UNVERIFIED, reason="figures: hearsay"),
            ),
            failures=(Failure(what="step", target="figures", reason="tired"),),
        ),
        "round 2: figures looked at 3 facts; dropped 'It cost 5 euros.' (figures: no 5 in the quote); "
        "trusts less 'It leaks.' (figures: hearsay); failed: figures: tired",
    ),
    (
        events.SelfCheckFailed(round=2, problems=("plateau checked: off", "history appended: torn")),
        "round 2: self-check failed: plateau checked: off; history appended: torn",
    ),
    (
        events.SourcesCurated(round=3, searches=4, sources=("Tide tables", "Log")),
        "round 3: out of sources; 4 searches for others: Tide tables, Log",
    ),
    (
        events.SourcesCurated(round=3, searches=1),
        "round 3: out of sources; 1 search for others: none that it had not read",
    ),
    (
        events.TaskEnded(status="done", reason="CRITERIA_MET", rounds=1, facts=4),
        "task done (CRITERIA_MET): 1 round, 4 facts",
    ),
    (events.FactFound(round=1, fact=FACT), "found in Cranes: It lifts 10 tonnes."),
    (
        events.ConflictFound(round=1, entry=LedgerEntry(conflict=CONFLICT, voices=())),
        "conflict on the load: 10 tonnes / 12 tonnes",
    ),
    (
        events.ConflictSettled(conflict="c-1", upheld="f-1", says="the load: 10 tonnes"),
        "conflict settled by the user: the load: 10 tonnes",
    ),
    (events.GapNoticed(gap="who pays"), "gap: who pays"),
    (
        events.SectionGrowing(round=1, heading="Load", statements=(Statement(text="It lifts."),)),
        "section “Load” grows: 1 statement",
    ),
    (events.SectionWritten(heading="Load", statements=()), "section “Load” written: 0 statements"),
    (events.RunSteered(steering=events.Steering.STOP), "asked to stop and to write what there is"),
    (events.RunSteered(steering=events.Steering.DROP, task="2"), "asked to leave out task 2"),
    (events.RunSteered(steering=events.Steering.ADD, question="Who pays?"), "asked to research as well: Who pays?"),
    (events.TaskSkipped(reason="task 1 failed"), "task skipped: task 1 failed"),
    (events.PlanRevised(trigger="depth", reason="dig", before=PLAN, after=PLAN), "plan revised: dig (depth)"),
    (
        events.PlanRevised(trigger="depth", reason="dig", before=PLAN, after=PLAN, refused="too deep"),
        "revision refused: too deep (depth)",
    ),
    (
        events.AreasLeft(areas=(Undug(area="Which ropes?", why=WhyUndug.BUDGET),)),
        "not dug into: Which ropes? (the budget does not allow it)",
    ),
    (events.InsightNoticed(shared="Orrin", tasks=("1", "2")), "tasks 1, 2 say together: Orrin"),
    (events.ReportWritten(path="/r.md", references=1, found=True), "report written: 1 reference, r.md"),
    (events.RunEnded(status="failed", reason="every task failed"), "run ended: failed (every task failed)"),
)


@pytest.mark.parametrize(("body", "line"), SAID, ids=[body.type for body, _ in SAID])
def test_an_event_is_told_in_one_line(body: events.Body, line: str) -> None:
    assert told(body) == line


def test_every_kind_of_event_is_told() -> None:
    kinds = set(get_args(get_args(events.Body)[0]))
    assert {type(body) for body, _ in SAID} == kinds


def test_an_approval_names_the_task_the_reason_and_the_children() -> None:
    before = Plan(tasks=(Task(id="1", question="What is a crane?"),))
    after = Plan(tasks=(*before.tasks, Task(id="1.1", question="How is it braked?", parent="1", level=2)))
    request = ApprovalRequest(
        id="a1",
        kind=ApprovalKind.DRILL_DOWN,
        task="1",
        before=before,
        after=after,
        asked_at=AT,
        reason="superficial",
    )
    assert told(events.ApprovalAsked(request=request)) == (
        "approval a1 asked for: drill-down of task 1 “What is a crane?” (superficial): 1.1 How is it braked?"
    )
