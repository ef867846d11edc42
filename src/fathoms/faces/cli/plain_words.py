"""The few events that a person at the command line wants to hear of, in everyday words.

Knows: which events matter to somebody who waits for an answer, and how they are said without our own terms.  Does not
know: where the line goes; `wording.py` tells every event, in the engine's words, for those who look closer.
"""

from __future__ import annotations

from fathoms.domain.events import (
    ApprovalAsked,
    Body,
    FindingReused,
    PlanRevised,
    ReportWritten,
    RoundRead,
    RoundSearched,
    RunEnded,
    RunResumed,
    RunStarted,
    TaskEnded,
    TaskSkipped,
)
from fathoms.domain.evidence import Failure
from fathoms.domain.plan import TaskStatus
from fathoms.domain.run import RunStatus
from fathoms.domain.state import RunState
from fathoms.domain.thread import StopReason
from fathoms.faces.cli.layout import plural
from fathoms.faces.cli.terminal import clean
from fathoms.faces.cli.wording import asked_for, spent

QUOTES_ONLY = "extractive"
"""The mind that only quotes; to a reader it is no mind, it is quoting."""

_ENDS = {
    StopReason.CRITERIA_MET: "answered",
    StopReason.BUDGET_EXHAUSTED: "all its rounds used",
    StopReason.PLATEAU_STOPPED: "nothing new came any more",
}


LLM = "llm:"
"""What the name of a mind has before the name of its model."""


def how_it_works(mind: str) -> str:
    """`quotes only`, or the model that writes."""
    return "quotes only" if mind == QUOTES_ONLY else f"with {mind.removeprefix(LLM)}"


def why_it_ended(reason: str) -> str:
    """Why a task stopped; a reason that is no code of ours is told as it is."""
    return next((words for code, words in _ENDS.items() if code.value == reason), reason)


def told(body: Body, state: RunState) -> str:
    """What happened, in a line; empty for what only a closer look needs."""
    return clean(_told(body, state))


def _told(body: Body, state: RunState) -> str:
    match body:
        case RunStarted():
            return f"looking into {plural(len(body.plan.tasks), 'part')}, {how_it_works(body.mind)}"
        case RunResumed():
            return "going on where it stopped; nothing that was finished is done again"
        case RoundSearched() | RoundRead():
            return _lost(body.failures)
        case TaskSkipped():
            return f"left out: {body.reason}"
        case TaskEnded():
            return _ended(body, state)
        case FindingReused():
            return f"known since {body.found_at:%Y-%m-%d}, from run {body.run}; --fresh looks again"
        case PlanRevised():
            return "" if body.refused else f"the plan changed: {body.reason}"
        case ApprovalAsked():
            return asked_for(body.request)
        case ReportWritten():
            return f"report written: {plural(body.references, 'source')} cited" if body.found else ""
        case RunEnded():
            return "" if body.status is RunStatus.DONE else f"ended: {body.status}{_because(body.reason)}"
        case _:
            return ""


def _ended(body: TaskEnded, state: RunState) -> str:
    over = sum(1 for task in state.tasks if task.status.ended)
    last = "; writing the report" if over == len(state.tasks) else ""
    if body.status is not TaskStatus.DONE:
        return f"{body.status}{_because(body.reason)} ({over} of {len(state.tasks)}){last}"
    cost = f", {spent(body.spend)}" if body.spend.tokens else ""
    ended = why_it_ended(body.reason)
    came_of_it = f"{plural(body.facts, 'passage' if state.mind == QUOTES_ONLY else 'fact')}{cost}"
    return f"done: {came_of_it}{f', {ended}' if ended else ''} ({over} of {len(state.tasks)}){last}"


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _lost(failures: tuple[Failure, ...]) -> str:
    return f"not reached: {'; '.join(f'{lost.target}: {lost.reason}' for lost in failures)}" if failures else ""
