"""What form each part of a report has and how many words it may have: a budget for whoever writes it.

Knows: the lengths of a report, the tasks of a plan and what they matter.  Does not know: who writes; nothing is cut
afterwards by counting.
"""

from __future__ import annotations

from fathoms.domain.plan import AnswerForm, Form, FormPart, Plan, Task
from fathoms.domain.report import Length
from fathoms.text.requests import form_of

WORDS = {Length.SHORT: 300, Length.STANDARD: 1_650, Length.LONG: 4_500}
"""Of the whole report, its answer included."""
OPENING = 150
"""Words of the answer and what follows it, beside the sections."""
LEAST = 80
"""Words below which a section says nothing."""
EMPHASIS = 1.5
"""What a named emphasis counts for beside a part of the same importance."""
CHILDS_SHARE = 3
"""What digs into a part of a section, or settles a disagreement in it, has a third of its words."""
ANSWER, TABLE = "answer", "table"


def section_form(plan: Plan, question: str) -> Form:
    """What kind of account a section is: that of the whole where it is the whole, else what its question asks for."""
    return plan.form.form if plan.form and len(plan.tasks) == 1 else form_of(question)


def section_words(length: Length, sections: int) -> int:
    """What is left for one of so many sections."""
    return _rounded((WORDS[length] - OPENING) / max(1, sections))


def divided(plan: Plan, length: Length, *, written: bool) -> Plan:
    """The plan with the parts of its answer settled: which tasks feed each, and its words where somebody writes."""
    form = plan.form or AnswerForm()
    tops = [task for task in plan.tasks if task.parent is None]
    everything = tuple(task.id for task in plan.tasks)
    parts = [FormPart(name=ANSWER, tasks=everything, words=OPENING if written else 0)]
    if form.has_table:
        parts.append(FormPart(name=TABLE, tasks=everything))
    weights = {task.id: _weight(task) for task in tops}
    for task in tops:
        share = (WORDS[length] - OPENING) * weights[task.id] / sum(weights.values())
        branch = (task.id, *_below(task.id, plan))
        parts.append(FormPart(name=task.focus or task.question, tasks=branch, words=_rounded(share) if written else 0))
    return plan.model_copy(update={"form": form.model_copy(update={"parts": tuple(parts)})})


def words_of(plan: Plan, task: Task, length: Length) -> int:
    """The words of a task's section: those of its part, shared with the tasks below the same top task. Of what a plan
    grew later, a child has a share of its parent's part, and another task an even share of the whole."""
    sections = [part for part in (plan.form.parts if plan.form else ()) if part.name not in (ANSWER, TABLE)]
    part = next((part for part in sections if task.id in part.tasks and part.words), None)
    if part:
        return _rounded(part.words / len(part.tasks))
    above = next((part for part in sections if task.parent in part.tasks and part.words), None)
    return _rounded(above.words / CHILDS_SHARE) if above else section_words(length, len(plan.tasks))


def _weight(task: Task) -> float:
    return max(0.1, task.importance) * (EMPHASIS if task.extra_rounds else 1.0)


def _below(task: str, plan: Plan) -> tuple[str, ...]:
    return tuple(name for child in plan.children(task) for name in (child.id, *_below(child.id, plan)))


def _rounded(words: float) -> int:
    return max(LEAST, 10 * round(words / 10))
