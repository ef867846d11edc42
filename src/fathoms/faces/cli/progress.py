"""What is shown on stderr while a run works: a live tree on a terminal, a line for each finished task elsewhere;
every event with `--verbose`, none with `--quiet`, and as JSON for a program that listens.

Knows: events and the state they fold into, nothing else.  Does not know: where they come from.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from datetime import datetime
from enum import StrEnum
from types import TracebackType
from typing import Protocol, Self

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from fathoms.domain.events import (
    Event,
    FactFound,
    GapNoticed,
    RunEnded,
    RunResumed,
    SectionGrowing,
    SectionWritten,
    SpendNoted,
)
from fathoms.domain.plan import Task, TaskStatus
from fathoms.domain.state import RunState, TaskState
from fathoms.engine.plan.views import mark, ready_ids, waits_for
from fathoms.engine.run.state import fold
from fathoms.faces.cli import plain_words, terminal, tree
from fathoms.faces.cli.layout import duration, elapsed, plural
from fathoms.faces.cli.wording import spent, told

_STYLES: dict[TaskStatus, str] = {
    TaskStatus.PENDING: "dim",
    TaskStatus.RUNNING: "bold cyan",
    TaskStatus.DONE: "green",
    TaskStatus.FAILED: "red",
    TaskStatus.SKIPPED: "yellow",
}
_TOO_FINE = (SpendNoted, FactFound, GapNoticed, SectionGrowing, SectionWritten)
"""A line each would bury the rest; what a round found and a task spent and left open stands where it ends."""
_REDRAWS_PER_SECOND = 8
NARROW = 72
"""Columns below which a row shows only what the task asks and how far it is."""


class Telling(StrEnum):
    """How much is said while a run works."""

    QUIET = "quiet"
    PLAIN = "plain"
    VERBOSE = "verbose"
    JSONL = "jsonl"


class Screen(Protocol):
    """Shows a run as it happens. A context manager."""

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def show(self, event: Event, state: RunState) -> None:
        """Something happened; this is where the run stands now."""
        ...


async def follow(events: AsyncIterator[Event], state: RunState, screen: Screen) -> None:
    """Show each event with the state it leads to, from `state` on, until the run has ended."""
    async for event in events:
        state = fold([event], state)
        screen.show(event, state)


@contextmanager
def thinking(noun: str) -> Iterator[None]:
    """Says what is being done while there is nothing else to show; on a terminal, until it is done."""
    if not noun or not terminal.shows_live():
        yield
        return
    with terminal.console().status(f"{noun} …"):
        yield


def screen(state: RunState, telling: Telling = Telling.PLAIN, *, asking: bool = False) -> Screen:
    """What stderr can show and was asked to. `state` is where the run stood before this process took it up.

    Lines when the user is asked something in between: a tree that redraws itself would wipe the question.
    """
    match telling:
        case Telling.QUIET:
            return Silence()
        case Telling.VERBOSE:
            return EveryEvent()
        case Telling.JSONL:
            return Jsonl()
        case Telling.PLAIN:
            return LiveTree(state) if terminal.shows_live() and not asking else Lines()


class Silence:
    """Nothing at all: the result is all that is wanted."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None

    def show(self, event: Event, state: RunState) -> None:
        return None


class Jsonl(Silence):
    """One event a line, as every other face has it."""

    def show(self, event: Event, state: RunState) -> None:
        terminal.note(event.model_dump_json())


class Lines(Silence):
    """A line for what a waiting person wants to hear of, with the time since the first."""

    def __init__(self) -> None:
        self._began: datetime | None = None

    def show(self, event: Event, state: RunState) -> None:
        self._began = self._began or event.at
        line = self._told(event, state)
        if line:
            since = duration((event.at - self._began).total_seconds())
            terminal.note(f"[{since:>7}] {f'{event.task}  ' if event.task else ''}{line}")

    def _told(self, event: Event, state: RunState) -> str:
        line = plain_words.told(event.body, state)
        task = state.task(event.task)
        return f"{terminal.clean(task.question)}: {line}" if line and task else line


class EveryEvent(Lines):
    """Every event, in the engine's own words."""

    def _told(self, event: Event, state: RunState) -> str:
        return "" if isinstance(event.body, _TOO_FINE) else told(event.body)


class LiveTree:
    """The tree of tasks, redrawn in place."""

    def __init__(self, state: RunState) -> None:
        self._state = state
        self._console = terminal.console()
        self._live = Live(console=self._console, get_renderable=self._drawn, refresh_per_second=_REDRAWS_PER_SECOND)

    def __enter__(self) -> Self:
        self._live.start(refresh=True)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._live.stop()

    def show(self, event: Event, state: RunState) -> None:
        self._state = state
        if isinstance(event.body, (RunEnded, RunResumed)):
            self._live.refresh()

    def _drawn(self) -> RenderableType:
        return drawn(self._state, self._console.width)


def drawn(state: RunState, width: int) -> RenderableType:
    """A headline and one row per task, on a terminal of so many columns."""
    if state.plan is None:
        return Text("planning …", style="dim")
    rows = Table.grid(padding=(0, 2, 0, 0), expand=True)
    rows.add_column(ratio=3, no_wrap=True, overflow="ellipsis")
    for _ in range(4 if width >= NARROW else 1):
        rows.add_column(justify="right", no_wrap=True)
    if width >= NARROW:
        rows.add_column(ratio=2, no_wrap=True, overflow="ellipsis")
    states = {task.id: task for task in state.tasks}
    current = tree.as_it_stands(state.plan, state.tasks)
    ready = ready_ids(current)
    for branch in tree.branches(current):
        rows.add_row(*_row(branch, states[branch.task.id], ready)[: len(rows.columns)])
    return Group(_headline(state), rows)


def _headline(state: RunState) -> Text:
    done = sum(1 for task in state.tasks if task.status.ended)
    figures = (
        f"{done} of {plural(len(state.tasks), 'task')}",
        plural(sum(task.facts for task in state.tasks), "fact"),
        elapsed(state.started_at, state.ended_at) or "starting",
        spent(state.spend),
        "writing the report" if done == len(state.tasks) and not state.ended_at else state.status,
    )
    line = Text(overflow="ellipsis", no_wrap=True)
    line.append(f"{state.run}  ", style="bold")
    line.append(" · ".join(figure for figure in figures if figure))
    return line


def _row(branch: tree.Branch, state: TaskState, ready: frozenset[str]) -> tuple[Text, ...]:
    style = _STYLES[state.status]
    name = Text()
    name.append(branch.guide, style="dim")
    name.append(f"{mark(branch.task, ready)} {state.id} ", style=style)
    name.append(terminal.clean(state.question), style="" if state.started_at else "dim")
    if state.started_at is None:
        waiting = _waiting(branch.task, ready) if state.status is TaskStatus.PENDING else state.reason
        return name, Text(), Text(), Text(), Text(), Text(terminal.clean(waiting), style="dim")
    return (
        name,
        Text(tree.rounds(state)),
        Text(plural(state.facts, "fact")),
        Text(tree.cost(state.spend)),
        Text(elapsed(state.started_at, state.ended_at)),
        Text(terminal.clean(state.activity or plain_words.why_it_ended(state.reason)), style="dim"),
    )


def _waiting(task: Task, ready: frozenset[str]) -> str:
    return tree.READY if task.id in ready else waits_for(task)
