"""The parent role: what three or more sections below one task show together.

Knows: how the answer becomes statements.  Does not know: where in the report they stand.
"""

from __future__ import annotations

from fathoms.minds.llm import showing
from fathoms.minds.llm.asking import Desk, Role
from fathoms.minds.llm.citing import Keys
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import ParentShape
from fathoms.minds.llm.summary import cited_facts
from fathoms.ports import meter
from fathoms.ports.mind import ParentDraft, ParentRequest

ROLE = Role("parent", Tier.BEST, 1_500)


async def bring_together(desk: Desk, request: ParentRequest) -> ParentDraft:
    findings = (request.parent, *request.children) if request.parent else request.children
    keys = Keys.of(cited_facts(findings, request.facts, most_tokens=desk.options.reading_tokens), request.task.question)
    if not keys.by_key:
        meter.current().waive()
        return ParentDraft()
    answer = await desk.ask(
        ROLE,
        ParentShape,
        {
            "expert": persona(request.task.focus, request.task.question, request.brief.domain or ""),
            "language": request.brief.language,
            "question": request.task.question,
            "findings": showing.findings(findings),
            "facts": keys.shown(),
        },
    )
    return ParentDraft(statements=keys.statements(answer.text))
