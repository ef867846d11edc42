"""The plan role: a graph of sub-questions.

Knows: how the answer becomes a plan; the signals of complexity that the question's own words give.  Does not
know: whether the plan is sound: code validates it, and a bad one comes back with the reason.
"""

from __future__ import annotations

import re

from fathoms.domain.brief import Brief
from fathoms.domain.plan import Dependency, Lean, Mode, Need, Plan, Strategy, Task, TaskKind
from fathoms.engine.intake.extent import extent_of
from fathoms.errors import BadAnswer
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import LookIn, PlanShape, TaskShape, Weight
from fathoms.ports.mind import PlanRequest
from fathoms.text.naming import named_among
from fathoms.text.words import content_words

ROLE = Role("plan", Tier.BEST, 2_500)

IMPORTANCE = {Weight.MINOR: 0.3, Weight.USEFUL: 0.5, Weight.IMPORTANT: 0.75, Weight.CENTRAL: 0.9}
EMPHASISED = 1.0
LONG_QUESTION = 200
_DEEP = re.compile(
    r"\b(?:in[- ]depth|comprehensive(?:ly)?|thorough(?:ly)?|exhaustive(?:ly)?|in detail|detailed|deep dive)\b"
    r"|詳しく|詳細|徹底的|包括的|網羅",
    re.IGNORECASE,
)
_LEAN = {
    LookIn.DOCUMENTS: Lean.INTERNAL,
    LookIn.WEB: Lean.EXTERNAL,
    LookIn.BOTH: Lean.BOTH,
    LookIn.OTHER_TASKS: Lean.TASKS,
}
_MOST_SUBS = 4


async def make_plan(asker: Asker, request: PlanRequest) -> Plan:
    brief = request.brief
    answer = await asker.ask(
        ROLE,
        PlanShape,
        {
            "expert": persona(brief.question, brief.domain or ""),
            "question": brief.question,
            "criteria": showing.listed(criterion.text for criterion in brief.criteria),
            "most_tasks": str(brief.limits.top_tasks),
            "subjects": "; ".join(subject.name for subject in brief.subjects) or showing.NOTHING,
            "surveys": showing.surveys(request.surveys),
            "scouting": showing.hits(request.scouting),
            "rejected": _rejected(request),
        },
    )
    planned = [task for task in answer.tasks if _belongs(task, brief)]
    if not planned:
        raise BadAnswer("the plan has no task that has to do with the question")
    approach = guard.plain(answer.approach)
    signals = signals_of(request, broad=answer.broad)
    if not is_complex(signals) or brief.limits.top_tasks < 2:
        return Plan(
            mode=Mode.SIMPLE,
            strategy=Strategy.SINGLE,
            signals=signals,
            approach=approach,
            tasks=(_single(brief, planned, _only(request)),),
        )
    chosen = _most_important(planned, brief.limits.top_tasks)
    ids = {task.id.strip(): str(number) for number, task in enumerate(chosen, 1)}
    only = _only(request)
    return Plan(
        mode=Mode.COMPLEX,
        strategy=Strategy.ASPECT if answer.strategy is Strategy.SINGLE else answer.strategy,
        signals=signals,
        approach=approach,
        tasks=tuple(_task(task, ids, number, brief, only) for number, task in enumerate(chosen, 1)),
    )


def signals_of(request: PlanRequest, *, broad: bool) -> tuple[str, ...]:
    """What speaks for taking the question apart: its words, its sources, and the mind's own judgement."""
    question = request.brief.question
    extent = extent_of(question)
    found = (
        ("comparison", extent.compared),
        ("several questions", extent.parts > 1 or len(extent.aspects) > 1),
        ("deep or comprehensive wording", bool(_DEEP.search(question))),
        ("several periods", len(extent.periods) > 1),
        ("internal and external knowledge", len({survey.kind for survey in request.surveys}) > 1),
        ("more than 200 characters", len(question) > LONG_QUESTION),
        ("broad in the mind's judgement", broad),
    )
    return tuple(signal for signal, holds in found if holds)


def is_complex(signals: tuple[str, ...]) -> bool:
    """One of the first two, or any two of the rest."""
    return bool({"comparison", "several questions"} & set(signals)) or len(signals) >= 2


def _belongs(task: TaskShape, brief: Brief) -> bool:
    """A task that shares no word with the question is somebody else's: a page may have asked for it."""
    asked = content_words(" ".join((brief.question, *(subject.name for subject in brief.subjects))))
    return bool(content_words(guard.plain(task.question)) & asked)


def _rejected(request: PlanRequest) -> str:
    if not request.rejected:
        return ""
    return "The plan before this one was refused:\n" + showing.listed(request.rejected)


def _only(request: PlanRequest) -> Lean | None:
    """Where there is one kind of source, every task leans on it."""
    kinds = {survey.kind.value for survey in request.surveys}
    return Lean(kinds.pop()) if len(kinds) == 1 else None


def _most_important(tasks: list[TaskShape], most: int) -> list[TaskShape]:
    """As many as there is room for, in the order they were planned."""
    ranked = sorted(
        enumerate(tasks), key=lambda pair: (not pair[1].emphasised, -IMPORTANCE[pair[1].importance], pair[0])
    )
    kept = {place for place, _ in ranked[:most]}
    return [task for place, task in enumerate(tasks) if place in kept]


def _task(shape: TaskShape, ids: dict[str, str], number: int, brief: Brief, only: Lean | None) -> Task:
    """Dependencies on tasks that were not kept, or that are nobody's, are left out; code checks the rest."""
    need = Need.SOFT if shape.can_do_without else Need.HARD
    wanted = dict.fromkeys(ids[on.strip()] for on in shape.depends_on if on.strip() in ids)
    return Task(
        id=str(number),
        question=guard.plain(shape.question),
        rationale=guard.plain(shape.why),
        focus=guard.plain(shape.heading),
        kind=TaskKind.DISCOVERY if shape.sources_only else TaskKind.RESEARCH,
        depends_on=tuple(Dependency(on=on, need=need) for on in wanted if on != str(number)),
        priority=number,
        importance=EMPHASISED if shape.emphasised else IMPORTANCE[shape.importance],
        subjects=_subjects(shape, brief),
        sub_questions=guard.plain_lines(shape.sub_questions),
        lean=only or _LEAN[shape.look_in],
        extra_rounds=1 if shape.emphasised else 0,
    )


def _subjects(shape: TaskShape, brief: Brief) -> tuple[str, ...]:
    """The brief's own names in the task's question; where there is one subject, every task is about it."""
    if len(brief.subjects) == 1:
        return (brief.subjects[0].name,)
    return named_among(tuple(subject.name for subject in brief.subjects), shape.question)


def _single(brief: Brief, tasks: list[TaskShape], only: Lean | None) -> Task:
    """A simple question is one task, whatever the mind made of it; its questions become sub-questions."""
    parts = tasks[0].sub_questions if len(tasks) == 1 else [task.question for task in tasks]
    return Task(
        id="1",
        question=brief.question,
        focus=guard.plain(tasks[0].heading) if len(tasks) == 1 else "",
        importance=IMPORTANCE[Weight.CENTRAL],
        subjects=tuple(subject.name for subject in brief.subjects),
        sub_questions=guard.plain_lines(parts)[:_MOST_SUBS] or (brief.question,),
        lean=only or Lean.BOTH,
    )
