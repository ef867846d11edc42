"""Feasible or not: said before anything is spent, with reasons and with narrower questions that are feasible.

Knows: what eight top tasks can hold, and what carrying out a plan takes.  Does not know: what a
mind thinks of it, beyond the reasons it may add; it can take none of these away.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import SourceKind
from fathoms.domain.feasibility import Estimate as Estimate
from fathoms.domain.feasibility import Extent, Ground, Pace, Reason, Verdict
from fathoms.domain.plan import Plan, TaskKind
from fathoms.domain.survey import Survey
from fathoms.engine.intake import narrowing
from fathoms.engine.intake.extent import extent_of
from fathoms.engine.intake.vagueness import is_vague
from fathoms.engine.thread.allocation import PER_SOURCE
from fathoms.engine.thread.opening import round_ceiling, starting_budget
from fathoms.text.naming import names
from fathoms.text.terms import terms

CALLS_PER_ROUND = 2
CALLS_PER_TASK = 1
CALLS_PER_RUN = 3
_FREE_CALL_SECONDS = 0.2
_MODEL_CALL_SECONDS = 8.0
LEAST_COUNTED = 20
"""Calls of earlier runs from which their mean says more than the order of magnitude."""


def estimate(plan: Plan, brief: Brief, *, slots: int, free: bool, pace: Pace | None = None) -> Estimate:
    """Calls, cost and time of a plan without drill-downs; `free` minds cost nothing and answer at once."""
    ceilings = [round_ceiling(task, brief) for task in plan.tasks if task.kind is TaskKind.RESEARCH]
    starts = [starting_budget(ceiling) for ceiling in ceilings]
    overhead = CALLS_PER_TASK * len(plan.tasks) + CALLS_PER_RUN
    likely = CALLS_PER_ROUND * sum(starts) + overhead
    most = CALLS_PER_ROUND * sum(ceilings) + overhead
    at_once = max(1, min(slots, len(plan.tasks)))
    counted = pace if pace is not None and pace.calls >= LEAST_COUNTED else None
    order_of_magnitude = _FREE_CALL_SECONDS if free else _MODEL_CALL_SECONDS
    seconds = counted.seconds / counted.calls if counted else order_of_magnitude / at_once
    usd = 0.0 if free else counted.usd / counted.calls if counted and counted.usd is not None else None
    return Estimate(
        tasks=len(plan.tasks),
        levels=max((task.level for task in plan.tasks), default=0),
        rounds_likely=sum(starts),
        rounds_most=sum(ceilings),
        calls_likely=likely,
        calls_most=most,
        seconds_likely=round(likely * seconds, 1),
        seconds_most=round(most * seconds, 1),
        usd_likely=None if usd is None else round(likely * usd, 4),
        usd_most=None if usd is None else round(most * usd, 4),
        counted=counted.calls if counted else 0,
    )


MOST_TOP_TASKS = 8
ASPECTS_PER_TASK = PER_SOURCE
"""Aspects of one of several subjects or periods that one task takes on, as sub-questions: so many queries go out in one
round. Of the only subject, at one time, each aspect of the longest list is a task of its own, within which the other
lists are asked."""
BOUNDLESS = 1_000
"""Stands for the number of members of a class without end."""


def judge(
    brief: Brief,
    plan: Plan,
    *,
    surveys: Sequence[Survey] = (),
    mind_reasons: Sequence[str] = (),
    slots: int = 4,
    free: bool = True,
    pace: Pace | None = None,
) -> Verdict:
    """The verdict on a question. `mind_reasons` come on top of what its words say; they outweigh nothing."""
    extent = widened(extent_of(brief.question), brief)
    needed = 0 if is_vague(brief.question) else needed_tasks(extent)
    reasons = (
        *_own_reasons(brief, extent, needed),
        *(Reason(ground=Ground.MIND, text=text) for text in mind_reasons if text.strip()),
    )
    splits = _splits(brief, extent, reasons, surveys) if reasons else _Splits()
    return Verdict(
        feasible=not reasons,
        reasons=reasons,
        notes=(*_notes(brief, needed), *_unheld(brief, surveys)) if not reasons else (),
        splits=splits.questions,
        covers=splits.covers,
        needed=min(needed, BOUNDLESS),
        extent=extent,
        estimate=estimate(plan, brief, slots=slots, free=free, pace=pace),
    )


def is_feasible(question: str) -> bool:
    """Whether code alone has nothing against the question."""
    extent = extent_of(question)
    return not is_vague(question) and not extent.endless and needed_tasks(extent) <= MOST_TOP_TASKS


def unsplit(brief: Brief, verdict: Verdict) -> Verdict:
    """The verdict on a question that was to be split and is not, with the reason: one plan holds it, or its narrower
    questions leave some of it out."""
    say = narrowing.phrases(brief.question)
    note = say.split_needless if verdict.feasible else say.split_useless
    return verdict.model_copy(update={"notes": (*verdict.notes, note)})


def needed_tasks(extent: Extent) -> int:
    """Top tasks that the question needs: subjects × aspects × periods, and one that sets the subjects side by side."""
    subjects = BOUNDLESS if extent.endless else max(1, len(extent.subjects), extent.members)
    aspects, periods = max(1, len(extent.aspects)), max(1, len(extent.periods))
    shared = math.ceil(aspects / ASPECTS_PER_TASK)
    each = max(shared, extent.listed or aspects) if subjects == periods == 1 else shared
    joint = 1 if extent.compared and subjects > 1 else 0
    return max(subjects * each * periods + joint, extent.parts)


def widened(extent: Extent, brief: Brief) -> Extent:
    """A mind may know more members of what the question names ("the Nordic countries"); it cannot make them fewer.

    Where the question sets no things side by side and lists what it asks of one, the subjects that a mind adds are that
    list in other words: each may be a part, none multiplies it."""
    guessed = tuple(subject.name for subject in brief.subjects if not names(brief.question, subject.name))
    if len(guessed) <= max(len(extent.subjects), extent.members):
        return extent
    of_one = extent.aspects and not (extent.subjects or extent.members or extent.compared)
    if of_one:
        return extent.model_copy(update={"parts": max(extent.parts, len(guessed))})
    return extent.model_copy(update={"subjects": guessed, "members": 0})


def _own_reasons(brief: Brief, extent: Extent, needed: int) -> tuple[Reason, ...]:
    say = narrowing.phrases(brief.question)
    if is_vague(brief.question):
        return (Reason(ground=Ground.VAGUE, text=say.vague),)
    if extent.endless:
        return (Reason(ground=Ground.BOUNDLESS, text=say.boundless.format(what=extent.phrase)),)
    if needed <= MOST_TOP_TASKS:
        return ()
    if extent.parts == needed:
        return (Reason(ground=Ground.TOO_WIDE, text=say.too_many.format(parts=needed, most=MOST_TOP_TASKS)),)
    told = say.too_wide.format(
        subjects=max(1, len(extent.subjects), extent.members),
        aspects=max(1, len(extent.aspects)),
        periods=max(1, len(extent.periods)),
        needed=needed,
        most=MOST_TOP_TASKS,
    )
    return (Reason(ground=Ground.TOO_WIDE, text=told),)


def _notes(brief: Brief, needed: int) -> tuple[str, ...]:
    if needed <= brief.limits.top_tasks:
        return ()
    say = narrowing.phrases(brief.question)
    return (say.no_room.format(needed=needed, allowed=brief.limits.top_tasks, effort=brief.effort.value),)


def _unheld(brief: Brief, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """What the question is about and none of the documents names, where there are only documents in its language."""
    counted = [survey for survey in surveys if survey.weights]
    own = {language for survey in surveys for language, _ in survey.languages}
    if not surveys or len(counted) < len(surveys) or any(s.kind is not SourceKind.INTERNAL for s in surveys):
        return ()
    if own and brief.language not in own:
        return ()
    held = {word for survey in counted for word, weight in survey.weights.items() if weight > 0}
    known = {word for survey in counted for word in survey.weights}
    missing = [
        subject.name
        for subject in brief.subjects
        if (words := terms(subject.name)) and words <= known and not words & held
    ]
    say = narrowing.phrases(brief.question)
    return (say.unheld.format(what=say.comma.join(missing)),) if missing else ()


@dataclass(frozen=True, slots=True)
class _Splits:
    questions: tuple[str, ...] = ()
    covers: bool = False


def _splits(brief: Brief, extent: Extent, reasons: Sequence[Reason], surveys: Sequence[Survey]) -> _Splits:
    """Narrower questions, each of which this very rule finds feasible; from the sources when the words give none."""
    ways = [narrowing.Way(narrowing.from_sources(brief.question, surveys))]
    if all(reason.ground is not Ground.VAGUE for reason in reasons):
        about = next((subject.name for subject in brief.subjects if not is_vague(subject.name)), "")
        ways = [*narrowing.narrower(brief.question, extent, about), *ways]
    for way in ways:
        feasible = tuple(dict.fromkeys(q for q in way.questions if q != brief.question and is_feasible(q)))
        if feasible:
            shown = feasible[: narrowing.MOST_SPLITS]
            return _Splits(shown, way.covers and len(shown) == len(way.questions) > 1)
    return _Splits()
