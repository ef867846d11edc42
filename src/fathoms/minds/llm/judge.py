"""The judge role: statements that code could not decide on, held against their quotes in one batched call.

Knows: how verdicts come back.  Does not know: what is done with a statement that is not carried.
"""

from __future__ import annotations

from fathoms.domain.report import Support
from fathoms.minds.llm.asking import Desk, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.fit import tokens_in
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import Held, JudgeShape
from fathoms.ports.mind import Doubt, JudgeRequest, JudgeVerdicts

ROLE = Role("judge", Tier.STANDARD, 1_500)

_SUPPORT = {
    Held.SUPPORTED: Support.SUPPORTED,
    Held.CONTRADICTED: Support.CONTRADICTED,
    Held.UNDECIDED: Support.UNCHECKED,
}


async def judge(desk: Desk, request: JudgeRequest) -> JudgeVerdicts:
    """Those that fit into one prompt; the rest stays unchecked, and the report says so."""
    asked = _fitting(request.doubts, desk.options.reading_tokens)
    if not asked:
        return JudgeVerdicts()
    keys = {f"T{number}": doubt for number, doubt in enumerate(asked, 1)}
    answer = await desk.ask(
        ROLE,
        JudgeShape,
        {"statements": "\n".join(_shown(key, doubt) for key, doubt in keys.items())},
        choices={"statements": list(keys)},
    )
    return JudgeVerdicts(
        support={keys[found.id].id: _SUPPORT[found.verdict] for found in answer.verdicts if found.id in keys}
    )


def _shown(key: str, doubt: Doubt) -> str:
    quotes = "\n".join(f"quote: {quote}" for quote in doubt.quotes)
    return block("statement", key, f"{doubt.text}\n{quotes}")


def _fitting(doubts: tuple[Doubt, ...], most_tokens: int) -> list[Doubt]:
    chosen: list[Doubt] = []
    left = most_tokens
    for doubt in doubts:
        size = tokens_in(doubt.text + "".join(doubt.quotes))
        if size <= left:
            chosen.append(doubt)
            left -= size
    return chosen
