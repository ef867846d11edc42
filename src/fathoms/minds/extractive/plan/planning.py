"""The plan role: is it simple or complex, how is it taken apart, who leans on what.

Knows: the signals of SPEC §3 and the order in which decompositions are tried.  Does not know: whether
the plan is sound (code validates it) or feasible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Lean, Mode, Plan, Strategy, Task
from fathoms.domain.survey import Survey
from fathoms.engine.plan import complexity
from fathoms.engine.plan.complexity import Signal
from fathoms.minds.extractive.plan import aspects, decomposing
from fathoms.minds.extractive.plan.agreement import filled
from fathoms.minds.extractive.plan.drafts import Draft, fitted, tasks_of
from fathoms.minds.extractive.read.question import read
from fathoms.minds.extractive.read.shapes import Shape, subjects_of, take_apart
from fathoms.minds.extractive.tell import wording
from fathoms.ports.mind import PlanRequest
from fathoms.text.words import language_of

_MOST_SUBS = 4


_EVALUATES = re.compile(r"\W*(?:please\s+)?(?:evaluate|assess)\s|.*(?:を評価|の評価)", re.IGNORECASE)
"""Who wants a thing judged is told what it is, what is good about it and where it ends; the verdict is left to him."""


def make_plan(request: PlanRequest) -> Plan:
    """A graph of sub-questions; a plan that was rejected is followed by a simpler one."""
    shape = take_apart(request.brief.question)
    signals = signals_of(shape, request.surveys)
    only_internal = all(survey.kind is SourceKind.INTERNAL for survey in request.surveys)
    limit = request.brief.limits.top_tasks
    brief = request.brief
    mode = complexity.mode_of(signals, shape.text, brief.effort, asked=request.mode, together=request.together)
    if mode is Mode.SIMPLE or len(request.rejected) > 1 or limit < 2:
        return _plan(Mode.SIMPLE, Strategy.SINGLE, signals, _single(shape), request.surveys, only_internal)
    if not _comes_apart(shape):
        return _plan(mode, Strategy.SINGLE, signals, _single(shape), request.surveys, only_internal)
    if request.rejected:
        return _plan(
            Mode.COMPLEX, Strategy.ASPECT, signals, _flat(shape, request.surveys, limit), request.surveys, only_internal
        )
    strategy, drafts = _decomposed(shape, request.surveys)
    drafts = fitted(aspects.with_emphasis(shape, drafts), limit)
    return _plan(Mode.COMPLEX, strategy, signals, drafts, request.surveys, only_internal)


def signals_of(shape: Shape, surveys: Sequence[Survey]) -> tuple[Signal, ...]:
    """What speaks for taking the question apart: what code reads in it, and what this mind sees besides."""
    kinds = {survey.kind for survey in surveys}
    both = bool(shape.internal and shape.external) or (len(kinds) > 1 and bool(shape.internal))
    seen = (
        (Signal.COMPARISON, shape.comparison is not None),
        (Signal.SEVERAL, len(shape.parts) > 1 or bool(shape.emphasis) or len(shape.aspects) >= aspects.LEAST),
        (Signal.DEEP, shape.is_deep),
        (Signal.PERIODS, len(shape.periods) > 1),
        (Signal.BOTH_WORLDS, both),
        (Signal.OPEN, shape.is_broad or shape.is_problem_chain or len(shape.aspects) > 1),
    )
    return complexity.signals(shape.text, (), [signal for signal, holds in seen if holds])


def _comes_apart(shape: Shape) -> bool:
    """Whether its own words name parts; where they do not, nobody asked for others."""
    named = shape.comparison or shape.emphasis or shape.is_problem_chain or shape.is_broad
    return bool(named) or max(len(shape.parts), len(shape.aspects), len(shape.periods)) > 1


def _decomposed(shape: Shape, surveys: Sequence[Survey]) -> tuple[Strategy, list[Draft]]:
    if shape.internal and shape.external and (shape.wants_advice or shape.comparison):
        return Strategy.COMPARATIVE, decomposing.against_standard(shape)
    if shape.comparison:
        return Strategy.COMPARATIVE, decomposing.comparison(shape, shape.comparison)
    if len(shape.aspects) >= aspects.LEAST and shape.subject and len(shape.parts) < 2:
        return Strategy.ASPECT, aspects.as_asked(shape)
    if len(shape.periods) > 1 and shape.subject:
        return Strategy.TEMPORAL, decomposing.temporal(shape)
    if shape.is_problem_chain and shape.subject and len(shape.parts) < aspects.LEAST:
        return Strategy.SEQUENTIAL, decomposing.problem_chain(shape)
    if len(shape.parts) > 1 or (shape.emphasis and not shape.is_broad):
        return Strategy.HIERARCHICAL, decomposing.several(shape)
    if len(shape.aspects) > 1 and shape.subject:
        return Strategy.ASPECT, aspects.as_asked(shape)
    return Strategy.ASPECT, aspects.by_headings(shape, surveys)


def _single(shape: Shape) -> list[Draft]:
    words = wording.of(shape.language)
    parts = shape.parts if 1 < len(shape.parts) <= _MOST_SUBS else (shape.text,)
    if len(shape.aspects) > 1 and shape.subject and len(shape.parts) < 2:
        parts = tuple(draft.question for draft in aspects.as_asked(shape) if draft.asked)
    elif len(shape.parts) < 2 and shape.subject and _EVALUATES.match(shape.text):
        said = shape.said(shape.subject)
        parts = (filled(words.what_is, said), words.benefits_of.format(said), words.limits_of.format(said))
    return [
        Draft(
            key="single",
            question=shape.text,
            focus=shape.subject or shape.text,
            rationale=words.why_single,
            subs=parts,
            subjects=() if read(shape.text).links else subjects_of(shape.text),
            importance=0.7,
        )
    ]


def _flat(shape: Shape, surveys: Sequence[Survey], limit: int) -> list[Draft]:
    """The same questions as a list without dependencies."""
    _, drafts = _decomposed(shape, surveys)
    return fitted([replace(draft, needs=(), soft=()) for draft in drafts], limit)


def _plan(
    mode: Mode,
    strategy: Strategy,
    signals: tuple[str, ...],
    drafts: Sequence[Draft],
    surveys: Sequence[Survey],
    only_internal: bool,
) -> Plan:
    tasks = tasks_of(drafts, only_internal=only_internal)
    return Plan(mode=mode, strategy=strategy, signals=signals, approach=_approach(tasks, surveys), tasks=tasks)


def _approach(tasks: Sequence[Task], surveys: Sequence[Survey]) -> str:
    """In words: which tasks lean on internal documents, which on the web, which draw on others."""
    words = wording.of(language_of(tasks[0].question))

    def ids(lean: Lean) -> str:
        return ", ".join(task.id for task in tasks if task.lean is lean) or "-"

    if all(task.lean is Lean.INTERNAL for task in tasks):
        text = words.approach_internal.format(", ".join(survey.source for survey in surveys) or "-")
    else:
        text = words.approach_mixed.format(ids(Lean.INTERNAL), ids(Lean.EXTERNAL), ids(Lean.BOTH))
    joint = ", ".join(task.id for task in tasks if task.depends_on)
    return f"{text} {words.approach_joint.format(joint)}" if joint else text
