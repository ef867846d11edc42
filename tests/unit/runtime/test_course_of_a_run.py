"""A run changes its mind: it digs deeper, revises its plan, asks a person, keeps to its budget."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path

import pytest
import pytest_asyncio

from fathoms.app.exports import exported
from fathoms.app.service import Service
from fathoms.app.settings import load
from fathoms.domain.brief import Effort
from fathoms.domain.budget import Budget
from fathoms.domain.events import ApprovalAsked, AreasLeft, InsightNoticed, PlanRevised, SourcesCurated, TaskEnded
from fathoms.domain.evidence import Query
from fathoms.domain.plan import Gates, TaskKind, TaskStatus
from fathoms.domain.report import Depth, DepthVerdict, Finding, GateKind, WhyUndug
from fathoms.domain.revision import NewTask, RevisePolicy, RevisionProposal, TaskChange, Trigger
from fathoms.domain.run import RunStatus
from fathoms.domain.survey import SearchAnswer
from fathoms.domain.thread import Extraction, Phase, StopReason
from fathoms.errors import BadAnswer, Unavailable, UsageError
from fathoms.ports.mind import ConcludeRequest, ExtractRequest
from fathoms.testing import ScriptedMind, ScriptedSource
from fathoms.testing.fakes import all_facts, first_lines
from tests.unit.runtime.scripted_runs import PAGES, start, started, task


@pytest_asyncio.fixture
async def service(tmp_path: Path) -> AsyncIterator[Service]:
    async with Service(load({"home": str(tmp_path / "home")})) as opened:
        yield opened


def shallow(*areas: str, only: str = "1") -> Callable[[ConcludeRequest], Finding]:
    """A mind that finds task `only` superficial and names areas to dig into."""

    def conclude(request: ConcludeRequest) -> Finding:
        finding = all_facts(request)
        if request.task.id != only:
            return finding
        return finding.model_copy(update={"depth": DepthVerdict(depth=Depth.SUPERFICIAL, areas=areas)})

    return conclude


def proposing(proposal: RevisionProposal) -> Callable[[ConcludeRequest], Finding]:
    def conclude(request: ConcludeRequest) -> Finding:
        finding = all_facts(request)
        return finding.model_copy(update={"revision": proposal}) if request.task.id == proposal.found_by else finding

    return conclude


NEW_TOPIC = RevisionProposal(
    found_by="1",
    trigger=Trigger.NEW_TOPIC,
    reason="the pages speak of a tunnel",
    add=(NewTask(question="How deep is the harbour tunnel?", importance=0.9, subjects=("tunnel",)),),
)


def changes(service: Service, run: str = "r1") -> list[PlanRevised]:
    return [event.body for event in service.events(run) if isinstance(event.body, PlanRevised)]


async def test_a_shallow_and_important_task_gets_a_child_per_area(service: Service) -> None:
    mind = ScriptedMind(on_conclude=shallow("the engine of the crane", "the crew of the crane"))
    await service.carry_out(start(service, task("1", importance=0.7), task("2"), mind=mind))
    assert sorted(started(service)) == ["1", "1.1", "1.2", "2"]


async def test_an_unimportant_task_is_not_dug_into(service: Service) -> None:
    mind = ScriptedMind(on_conclude=shallow("the engine of the crane"))
    await service.carry_out(start(service, task("1", importance=0.69), mind=mind))
    assert started(service) == ["1"]


async def test_quick_effort_never_digs(service: Service) -> None:
    mind = ScriptedMind(on_conclude=shallow("the engine of the crane"))
    await service.carry_out(start(service, task("1", importance=1.0), mind=mind, effort=Effort.QUICK))
    assert started(service) == ["1"]


async def test_a_new_topic_becomes_a_task_of_its_own_and_is_recorded_with_its_reason(service: Service) -> None:
    await service.carry_out(start(service, task("1"), mind=ScriptedMind(on_conclude=proposing(NEW_TOPIC))))
    assert started(service) == ["1", "2"]
    change = changes(service)[0]
    assert (change.trigger, change.refused) == ("new topic", "")
    assert "tunnel" in change.reason
    assert len(change.after.tasks) == len(change.before.tasks) + 1


async def test_under_the_static_policy_the_same_finding_becomes_a_child(service: Service) -> None:
    mind = ScriptedMind(on_conclude=proposing(NEW_TOPIC))
    await service.carry_out(start(service, task("1"), mind=mind, revise=RevisePolicy.STATIC))
    assert started(service) == ["1", "1.1"]


async def test_a_revision_beyond_the_cap_is_refused_and_recorded(service: Service) -> None:
    mind = ScriptedMind(on_conclude=proposing(NEW_TOPIC))
    await service.carry_out(start(service, task("1"), mind=mind, effort=Effort.QUICK))
    assert started(service) == ["1"]
    assert "allows 0" in changes(service)[0].refused


async def asked(service: Service, run: str = "r1") -> str:
    async for event in service.watch(run):
        if isinstance(event.body, ApprovalAsked):
            return event.body.request.id
    raise AssertionError("the run ended without asking")


async def test_an_approval_holds_up_its_branch_and_nothing_else(service: Service) -> None:
    mind = ScriptedMind(on_conclude=shallow("the engine of the crane"))
    run = start(service, task("1", importance=1.0), task("2", "1"), mind=mind, interactive=True)
    async with asyncio.timeout(20):
        working = asyncio.create_task(service.carry_out(run))
        request = await asked(service)
        async for event in service.watch(run):
            if event.task == "2" and isinstance(event.body, TaskEnded):
                break
        assert [a.id for a in service.open_approvals(run)] == [request]
        await service.answer(run, request, approved=True)
        assert (await working).status is RunStatus.DONE
    assert sorted(started(service)) == ["1", "1.1", "2"]
    assert service.open_approvals(run) == ()


async def test_a_refused_drill_down_is_not_made_and_the_refusal_is_recorded(service: Service) -> None:
    mind = ScriptedMind(on_conclude=shallow("the engine of the crane"))
    run = start(service, task("1", importance=1.0), mind=mind, interactive=True)
    async with asyncio.timeout(20):
        working = asyncio.create_task(service.carry_out(run))
        await service.answer(run, await asked(service), approved=False, reason="not now")
        await working
    assert started(service) == ["1"]
    assert changes(service)[0].refused == "not now"


async def test_without_an_answer_the_deadline_refuses(service: Service) -> None:
    mind = ScriptedMind(on_conclude=shallow("the engine of the crane"))
    run = start(service, task("1", importance=1.0), mind=mind, interactive=True, approval_seconds=0.05)
    async with asyncio.timeout(20):
        await service.carry_out(run)
    assert "in time" in changes(service)[0].refused


async def test_an_answer_to_what_nobody_asked_says_what_is_waited_for(service: Service) -> None:
    run = start(service, task("1"))
    with pytest.raises(UsageError, match="waits for nothing"):
        await service.answer(run, "a9", approved=True)


async def test_a_run_never_makes_more_calls_than_its_budget_and_still_reports(service: Service) -> None:
    mind = ScriptedMind()
    tasks = tuple(task(str(n)) for n in range(1, 7))
    row = await service.carry_out(start(service, *tasks, mind=mind, budget=Budget(calls=12), slots=2))
    assert len(mind.asked) <= 12
    assert row.status is RunStatus.DONE
    assert service.report("r1")


async def test_when_the_budget_runs_low_unimportant_tasks_are_skipped_with_the_reason(service: Service) -> None:
    tasks = (task("1", importance=0.9), task("2", importance=0.9), task("3", importance=0.1))
    await service.carry_out(start(service, *tasks, budget=Budget(calls=7), slots=1))
    skipped = service.state("r1").task("3")
    assert skipped
    assert skipped.status is TaskStatus.SKIPPED
    assert "budget" in skipped.reason


async def test_what_two_tasks_share_is_told_as_soon_as_the_second_ends(service: Service) -> None:
    pages = {
        "kb://world/1": "In 1980 Ada Holm paid a deposit of 40 tonnes of coal.",
        "kb://world/2": "The deposit of Ada Holm, 40 tonnes, was lost.",
    }
    source = ScriptedSource(pages=pages, on_search=lambda q: [f"kb://world/{q.text.split()[3].rstrip('?')}"])
    await service.carry_out(start(service, task("1"), task("2"), source=source, slots=1))
    noticed = [event.body for event in service.events("r1") if isinstance(event.body, InsightNoticed)]
    assert [(point.shared, point.tasks) for point in noticed] == [
        ("The deposit of Ada Holm, 40 tonnes, was lost.", ("1", "2"))
    ]


async def test_a_discovery_task_lists_sources_with_reasons_and_states_no_fact(service: Service) -> None:
    finding_sources = task("1").model_copy(update={"kind": TaskKind.DISCOVERY})
    pages = {f"kb://world/{name}": "Crane 1 and what it lifts." for name in ("manual", "annual-report", "harbour-log")}
    row = await service.carry_out(start(service, finding_sources, source=ScriptedSource(pages=pages)))
    report = service.report("r1")
    assert row.status is RunStatus.DONE
    assert report
    assert report.facts == ()
    assert [source.rank for source in report.sections[0].sources] == [1, 2, 3]
    assert all(source.reason and source.tags for source in report.sections[0].sources)
    assert len(list((service.shop.home.run_folder("r1") / "threads").glob("discovery-*.md"))) == 1


async def test_what_a_discovery_lists_is_read_first_and_is_no_unanswered_question(service: Service) -> None:
    finding_sources = task("1").model_copy(update={"kind": TaskKind.DISCOVERY})
    pages = {f"kb://world/{name}": f"Crane 2 lifts 40 tonnes, says the {name}." for name in ("manual", "log", "note")}
    source = ScriptedSource(
        pages=pages,
        on_search=lambda q: ["kb://world/manual"] if "crane 2" not in q.text.lower() else ["kb://world/log"],
    )
    await service.carry_out(start(service, finding_sources, task("2", "1"), source=source, slots=1))
    report = service.report("r1")
    assert report
    read = {evidence.url.partition("#")[0] for fact in report.facts for evidence in fact.evidence}
    assert "kb://world/manual" in read
    assert (report.run_facts.asked, report.run_facts.answered) == (1, 1)


def nothing_until(word: str) -> Callable[[ExtractRequest], Extraction]:
    """A mind that finds nothing in a page without this word."""

    def extract(request: ExtractRequest) -> Extraction:
        telling = tuple(passage for passage in request.passages if word in passage.text)
        return first_lines(request.model_copy(update={"passages": telling}))

    return extract


@pytest.mark.parametrize(("elsewhere", "ends"), [(True, StopReason.CRITERIA_MET), (False, StopReason.PLATEAU_STOPPED)])
async def test_a_thread_that_has_run_out_of_sources_has_others_curated_once(
    service: Service, elsewhere: bool, ends: StopReason
) -> None:
    pages = {
        "kb://world/note": "A crane stands on quay 1.",
        "kb://world/manual": "Crane 1 lifts 40 tonnes, says the manual on what is known about crane 1.",
    }
    found = [*pages] if elsewhere else ["kb://world/note"]
    source = ScriptedSource(pages=pages, on_search=lambda q: found if "data" in q.text else ["kb://world/note"])
    mind = ScriptedMind(on_extract=nothing_until("tonnes"))
    await service.carry_out(start(service, task("1"), mind=mind, source=source, effort=Effort.EXHAUSTIVE))
    curated = [event.body for event in service.events("r1") if isinstance(event.body, SourcesCurated)]
    assert [body.sources for body in curated] == [("kb://world/manual",) if elsewhere else ()]
    (outcome,) = service.shop.stores.task_outcomes("r1")
    assert outcome.finding
    assert outcome.finding.stopped is ends
    assert len(set(source.asked)) == len(source.asked), "no query is sent twice"


async def test_what_failed_while_sources_were_curated_is_named_like_any_other_loss(service: Service) -> None:
    lost: list[str] = []

    def found(query: Query) -> Sequence[str]:
        if query.reason.startswith("discovery") and "data" not in query.text:
            lost.append(query.text)
            raise Unavailable("the engine is down", provider="scripted")
        return ["kb://world/note", "kb://world/torn"] if "data" in query.text else ["kb://world/note"]

    torn = {"kb://world/torn": BadAnswer("torn", provider="scripted")}
    source = ScriptedSource(
        pages={"kb://world/note": "A crane stands on quay 1."},
        titles={"kb://world/torn": "What is known about crane 1"},
        on_search=found,
        fails=torn,
    )
    mind = ScriptedMind(on_extract=nothing_until("tonnes"))
    await service.carry_out(start(service, task("1"), mind=mind, source=source, effort=Effort.EXHAUSTIVE))
    (outcome,) = service.shop.stores.task_outcomes("r1")
    named = {(failure.what, failure.target) for failure in outcome.failures}
    assert lost
    assert {("search", f"scripted: {text}") for text in lost} | {("read", "kb://world/torn")} <= named


async def test_a_task_that_no_search_answered_names_each_of_them_beside_the_tasks_that_found_something(
    service: Service,
) -> None:
    lost: list[str] = []

    def found(query: Query) -> Sequence[str]:
        if "crane 2" in query.text:
            lost.append(query.text)
            raise Unavailable("the engine is down", provider="scripted")
        return [*PAGES]

    await service.carry_out(start(service, task("1"), task("2"), source=ScriptedSource(pages=PAGES, on_search=found)))
    report = service.report("r1")
    assert report
    assert report.found
    assert len(set(lost)) > 1
    assert {f"scripted: {text}" for text in lost} <= {failure.target for failure in report.failures}


async def test_a_synthesis_task_tells_what_was_found_before_it_and_searches_nothing(service: Service) -> None:
    together = task("3", "1", "2").model_copy(update={"kind": TaskKind.SYNTHESIS})
    source = ScriptedSource(
        pages={f"kb://world/{n}": f"Crane {n} lifts {n}0 tonnes." for n in ("1", "2")},
        on_search=lambda q: [f"kb://world/{q.text.split()[3].rstrip('?')}"],
    )
    await service.carry_out(start(service, task("1"), task("2"), together, source=source, slots=1))
    assert not [text for text in source.asked if "3" in text.split()[3]]
    (finding,) = [o.finding for o in service.shop.stores.task_outcomes("r1") if o.task == "3" and o.finding]
    told = [statement.text for paragraph in finding.paragraphs for statement in paragraph.statements]
    assert all(sub.founded for sub in finding.sub_questions)
    assert told == ["Crane 1 lifts 10 tonnes.", "Crane 2 lifts 20 tonnes."]


async def test_the_report_says_which_gates_stayed_unmet_and_children_count_for_their_parent(service: Service) -> None:
    gates = Gates(corroboration=2, themes=("brakes", "rust"))
    gated = task("1", importance=0.9).model_copy(update={"gates": gates})
    source = ScriptedSource(pages={"kb://world/1": "Crane 1 lifts 10 tonnes.", "kb://world/2": "The brakes hold."})
    source.on_search = lambda q: ["kb://world/2"] if "braked" in q.text else ["kb://world/1"]
    mind = ScriptedMind(on_conclude=shallow("How is a crane braked?"))
    await service.carry_out(start(service, gated, task("2"), source=source, mind=mind, slots=1))
    report = service.report("r1")
    assert report
    told = {(result.kind, result.about): result.met for result in report.gates if result.task == "1"}
    assert told[(GateKind.THEME, "brakes")] is True
    assert told[(GateKind.THEME, "rust")] is False
    assert told[(GateKind.CORROBORATION, "What about crane 1?")] is False
    assert "“rust” is covered – not met" in str(exported(service, "r1"))


async def test_with_eight_calls_and_one_slot_what_matters_most_is_done(service: Service) -> None:
    weights = {"1": 0.9, "2": 0.4, "3": 0.8, "4": 0.2}
    tasks = [task(name, importance=weight) for name, weight in weights.items()]
    run = start(service, *tasks, slots=1, budget=Budget(calls=8))
    await service.carry_out(run)
    ended = {e.task: e.body for e in service.events(run) if isinstance(e.body, TaskEnded)}
    assert started(service)[:2] == ["1", "3"]
    assert ended["3"].status == TaskStatus.DONE
    assert ended["3"].facts > 0
    assert "4" not in ended


async def test_what_is_not_dug_into_is_told_and_stands_in_the_report(service: Service) -> None:
    mind = ScriptedMind(on_conclude=shallow("Which ropes hold crane 1?"))
    run = start(service, task("1", importance=0.6), task("2"), mind=mind)
    await service.carry_out(run)
    left = [event.body for event in service.events(run) if isinstance(event.body, AreasLeft)]
    assert [(area.area, area.why) for area in left[0].areas] == [("Which ropes hold crane 1?", WhyUndug.UNIMPORTANT)]
    report = Path(service.runs()[0].report_path).read_text(encoding="utf-8")
    assert "Which ropes hold crane 1? (its importance is below 0.7)" in report


async def test_a_mind_sees_what_is_left_of_the_plan_and_may_change_it(service: Service) -> None:
    seen: dict[str, tuple[str, ...]] = {}

    def conclude(request: ConcludeRequest) -> Finding:
        seen[request.task.id] = tuple(pending.id for pending in request.remaining)
        finding = all_facts(request)
        if request.task.id != "1":
            return finding
        skip = TaskChange(task="3", skip=True, reason="crane 3 was sold")
        change = RevisionProposal(found_by="1", trigger=Trigger.SCOPE, reason="crane 3 is gone", change=(skip,))
        return finding.model_copy(update={"revision": change})

    run = start(service, task("1"), task("2"), task("3"), mind=ScriptedMind(on_conclude=conclude), slots=1)
    await service.carry_out(run)
    assert seen["1"] == ("2", "3")
    assert started(service) == ["1", "2"]


async def test_without_a_model_code_proposes_a_task_for_a_gap_that_two_sections_name(service: Service) -> None:
    gap = "Which ropes hold the winch?"

    def conclude(request: ConcludeRequest) -> Finding:
        return all_facts(request).model_copy(update={"gaps": (gap,) if request.task.id in ("1", "2") else ()})

    run = start(service, task("1"), task("2"), mind=ScriptedMind(on_conclude=conclude), slots=1)
    await service.carry_out(run)
    changed = [event.body for event in service.events(run) if isinstance(event.body, PlanRevised)]
    assert [(body.trigger, body.after.tasks[-1].question) for body in changed] == [("scope", gap)]
    assert started(service) == ["1", "2", "3"]


async def test_what_the_user_stated_is_known_to_every_thread(service: Service) -> None:
    known: dict[str, list[str]] = {}

    def conclude(request: ConcludeRequest) -> Finding:
        known[request.task.id] = [fact.claim for fact in request.thread.known]
        return all_facts(request)

    run = start(service, task("1"), task("2"), mind=ScriptedMind(on_conclude=conclude), known=("Crane 2 was sold.",))
    await service.carry_out(run)
    assert known == {"1": ["Crane 2 was sold."], "2": ["Crane 2 was sold."]}


@pytest.mark.parametrize("slow", ["1", "2"])
async def test_a_child_that_two_tasks_call_for_goes_to_the_first_in_the_plan_whichever_ends_first(
    service: Service, slow: str
) -> None:
    area = "Which ropes hold the cranes?"

    def conclude(request: ConcludeRequest) -> Finding:
        finding = all_facts(request)
        if request.task.level > 1:
            return finding
        return finding.model_copy(update={"depth": DepthVerdict(depth=Depth.SUPERFICIAL, areas=(area,))})

    delay = ScriptedSource(pages=PAGES, seconds=lambda query: 0.3 if f"crane {slow}" in query.text else 0.0)
    run = start(
        service,
        task("1", importance=0.9),
        task("2", importance=0.9),
        mind=ScriptedMind(on_conclude=conclude),
        source=delay,
        effort=Effort.DEEP,
    )
    await service.carry_out(run)
    assert [name for name in started(service) if "." in name] == ["1.1"]


async def test_a_task_does_not_wait_for_what_its_predecessor_calls_for(service: Service) -> None:
    """Only changes of the plan keep its order; what is planned starts the moment that it can."""

    def ends() -> list[str]:
        return [event.task for event in service.events(run) if isinstance(event.body, TaskEnded)]

    class HeldUntilTheThirdHasEnded(ScriptedSource):
        async def search(self, query: Query, *, limit: int, phase: Phase) -> SearchAnswer:
            async with asyncio.timeout(30):
                while "crane 1" in query.text and "3" not in ends():  # noqa: ASYNC110 - told in the store alone
                    await asyncio.sleep(0.01)
            return await super().search(query, limit=limit, phase=phase)

    run = start(service, task("1"), task("2"), task("3", "2"), source=HeldUntilTheThirdHasEnded(pages=PAGES))
    await service.carry_out(run)
    assert ends() == ["2", "3", "1"]
