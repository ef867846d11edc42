"""What each ended task of a run handed back: fork, conflicts and a look at an unfinished run go by it.

Knows: the store, and that tasks which ended before it kept outcomes have theirs in the journal only.
Does not know: how the journal is laid out (`trace.py`).
"""

from __future__ import annotations

from fathoms.domain.events import TaskEnded
from fathoms.domain.report import TaskOutcome
from fathoms.runtime import trace
from fathoms.runtime.process import Workshop


def outcomes(shop: Workshop, run: str) -> tuple[TaskOutcome, ...]:
    """By task. Blocking; the first look at a run of an older home reads its journal, and keeps what it finds."""
    kept = {outcome.task: outcome for outcome in shop.stores.task_outcomes(run)}
    ended = {event.task: event.at for event in shop.stores.events(run) if isinstance(event.body, TaskEnded)}
    if ended.keys() - kept.keys():
        for outcome in trace.older_outcomes(shop.home, run):
            if outcome.task not in kept:
                kept[outcome.task] = outcome
                if shop.home.writable and outcome.task in ended:
                    shop.stores.keep_task_outcome(run, outcome, ended[outcome.task])
    return tuple(kept[task] for task in sorted(kept))
