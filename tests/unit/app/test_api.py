"""Fathoms from Python."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import fathoms
from fathoms.app import tailing
from fathoms.errors import UsageError

TEXT = "# Harbour crane\n\nThe harbour crane lifts 40 tonnes. It was built by Ada Holm in 1987 on the east quay."


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "crane.md").write_text(TEXT, encoding="utf-8")
    return folder


def test_every_public_name_can_be_loaded() -> None:
    assert all(getattr(fathoms, name) for name in fathoms.__all__)
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = fathoms.nonsense


def test_ask_returns_the_report_as_a_value(docs: Path, tmp_path: Path) -> None:
    report = fathoms.ask("Who built the harbour crane?", docs=[docs], home=tmp_path / "home", authorize=True)
    assert report.found
    assert "Ada Holm" in report.facts[0].evidence[0].quote


@pytest.mark.parametrize(("setting", "asked", "kept"), [("off", True, True), ("on", False, False), ("on", None, True)])
async def test_originals_are_kept_where_the_caller_or_else_the_settings_say_so(
    docs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, setting: str, asked: bool | None, kept: bool
) -> None:
    monkeypatch.setenv("FATHOMS_KEEP_ORIGINALS", setting)
    async with fathoms.Fathoms(tmp_path / "home", keep_originals=asked) as opened:
        row = await opened.plan("Who built the harbour crane?", docs=[docs])
    assert [spec.keep_originals for spec in row.order.sources] == [kept]


def test_without_authorize_nothing_starts(docs: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="authorize=True"):
        fathoms.ask("Who built the harbour crane?", docs=[docs], home=tmp_path / "home")


@pytest.mark.parametrize("every", [0.01, 60], ids=["often", "seldom"])
async def test_every_event_is_seen_however_often_one_looks(
    docs: Path, tmp_path: Path, every: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[str] = []
    async with fathoms.Fathoms(tmp_path / "home") as opened:
        monkeypatch.setattr(tailing, "LOOK_EVERY", every)
        question = "Who built the harbour crane?"
        await opened.ask(question, docs=[docs], authorize=True, watch=lambda event: seen.append(event.body.type))
    assert seen[:2] == ["plan.proposed", "run.started"]
    assert "task.ended" in seen
    assert seen[-1] == "run.ended"
    assert seen.count("run.started") == 1


async def test_what_an_answer_would_change_is_a_value_and_the_answer_plans_the_run_anew(
    docs: Path, tmp_path: Path
) -> None:
    async with fathoms.Fathoms(tmp_path / "home") as opened:
        row = await opened.plan("Who built it?", docs=[docs])
        assert row.proposal
        assert row.proposal.verdict
        assert [question.text for question in row.proposal.verdict.questions] == ["What is it about?"]
        with pytest.raises(UsageError, match="asks 1 questions; 2 answers"):
            await opened.clarify(row.order.run, "the harbour crane", "and more")
        again = await opened.clarify(row.order.run, "the harbour crane")
        assert again.proposal
        assert again.proposal.brief.question == "Who built the harbour crane?"
        assert again.order.ask.question == "Who built it?", "what was asked stays as it was asked"
        report = await opened.ask("Who built it?", docs=[docs], answers=["the harbour crane"], authorize=True)
        assert "Ada Holm" in report.facts[0].evidence[0].quote
        with pytest.raises(UsageError, match="What is it about"):
            await opened.ask("Who built it?", docs=[docs], authorize=True)


async def test_a_run_that_has_begun_takes_no_answer(docs: Path, tmp_path: Path) -> None:
    async with fathoms.Fathoms(tmp_path / "home") as opened:
        await opened.ask("Who built the harbour crane?", docs=[docs], authorize=True)
        (row,) = opened.service.runs()
        with pytest.raises(UsageError, match="can no longer be changed"):
            await opened.clarify(row.order.run)


async def test_inside_a_running_loop_the_plain_call_works_too(docs: Path, tmp_path: Path) -> None:
    report = fathoms.ask("Who built the harbour crane?", docs=str(docs), home=tmp_path / "home", authorize=True)
    assert report.found


def test_a_report_reads_well_and_stays_a_value(docs: Path, tmp_path: Path) -> None:
    report = fathoms.ask("Who built the harbour crane?", docs=docs, home=tmp_path / "home", authorize=True)
    assert str(report) == report.markdown()
    assert "# Who built the harbour crane?" in report.markdown()
    assert "Ada Holm" in report.html()
    assert json.loads(report.export("json"))["run"] == report.run
    with pytest.raises(UsageError, match="did you mean 'docx'"):
        report.export("doc")
    assert isinstance(report, fathoms.Report)
    assert repr(report) == f"<Answer to 'Who built the harbour crane?': run {report.run}, 1 references>"
    assert fathoms.Report.model_validate_json(report.model_dump_json()).references == report.references


async def test_a_question_is_started_and_its_events_are_walked_while_it_goes_on(docs: Path, tmp_path: Path) -> None:
    async with fathoms.Fathoms(tmp_path / "home") as opened:
        inquiry = await opened.start("Who built the harbour crane?", docs=docs, authorize=True)
        seen = [event.body.type async for event in inquiry]
        assert (await inquiry.report()).run == inquiry.run
        again = [event.body.type async for event in opened.events(inquiry.run[:9])]
    assert seen == again
    assert (seen[0], seen[-1]) == ("plan.proposed", "run.ended")


async def test_events_of_a_question_that_is_refused_end_and_the_report_says_why(docs: Path, tmp_path: Path) -> None:
    async with fathoms.Fathoms(tmp_path / "home") as opened:
        inquiry = await opened.start("Who built the harbour crane?", docs=docs)
        assert [event.body.type async for event in inquiry] == ["plan.proposed"]
        with pytest.raises(UsageError, match="waits for you to agree"):
            await inquiry.report()


async def test_a_started_question_that_nobody_waits_for_is_left_as_it_is(docs: Path, tmp_path: Path) -> None:
    async with fathoms.Fathoms(tmp_path / "home") as opened:
        inquiry = await opened.start("Who built the harbour crane?", docs=docs, authorize=True)
    async with fathoms.Fathoms(tmp_path / "home") as opened:
        row = await opened.service.carry_out(inquiry.run)
    assert row.report_path


async def test_a_model_elsewhere_is_refused_for_a_question_asked_offline(docs: Path, tmp_path: Path) -> None:
    async with fathoms.Fathoms(tmp_path / "home") as opened:
        with pytest.raises(UsageError, match="not on this machine"):
            await opened.plan("Who built it?", docs=docs, model="openai:gpt-4.1", offline=True)
