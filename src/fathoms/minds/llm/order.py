"""The order role: sections that stay as they were drafted, in the order and without the repetition that a reader wants.

Knows: how a draft is shown sentence by sentence, how the answer becomes an edit.  Does not know: what is said of the
whole (`editor.py`).  A draft that does not fit a window keeps the order of its plan.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence

from fathoms.domain.draft import Edited, SentBack
from fathoms.domain.report import Finding, Layout, Paragraph, Statement
from fathoms.errors import BudgetSpent, ProviderError
from fathoms.minds.llm import guard, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.citing import unemphasised
from fathoms.minds.llm.fences import fenced
from fathoms.minds.llm.fit import tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import OrderShape
from fathoms.ports.mind import EditRequest
from fathoms.text.figures import numerals

log = logging.getLogger(__name__)

ROLE = Role("order", Tier.BEST, 1_000)


async def arrange(asker: Asker, request: EditRequest, findings: Sequence[Finding], edited: Edited) -> Edited:
    """The edit with what it wants of the sections. One section needs no order, and is not asked about."""
    draft = _Draft(findings)
    values = {
        "expert": persona(request.brief),
        "language": request.brief.language,
        "question": request.brief.question,
        "told": _told(edited),
    }
    choices = {"sections": [finding.task for finding in findings]}
    room = await asker.room(ROLE, OrderShape, values, choices=choices)
    if len(findings) < 2 or tokens_in(draft.whole) > room:
        return edited
    try:
        answer = await asker.ask(ROLE, OrderShape, {**values, "sections": draft.whole}, choices=choices)
    except (BudgetSpent, ProviderError) as error:
        log.warning("the sections keep the order of the plan: %s", error)
        return edited
    return edited.model_copy(update=_changes(answer, draft, request))


def _told(edited: Edited) -> str:
    """What stands before the sections."""
    lines = [statement.text for statement in edited.answer]
    for row in edited.table.rows if edited.table else ():
        lines.append(f"| {row.label} | {' | '.join(cell.text if cell else '' for cell in row.cells)} |")
    return block("note", "told", "\n".join(lines) or showing.NOTHING)


class _Draft:
    """The sections with a name for every sentence, so that somebody can say which one repeats another."""

    def __init__(self, findings: Sequence[Finding]) -> None:
        self.texts: dict[str, str] = {}
        self.whole = "\n".join(map(self._section, findings))

    def _section(self, finding: Finding) -> str:
        lines = [line for part in finding.paragraphs for line in self._part(part)]
        return block("draft", finding.task, "\n".join(lines) or showing.NOTHING, on=finding.question[:160])

    def _part(self, part: Paragraph) -> Iterable[str]:
        if part.label:
            yield f"{part.label}:"
        item = "" if part.layout is Layout.PROSE else "- "
        yield from (f"{item}{self._named(statement)}" for statement in part.statements)
        for row in part.table.rows if part.table else ():
            yield f"| {row.label} | {' | '.join(self._named(cell) if cell else '' for cell in row.cells)} |"

    def _named(self, statement: Statement) -> str:
        name = f"D{len(self.texts) + 1}"
        self.texts[name] = statement.text
        told = fenced(statement.text, statement.code) if statement.code else statement.text
        return f"{told} [{name}]"


def _changes(answer: OrderShape, draft: _Draft, request: EditRequest) -> dict[str, object]:
    """What an editor wants of the sections themselves."""
    tasks = {task.id for task in request.plan.tasks}
    changes = {one.section: guard.plain(one.change) for one in answer.send_back if one.section in tasks}
    return {
        "order": tuple(dict.fromkeys(task for task in answer.section_order if task in tasks)),
        "repeated": tuple(_repeated(answer.repeated, draft.texts)),
        "lead_ins": {one.section: said for one in answer.lead_ins if (said := _leading(one.text))},
        "sent_back": tuple(SentBack(task=task, change=change) for task, change in changes.items() if change),
    }


def _leading(text: str) -> str:
    """A sentence that leads over brings no figure; whether it brings a name, the report's check says."""
    said = guard.plain(unemphasised(text))
    return "" if numerals(said) else said


def _repeated(names: Iterable[str], texts: Mapping[str, str]) -> Iterable[str]:
    """The sentences that are named, as long as most of the draft is left."""
    found = [texts[name] for name in dict.fromkeys(names) if name in texts]
    return found if 2 * len(found) < len(texts) else ()
