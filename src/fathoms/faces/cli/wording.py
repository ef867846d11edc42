"""Each event in one line of words.

Knows: every kind of event.  Does not know: where the line goes.
"""

from __future__ import annotations

from typing import assert_never

from fathoms.domain.events import (
    Body,
    InsightNoticed,
    PlanProposed,
    PlanRejected,
    PlanRevised,
    ReportWritten,
    RoundEnded,
    RoundRead,
    RoundScoped,
    RoundSearched,
    RunEnded,
    RunResumed,
    RunStarted,
    TaskEnded,
    TaskSkipped,
    TaskStarted,
)
from fathoms.domain.evidence import Failure
from fathoms.faces.cli.layout import plural
from fathoms.faces.cli.terminal import clean


def told(body: Body) -> str:
    """What happened, in words, on one line."""
    return clean(_of_run(body) if isinstance(body, _OF_RUN) else _of_task(body))


_OF_RUN = (
    PlanProposed,
    PlanRejected,
    PlanRevised,
    RunStarted,
    RunResumed,
    InsightNoticed,
    ReportWritten,
    RunEnded,
)


def _of_run(
    body: PlanProposed
    | PlanRejected
    | PlanRevised
    | RunStarted
    | RunResumed
    | InsightNoticed
    | ReportWritten
    | RunEnded,
) -> str:
    match body:
        case PlanProposed():
            return f"plan proposed: {plural(len(body.plan.tasks), 'task')}"
        case PlanRejected():
            return f"plan rejected ({body.reason}): {body.fallback}"
        case PlanRevised():
            return f"plan revised ({body.trigger}): {f'refused: {body.refused}' if body.refused else body.reason}"
        case RunStarted():
            return f"run started: {plural(len(body.plan.tasks), 'task')}, {body.mind} mind"
        case RunResumed():
            return "run resumed"
        case InsightNoticed():
            return f"tasks {', '.join(body.tasks)} share {body.shared!r}"
        case ReportWritten():
            return f"report written: {plural(body.references, 'reference')}, {body.path}"
        case RunEnded():
            return f"run ended: {body.status}{f' ({body.reason})' if body.reason else ''}"
    assert_never(body)


def _of_task(
    body: TaskStarted | RoundScoped | RoundSearched | RoundRead | RoundEnded | TaskEnded | TaskSkipped,
) -> str:
    match body:
        case TaskStarted():
            parts = f"{plural(body.sub_questions, 'sub-question')}, {plural(body.subjects, 'subject')}"
            return f"task started: {body.question} ({parts}, {plural(body.budget, 'round')}, {body.phase})"
        case RoundScoped():
            asked = "; ".join(query.text for query in body.queries) or body.intent
            forced = f" (for {body.forced_subject!r}, not yet searched)" if body.forced_subject else ""
            return f"round {body.round} {body.phase}{forced}: {asked}"
        case RoundSearched():
            return f"round {body.round}: {plural(body.hits, 'hit')}{_failed(body.failures)}"
        case RoundRead():
            return f"round {body.round}: {plural(body.pages, 'page')} read{_failed(body.failures)}"
        case RoundEnded():
            facts = f"{plural(body.new_facts, 'new fact')}, {body.confirming_facts} confirming"
            drifted = f", {plural(body.drifts, 'page')} off the subject" if body.drifts else ""
            return f"round {body.round} ended: {facts}{drifted}, saturation {body.saturation}; {body.summary}"
        case TaskEnded():
            why = f" ({body.reason})" if body.reason else ""
            return f"task {body.status}{why}: {plural(body.rounds, 'round')}, {plural(body.facts, 'fact')}"
        case TaskSkipped():
            return f"task skipped: {body.reason}"
    assert_never(body)


def _failed(failures: tuple[Failure, ...]) -> str:
    listed = "; ".join(f"{failure.target}: {failure.reason}" for failure in failures)
    return f"; failed: {listed}" if listed else ""
