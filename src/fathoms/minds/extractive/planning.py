"""The plan role: one task with the whole question, or one for each thing that it plainly asks for.

Knows: the request's own parts and the signals of complexity.  Does not know: any question that was not asked; whether
the plan is sound (code validates it) or feasible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Lean, Mode, Plan, Strategy, Task
from fathoms.domain.survey import Survey
from fathoms.minds.extractive import wording
from fathoms.minds.extractive.asks import Request, subjects_of, take_apart
from fathoms.ports.mind import PlanRequest
from fathoms.text.terms import terms
from fathoms.text.words import is_spaceless

COMPARISON = "comparison"
SEVERAL = "several questions"
DEEP = "deep or comprehensive wording"
BOTH_WORLDS = "internal and external knowledge"
LENGTH = "more than 200 characters"
LONG_TEXT = 200

_DEEP = re.compile(
    r"\b(?:in[- ]depth|in detail|detailed|comprehensive(?:ly)?|thorough(?:ly)?|exhaustive(?:ly)?|deep dive)\b"
    r"|詳しく|詳細に|徹底的|包括的|網羅的|深く|详细|全面|深入|系统地",
    re.IGNORECASE,
)
_COMPARING = terms("compare contrast difference differ between versus vs better which choose comparison")
_OWN = re.compile(r"\b(?:our|my|in-house|internal)\b|当社|自社|弊社|社内|我们公司|内部", re.IGNORECASE)


def make_plan(request: PlanRequest) -> Plan:
    """A graph of sub-questions; a plan that was rejected is followed by a single task."""
    asked = take_apart(request.brief.question)
    sides = asked.sides
    signals = _signals(asked, request.surveys)
    room = request.brief.limits.top_tasks
    lean = _lean(asked, request.surveys)
    if sides and room > len(sides) and not request.rejected:
        tasks = _compared(asked, sides, lean)
        return _plan(Mode.COMPLEX, Strategy.COMPARATIVE, signals, tasks, asked, request.surveys)
    if asked.apart and len(asked.parts) > 1 and room > 1 and not request.rejected:
        tasks = _one_each(asked, room, lean, request.surveys)
        return _plan(Mode.COMPLEX, Strategy.ASPECT, signals, tasks, asked, request.surveys)
    task = _task(1, asked.text, wording.of(asked.language).why_whole, lean, _known(asked, request.surveys), asked.parts)
    mode = Mode.COMPLEX if _is_complex(signals) else Mode.SIMPLE
    return _plan(mode, Strategy.SINGLE, signals, (task,), asked, request.surveys)


def _signals(asked: Request, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """What speaks for taking the question apart, in the order of SPEC §3."""
    both = len({survey.kind for survey in surveys}) > 1 and bool(_OWN.search(asked.text))
    found = (
        (COMPARISON, bool(asked.sides)),
        (SEVERAL, len(asked.parts) > 1),
        (DEEP, bool(_DEEP.search(asked.text))),
        (BOTH_WORLDS, both),
        (LENGTH, len(asked.text) > LONG_TEXT),
    )
    return tuple(signal for signal, holds in found if holds)


def _is_complex(signals: Sequence[str]) -> bool:
    return bool({COMPARISON, SEVERAL} & set(signals)) or len(signals) > 1


def _compared(asked: Request, sides: Sequence[str], lean: Lean) -> tuple[Task, ...]:
    """The question as it stands, then each side in the respects that are named."""
    words = wording.of(asked.language)
    whole = _task(1, asked.text, words.why_whole, lean, tuple(sides), asked.parts)
    each = (
        _task(number, _side(side, asked), words.why_side, lean, (side,)).model_copy(
            update={"focus": side, "importance": 0.6}
        )
        for number, side in enumerate(sides, 2)
    )
    return (whole, *each)


def _side(side: str, asked: Request) -> str:
    """A side with what is asked of it: the respects that are named, else the question without the other sides."""
    if asked.aspects:
        return f"{side}: {', '.join(asked.aspects)}"
    others = [other for other in asked.sides if other != side]
    rest = re.sub("|".join(map(re.escape, (side, *others))), " ", asked.text)
    kept = [word.strip("?,.;:") for word in rest.split() if terms(word) - _COMPARING]
    return f"{side}: {' '.join(kept)}" if kept and not is_spaceless(asked.text) else side


def _one_each(asked: Request, room: int, lean: Lean, surveys: Sequence[Survey]) -> tuple[Task, ...]:
    """One task for each part; what finds no room is a sub-question of the last."""
    words = wording.of(asked.language)
    alone, shared = asked.parts[:room], asked.parts[room:]
    return tuple(
        _task(
            number,
            part,
            words.why_part,
            lean,
            _known(asked if asked.owner else take_apart(part), surveys),
            (part, *shared) if shared and number == len(alone) else (),
        )
        for number, part in enumerate(alone, 1)
    )


def _task(
    number: int, question: str, rationale: str, lean: Lean, subjects: tuple[str, ...], subs: tuple[str, ...] = ()
) -> Task:
    return Task(
        id=str(number),
        question=question,
        rationale=rationale,
        focus=question,
        priority=number,
        importance=0.7,
        subjects=subjects,
        sub_questions=subs or (question,),
        lean=lean,
    )


def _known(asked: Request, surveys: Sequence[Survey]) -> tuple[str, ...]:
    """What the request plainly sets apart, and the sources know: a page that has none of it leads astray. A name in
    passing is none: what the search found for the whole question is not set aside for lacking it."""
    if not (asked.sides or asked.owner):
        return ()
    held = {word for survey in surveys for word, weight in survey.weights.items() if weight > 0}
    found = subjects_of(asked)
    return tuple(name for name in found if terms(name) <= held) if held else found


def _lean(asked: Request, surveys: Sequence[Survey]) -> Lean:
    kinds = {survey.kind for survey in surveys}
    if kinds <= {SourceKind.INTERNAL}:
        return Lean.INTERNAL
    return Lean.BOTH if SourceKind.INTERNAL in kinds else Lean.EXTERNAL


def _plan(
    mode: Mode,
    strategy: Strategy,
    signals: tuple[str, ...],
    tasks: tuple[Task, ...],
    asked: Request,
    surveys: Sequence[Survey],
) -> Plan:
    words = wording.of(asked.language)
    if all(task.lean is Lean.INTERNAL for task in tasks):
        approach = words.approach.format(", ".join(survey.source for survey in surveys) or "-")
    else:
        leaning = (
            ", ".join(task.id for task in tasks if task.lean is lean) or "-"
            for lean in (Lean.INTERNAL, Lean.EXTERNAL, Lean.BOTH)
        )
        approach = words.approach_mixed.format(*leaning)
    return Plan(mode=mode, strategy=strategy, signals=signals, approach=approach, tasks=tasks)
