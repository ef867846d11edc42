"""The polish role: a composed report said so that it is read once and understood.

Knows: the question and the text.  Does not know: facts, pages, what its first reader found: who has all that before
them writes more than can be read.
"""

from __future__ import annotations

from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import PolishShape
from fathoms.ports.mind import Polished, PolishRequest

ROLE = Role("polish", Tier.BEST, 8_000)


async def polish(asker: Asker, request: PolishRequest) -> Polished:
    values = {
        "language": request.brief.language,
        "question": request.brief.question,
        "text": block("draft", "text", request.text),
    }
    answer = await asker.ask(ROLE, PolishShape, values)
    return Polished(text=answer.text.strip())
