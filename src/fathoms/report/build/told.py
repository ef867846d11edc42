"""What the text that ships tells: which of the plan's questions it answers, what of it stands on UNVERIFIED facts only.

Knows: the facts that a report cites, the questions that each answers.  Does not know: how a question was judged; what
was answered in a thread and is not told here counts as not answered.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from fathoms.domain.report import Report, Statement, TaskOutcome
from fathoms.domain.thread import SubQuestion, SubQuestionStatus
from fathoms.report.statements import Place, map_statements, statements


def marked(report: Report) -> Report:
    """Whoever wrote a statement: on UNVERIFIED facts only it is marked as unverified."""
    answering = {fact.id: fact.confidence.answers for fact in report.facts}

    def mark(_: Place, said: tuple[Statement, ...]) -> tuple[Statement, ...]:
        return tuple(one.model_copy(update={"unverified": _is_unverified(one)}) for one in said)

    def _is_unverified(statement: Statement) -> bool:
        known = [answering[fact] for fact in statement.facts if fact in answering]
        return bool(known) and not any(known)

    return map_statements(report, mark)


def counted(report: Report, outcomes: Sequence[TaskOutcome]) -> Report:
    """The report with the number of questions that its own text answers."""
    told = {fact for statement in statements(report) for fact in statement.facts}
    answered = sum(
        _is_told(sub, outcome, told) for outcome in outcomes if outcome.finding for sub in outcome.finding.sub_questions
    )
    return report.model_copy(update={"run_facts": report.run_facts.model_copy(update={"answered": answered})})


def _is_told(sub: SubQuestion, outcome: TaskOutcome, told: Collection[str]) -> bool:
    if sub.status is not SubQuestionStatus.ANSWERED:
        return False
    own = (fact.id for fact in outcome.facts if sub.id in fact.answers and fact.confidence.answers)
    return any(fact in told for fact in (sub.key_fact, *own))
