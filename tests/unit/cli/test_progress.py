"""What is shown while a run works."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta

import pytest
from rich.console import Console

from fathoms.domain import events
from fathoms.domain.events import Event
from fathoms.domain.knowledge import FileNote, IngestResult, Progress, UnreadFile
from fathoms.domain.plan import Dependency, Plan, Task, TaskStatus
from fathoms.domain.state import RunState
from fathoms.domain.thread import Phase
from fathoms.engine.run.state import fold
from fathoms.faces.cli import progress, taking_in, terminal

BEGAN = datetime(2026, 1, 1, tzinfo=UTC)
PLAN = Plan(tasks=(Task(id="1", question="One?"), Task(id="2", question="Two?", depends_on=(Dependency(on="1"),))))


def happened(*bodies: events.Body, task: str = "1") -> list[Event]:
    run_level = (events.RunStarted, events.RunEnded, events.PlanProposed)
    return [
        Event(
            run="r1",
            task="" if isinstance(body, run_level) else task,
            step=f"s{n}",
            at=BEGAN + timedelta(seconds=2 * n),
            seq=n + 1,
            body=body,
        )
        for n, body in enumerate(bodies)
    ]


EVENTS = happened(
    events.RunStarted(question="Why?", mind="extractive", plan=PLAN),
    events.TaskStarted(question="One?", name="1-one", sub_questions=1, subjects=0, budget=2, phase=Phase.SURVEY),
    events.RoundScoped(round=1, phase=Phase.SURVEY, intent="look for one", queries=()),
)


def drawn(state: RunState, width: int = 110) -> str:
    console = Console(width=width, record=True, force_terminal=False, file=None)
    with console.capture() as captured:
        console.print(progress.drawn(state, width))
    return captured.get()


def test_the_live_tree_shows_status_round_facts_spend_time_and_activity() -> None:
    lines = drawn(fold(EVENTS)).splitlines()
    assert "r1" in lines[0]
    assert "0 of 2 tasks · 0 facts" in lines[0]
    assert all(part in lines[1] for part in ("├─ ● 1 One?", "round 1/2", "0 facts", "$0", "searching: look for one"))
    assert "└─ ○ 2 Two?" in lines[2]
    assert "after 1" in lines[2]


def test_on_a_narrow_terminal_the_live_tree_keeps_what_a_task_asks_and_how_far_it_is() -> None:
    for width, shown in ((progress.NARROW - 1, False), (progress.NARROW, True), (40, False)):
        line = drawn(fold(EVENTS), width).splitlines()[1]
        assert "├─ ● 1 One?" in line
        assert "round 1/2" in line
        assert ("0 facts" in line) == shown


def test_before_there_is_a_plan_it_says_so() -> None:
    assert drawn(RunState()).strip() == "planning …"


def test_text_of_others_cannot_paint_the_live_tree() -> None:
    body = events.RoundScoped(round=1, phase=Phase.SURVEY, intent="[red]x[/red]\x1b[2J", queries=())
    assert "[red]x[/red][2J" in drawn(fold([*EVENTS[:2], *happened(body)]))


async def test_each_event_is_shown_with_the_state_it_leads_to() -> None:
    seen: list[tuple[str, int]] = []

    class Recorder(progress.Lines):
        def show(self, event: Event, state: RunState) -> None:
            seen.append((event.body.type, sum(task.started_at is not None for task in state.tasks)))

    async def stream() -> AsyncIterator[Event]:
        for event in EVENTS:
            yield event

    await progress.follow(stream(), RunState(), Recorder())
    assert seen == [("run.started", 0), ("task.started", 1), ("round.scoped", 1)]


def test_without_a_terminal_there_is_one_line_for_each_task_that_ended(capsys: pytest.CaptureFixture[str]) -> None:
    state = RunState()
    ended = events.TaskEnded(status=TaskStatus.DONE, reason="CRITERIA_MET", rounds=1, facts=3)
    with progress.screen(state) as screen:
        for event in (*EVENTS, *happened(ended)):
            state = fold([event], state)
            screen.show(event, state)
    assert capsys.readouterr().err.splitlines() == [
        "[  0.0 s] looking into 2 parts, quotes only",
        "[  0.0 s] 1  One?: done: 3 passages, answered (1 of 2)",
    ]


def test_who_wants_to_know_hears_of_every_event_with_the_elapsed_time(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.screen(RunState(), progress.Telling.VERBOSE) as screen:
        for event in EVENTS:
            screen.show(event, RunState())
    assert capsys.readouterr().err.splitlines() == [
        "[  0.0 s] run started: 2 tasks, extractive mind",
        "[  2.0 s] 1  task started: One? (1 sub-question, 0 subjects, 2 rounds, SURVEY)",
        "[  4.0 s] 1  round 1 SURVEY: look for one",
    ]


def test_on_a_terminal_the_tree_is_drawn_and_left_as_it_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(width=110, force_terminal=True, no_color=True, record=True)
    monkeypatch.setattr(terminal, "shows_live", lambda: True)
    monkeypatch.setattr(terminal, "console", lambda: console)
    state = fold(EVENTS)
    with console.capture() as captured, progress.screen(RunState()) as screen:
        screen.show(EVENTS[-1], state)
    assert "● 1 " in captured.get().rpartition("planning …")[2]


def test_ingest_progress_has_rate_and_remaining_time() -> None:
    half = Progress(done=5, total=10, bytes_done=2_000_000, bytes_total=6_000_000, seconds=1.0, current="a.md")
    assert taking_in.told(half) == "reading documents: 5 of 10, 2.0 MB/s, 2.0 s left"
    start = Progress(done=0, total=10, bytes_done=0, bytes_total=6, seconds=0.0, current="")
    assert taking_in.told(start) == "reading documents: 0 of 10, 0 B/s"


def test_the_summary_of_an_ingest_lists_each_failed_file_with_its_reason(capsys: pytest.CaptureFixture[str]) -> None:
    taking_in.summarise(
        IngestResult(
            collection="c",
            added=2,
            removed=1,
            failed=tuple(UnreadFile(path=f"{n}.md", reason="not text") for n in range(21)),
            notes=(FileNote(path="l.md", note="read as cp1252"),),
            seconds=0.5,
        )
    )
    lines = capsys.readouterr().err.splitlines()
    assert lines[0] == "2 documents (2 new, 1 gone) in 0.5 s"
    assert lines[1] == "21 files could not be read:"
    assert lines[2] == "  0.md: not text"
    assert lines[22] == "  and 1 more; `fathoms kb list --skipped` names them all"
    assert lines[23] == "  note: l.md: read as cp1252"


def test_the_bar_says_something_now_and_then_without_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = [0.0]
    monkeypatch.setattr("fathoms.faces.cli.taking_in.time.monotonic", lambda: clock[0])
    step = Progress(done=1, total=2, bytes_done=1, bytes_total=2, seconds=1.0, current="a.md")
    with taking_in.Bar() as bar:
        for clock[0] in (5.0, 5.1, 10.0, 10.2):
            bar.show(step)
    assert len(capsys.readouterr().err.splitlines()) == 2


def _embedding(done: int, seconds: float) -> Progress:
    return Progress(
        done=done, total=10_000, bytes_done=0, bytes_total=0, seconds=seconds, current="minilm", stage="embedding"
    )


def test_vectors_are_told_by_passages_a_second() -> None:
    assert taking_in.told(_embedding(256, 6.4)) == "embedding passages: 256 of 10,000, 40 a second, 4:04 left"


@pytest.mark.parametrize(("seconds", "warned"), [(1.5, False), (1.6, True)])
def test_vectors_that_take_longer_than_a_minute_are_announced_once(
    seconds: float, warned: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    bar = taking_in.Bar()
    bar.show(_embedding(256, seconds))
    bar.show(_embedding(512, 2 * seconds))
    assert capsys.readouterr().err.count("will take about") == warned


def test_the_announcement_says_how_long_and_how_fast(capsys: pytest.CaptureFixture[str]) -> None:
    taking_in.Bar(quiet=True).show(_embedding(16, 1.0))
    assert capsys.readouterr().err.startswith(
        "embedding 10,000 passages will take about 10:24, 16 a second; it may be stopped"
    )
