"""A search engine that does not answer is a failure, not an absence."""

from __future__ import annotations

from pathlib import Path

import pytest

from fathoms import Fathoms
from fathoms.app.endings import exit_code
from fathoms.domain.plan import PlanStatus, TaskStatus
from fathoms.domain.run import RunRow, RunStatus
from fathoms.domain.state import RunState

QUESTION = "When was the harbour of Skarrow dredged?"


@pytest.fixture
def dead(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FATHOMS_ENGINES", "searxng")
    monkeypatch.setenv("FATHOMS_ENGINE_SEARXNG_URL", "http://127.0.0.1:1")
    monkeypatch.setenv("FATHOMS_ENGINE_SECONDS", "1")


async def asked(home: Path, **more: object) -> tuple[RunRow, RunState, str]:
    async with Fathoms(home) as opened:
        inquiry = await opened.start(QUESTION, effort="quick", authorize=True, **more)  # type: ignore[arg-type]
        report = str(await inquiry.report())
        return opened.service.run(inquiry.run), opened.service.state(inquiry.run), report


@pytest.mark.usefixtures("dead")
async def test_a_run_whose_only_engine_is_dead_fails_and_says_why(tmp_path: Path) -> None:
    row, state, report = await asked(tmp_path / "h", web=True)
    assert row.status is RunStatus.FAILED
    assert exit_code(row) == 5
    assert "web did not answer" in row.reason
    assert "web did not answer" in report
    assert state.status is RunStatus.FAILED


@pytest.mark.usefixtures("dead")
async def test_documents_answer_though_the_engine_is_dead(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# Harbour\n\nThe harbour of Skarrow was dredged in 2019.\n", encoding="utf-8")
    row, state, _ = await asked(tmp_path / "h", docs=[docs], web=True)
    assert row.status is RunStatus.DONE
    assert state.plan is not None
    assert state.plan.status is PlanStatus.COMPLETE
    assert {task.status for task in state.tasks} == {TaskStatus.DONE}


@pytest.mark.usefixtures("dead")
async def test_documents_that_know_nothing_of_it_make_no_absence_of_a_dead_engine(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# Baking\n\nRye bread rises overnight in a cool larder.\n", encoding="utf-8")
    row, _, report = await asked(tmp_path / "h", docs=[docs], web=True)
    assert row.status is RunStatus.FAILED
    assert exit_code(row) == 5
    assert row.reason.startswith("a source did not answer: web did not answer")
    assert "the other sources have nothing on it" in row.reason
    top = report[: report.index("## ", report.index("# When"))]
    assert "web did not answer" in top, "said on top"
    assert "hold no passage" not in report, "nobody knows that"


async def test_the_state_at_an_event_counts_within_the_run(tmp_path: Path) -> None:
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("# Harbour\n\nThe harbour of Skarrow was dredged in 2019.\n", encoding="utf-8")
    await asked(tmp_path / "h", docs=[docs], fresh=True)
    row, state, _ = await asked(tmp_path / "h", docs=[docs], fresh=True)
    async with Fathoms(tmp_path / "h") as opened:
        first = opened.service.state(row.order.run, at_event=1)
        last = opened.service.state(row.order.run, at_event=state.events)
    assert (first.status, first.events) == (RunStatus.PROPOSED, 1)
    assert last == state
    assert last.status is RunStatus.DONE
