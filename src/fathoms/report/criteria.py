"""Success criteria: which parts of the run carry each, and whether they were answered.

Knows: words of criteria, tasks and sub-questions.  Does not know: how an answer was found.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fathoms.domain.brief import Brief
from fathoms.domain.plan import Plan
from fathoms.domain.report import CriterionResult, Finding
from fathoms.domain.thread import SubQuestionStatus
from fathoms.engine.words import content_words

LEAST_SHARE = 0.3
"""Share of a criterion's words that a sub-question must carry to stand for it."""
NEAR_BEST = 0.8
"""Sub-questions this close to the best match stand for the criterion too."""
TASK_CREDIT = 0.5
"""What a word of the task's question counts for, next to one of the sub-question itself."""


def criteria_results(brief: Brief, plan: Plan, findings: Mapping[str, Finding]) -> tuple[CriterionResult, ...]:
    """Each criterion of the brief: met when no sub-question that carries its words is still open."""
    return tuple(_result(criterion.text, plan, findings) for criterion in brief.criteria)


def _result(text: str, plan: Plan, findings: Mapping[str, Finding]) -> CriterionResult:
    carriers = _carriers(text, [findings[task.id] for task in plan.tasks if task.id in findings])
    met = bool(carriers) and all(status is not SubQuestionStatus.OPEN for _, status in carriers)
    where = dict.fromkeys(finding.heading for finding, status in carriers if status is not SubQuestionStatus.OPEN)
    return CriterionResult(text=text, met=met, where="; ".join(where) if met else "")


def _carriers(text: str, findings: Sequence[Finding]) -> list[tuple[Finding, SubQuestionStatus]]:
    wanted = content_words(text)
    scored: list[tuple[float, Finding, SubQuestionStatus]] = []
    for finding in findings:
        of_task = content_words(finding.question) | content_words(finding.heading)
        for sub_question in finding.sub_questions:
            own = content_words(sub_question.text)
            credit = len(wanted & own) + TASK_CREDIT * len(wanted & (of_task - own))
            scored.append((credit / len(wanted) if wanted else 0.0, finding, sub_question.status))
    best = max((score for score, _, _ in scored), default=0.0)
    if best < LEAST_SHARE:
        return []
    return [(finding, status) for score, finding, status in scored if score >= NEAR_BEST * best]
