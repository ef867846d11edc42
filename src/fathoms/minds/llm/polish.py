"""The polish role: a composed report said so that it is read once and understood.

Knows: the question, the text, how long it is, and what its reader still found in it.  Does not know: facts or pages:
who has all that before them writes more than can be read.
"""

from __future__ import annotations

import re

from fathoms.engine.plan.lengths import OPENING
from fathoms.minds.llm import fences, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import PolishShape
from fathoms.ports.mind import Polished, PolishRequest
from fathoms.text.words import word_count

_FRAME = re.compile(r"[|]|^[ \t]*(?:[-*#]+|\d{1,2}[.)])[ \t]|-{3,}", re.MULTILINE)
"""What lays a text out and is no word of it."""
ROLE = Role("polish", Tier.BEST, 8_000)
KEPT = 0.95
"""Share of its words that a text keeps; of one longer than it was to be, of those that it was to have."""
LEAST_KEPT = 0.75
"""Share that it keeps however long it is: with less it would be another text."""


async def polish(asker: Asker, request: PolishRequest) -> Polished:
    values = {
        "language": request.brief.language,
        "question": request.brief.question,
        "length": _length(request),
        "text": block("draft", "text", request.text),
        "faults": showing.objections(request.objections),
    }
    answer = await asker.ask(ROLE, PolishShape, values)
    return Polished(text=answer.text.strip())


def _length(request: PolishRequest) -> str:
    """Counted for whoever makes it plain: nobody who writes can tell how long a text has become. What is said in whole
    sentences takes more words, so as many as there were is room for nine tenths of the points."""
    has = sum(word_count(_FRAME.sub(" ", words)) for words, _ in fences.pieces(request.text))
    aim = min(has, request.words + OPENING) if request.words else has
    return f"It has {has} words beside its code; yours has about {_rounded(max(KEPT * aim, LEAST_KEPT * has))}."


def _rounded(words: float) -> int:
    return 10 * round(words / 10)
