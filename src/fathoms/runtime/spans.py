"""OpenTelemetry spans of a run, its tasks and their rounds, whatever mind works on them; off unless asked for.

Knows: which span stands in which, and what is told of each: names of phases and numbers, and words only when that was
asked for outright.  Does not know: where spans go (`app/telemetry.py`), what a call of a model tells (its mind does).
A resumed run has a span for each time it was worked on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from fathoms.domain.plan import Task
from fathoms.domain.report import TaskOutcome
from fathoms.domain.run import RunOrder, RunStatus
from fathoms.domain.thread import RoundRecord
from fathoms.ports.models import Tracing

if TYPE_CHECKING:
    from opentelemetry.context import Context
    from opentelemetry.trace import Span

NAME = "fathoms.runtime"
Told = str | int | float | bool


class Mark:
    """One span while it is open; nothing where nothing is traced."""

    def __init__(self, span: Span | None = None, *, content: bool = False) -> None:
        self._span, self._content = span, content

    def tell(self, **told: Told) -> None:
        for name, value in told.items():
            if self._span:
                self._span.set_attribute(f"fathoms.{name}", value)

    def say(self, **words: str) -> None:
        """What may hold the user's words or a page's: told only where content was asked for."""
        if self._content:
            self.tell(**words)


class Spans:
    """The spans of one process. A task's span stands in its run's, a round's in its task's."""

    def __init__(self, tracing: Tracing = Tracing.OFF) -> None:
        self._tracing = tracing
        self._open: dict[str, Context] = {}

    @contextmanager
    def run(self, order: RunOrder) -> Iterator[Mark]:
        with self._span("run", order.run, run=order.run, mind=order.ask.mind, effort=order.ask.effort.value) as mark:
            mark.say(question=order.ask.question)
            yield mark

    @contextmanager
    def task(self, run: str, task: Task) -> Iterator[Mark]:
        with self._span(f"task {task.id}", f"{run}:{task.id}", under=run, run=run, task=task.id) as mark:
            mark.say(question=task.question)
            yield mark

    @contextmanager
    def round(self, run: str, task: Task, number: int) -> Iterator[Mark]:
        where = f"{run}:{task.id}"
        told: dict[str, Told] = {"run": run, "task": task.id, "round": number}
        with self._span(f"round {number}", f"{where}:{number}", under=where, **told) as mark:
            yield mark

    @contextmanager
    def _span(self, name: str, key: str, *, under: str = "", **told: Told) -> Iterator[Mark]:
        if self._tracing is Tracing.OFF:
            yield Mark()
            return
        from opentelemetry import trace

        with trace.get_tracer(NAME).start_as_current_span(
            name, self._open.get(under), record_exception=False, set_status_on_exception=False
        ) as span:
            self._open[key] = trace.set_span_in_context(span)
            mark = Mark(span, content=self._tracing is Tracing.CONTENT)
            mark.tell(**told)
            try:
                yield mark
            except BaseException as error:
                span.set_attribute("error.type", type(error).__name__)
                span.set_status(trace.StatusCode.ERROR)
                raise
            finally:
                del self._open[key]


def tell_run(mark: Mark, status: RunStatus, tasks: int) -> None:
    mark.tell(status=status.value, tasks=tasks)


def tell_task(mark: Mark, outcome: TaskOutcome) -> None:
    finding = outcome.finding
    stopped = finding.stopped.value if finding and finding.stopped else ""
    rounds = finding.rounds if finding else 0
    mark.tell(status=outcome.status.value, stopped=stopped, rounds=rounds, facts=len(outcome.facts))


def tell_round(mark: Mark, made: Sequence[RoundRecord]) -> None:
    """The round's record; a way out that did not apply made none."""
    mark.tell(passed_over=not made)
    if not made:
        return
    (record,) = made
    mark.tell(
        phase=record.scope.phase.value,
        escape=record.scope.escape.value if record.scope.escape else "",
        queries=len(record.queries),
        unanswered=len(record.unanswered),
        results=len(record.urls),
        pages=len(record.read_urls),
        drifts=len(record.drifts),
        new_facts=len(record.new_facts),
        confirming_facts=len(record.confirming_facts),
        saturation="" if record.drifted else record.saturation.value,
        plateau=record.plateau.value,
    )
    mark.say(asked="; ".join(query.text for query in record.queries), decision=record.next_step)
