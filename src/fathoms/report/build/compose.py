"""The report as a value: what the run found, in plan order, against the original question.

Knows: findings, facts, conflicts, the plan.  Does not know: how any of it was found or will look, nor
whether a statement is supported (`check.py`).  Pure: the same outcomes give the same report.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from fathoms.domain.brief import Brief
from fathoms.domain.budget import Spend
from fathoms.domain.evidence import SELF_CHECK, Conflict, Fact
from fathoms.domain.plan import Plan, Task, TaskStatus
from fathoms.domain.report import (
    CitedTable,
    Finding,
    Paragraph,
    Report,
    RunFacts,
    Section,
    Shape,
    Statement,
    TaskOutcome,
    Unfinished,
    Voice,
)
from fathoms.domain.run import RunOrder
from fathoms.domain.thread import InsightKind, StopReason, SubQuestionStatus
from fathoms.engine.intake.follow_up import saved
from fathoms.engine.plan.merging import alike
from fathoms.engine.plan.proposing import SURE
from fathoms.engine.run.cross_task import shared_points
from fathoms.ports.mind import SummaryDraft
from fathoms.report.build import accounts, verdicts
from fathoms.report.build.criteria import criteria_results, unanswered
from fathoms.report.build.gating import gates_of
from fathoms.report.build.shaping import quoted_sections
from fathoms.report.citations import references, source_of
from fathoms.report.statements import every_section, map_sections, statements
from fathoms.report.words import Words, words_for
from fathoms.text.dates import year_form
from fathoms.text.sentences import Span, sentences_in
from fathoms.text.words import content_words, fold, overlap

MOST_RAISED = 4
MOST_CLOSEST = 3
"""Passages shown when nothing was found."""
CLOSEST_CHARS = 300
SAME_SIDE = 0.6
"""Word overlap at which a label names a subject of the question."""

LONGEST_SUBJECT = 6
"""Words of a title that names what its page is about, rather than tells a story."""

_LOST_PRONOUN = re.compile(r"^(?:It|He|She|They|Its|His|Her|Their)\s")
_YEAR_LABEL = re.compile(rf"^\W*{year_form(until=2199)}")


def compose(
    *,
    order: RunOrder,
    brief: Brief,
    plan: Plan,
    outcomes: Sequence[TaskOutcome],
    draft: SummaryDraft,
    written_at: datetime,
    lent: Sequence[str] = (),
    paid: Spend | None = None,
    voice: Voice | None = None,
) -> Report:
    """Put the whole together; `found` is false when no sub-question was answered, even in part."""
    findings = {outcome.task: outcome.finding for outcome in outcomes if outcome.finding}
    pool = pool_of(outcomes)
    found = any(_answered(finding) for finding in findings.values())
    made = _sections(plan, findings, pool, brief) if found else ()
    quoted = (voice or Voice.of_older(order.ask.mind)) is Voice.QUOTED
    sections = quoted_sections(made, plan, brief.question, pool) if quoted else map_sections(made, _as_written)
    if claim := verdicts.claim_in(plan):
        sections = verdicts.ruled(sections, claim, pool, words_for(brief.language))
    elif quoted:
        sections = accounts.accounted(sections, plan, pool, words_for(brief.language))
    headings = {section.task: section.heading for section in every_section(sections)}
    report = Report(
        run=order.run,
        question=brief.question,
        language=brief.language,
        found=found,
        written_at=written_at,
        summary=_marked(draft.summary or _first_lines(plan, findings), pool) if found else (),
        conclusion=_marked(draft.conclusion, pool) if found else (),
        recommendations=_marked(draft.recommendations, pool) if found else (),
        sections=sections,
        conflicts=_conflicts(outcomes, pool),
        gaps=_gaps(plan, findings, draft, words_for(brief.language)),
        tried=tuple(dict.fromkeys(query for outcome in outcomes for query in outcome.tried)),
        failures=tuple(dict.fromkeys(failure for outcome in outcomes for failure in outcome.failures)),
        criteria=criteria_results(
            brief,
            plan,
            findings,
            headings,
            conflicts=any(outcome.conflicts for outcome in outcomes),
            facts=pool.values(),
        ),
        run_facts=_run_facts(order, plan, outcomes, lent, paid).model_copy(
            update={"voice": voice or Voice.of_older(order.ask.mind)}
        ),
        unfinished=_unfinished(plan, outcomes, words_for(brief.language)),
        gates=gates_of(plan, outcomes),
        undug=tuple(dict.fromkeys(left for outcome in outcomes for left in outcome.undug)),
        raised=_raised(plan, findings.values()),
        closest=() if found else closest_passages(pool.values()),
    )
    known = (brief.question, *(subject.name for subject in brief.subjects))
    place = {task.id: index for index, task in enumerate(plan.tasks)}
    shown = [pool[fact_id] for fact_id in dict.fromkeys(_stated(report)) if fact_id in pool]
    shown.sort(key=lambda fact: place.get(fact.task, len(place)))
    shared = shared_points(shown, known=known) if report.run_facts.voice is Voice.QUOTED else ()
    return numbered(report.model_copy(update={"insights": shared}), pool)


def _raised(plan: Plan, findings: Iterable[Finding]) -> tuple[str, ...]:
    """What sources raise with some certainty and no task asks, most pressing first."""
    asked = [task.question for task in plan.tasks] + [text for task in plan.tasks for text in task.sub_questions]
    insights = (one for finding in findings for one in finding.insights)
    wanted = (one for one in insights if one.kind is not InsightKind.LINKED_SOURCE and one.confidence >= SURE)
    ranked = sorted(wanted, key=lambda one: (one.priority, -one.confidence))
    fresh = (one.text for one in ranked if not any(alike(one.text, text) for text in asked))
    return tuple(dict.fromkeys(fresh))[:MOST_RAISED]


def numbered(report: Report, pool: Mapping[str, Fact]) -> Report:
    """Keep the facts that the report cites and number their sources in the order of first citation."""
    facts = tuple(pool[fact_id] for fact_id in cited(report) if fact_id in pool)
    return report.model_copy(update={"facts": facts, "references": references(facts)})


def cited(report: Report) -> tuple[str, ...]:
    """The ids of the facts that the report cites, in reading order, each once."""
    ids = list(_stated(report))
    ids += [fact_id for point in report.insights for fact_id in point.facts]
    ids += [fact_id for conflict in report.conflicts for fact_id in (conflict.left, conflict.right)]
    return tuple(dict.fromkeys(ids))


def closest_passages(facts: Iterable[Fact]) -> tuple[Statement, ...]:
    """The nearest passages of a search that found nothing: one per source, marked as loose."""
    best: dict[str, Fact] = {}
    for fact in sorted(facts, key=lambda fact: -fact.score):
        best.setdefault(source_of(fact.evidence[0]), fact)
    return tuple(
        Statement(text=_opening(fact.claim), facts=(fact.id,), loose=True) for fact in [*best.values()][:MOST_CLOSEST]
    )


def _opening(text: str) -> str:
    """The first sentences of a passage: enough to see what it is about."""
    line = text.partition("\n")[0]
    spans = sentences_in(line, Span(0, len(line)))
    kept = [span for span in spans if span.end <= CLOSEST_CHARS] or spans[:1]
    return line[: kept[-1].end] if kept else line


def sides_in(paragraphs: Sequence[Paragraph], task: Task, brief: Brief) -> tuple[str, ...]:
    """The labels that name what is compared; none unless each subject of the task has one label of its own.

    Headings of documents that speak of a subject are no sides of it: several for one subject make no column.
    """
    labels = list(dict.fromkeys(paragraph.label for paragraph in paragraphs if paragraph.statements))
    subjects = task.subjects if len(task.subjects) > 1 else tuple(subject.name for subject in brief.subjects)
    sides = tuple(label for label in labels if any(_names_side(label, subject) for subject in subjects))
    named = {subject for subject in subjects if any(_names_side(label, subject) for label in sides)}
    missing = [name for name in task.subjects if name not in named]
    return sides if len(sides) == len(named) > 1 and not missing else ()


def _names_side(label: str, subject: str) -> bool:
    return overlap(content_words(label), content_words(subject)) >= SAME_SIDE


def _is_timeline(paragraphs: Sequence[Paragraph]) -> bool:
    """Two moments or more, each under its year."""
    return len(paragraphs) > 1 and all(_YEAR_LABEL.match(paragraph.label) for paragraph in paragraphs)


def _answered(finding: Finding) -> bool:
    if finding.discovery:
        return bool(finding.discovery.included)  # a list of sources is no answer, but something to show
    return any(sub_question.status is not SubQuestionStatus.OPEN for sub_question in finding.sub_questions)


def pool_of(outcomes: Sequence[TaskOutcome]) -> dict[str, Fact]:
    """Every fact once; a fact that two tasks found belongs to the first, or to the first that it answers."""
    pool: dict[str, Fact] = {}
    for fact in (fact for outcome in outcomes for fact in outcome.facts):
        if fact.id not in pool or (pool[fact.id].loose and not fact.loose):
            pool[fact.id] = fact
    return pool


def _sections(
    plan: Plan, findings: Mapping[str, Finding], pool: Mapping[str, Fact], brief: Brief
) -> tuple[Section, ...]:
    ids = {task.id for task in plan.tasks}
    tops = [task for task in plan.tasks if task.parent is None or task.parent not in ids]
    made = (_section(task, plan, findings, pool, brief) for task in tops)
    return tuple(section for section in made if section)


def _section(
    task: Task, plan: Plan, findings: Mapping[str, Finding], pool: Mapping[str, Fact], brief: Brief
) -> Section | None:
    made = (_section(child, plan, findings, pool, brief) for child in plan.children(task.id))
    children = tuple(section for section in made if section)
    finding = findings.get(task.id)
    if finding is None:
        return Section(task=task.id, heading=task.question, children=children) if children else None
    paragraphs = tuple(
        paragraph.model_copy(
            update={"statements": _marked(paragraph.statements, pool), "table": _marked_table(paragraph.table, pool)}
        )
        for paragraph in finding.paragraphs
        if paragraph.told
    )
    sources = finding.discovery.included if finding.discovery else ()
    told = all(sub.status is SubQuestionStatus.ANSWERED for sub in finding.sub_questions)
    if task.depends_on and told and not (paragraphs or children or sources):
        return None  # all that it asked stands in the sections before it; its gaps are among the report's
    sides = sides_in(paragraphs, task, brief)
    return Section(
        task=task.id,
        heading=finding.heading,
        question=finding.question,
        paragraphs=paragraphs,
        note=finding.note,
        gaps=finding.gaps,
        children=children,
        shape=Shape.COMPARISON if sides else Shape.TIMELINE if _is_timeline(paragraphs) else Shape.PASSAGES,
        sides=sides,
        sources=sources,
    )


def _as_written(section: Section) -> Section:
    """Who writes lays it out, too: paragraphs that are named like the things compared stay paragraphs."""
    plain = {"shape": Shape.PASSAGES, "sides": ()}
    return section.model_copy(update=plain) if section.shape is Shape.COMPARISON else section


def _marked(statements: Iterable[Statement], pool: Mapping[str, Fact]) -> tuple[Statement, ...]:
    """On loose facts only a statement is loose, on UNVERIFIED ones only unverified, whatever a mind says."""

    def mark(statement: Statement) -> Statement:
        known = [pool[fact_id] for fact_id in statement.facts if fact_id in pool]
        only_loose = bool(known) and all(fact.loose for fact in known)
        unverified = bool(known) and not any(fact.confidence.answers for fact in known)
        text = statement.text if statement.code else _with_antecedent(statement.text, known)
        marks = {"loose": statement.loose or only_loose, "unverified": unverified, "text": text}
        return statement.model_copy(update=marks)

    return tuple(mark(statement) for statement in statements)


def _marked_table(table: CitedTable | None, pool: Mapping[str, Fact]) -> CitedTable | None:
    if table is None:
        return None

    def marked(cell: Statement | None) -> Statement | None:
        return next(iter(_marked((cell,), pool)), None) if cell else None

    rows = (row.model_copy(update={"cells": tuple(map(marked, row.cells))}) for row in table.rows)
    return table.model_copy(update={"rows": tuple(rows)})


def _with_antecedent(text: str, facts: Sequence[Fact]) -> str:
    """A passage that opens on `She` is told whom its page is about, in an editor's brackets."""
    titles = {fact.evidence[0].title for fact in facts if fact.evidence[0].quote[:12] == text[:12]}
    if len(titles) != 1 or not _LOST_PRONOUN.match(text):
        return text
    (title,) = titles
    return f"[{title}] {text}" if len(title.split()) <= LONGEST_SUBJECT else text


def _first_lines(plan: Plan, findings: Mapping[str, Finding]) -> tuple[Statement, ...]:
    """Without a summary of the whole: the first line of each finding."""
    lines = (findings[task.id].summary[:1] for task in plan.tasks if task.id in findings)
    return tuple(line for first in lines for line in first)


def _conflicts(outcomes: Sequence[TaskOutcome], pool: Mapping[str, Fact]) -> tuple[Conflict, ...]:
    """Every conflict once, whichever side was seen first and whichever facts carry its words; the last word wins."""
    by_facts: dict[frozenset[str], Conflict] = {}
    for outcome in outcomes:
        by_facts |= {frozenset((conflict.left, conflict.right)): conflict for conflict in outcome.conflicts}
    by_voices: dict[frozenset[tuple[str, str]], Conflict] = {}
    for conflict in by_facts.values():
        sides = ((conflict.left, conflict.left_says), (conflict.right, conflict.right_says))
        by_voices[frozenset(_said_by(pool.get(fact), fact, says) for fact, says in sides)] = conflict
    return tuple(by_voices.values())


def _said_by(fact: Fact | None, fact_id: str, says: str) -> tuple[str, str]:
    """Who says what: two facts of one document that give the same figure are one voice."""
    return (source_of(fact.evidence[0]) if fact else fact_id, fold(says))


def _gaps(plan: Plan, findings: Mapping[str, Finding], draft: SummaryDraft, words: Words) -> tuple[str, ...]:
    """The gaps of the whole and of each task, and what a finished task had to do without."""
    gaps = [*draft.gaps]
    for task in plan.tasks:
        gaps += _gaps_of(findings[task.id], words) if task.id in findings else ()
        if task.status is TaskStatus.DONE and task.reason:
            gaps.append(task.reason)
    return tuple({fold(gap).strip(): gap for gap in reversed(gaps) if gap.strip()}.values())[::-1]


def _gaps_of(finding: Finding, words: Words) -> tuple[str, ...]:
    """The gaps that a mind names; where it names none, the sub-questions that stayed open. What only UNVERIFIED facts
    speak of is a gap, whether a mind names it or not."""
    unfounded = [sub for sub in finding.sub_questions if not sub.founded]
    doubtful = [sub.text for sub in unfounded if sub.status is not SubQuestionStatus.OPEN]
    left_open = [sub.text for sub in unfounded if sub.status is SubQuestionStatus.OPEN]
    named = finding.gaps or tuple(words.left_open.format(question=text) for text in left_open)
    named = tuple(gap for gap in named if not any(text in gap for text in doubtful))
    return (*named, *(words.unsettled.format(question=text) for text in doubtful))


def _unfinished(plan: Plan, outcomes: Sequence[TaskOutcome], words: Words) -> tuple[Unfinished, ...]:
    by_task = {outcome.task: outcome for outcome in outcomes}
    lost: list[Unfinished] = []
    for task in plan.tasks:
        outcome = by_task.get(task.id)
        status = outcome.status if outcome else task.status
        if status is not TaskStatus.DONE:
            reason = (outcome.reason if outcome else "") or task.reason
            lost.append(Unfinished(task=task.id, question=task.question, status=status, reason=reason))
        elif outcome and _never_began(outcome):
            skipped, reason = TaskStatus.SKIPPED, words.budget_spent_before
            lost.append(Unfinished(task=task.id, question=task.question, status=skipped, reason=reason))
        elif outcome and (broken := [f.reason for f in outcome.failures if f.what == SELF_CHECK]):
            lost.append(Unfinished(task=task.id, question=task.question, status=status, reason="; ".join(broken)))
    return tuple(lost)


def _never_began(outcome: TaskOutcome) -> bool:
    """It concluded without a single search, because there was nothing left to spend on one."""
    finding = outcome.finding
    return finding is not None and finding.stopped is StopReason.BUDGET_EXHAUSTED and finding.rounds == 0


def _run_facts(
    order: RunOrder, plan: Plan, outcomes: Sequence[TaskOutcome], lent: Sequence[str], paid: Spend | None
) -> RunFacts:
    findings = {outcome.task: outcome.finding for outcome in outcomes if outcome.finding}
    concluded = [findings.get(task.id) or unanswered(task) for task in plan.tasks]
    sub_questions = [sub for finding in concluded for sub in finding.sub_questions]
    own = [outcome.spend for outcome in outcomes if not outcome.reused_from]  # what was taken over cost nothing again
    return RunFacts(
        mind=order.ask.mind,
        mode=plan.mode,
        effort=order.ask.effort.value,
        tasks=len(plan.tasks),
        rounds=sum(outcome.finding.rounds for outcome in outcomes if outcome.finding),
        # Seconds differ from run to run; a resumed run must write the same bytes.
        spend=(paid or sum(own, Spend())).model_copy(update={"seconds": 0.0}),
        asked=len(sub_questions),
        answered=sum(sub.founded for sub in sub_questions),
        searches=sum(len(outcome.tried) for outcome in outcomes),
        saved_searches=sum(
            len(outcome.tried) if outcome.reused_from else saved(outcome.tried, lent) for outcome in outcomes
        ),
    )


def _stated(report: Report) -> Iterator[str]:
    return (fact_id for statement in statements(report) for fact_id in statement.facts)
