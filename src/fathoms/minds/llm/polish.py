"""The polish role: a composed report said so that it is read once and understood.

Knows: the question, the text, and how long it is.  Does not know: facts or pages: who has all that before them writes
more than can be read.
"""

from __future__ import annotations

import re

from fathoms.engine.plan.lengths import OPENING
from fathoms.minds.llm import fences
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import PolishShape
from fathoms.ports.mind import Polished, PolishRequest
from fathoms.text.words import word_count

_FRAME = re.compile(r"[|]|^[ \t]*(?:[-*#]+|\d{1,2}[.)])[ \t]|-{3,}", re.MULTILINE)
"""What lays a text out and is no word of it."""
ROLE = Role("polish", Tier.BEST, 8_000)
GROWN = 1.08
"""Times its words that a text may have when it is plain: more would be another text."""
LEAST_KEPT = 0.75
"""Share of its words that it keeps however long it is: with less it would be another text."""


async def polish(asker: Asker, request: PolishRequest) -> Polished:
    values = {
        "language": request.brief.language,
        "question": request.brief.question,
        "length": _length(request),
        "text": block("draft", "text", request.text),
    }
    answer = await asker.ask(ROLE, PolishShape, values)
    return Polished(text=answer.text.strip())


def _length(request: PolishRequest) -> str:
    """Counted for whoever makes it plain: nobody who writes can tell how long a text has become. Whole sentences take
    room, and one that is too long for that loses points."""
    has = sum(word_count(_FRAME.sub(" ", words)) for words, _ in fences.pieces(request.text))
    if not request.words:
        return f"It has {has} words beside its code; yours has about as many."
    wanted = request.words + OPENING
    if has <= wanted:
        return f"It has {has} words beside its code; yours may have {min(wanted, _rounded(GROWN * has))}."
    most = _rounded(max(wanted, LEAST_KEPT * has))
    return f"It has {has} words beside its code and may have {most}: only for that, whole points go, the least of them."


def _rounded(words: float) -> int:
    return 10 * round(words / 10)
