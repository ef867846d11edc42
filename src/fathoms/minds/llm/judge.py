"""The judge role: statements that code could not decide on, held against their quotes in one batched call.

Knows: how verdicts come back.  Does not know: what is done with a statement that is not carried.
"""

from __future__ import annotations

from fathoms.domain.report import Support
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.fit import fitting, tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import Held, JudgeShape
from fathoms.ports.mind import SupportItem, SupportRequest, SupportVerdicts

ROLE = Role("judge", Tier.STANDARD, 1_500)

_SUPPORT = {
    Held.SUPPORTED: Support.SUPPORTED,
    Held.CONTRADICTED: Support.CONTRADICTED,
    Held.UNDECIDED: Support.UNCHECKED,
}


async def judge(asker: Asker, request: SupportRequest) -> SupportVerdicts:
    """Those that fit into one prompt; the rest stays unchecked, and the report says so."""
    ids = [f"T{number}" for number in range(1, len(request.items) + 1)]
    room = await asker.reading_room(ROLE, JudgeShape, {}, choices={"statements": ids})
    asked = fitting(request.items, size=lambda item: tokens_in(_shown("T000", item)), room=room, what="statements")
    keys = {f"T{number}": item for number, item in enumerate(asked, 1)}
    answer = await asker.ask(
        ROLE,
        JudgeShape,
        {"statements": "\n".join(_shown(key, item) for key, item in keys.items())},
        choices={"statements": list(keys)},
    )
    return SupportVerdicts(
        verdicts={keys[found.id].key: _SUPPORT[found.verdict] for found in answer.verdicts if found.id in keys}
    )


def _shown(key: str, item: SupportItem) -> str:
    quotes = "\n".join(f"quote: {quote}" for quote in item.quotes)
    return block("statement", key, f"{item.text}\n{quotes}")
