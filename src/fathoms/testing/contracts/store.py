"""What every store promises (`ports/store.py`). A check is handed a store with nothing in it.

Knows: the port.  Does not know: any implementation.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Effort
from fathoms.domain.draft import ReportDraft
from fathoms.domain.events import Event, RunEnded, TaskSkipped
from fathoms.domain.evidence import Confidence, Evidence, Fact, Original, Page, SourceKind
from fathoms.domain.learning import ThreadSample
from fathoms.domain.plan import Mode, Plan, Strategy, TaskStatus
from fathoms.domain.report import Finding, TaskOutcome
from fathoms.domain.reuse import EarlierFinding
from fathoms.domain.run import Proposal, RunOrder, RunStatus
from fathoms.errors import UnknownRun
from fathoms.ports.store import Store
from fathoms.testing.contracts.raising import raised

NOW = datetime(2026, 11, 15, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
PROPOSAL = Proposal(brief=Brief(question="why?"), plan=Plan())


def order(run: str = "r1", *, mind: str = "extractive", at: datetime = NOW) -> RunOrder:
    return RunOrder(run=run, ask=Ask(question="why?", mind=mind), limits=EFFORT_LIMITS[Effort.QUICK], created_at=at)


def a_page(page_id: str = "p-1", *, url: str = "https://a.example/b", at: datetime = NOW, **more: object) -> Page:
    base = Page(id=page_id, url=url, title="B", text="B.", source="web", kind=SourceKind.EXTERNAL, fetched_at=at)
    return base.model_copy(update=more)


def a_fact(fact_id: str = "f-1", *, claim: str = "B.", confidence: Confidence = Confidence.PLAUSIBLE) -> Fact:
    quote = Evidence(page_id="p-1", url="https://a.example/b#0-2", title="B", quote="B.", start=0, end=2, source="web")
    return Fact(id=fact_id, claim=claim, evidence=(quote,), confidence=confidence)


def a_run_goes_from_planning_to_its_end_and_keeps_its_first_start(store: Store) -> None:
    store.add_run(order())
    store.add_run(order(mind="another"))
    assert (store.run("r1").status, store.run("r1").order) == (RunStatus.PLANNING, order())
    store.set_proposal("r1", PROPOSAL)
    assert (store.run("r1").status, store.run("r1").proposal) == (RunStatus.PROPOSED, PROPOSAL)
    store.mark_started("r1", NOW)
    store.mark_started("r1", LATER)
    store.set_proposal("r1", PROPOSAL)
    assert (store.run("r1").status, store.run("r1").started_at) == (RunStatus.RUNNING, NOW)
    assert store.mark_ended("r1", RunStatus.DONE, LATER, report_path="/x")
    assert not store.mark_ended("r1", RunStatus.FAILED, LATER, reason="too late")
    row = store.run("r1")
    assert (row.status, row.ended_at, row.report_path, row.reason) == (RunStatus.DONE, LATER, "/x", "")


def only_a_cancelled_run_is_reopened(store: Store) -> None:
    store.add_run(order())
    store.mark_ended("r1", RunStatus.CANCELLED, NOW, reason="enough")
    assert store.cancelled_among(["r1", "r2"]) == {"r1"}
    store.reopen("r1", RunStatus.PROPOSED)
    row = store.run("r1")
    assert (row.status, row.ended_at, row.reason) == (RunStatus.PROPOSED, None, "")
    store.reopen("r1", RunStatus.RUNNING)
    assert store.run("r1").status is RunStatus.PROPOSED
    assert store.cancelled_among(["r1"]) == frozenset()


def a_run_is_planned_again_only_before_it_begins(store: Store) -> None:
    store.add_run(order())
    store.set_proposal("r1", PROPOSAL, RunStatus.REFUSED)
    assert store.plan_again(order(mind="another"))
    row = store.run("r1")
    assert (row.status, row.proposal, row.order.ask.mind) == (RunStatus.PLANNING, None, "another")
    store.mark_started("r1", NOW)
    assert not store.plan_again(order())


def runs_are_listed_newest_first_and_one_that_never_began_can_be_taken_out(store: Store) -> None:
    store.add_run(order("r1"))
    store.add_run(order("r2", at=LATER))
    store.append([Event(run="r1", step="skip", at=NOW, body=TaskSkipped(reason="x"))])
    assert store.run_ids() == ("r2", "r1")
    assert [row.order.run for row in store.runs()] == ["r2", "r1"]
    store.remove_run("r1")
    assert (store.run_ids(), store.events("r1")) == (("r2",), ())


def the_runs_behind_a_document_are_known_and_its_snapshots_can_be_taken_out(store: Store) -> None:
    store.keep_facts("r2", "1", [a_fact()], NOW)
    store.keep_facts("r1", "1", [a_fact()], NOW)
    assert store.runs_quoting("https://a.example/b") == ("r1", "r2")
    assert store.runs_quoting("https://a.example/") == ()
    store.keep_pages(
        [a_page(url="kb://c/a.md"), a_page("p-2", url="kb://c/a.md"), a_page("p-3", url="kb://c/a.md.old")]
    )
    assert store.remove_pages("kb://c/a.md") == 2
    assert [snapshot.url for snapshot in store.snapshots()] == ["kb://c/a.md.old"]


def a_run_has_the_name_that_its_user_gives_it(store: Store) -> None:
    store.add_run(order())
    store.rename_run("r1", "The ferry")
    assert store.run("r1").order.name == "The ferry"


def an_unknown_run_is_named(store: Store) -> None:
    assert "'nope'" in str(raised(UnknownRun, lambda: store.run("nope")))


def the_pace_counts_the_finished_runs_of_one_mind(store: Store) -> None:
    for run, mind in (("r1", "a"), ("r2", "a"), ("r3", "b")):
        store.add_run(order(run, mind=mind))
        for n, kind in enumerate(("search.kb", "mind.scope", "mind.extract")):
            store.keep_answer(run, f"k{n}", kind=kind, task="1", at=NOW, seconds=1, answer="")
        store.mark_started(run, NOW)
    assert store.pace("a").calls == 0, "nothing has ended yet"
    store.mark_ended("r1", RunStatus.DONE, LATER)
    store.mark_ended("r3", RunStatus.DONE, LATER)
    assert (store.pace("a").calls, store.pace("a").seconds) == (2, 3600.0)


def a_repeated_event_is_kept_as_it_was_first_told_and_all_are_numbered_in_order(store: Store) -> None:
    store.append([Event(run="r1", task="1", step="skip", at=NOW, body=TaskSkipped(reason="first"))])
    store.append([Event(run="r2", step="skip", at=NOW, body=TaskSkipped(reason="another run"))])
    again = Event(run="r1", task="1", step="skip", at=LATER, body=TaskSkipped(reason="second"))
    store.append([again, Event(run="r1", step="end", at=LATER, body=RunEnded(status=RunStatus.DONE))])
    kept = store.events("r1")
    assert [(event.step, event.at) for event in kept] == [("skip", NOW), ("end", LATER)]
    assert kept[0].seq < kept[1].seq
    assert store.events("r1", after=kept[0].seq) == kept[1:]
    assert store.events("r1", limit=1) == kept[:1]
    assert store.events("r1", kind="run.ended") == kept[1:]


def a_forgotten_run_is_gone_with_all_that_was_derived_from_it(store: Store) -> None:
    for run in ("r1", "r2"):
        store.add_run(order(run))
        store.append([Event(run=run, step="end", at=NOW, body=RunEnded(status=RunStatus.DONE))])
        store.keep_answer(run, "k", kind="mind.plan", task="", at=NOW, seconds=0.1, answer="{}")
    store.forget_run("r1")
    assert store.run_ids() == ("r2",)
    assert store.events("r1") == ()
    assert store.answer("r1", "k") is None
    assert store.answer("r2", "k") == "{}"


def an_answer_is_kept_once_and_only_searches_and_reads_are_lent(store: Store) -> None:
    for answer in ("one", "two"):
        for kind in ("mind.plan", "search.kb", "read.kb"):
            store.keep_answer("r1", kind, kind=kind, task="", at=NOW, seconds=0.1, answer=answer)
    assert (store.answer("r1", "mind.plan"), store.answer("r2", "mind.plan")) == ("one", None)
    store.keep_answer("r2", "read.kb", kind="read.kb", task="", at=NOW, seconds=0.1, answer="its own")
    store.lend_calls("r1", "r2")
    lent = [store.answer("r2", kind) for kind in ("mind.plan", "search.kb", "read.kb")]
    assert lent == [None, "one", "its own"]
    assert store.answered("r2") == {"search.kb", "read.kb"}


def a_page_stays_as_it_was_first_read_and_an_original_is_noted_later(store: Store) -> None:
    store.keep_pages([a_page(), a_page(title="changed")])
    assert store.page("p-1") == a_page()
    original = Original(sha256="ab" * 32, media_type="text/html", size=2)
    store.keep_pages([a_page(original=original, title="changed")])
    assert store.page("p-1") == a_page(original=original)
    assert [one.original for one in store.snapshots(["p-1"])] == [original]


def pages_are_found_by_id_by_its_beginning_and_by_address(store: Store) -> None:
    other = a_page(url="https://mirror.example/b", at=LATER)
    newer = a_page("p-2", at=LATER, text="B, as it is now.")
    store.keep_pages([a_page(), other, newer])
    assert store.page("p-1", "https://mirror.example/b") == other
    assert store.page("p-3") is None
    assert store.newest_page("https://a.example/b") == newer
    assert store.page_ids("p-") == ("p-1", "p-2")
    assert [one.url for one in store.snapshots(["p-1"])] == ["https://mirror.example/b", "https://a.example/b"]
    assert len(store.snapshots()) == 3
    assert store.page_texts(["p-1", "p-3"]) == {"p-1": "B."}
    assert store.pages_behind(a_fact().evidence) == {"p-1": a_page()}


def a_fact_is_kept_as_it_is_now_with_the_time_it_was_first_found(store: Store) -> None:
    store.keep_facts("r1", "1", [a_fact()], NOW)
    corroborated = a_fact(confidence=Confidence.VERIFIED)
    store.keep_facts("r1", "1", [corroborated], LATER)
    store.keep_facts("r2", "1", [corroborated, a_fact("f-2", claim="C.")], LATER)
    assert (store.facts("r1"), store.facts("r1", "2")) == ((corroborated,), ())
    assert store.claims() == (("f-1", "B. B"), ("f-2", "C. B"))
    known = store.known_fact("f-1")
    assert known is not None
    assert (set(known.runs), known.first_seen, known.last_seen) == ({"r1", "r2"}, NOW, LATER)
    assert store.known_fact("f-3") is None


def what_a_task_handed_back_is_that_of_its_last_end(store: Store) -> None:
    failed = TaskOutcome(task="2", status=TaskStatus.FAILED, reason="broken")
    done = TaskOutcome(task="2", status=TaskStatus.DONE)
    store.keep_task_outcome("r1", failed, NOW)
    store.keep_task_outcome("r1", done, LATER)
    store.keep_task_outcome("r1", TaskOutcome(task="1", status=TaskStatus.DONE), LATER)
    assert [(o.task, o.status) for o in store.task_outcomes("r1")] == [("1", TaskStatus.DONE), ("2", TaskStatus.DONE)]
    assert store.task_outcomes("r2") == ()


def findings_and_what_later_runs_may_take_over_are_kept_once(store: Store) -> None:
    finding = Finding(task="1", question="why?", heading="Why")
    store.keep_finding("r1", finding, NOW)
    store.keep_finding("r1", finding.model_copy(update={"heading": "changed"}), LATER)
    assert store.findings("r1") == (finding,)
    outcome = TaskOutcome(task="1", status=TaskStatus.DONE, finding=finding)
    earlier = EarlierFinding(run="r1", question="why?", sources=("kb@1",), found_at=NOW, outcome=outcome)
    store.keep_outcome(earlier, "why")
    store.keep_outcome(earlier.model_copy(update={"run": "r0", "found_at": LATER}), "why")
    assert [one.run for one in store.outcomes_on("why")] == ["r1", "r0"]
    assert (store.outcomes_of("r1"), store.outcomes_on("how")) == ((earlier,), ())
    sample = ThreadSample(run="r1", task="1", question_type=Strategy.SINGLE, mode=Mode.SIMPLE)
    store.keep_sample(sample)
    store.keep_sample(sample.model_copy(update={"sufficient": True}))
    assert store.samples() == (sample,)


def a_draft_is_kept_as_it_was_first_written(store: Store) -> None:
    draft = ReportDraft(run="r1", plan=Plan(), began=NOW)
    store.keep_draft(draft)
    store.keep_draft(draft.model_copy(update={"began": LATER}))
    assert (store.draft("r1"), store.draft("r2"), store.report("r1")) == (draft, None, None)


CHECKS: tuple[Callable[[Store], None], ...] = (
    a_run_goes_from_planning_to_its_end_and_keeps_its_first_start,
    only_a_cancelled_run_is_reopened,
    a_run_is_planned_again_only_before_it_begins,
    runs_are_listed_newest_first_and_one_that_never_began_can_be_taken_out,
    the_runs_behind_a_document_are_known_and_its_snapshots_can_be_taken_out,
    a_run_has_the_name_that_its_user_gives_it,
    an_unknown_run_is_named,
    the_pace_counts_the_finished_runs_of_one_mind,
    a_repeated_event_is_kept_as_it_was_first_told_and_all_are_numbered_in_order,
    a_forgotten_run_is_gone_with_all_that_was_derived_from_it,
    an_answer_is_kept_once_and_only_searches_and_reads_are_lent,
    a_page_stays_as_it_was_first_read_and_an_original_is_noted_later,
    pages_are_found_by_id_by_its_beginning_and_by_address,
    a_fact_is_kept_as_it_is_now_with_the_time_it_was_first_found,
    what_a_task_handed_back_is_that_of_its_last_end,
    findings_and_what_later_runs_may_take_over_are_kept_once,
    a_draft_is_kept_as_it_was_first_written,
)
