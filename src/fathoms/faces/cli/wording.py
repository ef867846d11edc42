"""Each event in one line of words.

Knows: every kind of event.  Does not know: where the line goes.
"""

from __future__ import annotations

from typing import assert_never

from fathoms.domain.approval import ApprovalRequest
from fathoms.domain.budget import Spend
from fathoms.domain.events import (
    AnswerTrimmed,
    ApprovalAsked,
    ApprovalGiven,
    AreasLeft,
    Body,
    ConflictFound,
    ConflictSettled,
    FactFound,
    FactRecalled,
    FindingReused,
    GapNoticed,
    InsightNoticed,
    PlanProposed,
    PlanRejected,
    PlanRevised,
    PlanSuggested,
    QuestionClarified,
    QuestionFolded,
    ReportWritten,
    RoundEnded,
    RoundRead,
    RoundScoped,
    RoundSearched,
    RunEnded,
    RunResumed,
    RunStarted,
    RunSteered,
    SectionGrowing,
    SectionWritten,
    SelfCheckFailed,
    SourcesCurated,
    SpendNoted,
    Steering,
    StepRan,
    TaskEnded,
    TaskSkipped,
    TasksMerged,
    TaskStarted,
)
from fathoms.domain.evidence import Failure
from fathoms.faces.cli.layout import plural
from fathoms.faces.cli.terminal import clean

OfPlan = (
    PlanProposed
    | PlanSuggested
    | PlanRejected
    | QuestionClarified
    | TasksMerged
    | QuestionFolded
    | PlanRevised
    | ApprovalAsked
    | ApprovalGiven
)
OfRun = RunStarted | RunResumed | RunSteered | AreasLeft | InsightNoticed | ReportWritten | RunEnded
OfEvidence = FactFound | ConflictFound | ConflictSettled | GapNoticed | SectionGrowing | SectionWritten
OfTask = (
    TaskStarted
    | RoundScoped
    | RoundSearched
    | RoundRead
    | RoundEnded
    | StepRan
    | SelfCheckFailed
    | TaskEnded
    | SourcesCurated
    | TaskSkipped
    | FactRecalled
    | FindingReused
    | SpendNoted
    | AnswerTrimmed
)


def told(body: Body) -> str:
    """What happened, in words, on one line."""
    if isinstance(body, OfPlan):
        return clean(_of_plan(body))
    if isinstance(body, OfEvidence):
        return clean(_of_evidence(body))
    return clean(_of_run(body) if isinstance(body, OfRun) else _of_task(body))


def _of_plan(body: OfPlan) -> str:
    match body:
        case PlanProposed():
            refused = "" if body.verdict is None or body.verdict.feasible else ", not feasible"
            return f"plan proposed: {plural(len(body.plan.tasks), 'task')}{refused}"
        case PlanSuggested():
            return f"suggested plan {body.verdict}{_because(body.reason)}"
        case QuestionClarified():
            return f"asked {body.asked!r}: {body.answer}"
        case PlanRejected():
            return f"plan rejected{_because(body.reason)}: {body.fallback}"
        case TasksMerged():
            return f"merged into task {body.kept}: {body.question}"
        case QuestionFolded():
            return f"no room for a task of its own, asked within task {body.kept}: {body.question}"
        case PlanRevised():
            outcome = f"revision refused: {body.refused}" if body.refused else f"plan revised: {body.reason}"
            return f"{outcome} ({body.trigger})"
        case ApprovalAsked():
            return asked_for(body.request)
        case ApprovalGiven():
            verdict = "approved" if body.answer.approved else "refused"
            return f"approval {body.answer.request} {verdict}{_because(body.answer.reason)}"
    assert_never(body)


def asked_for(request: ApprovalRequest) -> str:
    """Of which task, why, and what there would be more: all that a yes or no takes."""
    whose = f" of task {request.task}{f' “{request.question}”' if request.question else ''}" if request.task else ""
    more = "; ".join(f"{task.id} {task.question}" for task in request.added) if request.before else ""
    told = f"approval {request.id} asked for: {request.kind}{whose}{_because(request.reason)}"
    return f"{told}: {more}" if more else told


def _of_run(body: OfRun) -> str:
    match body:
        case RunStarted():
            return f"run started: {plural(len(body.plan.tasks), 'task')}, {body.mind} mind"
        case RunResumed():
            return "run resumed"
        case RunSteered():
            return f"{_STEERED[body.steering]}{body.task or body.question}"
        case AreasLeft():
            return f"not dug into: {'; '.join(f'{left.area} ({left.why.value})' for left in body.areas)}"
        case InsightNoticed():
            return f"tasks {', '.join(body.tasks)} say together: {body.shared}"
        case ReportWritten():
            return f"report written: {plural(body.references, 'reference')}, {body.path}"
        case RunEnded():
            return f"run ended: {body.status}{_because(body.reason)}"
    assert_never(body)


_STEERED = {
    Steering.STOP: "asked to stop and to write what there is",
    Steering.DROP: "asked to leave out task ",
    Steering.ADD: "asked to research as well: ",
}


def _of_evidence(body: OfEvidence) -> str:
    match body:
        case FactFound():
            return f"found in {body.fact.evidence[0].title}: {body.fact.claim}"
        case ConflictFound():
            conflict = body.entry.conflict
            return f"conflict on {conflict.about}: {conflict.left_says} / {conflict.right_says}"
        case ConflictSettled():
            return f"conflict settled by the user: {body.says}"
        case GapNoticed():
            return f"gap: {body.gap}"
        case SectionGrowing():
            return f"section “{body.heading}” grows: {plural(len(body.statements), 'statement')}"
        case SectionWritten():
            return f"section “{body.heading}” written: {plural(len(body.statements), 'statement')}"
    assert_never(body)


def _of_task(body: OfTask) -> str:
    match body:
        case TaskStarted():
            parts = f"{plural(body.sub_questions, 'sub-question')}, {plural(body.subjects, 'subject')}"
            return f"task started: {body.question} ({parts}, {plural(body.budget, 'round')}, {body.phase})"
        case RoundScoped():
            asked = "; ".join(query.text for query in body.queries) or body.intent
            forced = f" (for {body.forced_subject!r}, not yet searched)" if body.forced_subject else ""
            return f"round {body.round} {body.phase}{forced}: {asked}"
        case RoundSearched():
            return f"round {body.round}: {plural(body.hits, 'hit')}{_failed(body.failures)}"
        case SourcesCurated():
            found = ", ".join(body.sources) or "none that it had not read"
            return (
                f"round {body.round}: out of sources; {plural(body.searches, 'search', 'searches')} for others: {found}"
            )
        case RoundRead():
            return f"round {body.round}: {plural(body.pages, 'page')} read{_failed(body.failures)}"
        case RoundEnded():
            facts = f"{plural(body.new_facts, 'new fact')}, {body.confirming_facts} confirming"
            drifted = f", {plural(body.drifts, 'page')} off the subject" if body.drifts else ""
            full = f"saturation {body.saturation}" if body.saturation else "ended by drift, not counted"
            return f"round {body.round} ended: {facts}{drifted}, {full}; {body.summary}"
        case StepRan():
            return f"round {body.round}: {_looked(body)}{_failed(body.failures)}"
        case SelfCheckFailed():
            return f"round {body.round}: self-check failed: {'; '.join(body.problems)}"
        case TaskEnded():
            came_of_it = f"{plural(body.rounds, 'round')}, {plural(body.facts, 'fact')}"
            cost = f", {spent(body.spend)}" if body.spend.tokens else ""
            return f"task {body.status}{_because(body.reason)}: {came_of_it}{cost}"
        case SpendNoted():
            return f"{body.kind.removeprefix('mind.')}: {body.model}, {spent(body.spend)}"
        case AnswerTrimmed():
            return f"{body.kind.removeprefix('mind.')}: left out ({body.reason}): {'; '.join(body.left_out)}"
        case TaskSkipped():
            return f"task skipped: {body.reason}"
        case FactRecalled():
            return f"run {body.run} knew on {body.found_at:%Y-%m-%d}: {body.claim}"
        case FindingReused():
            return f"finding of run {body.run} reused, from {body.found_at:%Y-%m-%d}"
    assert_never(body)


def _looked(ran: StepRan) -> str:
    did = "".join(
        f"; {verb} {ruling.claim!r} ({ruling.reason})"
        for verb, rulings in (("dropped", ran.dropped), ("trusts less", ran.lowered))
        for ruling in rulings
    )
    return f"{ran.name} looked at {plural(ran.looked_at, 'fact')}{did}"


def spent(spend: Spend) -> str:
    """`3 calls, 12,000 tokens, $0.02`; what is nothing is left out."""
    figures = (
        plural(spend.calls, "call") if spend.calls else "",
        f"{spend.tokens:,} tokens" if spend.tokens else "",
        f"${spend.usd:.4f}" if spend.usd else "",
    )
    return ", ".join(figure for figure in figures if figure)


def _because(reason: str) -> str:
    return f" ({reason})" if reason else ""


def _failed(failures: tuple[Failure, ...]) -> str:
    listed = "; ".join(f"{failure.target}: {failure.reason}" for failure in failures)
    return f"; failed: {listed}" if listed else ""
