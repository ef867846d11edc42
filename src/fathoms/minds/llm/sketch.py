"""The sketch role: what the mind would answer before it has read anything, seen from one side.

Knows: the question, the brief's expert, what each side thinks of first.  Does not know: any source. Whoever writes the
report corrects the sketch by what was found: a writer who sees the sources first follows their outline, and not the
asker's case.
"""

from __future__ import annotations

from fathoms.minds.llm import guard
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import SketchShape
from fathoms.ports import meter
from fathoms.ports.mind import Sketch, SketchRequest, Stance

ROLE = Role("sketch", Tier.BEST, 1_000)
LEAST_READ = 4_000
"""Tokens of sources at once, a quarter of a window of 16,000, from which on one hand writes the whole."""
_AS = {
    Stance.DOER: "as somebody who has done it and would do it again",
    Stance.RESCUER: "as somebody who is called in when it has failed",
    Stance.PAYER: "as whoever decides, pays for it and answers for it afterwards",
}
_POINTS = {
    Stance.DOER: (
        "the decision you would take in their place, and why;",
        "the interim measure or the cheaper way that brings most of the benefit early;",
        "the order, and what depends on what;",
        "what a newcomer to the field would get wrong;",
        "what to drop if time runs out, and what never.",
    ),
    Stance.RESCUER: (
        "which causes may lie behind what they describe, how they find out in the first days which it is, and what "
        "each answer would change in the plan;",
        "what the obvious plan overlooks, and what it makes worse for whom while it runs;",
        "the step that cannot be undone, and what must be in place before it;",
        "the two or three things that will go wrong first in exactly their situation, with the sign of each;",
        "which of their own assumptions you doubt.",
    ),
    Stance.PAYER: (
        "what it costs in people, weeks and money, roughly, by step, and who has to give it;",
        "who decides and signs what, and which duty of law, audit or safety touches it;",
        "what must not get worse meanwhile;",
        "the numbers to judge it by, with what means go on, change, stop;",
        "what they did not ask and should have.",
    ),
}


async def sketch(asker: Asker, request: SketchRequest) -> Sketch:
    """Nothing from a small window: no whole report is written there that would be built on it."""
    brief = request.brief
    if await asker.reading_tokens(ROLE.tier) < LEAST_READ:
        meter.current().waive()
        return Sketch()
    values = {
        "expert": persona(brief),
        "language": brief.language,
        "question": brief.question,
        "stance": _AS[request.stance],
        "points": "\n".join(f"- {point}" for point in _POINTS[request.stance]),
    }
    answer = await asker.ask(ROLE, SketchShape, values)
    return Sketch(text=answer.sketch.strip(), look_up=guard.plain_lines(answer.look_up))
