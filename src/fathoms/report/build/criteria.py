"""Success criteria: which parts of the run carry each, and whether they were answered.

Knows: words of criteria, tasks and sub-questions; the promises that every report keeps by itself.
Does not know: how an answer was found.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from fathoms.domain.brief import Brief
from fathoms.domain.evidence import Fact
from fathoms.domain.plan import Plan, Task
from fathoms.domain.report import CitedTable, CriterionResult, Finding, Layout, Report, Statement, Voice
from fathoms.domain.thread import SubQuestion, SubQuestionStatus
from fathoms.report.statements import every_section, own_statements, statements
from fathoms.report.words import Words, words_for
from fathoms.text.looks import looks_in
from fathoms.text.words import content_words, is_spaceless

LEAST_SHARE = 0.3
"""How well a sub-question must match a criterion's words to stand for it."""
NEAR_BEST = 0.8
"""Sub-questions this close to the best match stand for the criterion too."""
EXACT = 0.95
"""A sub-question that asks just what the criterion asks decides it; one that asks for more does not."""
NAMES_COLUMN = 0.5
"""Share of a column's words that a criterion must have to be answered by its cells."""
MOSTLY_BLANK = 0.5
"""Share of a column's cells from which it says nothing: one that no source fills is no failure of the whole."""
TASK_CREDIT = 0.5
"""What a word of the task's question counts for, next to one of the sub-question itself."""

_COUNTED = re.compile(r"\w")
"""What a length counts where there are no spaces."""
_ASKS_FOR_SOURCES = re.compile(
    r"\b(?:every|each|all)\b.*\b(?:quot|cit|source|passage|reference|evidence)|(?:すべて|全て|各).*(?:引用|出典|根拠)",
    re.IGNORECASE,
)
_ASKS_FOR_GAPS = re.compile(r"\b(?:not found|missing|gaps?|unanswered)\b|見つから|不足", re.IGNORECASE)
_ASKS_FOR_CONFLICTS = re.compile(
    r"^(?=.*\b(?:sources|documents|figures)\b).*\b(?:differ|disagree|conflict|contradict)|(?:資料|数値).*(?:異な|食い違|矛盾)",
    re.IGNORECASE,
)
_FILLER = content_words(
    "Does the report answer, cite, cover, describe, explain, give, identify, include, list, mention, name, say, show, "
    "state or tell? Is there cited evidence for it? "
    "次の点に出典付きの記述があるか。扱っているか。述べられているか。示されているか。説明しているか。"
)
"""Words in which criteria are put, whatever they ask for."""


def criteria_results(
    brief: Brief,
    plan: Plan,
    findings: Mapping[str, Finding],
    headings: Mapping[str, str],
    *,
    conflicts: bool = False,
    facts: Iterable[Fact] = (),
) -> tuple[CriterionResult, ...]:
    """Each criterion of the brief: met when no sub-question that carries its words is still open.

    What a task without a finding was to answer is as open as can be. `headings` are those of the report's sections, by
    task: a task that has none is told in the sections of those it builds on. `facts` are all that may be told.
    """
    ordered = [findings.get(task.id) or unanswered(task) for task in plan.tasks]
    places = {
        task.id: tuple(headings[one] for one in (task.id,) if one in headings)
        or tuple(headings[one] for one in task.dependency_ids if one in headings)
        for task in plan.tasks
    }
    words = words_for(brief.language)
    known = tuple(facts)
    return tuple(_result(criterion.text, ordered, places, words, conflicts, known) for criterion in brief.criteria)


def as_edited(report: Report, brief: Brief, met_by: Mapping[str, tuple[str, ...]]) -> Report:
    """The criteria as whoever saw the whole draft judges them; those it does not speak of stay as they are."""
    results = tuple(
        result.model_copy(update={"met": bool(met_by[one.id]), "facts": met_by[one.id]}) if one.id in met_by else result
        for one, result in zip(brief.criteria, report.criteria, strict=True)
    )
    return report.model_copy(update={"criteria": results})


def as_told(report: Report) -> Report:
    """The criteria by the text that ships: one is met only if the report tells a fact that meets it. Where nobody
    judges, a passage that may answer it is quoted and no more."""
    told = tuple(_looks(result, report) or _told(result, report) for result in report.criteria)
    blank = tuple(_blank_cells(result.text, report) for result in told)
    results = tuple(
        result.model_copy(update={"met": False, "where": ""}) if empty else result
        for result, empty in zip(told, blank, strict=True)
    )
    missing = (cell for cells in blank for cell in cells)
    return report.model_copy(update={"criteria": results, "gaps": tuple(dict.fromkeys((*report.gaps, *missing)))})


def _blank_cells(criterion: str, report: Report) -> tuple[str, ...]:
    """The empty cells of the main table's columns that answer a criterion, in the rows that it names, or in all."""
    return tuple(_blank(report.table, content_words(criterion) - _FILLER)) if report.table else ()


def _blank(table: CitedTable, wanted: frozenset[str]) -> Iterator[str]:
    rows = [row for row in table.rows if content_words(row.label) & wanted] or table.rows
    for place, column in enumerate(table.columns):
        named = content_words(column)
        if named and len(named & wanted) >= NAMES_COLUMN * len(named):
            blank = [f"{row.label}: {column}" for row in rows if row.cells[place] is None]
            yield from blank if len(blank) >= MOSTLY_BLANK * len(rows) else ()


def _told(result: CriterionResult, report: Report) -> CriterionResult:
    if not result.facts or not result.met:
        return result.model_copy(update={"where": result.where if result.met else ""})
    words, wanted = words_for(report.language), set(result.facts)

    def tells(said: Iterable[Statement]) -> bool:
        return any(wanted.intersection(statement.facts) for statement in said)

    opening = (*report.answer, *(report.table.cells if report.table else ()), *report.summary)
    places = [section.heading for section in every_section(report.sections) if tells(own_statements(section))]
    told = tells(statements(report))
    where = places or ([words.answer] if tells(opening) else [])
    shown = result.model_copy(update={"met": told, "where": "; ".join(dict.fromkeys(where)) if told else ""})
    unjudged = told and result.in_part and report.run_facts.voice is Voice.QUOTED
    return shown.model_copy(update={"met": False, "quoted": True}) if unjudged else shown


def _looks(result: CriterionResult, report: Report) -> CriterionResult | None:
    """A criterion that is about nothing but the form of the answer, by the form that ships; None for any other."""
    wish = looks_in(result.text)
    if wish is None or not report.found:
        return None
    parts = [part for section in every_section(report.sections) for part in section.paragraphs]
    has_table = bool(report.table or any(section.rows for section in every_section(report.sections)))
    said = " ".join(statement.text for statement in statements(report))
    length = len(_COUNTED.findall(said)) if is_spaceless(said) else len(said.split())
    held = (
        not wish.table or has_table or any(part.table for part in parts),
        not wish.listed or any(part.layout is not Layout.PROSE for part in parts),
        wish.most_words is None or length <= wish.most_words,
        wish.least_words is None or length >= wish.least_words,
    )
    return result.model_copy(update={"met": all(held), "where": ""})


def unanswered(task: Task) -> Finding:
    """What a task that did not finish leaves behind: its questions, all open."""
    asked = task.sub_questions or (task.question,)
    open_ones = tuple(SubQuestion(id=f"q{n}", text=text) for n, text in enumerate(asked, start=1))
    return Finding(task=task.id, question=task.question, heading=task.question, sub_questions=open_ones)


def _result(
    text: str,
    findings: Sequence[Finding],
    places: Mapping[str, tuple[str, ...]],
    words: Words,
    conflicts: bool,
    facts: Sequence[Fact],
) -> CriterionResult:
    carriers = _carriers(text, findings)
    if not carriers:
        return _own_promise(text, findings, words, conflicts)
    met = all(sub.founded for _, sub in carriers)
    where = dict.fromkeys(place for finding, _ in carriers for place in places[finding.task]) if met else ()
    carrying = {(finding.task, sub.id) for finding, sub in carriers}
    keys = [sub.key_fact for _, sub in carriers if sub.key_fact]
    meeting = (fact.id for fact in facts if any((fact.task, answered) in carrying for answered in fact.answers))
    return CriterionResult(
        text=text,
        met=met,
        where="; ".join(where),
        facts=tuple(dict.fromkeys((*keys, *meeting))) if met else (),
        in_part=any(sub.status is not SubQuestionStatus.ANSWERED for _, sub in carriers),
    )


def _own_promise(text: str, findings: Sequence[Finding], words: Words, conflicts: bool) -> CriterionResult:
    """A criterion that asks for what every report does: cite each statement, list gaps, show conflicts."""
    if _ASKS_FOR_SOURCES.search(text):
        answered = any(sub.founded for finding in findings for sub in finding.sub_questions)
        return CriterionResult(text=text, met=answered, where=words.references if answered else "")
    if _ASKS_FOR_CONFLICTS.search(text):
        return CriterionResult(text=text, met=True, where=words.conflicts if conflicts else "")
    if _ASKS_FOR_GAPS.search(text):
        return CriterionResult(text=text, met=True, where=words.gaps)
    return CriterionResult(text=text, met=False)


def _carriers(text: str, findings: Sequence[Finding]) -> list[tuple[Finding, SubQuestion]]:
    """The sub-questions that ask for what the criterion asks for."""
    wanted = content_words(text) - _FILLER
    scored = [
        (_match(wanted, sub.text, finding), finding, sub) for finding in findings for sub in finding.sub_questions
    ]
    best = max((score for score, _, _ in scored), default=0.0)
    if best < LEAST_SHARE:
        return []
    near = max(NEAR_BEST * best, EXACT if best >= EXACT else 0.0)
    return [(finding, sub) for score, finding, sub in scored if score >= near]


def _match(wanted: frozenset[str], sub_question: str, finding: Finding) -> float:
    """Shared words over all words of both, so that a question about more things is a weaker match."""
    own = content_words(sub_question)
    of_task = (content_words(finding.question) | content_words(finding.heading)) - own
    credit = len(wanted & own) + TASK_CREDIT * len(wanted & of_task)
    size = len(wanted) + len(own - _FILLER)
    return 2 * credit / size if size else 0.0
