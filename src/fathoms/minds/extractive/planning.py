"""The plan role: one task with the whole question, or one for each thing that it plainly asks for.

Knows: the request's own parts and the signals of complexity.  Does not know: any question that was not asked; whether
the plan is sound (code validates it) or feasible.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import combinations

from fathoms.domain.evidence import SourceKind
from fathoms.domain.plan import Lean, Mode, Plan, Strategy, Task
from fathoms.domain.survey import Survey
from fathoms.engine.plan.merging import same_task
from fathoms.minds.extractive import wording
from fathoms.minds.extractive.asks import Request, subjects_of, take_apart
from fathoms.ports.mind import PlanRequest
from fathoms.text.terms import terms
from fathoms.text.words import is_spaceless

COMPARISON = "comparison"
SEVERAL = "several questions"
STRESSED = 1.0
"""How much a part matters on which the request lays stress; it has a round more than the others."""

_COMPARING = terms("compare contrast difference differ between versus vs better which choose comparison")
_LONGEST_MISSPELT = 12
_LONGEST_REST = 6
"""Words of what is asked of each side, where no respects are named; what is longer is told by the whole."""


def make_plan(request: PlanRequest) -> Plan:
    """A graph of sub-questions; a plan that was rejected is followed by a single task. Tasks that would be taken for
    the same are none: they stay sub-questions of the whole."""
    known = [code for survey in request.surveys for code, _ in survey.languages]
    asked = take_apart(request.brief.question, known)
    plan = _planned(request, asked)
    note = _misspelt(asked, request.surveys, known)
    if not note:
        return plan
    first, *others = plan.tasks
    tasks = (first.model_copy(update={"note": note}), *others)
    return plan.model_copy(update={"tasks": tasks, "approach": f"{note} {plan.approach}"})


def _misspelt(asked: Request, surveys: Sequence[Survey], known: Sequence[str]) -> str:
    """Which words of a short question no document has, and what may be meant. In a long one, or in another language
    than theirs, an unknown word is most likely just that. The question itself stays as it is: the search tries both."""
    spellings = [pair for survey in surveys for pair in survey.spellings]
    if not spellings or asked.language not in known or len(asked.text.split()) > _LONGEST_MISSPELT:
        return ""
    words = wording.of(asked.language)
    unknown, meant = (", ".join(side) for side in zip(*spellings, strict=True))
    told = f"{words.not_known.format(unknown)}; {words.did_you_mean.format(meant)}"
    return told[:1].upper() + told[1:]


def _planned(request: PlanRequest, asked: Request) -> Plan:
    room = 1 if request.rejected else request.brief.limits.top_tasks
    lean = _lean(request.surveys)
    if asked.sides and room > len(asked.sides):
        return _plan(Strategy.COMPARATIVE, _compared(asked, lean), asked, request.surveys)
    ways = ((asked.apart, _one_each), (bool(asked.stressed), _stressed))
    for tasks in (way(asked, room, lean, request.surveys) for fits, way in ways if fits and room > 1):
        if not any(same_task(left, right) for left, right in combinations(tasks, 2)):
            return _plan(Strategy.ASPECT, tasks, asked, request.surveys)
    return _plan(Strategy.SINGLE, (_whole(asked, lean, request.surveys),), asked, request.surveys)


def _whole(asked: Request, lean: Lean, surveys: Sequence[Survey]) -> Task:
    """The question as it stands, with what it asks for."""
    return _task(1, asked.text, wording.of(asked.language).why_whole, lean, _known(asked, surveys), asked.parts)


def _compared(asked: Request, lean: Lean) -> tuple[Task, ...]:
    """The question as it stands, then each side in the respects that are named."""
    words = wording.of(asked.language)
    whole = _task(1, asked.text, words.why_whole, lean, asked.sides, asked.parts)
    each = (
        _task(number, _side(side, asked), words.why_side, lean, (side,)).model_copy(
            update={"focus": side, "importance": 0.6}
        )
        for number, side in enumerate(asked.sides, 2)
    )
    return (whole, *each)


def _side(side: str, asked: Request) -> str:
    """A side with what is asked of it: the respects that are named, else what a short question says of the sides."""
    if asked.form.columns:
        return f"{side}: {_respects(asked)}"
    rest = re.sub("|".join(map(re.escape, asked.sides)), " ", asked.text)
    kept = [word.strip("?,.;:") for word in rest.split() if terms(word) - _COMPARING]
    if not 0 < len(kept) <= _LONGEST_REST or is_spaceless(asked.text):
        return side
    shared = f"{asked.sides[-1]} {' '.join(kept)}" in asked.text
    return f"{side}{'' if shared else ':'} {' '.join(kept)}"


def _respects(asked: Request) -> str:
    """The list of respects, uncut: as it stands in the request, where it stands behind the sides."""
    columns, spaceless = asked.form.columns, is_spaceless(asked.text)
    start = asked.text.find(columns[0], asked.text.find(asked.sides[-1]))
    if spaceless or start < 0:
        return ("、" if spaceless else ", ").join(columns)
    return re.split(r"[?;:]|\.(?:\s|$)", asked.text[start:])[0].strip()


def _one_each(asked: Request, room: int, lean: Lean, surveys: Sequence[Survey]) -> tuple[Task, ...]:
    """One task for each part; what finds no room is a sub-question of the last."""
    words = wording.of(asked.language)
    alone, shared = asked.parts[:room], asked.parts[room:]
    tasks = (
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
    return tuple(_more(task) if task.question in asked.stressed else task for task in tasks)


def _stressed(asked: Request, room: int, lean: Lean, surveys: Sequence[Survey]) -> tuple[Task, ...]:
    """The question as it stands, then each thing on which it lays stress."""
    words = wording.of(asked.language)
    alone = asked.stressed[: room - 1]
    rest = tuple(part for part in asked.parts if part not in alone)
    whole = _task(1, asked.text, words.why_whole, lean, _known(asked, surveys), rest)
    return (whole, *(_more(_task(number, part, words.why_part, lean, ())) for number, part in enumerate(alone, 2)))


def _more(task: Task) -> Task:
    return task.model_copy(update={"importance": STRESSED, "extra_rounds": 1})


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


def _lean(surveys: Sequence[Survey]) -> Lean:
    kinds = {survey.kind for survey in surveys}
    if kinds <= {SourceKind.INTERNAL}:
        return Lean.INTERNAL
    return Lean.BOTH if SourceKind.INTERNAL in kinds else Lean.EXTERNAL


def _plan(strategy: Strategy, tasks: tuple[Task, ...], asked: Request, surveys: Sequence[Survey]) -> Plan:
    words = wording.of(asked.language)
    if all(task.lean is Lean.INTERNAL for task in tasks):
        approach = words.approach.format(", ".join(survey.source for survey in surveys) or "-")
    else:
        leaning = (
            ", ".join(task.id for task in tasks if task.lean is lean) or "-"
            for lean in (Lean.INTERNAL, Lean.EXTERNAL, Lean.BOTH)
        )
        approach = words.approach_mixed.format(*leaning)
    found = ((COMPARISON, bool(asked.sides)), (SEVERAL, len(asked.parts) > 1))
    signals = tuple(signal for signal, holds in found if holds)
    mode = Mode.COMPLEX if signals else Mode.SIMPLE
    return Plan(mode=mode, strategy=strategy, signals=signals, approach=approach, form=asked.form, tasks=tasks)
