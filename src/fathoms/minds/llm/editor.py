"""The editor role: the whole draft against the original question, where one answer cannot hold the whole report
(`whole.py` writes those that it can).

Knows: how the draft is shown, whole where there is room, and how the answer becomes an edit.  Does not know: where in
the report anything stands, nor how its sections are put in order (`order.py`).  A small window is shown what each
section says first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby, zip_longest

from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Conflict, Fact
from fathoms.domain.report import Finding, Layout, Paragraph, Statement, StatementKind
from fathoms.engine.plan.merging import alike
from fathoms.minds.llm import guard, laying, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting, tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.order import arrange
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import EditorShape, WholeShape
from fathoms.ports import meter
from fathoms.ports.mind import EditRequest

ROLE = Role("editor", Tier.BEST, 3_500)
MOST_READ = 24_000
"""Tokens of draft and facts that an editor is shown."""
DRAFT_SHARE = 0.6
"""Of the room, that the sections may take sentence by sentence; the rest is for the facts."""

_ADVICE = re.compile(
    r"\b(?:should|recommend\w*|advi[cs]e\w*|best (?:way|choice|practice)\w*|ought|suggest\w*)\b"
    r"|べき|推奨|勧め|提言|助言",
    re.IGNORECASE,
)
"""A question that asks for advice; others get none."""


async def edit(asker: Asker, request: EditRequest) -> Edited:
    """Without a cited sentence there is nothing to edit and nobody is asked. Facts that no section used come last: one
    of them may fill a cell."""
    findings = in_plan_order(request)
    cited = cited_facts(findings, request.facts)
    if not cited:
        meter.current().waive()
        return Edited()
    values = {
        **frame(request),
        "gaps": showing.listed(still_open(findings)),
    }
    choices = criteria_choices(request)
    room = min(MOST_READ, await asker.room(ROLE, EditorShape, values, choices=choices))
    facts = tuple({fact.id: fact for fact in (*cited, *(one for one in request.facts if not one.loose))}.values())
    keys = Keys.of(facts, request.brief.question)
    whole = showing.drafted(findings, keys.marks)
    sections = whole if tokens_in(whole) <= room * DRAFT_SHARE else showing.findings(findings)
    seen = fitting(facts, size=size_of, room=room - tokens_in(sections), what="facts")
    answer = await asker.ask(
        ROLE, EditorShape, {**values, "sections": sections, "facts": keys.shown(seen)}, choices=choices
    )
    opened = opening(answer, keys, request)
    edited = opened.model_copy(update=_around(answer, opened, keys, request))
    return await arrange(asker, request, findings, edited)


def still_open(findings: Sequence[Finding]) -> list[str]:
    """The gaps that no later finding answered."""
    answered = [one.question for one in findings if one.sub_questions and all(sub.founded for sub in one.sub_questions)]
    gaps = dict.fromkeys(gap for finding in findings for gap in finding.gaps)
    return [gap for gap in gaps if not any(alike(gap, question) for question in answered)]


def frame(request: EditRequest) -> dict[str, str]:
    """What whoever writes the whole is told before the draft or the facts."""
    return {
        "expert": persona(request.brief),
        "language": request.brief.language,
        "question": request.brief.question,
        "shape": showing.shape(request.plan.form),
        "criteria": showing.listed(f"{one.id}: {one.text}" for one in request.brief.criteria),
        "conflicts": _conflicts(request),
    }


def criteria_choices(request: EditRequest) -> dict[str, list[str]]:
    return {"criteria": [one.id for one in request.brief.criteria]}


def cited_facts(findings: Sequence[Finding], facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts behind the findings, each finding's first ones first."""
    by_id = {fact.id: fact for fact in facts}
    lists = [[fact for part in finding.paragraphs for s in part.told for fact in s.facts] for finding in findings]
    turns = [fact for turn in zip_longest(*lists) for fact in turn]
    return tuple(by_id[fact] for fact in dict.fromkeys(turns) if fact in by_id)


def opening(answer: EditorShape | WholeShape, keys: Keys, request: EditRequest) -> Edited:
    """Answer, table, what is missing, what meets each criterion. What cites nothing goes on: the report's check lets it
    lead over, or cuts it."""
    names = replace(keys, question=f"{keys.question} {showing.shape(request.plan.form)}")
    corner, columns = _heads(answer)
    rows = ((row.name, row.cells) for row in answer.table_rows)
    position, points = _answered(answer.short_answer, keys)
    table = laying.table(columns, rows, names, corner=corner)
    return Edited(
        answer=(*position, *(laying.notes_on((corner, *columns), names) if table else ())),
        key_points=points,
        table=table,
        gaps=guard.plain_lines(answer.open_questions),
        criteria={one.id: _meeting(one.marks, keys) for one in answer.criteria},
    )


def _heads(answer: EditorShape | WholeShape) -> tuple[str, list[str]]:
    """What stands above the rows' names, and above their cells: with one head more than there are cells in any row, the
    first is that of the names."""
    columns = answer.table_columns
    widest = max((len(row.cells) for row in answer.table_rows), default=0)
    return (columns[0], columns[1:]) if columns and len(columns) == widest + 1 else ("", columns)


def _answered(text: str, keys: Keys) -> tuple[tuple[Statement, ...], tuple[Statement, ...]]:
    """The sentences of an answer, and its points; a sentence behind these is none of them. Of several lists the last
    holds the points: what stands in an earlier one belongs to the sentence before it, and is told there."""
    laid = laying.paragraphs(text, keys) if text.strip() else ()
    runs = [list(run) for _, run in groupby(laid, key=lambda one: one.layout is Layout.PROSE)]
    lists = [run for run in runs if run[0].layout is not Layout.PROSE]
    points = lists[-1] if lists else []
    return _each_once([one for run in runs if run is not points for one in run]), _each_once(points)


def _each_once(paragraphs: Sequence[Paragraph]) -> tuple[Statement, ...]:
    said = (statement for one in paragraphs for statement in one.told)
    return tuple({statement.text: statement for statement in said}.values())


def _around(answer: EditorShape, opened: Edited, keys: Keys, request: EditRequest) -> dict[str, object]:
    """What is said of the whole beside its sections, each thing once."""
    told = {statement.text for statement in (*opened.answer, *opened.key_points)}
    further = (one for one in _statements(keys, answer.key_points) if one.text not in told)
    points = (*opened.key_points, *further)
    told |= {statement.text for statement in points}
    advised = _ADVICE.search(request.brief.question)
    return {
        "key_points": points,
        "across": tuple(one for one in _reasoned(keys, answer.across) if one.text not in told),
        "recommendations": _reasoned(keys, answer.recommendations) if advised else (),
    }


def _meeting(marks: str, keys: Keys) -> tuple[str, ...]:
    """The facts that are said to meet a criterion, in brackets or not; an UNVERIFIED one meets none."""
    return tuple(fact.id for fact in keys.listed(marks) if fact.confidence.answers)


def _statements(keys: Keys, texts: Sequence[str]) -> tuple[Statement, ...]:
    """The sentences of several texts, each once."""
    made = [statement for text in texts for statement in keys.statements(text)]
    return tuple({statement.text: statement for statement in made}.values())


def _reasoned(keys: Keys, texts: Sequence[str]) -> tuple[Statement, ...]:
    """What is said to follow from its facts, and is judged by that. Each text is a point of its own."""
    said = (keys.statement(text) for text in texts)
    made = {one.text: one.model_copy(update={"kind": StatementKind.REASONED}) for one in said if one}
    return tuple(made.values())


def in_plan_order(request: EditRequest) -> list[Finding]:
    place = {task.id: at for at, task in enumerate(request.plan.tasks)}
    return sorted(request.findings, key=lambda finding: place.get(finding.task, len(place)))


def _conflicts(request: EditRequest) -> str:
    if not request.conflicts:
        return ""
    told = (
        f"{name}: {c.about}: {c.left_says} / {c.right_says} ({c.status.value.lower()})"
        for name, c in _named_conflicts(request).items()
    )
    return f"Where sources disagree:\n{showing.listed(told)}"


def weighed(named: Iterable[str], request: EditRequest) -> tuple[str, ...]:
    """The conflicts that a writer names as settled in the text or of no consequence, by their ids."""
    conflicts = _named_conflicts(request)
    found = (conflicts.get(name.strip("[] .").upper()) for name in named)
    return tuple(dict.fromkeys(conflict.id for conflict in found if conflict))


def _named_conflicts(request: EditRequest) -> dict[str, Conflict]:
    return {f"D{number}": conflict for number, conflict in enumerate(request.conflicts, start=1)}
