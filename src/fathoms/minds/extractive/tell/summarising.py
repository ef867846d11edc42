"""The summarise role: in brief, the best statement of each finding, and the gaps of the whole.

Knows: findings in the order of the plan.  Does not know: more than they say.
"""

from __future__ import annotations

from fathoms.domain.report import Statement
from fathoms.minds.extractive.select.selecting import is_repeat
from fathoms.ports.mind import SummaryDraft, SummaryRequest

_MOST = 8


def summarise(request: SummaryRequest) -> SummaryDraft:
    """One statement per finding, none twice; every gap once."""
    findings = {finding.task: finding for finding in request.findings}
    ordered = [findings[task.id] for task in request.plan.tasks if task.id in findings]
    ordered += [finding for finding in request.findings if finding not in ordered]
    chosen: list[Statement] = []
    alone = len(ordered) == 1
    for finding in ordered:
        for statement in finding.summary[: 2 if alone else 1]:
            if not statement.loose and not is_repeat(statement.text, (other.text for other in chosen)):
                chosen.append(statement)
    gaps = dict.fromkeys(gap for finding in ordered for gap in finding.gaps)
    return SummaryDraft(summary=tuple(chosen[:_MOST]), gaps=tuple(gaps))
