"""The whole report in one answer, for a plan of one task: what a quick run asks for in the editor's place.

Knows: facts, the form that the plan settled, how the answer becomes an edit with its section.  Does not know: whether
any of it holds.
"""

from __future__ import annotations

from fathoms.domain.draft import Edited
from fathoms.minds.llm import editor, finding
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.shapes import WholeShape
from fathoms.ports import meter
from fathoms.ports.mind import EditRequest

ROLE = Role("whole", Tier.BEST, 4_000)


async def write(asker: Asker, request: EditRequest) -> Edited:
    usable = [fact for fact in request.facts if not fact.loose]
    if not usable:
        meter.current().waive()
        return Edited()
    values = {**editor.frame(request), "words": finding.aim(request.words)}
    choices = editor.criteria_choices(request)
    room = await asker.reading_room(ROLE, WholeShape, values, choices=choices)
    facts = fitting(usable, size=size_of, room=room, what="facts")
    keys = Keys.of(facts, request.brief.question)
    answer = await asker.ask(ROLE, WholeShape, {**values, "facts": keys.shown()}, choices=choices)
    known = finding.known_words((request.brief.question,), facts)
    laid = finding.laid_out(answer.paragraphs, keys, known)
    made = editor.whole(answer, keys, request)
    return made.model_copy(update={"sections": {request.plan.tasks[0].id: laid} if laid else {}})
