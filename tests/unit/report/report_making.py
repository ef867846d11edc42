"""Builders for report tests: pages with exact quotes, facts, findings, outcomes, and whole reports from them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, date, datetime

from fathoms.domain.asking import Ask
from fathoms.domain.brief import EFFORT_LIMITS, Brief, Criterion, Effort, Subject
from fathoms.domain.evidence import Confidence, Conflict, Evidence, Fact, Failure, Page, SourceKind
from fathoms.domain.plan import AnswerForm, Mode, Plan, Strategy, Task, TaskStatus
from fathoms.domain.report import Finding, Paragraph, Report, Statement, TaskOutcome
from fathoms.domain.run import RunOrder
from fathoms.domain.thread import SubQuestion, SubQuestionStatus
from fathoms.ports.mind import SummaryDraft
from fathoms.report.build.check import checked
from fathoms.report.build.compose import compose

AT = datetime(2026, 11, 15, 21, 42, 5, tzinfo=UTC)
OPEN, PARTIAL, ANSWERED = SubQuestionStatus


def make_page(
    text: str,
    *,
    url: str = "kb://world/array.md",
    title: str = "Kittlehead Tidal Array",
    kind: SourceKind = SourceKind.INTERNAL,
    dated: date | None = None,
) -> Page:
    page_id = hashlib.sha256(text.encode()).hexdigest()[:16]
    return Page(id=page_id, url=url, title=title, text=text, source="kb", kind=kind, fetched_at=AT, dated=dated)


def quote_from(page: Page, quote: str, *, path: tuple[str, ...] = ()) -> Evidence:
    start = page.text.index(quote)
    end = start + len(quote)
    return Evidence(
        page_id=page.id,
        url=f"{page.url}#{start}-{end}" if page.url.startswith("kb:") else page.url,
        title=page.title,
        quote=quote,
        start=start,
        end=end,
        source=page.source,
        kind=page.kind,
        dated=page.dated,
        title_path=path or (page.title,),
    )


def make_fact(page: Page, quote: str, *, fact_id: str = "", task: str = "1", claim: str = "", **more: object) -> Fact:
    evidence = quote_from(page, quote)
    made_id = fact_id or "f-" + hashlib.sha256(f"{page.url}{evidence.start}{quote}".encode()).hexdigest()[:12]
    return Fact.model_validate(
        {
            "id": made_id,
            "claim": claim or quote,
            "evidence": (evidence,),
            "confidence": Confidence.PLAUSIBLE,
            "task": task,
            "answers": ("q1",),
            **more,
        }
    )


def say(fact: Fact, text: str = "", **more: object) -> Statement:
    return Statement.model_validate({"text": text or fact.claim, "facts": (fact.id,), **more})


def make_task(task_id: str, question: str = "", **more: object) -> Task:
    parent = task_id.rsplit(".", 1)[0] if "." in task_id else None
    return Task.model_validate(
        {
            "id": task_id,
            "question": question or f"What is known of part {task_id}?",
            "parent": parent,
            "level": task_id.count(".") + 1,
            "status": TaskStatus.DONE,
            **more,
        }
    )


def make_outcome(
    task: Task,
    facts: Sequence[Fact],
    *,
    heading: str = "",
    status: SubQuestionStatus = ANSWERED,
    paragraphs: Sequence[Paragraph] | None = None,
    conflicts: Sequence[Conflict] = (),
    failures: Sequence[Failure] = (),
    gaps: Sequence[str] = (),
    tried: Sequence[str] = (),
    sub_questions: Sequence[str] = (),
) -> TaskOutcome:
    own = (Paragraph(statements=tuple(say(fact) for fact in facts)),) if facts else ()
    finding = Finding(
        task=task.id,
        question=task.question,
        heading=heading or f"Passages on {task.question}",
        summary=tuple(say(fact) for fact in facts[:1]),
        paragraphs=own if paragraphs is None else tuple(paragraphs),
        gaps=tuple(gaps),
        sub_questions=tuple(
            SubQuestion(id=f"q{n}", text=text, status=status)
            for n, text in enumerate(sub_questions or (task.question,), start=1)
        ),
        rounds=2,
    )
    return TaskOutcome(
        task=task.id,
        status=TaskStatus.DONE,
        finding=finding,
        facts=tuple(facts),
        conflicts=tuple(conflicts),
        failures=tuple(failures),
        tried=tuple(tried or (f"query of {task.id}",)),
    )


def make_report(
    outcomes: Sequence[TaskOutcome],
    tasks: Sequence[Task] = (),
    *,
    question: str = "How does the Kittlehead Tidal Array work?",
    language: str = "en",
    subjects: Sequence[str] = (),
    criteria: Sequence[str] = (),
    summary: Sequence[Statement] | None = None,
    gaps: Sequence[str] = (),
    mind: str = "extractive",
    ship: bool = True,
    form: AnswerForm | None = None,
    strategy: Strategy = Strategy.ASPECT,
) -> Report:
    """What the run's last step makes: composed, and checked unless told not to."""
    plan_tasks = tuple(tasks) or tuple(make_task(outcome.task) for outcome in outcomes)
    if summary is None:
        summary = [outcome.finding.summary[0] for outcome in outcomes if outcome.finding and outcome.finding.summary]
    report = compose(
        order=RunOrder(
            run="r-1", ask=Ask(question=question, mind=mind), limits=EFFORT_LIMITS[Effort.STANDARD], created_at=AT
        ),
        brief=Brief(
            question=question,
            language=language,
            subjects=tuple(Subject(name=name) for name in subjects),
            criteria=tuple(Criterion(id=f"c{n}", text=text) for n, text in enumerate(criteria, start=1)),
        ),
        plan=Plan(
            mode=Mode.COMPLEX if len(plan_tasks) > 1 else Mode.SIMPLE,
            strategy=strategy,
            tasks=plan_tasks,
            form=form,
        ),
        outcomes=outcomes,
        draft=SummaryDraft(summary=tuple(summary), gaps=tuple(gaps)),
        written_at=AT,
    )
    return checked(report) if ship else report
