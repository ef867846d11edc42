"""The plan role: a graph of sub-questions.

Knows: how the answer becomes a plan, and the mind's own judgement of it.  Does not know: whether the question is
simple or complex, how many tasks there is room for, or whether the plan is sound: code decides, and a bad one comes
back with the reason.
"""

from __future__ import annotations

from collections.abc import Iterator

from fathoms.domain.brief import Brief
from fathoms.domain.plan import AnswerForm, Dependency, Form, Gates, Lean, Mode, Need, Plan, Strategy, Task, TaskKind
from fathoms.engine.plan import complexity
from fathoms.errors import BadAnswer
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import LookIn, PlanShape, TaskShape, Weight
from fathoms.ports import meter
from fathoms.ports.mind import PlanRequest
from fathoms.text.looks import looks_in
from fathoms.text.naming import named_among
from fathoms.text.words import content_words

ROLE = Role("plan", Tier.BEST, 2_500)

IMPORTANCE = {Weight.MINOR: 0.3, Weight.USEFUL: 0.5, Weight.IMPORTANT: 0.75, Weight.CENTRAL: 0.9}
EMPHASISED = 1.0
_LEAN = {
    LookIn.DOCUMENTS: Lean.INTERNAL,
    LookIn.WEB: Lean.EXTERNAL,
    LookIn.BOTH: Lean.BOTH,
    LookIn.OTHER_TASKS: Lean.TASKS,
}
_MOST_NAME = 60


async def make_plan(asker: Asker, request: PlanRequest) -> Plan:
    brief = request.brief
    answer = await asker.ask(
        ROLE,
        PlanShape,
        {
            "expert": persona(brief),
            "question": brief.question,
            "criteria": showing.listed(criterion.text for criterion in brief.criteria),
            "forms": "; ".join(map(showing.account, Form)),
            "most_tasks": str(brief.limits.top_tasks),
            "subjects": "; ".join(subject.name for subject in brief.subjects) or showing.NOTHING,
            "surveys": showing.surveys(request.surveys),
            "scouting": showing.hits(request.scouting),
            "rejected": _rejected(request),
        },
    )
    planned = [task for task in answer.tasks if _belongs(task, brief)]
    if foreign := [task.question for task in answer.tasks if task not in planned]:
        await meter.current().leave_out(foreign, "it has nothing to do with the question")
    if not planned:
        raise BadAnswer("the plan has no task that has to do with the question")
    ids = {task.id.strip(): str(number) for number, task in enumerate(planned, 1)}
    only = _only(request)
    tasks = tuple(_task(task, ids, number, brief, only) for number, task in enumerate(planned, 1))
    return Plan(
        mode=Mode.COMPLEX if len(tasks) > 1 else Mode.SIMPLE,
        strategy=Strategy.ASPECT if answer.strategy is Strategy.SINGLE and len(tasks) > 1 else answer.strategy,
        signals=complexity.judged(tasks, broad=answer.broad),
        approach=guard.plain(answer.approach),
        form=_form(answer),
        tasks=tasks if len(tasks) > 1 else (_single(brief, planned[0], tasks[0]),),
    )


def _form(answer: PlanShape) -> AnswerForm:
    """Rows and columns, each a name and no sentence, where the form has a table or the planner wants one beside it.

    What a task must not end without and only a form can meet is a wish for the whole."""
    asked = (theme for task in answer.tasks for theme in guard.plain_lines(task.must_cover))
    wishes = tuple(dict.fromkeys(theme for theme in asked if looks_in(theme)))
    if not answer.form.has_table and not (answer.form_rows and answer.form_columns):
        return AnswerForm(form=answer.form, wishes=wishes)
    rows, columns = (
        tuple(name for name in guard.plain_lines(names) if len(name) <= _MOST_NAME)
        for names in (answer.form_rows, answer.form_columns)
    )
    return AnswerForm(form=answer.form, rows=rows, columns=columns, wishes=wishes)


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


def _task(shape: TaskShape, ids: dict[str, str], number: int, brief: Brief, only: Lean | None) -> Task:
    """Dependencies on tasks that are nobody's are left out; code checks the rest."""
    need = Need.SOFT if shape.can_do_without else Need.HARD
    gates = tuple(_gates(shape))
    wanted = dict.fromkeys(ids[on.strip()] for on in shape.depends_on if on.strip() in ids)
    return Task(
        id=str(number),
        question=guard.plain(shape.question),
        rationale=guard.plain(shape.why),
        focus=guard.plain(shape.heading),
        kind=_kind(shape, bool(wanted)),
        depends_on=tuple(Dependency(on=on, need=need) for on in wanted if on != str(number)),
        priority=number,
        importance=EMPHASISED if shape.emphasised else IMPORTANCE[shape.importance],
        subjects=_subjects(shape, brief),
        sub_questions=guard.plain_lines(shape.sub_questions),
        lean=only or _LEAN[shape.look_in],
        extra_rounds=1 if shape.emphasised else 0,
        gates=next(iter(gates), None),
        then=gates[1:],
    )


def _gates(shape: TaskShape) -> Iterator[Gates]:
    """What a task may not end without: first all that it must cover, then a second source for what it found."""
    if themes := tuple(theme for theme in guard.plain_lines(shape.must_cover) if not looks_in(theme)):
        yield Gates(themes=themes)
    if shape.two_sources:
        yield Gates(corroboration=2)


def _kind(shape: TaskShape, waits: bool) -> TaskKind:
    """One that looks in other tasks only, and waits for some, brings them together and searches nothing."""
    if shape.sources_only:
        return TaskKind.DISCOVERY
    return TaskKind.SYNTHESIS if shape.look_in is LookIn.OTHER_TASKS and waits else TaskKind.RESEARCH


def _subjects(shape: TaskShape, brief: Brief) -> tuple[str, ...]:
    """The brief's own names in the task's question; where there is one subject, every task is about it."""
    if len(brief.subjects) == 1:
        return (brief.subjects[0].name,)
    return named_among(tuple(subject.name for subject in brief.subjects), shape.question)


def _single(brief: Brief, shape: TaskShape, task: Task) -> Task:
    """One task has the whole question, whatever the mind made of it; alone, it is emphasised over nothing."""
    return task.model_copy(
        update={
            "question": brief.question,
            "rationale": "",
            "importance": IMPORTANCE[Weight.CENTRAL],
            "subjects": tuple(subject.name for subject in brief.subjects),
            "sub_questions": guard.plain_lines(shape.sub_questions) or (brief.question,),
            "extra_rounds": 0,
            "depends_on": (),
            "lean": Lean.BOTH if task.lean is Lean.TASKS else task.lean,
        }
    )
