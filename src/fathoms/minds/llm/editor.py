"""The editor role: the whole draft against the original question.

Knows: how the draft is shown, sentence by sentence where there is room, and how the answer becomes an edit.  Does not
know: where in the report anything stands.  A small window is shown what each section says first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest

from fathoms.domain.draft import Edited
from fathoms.domain.evidence import Fact
from fathoms.domain.plan import AnswerForm
from fathoms.domain.report import Finding, MainTable, Row, Statement, StatementKind
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting, tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import EditorShape
from fathoms.ports import meter
from fathoms.ports.mind import EditRequest

ROLE = Role("editor", Tier.BEST, 2_500)
MOST_READ = 24_000
"""Tokens of draft and facts that an editor is shown."""
DRAFT_SHARE = 0.6
"""Of the room, that the sections may take sentence by sentence; the rest is for the facts."""
LONGEST_NAME = 80
"""Characters of a name in the table."""

_ADVICE = re.compile(
    r"\b(?:should|recommend\w*|advi[cs]e\w*|best (?:way|choice|practice)\w*|ought|suggest\w*)\b"
    r"|べき|推奨|勧め|提言|助言",
    re.IGNORECASE,
)
"""A question that asks for advice; others get none."""


async def edit(asker: Asker, request: EditRequest) -> Edited:
    """Without a cited sentence there is nothing to edit and nobody is asked."""
    findings = _in_plan_order(request)
    cited = cited_facts(findings, request.facts)
    if not cited:
        meter.current().waive()
        return Edited()
    values = {
        "expert": persona(request.brief.question, request.brief.domain or ""),
        "language": request.brief.language,
        "question": request.brief.question,
        "shape": _shape(request.plan.form),
        "conflicts": _conflicts(request),
        "gaps": showing.listed(dict.fromkeys(gap for finding in findings for gap in finding.gaps)),
    }
    room = min(MOST_READ, await asker.room(ROLE, EditorShape, values))
    keys = Keys.of(cited, request.brief.question)
    draft = _Draft(findings, keys)
    sections = draft.whole if tokens_in(draft.whole) <= room * DRAFT_SHARE else showing.findings(findings)
    seen = fitting(cited, size=size_of, room=room - tokens_in(sections), what="facts")
    shown = {**values, "sections": sections, "facts": keys.shown(seen)}
    return _edited(await asker.ask(ROLE, EditorShape, shown), keys, draft, request)


def cited_facts(findings: Sequence[Finding], facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts behind the findings, each finding's first ones first."""
    by_id = {fact.id: fact for fact in facts}
    lists = [[fact for part in finding.paragraphs for s in part.statements for fact in s.facts] for finding in findings]
    turns = [fact for turn in zip_longest(*lists) for fact in turn]
    return tuple(by_id[fact] for fact in dict.fromkeys(turns) if fact in by_id)


class _Draft:
    """The sections with a name for every sentence, so that an editor can say which one repeats another."""

    def __init__(self, findings: Sequence[Finding], keys: Keys) -> None:
        self.texts: dict[str, str] = {}
        self.whole = "\n".join(self._section(finding, keys) for finding in findings)

    def _section(self, finding: Finding, keys: Keys) -> str:
        lines = [line for part in finding.paragraphs for line in self._lines(part.statements, keys)]
        return block("draft", finding.task, "\n".join(lines) or showing.NOTHING, on=finding.question[:160])

    def _lines(self, statements: Iterable[Statement], keys: Keys) -> Iterable[str]:
        for statement in statements:
            name = f"D{len(self.texts) + 1}"
            self.texts[name] = statement.text
            marks = "".join(f"[{key}]" for fact in statement.facts if (key := keys.key(fact)))
            yield f"{statement.text} {marks}[{name}]"


def _edited(answer: EditorShape, keys: Keys, draft: _Draft, request: EditRequest) -> Edited:
    said = _statements(keys, [answer.short_answer])
    told = {statement.text for statement in said}
    points = tuple(one for one in _statements(keys, answer.key_points) if one.text not in told)
    told |= {statement.text for statement in points}
    advised = _ADVICE.search(request.brief.question)
    tasks = {task.id for task in request.plan.tasks}
    return Edited(
        answer=tuple(one for one in said if one.facts),
        key_points=points,
        table=_table(answer, Keys(keys.by_key, f"{keys.question} {_shape(request.plan.form)}")),
        across=tuple(one for one in _reasoned(keys, answer.across) if one.text not in told),
        recommendations=_reasoned(keys, answer.recommendations) if advised else (),
        gaps=guard.plain_lines(answer.open_questions),
        order=tuple(dict.fromkeys(task for task in answer.section_order if task in tasks)),
        repeated=tuple(_repeated(answer.repeated, draft.texts)),
    )


def _repeated(names: Iterable[str], texts: Mapping[str, str]) -> Iterable[str]:
    """The sentences that are named, as long as most of the draft is left."""
    found = [texts[name] for name in dict.fromkeys(names) if name in texts]
    return found if 2 * len(found) < len(texts) else ()


def _table(answer: EditorShape, keys: Keys) -> MainTable | None:
    """The table with the cells that cite something; none where its names are no names or nothing is left of it."""
    columns = guard.plain_lines(answer.table_columns)
    rows = tuple(
        Row(label=guard.plain(row.name), cells=_cells(row.cells, columns, f"{row.name} {keys.question}", keys))
        for row in answer.table_rows
        if _is_name(row.name, keys)
    )
    rows = tuple(row for row in rows if any(row.cells))
    proper = columns and all(_is_name(name, keys) for name in columns)
    return MainTable(columns=columns, rows=rows) if proper and len(rows) > 1 else None


def _is_name(text: str, keys: Keys) -> bool:
    """A name claims nothing: it is short, and most of its words have come up before."""
    name = guard.plain(text)
    return 0 < len(name) <= LONGEST_NAME and keys.knows(name)


def _cells(texts: Sequence[str], columns: Sequence[str], about: str, keys: Keys) -> tuple[Statement | None, ...]:
    """One for each column; what cites nothing is left empty."""
    padded = [*texts, *("" for _ in columns)][: len(columns)]
    return tuple(_cell(text, f"{about} {name}", keys) for text, name in zip(padded, columns, strict=True))


def _cell(text: str, about: str, keys: Keys) -> Statement | None:
    said = Keys(keys.by_key, about).statement(text)
    return said if said and said.facts else None


def _statements(keys: Keys, texts: Sequence[str]) -> tuple[Statement, ...]:
    """The sentences of several texts, each once."""
    made = [statement for text in texts for statement in keys.statements(text)]
    return tuple({statement.text: statement for statement in made}.values())


def _reasoned(keys: Keys, texts: Sequence[str]) -> tuple[Statement, ...]:
    """What is said to follow from its facts, and is judged by that."""
    said = (statement for statement in _statements(keys, texts) if statement.facts)
    return tuple(one.model_copy(update={"kind": StatementKind.REASONED}) for one in said)


def _in_plan_order(request: EditRequest) -> list[Finding]:
    place = {task.id: at for at, task in enumerate(request.plan.tasks)}
    return sorted(request.findings, key=lambda finding: place.get(finding.task, len(place)))


def _shape(form: AnswerForm | None) -> str:
    """The form that the plan settled, with what its table is to show."""
    if form is None:
        return ""
    told = [f"The answer is to be: {form.form.value}."]
    told += [f"Rows: {'; '.join(form.rows)}."] if form.rows else []
    told += [f"Columns: {'; '.join(form.columns)}."] if form.columns else []
    return " ".join(told)


def _conflicts(request: EditRequest) -> str:
    if not request.conflicts:
        return ""
    told = (f"{c.about}: {c.left_says} / {c.right_says} ({c.status.value.lower()})" for c in request.conflicts)
    return f"Where sources disagree:\n{showing.listed(told)}"
