"""Deep enough? After a task: whether it is dug into, and why or why not.

Knows: the thresholds of SPEC §6.  Does not know: how a mind judged the depth, or how children are made
(`drilldown.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from fathoms.domain.brief import Limits
from fathoms.domain.evidence import Conflict
from fathoms.domain.plan import Mode, Plan, Task
from fathoms.domain.report import Depth, Finding, Undug, WhyUndug
from fathoms.domain.thread import SubQuestionStatus
from fathoms.engine.evidence.conflicts import above_medium
from fathoms.engine.plan import drilling
from fathoms.text.language import language_of
from fathoms.text.neutral import shortened

IMPORTANT = 0.7
"""Importance from which a superficial finding is dug into."""
LONGEST_SIDE = 120
"""Characters of each side of a conflict in the question that should settle it."""


@dataclass(frozen=True, slots=True)
class DepthDecision:
    """Whether to dig, into what, and the reason in words; the reason is there in both cases."""

    areas: tuple[str, ...]
    reason: str
    left: tuple[Undug, ...] = ()
    """What deserved a look and does not get one."""

    @property
    def dig(self) -> bool:
        return bool(self.areas)


def drill_down(
    plan: Plan,
    task: Task,
    finding: Finding,
    conflicts: Sequence[Conflict],
    limits: Limits,
    *,
    may_drill: bool = True,
) -> tuple[Task, ...]:
    """The children that the task's finding calls for; none when it is deep enough or there is no room."""
    decision = decide(plan, task, finding, conflicts, limits, may_drill=may_drill)
    return drilling.children(plan, task, decision.areas, limits, reason=decision.reason) if decision.dig else ()


def decide(
    plan: Plan,
    task: Task,
    finding: Finding,
    conflicts: Sequence[Conflict],
    limits: Limits,
    *,
    may_drill: bool = True,
) -> DepthDecision:
    """Judged at every level; deepened only where the caps and the budget (`may_drill`) leave room."""
    severe = _not_being_settled(
        [conflict for conflict in conflicts if above_medium(conflict) and not _is_weighed(conflict, finding)], plan
    )
    shallow = finding.depth.depth is Depth.SUPERFICIAL and task.importance >= IMPORTANT
    if not shallow and not severe:
        enough = _why_deep_enough(task, finding)
        below = finding.depth.depth is Depth.SUPERFICIAL
        return DepthDecision((), enough, _undug(_areas(finding), WhyUndug.UNIMPORTANT) if below else ())
    areas = (*(settling(conflict, task) for conflict in severe), *(_areas(finding) if shallow else ()))
    if obstacle := _obstacle(plan, task, limits, may_drill=may_drill):
        return DepthDecision((), obstacle, _undug(areas, _short(task, limits, may_drill=may_drill)))
    reasons = [f"{len(severe)} open conflict{'s' * (len(severe) > 1)} of high severity"] if severe else []
    if shallow:
        reasons.append(f"superficial at importance {task.importance:g}")
    if not areas:
        return DepthDecision((), f"{'; '.join(reasons)}, but nothing was named to dig into")
    room = drilling.room(plan, task, limits)
    return DepthDecision(areas, "; ".join(reasons), _undug(areas[room:], WhyUndug.NO_ROOM))


def _is_weighed(conflict: Conflict, finding: Finding) -> bool:
    """Whether the section sets both sides beside each other in one sentence: it is told, and needs no more."""
    told = (statement for paragraph in finding.paragraphs for statement in paragraph.told)
    return any({conflict.left, conflict.right} <= set(statement.facts) for statement in told)


def _not_being_settled(conflicts: Sequence[Conflict], plan: Plan) -> list[Conflict]:
    """Those of which no task, and no earlier one of them, has a side: whether that is right is asked once, however many
    others contradict it."""
    asked = " ".join(task.question for task in plan.tasks)
    left: list[Conflict] = []
    for conflict in conflicts:
        sides = [_brief(text) for text in (conflict.left_says, conflict.right_says)]
        if not any(quoted in asked for side in sides for quoted in (f"“{side}”", f"「{side}」")):
            asked += "".join(f"“{side}”" for side in sides)
            left.append(conflict)
    return left


def _why_deep_enough(task: Task, finding: Finding) -> str:
    if finding.depth.depth is Depth.SUPERFICIAL:
        return f"superficial, but its importance {task.importance:g} is below {IMPORTANT:g}"
    return f"{finding.depth.depth.value}: deep enough"


def _obstacle(plan: Plan, task: Task, limits: Limits, *, may_drill: bool) -> str:
    if plan.mode is Mode.SIMPLE:
        return "a simple plan is not drilled"
    if task.level >= limits.levels:
        return f"not deep enough, but level {task.level} is the last that this effort allows"
    if not may_drill:
        return "not deep enough, but too much of the budget is spent for a drill-down"
    if drilling.room(plan, task, limits) == 0:
        return f"not deep enough, but there is no room for another task ({limits.tasks} in all)"
    return ""


def _short(task: Task, limits: Limits, *, may_drill: bool) -> WhyUndug:
    """The obstacle in a word, for a list."""
    if task.level >= limits.levels:
        return WhyUndug.LAST_LEVEL
    return WhyUndug.NO_ROOM if may_drill else WhyUndug.BUDGET


def _undug(areas: Sequence[str], why: WhyUndug) -> tuple[Undug, ...]:
    return tuple(Undug(area=" ".join(area.split()), why=why) for area in areas if area.strip())


def _areas(finding: Finding) -> tuple[str, ...]:
    """What the verdict names, else the questions that stayed open; where nothing at all was found, nothing."""
    if all(q.status is SubQuestionStatus.OPEN for q in finding.sub_questions):
        return finding.depth.areas
    still_open = tuple(q.text for q in finding.sub_questions if q.status is not SubQuestionStatus.ANSWERED)
    return finding.depth.areas or still_open


def settling(conflict: Conflict, task: Task) -> str:
    """The question that would settle a conflict, in the language of its task."""
    about, left, right = (_brief(text) for text in (conflict.about, conflict.left_says, conflict.right_says))
    if language_of(task.question) == "ja":
        return f"{about}について、「{left}」と「{right}」のどちらが正しいか。"
    return f"Which is right about {about}: “{left}” or “{right}”?"


def _brief(text: str) -> str:
    """Enough of a statement to know it by: a question is no place for a whole quote."""
    return shortened(text, LONGEST_SIDE).rstrip(".。")
