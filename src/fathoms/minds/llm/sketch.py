"""The sketch role: what the mind would answer before it has read anything.

Knows: the question and the brief's expert.  Does not know: any source. Whoever writes the report corrects the sketch by
what was found: a writer who sees the sources first follows their outline, and not the asker's case.
"""

from __future__ import annotations

from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import SketchShape
from fathoms.ports.mind import Sketch, SketchRequest

ROLE = Role("sketch", Tier.BEST, 1_200)


async def sketch(asker: Asker, request: SketchRequest) -> Sketch:
    brief = request.brief
    values = {"expert": persona(brief), "language": brief.language, "question": brief.question}
    answer = await asker.ask(ROLE, SketchShape, values)
    return Sketch(text=answer.sketch.strip())
