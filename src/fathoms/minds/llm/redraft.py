"""The role that writes a section once more, because the editor sent it back.

Knows: the draft, its facts, what is to be better, what its neighbours say first.  Does not know: the rest of it.
"""

from __future__ import annotations

from fathoms.minds.llm import finding, showing
from fathoms.minds.llm.asking import Asker, Role
from fathoms.minds.llm.blocks import block
from fathoms.minds.llm.citing import Keys, size_of
from fathoms.minds.llm.fit import fitting
from fathoms.minds.llm.names import Tier
from fathoms.minds.llm.personas import persona
from fathoms.minds.llm.shapes import RedraftShape
from fathoms.ports import meter
from fathoms.ports.mind import Redraft, RedraftRequest

ROLE = Role("redraft", Tier.BEST, 2_500)


async def redraft(asker: Asker, request: RedraftRequest) -> Redraft:
    usable = [fact for fact in request.facts if not fact.loose]
    if not usable:
        meter.current().waive()
        return Redraft()
    keys = Keys.of(usable, f"{request.brief.question} {request.finding.question}")
    values = {
        "expert": persona(request.brief),
        "language": request.brief.language,
        "whole": request.brief.question,
        "question": request.finding.question,
        "change": request.change,
        "words": finding.aim(request.words),
        "neighbours": block("note", "beside", "\n".join(request.beside)) if request.beside else "",
        "draft": showing.drafted((request.finding,), keys.marks),
    }
    room = await asker.reading_room(ROLE, RedraftShape, values)
    facts = fitting(usable, size=size_of, room=room, what="facts")
    answer = await asker.ask(ROLE, RedraftShape, {**values, "facts": keys.shown(facts)})
    known = finding.known_words((request.brief.question, request.finding.question), facts)
    return Redraft(paragraphs=finding.laid_out(answer.paragraphs, keys, known))
