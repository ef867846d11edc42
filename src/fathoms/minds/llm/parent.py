"""The parent role: what two or more sections below one task show together.

Knows: how the answer becomes statements.  Does not know: where in the report they stand.
"""

from __future__ import annotations

from fathoms.minds.llm import showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.editor import cited_facts
from fathoms.minds.llm.fit import fitting
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import ParentShape
from fathoms.ports import meter
from fathoms.ports.mind import ParentDraft, ParentRequest

ROLE = Role("parent", Tier.BEST, 1_500)


async def bring_together(asker: Asker, request: ParentRequest) -> ParentDraft:
    findings = (request.parent, *request.children) if request.parent else request.children
    cited = cited_facts(findings, request.facts)
    if not cited:
        meter.current().waive()
        return ParentDraft()
    values = {
        "expert": persona(request.brief),
        "language": request.brief.language,
        "question": request.task.question,
        "findings": showing.findings(findings),
    }
    facts = fitting(cited, size=size_of, room=await asker.reading_room(ROLE, ParentShape, values), what="facts")
    keys = Keys.of(facts, request.task.question)
    answer = await asker.ask(ROLE, ParentShape, {**values, "facts": keys.shown()})
    return ParentDraft(statements=keys.statements(answer.text))
