"""Every case of `planning/`: the question as a user asks it, the plan as the user is shown it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
import pytest_asyncio

from fathoms.app.service import Service
from fathoms.app.settings import load as load_settings
from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS
from fathoms.domain.events import RoundSearched
from fathoms.domain.evidence import Query, SourceKind
from fathoms.domain.plan import Need, Task
from fathoms.domain.run import Proposal, RunOrder, RunRow, RunStatus, SourceSpec
from fathoms.domain.thread import ScopeDraft
from fathoms.engine.plan import rules as plan_rules
from fathoms.minds.extractive import ExtractiveMind
from fathoms.ports.mind import ScopeRequest
from fathoms.testing import ScriptedSource
from tests.scenarios.plan_case import FOLDER, ExpectedTask, PlaceOfCase, PlanCase, load

CASES = tuple(load(path) for path in sorted(FOLDER.glob("*.toml")))

pytestmark = pytest.mark.asyncio(loop_scope="module")


class WatchedMind(ExtractiveMind):
    """The product's own mind; what it asks in the first round of each task is written down."""

    def __init__(self, sources: dict[str, ScriptedSource]) -> None:
        self._sources = sources
        self.backlogs: dict[str, tuple[int, int]] = {}
        """(own documents, world) by task."""

    def kind_of(self, source: str) -> SourceKind:
        return self._sources[source].kind

    async def scope(self, request: ScopeRequest) -> ScopeDraft:
        draft = await super().scope(request)
        kinds = [self.kind_of(query.source) for query in draft.backlog]
        counts = kinds.count(SourceKind.INTERNAL), kinds.count(SourceKind.EXTERNAL)
        self.backlogs.setdefault(request.task.id, counts)
        return draft


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    home = tmp_path_factory.mktemp("planning")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FATHOMS_SETTINGS", str(home / "no-settings.toml"))
        settings = load_settings({"home": str(home), "calls_log": ""})
    async with Service(settings) as opened:
        yield opened


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
async def test_a_question_is_planned_as_its_case_says(case: PlanCase, service: Service, tmp_path: Path) -> None:
    sources = {place.name: _source(place) for place in case.source}
    mind = WatchedMind(sources)
    with pytest.MonkeyPatch.context() as patch:
        if sources:
            patch.setattr(service.shop, "make_mind", lambda name: mind)
            patch.setattr(service.shop, "open_source", lambda spec: sources[spec.name])
        row = await (_planned(case, service) if sources else _proposed(case, service, tmp_path / "docs"))
        assert row.status is RunStatus.PROPOSED
        assert row.proposal
        _planned_as_expected(case, row.proposal)
        if case.is_carried_out:
            async with asyncio.timeout(60):
                await service.carry_out(row.order.run)
    if case.expect.backlogs is not None:
        assert tuple(mind.backlogs[task.id] for task in row.proposal.plan.tasks) == case.expect.backlogs
        _only_those_with_queries_were_called(service, row.order.run, mind)
    if case.expect.steps is not None:
        assert _steps(service, row.order.run) == list(case.expect.steps)


async def test_every_case_says_what_it_shows_and_no_two_show_the_same() -> None:
    said = [case.shows for case in CASES]
    assert all(sentence.strip() for sentence in said)
    assert len(set(said)) == len(said)


def _source(place: PlaceOfCase) -> ScriptedSource:
    left = list(place.finds)

    def found(query: Query) -> Sequence[str]:
        return left.pop(0) if len(left) > 1 else left[0]

    return ScriptedSource(name=place.name, kind=place.kind, pages=place.pages, on_search=found if place.finds else None)


async def _proposed(case: PlanCase, service: Service, folder: Path) -> RunRow:
    folder.mkdir()
    for document in case.document:
        (folder / document.name).write_text(document.text, encoding="utf-8")
    await service.ingest((folder,))
    return await service.propose(
        Ask(question=case.question, docs=(folder,), effort=case.effort, slots=1, learn=False, fresh=True)
    )


async def _planned(case: PlanCase, service: Service) -> RunRow:
    order = RunOrder(
        run=case.name,
        ask=Ask(
            question=case.question,
            mind="extractive",
            effort=case.effort,
            slots=1,
            learn=False,
            fresh=True,
            cross_check=False,
        ),
        sources=tuple(SourceSpec(plugin="scripted", name=place.name) for place in case.source),
        limits=EFFORT_LIMITS[case.effort],
        created_at=datetime(2026, 3, 1, tzinfo=UTC),
    )
    service.shop.stores.add_run(order)
    return await service.plan(order.run)


def _planned_as_expected(case: PlanCase, proposal: Proposal) -> None:
    expect, plan, brief = case.expect, proposal.plan, proposal.brief
    assert plan_rules.problems(plan, brief.limits) == ()
    found: dict[str, object] = {
        "mode": plan.mode,
        "strategy": plan.strategy,
        "signals": plan.signals,
        "subjects": tuple(subject.name for subject in brief.subjects),
        "period": (brief.period.first, brief.period.last) if brief.period else None,
    }
    wanted = {name: getattr(expect, name) for name in found if getattr(expect, name) is not None}
    assert {name: found[name] for name in wanted} == wanted
    assert not (expect.no_period and brief.period)
    assert [said for said in expect.approach if said not in plan.approach] == [], plan.approach
    if expect.task:
        told = "\n".join(f"{task.id} {task.question} {task.depends_on}" for task in plan.tasks)
        assert len(plan.tasks) == len(expect.task), told
        for task, one in zip(plan.tasks, expect.task, strict=True):
            _is_as_expected(task, one)


def _is_as_expected(task: Task, expect: ExpectedTask) -> None:
    assert expect.asks in (None, task.question)
    assert [word for word in expect.about if word not in task.question] == [], task.question
    assert tuple(edge.on for edge in task.depends_on if edge.need is Need.HARD) == expect.after, task.id
    assert tuple(edge.on for edge in task.depends_on if edge.need is Need.SOFT) == expect.after_soft, task.id
    names = ("importance", "extra_rounds", "subjects", "sub_questions", "lean")
    wanted = {name: getattr(expect, name) for name in names if getattr(expect, name) is not None}
    assert {name: getattr(task, name) for name in wanted} == wanted, task.id


def _only_those_with_queries_were_called(service: Service, run: str, mind: WatchedMind) -> None:
    """In the first round of each task, a side without a query in the backlog was not called."""
    searched = [event for event in service.events(run) if event.body.type == "round.searched"]
    for task, (own, world) in mind.backlogs.items():
        first = next(event.body for event in searched if event.task == task)
        assert isinstance(first, RoundSearched)
        called = {mind.kind_of(name) for name in first.sources}
        assert called == {kind for kind, count in zip(SourceKind, (own, world), strict=True) if count}, task


def _steps(service: Service, run: str) -> list[str]:
    return [f"{event.task} {event.body.type}".strip() for event in service.events(run)]
