"""Plans and reports that were stored before roles and voices were types are read as they were meant."""

from __future__ import annotations

import json

import pytest

from fathoms.domain.calls import CallKind, Deed, Party
from fathoms.domain.events import ReportWritten, stored_body
from fathoms.domain.plan import Mode, Plan, Task, TaskRole
from fathoms.domain.report import RunFacts, Voice


def without(value: Plan | RunFacts, *names: str) -> str:
    """As a version wrote it that had none of these fields, at any depth."""

    def stripped(data: object) -> object:
        if isinstance(data, dict):
            return {key: stripped(inner) for key, inner in data.items() if key not in names}
        return [stripped(inner) for inner in data] if isinstance(data, list) else data

    return json.dumps(stripped(json.loads(value.model_dump_json())))


@pytest.mark.parametrize(
    ("focus", "role"),
    [
        ("Overview", TaskRole.OVERVIEW),
        ("概要", TaskRole.OVERVIEW),
        ("Taken together", TaskRole.WHOLE),
        ("全体", TaskRole.WHOLE),
        ("Limits", TaskRole.PART),
    ],
)
def test_the_role_of_an_older_task_is_read_from_its_focus(focus: str, role: TaskRole) -> None:
    plan = Plan(tasks=(Task(id="1", question="What is it?", focus=focus),))
    assert Plan.stored(without(plan, "role")).tasks[0].role is role


def test_a_stored_role_is_kept_whatever_the_focus_says() -> None:
    task = Task(id="1", question="What is it?", focus="Overview")
    assert Task.stored(task.model_dump_json()) == task
    assert task.role is TaskRole.PART


@pytest.mark.parametrize(("mind", "voice"), [("extractive", Voice.QUOTED), ("openai:m", Voice.WRITTEN)])
def test_the_voice_of_an_older_report_is_that_of_its_mind(mind: str, voice: Voice) -> None:
    facts = RunFacts(mind=mind, mode=Mode.SIMPLE, effort="quick", tasks=1, rounds=1)
    assert RunFacts.stored(without(facts, "voice")).voice is voice


def test_a_kind_of_call_is_stored_by_its_deed_and_its_source() -> None:
    assert str(CallKind(Deed.SEARCH, "documents")) == "search.documents"
    assert str(CallKind(Deed.CONCLUDE)) == "mind.conclude"
    assert [deed.party for deed in (Deed.PLAN, Deed.READ)] == [Party.MIND, Party.SOURCE]


def test_whole_paths_in_the_events_of_older_runs_are_told_by_their_names_alone() -> None:
    for path in ("/home/rose/runs/261115-3fa9c1/report.md", r"C:\homes\rose\report.md", "report.md"):
        told = {"type": "report.written", "path": path, "references": 1, "found": True}
        body = stored_body(json.dumps(told))
        assert isinstance(body, ReportWritten)
        assert body.path == "report.md"
