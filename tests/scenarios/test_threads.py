"""Every case of `cases/`, played through the durable runtime and held against what it expects."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from fathoms.app.service import Service
from fathoms.app.settings import load as load_settings
from fathoms.domain.discovery import RankedSource
from fathoms.domain.events import RoundEnded, TaskEnded
from fathoms.domain.plan import TaskKind
from fathoms.domain.thread import ThreadState
from fathoms.faces.cli.wording import OfEvidence
from tests.scenarios.case import FOLDER, Case, Listed, load
from tests.scenarios.playing import play
from tests.scenarios.stage import Stage

CASES = tuple(load(path) for path in sorted(FOLDER.glob("*.toml")))
ROUND = ("round.scoped", "round.searched", "round.read", "round.ended")

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def service(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Service]:
    """One home for all cases: a run is known by its case, and so are its mind and its sources."""
    home = tmp_path_factory.mktemp("scenarios")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("FATHOMS_SETTINGS", str(home / "no-settings.toml"))
        settings = load_settings({"home": str(home)})
    async with Service(settings) as opened:
        yield opened


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
async def test_a_thread_goes_as_its_case_says(case: Case, service: Service) -> None:
    stage = await _play(case, service)
    assert stage.problems == []
    _ended_as_expected(case, service)
    assert stage.unplayed() == 0, "the thread stopped before the script's end"
    _asked_what_was_expected(case, stage)
    if case.task.kind is TaskKind.DISCOVERY:
        _listed_what_was_expected(case, service)
        return
    assert stage.thread is not None
    _thread_is_as_expected(case, stage.thread)
    _events_tell_of_the_same(case, service, stage.thread)
    _files_tell_of_the_same(case, service, stage.thread)
    _quotes_stand_in_stored_pages(service, stage.thread)
    if case.expect.spec:
        assert {request.task.spec for request in stage.extractions} == {case.expect.spec}


async def test_every_case_says_what_it_shows_and_no_two_show_the_same() -> None:
    said = [case.shows for case in CASES]
    assert all(sentence.strip() for sentence in said)
    assert len(set(said)) == len(said)


async def _play(case: Case, service: Service) -> Stage:
    folder = service.shop.home.run_folder(case.name) / "threads"
    stage = Stage(case, lambda: [path.name for path in folder.glob("micro-report-*.md")])
    async with asyncio.timeout(30):
        await play(
            service,
            case.name,
            brief=case.brief,
            tasks=[case.task],
            mind=stage.mind,
            sources=tuple(stage.sources.values()),
            patience=case.patience,
            policy=case.policy,
        )
    return stage


def _ended_as_expected(case: Case, service: Service) -> None:
    bodies = [event.body for event in service.events(case.name)]
    ended = [body for body in bodies if isinstance(body, TaskEnded)]
    assert [body.status for body in ended] == [case.expect.status] * len(case.expect.tasks), ended
    assert service.run(case.name).status is case.expect.run
    plan = service.state(case.name).plan
    assert plan
    assert tuple(task.id for task in plan.tasks) == case.expect.tasks


def _asked_what_was_expected(case: Case, stage: Stage) -> None:
    for name, queries in (case.expect.asked or {}).items():
        assert tuple(stage.sources[name].asked) == queries, f"what {name} was asked"


def _thread_is_as_expected(case: Case, thread: ThreadState) -> None:
    expect = case.expect
    found: dict[str, object] = {
        "stopped": thread.stopped,
        "plateau": tuple(record.plateau for record in thread.rounds),
        "budget": tuple(record.budget_after for record in thread.rounds),
        "sub_questions": {question.id: question.status for question in thread.sub_questions},
        "subjects": {subject.name: subject.status for subject in thread.subjects},
        "escapes": thread.escapes_tried,
        "facts": tuple(fact.claim for fact in thread.facts),
    }
    wanted = {name: getattr(expect, name) for name in found if getattr(expect, name) is not None}
    assert {name: found[name] for name in wanted} == wanted
    assert len(thread.rounds) <= thread.ceiling


def _events_tell_of_the_same(case: Case, service: Service, thread: ThreadState) -> None:
    bodies = [event.body for event in service.events(case.name) if event.task == case.task.id]
    bodies = [body for body in bodies if not isinstance(body, OfEvidence)]
    assert [body.type for body in bodies] == ["task.started", *ROUND * len(thread.rounds), "task.ended"]
    ended = [body for body in bodies if isinstance(body, RoundEnded)]
    assert [(body.plateau, body.saturation, body.new_facts) for body in ended] == [
        (record.plateau, None if record.drifted else record.saturation, len(record.new_facts))
        for record in thread.rounds
    ]
    assert all((service.threads_folder(case.name) / body.micro_report).is_file() for body in ended)


def _files_tell_of_the_same(case: Case, service: Service, thread: ThreadState) -> None:
    folder = service.threads_folder(case.name)
    for wanted in case.expect.micro:
        text = (folder / f"micro-report-{thread.name}-round-{wanted.round}.md").read_text("utf-8")
        assert [said for said in wanted.says if said not in text] == [], text
        assert [said for said in wanted.omits if said in text] == [], text
    completion = (folder / f"thread-completion-{thread.name}.md").read_text("utf-8")
    assert [said for said in case.expect.completion if said not in completion] == [], completion
    if case.expect.stopped:
        assert f"- Reason: {case.expect.stopped.value}" in completion
    if case.expect.history is not None:
        assert _history(completion) == list(case.expect.history)


def _history(completion: str) -> list[str]:
    """The rows of the last table, without their numbers."""
    rows = completion.partition("## Plateau History")[2].strip().splitlines()[2:]
    return [row.strip("| ").partition(" | ")[2] for row in rows]


def _quotes_stand_in_stored_pages(service: Service, thread: ThreadState) -> None:
    for fact in thread.facts:
        for item in fact.evidence:
            page = service.shop.stores.page(item.page_id)
            assert page
            assert page.text[item.start : item.end] == item.quote


def _listed_what_was_expected(case: Case, service: Service) -> None:
    (finding,) = service.findings(case.name)
    report = service.report(case.name)
    assert report
    assert report.facts == ()
    assert finding.discovery
    _same_list(case.expect.included, finding.discovery.included)
    _same_list(case.expect.excluded, finding.discovery.excluded)
    assert [source.rank for source in finding.discovery.included] == [
        1 + n for n in range(len(report.sections[0].sources))
    ]


def _same_list(expected: tuple[Listed, ...] | None, listed: tuple[RankedSource, ...]) -> None:
    if expected is None:
        return
    assert [source.url for source in listed] == [wanted.url for wanted in expected]
    for wanted, source in zip(expected, listed, strict=True):
        assert tuple(tag.value for tag in source.tags) == wanted.tags, source
        assert wanted.because in source.reason
