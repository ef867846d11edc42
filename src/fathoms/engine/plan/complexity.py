"""Simple or complex: the signals of a question, and the mode that follows. The same for every mind.

Knows: SPEC §3: what decides alone, what decides together, what an effort or the user's word changes; how several tasks
become one.  Does not know: how a mind takes a question apart.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from enum import StrEnum

from fathoms.domain.brief import Brief, Effort
from fathoms.domain.evidence import SourceKind
from fathoms.domain.feasibility import Extent
from fathoms.domain.plan import Lean, Mode, Plan, Strategy, Task, TaskKind
from fathoms.engine.intake.extent import extent_of
from fathoms.ports.mind import PlanRequest
from fathoms.text import requests

LONG_QUESTION = 200
LEAST_TOGETHER = 2
"""Signals that decide only together: so many of them make a question complex."""
_LISTED = 3
"""Subjects or aspects named in one question from which it counts as several."""
SINGLE_IMPORTANCE = 0.9


class Signal(StrEnum):
    """What speaks for taking a question apart; the first four decide alone."""

    COMPARISON = "comparison"
    SEVERAL = "several questions"
    BROAD = "broad by its wording"
    JUDGEMENT = "broad in the planner's judgement"
    DEEP = "deep or comprehensive wording"
    PERIODS = "several periods"
    BOTH_WORLDS = "internal and external knowledge"
    LENGTH = "more than 200 characters"
    OPEN = "open request"


DECISIVE = frozenset({Signal.COMPARISON, Signal.SEVERAL, Signal.BROAD, Signal.JUDGEMENT})
_THOROUGH = frozenset({Effort.DEEP, Effort.EXHAUSTIVE})


def signals(question: str, kinds: Collection[SourceKind], seen: Iterable[Signal] = ()) -> tuple[Signal, ...]:
    """What speaks for taking it apart: its words, its sources, and what the planner saw in it; in fixed order."""
    extent = extent_of(question)
    found = {
        Signal.COMPARISON: extent.compared or requests.compares(question),
        Signal.SEVERAL: extent.parts > 1 or requests.asks_several(question) or _lists(extent),
        Signal.BROAD: requests.is_broad(question),
        Signal.DEEP: requests.says_deep(question),
        Signal.PERIODS: len(extent.periods) > 1,
        Signal.BOTH_WORLDS: len(set(kinds)) > 1,
        Signal.LENGTH: len(question) > LONG_QUESTION,
        Signal.OPEN: requests.is_open(question),
    }
    known = frozenset(seen)
    return tuple(signal for signal in Signal if found.get(signal) or signal in known)


def _lists(extent: Extent) -> bool:
    """Whether so many things, or sides of one, are named that each needs evidence of its own."""
    return max(len(extent.aspects), len(extent.subjects)) >= _LISTED


def mode_of(
    found: Collection[Signal],
    question: str,
    effort: Effort,
    *,
    asked: Mode | None = None,
    together: int = LEAST_TOGETHER,
) -> Mode:
    """What the user says; else one signal that decides, enough of the rest, or a thorough effort and no single fact."""
    if asked is not None:
        return asked
    if DECISIVE & set(found) or len(found) >= together:
        return Mode.COMPLEX
    thorough = effort in _THOROUGH and not requests.asks_one_fact(question)
    return Mode.COMPLEX if thorough else Mode.SIMPLE


def judged(tasks: Iterable[Task], *, broad: bool = False) -> tuple[Signal, ...]:
    """The planner's own judgement: it says so, or gives two tasks or more with evidence of their own."""
    own = sum(1 for task in tasks if task.kind is TaskKind.RESEARCH and task.lean is not Lean.TASKS)
    return (Signal.JUDGEMENT,) if broad or own > 1 else ()


def settled(plan: Plan, request: PlanRequest) -> Plan:
    """The plan in the mode that code gives it, whoever made it: the words of the question go first, then the
    planner's judgement."""
    brief = request.brief
    leans = {task.lean for task in plan.tasks}
    # that both kinds are there to be searched says nothing about the question; that the plan needs both does
    kinds = {survey.kind for survey in request.surveys} if {Lean.INTERNAL, Lean.EXTERNAL} <= leans else set()
    found = signals(brief.question, kinds, {signal for signal in Signal if signal in plan.signals})

    def mode() -> Mode:
        return mode_of(found, brief.question, brief.effort, asked=request.mode, together=request.together)

    if mode() is Mode.SIMPLE and request.mode is None:
        found = signals(brief.question, kinds, {*found, *judged(plan.tasks)})
    changed = plan.model_copy(update={"mode": mode(), "signals": found})
    return as_one(changed, brief) if changed.mode is Mode.SIMPLE and plan.tasks else changed


def as_one(plan: Plan, brief: Brief) -> Plan:
    """A plan of one task with the whole question; what was planned stays, as its sub-questions."""
    if len(plan.tasks) == 1:
        return plan.model_copy(update={"mode": Mode.SIMPLE, "strategy": Strategy.SINGLE})
    parts = [text for task in plan.tasks for text in (task.question, *task.sub_questions[1:])]
    leans = {task.lean for task in plan.tasks} - {Lean.TASKS}
    task = Task(
        id="1",
        question=brief.question,
        rationale=plan.tasks[0].rationale,
        importance=max((task.importance for task in plan.tasks), default=SINGLE_IMPORTANCE),
        subjects=tuple(subject.name for subject in brief.subjects),
        sub_questions=tuple(dict.fromkeys(parts)) or (brief.question,),
        lean=leans.pop() if len(leans) == 1 else Lean.BOTH,
        extra_rounds=max((task.extra_rounds for task in plan.tasks), default=0),
    )
    return plan.model_copy(update={"mode": Mode.SIMPLE, "strategy": Strategy.SINGLE, "tasks": (task,)})
